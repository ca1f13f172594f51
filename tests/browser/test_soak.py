"""The long run, `make soak`: every version of every turn-based game, complete, by pointing, with motion."""

import pytest

import gipfel
from tests.browser.conftest import OpenTable
from tests.helpers.browser.server import Server
from tests.helpers.random_games import VERSIONS

TURN_BASED = [(name, version) for name, version in VERSIONS if gipfel.game(name, version).clockwork is None]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("name", "version"), TURN_BASED)
def test_a_complete_game(server: Server, open_table: OpenTable, name: str, version: str, seed: int) -> None:
    table = server.table(name, version, seed=seed)
    end = open_table(table, seed, reduced_motion="no-preference").play()
    assert len(server.replayed(table).decisions) == end.number
