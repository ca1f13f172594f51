"""The hexagon of 61 points in one integer: a set of points is a set of bits, a step is a shift.

Nine columns with unused bits between them do not fit into 63 bits. But hexagons of 61 points tile the plane:
numbered 14 q + r modulo 61, every point has its own bit, and a step rotates the 61 bits by 1, 14 or 13. Only
steps between the columns q = -1 and q = 0 wrap around. Masks remove points that leave the board. A board
inside the hexagon is simply a smaller set.
"""

from gipfel.board.lattice import DIRECTIONS, Cell, hexagon
from gipfel.board.names import upward
from gipfel.board.points import OFF, Board
from gipfel.kernel.link import kernel

POINTS = Board(hexagon(4), upward(4))
"""The points by index; games with other names for them have their own board."""
ROUND = len(POINTS)
"""This number of steps north, through the other hexagons of the plane, leads back to the same point."""


def _number(cell: Cell) -> int:
    """The number of a cell's bit; the column of the centre comes first."""
    q, r = cell
    return (14 * q + r + 4) % ROUND


BIT: list[int] = [1 << _number(cell) for cell in POINTS.cells]
"""The bit of each point."""


def _movable(direction: int, shift: int) -> int:
    """The points whose neighbour in a direction is `shift` bits higher."""
    dq, dr = DIRECTIONS[direction]
    points = 0
    for (q, r), neighbours in zip(POINTS.cells, POINTS.neighbours, strict=True):
        if neighbours[direction] != OFF and _number((q + dq, r + dr)) - _number((q, r)) == shift:
            points |= 1 << _number((q, r))
    return points


_NORTH = _movable(0, 1)
_NORTHEAST, _NORTHEAST_ROUND = _movable(1, 14), _movable(1, 14 - ROUND)
_SOUTHEAST, _SOUTHEAST_ROUND = _movable(2, 13), _movable(2, 13 - ROUND)
_SOUTH = _movable(3, -1)
_SOUTHWEST, _SOUTHWEST_ROUND = _movable(4, -14), _movable(4, ROUND - 14)
_NORTHWEST, _NORTHWEST_ROUND = _movable(5, -13), _movable(5, ROUND - 13)


@kernel("int64(int64)")
def north(points: int) -> int:
    """The points moved by one step; those that leave the board are dropped."""
    return (points & _NORTH) << 1


@kernel("int64(int64)")
def northeast(points: int) -> int:
    """The points moved by one step; those that leave the board are dropped."""
    return ((points & _NORTHEAST) << 14) | ((points & _NORTHEAST_ROUND) >> 47)


@kernel("int64(int64)")
def southeast(points: int) -> int:
    """The points moved by one step; those that leave the board are dropped."""
    return ((points & _SOUTHEAST) << 13) | ((points & _SOUTHEAST_ROUND) >> 48)


@kernel("int64(int64)")
def south(points: int) -> int:
    """The points moved by one step; those that leave the board are dropped."""
    return (points & _SOUTH) >> 1


@kernel("int64(int64)")
def southwest(points: int) -> int:
    """The points moved by one step; those that leave the board are dropped."""
    return ((points & _SOUTHWEST) >> 14) | ((points & _SOUTHWEST_ROUND) << 47)


@kernel("int64(int64)")
def northwest(points: int) -> int:
    """The points moved by one step; those that leave the board are dropped."""
    return ((points & _NORTHWEST) >> 13) | ((points & _NORTHWEST_ROUND) << 48)


@kernel("int64(int64)")
def around(points: int) -> int:
    """All neighbours of the points."""
    return (
        north(points)
        | northeast(points)
        | southeast(points)
        | south(points)
        | southwest(points)
        | northwest(points)
    )


@kernel("int64(int64, int64)")
def flood(start: int, within: int) -> int:
    """All points of `within` that are connected to `start`, which is a subset of it."""
    reached = start
    # Mostly all points are connected: then the last round, which would find nothing new, is saved.
    while reached != within:
        wider = reached | (around(reached) & within)
        if wider == reached:
            break
        reached = wider
    return reached
