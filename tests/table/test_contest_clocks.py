"""Clocks of contests, and contests that can be claimed (potentials.md 9.3 point 4, L-4)."""

import pytest

from gipfel import BLACK, WHITE
from gipfel.games.core.side import Side
from gipfel.games.core.time_limit import NO_CLOCK, TimeLimit
from gipfel.table.clock import DAY, MINUTE, SECOND
from gipfel.table.continuations import decided_events
from gipfel.table.events import (
    Accepted,
    Claimed,
    Offered,
    Redone,
    Resigned,
    Seated,
    ServerOff,
    TimedOut,
    Undone,
)
from gipfel.table.seats import Seat
from gipfel.table.setup import new_setup
from tests.helpers.tables import ENGINE, in_a_contest, refuse, standing
from tests.helpers.timed_tables import DAYS, DELAY, INCREMENT, START, SUDDEN, TimedTable


class Evening(TimedTable):
    """A table at which White's use has led to a contest."""

    def __init__(self, clock: TimeLimit = NO_CLOCK, kind: str = "zertz blitz", **options: str | int) -> None:
        played = in_a_contest(kind, **options)
        seats = {side: Seat() for side in Side}
        super().__init__(
            new_setup("project", played.game.version, played.game.written_options, seats, clock=clock)
        )
        for event in decided_events(played.play.decisions):
            self.let(event)

    def decide(self, after: int = 0) -> None:
        self.let(self.table.decided(self.table.position.decisions()[0].text), after)

    def assert_stored(self) -> None:
        """Read from a database, the table is the same."""
        again = self.again()
        assert standing(again) == standing(self.table)
        assert (again.clocks, again.lapse) == (self.table.clocks, self.table.lapse)


