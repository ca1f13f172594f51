"""What an evaluation sees in a state, and states to show it."""

from collections.abc import Iterable

from gipfel.kernel.evaluation import SCRATCH, Evaluation
from gipfel.kernel.state import ONGOING, RESULT, State
from tests.helpers.random_games import positions, sample


def values_of(evaluation: Evaluation, state: State) -> dict[str, int]:
    """White's value minus Black's of each feature, by its name."""
    room = [0] * SCRATCH
    evaluation.measure(state, room)
    return dict(zip(evaluation.features, room, strict=False))


def score_of(evaluation: Evaluation, state: State) -> int:
    """How good a state is for White."""
    return evaluation.evaluate(state, [0] * SCRATCH)


def ongoing_states(name: str, versions: Iterable[str], seeds: Iterable[int], number: int) -> list[State]:
    """States of random games that are not over; `number` of each game are looked at."""
    return [
        [*position.state]
        for version in versions
        for seed in seeds
        for position in sample(positions(name, version, seed), number)
        if position.state[RESULT] == ONGOING
    ]
