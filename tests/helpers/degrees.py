"""How many neighbours the points of a board have."""

from gipfel.board import OFF, Board


def degree(board: Board, point: int) -> int:
    """How many neighbours a point has."""
    return sum(neighbour != OFF for neighbour in board.neighbours[point])
