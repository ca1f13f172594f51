"""Ratings: how hard a puzzle is, from the levels that find it, and how good a solver is.

Both are on the scale of the game's levels (docs/reports/strength.md): level 1 has 0. A level whose rating is
that of a puzzle finds it in one of two tries.
"""

from collections.abc import Mapping, Sequence
from math import exp, log

from gipfel.games.core.level_settings import HIGHEST, LOWEST

LEVELS = tuple(range(LOWEST, HIGHEST))
"""The levels that try each puzzle: all but the highest, which has as much time as it wants."""
SEEDS = 6
"""How often a level tries a puzzle."""
SPREAD = 400
"""A difference of this much is a factor of ten in the odds."""
STEP = 5
"""Ratings of puzzles are multiples of this."""
QUICK, STEADY, SETTLED = 64, 24, 20
"""How much one puzzle changes a solver's rating at first and later, and after how many puzzles."""


def chance(rating: float, puzzle: float) -> float:
    """How likely somebody with a rating finds a puzzle with another."""
    return 1 / (1 + exp(log(10) * (puzzle - rating) / SPREAD))


def level_of(hits: Sequence[int]) -> int:
    """The lowest level that finds a puzzle in all its tries; the highest if no other one does."""
    return next((level for level, number in zip(LEVELS, hits, strict=True) if number == SEEDS), HIGHEST)


def rating_of(hits: Sequence[int], scale: Mapping[int, float]) -> int:
    """The rating that explains best which levels find a puzzle and which do not.

    Levels without noise decide the same in every try, so theirs count as one. As if the lowest level had
    missed it once more and the highest had found it, a rating stays within those of the levels.
    """
    tries = [(scale[LOWEST], 0.0), (scale[HIGHEST], 1.0)]
    tries += [(scale[level], number / SEEDS) for level, number in zip(LEVELS, hits, strict=True)]
    low, high = round(scale[LOWEST] / STEP), round(scale[HIGHEST] / STEP)

    def surplus(rating: float) -> float:
        """How many more tries succeed than a rating lets expect."""
        return sum(share - chance(player, rating) for player, share in tries)

    return STEP * min(range(low, high + 1), key=lambda step: abs(surplus(STEP * step)))


def changed_rating(rating: float, puzzle: float, solved: bool, before: int) -> float:
    """A solver's rating after one more puzzle, `before` of which came earlier."""
    factor = QUICK if before < SETTLED else STEADY
    return rating + factor * (solved - chance(rating, puzzle))
