"""Clocks of tables: whose time runs, how much is left, and what happens when none is."""

from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import gipfel
from gipfel import BLACK, WHITE, GipfelError
from gipfel.games.core.side import Side
from gipfel.games.core.time_limit import NO_CLOCK, TimeLimit
from gipfel.table.clock import (
    DAY,
    LAG_BUDGET,
    LAG_REFILL,
    MINUTE,
    MOST_LAG,
    REPLY_SHOWN,
    SECOND,
    Clock,
    limit_to_dict,
    read_limit,
)
from gipfel.table.continuations import setup_from_record, setup_from_table
from gipfel.table.events import (
    Accepted,
    Decided,
    LengthLimitLifted,
    MessageSent,
    Offered,
    Resigned,
    Seated,
    TimedOut,
    Undone,
)
from gipfel.table.seats import Seat, read_seats
from gipfel.table.setup import new_setup
from gipfel.table.table import Table
from tests.helpers.tables import play_at_random
from tests.helpers.timed_tables import DAYS, DELAY, INCREMENT, START, SUDDEN, TimedTable

LIMITS = [SUDDEN, INCREMENT, DELAY, DAYS]
FREE = 2
"""Turns before the clock starts."""


class Match(TimedTable):
    """A table with a clock."""

    def __init__(self, limit: TimeLimit, game: str = "gipf", version: str | None = None, **seats: Seat):
        chosen = {WHITE: seats.get("white", Seat()), BLACK: seats.get("black", Seat())}
        super().__init__(new_setup(game, version, {}, chosen, clock=limit))

    def decide(self, *after: int, lag: int = 0) -> None:
        """The first legal decisions, each some milliseconds after the one before."""
        for wait in after:
            text = self.table.position.decisions()[0].text
            self.let(self.table.decided(text, lag=lag), wait)

    def begin(self) -> "Match":
        """Play the turns before the clock starts; now White's time runs."""
        while self.table.position.turn < FREE:
            self.decide(7 * MINUTE)
        return self

    @property
    def clock(self) -> Clock:
        assert self.table.clock is not None
        return self.table.clock


# --- The rule -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [NO_CLOCK, *LIMITS], ids=lambda limit: limit.kind)
def test_rules_are_written_and_read(limit: TimeLimit) -> None:
    assert read_limit(limit_to_dict(limit)) == limit


def test_no_clock_goes_without_saying() -> None:
    assert read_limit(None) == read_limit({"kind": "none"}) == NO_CLOCK
    assert Clock.of(NO_CLOCK) is None


@pytest.mark.parametrize(
    ("plain", "said"),
    [
        (7, "a clock is"),
        ([], "a clock is"),
        ({}, "kind of a clock is one of none, sudden-death"),
        ({"kind": "hourglass"}, "not 'hourglass'"),
        ({"kind": ["none"]}, "kind of a clock"),
        ({"kind": "none", "minutes": 5}, "has no 'minutes'; it has no numbers"),
        ({"kind": "sudden-death"}, "1 to 600 minutes, which are missing"),
        ({"kind": "sudden-death", "minutes": 0}, "1 to 600 minutes, not 0"),
        ({"kind": "sudden-death", "minutes": True}, "not True"),
        ({"kind": "sudden-death", "minutes": 5.0}, "not 5.0"),
        ({"kind": "sudden-death", "minutes": float("nan")}, "not nan"),
        ({"kind": "sudden-death", "minutes": 5, "days": 1}, "has no 'days'; it has minutes"),
        ({"kind": "increment", "minutes": 5}, "1 to 600 seconds"),
        ({"kind": "delay", "minutes": -1, "seconds": 5}, "0 to 600 minutes"),
        ({"kind": "correspondence", "days": 10**30}, "1 to 365 days"),
    ],
    ids=str,
)
def test_clocks_that_do_not_exist(plain: object, said: str) -> None:
    with pytest.raises(GipfelError, match=said):
        read_limit(plain)


def test_games_with_their_own_time_have_no_clock() -> None:
    for version in ("level2", "level3"):
        with pytest.raises(GipfelError, match="has its own time"):
            new_setup("tamsk", version, {}, read_seats(None), clock=SUDDEN)
        new_setup("tamsk", version, {}, read_seats(None), clock=NO_CLOCK)
    assert Match(SUDDEN, "tamsk", "level1").begin().clock.running == WHITE


