"""Random play on any game's kernels."""

from gipfel.kernel.link import kernel
from gipfel.kernel.random_numbers import draw
from gipfel.kernel.rules import decisions, outcome, play
from gipfel.kernel.state import ONGOING, State, copy


@kernel("int64(int64[::1], int64[::1], int64[::1], int64)")
def playout(state: State, out: State, generator: State, limit: int) -> int:
    """Play random decisions until the game is over, at most `limit`; returns how many were played."""
    played = 0
    while played < limit and outcome(state) == ONGOING:
        n = decisions(state, out)
        play(state, out[draw(generator, n)])
        played += 1
    return played


@kernel("int64(int64[::1], int64[::1], int64[::1], int64[::1], int64, int64, int64[::1])")
def playouts(
    start: State, state: State, out: State, generator: State, count: int, limit: int, results: State
) -> int:
    """Play `count` random games from `start` and count their results; returns the number of decisions."""
    played = 0
    for _ in range(count):
        copy(start, state)
        played += playout(state, out, generator, limit)
        results[outcome(state)] += 1
    return played
