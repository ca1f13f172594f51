"""A scene as text for a terminal, readable with and without colour."""

from collections.abc import Iterable, Iterator
from itertools import combinations, groupby, pairwise
from math import dist
from typing import NamedTuple

from gipfel.draw.columns import columns_of, wrapped
from gipfel.draw.markup import CONTROLS
from gipfel.draw.places import place_kind
from gipfel.draw.scene import XY, Label, Mark, Piece, Place, Scene, Tray
from gipfel.draw.shapes import shape_of
from gipfel.locale import note, say

WIDTH = 80


class Brackets(NamedTuple):
    """How a mark is shown: a pair of brackets around the place."""

    left: str
    right: str
    style: str
    name: str


MARKS = {
    "target": Brackets("(", ")", "1;32", note("target")),
    "row": Brackets("[", "]", "1;33", note("row to take")),
    "last": Brackets("<", ">", "1;35", note("last move")),
    "won": Brackets("{", "}", "1;36", note("what won")),
}
"""The order in which brackets are nested if a place has several marks, from the inside out."""

FAINT = "2"
STRONG = "1"
PIECE_STYLES = {
    "white": "1;38;5;16;48;5;230",
    "grey": "1;38;5;16;48;5;247",
    "black": "1;38;5;231;48;5;238",
    "red": "1;38;5;231;48;5;124",
}
"""Terminal styles (SGR codes) in the colours of the pieces."""


def text(scene: Scene, *, colour: bool = False, names: bool = False) -> str:
    """The picture of a scene, at most 80 columns wide.

    With `colour` it contains terminal styles; with `names` every empty place shows its name.
    """
    page = _Page(colour)
    return "\n".join(
        [
            *_wrapped(scene.title),
            "",
            *_board(scene, page, names),
            "",
            *(line for tray in scene.trays for line in _tray(tray, page)),
            *(line for remark in scene.notes for line in _wrapped(remark, "  ")),
            *_legend(scene, page, names),
            "",
            *_wrapped(scene.sentence),
        ]
    ).strip("\n")


def _wrapped(sentence: str, indent: str = "") -> list[str]:
    """The sentence on lines that fit."""
    return wrapped(sentence.translate(CONTROLS), WIDTH, indent, " " * len(indent))


# --- Rows and columns of characters ------------------------------------------------------------------


class _Page:
    """Styled characters, addressed by row and column; either may be negative."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, row: int, column: int, characters: str, style: str = "") -> None:
        """Write characters from a cell to the right, replacing others."""
        for i, character in enumerate(characters):
            self._cells[row, column + i] = character, style

    def word(self, row: int, column: int) -> tuple[int, int]:
        """The first and last column of the word at a cell."""
        first = last = column
        while self._written(row, first - 1):
            first -= 1
        while self._written(row, last + 1):
            last += 1
        return first, last

    def _written(self, row: int, column: int) -> bool:
        return self._cells.get((row, column), (" ", ""))[0] != " "

    def rows(self) -> Iterator[str]:
        """The part that was written, line by line."""
        if not self._cells:
            return
        left = min(column for _, column in self._cells)
        top, bottom = min(self._cells)[0], max(self._cells)[0]
        for row in range(top, bottom + 1):
            last = max((column for r, column in self._cells if r == row), default=left - 1)
            cells = [self._cells.get((row, column), (" ", "")) for column in range(left, last + 1)]
            yield self._line(cells)

    def _line(self, cells: list[tuple[str, str]]) -> str:
        runs = groupby(cells, key=lambda cell: cell[1])
        return "".join(self.styled("".join(c for c, _ in run), style) for style, run in runs).rstrip()

    def styled(self, characters: str, style: str) -> str:
        """The characters in a style, if this page uses colour."""
        return f"\033[{style}m{characters}\033[0m" if self.colour and style else characters


class _Grid:
    """Turns coordinates of a scene into rows and columns of characters."""

    MARGIN = 8
    """Columns reserved for labels and brackets on both sides together."""

    def __init__(self, points: list[XY]) -> None:
        xs = sorted({round(x, 3) for x, _ in points})
        ys = sorted({round(y, 3) for _, y in points})
        self._left, self._top = xs[0], ys[-1]
        self._dx, self._dy = _smallest_gap(xs), _smallest_gap(ys)
        columns = max(round((xs[-1] - xs[0]) / self._dx), 1)
        self._pitch = max(min((WIDTH - self.MARGIN) // columns, 4), 1)

    def cell(self, point: XY) -> tuple[int, int]:
        """The row and column of a point."""
        x, y = point
        return round((self._top - y) / self._dy), round((x - self._left) / self._dx * self._pitch)


def _smallest_gap(values: list[float]) -> float:
    return min((b - a for a, b in pairwise(values)), default=1.0)


# --- The board ----------------------------------------------------------------------------------------


def _board(scene: Scene, page: _Page, names: bool) -> Iterator[str]:
    points = [place.at for place in scene.places] + [at for piece in scene.pieces for at in _covered(piece)]
    if not points:
        return iter(())
    grid = _Grid(points)
    for place in scene.places:
        _put_place(place, grid, page, names)
    for label in scene.labels if not names or _is_crowded(scene) else ():
        _put_label(label, points, grid, page)
    for piece in filter(_has_sign, scene.pieces):
        _put_piece(piece, grid, page)
    _put_links(scene.pieces, grid, page)
    _put_marks(scene.marks, grid, page)
    return page.rows()


def _is_crowded(scene: Scene) -> bool:
    """Do pieces hide more than half of the names of places?"""
    hidden = {at for piece in filter(_has_sign, scene.pieces) for at in _covered(piece)}
    return 2 * sum(place.at in hidden for place in scene.places) > len(scene.places)


def _put_place(place: Place, grid: _Grid, page: _Page, names: bool) -> None:
    row, column = grid.cell(place.at)
    if names:
        page.put(row, column - len(place.target.name) // 2, place.target.name, FAINT)
    else:
        page.put(row, column, place_kind(place).sign)


def _put_label(label: Label, points: list[XY], grid: _Grid, page: _Page) -> None:
    """Put a label beside its point, with space for brackets between them."""
    row, column = grid.cell(label.at)
    own_row, own_column = grid.cell(min(points, key=lambda point: dist(point, label.at)))
    room = 3 if row == own_row else 1
    if column < own_column:
        start = own_column - room - len(label.text) + 1
    elif column > own_column:
        start = own_column + room
    else:
        start = column - len(label.text) // 2
    page.put(row, start, label.text, FAINT)


def _covered(piece: Piece) -> tuple[XY, ...]:
    return piece.cells or (piece.at,)


def _has_sign(piece: Piece) -> bool:
    """Does a terminal show it? What has no sign belongs to the place, or to another piece."""
    return bool(shape_of(piece).sign(piece))


def _put_piece(piece: Piece, grid: _Grid, page: _Page) -> None:
    """Put the piece's symbol, or one for each of its places, and its label."""
    places = _covered(piece)
    signs = shape_of(piece).sign(piece)
    each = signs if len(signs) == len(places) else [signs] * len(places)
    for at, sign in zip(places, each, strict=True):
        row, column = grid.cell(at)
        page.put(row, column - 1, f" {sign}{piece.label or ' '}", _style(piece))


