"""Games that are aborted or resigned."""

import pytest

import gipfel
from gipfel import BLACK, WHITE
from gipfel.games.core.registry import game_names
from gipfel.table.continuations import setup_from_record
from gipfel.table.events import Aborted, Accepted, Offered, Resigned
from gipfel.table.table import Table
from tests.helpers.tables import conclusion, firsts, new_table, refuse


@pytest.mark.parametrize("name", game_names())
def test_a_game_is_aborted_before_the_second_turn_is_complete(name: str) -> None:
    table = new_table(name)
    while table.position.turn < 2:
        twin = table.copy()
        assert twin.can_abort
        twin.apply(Aborted(BLACK))
        assert (twin.aborted, twin.score, twin.can_abort) == (True, "*", False)
        assert str(twin.outcome) == "* aborted"
        assert conclusion(twin) == "The game was aborted."
        refuse(twin, Aborted(WHITE), Resigned(WHITE), because="over")
        firsts(table, 1)
    assert not table.can_abort
    refuse(table, Aborted(WHITE), because="too late to abort")


def test_a_record_of_an_aborted_game_has_no_result() -> None:
    table = firsts(new_table(), 1)
    table.apply(Aborted(WHITE))
    record = gipfel.read_record(gipfel.write_record(table.record()))
    assert (record.result, record.reason) == ("*", "aborted")
    setup, happened = setup_from_record(record, gipfel.replay(record), table.seats)
    again = Table(setup)
    for event in happened:
        again.apply(event)
    assert again.outcome is None


def test_an_aborted_game_can_be_played_again() -> None:
    table = new_table()
    table.apply(Aborted(WHITE))
    table.apply(Offered(WHITE, "rematch"))
    table.apply(Accepted(BLACK, "rematch"))
    assert table.rematch_agreed


def test_a_finished_game_has_its_score() -> None:
    table = firsts(new_table(), 2)
    assert table.score == ""
    table.apply(Resigned(WHITE))
    assert (table.score, table.aborted) == ("0-1", False)