# --- When it runs -------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.kind)
def test_the_first_turn_of_each_side_is_free(limit: TimeLimit) -> None:
    match = Match(limit)
    before = match.left()
    for _ in range(FREE):
        assert match.clock.running is None
        assert match.table.deadline is None
        match.decide(DAY)
    assert match.left() == before
    assert match.clock.running == WHITE
    assert match.clock.face(match.now)["running"] == "white"


def test_a_first_turn_of_several_decisions_is_free_to_its_end() -> None:
    match = Match(SUDDEN, "zertz")
    match.decide(DAY, DAY, DAY)
    assert match.table.position.turn == 1
    assert match.clock.running is None
    match.decide(DAY)
    assert match.clock.running == WHITE


def test_sudden_death_by_hand() -> None:
    match = Match(SUDDEN).begin()
    match.decide(60_000, 1, 0, 30_000)
    assert match.left() == (19 * MINUTE, 20 * MINUTE - 30_001)
    assert match.table.deadline == match.now + 19 * MINUTE


def test_an_increment_comes_after_each_stretch() -> None:
    match = Match(INCREMENT).begin()
    match.decide(4_000)
    assert match.left() == (5 * MINUTE + 6_000, 5 * MINUTE)
    match.decide(15_000)
    assert match.left() == (5 * MINUTE + 6_000, 5 * MINUTE - 5_000)


def test_who_gets_only_increments_begins_with_one() -> None:
    match = Match(TimeLimit("increment", minutes=0, seconds=10)).begin()
    match.decide(9_999)
    assert match.left() == (10_001, 10_000)


def test_delay_lets_the_first_seconds_go_free() -> None:
    match = Match(DELAY).begin()
    assert match.clock.face(match.now)["free"] == 10_000
    assert match.clock.face(match.now + 4_000) == {
        "kind": "delay",
        "minutes": 5,
        "seconds": 10,
        "left": {"white": 5 * MINUTE, "black": 5 * MINUTE},
        "running": "white",
        "free": 6_000,
    }
    match.decide(9_000, 12_500)
    assert match.left() == (5 * MINUTE, 5 * MINUTE - 2_500)


def test_delay_alone_is_so_much_for_each_stretch() -> None:
    match = Match(TimeLimit("delay", minutes=0, seconds=5)).begin()
    match.decide(4_999, 4_999, 4_999)
    with pytest.raises(GipfelError, match="Black has no time left"):
        match.decide(5_000)
    match.let(TimedOut(BLACK), 5_000)
    assert str(match.table.outcome) == "1-0 time"


def test_correspondence_gives_all_days_again() -> None:
    match = Match(DAYS).begin()
    match.decide(2 * DAY, 3 * DAY - 1, DAY)
    assert match.left() == (3 * DAY, 3 * DAY)
    assert match.table.deadline == match.now + 3 * DAY


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.kind)
def test_a_stretch_of_several_decisions_is_one(limit: TimeLimit) -> None:
    """In TZAAR a side decides twice: no second delay, and one increment."""
    match = Match(limit, "tzaar", "fixed").begin()
    before = match.left()[0]
    match.decide(8_000)
    assert match.clock.running == WHITE
    match.decide(8_000)
    assert match.clock.running == BLACK
    spent = {"sudden-death": 16_000, "increment": 6_000, "delay": 6_000, "correspondence": 0}
    assert match.left()[0] == before - spent[limit.kind]


def test_nobody_waits_for_somebody_who_has_not_come_yet() -> None:
    record = gipfel.read_record(gipfel.write_record(Match(SUDDEN).begin().table.record()))
    seats = {WHITE: Seat(), BLACK: Seat(waits=True)}
    setup, happened = setup_from_record(record, gipfel.replay(record), seats, SUDDEN)
    table = Table(setup)
    for event in happened:
        table.apply(event, START)
    assert table.clock is not None
    assert table.clock.running is None
    table.apply(Seated(BLACK, Seat(name="Ada")), START + DAY)
    assert (table.clock.running, table.deadline) == (WHITE, START + DAY + 20 * MINUTE)


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.kind)
def test_an_engine_has_no_clock_and_the_person_its_own(limit: TimeLimit) -> None:
    match = Match(limit, black=Seat("engine", player="random")).begin()
    engine = match.left()[1]
    for _ in range(3):
        match.decide(11_000)
        assert match.table.deadline is None
        match.decide(DAY)
        assert match.clock.running == WHITE
    spent = {"sudden-death": 30_000, "increment": 0, "delay": 0, "correspondence": 0}
    full = {"sudden-death": 20 * MINUTE, "correspondence": 3 * DAY}.get(limit.kind, 5 * MINUTE)
    assert match.left() == (full - spent[limit.kind], engine)


