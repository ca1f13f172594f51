"""Hexagonal boards: points, names, lines, neighbours, symmetries. Shared by all games."""

from gipfel.board.lattice import AXES, DIRECTIONS, OPPOSITE, Cell, between, distance, hexagon, without_corners
from gipfel.board.names import Naming, oblique, upward
from gipfel.board.points import OFF, Board, Permutation

__all__ = [
    "AXES",
    "DIRECTIONS",
    "OFF",
    "OPPOSITE",
    "Board",
    "Cell",
    "Naming",
    "Permutation",
    "between",
    "distance",
    "hexagon",
    "oblique",
    "upward",
    "without_corners",
]
