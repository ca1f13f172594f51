"""Parts of a board's picture that many games share: outlines, coordinates, lines, drawing order.

A game says which board, how far outside and where to; the scenes' coordinates come from `Board.xy`.
"""

from collections.abc import Sequence
from math import atan2, hypot, sqrt, tau

from gipfel.board import DIRECTIONS, OFF, OPPOSITE, Board, distance
from gipfel.draw.scene import XY, Label


def points_of(board: Board) -> tuple[XY, ...]:
    """Where each point of a board is drawn."""
    return tuple(board.xy(cell) for cell in board.cells)


def back_to_front(points: Sequence[XY]) -> list[int]:
    """Points in drawing order: a piece nearer to the viewer may hide a part of one behind it."""
    return sorted(range(len(points)), key=lambda point: (-round(points[point][1], 3), points[point]))


def line_ends(board: Board) -> tuple[tuple[XY, XY], ...]:
    """The first and the last point of each line of a board."""
    points = points_of(board)
    return tuple((points[line[0]], points[line[-1]]) for line in board.lines)


def moved(point: XY, direction: XY, times: float = 1.0) -> XY:
    """The point moved along a vector."""
    return point[0] + direction[0] * times, point[1] + direction[1] * times


# --- Outlines ---------------------------------------------------------------------------------------


def hexagon(board: Board, size: float) -> tuple[XY, ...]:
    """A regular hexagon round the centre with its corners where the lines through the centre end."""
    return tuple(moved((0.0, 0.0), board.xy(direction), size) for direction in DIRECTIONS)


def outline(board: Board, margin: float) -> tuple[XY, ...]:
    """The edge of a board with six corners, each `margin` beyond the point in that corner.

    A point in a corner has three neighbours side by side; the corner is opposite to the middle one.
    """
    corners = []
    for cell, around in zip(board.cells, board.neighbours, strict=True):
        towards = {d for d in range(6) if around[d] != OFF}
        if len(towards) == 3:
            middle = next(d for d in towards if {(d + 1) % 6, (d - 1) % 6} <= towards)
            corners.append(moved(board.xy(cell), board.xy(DIRECTIONS[OPPOSITE[middle]]), margin))
    return tuple(sorted(corners, key=_clockwise))


def _clockwise(point: XY) -> float:
    """The angle from the upward direction; rounded, so that straight up is always 0."""
    return round(atan2(*point), 6) % tau


def outline_without_corners(board: Board, margin: float, cut: float) -> tuple[XY, ...]:
    """The edge of a hexagonal board without its six corner points: twelve corners.

    The long edges are `margin` beyond the outermost points, the short ones are `cut` beyond them.
    """
    radius = max(map(distance, board.cells))
    long_edge, short_edge = radius * sqrt(3) / 2 + margin, radius - 0.5 + cut
    half = 2 * long_edge - sqrt(3) * short_edge
    corners = []
    for direction in DIRECTIONS:
        x, y = board.xy(direction)
        middle = (short_edge * x, short_edge * y)
        corners += [moved(middle, (-y, x), half), moved(middle, (y, -x), half)]
    return tuple(corners)


# --- Labels -----------------------------------------------------------------------------------------


def letters(board: Board, offset: XY) -> list[Label]:
    """The letter of each column, at an offset from the column's first point."""
    return [_shifted(board, column[0], board.names[column[0]][0], offset) for column in board.columns]


def numbers(board: Board, offset: XY) -> list[Label]:
    """Each number of the coordinates, at an offset from the first point that has it."""
    first: dict[str, int] = {}
    for point, name in enumerate(board.names):
        first.setdefault(name[1:], point)
    return [_shifted(board, point, number, offset) for number, point in first.items()]


def _shifted(board: Board, point: int, text: str, offset: XY) -> Label:
    return Label(text, moved(board.xy(board.cells[point]), offset))


def label_outside(board: Board, point: int, gap: float) -> Label:
    """The name of a point at the edge, on the side on which the point has no neighbours."""
    directions = [board.xy(DIRECTIONS[d]) for d, other in enumerate(board.neighbours[point]) if other == OFF]
    outwards = sum(x for x, _ in directions), sum(y for _, y in directions)
    return label_towards(board, point, outwards, gap)


def label_towards(board: Board, point: int, direction: XY, gap: float) -> Label:
    """The name of a point, `gap` away from it in a direction."""
    return Label(board.names[point], moved(board.xy(board.cells[point]), direction, gap / hypot(*direction)))
