"""Many tables for two at once: connections break and come back, no table gets stuck, memory does not grow.

A few tables for a few seconds; with GIPFEL_SOAK=1 (`make soak`) 200 tables for ten minutes.
"""

import asyncio
import os
import re
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from tests.helpers.asynchronous import run
from tests.helpers.server.player_pairs import Host, Pair, scripts
from tests.helpers.server.running import RunningServer, serving

SOAK = bool(os.environ.get("GIPFEL_SOAK"))
TABLES, SECONDS, GAMES = (200, 600.0, 40) if SOAK else (10, 5.0, 4)
SETTLED = 0.3
"""After this part of the time (minute 3 of 10) the server's memory must no longer grow."""
GROWTH = 1.1
BREAKS = 0.05
"""The share of decisions during which connections break."""
TROUBLE = re.compile(r"error|critical|traceback|exception", re.IGNORECASE)


def memory(server: RunningServer) -> float:
    """Megabytes the server's process has in memory."""
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def played(server: RunningServer) -> tuple[list[Pair], float]:
    """All pairs after their time, and the server's memory when it had settled."""
    host, games, begin = Host(server.name, invites=True, compressed=True), scripts(GAMES), monotonic()
    pairs = [Pair(host, games, Random(seed)) for seed in range(TABLES)]
    await asyncio.gather(*(pair.decide_with_drop() for pair in pairs))
    await asyncio.gather(*(_play(pair, begin + SETTLED * SECONDS) for pair in pairs))
    before = memory(server)
    await asyncio.gather(*(_play(pair, begin + SECONDS) for pair in pairs))
    for pair in pairs:
        await pair.decide()  # no table is stuck
        await pair.leave()
    await host.close()
    return pairs, before


async def _play(pair: Pair, until: float) -> None:
    """Make decisions as fast as the server answers; a late answer fails."""
    while monotonic() < until:
        await (pair.decide_with_drop() if pair.chance.random() < BREAKS else pair.decide())


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_tables_go_on_when_connections_break(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server:
        pairs, before = run(played(server))
        after, said = memory(server), server.errors()
    decisions = sum(len(pair.times) for pair in pairs)
    breaks = sum(pair.reconnected for pair in pairs)
    print(f"{decisions} decisions, {breaks} broken lines, {before:.0f} MB, then {after:.0f} MB")
    assert not TROUBLE.search(said), said[-5000:]
    assert breaks >= TABLES
    if SOAK:
        assert after < GROWTH * before
