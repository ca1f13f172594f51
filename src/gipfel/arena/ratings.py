"""Ratings of any number of players from all their pairs of games.

The Bradley–Terry model: the expected score follows from the difference in rating, and a draw is half a win.
The ratings are those that explain all results best. Their mean is 0, or one player is the anchor: it has 0,
and the others' errors are those of their difference from it. Error bars come from how much the pairs
scattered around the expected scores.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from gipfel.arena.statistics import CONFIDENCE, ELO_SCALE, OUTCOMES, PRIOR, Pairs

Vector = NDArray[np.float64]

ROUNDS = 200
CLOSE = 1e-9
"""Iteration stops when all steps, in logits, are smaller than this."""
LONGEST_STEP = 1.0
TO_ELO = ELO_SCALE / log(10)
GAMES_OF_A_PAIR = 2


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating in Elo and its 95 % error."""

    elo: float
    error: float


def ratings(
    players: int, results: Mapping[tuple[int, int], Pairs], anchor: int | None = None
) -> list[Rating]:
    """The ratings of players by number; `results` are the pairs of each two, as the first one scored.

    `anchor`: the player whose rating is 0; by default the mean of all is 0.
    """
    played = {who: _counts(pairs) for who, pairs in results.items() if pairs.number}
    strengths: Vector = np.zeros(players)
    for _ in range(ROUNDS):
        gradient, curvature, _ = _moments(strengths, played)
        step = np.linalg.pinv(curvature) @ gradient
        strengths += step * min(1.0, LONGEST_STEP / max(CLOSE, float(np.abs(step).max())))
        if np.abs(step).max() < CLOSE:
            break
    _, curvature, scatter = _moments(strengths, played)
    inverse = np.linalg.pinv(curvature)
    covariances = inverse @ scatter @ inverse
    variances = np.diag(covariances)
    if anchor is None:
        strengths -= strengths.mean()
    else:
        strengths -= strengths[anchor]
        # Of a difference; rounding must not make the one of the anchor from itself negative.
        variances = np.maximum(variances + variances[anchor] - 2 * covariances[anchor], 0.0)
    return [
        Rating(float(s) * TO_ELO, CONFIDENCE * float(v) ** 0.5 * TO_ELO)
        for s, v in zip(strengths, variances, strict=True)
    ]


def _counts(pairs: Pairs) -> list[float]:
    """The results of two players, with one virtual pair so that nobody is infinitely strong."""
    return [count + prior for count, prior in zip(pairs.counts, PRIOR, strict=True)]


def _moments(
    strengths: Vector, played: Mapping[tuple[int, int], list[float]]
) -> tuple[Vector, Vector, Vector]:
    """The gradient and curvature of the likelihood, and the scatter of the pairs."""
    number = len(strengths)
    gradient: Vector = np.zeros(number)
    curvature: Vector = np.zeros((number, number))
    scatter: Vector = np.zeros((number, number))
    for (i, j), counts in played.items():
        score = 1 / (1 + np.exp(strengths[j] - strengths[i]))
        direction: Vector = np.zeros(number)
        direction[i], direction[j] = 1.0, -1.0
        both = np.outer(direction, direction)
        for outcome, count in zip(OUTCOMES, counts, strict=True):
            surprise = GAMES_OF_A_PAIR * (outcome - score)
            gradient += count * surprise * direction
            scatter += count * surprise**2 * both
        curvature += sum(counts) * GAMES_OF_A_PAIR * score * (1 - score) * both
    return gradient, curvature, scatter
