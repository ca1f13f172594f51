"""The long run, `make soak`: every version of every turn-based game, complete, by pointing, with motion."""

import pytest

from tests.browser.conftest import OpenTable
from tests.browser.test_games import replayed
from tests.helpers.browser.server import Server
from tests.helpers.random_games import VERSIONS

REAL_TIME = {("tamsk", "level2"), ("tamsk", "level3")}
NEEDS_OPTIONS = {("project", "menu")}
TURN_BASED = [game for game in VERSIONS if game not in REAL_TIME | NEEDS_OPTIONS]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("name", "version"), TURN_BASED)
def test_a_complete_game(server: Server, open_table: OpenTable, name: str, version: str, seed: int) -> None:
    table = server.table(name, version, seed=seed)
    end = open_table(table, seed, reduced_motion="no-preference").play()
    assert len(replayed(server, table).decisions) == end.number
