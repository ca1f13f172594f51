"""Boards that players lay out themselves, as Boardspace has them (`Zertz+xx`).

Rings lie on a field of 17 columns with 12 points each; every second column lies half a step higher. A board
that fits into the hexagon of 61 points is played there: it is moved to it, and its rings get the names of
that place.
"""

from collections.abc import Iterable
from itertools import product

from gipfel.board import Cell
from gipfel.board.hexagon61 import BIT, POINTS
from gipfel.games.zertz.rules import LAYOUT_NAMES, LAYOUTS, RINGS, start
from gipfel.kernel.state import State

COLUMNS = "abcdefghijklmnopq"
ROWS = 12
LARGEST = "61"


def cell_of(name: str) -> Cell | None:
    """Where a point such as h5 lies; None if the field does not have it."""
    column, row = COLUMNS.find(name[:1]), name[1:]
    if column < 0 or not row.isdecimal() or not 1 <= int(row) <= ROWS:
        return None
    # Points of one height have the same value of 2r + q; odd columns lie half a step higher.
    height = 2 * int(row) + column % 2
    return column, (height - column) // 2


def names_on_board(rings: Iterable[str]) -> dict[str, str] | None:
    """The name of each ring on the hexagon of 61; None if the board does not fit into it."""
    cells = {name: cell for name in rings if (cell := cell_of(name)) is not None}
    if not cells:
        return None
    names = LAYOUTS[LARGEST].names
    at = LAYOUTS[LARGEST].at
    first_q, first_r = min(q for q, _ in cells.values()), min(r for _, r in cells.values())
    for dq, dr in product(range(-4, 5), repeat=2):
        found = {name: at((q - first_q + dq, r - first_r + dr)) for name, (q, r) in cells.items()}
        if min(found.values()) >= 0:
            return {name: names[point] for name, point in found.items()}
    return None


def start_with(rings: Iterable[str]) -> State:
    """The state in which a game begins on a part of the board of 61 rings."""
    state = start(LAYOUT_NAMES.index(LARGEST))
    board = LAYOUTS[LARGEST]
    points = (POINTS.at(board.cells[board.index[name]]) for name in rings)
    state[RINGS] = sum(BIT[point] for point in points)
    return state
