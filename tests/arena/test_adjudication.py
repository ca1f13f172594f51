"""Adjudication: only what both sides see for long enough ends a game."""

import pytest

import gipfel
from gipfel.arena.adjudication import Adjudicator, DrawRule, WinRule
from gipfel.arena.games import Terms, play_game
from gipfel.engine.players.player import Player
from gipfel.games.core.side import BLACK, WHITE
from tests.helpers.arena_games import Stub, StubPlayer, first_legal, job

AHEAD, EVEN = 5000, 10


def after(scores: list[tuple[int | None, int | None]], win: str) -> object:
    """The outcome after turns of White and Black with these scores, each for the side that reports it."""
    watching = Adjudicator(WinRule.read(win), None)
    for number, (white, black) in enumerate(scores):
        watching.note(WHITE, white, 2 * number)
        watching.note(BLACK, black, 2 * number + 1)
    outcome = watching.outcome(50)
    return None if outcome is None else outcome.winner


def test_both_sides_have_to_agree_for_long_enough() -> None:
    assert after([(AHEAD, -AHEAD)] * 3, win="98,3") == WHITE
    assert after([(-AHEAD, AHEAD)] * 3, win="98,3") == BLACK
    assert after([(AHEAD, -AHEAD)] * 2, win="98,3") is None
    assert after([(AHEAD, AHEAD)] * 9, win="98,3") is None, "each thinks it wins"
    assert after([(AHEAD, None)] * 9, win="98,3") is None, "Black says nothing"
    assert after([(AHEAD, -AHEAD), (AHEAD, EVEN), (AHEAD, -AHEAD)], win="98,2") is None, (
        "it has to be in a row"
    )
    assert after([(AHEAD, -AHEAD), (None, None), (AHEAD, -AHEAD)], win="98,2") == WHITE


def test_draws() -> None:
    watching = Adjudicator(None, DrawRule.read("2,2,10"))
    for turn in range(4):
        watching.note((WHITE, BLACK)[turn % 2], EVEN, turn)
    assert watching.outcome(9) is None
    outcome = watching.outcome(10)
    assert outcome is not None
    assert outcome.winner is None
    assert outcome.reason == "adjudicated: both sides saw it within 2 % of even for 2 turns"
    watching.note(WHITE, AHEAD, 11)
    assert watching.outcome(12) is None


def test_several_decisions_of_a_turn_count_once() -> None:
    watching = Adjudicator(WinRule.read("98,2"), None)
    for side, score in ((WHITE, AHEAD), (BLACK, -AHEAD)):
        watching.note(side, score, side)
        watching.note(side, score, side)
    assert watching.outcome(5) is None


@pytest.mark.parametrize("text", ["", "98", "50,3", "101,3", "98,0", "98,x", "98,3,4", "-98,3", "98,99999"])
def test_bad_rules_for_wins(text: str) -> None:
    with pytest.raises(gipfel.OptionError, match="such as 98,6"):
        WinRule.read(text)


@pytest.mark.parametrize("text", ["", "2", "50,3", "2,0", "x,2", "2,3,4,5", "2,3,"])
def test_bad_rules_for_draws(text: str) -> None:
    with pytest.raises(gipfel.OptionError, match="such as 2,20"):
        DrawRule.read(text)


class Sure(StubPlayer):
    """Knows from the start that White wins."""

    def choose(self, position, limits):
        self.score = AHEAD if position.side == WHITE else -AHEAD
        return super().choose(position, limits)


class SureStub(Stub):
    def make_player(self, seed: int | None = None) -> Player:
        return Sure(self)


def test_a_game_is_ended_and_says_why() -> None:
    sure = SureStub(first_legal)
    terms = Terms(seconds=1.0, seed=5, win_rule=WinRule(99, 4))
    result = play_game(job(sure, sure, terms=terms))
    assert (result.score, result.failed, result.turns) == ("1-0", "", 8)
    assert result.reason == "adjudicated: both sides gave White 99 % or more for 4 turns"
    assert "result: 1-0 adjudicated" in result.record
    assert gipfel.replay(gipfel.read_record(result.record)).position.turn == 8
    silent = Stub(first_legal)
    assert "adjudicated" not in play_game(job(sure, silent, terms=terms)).reason
