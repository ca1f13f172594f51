"""Tables: what can happen at them, and what follows from it."""

from random import Random

import pytest

import gipfel
from gipfel import BLACK, WHITE, GipfelError
from gipfel.games.core.pointing import point
from gipfel.table import endings
from gipfel.table.continuations import setup_from_record
from gipfel.table.events import (
    Decided,
    Ended,
    Failed,
    LengthLimitLifted,
    Redone,
    Renamed,
    TimePassed,
    Undone,
    read_event,
    write_event,
)
from gipfel.table.table import Table
from tests.helpers.random_games import VERSIONS, random_game
from tests.helpers.tables import ENGINE, decide, new_table, play_at_random, table_from_record

# --- Playing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "version"), VERSIONS, ids=lambda text: text)
def test_the_same_events_give_the_same_table(name: str, version: str) -> None:
    table = new_table(name, version)
    happened = play_at_random(table, Random(1), 40)
    again = Table(table.setup)
    for event in happened:
        again.apply(read_event(write_event(event)))
    assert again.position == table.position
    assert again.turns() == table.turns()
    assert [turn.text for turn in table.turns()] == table.play.turn_texts()


def test_what_cannot_happen_changes_nothing() -> None:
    table = decide(new_table(), "e1-e3")
    before = (table.event_count, str(table.position))
    impossible = [
        Decided("e1-e3", WHITE),
        Decided("nonsense", BLACK),
        Undone(1),
        Undone(-1),
        Redone(2),
        TimePassed(5),
        LengthLimitLifted(),
        Ended("2-0", "magic"),
    ]
    for event in impossible:
        with pytest.raises(GipfelError):
            table.apply(event)
    assert (table.event_count, str(table.position)) == before


def test_a_copy_goes_its_own_way() -> None:
    table = decide(new_table(), "e1-e3")
    twin = decide(table.copy(), "e9-e7")
    twin.apply(Renamed(WHITE, "Ada"))
    assert (table.number, twin.number) == (1, 2)
    assert table.seats[WHITE].name == ""


def test_undo_takes_back_one_decision_of_two_people() -> None:
    table = decide(new_table(), "e1-e3", "e9-e7", "a1-c3")
    assert table.undo_to() == 2
    table.apply(Undone(0))
    assert table.undo_to() is None
    assert table.redo_to() == 1
    table.apply(Redone(3))
    assert [turn.text for turn in table.turns()] == ["e1-e3", "e9-e7", "a1-c3"]


def test_a_new_decision_forgets_what_was_undone() -> None:
    table = decide(new_table(), "e1-e3")
    table.apply(Undone(0))
    decide(table, "a1-c3")
    assert table.redo_to() is None


def test_undo_goes_back_until_a_person_is_to_act() -> None:
    table = decide(new_table(black=ENGINE), "e1-e3", "e9-e7")
    assert table.undo_to() == 0
    table.apply(Undone(0))
    assert table.redo_to() == 2
    assert decide(new_table(white=ENGINE), "e1-e3").undo_to() is None
    assert decide(new_table(white=ENGINE, black=ENGINE), "e1-e3").undo_to() is None


def test_resigning_can_be_taken_back() -> None:
    table = decide(new_table(), "e1-e3")
    table.apply(table.resignation(BLACK))
    assert str(table.outcome) == "1-0 resignation"
    with pytest.raises(GipfelError):
        table.apply(table.decided("e9-e7"))
    assert table.undo_to() == 1
    table.apply(Undone(1))
    assert table.outcome is None
    assert table.number == 1


def test_a_failing_engine_loses() -> None:
    table = new_table(black=ENGINE)
    table.apply(Failed(BLACK, "it died"))
    assert str(table.outcome) == "1-0 engine failure"


def test_an_endless_game_is_a_draw_until_a_person_lifts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endings, "MOST_TURNS", 2)
    table = decide(new_table(), "e1-e3", "e9-e7")
    assert str(table.outcome) == "1/2-1/2 no end after 2 turns"
    record = table.record()
    with pytest.raises(GipfelError):
        table.apply(Decided("a1-c3", WHITE))
    table.apply(LengthLimitLifted())
    decide(table, "a1-c3")
    for written in (record, table.record()):
        setup, happened = setup_from_record(written, gipfel.replay(written), table.seats)
        again = Table(setup)
        for event in happened:
            again.apply(event)
        assert again.record() == written
        assert (again.adjudicated is None) == again.lifted
    assert new_table("zertz").adjudicated is None


def test_a_game_that_has_ended_on_the_board_cannot_be_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endings, "MOST_TURNS", 1)
    table = table_from_record(random_game("gipf", "basic", 1).record())
    assert table.position.outcome is not None
    assert table.adjudicated is None
    with pytest.raises(GipfelError):
        table.apply(LengthLimitLifted())


# --- Games with time ----------------------------------------------------------------------------------


def test_both_sides_act_at_their_times() -> None:
    table = new_table("tamsk", "level2")
    first = point(table.position, (), WHITE).decisions[0]
    table.apply(table.decided(first.text, WHITE, 1500))
    assert table.position.time == 1500
    table.apply(TimePassed(2500))
    assert table.position.time == 2500
    with pytest.raises(GipfelError):
        table.apply(TimePassed(2000))
    with pytest.raises(GipfelError):
        table.apply(Undone(0))
    again = table_from_record(table.record())
    assert again.position == table.position
