"""Clocks of games in the arena."""

from typing import Any

import pytest

import gipfel
from gipfel.arena.game_clock import ClockTerms, GameClock
from gipfel.arena.games import Terms, play_game
from gipfel.arena.schedule import Match
from gipfel.engine.players.specs import PlayerSpec
from gipfel.engine.search.analysis import SearchLimits
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import BLACK, WHITE
from tests.helpers.arena_games import Clock, Stub, first_legal, job
from tests.helpers.matches import GIPF, RANDOM


@pytest.mark.parametrize(
    ("text", "terms"),
    [("10+0.1", ClockTerms(10.0, 0.1)), (" 60 ", ClockTerms(60.0)), ("0.5+2", ClockTerms(0.5, 2.0))],
)
def test_a_clock_is_read(text: str, terms: ClockTerms) -> None:
    assert ClockTerms.read(text) == terms
    assert ClockTerms.read(str(terms)) == terms


@pytest.mark.parametrize("text", ["", "0", "-1", "10+", "+1", "1+2+3", "nan", "inf", "1e3", "٣", "99999999"])
def test_what_is_no_clock(text: str) -> None:
    with pytest.raises(gipfel.OptionError, match=r"is not a clock; write .* such as 10\+0.1"):
        ClockTerms.read(text)


def test_the_increment_comes_when_the_other_side_is_to_act() -> None:
    clock = GameClock(ClockTerms(10.0, 0.5))
    assert clock.charge(WHITE, 2.0)
    clock.pass_to(WHITE)
    assert clock.shown(WHITE).left == 8.0, "the turn is not over"
    assert clock.charge(WHITE, 1.0)
    clock.pass_to(BLACK)
    clock.pass_to(BLACK)
    assert (clock.shown(WHITE).left, clock.shown(WHITE).increment) == (7.5, 0.5)
    assert clock.charge(BLACK, 10.0)
    clock.pass_to(WHITE)
    assert clock.left[BLACK] == 0.5
    assert not clock.charge(BLACK, 0.6)


def slow(clock: Clock, seconds: float) -> Any:
    """A player that takes a time for every decision."""

    def choice(position: Position, limits: SearchLimits) -> Decision:
        clock.now += seconds
        return position.decisions()[0]

    return Stub(choice)


@pytest.mark.parametrize(("taken", "in_time"), [(0.19, True), (0.21, False)])
def test_who_runs_out_of_time_loses(monkeypatch: pytest.MonkeyPatch, taken: float, in_time: bool) -> None:
    """Five turns each on a clock of one second."""
    terms = Terms(opening_turns=2, most_turns=12, clock=ClockTerms(1.0))
    result = play_game(job(Stub(first_legal), slow(Clock(monkeypatch), taken), terms=terms))
    assert (result.failed == "black") is not in_time
    assert ("Black lost on time: the clock 1+0 ran out" in result.reason) is not in_time


@pytest.mark.parametrize(
    ("kind", "waited", "in_time"), [("python", 0.59, True), ("python", 0.61, False), ("stub", 5.0, True)]
)
def test_the_clock_of_a_bot_that_waits_runs_three_times_as_slow(
    monkeypatch: pytest.MonkeyPatch, kind: str, waited: float, in_time: bool
) -> None:
    """A bot may wait for a program or a network; our own players only wait for a busy machine."""
    clock = Clock(monkeypatch)

    def choice(position: Position, limits: SearchLimits) -> Decision:
        clock.now += waited
        clock.waited += waited
        return position.decisions()[0]

    terms = Terms(opening_turns=2, most_turns=12, clock=ClockTerms(1.0))
    result = play_game(job(Stub(first_legal), Stub(choice, kind=kind), terms=terms))
    assert (result.failed == "black") is not in_time


def test_players_see_their_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, seen = Clock(monkeypatch), []

    def choice(position: Position, limits: SearchLimits) -> Decision:
        assert limits.seconds is None
        assert limits.clock is not None
        seen.append(limits.clock.left)
        clock.now += 1.0
        return position.decisions()[0]

    terms = Terms(opening_turns=2, most_turns=8, clock=ClockTerms(10.0, 0.25))
    play_game(job(Stub(choice), Stub(first_legal), terms=terms))
    assert seen == [10.0, 9.25, 8.5]


def test_levels_do_not_lose_on_time() -> None:
    """Interpreted, where a slice takes long: clocks that are far too short for a search of any depth."""
    player = PlayerSpec.read("level:10")
    for name in ("zertz", "dvonn"):
        game = gipfel.game(name)
        terms = Terms(opening_turns=2, most_turns=24, clock=ClockTerms(1.0, 0.05))
        result = play_game(job(player, PlayerSpec.read("level:10,timing=even"), game, terms))
        assert result.failed == ""


def test_a_match_with_a_clock_is_another_match() -> None:
    terms = Terms(seconds=None, clock=ClockTerms(10.0, 0.1))
    assert Match(GIPF, (RANDOM, RANDOM), terms, 1).identity["clock"] == {"seconds": 10.0, "increment": 0.1}
    assert Match(GIPF, (RANDOM, RANDOM), Terms(), 1).identity["clock"] is None


def test_a_clock_for_a_number_of_turns() -> None:
    terms = ClockTerms.read("2/10+1")
    assert (terms.seconds, terms.increment, terms.turns) == (10.0, 1.0, 2)
    assert str(terms) == "2/10+1"
    clock = GameClock(terms)
    assert clock.shown(WHITE).turns == 2
    for left, turns in ((11.0 - 4, 1), (11.0 - 4 + 1 - 4 + 10, 2)):
        assert clock.charge(WHITE, 4)
        clock.pass_to(BLACK)
        assert (clock.shown(WHITE).left, clock.shown(WHITE).turns) == (left, turns)
        assert clock.charge(BLACK, 1)
        clock.pass_to(WHITE)


@pytest.mark.parametrize("text", ["0/10", "x/10", "10/", "/10", "99999/10", "10/0"])
def test_bad_clocks_for_a_number_of_turns(text: str) -> None:
    with pytest.raises(gipfel.OptionError, match="such as 40/60"):
        ClockTerms.read(text)
