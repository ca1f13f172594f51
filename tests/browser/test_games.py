"""Every game, complete, from the start to the end, by pointing at the page and nothing else."""

import pytest

import gipfel
from tests.browser.conftest import Sit
from tests.helpers.browser.server import Server

SHORT = {
    "gipf": ("basic", ""),
    "punct": ("basic", "tray"),
    "zertz": ("blitz", ""),
    "dvonn": ("standard", ""),
    "yinsh": ("blitz", ""),
    "tzaar": ("fixed", ""),
    "tamsk": ("level1", "button ring"),
    "project": ("tamsk6", ""),
}
"""Each game in a short version, and what is pointed at first so that it ends sooner; more in test_soak.py."""


def replayed(server: Server, table: str) -> gipfel.Playthrough:
    """What the server wrote down, checked by replaying it."""
    return gipfel.replay(gipfel.read_record(server.text(f"/api/tables/{table}/record")))


@pytest.mark.parametrize("name", SHORT)
def test_a_complete_game_of_two_friends_at_one_screen(server: Server, sit: Sit, name: str) -> None:
    version, prefer = SHORT[name]
    table = server.table(name, version, seed=1)
    driver = sit(table, seed=1, prefer=prefer)
    end = driver.play()
    written = replayed(server, table)
    assert len(written.decisions) == end.number
    assert written.position.outcome is not None
    summary = next(one for one in server.get("/api/tables?finished=true")["tables"] if one["id"] == table)
    assert summary["outcome"]["score"] == written.position.outcome.score
    assert summary["outcome"]["text"] in driver.page.inner_text("#view")
