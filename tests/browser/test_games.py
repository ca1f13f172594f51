"""Every game from start to end, only by pointing at the page."""

import pytest

import gipfel
from tests.browser.conftest import OpenTable
from tests.helpers.browser.prepared_games import short
from tests.helpers.browser.server import Server


@pytest.mark.parametrize("name", gipfel.game_names())
def test_a_complete_game_on_one_screen(server: Server, open_table: OpenTable, name: str) -> None:
    version, prefer = short(name)
    table = server.table(name, version, seed=1)
    driver = open_table(table, seed=1, prefer=prefer)
    end = driver.play()
    recorded = server.replayed(table)
    assert len(recorded.decisions) == end.number
    assert recorded.position.outcome is not None
    summary = next(one for one in server.get("/api/tables?finished=true")["tables"] if one["id"] == table)
    assert summary["outcome"]["score"] == recorded.position.outcome.score
    assert summary["outcome"]["text"] in driver.page.inner_text("#view")
