"""Many tables for two at once: connections break and come back, no table gets stuck, memory does not grow.

A few tables for a few seconds, with `make check` also while one address attacks the server in all ways; with
`make soak` 200 tables for ten minutes as fast as possible, and for ten minutes with a decision every two
seconds under attack.
"""

import asyncio
import os
import re
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from gipfel.server.run import PING
from gipfel.server.tables.memory_budget import BUDGET
from tests.helpers.asynchronous import run
from tests.helpers.check import only_in_check
from tests.helpers.server.attacks import LIMITS, SMALL, long_records, under_attack
from tests.helpers.server.bystanders import ADDRESS, UNNOTICED, slow
from tests.helpers.server.player_pairs import Host, Pair, scripts
from tests.helpers.server.proxied import HOSTED, ProxiedClient
from tests.helpers.server.raw_connections import connected, exchange, upgrade
from tests.helpers.server.running import OWNER, RunningServer, serving
from tests.helpers.soak import SIZE, sized

TABLES, GAMES = (200, 40) if SIZE else (10, 4)
SECONDS = sized(600, 5)
PACE = 2.0
"""Seconds between two decisions at a table where people think."""
SETTLED = 0.3
"""After this part of the time (minute 3 of 10) the server's memory must no longer grow."""
GROWTH = 1.1
OF_ATTACKS = LIMITS[long_records].megabytes
"""The memory that an attack may cost, in MB."""
BREAKS = 0.05
"""The share of decisions during which connections break."""
TROUBLE = re.compile(r"error|critical|traceback|exception", re.IGNORECASE)


def memory(server: RunningServer) -> float:
    """Megabytes the server's process has in memory."""
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def played(host: Host, server: RunningServer, pace: float = 0.0) -> tuple[list[Pair], float]:
    """All pairs after their time, and the server's memory when it had settled; `pace` as of `_play`."""
    games, begin = scripts(GAMES), monotonic()
    pairs = [Pair(host, games, Random(seed)) for seed in range(TABLES)]
    await asyncio.gather(*(pair.decide_with_drop() for pair in pairs))
    await asyncio.gather(*(_play(pair, begin + SETTLED * SECONDS, pace) for pair in pairs))
    before = memory(server)
    await asyncio.gather(*(_play(pair, begin + SECONDS, pace) for pair in pairs))
    for pair in pairs:
        await pair.decide()  # no table is stuck
        await pair.leave()
    await host.close()
    return pairs, before


async def _play(pair: Pair, until: float, pace: float) -> None:
    """Make decisions, each some seconds after the one before; a late answer fails."""
    due = monotonic() + pace * pair.chance.random()
    while max(due, monotonic()) < until:
        await asyncio.sleep(max(0.0, due - monotonic()))  # players make decisions at a given rate
        due += pace
        await (pair.decide_with_drop() if pair.chance.random() < BREAKS else pair.decide())


def most(empty: float, before: float) -> float:
    """The megabytes that a server may need which has settled: tables stay in memory while there is room."""
    return GROWTH * max(before, empty + BUDGET / 1e6)


def summary(pairs: list[Pair], before: float, after: float) -> str:
    times = [time for pair in pairs for time in pair.times]
    breaks = sum(pair.reconnected for pair in pairs)
    decisions = f"{len(times)} decisions, 99 % within {1000 * slow(times):.0f} ms"
    return f"{decisions}, {breaks} broken lines, {before:.0f} MB, then {after:.0f} MB"


@only_in_check
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_tables_go_on_when_connections_break(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server:
        empty = memory(server)
        host = Host(server.name, invites=True, compressed=True)
        pairs, before = run(played(host, server))
        after, said = memory(server), server.errors()
    print(summary(pairs, before, after))
    assert not TROUBLE.search(said), said[-5000:]
    assert sum(pair.reconnected for pair in pairs) >= TABLES
    if SIZE:
        assert after < most(empty, before)


@only_in_check
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_players_do_not_notice_attacks(tmp_path: Path) -> None:
    """Players come from other addresses than the attacks, which are small in `make check`."""
    with serving(tmp_path / "tables.db", *HOSTED) as server:
        empty = memory(server)
        table_id = ProxiedClient(server, ADDRESS).new(game="gipf")["id"]
        host = Host(server.name, invites=True, compressed=True, hosted=True)
        with under_attack(server, table_id, size=1.0 if SIZE else SMALL):
            pairs, before = run(played(host, server, PACE if SIZE else 0.0))
        after, said = memory(server), server.errors()
    print(summary(pairs, before, after))
    assert not TROUBLE.search(said), said[-5000:]
    if SIZE:
        assert slow([time for pair in pairs for time in pair.times]) < UNNOTICED
        assert after < most(empty, before) + OF_ATTACKS


@pytest.mark.skipif(not SIZE, reason="takes a minute of waiting")
def test_a_page_that_does_not_answer_pings_is_disconnected(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server, connected(server.name) as line:
        address = f"/api/tables/{server.new(game='gipf')}/socket?v=1"
        headers = {"Host": server.name, "Cookie": OWNER}
        begin = monotonic()
        exchange(line, upgrade(address, headers, Random(1)), ends=False)
        assert PING < monotonic() - begin < 3 * PING
