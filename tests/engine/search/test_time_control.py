"""Clocks: how much time a turn gets, and when a search goes on beyond its soft limit."""

import pytest

import gipfel
from gipfel.engine.players.factory import level_searcher
from gipfel.engine.search import stopwatch
from gipfel.engine.search.alpha_beta_searcher import AlphaBetaSearcher, Found
from gipfel.engine.search.analysis import SearchLimits
from gipfel.engine.search.best_first_searcher import BestFirstSearcher
from gipfel.engine.search.time_control import (
    CALM,
    CLEARLY_WORSE,
    FALL,
    HARD,
    TIMINGS,
    ClockTime,
    Pacing,
    even,
    soft_and_hard,
    turns_left,
)

SLICE = 0.005
"""Seconds by which a search exceeds its limit at most."""


class TickingClock:
    """A clock on which a millisecond passes whenever somebody looks at it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ticks = 0
        monkeypatch.setattr(stopwatch, "now", self)

    def __call__(self) -> float:
        self.ticks += 1
        return self.ticks / 1000


# --- Shares of a clock ---------------------------------------------------------------------------------


@pytest.mark.parametrize("timing", TIMINGS)
@pytest.mark.parametrize("seconds", [0.05, 0.5, 3.0, 60.0, 3600.0])
@pytest.mark.parametrize("increment", [0.0, 0.01, 0.1, 10.0])
def test_no_clock_runs_out_even_if_every_search_uses_its_hard_limit(
    timing: str, seconds: float, increment: float
) -> None:
    """A game that is half as long again as usual, with every turn as slow as it may be."""
    length, left = 60, seconds
    for turn in range(0, length * 3 // 2, 2):
        expected = max(5.0, (length - turn) / 2)
        left -= TIMINGS[timing](ClockTime(left, increment), expected).hard
        assert left > 0
        left += increment - min(SLICE, 0.05 * seconds / length)
        assert left > 0


def test_the_time_of_a_turn() -> None:
    allotted = soft_and_hard(ClockTime(60.0), 30)
    assert 1.0 < allotted.soft < even(ClockTime(60.0), 30).hard < 2.0
    assert allotted.hard == pytest.approx(HARD * even(ClockTime(60.0), 30).hard)
    assert even(ClockTime(60.0), 30).soft is None
    rich = soft_and_hard(ClockTime(60.0, 5.0), 30)
    assert rich.soft > allotted.soft + 2.5, "an increment is spent"
    poor = soft_and_hard(ClockTime(1.0, 5.0), 30)
    assert poor.soft <= poor.hard <= 0.4, "but only after it has been given"
    assert soft_and_hard(ClockTime(0.0), 30).hard == 0.0


def test_a_clock_lasts_for_the_turns_that_a_game_usually_has() -> None:
    clock = ClockTime(60.0)
    start = gipfel.game("yinsh").start()
    assert turns_left(start, clock) == 32
    assert turns_left(start, ClockTime(60.0, turns=7)) == 7
    assert turns_left(start, ClockTime(60.0, turns=0)) == 1
    late = gipfel.game("dvonn").start()
    assert turns_left(late, clock) == 40
    for _ in range(49):
        late = late.play(late.decisions()[0])
    assert turns_left(late, clock) == pytest.approx((80 - 49) / 2)


def test_a_clock_becomes_limits_together_with_those_that_are_asked_for() -> None:
    position = gipfel.game("yinsh").start()
    engine = level_searcher(10, SearchLimits())
    limits = engine.limits(position, SearchLimits(clock=ClockTime(64.0)))
    assert limits.clock is None
    assert limits.seconds is not None
    assert limits.soft is not None
    assert 1.0 < limits.soft < 2.0 < limits.seconds < 7.0
    short = engine.limits(position, SearchLimits(seconds=0.5, clock=ClockTime(64.0)))
    assert short.seconds == 0.5, "the time for a turn stays a hard limit"
    assert engine.limits(position, SearchLimits(seconds=0.5)) == SearchLimits(seconds=0.5)
    one = level_searcher(10, SearchLimits(), timing=even).limits(
        position, SearchLimits(clock=ClockTime(64.0))
    )
    assert one.soft is None
    assert 1.5 < one.seconds < 2.5


# --- The soft limit ------------------------------------------------------------------------------------


def test_a_search_that_has_found_nothing_new_stops_early() -> None:
    pacing = Pacing(1.0)
    for _ in range(4):
        pacing.note(7, 100)
    assert pacing.limit == pytest.approx(CALM)
    assert not pacing.is_over(CALM - 0.01)
    assert pacing.is_over(CALM)


def test_a_new_best_decision_and_a_falling_score_stretch_the_limit() -> None:
    pacing = Pacing(1.0)
    pacing.note(7, 100)
    pacing.note(8, 120)
    changed = pacing.limit
    assert changed > 1.2
    pacing.note(8, 120)
    assert CALM < pacing.limit < changed, "less so one depth later"
    pacing.note(8, 120 - FALL)
    fallen = pacing.limit
    pacing.note(8, 120 - FALL)
    assert pacing.limit < fallen - 0.3


def test_one_reasonable_decision_shortens_the_limit_until_another_is_best() -> None:
    pacing = Pacing(1.0)
    pacing.note(7, 100)
    assert not pacing.should_check(0.1)
    assert pacing.should_check(0.3)
    assert not pacing.should_check(0.4), "once is enough"
    usual = pacing.limit
    pacing.one_choice = True
    assert pacing.limit < usual / 2
    pacing.note(8, 100)
    assert pacing.limit > usual


def test_without_a_soft_limit_there_is_none() -> None:
    pacing = Pacing(None)
    pacing.note(7, 100)
    assert pacing.limit is None
    assert not pacing.is_over(1e9)
    assert not pacing.should_check(1e9)


@pytest.fixture(scope="module")
def searcher() -> AlphaBetaSearcher:
    return AlphaBetaSearcher(gipfel.game("zertz"), fast=False, table_bits=12)


def test_no_depth_is_begun_after_the_soft_limit(
    searcher: AlphaBetaSearcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = gipfel.game("zertz").start()
    assert searcher.think(position, SearchLimits(depth=2, soft=0.0)).depth == 0
    assert searcher.think(position, SearchLimits(depth=2, soft=1e9)).depth == 2
    TickingClock(monkeypatch)
    calm = searcher.think(position, SearchLimits(nodes=3000, soft=0.004))
    assert 0 < calm.nodes < 3000
    assert calm.decision in position.decisions()


def test_the_hard_limit_ends_a_search_inside_a_depth(
    searcher: AlphaBetaSearcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    TickingClock(monkeypatch)
    position = gipfel.game("zertz").start()
    analysis = searcher.think(position, SearchLimits(seconds=0.01, soft=0.009))
    assert analysis.seconds <= 0.015


@pytest.mark.parametrize(("better_by", "expected"), [(2 * CLEARLY_WORSE, True), (0, False)])
def test_whether_one_decision_is_far_better_than_all_others(
    searcher: AlphaBetaSearcher, better_by: int, expected: bool
) -> None:
    """The first decisions of ZÈRTZ are equally good; only one that claims a higher score is alone."""
    position = gipfel.game("zertz").start()
    best = searcher.think(position, SearchLimits(depth=1)).lines[0]
    claimed = Found(best.score + better_by, [best.decisions[0].code])
    thread = searcher.search_threads[0]
    thread.set_up(position.state, position.codes)
    assert thread.has_one_choice(claimed, 2, lambda: 1 << 30) is expected


def test_a_tree_search_keeps_its_soft_limit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    TickingClock(monkeypatch)
    position = gipfel.game("dvonn").start()
    searcher = BestFirstSearcher(gipfel.game("dvonn"), fast=False)
    analysis = searcher.think(position, SearchLimits(seconds=5.0, soft=0.05))
    assert 0.02 < analysis.seconds < 0.2