@pytest.mark.parametrize(("left", "shown"), [(MINUTE, REPLY_SHOWN), (MINUTE - 1, 0)])
def test_the_time_in_which_a_reply_is_shown_is_charged_to_nobody(left: int, shown: int) -> None:
    """Unless the player has little time, and never against a person."""
    match = Match(SUDDEN, black=Seat("engine", player="random")).begin()
    match.decide(20 * MINUTE - left + REPLY_SHOWN, 0)
    match.decide(3_000)
    assert match.left()[0] == left - 3_000 + shown
    people = Match(SUDDEN).begin()
    people.decide(0, 0, 3_000)
    assert people.left()[0] == 20 * MINUTE - 3_000


def test_games_from_before_replies_were_shown_keep_their_times() -> None:
    match = Match(SUDDEN, black=Seat("engine", player="random")).begin()
    match.decide(3_000)
    text = match.table.position.decisions()[0].text
    match.let(replace(match.table.decided(text), shown=0), 0)
    match.decide(3_000)
    assert match.left()[0] == 20 * MINUTE - 6_000 + REPLY_SHOWN  # shown before the first of them


def test_the_clock_stands_while_a_contest_is_played() -> None:
    """What is left of a delay before it is left after it."""
    match, before = at_a_contest(DELAY)
    user = match.table.contest
    assert user is not None
    stood = match.left()
    assert match.table.deadline is None
    match.now += DAY
    assert match.left() == stood
    own = match.table.resignation(user.user)
    assert isinstance(own, Decided)
    match.let(own, DAY)
    assert match.table.contest is None
    assert match.clock.running == match.table.position.side
    assert match.left() == stood
    assert match.again().clock == match.clock
    assert before == stood


def at_a_contest(limit: TimeLimit) -> tuple[Match, tuple[int, int]]:
    """A table at which a contest has just begun, and what was left before."""
    for seed in range(100):
        match, chance = Match(limit, "project", "dice"), Random(seed)
        while match.table.outcome is None and match.table.contest is None and match.table.number < 200:
            before = match.left()
            text = chance.choice(match.table.position.decisions()).text
            match.let(match.table.decided(text), 3 * SECOND)
        if match.table.contest is not None and match.table.position.turn >= FREE:
            return match, before
    raise AssertionError("no contest")


# --- Running out --------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.kind)
def test_who_has_no_time_left_loses(limit: TimeLimit) -> None:
    match = Match(limit).begin()
    match.decide(1)
    due = match.table.deadline
    assert due is not None
    for side, at in ((BLACK, due - 1), (WHITE, due)):
        with pytest.raises(GipfelError, match="time is not up"):
            match.table.apply(TimedOut(side), at)
    match.let(TimedOut(BLACK), due - match.now)
    assert str(match.table.outcome) == "1-0 time"
    assert match.clock.running is None
    assert match.left()[1] == 0
    assert match.table.game.conclusion(match.table.outcome) == "White wins: time."  # type: ignore[arg-type]
    assert match.table.undo_to() is None
    for impossible in (Undone(0), Undone(match.table.number), TimedOut(BLACK), LengthLimitLifted()):
        with pytest.raises(GipfelError):
            match.let(impossible, 1)


def test_too_late_is_too_late_for_everything_but_a_word() -> None:
    match = Match(SUDDEN).begin()
    match.decide(1)
    match.let(Offered(WHITE, "undo"))
    late = 20 * MINUTE
    text = match.table.position.decisions()[0].text
    before = (match.table.event_count, match.table.at)
    for impossible in (
        Decided(text, BLACK),
        Undone(0),
        Resigned(WHITE),
        Accepted(BLACK, "undo"),
        Offered(BLACK, "undo"),
    ):
        with pytest.raises(GipfelError, match="Black has no time left"):
            match.let(impossible, late)
    assert (match.table.event_count, match.table.at) == before
    match.let(MessageSent(WHITE, "time!"), late)
    match.let(TimedOut(BLACK))


