"""Every game from start to end, only by pointing at the page; for `make check`."""

import pytest

import gipfel
from tests.browser.conftest import OpenTable
from tests.helpers.browser.prepared_games import assert_recorded, short
from tests.helpers.browser.server import Server
from tests.helpers.check import only_in_check


@only_in_check
@pytest.mark.parametrize("name", gipfel.game_names())
def test_a_complete_game_on_one_screen(server: Server, open_table: OpenTable, name: str) -> None:
    version, prefer = short(name)
    table = server.table(name, version, seed=1)
    driver = open_table(table, seed=1, prefer=prefer)
    assert_recorded(server, table, driver.play(), driver.page.inner_text("#view"))
