"""Contests and chance at a table."""

from random import Random

import pytest

import gipfel
from gipfel import WHITE, Decision, GipfelError
from gipfel.games.core.contest import contest_after
from gipfel.table.continuations import decided_events, setup_from_table
from gipfel.table.events import Accepted, Decided, Declined, Event, Offered, Redone, Seated, Undone
from gipfel.table.offers import Offer
from gipfel.table.table import Table
from tests.helpers.tables import (
    ENGINE,
    at_the_dice,
    in_a_contest,
    play_at_random,
    refuse,
    standing,
    table_from_record,
)


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


# --- A tie by agreement (rules 9.3 point 4, L-4) ---------------------------------------------------------


def _conclusion(last: Decision) -> str:
    """How the contest ended that a decision belongs to."""
    end = contest_after(last, None)
    assert end is not None
    return last.position.contest_ended(end)


def test_a_tie_is_offered_and_accepted_in_a_contest() -> None:
    table = in_a_contest()
    assert table.contest is not None
    user, number = table.contest.user, table.number
    log: list[Event] = [Offered(user, "tie"), Accepted(user.other, "tie")]
    for event in log:
        table.apply(event)
    assert (table.contest, table.offer, table.outcome) == (None, None, None)
    assert table.number == number + 1
    last = table.play.decisions[-1]
    assert last.text == "agree:="
    assert "tie" in _conclusion(last)


@pytest.mark.parametrize("tie", ["use", "deny"])
def test_an_agreed_tie_has_the_consequence_of_a_tie(tie: str) -> None:
    """Rules 9.4, L-6."""
    table = in_a_contest(**{"link.tie": tie})
    assert table.contest is not None
    user = table.contest.user
    assert table.position.tie_serves == (user if tie == "use" else user.other)
    table.apply(Offered(user.other, "tie"))
    table.apply(Accepted(user, "tie"))
    assert table.contest is None
    last = table.play.decisions[-1]
    assert _conclusion(last).endswith("is used.") == (tie == "use")


def test_an_agreed_tie_that_is_played_again_ends_the_offer() -> None:
    table = in_a_contest(**{"link.tie": "replay"})
    assert table.position.tie_serves is None
    table.apply(Offered(WHITE, "tie"))
    table.apply(Accepted(WHITE.other, "tie"))
    assert table.contest is not None
    assert table.contest.attempt == 2
    assert table.offer is None


def test_nobody_ties_a_contest_alone_or_for_somebody_else() -> None:
    table = in_a_contest()
    refuse(table, Accepted(WHITE, "tie"), because="does not offer this now")
    table.apply(Offered(WHITE, "tie"))
    refuse(table, Accepted(WHITE, "tie"), because="does not offer this now")
    refuse(table, Offered(WHITE, "tie"), because="has offered this already")
    table.apply(Declined(WHITE.other, "tie"))
    refuse(table, Accepted(WHITE.other, "tie"), because="does not offer this now")
    refuse(table, Offered(WHITE, "tie"), because="has just refused")


def test_a_tie_is_offered_only_in_a_contest_in_which_somebody_decides() -> None:
    dice = at_the_dice()
    refuse(dice, Offered(WHITE, "tie"), because="Chance decides now")
    dice.apply(dice.thrown())
    refuse(dice, Offered(WHITE, "tie"), because="No contest is being played")
    assert not dice.can_offer(WHITE, "tie")


def test_an_offered_tie_ends_with_its_contest_and_when_the_other_side_plays_on() -> None:
    table = in_a_contest()
    to_act = table.position.side
    table.apply(Offered(to_act, "tie"))
    table.apply(table.resignation(to_act))
    assert table.contest is None
    assert table.offer is None
    table = in_a_contest()
    to_act = table.position.side
    table.apply(Offered(to_act.other, "tie"))
    assert table.offer == Offer("tie", to_act.other)
    play_at_random(table, Random(1), 1)
    assert table.offer is None


def test_an_agreed_tie_is_replayed_and_recorded() -> None:
    table = in_a_contest()
    log = [*play_log(table), Offered(WHITE, "tie"), Accepted(WHITE.other, "tie")]
    again = Table(table.setup)
    for event in log:
        again.apply(event)
    for event in log[-2:]:
        table.apply(event)
    assert standing(again) == standing(table)
    read = table_from_record(gipfel.read_record(gipfel.write_record(table.record())))
    assert read.position == table.position
    table.apply(Undone(table.number - 1))
    assert table.contest is not None
