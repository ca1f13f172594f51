"""Scores in words."""

import pytest

import gipfel
from gipfel.engine.search.analysis import Line
from gipfel.engine.verdicts import expected_result, verdict
from gipfel.kernel.evaluation import CERTAIN
from tests.helpers.random_games import winning_position

GIPF = gipfel.game("gipf", "standard")
WORTH = GIPF.evaluation.worth
ONE, MANY = "disc", "discs"


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (0, "about even"),
        (round(-0.2 * WORTH), "about even"),
        (round(0.5 * WORTH), "White is slightly better"),
        (WORTH, f"White is about 1 {ONE} ahead"),
        (-2 * WORTH, f"Black is about 2 {MANY} ahead"),
        (25 * WORTH, f"White is about 25 {MANY} ahead"),
        (CERTAIN - 9, "White is winning"),
        (9 - CERTAIN, "Black is winning"),
    ],
)
def test_scores_in_words(score: int, words: str) -> None:
    start = GIPF.start()
    assert verdict(start, Line(score, start.decisions()[:1])) == words


def test_a_win_says_how_soon() -> None:
    position, wins = winning_position("zertz")
    name = position.game.side_names[position.side]
    line = Line(CERTAIN - 1, (position.decision(min(wins)),))
    assert verdict(position, line) == f"{name} is winning in this turn"
    assert expected_result(position, line) == f"100 % for {name}"


def test_per_cent_are_for_whoever_is_better() -> None:
    start, after = GIPF.start(), GIPF.start().play("e1-e3")
    assert expected_result(start, Line(1000, start.decisions()[:1])) == "73 % for White"
    assert expected_result(after, Line(1000, after.decisions()[:1])) == "73 % for Black"
    assert expected_result(after, Line(-1000, after.decisions()[:1])) == "73 % for White"
