"""States: flat arrays of integers, whose first entries are the same in every game."""

from gipfel.kernel.link import kernel

State = list[int]
"""A state as kernels see it: a list when interpreted, an int64 array when compiled."""

SIDE = 0
"""The side to act: WHITE or BLACK."""
TURN = 1
"""How many turns are complete."""
RESULT = 2
"""ONGOING, or how the game ended."""
HEADER = 3
"""The first entry that the game defines itself."""

WHITE, BLACK = 0, 1

ONGOING, WHITE_WINS, BLACK_WINS, DRAW = 0, 1, 2, 3


@kernel("void(int64[::1], int64[::1])")
def copy(source: State, target: State) -> None:
    """Copy a state into another one."""
    for i in range(len(source)):
        target[i] = source[i]
