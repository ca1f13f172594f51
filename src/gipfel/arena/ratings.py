"""Ratings of any number of players from all their pairs of games.

The Bradley–Terry model: the expected score follows from the difference in rating, and a draw is half a win.
The ratings are those that explain all results best. Their mean is 0, or one player is the anchor: it has 0,
and the others' errors are those of their difference from it. Error bars come from how much the pairs
scattered around the expected scores.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from gipfel.arena.statistics import CONFIDENCE, ELO_SCALE, OUTCOMES, PRIOR, Pairs

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

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
    played = {who: pairs for who, pairs in results.items() if pairs.number}
    directions: Matrix = np.zeros((len(played), players))
    for row, (first, second) in zip(directions, played, strict=True):
        row[first], row[second] = 1.0, -1.0
    strengths, covariances = explain(directions, with_virtual_pairs(played.values()))
    variances = np.diag(covariances)
    if anchor is None:
        strengths -= strengths.mean()
    else:
        strengths -= strengths[anchor]
        # Of a difference; rounding must not make the one of the anchor from itself negative.
        variances = np.maximum(variances + variances[anchor] - 2 * covariances[anchor], 0.0)
    return as_ratings(strengths, variances)


def with_virtual_pairs(results: Iterable[Pairs]) -> Matrix:
    """How often each result occurred, with one virtual pair so that nobody is infinitely strong."""
    counts = [[count + prior for count, prior in zip(pairs.counts, PRIOR, strict=True)] for pairs in results]
    return np.array(counts).reshape(-1, len(OUTCOMES))


def as_ratings(strengths: Vector, variances: Vector) -> list[Rating]:
    """Logits and their variances in Elo."""
    return [
        Rating(float(s) * TO_ELO, CONFIDENCE * float(v) ** 0.5 * TO_ELO)
        for s, v in zip(strengths, variances, strict=True)
    ]


def explain(directions: Matrix, counts: Matrix) -> tuple[Vector, Matrix]:
    """The strengths that explain results best, in logits, and their covariances.

    Each line of `directions` says what one side has more of than the other; `counts` how often that side
    had each result.
    """
    strengths: Vector = np.zeros(directions.shape[1])
    for _ in range(ROUNDS):
        gradient, curvature, _ = _moments(strengths, directions, counts)
        step = np.linalg.pinv(curvature) @ gradient
        strengths += step * min(1.0, LONGEST_STEP / max(CLOSE, float(np.abs(step).max(initial=0))))
        if np.abs(step).max(initial=0) < CLOSE:
            break
    _, curvature, scatter = _moments(strengths, directions, counts)
    inverse = np.linalg.pinv(curvature)
    return strengths, inverse @ scatter @ inverse


def _moments(strengths: Vector, directions: Matrix, counts: Matrix) -> tuple[Vector, Matrix, Matrix]:
    """The gradient and curvature of the likelihood, and the scatter of the pairs."""
    scores = 1 / (1 + np.exp(-directions @ strengths))
    surprises = GAMES_OF_A_PAIR * (np.array(OUTCOMES) - scores[:, None])
    weights = counts.sum(axis=1) * GAMES_OF_A_PAIR * scores * (1 - scores)
    gradient = directions.T @ (counts * surprises).sum(axis=1)
    curvature = directions.T @ (weights[:, None] * directions)
    scatter = directions.T @ ((counts * surprises**2).sum(axis=1)[:, None] * directions)
    return gradient, curvature, scatter
