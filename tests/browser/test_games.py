"""Every game by pointing at the page: its first decisions, and its last ones up to the result."""

import pytest

import gipfel
from tests.browser.conftest import OpenTable
from tests.helpers.browser.prepared_games import assert_recorded, beginning, random_game, record_text, short
from tests.helpers.browser.server import Server
from tests.helpers.check import some_of

BEGUN = some_of(gipfel.game_names(), 3)
ENDED = some_of([*reversed(gipfel.game_names())], 3)
"""What `make test` tries: other games at the beginning than at the end."""
SOME = 5
"""Decisions at the beginning and at the end; test_whole_games.py makes all of them."""


@pytest.mark.parametrize("name", BEGUN)
def test_a_game_begins(server: Server, open_table: OpenTable, name: str) -> None:
    table = server.table(name, short(name).version, seed=1)
    driver = open_table(table, seed=1)
    state = driver.play(until=lambda state: state.number >= SOME)
    assert len(server.replayed(table).decisions) == state.number


@pytest.mark.parametrize("name", ENDED)
def test_a_game_ends(server: Server, open_table: OpenTable, name: str) -> None:
    version, prefer = short(name)
    played = random_game(name, version, seed=1)
    table = server.table_of(record_text(beginning(played, len(played.decisions) - SOME)))
    driver = open_table(table, seed=1, prefer=prefer)
    assert_recorded(server, table, driver.play(), driver.page.inner_text("#view"))