def test_without_a_clock_nobody_runs_out_of_time() -> None:
    match = Match(NO_CLOCK)
    match.decide(DAY, DAY, DAY)
    assert match.table.clock is None
    assert match.table.deadline is None
    with pytest.raises(GipfelError):
        match.let(TimedOut(BLACK), 10**12)


def test_a_record_that_ended_by_time_can_be_played_on() -> None:
    match = Match(SUDDEN).begin()
    match.let(TimedOut(WHITE), 20 * MINUTE)
    record = gipfel.read_record(gipfel.write_record(match.table.record()))
    assert (record.result, record.reason) == ("0-1", "time")
    setup, happened = setup_from_record(record, gipfel.replay(record), match.table.seats)
    table = Table(setup)
    for event in happened:
        table.apply(event)
    assert str(table.outcome) == "0-1 time"
    table.apply(Undone(table.number))
    assert table.outcome is None


def test_the_clock_stands_when_the_game_is_over_and_goes_on_when_that_is_taken_back() -> None:
    match = Match(SUDDEN).begin()
    match.let(Resigned(BLACK), 5_000)
    assert match.table.deadline is None
    match.let(Undone(match.table.number), DAY)
    assert match.clock.running == WHITE
    match.decide(1_000)
    assert match.left() == (20 * MINUTE - 6_000, 20 * MINUTE)


# --- The way of a message -----------------------------------------------------------------------------


def test_the_time_on_the_way_is_given_back() -> None:
    match = Match(SUDDEN).begin()
    match.decide(5_000, lag=200)
    assert match.left() == (20 * MINUTE - 4_800, 20 * MINUTE)
    match.decide(100, lag=400)
    assert match.left() == (20 * MINUTE - 4_800, 20 * MINUTE), "no time is won"
    match.decide(5_000, lag=10**9)
    assert match.left()[0] == 20 * MINUTE - 4_800 - (5_000 - MOST_LAG)
    match.decide(1_000, lag=-(10**9))
    assert match.left()[1] == 20 * MINUTE - 1_000


def test_the_time_on_the_way_is_given_back_inside_a_stretch() -> None:
    match = Match(SUDDEN, "tzaar", "fixed").begin()
    match.decide(1_000, 1_000, lag=300)
    assert match.left()[0] == 20 * MINUTE - 1_400


def test_the_way_of_one_decision_is_not_given_back_for_the_one_before() -> None:
    match = Match(SUDDEN, "tzaar", "fixed").begin()
    match.decide(5_000)
    match.decide(10, lag=500)
    assert match.left()[0] == 20 * MINUTE - 5_000


def test_a_slow_line_is_paid_from_a_budget() -> None:
    match = Match(SUDDEN, "dvonn").begin()
    for turn in range(1, 21):
        match.decide(1_000, 1_000, lag=MOST_LAG)
        given_back = match.left()[0] - (20 * MINUTE - turn * 1_000)
        assert given_back == min(turn * MOST_LAG, LAG_BUDGET + (turn - 1) * LAG_REFILL)
    assert match.again().clock == match.clock


def test_a_line_that_is_a_little_slow_never_costs_time() -> None:
    match = Match(SUDDEN, "dvonn").begin()
    for _ in range(20):
        match.decide(1_000, lag=LAG_REFILL)
        match.decide(0)
    assert match.left()[0] == 20 * MINUTE - 20 * (1_000 - LAG_REFILL)


def test_what_is_not_given_back_stays_in_the_budget() -> None:
    match = Match(SUDDEN, "dvonn").begin()
    for _ in range(10):
        match.decide(10, lag=MOST_LAG)
        match.decide(0)
    assert match.clock.lag_left[WHITE] == LAG_BUDGET


