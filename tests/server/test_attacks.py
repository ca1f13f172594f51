"""One address attacks a server; others hardly notice.

In `make test` small attacks share a server, which goes on and logs no error. In `make soak` each has its full
size and a server of its own, and limits what others notice: their waiting time, and the server's memory.
"""

from pathlib import Path

import pytest

from tests.helpers.check import only_in_check
from tests.helpers.server.attacks import (
    ENGINE_DELAY,
    LIMITS,
    SMALL,
    Attack,
    AttackerProcess,
    watched_engines,
)
from tests.helpers.server.bystanders import ADDRESS, Opponent, peak_memory, waiting_times
from tests.helpers.server.proxied import HOSTED, ProxiedClient
from tests.helpers.server.running import RunningServer, serving
from tests.helpers.soak import SIZE

THINK_TIME = 1.0
"""Seconds; level 3 thinks for less."""


GROUPS: list[tuple[Attack, ...]] = [(attack,) for attack in LIMITS] if SIZE else [tuple(LIMITS)]
"""Attacks on the same server."""


def names_of(attacks: tuple[Attack, ...]) -> str:
    return attacks[0].__name__ if len(attacks) == 1 else "all"


@only_in_check
@pytest.mark.parametrize("attacks", GROUPS, ids=names_of)
def test_others_hardly_notice_an_attack(tmp_path: Path, attacks: tuple[Attack, ...]) -> None:
    with serving(tmp_path / "tables.db", *HOSTED) as server:
        table_id = ProxiedClient(server, ADDRESS).new(game="gipf")["id"]
        attacker = AttackerProcess(server, table_id, *attacks, size=SIZE or SMALL)
        before = peak_memory(server)
        with waiting_times(server, table_id) as times:
            answers = attacker.attack()
        attacker.end()
        grown = peak_memory(server) - before
        _goes_on(server, table_id)
    print(f"{names_of(attacks)}: others waited {max(times):.3f} s, {grown:.0f} MB more, {dict(answers)}")
    if SIZE:
        assert max(times) < LIMITS[attacks[0]].wait
        assert grown < LIMITS[attacks[0]].megabytes


def _goes_on(server: RunningServer, table_id: str) -> None:
    """The server answers, and nothing has surprised it."""
    assert ProxiedClient(server, ADDRESS).ask("GET", f"/api/tables/{table_id}/position").status_code == 200
    assert server.errors() == ""


@only_in_check
def test_engines_answer_while_others_watch_engines(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", *HOSTED) as server:
        attacker = AttackerProcess(server, "", watched_engines, size=SIZE or SMALL)
        times = Opponent(server).play_while(attacker.attack)
        attacker.end()
        assert server.errors() == ""
    print(f"{len(times)} replies, the slowest one after {max(times):.2f} s")
    if SIZE:
        assert max(times) < THINK_TIME + ENGINE_DELAY
