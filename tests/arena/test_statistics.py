"""What the arena says about results: hand calculations, exact cases, and simulations."""

from math import inf, log
from random import Random

import pytest

from gipfel.arena.ratings import ratings
from gipfel.arena.sprt import Sprt
from gipfel.arena.statistics import OUTCOMES, Pairs, elo, elo_text, expected
from gipfel.notation.errors import OptionError


@pytest.mark.parametrize(
    ("score", "difference"),
    [(0.5, 0.0), (0.75, 190.85), (10 / 11, 400.0), (0.6, 70.44), (0.25, -190.85), (1.0, inf), (0.0, -inf)],
)
def test_elo_of_a_score(score: float, difference: float) -> None:
    assert elo(score) == pytest.approx(difference, abs=0.01)
    assert expected(difference) == pytest.approx(score, abs=1e-4)


def test_a_tally_counts_pairs() -> None:
    pairs = Pairs.of([4, 4, 3, 2, 0, 4])
    assert pairs.counts == (1, 0, 1, 1, 3)
    assert pairs.score == pytest.approx((3 + 0.75 + 0.5) / 6)


def test_nothing_is_known_before_the_first_pair() -> None:
    pairs = Pairs()
    assert (pairs.score, pairs.interval, pairs.superiority, elo_text(pairs)) == (
        0.5,
        (0.0, 1.0),
        0.5,
        "unknown",
    )


def test_there_is_no_minus_zero() -> None:
    almost_even = Pairs((1001, 0, 0, 0, 1000))
    assert -0.5 < almost_even.elo < 0
    assert elo_text(almost_even).startswith("+0 ")


def test_many_independent_games_give_the_textbook_interval() -> None:
    """Independent even games make pairs 1:2:1; n games have a standard error of 0.5 / sqrt(n)."""
    low, high = Pairs((2500, 0, 5000, 0, 2500)).interval
    assert (high - low) / 2 == pytest.approx(1.96 * 0.5 / 20_000**0.5, rel=0.01)


def test_an_opening_that_decides_the_game_tells_less_and_a_level_pair_more() -> None:
    """The same 50 %: pairs won or lost as a whole scatter more than independent games, split ones less."""
    whole, loose, split = Pairs((50, 0, 0, 0, 50)), Pairs((25, 0, 50, 0, 25)), Pairs((5, 0, 90, 0, 5))
    assert whole.error > 1.3 * loose.error > 1.7 * split.error


def test_winning_everything_is_not_certainty() -> None:
    """Zero of n: the lower end is close to the one of Wilson for n to 2 n games."""
    pairs = Pairs((0, 0, 0, 0, 100))
    assert 100 / 103.9 < pairs.interval[0] < 200 / 203.8
    assert pairs.interval[1] == 1.0
    assert elo_text(pairs) == f"> {elo(pairs.interval[0]):+.0f}"
    assert elo_text(Pairs((3, 0, 0, 0, 0))).startswith("< -")


DISTRIBUTIONS = [
    (0.25, 0.0, 0.5, 0.0, 0.25),
    (0.1, 0.1, 0.3, 0.2, 0.3),
    (0.01, 0.02, 0.07, 0.1, 0.8),
    (0.0, 0.0, 0.02, 0.0, 0.98),
    (0.05, 0.0, 0.9, 0.0, 0.05),
]


@pytest.mark.parametrize("parts", DISTRIBUTIONS)
@pytest.mark.parametrize("number", [20, 100])
def test_the_interval_holds_the_truth_about_95_times_of_100(parts: tuple[float, ...], number: int) -> None:
    chance = Random(f"{parts} {number}")
    truth = sum(outcome * part for outcome, part in zip(OUTCOMES, parts, strict=True))
    held = 0
    for _ in range(600):
        low, high = Pairs.of(chance.choices(range(5), parts, k=number)).interval
        held += low <= truth <= high
    assert held / 600 >= 0.92


def test_superiority_is_a_probability_that_grows_with_the_evidence() -> None:
    little, more = Pairs((2, 0, 5, 0, 4)), Pairs((20, 0, 50, 0, 40))
    assert 0.5 < little.superiority < more.superiority < 1
    mirrored = Pairs((40, 0, 50, 0, 20))
    assert mirrored.superiority == pytest.approx(1 - more.superiority)
    assert more.superiority == pytest.approx(0.996, abs=0.003)  # 20 of 440 half points, 2.67 sigma