def _put_links(pieces: tuple[Piece, ...], grid: _Grid, page: _Page) -> None:
    """Put strokes between the places of a piece, where it is visible on both."""
    seen = {at: piece for piece in pieces for at in _covered(piece)}
    for piece in pieces:
        for one, other in combinations(piece.cells, 2):
            if seen[one] is seen[other] is piece and dist(one, other) < 1.2:
                upper, lower = sorted((grid.cell(one), grid.cell(other)))
                _put_link(upper, lower, _style(piece), page)


def _put_link(upper: tuple[int, int], lower: tuple[int, int], style: str, page: _Page) -> None:
    """Put a stroke half way between two cells; a slanted one beside the lower cell."""
    (row, column), (lower_row, lower_column) = upper, lower
    if column == lower_column:
        page.put((row + lower_row) // 2, column, "|", style)
    else:
        page.put(lower_row, (column + lower_column) // 2, "/" if lower_column < column else "\\", style)


def _style(piece: Piece) -> str:
    return PIECE_STYLES.get(piece.colour, STRONG)


def _put_marks(marks: tuple[Mark, ...], grid: _Grid, page: _Page) -> None:
    for kind, brackets in MARKS.items():
        for row, column in {grid.cell(at) for mark in marks if mark.kind == kind for at in mark.at}:
            first, last = page.word(row, column)
            page.put(row, first - 1, brackets.left, brackets.style)
            page.put(row, last + 1, brackets.right, brackets.style)


# --- Below the board ----------------------------------------------------------------------------------


def _tray(tray: Tray, page: _Page) -> list[str]:
    """`> White: 12 in reserve, 3 captured`; the arrow marks the side to act."""
    lines = _wrapped(str(tray), "> " if tray.active else "  ")
    return [page.styled(line, STRONG) for line in lines] if tray.active else lines


class _Entry(NamedTuple):
    """An entry of the legend."""

    name: str
    sign: str
    style: str


def _legend(scene: Scene, page: _Page, names: bool) -> list[str]:
    """The meaning of the symbols in this picture."""
    shown = filter(_has_sign, scene.pieces)
    pieces = {_Entry(str(piece), shape_of(piece).sign(piece), _style(piece)) for piece in shown}
    places = set() if names else {_place_entry(place) for place in scene.places}
    kinds = {mark.kind for mark in scene.marks}
    marks = [
        _Entry(say(b.name), f"{b.left} {b.right}", b.style) for kind, b in MARKS.items() if kind in kinds
    ]
    return _filled([*sorted(pieces), *sorted(places), *marks], page)


def _place_entry(place: Place) -> _Entry:
    kind = place_kind(place)
    return _Entry(say(kind.name or place.kind), kind.sign, "")


def _filled(entries: Iterable[_Entry], page: _Page) -> list[str]:
    """The entries on as few lines as they need."""
    lines: list[list[str]] = []
    room = 0
    for entry in entries:
        length = columns_of(entry.sign) + columns_of(entry.name) + 3
        if length > room:
            lines.append([])
            room = WIDTH
        lines[-1].append(f"{page.styled(entry.sign, entry.style)} {entry.name}")
        room -= length
    return ["  " + "  ".join(line) for line in lines]
