"""Names of points: the letter of the column and a number."""

from collections.abc import Callable

from gipfel.board.lattice import Cell

Naming = Callable[[Cell], str]


def upward(radius: int) -> Naming:
    """Numbers count from 1 at the lower end of each column of a hexagon of this radius."""

    def name(cell: Cell) -> str:
        q, r = cell
        lowest = max(-radius, -radius - q)
        return f"{_letter(q + radius)}{r - lowest + 1}"

    return name


def oblique(columns: int, rows: int) -> Naming:
    """Numbers are those of oblique rows; `columns` are left of the centre, whose own number is `rows`."""

    def name(cell: Cell) -> str:
        q, r = cell
        return f"{_letter(q + columns)}{q + r + rows}"

    return name


def _letter(column: int) -> str:
    return chr(ord("a") + column)
