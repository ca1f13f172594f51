"""What a search asks of a game beside its rules: who is better, and where to look first.

An evaluation is a short list of features, each with a weight. The weights are fitted to the results of
games, so that the sum is the logarithm of White's odds, in thousandths: 0 is an even game, 1000 wins about
73 of 100 games, -1000 about 27. That holds in every game, so scores can be put into per cent and words.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import exp
from types import FunctionType
from typing import Any

from gipfel.kernel.link import kernel, placeholder
from gipfel.kernel.state import State

LOGIT = 1000
"""The unit of scores: so much is a factor of e in the odds."""
CERTAIN = 1_000_000
"""The score of a won game; a win that is n decisions away scores n less."""
HIGHEST = 20_000
"""No evaluation is higher than this; whatever is higher is a proven win."""
SCRATCH = 256
"""So much room every evaluation is given; compiled code would write beyond less without a word."""
FARTHEST_WIN = 1_000
"""A score this close to CERTAIN is a proven win."""


@placeholder
def evaluate(state: State, room: State) -> int:
    """How good an unfinished position is for White; `room` is scratch space for the features."""
    raise AssertionError


@placeholder
def follow_up(state: State) -> int:
    """1 where a choice only finishes what was begun, or is forced: a row, a jump; it costs no depth."""
    raise AssertionError


@placeholder
def promise(state: State, decision: int) -> int:
    """How early a search should look at a legal decision; 0 is the usual, 1000 a good capture."""
    raise AssertionError


@placeholder
def odds(state: State, agreed: State, out: State) -> int:
    """Where chance or a contest decides: how likely each decision is, per mille, into `out`; 0 elsewhere."""
    raise AssertionError


@placeholder
def measure(state: State, values: State) -> None:
    """Write what White has more than Black of each feature into `values`."""
    raise AssertionError


@kernel("int64(int64[::1])")
def never(state: State) -> int:
    """In games in which every choice is one of its own."""
    return 0


@kernel("int64(int64[::1], int64)")
def alike(state: State, decision: int) -> int:
    """In games in which no decision promises more than another."""
    return 0


@kernel("int64(int64[::1], int64[::1], int64[::1])")
def no_chance(state: State, agreed: State, out: State) -> int:
    """In games in which somebody always decides."""
    return 0


@kernel("int64(int64[::1], int64[::1])")
def weighted(values: State, weights: State) -> int:
    """The sum of the features, each by its weight, within the bounds of an evaluation."""
    score = 0
    for i in range(len(weights)):
        score += values[i] * weights[i]
    return min(max(score, -HIGHEST), HIGHEST)


WEIGHTS: list[int] = []
"""In `weighted_sum` the weights of a game stand for it."""


@kernel("int64(int64[::1], int64[::1])")
def weighted_sum(state: State, room: State) -> int:
    """How good an unfinished position is for White: the sum of the features, each by its weight."""
    measure(state, room)
    return weighted(room, WEIGHTS)


def sum_of(measure: Callable[[State, State], None], weights: list[int]) -> Callable[[State, State], int]:
    """`weighted_sum` for the features of one game."""
    names = {**weighted_sum.__globals__, "measure": measure, "WEIGHTS": weights}
    twin = FunctionType(weighted_sum.__code__, names, "evaluate")
    twin.__module__ = measure.__module__
    twin.__dict__.update(weighted_sum.__dict__)
    return twin


@kernel("void(int64[::1], int64[::1])")
def nothing(state: State, values: State) -> None:
    """In games without features."""


@kernel("int64(int64[::1], int64[::1])")
def always_even(state: State, room: State) -> int:
    """In games without an evaluation."""
    return 0


@dataclass(frozen=True, eq=False)
class Evaluation:
    """A game's features with their weights, and what else a search may ask."""

    features: Mapping[str, int]
    """Weights by name, in the order in which `measure` writes the features."""
    measure: Callable[[State, State], None]
    """A kernel: what White has more than Black of each feature, into the second array."""
    worth: int
    """How much a lead of one is worth, in the unit in which the game counts leads."""
    evaluate: Callable[[State, State], int] = evaluate
    """A kernel: how good a position is for White. By default the weighted sum of the features."""
    follow_up: Callable[[State], int] = never
    promise: Callable[[State, int], int] = alike
    odds: Callable[[State, State, State], int] = no_chance
    considered: Callable[[State, State], int] | None = None
    """A kernel: the decisions a search looks at, if these are not all."""

    def __post_init__(self) -> None:
        if self.evaluate is evaluate:
            object.__setattr__(self, "evaluate", sum_of(self.measure, [*self.features.values()]))

    @cached_property
    def bind(self) -> dict[str, Callable[..., Any]]:
        """What a search finds behind the placeholders of this module."""
        bound: dict[str, Callable[..., Any]] = {
            "evaluate": self.evaluate,
            "follow_up": self.follow_up,
            "promise": self.promise,
            "odds": self.odds,
        }
        return bound if self.considered is None else {**bound, "decisions": self.considered}


NO_EVALUATION = Evaluation(features={}, measure=nothing, evaluate=always_even, worth=LOGIT)
"""For games that have none: every unfinished position is even."""


def per_cent(score: int) -> float:
    """The result a score lets expect, 100 for a win."""
    if abs(score) >= CERTAIN - FARTHEST_WIN:
        return 100.0 if score > 0 else 0.0
    return 100 / (1 + exp(-score / LOGIT))