# --- The clock ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "each"),
    [
        (SUDDEN, 10 * MINUTE),
        (INCREMENT, 5 * MINUTE // 2),
        (DELAY, 5 * MINUTE // 2),
        (TimeLimit("increment", minutes=0, seconds=10), 10 * SECOND),
        (DAYS, 3 * DAY),
    ],
)
def test_a_contest_has_half_the_minutes_of_the_table(limit: TimeLimit, each: int) -> None:
    evening = Evening(limit)
    assert evening.left() == (each, each)
    assert evening.table.clock is not None
    assert evening.table.clock.running == evening.table.position.side
    assert evening.table.deadline == START + each + 1000 * (limit.seconds if limit is DELAY else 0)
    evening.assert_stored()


def test_the_clocks_of_the_game_stand_meanwhile() -> None:
    evening = Evening(INCREMENT)
    table, side = evening.table, evening.table.position.side
    stood = table.clocks[""]
    evening.decide(30 * SECOND)
    while table.position.side == side:
        evening.decide()
    white, black = evening.left()
    assert (white, black)[side] == 5 * MINUTE // 2 - 30 * SECOND + 10 * SECOND
    assert (white, black)[side.other] == 5 * MINUTE // 2
    assert table.clocks[""] == stood
    evening.let(table.resignation(WHITE), 10 * SECOND)
    assert table.contest is None
    assert stood is not None
    assert table.clock is not None
    assert table.clock.left == stood.left
    assert table.clock.running == table.position.side
    evening.assert_stored()


def test_who_runs_out_of_time_loses_the_contest_and_not_the_game() -> None:
    evening = Evening(SUDDEN)
    table, side = evening.table, evening.table.position.side
    refuse(table, TimedOut(side), TimedOut(side.other), because="time is not up")
    evening.now += 10 * MINUTE
    table.at = evening.now
    for late in (table.resignation(side), Offered(side, "tie"), Resigned(side.other)):
        refuse(table, late, because="has no time left")
    refuse(table, TimedOut(side.other), because="time is not up")
    number = table.number
    evening.let(TimedOut(side))
    assert (table.contest, table.outcome) == (None, None)
    assert table.number == number + 1
    assert table.play.decisions[-1].text == ("forfeit:W" if side == WHITE else "forfeit:B")
    assert table.lapse is not None
    assert (table.lapse.number, table.lapse.side, table.lapse.claimed) == (table.number, side, False)
    evening.assert_stored()


def test_a_contest_lost_in_time_cannot_be_undone() -> None:
    evening = Evening(SUDDEN)
    table, side = evening.table, evening.table.position.side
    evening.let(Offered(side, "undo"))
    evening.let(TimedOut(side), 10 * MINUTE)
    assert table.offer is None
    after = table.number
    refuse(table, Undone(after - 1), Undone(0), because="cannot be undone")
    assert table.undo_to() is None
    for asks in Side:
        refuse(table, Offered(asks, "undo"), because="cannot be undone")
    evening.decide()
    evening.let(Undone(after))
    assert table.number == after
    evening.assert_stored()


def test_the_time_of_a_contest_is_not_given_back_by_an_undo() -> None:
    evening = Evening(SUDDEN)
    table = evening.table
    evening.decide(MINUTE)
    left, number = evening.left(), table.number
    evening.let(table.resignation(WHITE))
    evening.let(Undone(number))
    assert evening.left() == left
    evening.let(Undone(number - 2), MINUTE)
    assert table.clock_of != "" or table.contest is None
    evening.let(Redone(number), MINUTE)
    assert sum(evening.left()) <= sum(left)
    evening.assert_stored()


def test_nobody_waits_for_a_lot_or_an_engine() -> None:
    evening = Evening(SUDDEN)
    table, side = evening.table, evening.table.position.side
    evening.let(Seated(side, ENGINE))
    assert table.clock is not None
    assert table.clock.running is None
    evening.let(Undone(table.number - 1))
    assert table.by_chance
    assert table.clock.running is None


def test_an_agreed_tie_gives_the_increment_of_a_decision() -> None:
    evening = Evening(INCREMENT, **{"link.tie": "use"})
    table = evening.table
    stood = table.clocks[""]
    evening.let(Offered(WHITE, "tie"))
    evening.let(Accepted(BLACK, "tie"))
    assert table.position.side == BLACK
    assert stood is not None
    assert table.clock is not None
    assert table.clock.left[WHITE] == stood.left[WHITE] + 10 * SECOND


def test_a_written_clock_counts_at_a_table_without_one() -> None:
    evening = Evening(**{"link.clock": "sudden-death minutes=7"})
    assert evening.left() == (7 * MINUTE, 7 * MINUTE)
    side = evening.table.position.side
    evening.let(TimedOut(side), 7 * MINUTE)
    assert (evening.table.contest, evening.table.clock) == (None, None)
    evening.assert_stored()


@pytest.mark.parametrize("limit", [NO_CLOCK, SUDDEN])
def test_without_a_clock_nobody_runs_out_of_time(limit: TimeLimit) -> None:
    evening = Evening(limit, **{"link.clock": "off"})
    assert evening.table.deadline is None
    evening.decide(1000 * DAY)
    assert evening.table.contest is not None


# --- Patience -------------------------------------------------------------------------------------------


def test_who_stays_away_for_three_days_can_be_claimed_against() -> None:
    evening = Evening()
    table, away = evening.table, evening.table.position.side
    table.at = START + 3 * DAY - 1
    refuse(table, Claimed(away.other), because="still has time")
    table.at = START + 3 * DAY
    refuse(table, Claimed(away), because="no decision of")
    refuse(table, TimedOut(away), because="time is not up")
    evening.let(Claimed(away.other), 3 * DAY)
    assert (table.contest, table.outcome) == (None, None)
    assert table.play.decisions[-1].text == ("forfeit:W" if away == WHITE else "forfeit:B")
    assert table.lapse is not None
    assert table.lapse.claimed
    refuse(table, Claimed(away.other), because="No contest is being played")
    refuse(table, Undone(table.number - 1), because="cannot be undone")
    evening.assert_stored()


def test_who_is_late_may_still_decide_until_the_contest_is_claimed() -> None:
    evening = Evening()
    away = evening.table.position.side
    evening.decide(30 * DAY)
    refuse(evening.table, Claimed(away.other))


def test_each_decision_begins_the_days_again() -> None:
    """Also if one player decides several times in a row."""
    evening = Evening(kind="zertz basic")
    side = evening.table.position.side
    evening.decide(2 * DAY)
    assert evening.table.position.side == side, "a marble is placed, then a ring is removed"
    evening.table.at += 2 * DAY
    refuse(evening.table, Claimed(side.other), because="still has time")


def test_what_was_offered_does_not_begin_the_days_again() -> None:
    evening = Evening()
    away = evening.table.position.side
    evening.let(Offered(away, "tie"), 2 * DAY)
    evening.let(Claimed(away.other), DAY)
    assert evening.table.contest is None


def test_a_report_that_nobody_confirms_can_be_claimed() -> None:
    evening = Evening(kind="outside")
    assert evening.table.position.side == WHITE
    evening.let(evening.table.decided("report:W"), DAY)
    refuse(evening.table, Claimed(BLACK), because="no decision of")
    evening.let(Claimed(WHITE), 3 * DAY)
    assert evening.table.contest is None


def test_the_days_in_which_the_server_was_off_do_not_count() -> None:
    evening = Evening()
    away = evening.table.position.side
    evening.let(ServerOff(START + DAY, START + 5 * DAY))
    evening.table.at = START + 6 * DAY
    refuse(evening.table, Claimed(away.other), because="still has time")
    evening.let(Claimed(away.other), 7 * DAY)
    evening.assert_stored()


@pytest.mark.parametrize(
    ("limit", "options"),
    [
        pytest.param(SUDDEN, {}, id="a contest with a clock"),
        pytest.param(NO_CLOCK, {"link.patience": "off"}, id="no patience agreed on"),
    ],
)
def test_other_contests_cannot_be_claimed(limit: TimeLimit, options: dict[str, str]) -> None:
    evening = Evening(limit, **options)
    evening.table.at = START + 300 * DAY
    for side in Side:
        refuse(evening.table, Claimed(side), because="no decision of")


def test_nobody_claims_against_an_engine_or_an_empty_seat() -> None:
    for seat in (ENGINE, Seat(waits=True)):
        evening = Evening()
        away = evening.table.position.side
        evening.let(Seated(away, seat))
        evening.table.at = START + 300 * DAY
        refuse(evening.table, Claimed(away.other), because="no decision of")
        evening = Evening()
        evening.let(Seated(away.other, ENGINE))
        evening.table.at = START + 300 * DAY
        refuse(evening.table, Claimed(away.other), because="no decision of")


def test_who_takes_a_seat_has_all_days() -> None:
    evening = Evening()
    away = evening.table.position.side
    evening.let(Seated(away, Seat(waits=True)), 2 * DAY)
    evening.let(Seated(away, Seat(name="Ben")), 2 * DAY)
    evening.table.at = evening.now + 2 * DAY
    refuse(evening.table, Claimed(away.other), because="still has time")
