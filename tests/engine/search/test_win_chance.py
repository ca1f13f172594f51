"""Scores as chances to win."""

from gipfel.engine.search.win_chance import SPAN, WHOLE, score_for_chance, win_chance
from gipfel.kernel.evaluation import CERTAIN, per_cent


def test_expected_scores() -> None:
    assert win_chance(0) == WHOLE // 2
    assert score_for_chance(WHOLE // 2) == 0
    assert win_chance(CERTAIN) + win_chance(-CERTAIN) == WHOLE
    for score in range(-4000, 4001, 80):
        assert abs(score_for_chance(win_chance(score)) - score) < 60
    even_and_won = score_for_chance((win_chance(0) + win_chance(CERTAIN)) // 2)
    assert 74 < per_cent(even_and_won) < 76
    assert score_for_chance(0) == -SPAN
