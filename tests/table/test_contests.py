"""Contests and chance at a table."""

from random import Random

import pytest

import gipfel
from gipfel import WHITE, GipfelError
from gipfel.table.continuations import decided_events, setup_from_table
from gipfel.table.events import Decided, Event, Redone, Seated, Undone
from gipfel.table.table import Table
from tests.helpers.tables import ENGINE, at_the_dice, play_at_random, table_from_record


def test_chance_is_not_anybodys_to_decide() -> None:
    table = at_the_dice()
    with pytest.raises(GipfelError):
        table.decided("die:6-1")
    assert table.sides_to_act(table.persons) == []


def test_dice_are_not_thrown_again_after_undo() -> None:
    table = at_the_dice()
    announced = table.number
    thrown = table.thrown()
    table.apply(thrown)
    table.apply(Undone(announced - 1))
    table.apply(Redone(announced))
    assert table.position.by_chance
    assert table.thrown() == thrown
    again = Table(table.setup)  # the same after everything was read from a database
    for event in [*play_log(table), thrown, Undone(announced)]:
        again.apply(event)
    assert again.thrown() == thrown


def play_log(table: Table) -> list[Event]:
    return decided_events(table.play.decisions)


def test_resigning_in_a_contest_loses_only_the_contest() -> None:
    table = at_the_dice()
    assert table.contest is not None
    resigned = table.resignation(table.contest.user)
    assert isinstance(resigned, Decided)
    table.apply(resigned)
    assert table.outcome is None
    assert not table.by_chance


def test_nobody_gives_a_contest_up_for_somebody_else() -> None:
    table = in_a_game()
    own, other = ("forfeit:W", "forfeit:B") if table.position.side == WHITE else ("forfeit:B", "forfeit:W")
    with pytest.raises(GipfelError, match=r"not .*'s to decide"):
        table.decided(other)
    assert table.decided("agree:=").text == "agree:="
    table.apply(Seated(table.position.side.other, ENGINE))
    with pytest.raises(GipfelError, match=r"not .*'s to decide"):
        table.decided("agree:=")
    table.apply(table.decided(own))
    assert table.contest is None
    assert table.outcome is None


def in_a_game() -> Table:
    """A table at which a game is played for the use of a potential."""
    table = at_the_dice("one-shot", **{"link.mode": "must-win", "link.Z": "zertz blitz", "base": "basic"})
    table.apply(table.thrown())
    return table


def test_a_contest_is_taken_back_made_again_branched_and_recorded() -> None:
    table = in_a_game()
    announced = table.number - 1
    play_at_random(table, Random(1), 4)
    made, shown = table.number, table.turns()
    setup, happened = setup_from_table(table, made - 2, None)
    branch = Table(setup)
    for event in happened:
        branch.apply(event)
    assert branch.position == table.position_at(made - 2)
    table.apply(Undone(announced))
    assert table.by_chance
    lot = table.thrown()
    table.apply(Redone(made))
    assert table.turns() == shown
    table.apply(Undone(announced))
    table.apply(lot)
    assert table.position == branch.position_at(announced + 1)
    again = table_from_record(gipfel.read_record(gipfel.write_record(branch.record())))
    assert again.position == branch.position