def test_the_test_is_exact_where_pairs_are_only_won_or_lost() -> None:
    """Then it is Wald's test of a coin."""
    test = Sprt(0, 30)
    p0, p1 = expected(0), expected(30)
    exact = 60 * log(p1 / p0) + 40 * log((1 - p1) / (1 - p0))
    assert test.llr(Pairs((40, 0, 0, 0, 60))) == pytest.approx(exact, abs=0.001)


def test_the_test_agrees_with_the_normal_approximation() -> None:
    pairs, test = Pairs((100, 150, 400, 220, 130)), Sprt(0, 20)
    s0, s1 = expected(0), expected(20)
    exact = pairs.number * (s1 - s0) * (2 * pairs.score - s0 - s1) / (2 * pairs.error**2 * pairs.number)
    assert test.llr(pairs) == pytest.approx(exact, rel=0.03)


def test_bounds_and_verdicts() -> None:
    test = Sprt(0, 50, alpha=0.05, beta=0.1)
    assert test.bounds == pytest.approx((log(0.1 / 0.95), log(0.9 / 0.05)))
    assert test.llr(Pairs()) == 0
    assert test.verdict(Pairs()) is None
    assert "better by 50 Elo rather than 0" in str(test.verdict(Pairs((10, 0, 30, 0, 60))))
    assert "not better by 50 Elo" in str(test.verdict(Pairs((60, 0, 30, 0, 10))))


@pytest.mark.parametrize("arguments", [(10, 0), (5, 5), (0, 5, 0.0), (0, 5, 0.05, 0.7)])
def test_a_test_that_makes_no_sense_is_refused(arguments: tuple[float, ...]) -> None:
    with pytest.raises(OptionError):
        Sprt(*arguments)


def outcome_of_test(test: Sprt, parts: tuple[float, ...], chance: Random) -> bool:
    """Is the higher Elo accepted?"""
    counts = [0] * 5
    while True:
        counts[chance.choices(range(5), parts)[0]] += 1
        verdict = test.verdict(Pairs((counts[0], counts[1], counts[2], counts[3], counts[4])))
        if verdict is not None:
            return "not better" not in verdict


def test_the_test_errs_as_seldom_as_promised() -> None:
    test, chance = Sprt(0, 150), Random(7)
    even = (0.2, 0.1, 0.4, 0.1, 0.2)
    p = expected(150)
    better = ((1 - p) ** 2, 0.0, 2 * p * (1 - p), 0.0, p * p)
    wrong = sum(outcome_of_test(test, even, chance) for _ in range(200))
    right = sum(outcome_of_test(test, better, chance) for _ in range(200))
    assert wrong <= 20
    assert right >= 180


def test_ratings_of_two_are_their_elo() -> None:
    pairs = Pairs((100, 100, 500, 200, 300))
    first, second = ratings(2, {(0, 1): pairs})
    low, high = pairs.elo_interval
    assert first.elo - second.elo == pytest.approx(pairs.elo, abs=0.5)
    assert first.elo == pytest.approx(-second.elo)
    assert first.error + second.error == pytest.approx((high - low) / 2, rel=0.02)


def test_ratings_find_the_strengths_that_made_the_results() -> None:
    true = [-150.0, -40.0, 60.0, 130.0]
    chance = Random(3)
    results = {}
    for i in range(4):
        for j in range(i + 1, 4):
            p = expected(true[i] - true[j])
            games = [sum(2 * (chance.random() < p) for _ in range(2)) for _ in range(400)]
            results[i, j] = Pairs.of(games)
    found = ratings(4, results)
    assert sum(rating.elo for rating in found) == pytest.approx(0, abs=1e-6)
    for rating, elo_ in zip(found, true, strict=True):
        assert 5 < rating.error < 25
        assert abs(rating.elo - elo_) < 1.6 * rating.error


def test_the_anchor_has_no_rating_and_no_error() -> None:
    """Two steps of a chain: the errors of differences from the first player add up as squares do."""
    step = Pairs((50, 0, 200, 0, 250))
    first, second, third = ratings(3, {(1, 0): step, (2, 1): step}, anchor=0)
    assert (first.elo, first.error) == (0.0, pytest.approx(0.0, abs=1e-6))
    assert third.elo == pytest.approx(2 * second.elo)
    assert third.error == pytest.approx(2**0.5 * second.error)


def test_ratings_stay_finite_and_a_player_without_games_is_average() -> None:
    found = ratings(3, {(0, 1): Pairs((0, 0, 0, 0, 20)), (1, 2): Pairs()})
    assert found[0].elo > 100 > found[1].elo
    assert found[2].elo == pytest.approx(0)
