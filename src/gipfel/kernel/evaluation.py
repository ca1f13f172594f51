"""What a search needs from a game in addition to its rules: who is better, and what to search first.

An evaluation is a short list of features, each with a weight. The weights are fitted to the results of
games, so that the sum is the logarithm of White's odds, in thousandths: 0 is an even game, 1000 wins about
73 of 100 games, -1000 about 27. This holds for every game, so scores can be shown in per cent and in words.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import exp
from types import FunctionType
from typing import TYPE_CHECKING, Any

from gipfel.kernel.link import kernel, placeholder
from gipfel.kernel.state import State

if TYPE_CHECKING:
    from gipfel.kernel.network import LearnedEvaluation

LOGIT = 1000
"""The unit of scores: this difference is a factor of e in the odds."""
CERTAIN = 1_000_000
"""The score of a won game; a win that is n decisions away scores n less."""
HIGHEST = 20_000
"""No evaluation is higher than this; higher scores are proven wins."""
LEVEL = 256
"""An entry of the scratch space, after those that evaluations use as they like: a search writes here how many
decisions from its root the positions are whose children it evaluates; anything else leaves it 0."""
SLOTS_AT, SLOT = LEVEL + 8, 48
"""From here on there is a slot for each level: what a learned evaluation knows of a position."""
SCRATCH = SLOTS_AT + 2 * SLOT
"""The size of an evaluation's scratch space. Compiled code does not check it: no evaluation may need more. A
search needs a slot more for each level."""
FARTHEST_WIN = 1_000
"""A score this close to CERTAIN is a proven win."""


@placeholder
def evaluate(state: State, room: State) -> int:
    """How good an unfinished position is for White; `room` is scratch space for the features."""
    raise AssertionError


@placeholder
def rough(state: State, room: State) -> int:
    """A score that is near that of `evaluate` and takes less time, if there is one."""
    raise AssertionError


@placeholder
def refined(state: State, room: State, score: int) -> int:
    """What `evaluate` returns; `score` is what `rough` returned just before, and `room` as it left it."""
    raise AssertionError


@placeholder
def follow_up(state: State) -> int:
    """1 if the choice only completes a move or is forced, such as a row or a jump; it costs no depth."""
    raise AssertionError


@placeholder
def urgent(state: State) -> int:
    """1 if the side to act may be able to capture or complete something now; asked only at the last depth."""
    raise AssertionError


@placeholder
def promise(state: State, decision: int) -> int:
    """How early a search should try a legal decision; 0 is usual, 1000 is for a good capture."""
    raise AssertionError


@placeholder
def promises(state: State, moves: State, first: int, count: int, found: State, room: State) -> None:
    """Write `promise` of `count` decisions, all legal ones, into `found`; both arrays begin at `first`.

    `room` is scratch space. A game that can do this faster than one by one has a kernel of its own.
    """
    raise AssertionError


@placeholder
def odds(state: State, agreed: State, out: State) -> int:
    """Where chance or a contest decides: write the likelihood of each decision, per mille.

    Returns the number of decisions; 0 where a side decides.
    """
    raise AssertionError


@placeholder
def measure(state: State, values: State) -> None:
    """Write White's value minus Black's of each feature into `values`."""
    raise AssertionError


@kernel("int64(int64[::1])")
def never(state: State) -> int:
    """The default of `follow_up` and `urgent`: no choice completes another one, and nothing is urgent."""
    return 0


@kernel("int64(int64[::1], int64[::1], int64)")
def unchanged(state: State, room: State, score: int) -> int:
    """The default of `refined`, where `rough` is `evaluate`."""
    return score


@kernel("int64(int64[::1], int64)")
def alike(state: State, decision: int) -> int:
    """The default of `promise`: no decision promises more than another."""
    return 0


@kernel("void(int64[::1], int64[::1], int64, int64, int64[::1], int64[::1])")
def one_by_one(state: State, moves: State, first: int, count: int, found: State, room: State) -> None:
    """The default of `promises`."""
    for i in range(first, first + count):
        found[i] = promise(state, moves[i])


@kernel("int64(int64[::1], int64[::1], int64[::1])")
def no_chance(state: State, agreed: State, out: State) -> int:
    """The default of `odds`: chance never decides."""
    return 0


@kernel("int64(int64[::1], int64[::1])")
def weighted(values: State, weights: State) -> int:
    """The weighted sum of the features, within the bounds of an evaluation."""
    score = 0
    for i in range(len(weights)):
        score += values[i] * weights[i]
    return min(max(score, -HIGHEST), HIGHEST)


WEIGHTS: list[int] = []
"""A placeholder: `sum_of` replaces it by the weights of a game."""


@kernel("int64(int64[::1], int64[::1])")
def weighted_sum(state: State, room: State) -> int:
    """The score of an unfinished position for White: the weighted sum of its features."""
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
    """The `measure` of games without features."""


@kernel("int64(int64[::1], int64[::1])")
def always_even(state: State, room: State) -> int:
    """The `evaluate` of games without an evaluation."""
    return 0


@dataclass(frozen=True, eq=False)
class Evaluation:
    """A game's features with their weights, and the other kernels a search uses."""

    features: Mapping[str, int]
    """Weights by name, in the order in which `measure` writes the features."""
    measure: Callable[[State, State], None]
    """A kernel: writes White's value minus Black's of each feature into the second array."""
    worth: int
    """The score of a lead by one, in the unit in which the game counts leads."""
    evaluate: Callable[[State, State], int] = evaluate
    """A kernel: how good a position is for White. By default the weighted sum of the features."""
    rough: Callable[[State, State], int] | None = None
    """A kernel that is faster than `evaluate`, and one that turns its score into that of `evaluate`."""
    refined: Callable[[State, State, int], int] = unchanged
    follow_up: Callable[[State], int] = never
    promise: Callable[[State, int], int] = alike
    promises: Callable[[State, State, int, int, State, State], None] = one_by_one
    urgent: Callable[[State], int] = never
    odds: Callable[[State, State, State], int] = no_chance
    learned: "LearnedEvaluation | None" = None
    """What takes the place of `evaluate` where the engine is to be as strong as possible."""
    considered: Callable[[State, State], int] | None = None
    """A kernel: lists the decisions a search tries, if these are not all."""

    def __post_init__(self) -> None:
        if self.evaluate is evaluate:
            object.__setattr__(self, "evaluate", sum_of(self.measure, [*self.features.values()]))

    @cached_property
    def strongest(self) -> "Evaluation":
        """The same with the learned evaluation, if there is one."""
        if self.learned is None or not self.learned.is_trained:
            return self
        return self.learned.added_to(self)

    @cached_property
    def bind(self) -> dict[str, Callable[..., Any]]:
        """The kernels that replace the placeholders of this module."""
        bound: dict[str, Callable[..., Any]] = {
            "evaluate": self.evaluate,
            "rough": self.rough or self.evaluate,
            "refined": self.refined,
            "follow_up": self.follow_up,
            "promise": self.promise,
            "promises": self.promises,
            "urgent": self.urgent,
            "odds": self.odds,
        }
        return bound if self.considered is None else {**bound, "decisions": self.considered}


NO_EVALUATION = Evaluation(features={}, measure=nothing, evaluate=always_even, worth=LOGIT)
"""The evaluation of games that define none: every unfinished position is even."""


def per_cent(score: int) -> float:
    """The expected result at a score; 100 is a certain win."""
    if abs(score) >= CERTAIN - FARTHEST_WIN:
        return 100.0 if score > 0 else 0.0
    return 100 / (1 + exp(-score / LOGIT))
