"""Tables with thousands of decisions: what is far back is computed again, not kept in memory."""

import tracemalloc

import pytest

from gipfel.table.events import Redone, Undone
from gipfel.table.table import Table
from tests.helpers.long_games import long_game
from tests.helpers.tables import decide, new_table

LONG = 1000
BYTES = 800
"""The most that a decision of a table in memory may need."""


@pytest.fixture(scope="module")
def long_table() -> Table:
    return decide(new_table("punct"), *long_game(LONG))


def test_a_table_keeps_its_decisions_in_little_memory() -> None:
    tracemalloc.start()
    table = decide(new_table("punct"), *long_game(LONG))
    made = tracemalloc.get_traced_memory()[0]
    table.apply(Undone(0))
    undone = tracemalloc.get_traced_memory()[0]
    table.apply(Redone(LONG - 100))
    redone = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert max(made, undone, redone) < BYTES * LONG


def test_positions_far_back(long_table: Table) -> None:
    again = new_table("punct")
    for number, text in enumerate(long_game(LONG)):
        if number % 83 == 0:
            position, before = long_table.position_at(number), long_table.decision_before(number)
            assert (str(position), position.turn) == (str(again.position), number)
            assert before == again.last
        decide(again, text)


def test_what_was_undone_can_be_redone(long_table: Table) -> None:
    table = long_table.copy()
    table.apply(Undone(700))
    table.apply(Undone(3))
    table.apply(Redone(500))
    assert (table.number, table.redo_to()) == (500, 501)
    assert str(table.position) == str(long_table.position_at(500))
    table.apply(Redone(LONG))
    assert table.turns() == long_table.turns()
    assert table.record() == long_table.record()
    assert table.redo_to() is None


def test_a_copy_shares_the_decisions(long_table: Table) -> None:
    assert long_table.copy().play.decisions is long_table.play.decisions