def test_games_from_before_there_was_a_budget_keep_their_times() -> None:
    match = Match(SUDDEN, "dvonn").begin()
    for _ in range(20):
        for _ in Side:
            text = match.table.position.decisions()[0].text
            match.let(replace(match.table.decided(text), lag=MOST_LAG), 1_000)
    assert match.left() == (20 * MINUTE - 20 * (1_000 - MOST_LAG),) * 2
    assert match.clock.lag_left[WHITE] == LAG_REFILL


def test_what_was_sent_in_time_counts() -> None:
    for lag, late, counts in ((300, 299, True), (300, 300, False), (9_000, 499, True), (9_000, 500, False)):
        match = Match(SUDDEN).begin()
        if counts:
            match.decide(20 * MINUTE + late, lag=lag)
            assert match.left()[0] == 1
        else:
            with pytest.raises(GipfelError, match="no time left"):
                match.decide(20 * MINUTE + late, lag=lag)


def test_the_clock_of_the_machine_may_go_back() -> None:
    match = Match(SUDDEN).begin()
    match.let(MessageSent(WHITE, "hello"), 10_000)
    match.table.apply(MessageSent(WHITE, "again"), match.now - 9_000)
    assert match.table.at == match.now
    match.table.apply(match.table.decided(match.table.position.decisions()[0].text), START)
    assert match.left()[0] == 20 * MINUTE - 10_000


# --- Taking back, branches, copies --------------------------------------------------------------------


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.kind)
def test_taking_back_gives_no_time_back(limit: TimeLimit) -> None:
    match = Match(limit).begin()
    match.decide(30_000)
    match.let(Offered(WHITE, "undo"), 2_000)
    white, _ = match.left()
    match.let(Accepted(BLACK, "undo"), 13_000)
    assert match.clock.running == WHITE
    spent = {"sudden-death": 15_000, "increment": 15_000, "delay": 5_000, "correspondence": 0}
    full = {"sudden-death": 20 * MINUTE, "correspondence": 3 * DAY}.get(limit.kind, 5 * MINUTE)
    assert match.left() == (white, full - spent[limit.kind])
    assert match.again().clock == match.clock


def test_taken_back_to_the_first_turns_the_clock_stands_again() -> None:
    match = Match(SUDDEN).begin()
    match.decide(1_000)
    match.let(Undone(1), 1_000)
    assert match.clock.running is None
    match.decide(DAY)
    assert match.clock.running == WHITE
    assert match.left() == (20 * MINUTE - 1_000, 20 * MINUTE - 1_000)


def test_a_branch_has_the_rule_and_all_time_again() -> None:
    match = Match(INCREMENT).begin()
    match.decide(60_000, 60_000)
    setup, happened = setup_from_table(match.table, 3, None)
    branch = Table(setup)
    for event in happened:
        branch.apply(event, START)
    assert branch.clock is not None
    assert branch.clock.limit == INCREMENT
    # The third turn was made in no time at all.
    assert dict(branch.clock.left) == {WHITE: 5 * MINUTE + 10_000, BLACK: 5 * MINUTE}
    assert (branch.clock.running, branch.clock.since) == (BLACK, START)


def test_a_copy_has_a_clock_of_its_own() -> None:
    match = Match(SUDDEN).begin()
    before = match.clock
    twin = match.table.copy()
    twin.apply(twin.decided(twin.position.decisions()[0].text), match.now + 5)
    assert match.clock == before
    assert (twin.at, match.table.at) == (match.now + 5, match.now)


# --- Properties ---------------------------------------------------------------------------------------


@dataclass
class Reckoning:
    """What each side has left, reckoned in the simplest way from the rule alone."""

    limit: TimeLimit
    left: list[int]
    free: int = 0

    def begin_stretch(self, side: Side) -> None:
        self.free = self.limit.seconds * SECOND if self.limit.kind == "delay" else 0
        if self.limit.kind == "correspondence":
            self.left[side] = self.limit.days * DAY

    def spend(self, side: Side, ms: int) -> None:
        freely = min(ms, self.free)
        self.free -= freely
        self.left[side] -= ms - freely

    def end_stretch(self, side: Side) -> None:
        if self.limit.kind == "increment":
            self.left[side] += self.limit.seconds * SECOND
        if self.limit.kind == "correspondence":
            self.left[side] = self.limit.days * DAY


