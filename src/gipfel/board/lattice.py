"""The hexagonal lattice: cells in axial coordinates, directions, shapes of boards.

A cell is `(q, r)`: q counts columns to the right, r counts upwards along a column. The centre of
every board is (0, 0).
"""

from collections.abc import Iterator

Cell = tuple[int, int]

DIRECTIONS: tuple[Cell, ...] = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""N, NE, SE, S, SW, NW: clockwise."""

AXES = (0, 2, 1)
"""One direction for each axis (N, SE, NE), in the order in which lines are listed."""

OPPOSITE = (3, 4, 5, 0, 1, 2)
"""The direction that leads back."""


def distance(cell: Cell) -> int:
    """The distance of a cell from the centre, in steps."""
    q, r = cell
    return max(abs(q), abs(r), abs(q + r))


def hexagon(radius: int) -> Iterator[Cell]:
    """All cells within `radius` steps of the centre."""
    return between((-radius, radius), (-radius, radius), (-radius, radius))


def without_corners(radius: int) -> Iterator[Cell]:
    """A hexagon without its six corners."""
    return (cell for cell in hexagon(radius) if distance(cell) < radius or 0 not in (*cell, sum(cell)))


def between(q: tuple[int, int], r: tuple[int, int], s: tuple[int, int]) -> Iterator[Cell]:
    """All cells whose q, r and s = q + r are within the given bounds, inclusive."""
    for column in range(q[0], q[1] + 1):
        for row in range(max(r[0], s[0] - column), min(r[1], s[1] - column) + 1):
            yield column, row


def step(cell: Cell, direction: int, steps: int = 1) -> Cell:
    """The cell `steps` steps further in a direction."""
    dq, dr = DIRECTIONS[direction]
    return cell[0] + dq * steps, cell[1] + dr * steps


def rotated(cell: Cell) -> Cell:
    """The cell turned by 60 degrees about the centre."""
    q, r = cell
    return -r, q + r


def mirrored(cell: Cell) -> Cell:
    """The cell mirrored at the axis q = r."""
    q, r = cell
    return r, q
