"""The hexagon of 61 points in one integer: a set of points is its bits, a step is a shift.

Nine columns one after the other, with room between them, do not fit into 63 bits. But hexagons of 61
tile the plane: numbered 14 q + r modulo 61, every point has a bit of its own, and a step rotates the 61
bits by 1, 14 or 13. Only steps between the columns q = -1 and q = 0 go round the end. Masks keep the
edge; a board that lies inside the hexagon is just a smaller set.
"""

from gipfel.board.lattice import DIRECTIONS, Cell, hexagon
from gipfel.board.names import upward
from gipfel.board.points import OFF, Board
from gipfel.kernel.link import kernel

POINTS = Board(hexagon(4), upward(4))
"""The points by index; games that call them otherwise have a board of their own."""
ROUND = len(POINTS)
"""So many steps north, through the other hexagons of the plane, lead back to the same point."""


def _number(cell: Cell) -> int:
    """Which bit a cell is; the column of the centre comes first."""
    q, r = cell
    return (14 * q + r + 4) % ROUND


BIT: list[int] = [1 << _number(cell) for cell in POINTS.cells]
"""The bit of each point."""


def _movable(direction: int, shift: int) -> int:
    """The points whose neighbour in a direction is so many bits further up."""
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
    """The points moved one step; those at the edge leave."""
    return (points & _NORTH) << 1


@kernel("int64(int64)")
def northeast(points: int) -> int:
    """The points moved one step; those at the edge leave."""
    return ((points & _NORTHEAST) << 14) | ((points & _NORTHEAST_ROUND) >> 47)


@kernel("int64(int64)")
def southeast(points: int) -> int:
    """The points moved one step; those at the edge leave."""
    return ((points & _SOUTHEAST) << 13) | ((points & _SOUTHEAST_ROUND) >> 48)


@kernel("int64(int64)")
def south(points: int) -> int:
    """The points moved one step; those at the edge leave."""
    return (points & _SOUTH) >> 1


@kernel("int64(int64)")
def southwest(points: int) -> int:
    """The points moved one step; those at the edge leave."""
    return ((points & _SOUTHWEST) >> 14) | ((points & _SOUTHWEST_ROUND) << 47)


@kernel("int64(int64)")
def northwest(points: int) -> int:
    """The points moved one step; those at the edge leave."""
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
    """All points of `within` that hang together with one of `start`, which is a part of it."""
    reached = start
    # Mostly everything hangs together: then the last round, which would find nothing new, is saved.
    while reached != within:
        wider = reached | (around(reached) & within)
        if wider == reached:
            break
        reached = wider
    return reached
