"""What a piece meets in a direction: where it can slide, over what it can jump.

Pieces are a set of points, `bits` has the bit of each point, `steps` is `Board.steps`.
"""

from gipfel.kernel.link import kernel
from gipfel.kernel.state import State


@kernel("int64(int64, int64[::1], int64[::1], int64, int64)")
def free_step(occupied: int, bits: State, steps: State, point: int, direction: int) -> int:
    """The neighbour in a direction if it is empty, otherwise -1."""
    beside = steps[6 * point + direction]
    return beside if beside >= 0 and occupied & bits[beside] == 0 else -1


@kernel("int64(int64, int64[::1], int64[::1], int64, int64)")
def behind_pieces(occupied: int, bits: State, steps: State, point: int, direction: int) -> int:
    """The first empty point behind the pieces that begin at the neighbour; -1 if there is none."""
    beside = steps[6 * point + direction]
    if beside < 0 or occupied & bits[beside] == 0:
        return -1
    while beside >= 0 and occupied & bits[beside] != 0:
        beside = steps[6 * beside + direction]
    return beside


@kernel("int64(int64, int64[::1], int64[::1], int64, int64)")
def first_piece(occupied: int, bits: State, steps: State, point: int, direction: int) -> int:
    """The first occupied point in a direction; -1 if there is none."""
    beside = steps[6 * point + direction]
    while beside >= 0 and occupied & bits[beside] == 0:
        beside = steps[6 * beside + direction]
    return beside