WAITS = some.integers(0, 40 * SECOND)
LAGS = some.integers(0, 2 * MOST_LAG)
RULES = some.one_of(
    some.builds(TimeLimit, some.just("sudden-death"), some.integers(1, 3)),
    some.builds(TimeLimit, some.just("increment"), some.integers(0, 2), some.integers(1, 30)),
    some.builds(TimeLimit, some.just("delay"), some.integers(0, 2), some.integers(1, 30)),
    some.builds(TimeLimit, some.just("correspondence"), days=some.integers(1, 3)),
)


@settings(max_examples=25, deadline=None)
@given(
    RULES,
    some.sampled_from([("tzaar", "fixed"), ("zertz", "basic"), ("yinsh", "standard"), ("gipf", "basic")]),
    some.lists(some.tuples(WAITS, LAGS), max_size=40),
    some.randoms(use_true_random=False),
)
def test_whole_games_are_reckoned_exactly(
    limit: TimeLimit, game: tuple[str, str], waits: list[tuple[int, int]], chance: Random
) -> None:
    """Only the side that is to act loses time, none is won but by the rule; replayed it is the same."""
    match = Match(limit, *game).begin()
    reckoned = Reckoning(limit, [*match.left()])
    reckoned.begin_stretch(WHITE)
    for wait, lag in waits:
        if match.table.outcome is not None:
            break
        side, (mine, others) = match.table.position.side, _split(match)
        decided = match.table.decided(chance.choice(match.table.position.decisions()).text, lag=lag)
        assert decided.lag == min(lag, MOST_LAG, match.clock.lag_left[side])
        counted = max(0, wait - decided.lag)
        if counted >= reckoned.left[side] + reckoned.free:
            with pytest.raises(GipfelError, match="no time left"):
                match.let(decided, wait)
            due = match.table.deadline
            assert due is not None
            match.let(TimedOut(side), due - match.now)
            assert match.left()[side] == 0
            assert match.table.outcome is not None
            assert match.table.outcome.winner == side.other
            break
        match.let(decided, wait)
        reckoned.spend(side, counted)
        if match.table.outcome is None and match.table.position.side != side:
            reckoned.end_stretch(side)
            reckoned.begin_stretch(side.other)
        assert [*match.left()] == reckoned.left
        assert match.left()[side.other] == others, "only the running side loses"
        assert match.left()[side] <= max(mine + limit.seconds * SECOND, limit.days * DAY)
    again = match.again()
    assert (again.clock, again.at, again.outcome) == (match.clock, match.table.at, match.table.outcome)


def _split(match: Match) -> tuple[int, int]:
    """What is left to the side that is to act, and to the other one."""
    side = match.table.position.side
    return match.left()[side], match.left()[side.other]


DOINGS = ("decide", "pause", "resume", "undo")


@settings(max_examples=80, deadline=None)
@given(RULES, some.lists(some.tuples(some.sampled_from(DOINGS), WAITS, LAGS), max_size=30))
def test_a_clock_never_makes_time(limit: TimeLimit, doings: list[tuple[str, int, int]]) -> None:
    """Whatever is done to it in whatever order."""
    first = Clock.of(limit)
    assert first is not None
    clock, now, side = first.switched(WHITE, START), START, WHITE
    for doing, wait, lag in doings:
        now += wait
        before = {each: clock.left[each] for each in Side}
        was_running = clock.running
        earns = doing == "decide" and clock.stretch == side
        if doing == "pause":
            clock = clock.paused(now)
        elif doing == "resume":
            clock = clock.switched(side, now)
        else:
            clock = clock.switched(side.other, now, lag if doing == "decide" else 0, doing == "decide")
        for each in Side:
            given_by_rule = (
                limit.seconds * SECOND if earns and each == side and limit.kind == "increment" else 0
            )
            most = max(before[each] + given_by_rule, limit.days * DAY)
            assert 0 <= clock.left[each] <= most
            if each not in (was_running, side):
                assert clock.left[each] == before[each]
        assert was_running is None or clock.running in (was_running, None) or clock.since == now
        if doing in ("decide", "undo"):
            side = side.other


def test_random_games_end_with_a_clock_as_without() -> None:
    match = Match(DAYS, "tzaar", "fixed")
    happened = play_at_random(match.table, Random(3), 300)
    assert match.table.outcome is not None
    assert match.table.deadline is None
    assert len(happened) == match.table.event_count
