"""A board: the points of a game, and what follows from their places (neighbours, lines, symmetries)."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from math import cos, radians, sin, sqrt

from gipfel.board.lattice import AXES, OPPOSITE, Cell, mirrored, rotated, step
from gipfel.board.names import Naming

OFF = -1
"""Stands for a point that is not on the board."""

Permutation = tuple[int, ...]
"""For each point, the point to which a symmetry moves it."""


class Board:
    """Points in the order of their names (column, then number), addressed by index.

    `turned` draws the board with horizontal rows instead of vertical columns.
    """

    def __init__(self, cells: Iterable[Cell], naming: Naming, *, turned: bool = False) -> None:
        self.cells: tuple[Cell, ...] = tuple(sorted(cells))
        self.names: tuple[str, ...] = tuple(naming(cell) for cell in self.cells)
        self.index: dict[str, int] = {name: i for i, name in enumerate(self.names)}
        self.turned = turned
        self._at: dict[Cell, int] = {cell: i for i, cell in enumerate(self.cells)}

    def __len__(self) -> int:
        return len(self.cells)

    def at(self, cell: Cell) -> int:
        """The index of the point on a cell, or OFF."""
        return self._at.get(cell, OFF)

    @cached_property
    def neighbours(self) -> list[list[int]]:
        """For each point its neighbours in the six directions; OFF where there is none."""
        return [[self.at(step(cell, d)) for d in range(6)] for cell in self.cells]

    @cached_property
    def steps(self) -> list[int]:
        """The neighbours as a flat table for kernels, at 6 * point + direction."""
        return [neighbour for row in self.neighbours for neighbour in row]

    @cached_property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """The points of each column, from the lowest number up."""
        columns: dict[int, list[int]] = {}
        for i, (q, _) in enumerate(self.cells):
            columns.setdefault(q, []).append(i)
        return tuple(tuple(column) for column in columns.values())

    @cached_property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """All straight lines of two or more points: by first point, then along N, SE, NE."""
        return tuple(self._lines())

    def _lines(self) -> Iterator[tuple[int, ...]]:
        for start in range(len(self)):
            for axis in AXES:
                if self.neighbours[start][OPPOSITE[axis]] == OFF:
                    line = (start, *self.ray(start, axis))
                    if len(line) > 1:
                        yield line

    def ray(self, start: int, direction: int) -> Iterator[int]:
        """The points after `start` in a direction, until the board ends."""
        point = self.neighbours[start][direction]
        while point != OFF:
            yield point
            point = self.neighbours[point][direction]

    def direction(self, start: int, end: int) -> int:
        """The direction in which `end` is seen from `start`, or OFF if they are not in line."""
        for d in range(6):
            if end in self.ray(start, d):
                return d
        return OFF

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """Those of the twelve symmetries of the hexagon that map the board to itself, identity first."""
        found: list[Permutation] = []
        for mirror in (False, True):
            image = [mirrored(cell) for cell in self.cells] if mirror else list(self.cells)
            for _ in range(6):
                permutation = tuple(self.at(cell) for cell in image)
                if OFF not in permutation:
                    found.append(permutation)
                image = [rotated(cell) for cell in image]
        return tuple(found)

    def xy(self, cell: Cell) -> tuple[float, float]:
        """The drawing coordinates of a cell: y points up, neighbours are one unit apart."""
        q, r = cell
        x, y = q * sqrt(3) / 2, r + q / 2
        if not self.turned:
            return x, y
        turn = radians(30)
        return x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)

    @property
    def pairs(self) -> int:
        """How many pairs of points are adjacent."""
        return sum(n != OFF for row in self.neighbours for n in row) // 2
