"""A scene as data for the page: the looks of pieces, their places, and the places of targets.

The page moves pieces and marks targets; how things look is decided only here. Lengths are pixels of the
picture, and y points down. Colours are CSS variables (`gipfel.draw.css`).
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, cast
from zlib import crc32

from gipfel.draw import picture_types as types
from gipfel.draw.canvas import Canvas
from gipfel.draw.css import ACCENT, TOKENS
from gipfel.draw.scene import XY, Mark, Piece, Scene, Stock, Tray
from gipfel.draw.shapes import shape_of
from gipfel.draw.svg import MARGIN, UNIT, Box, bounds, edge_labels, ground, last_marks, row_mark, won_marks
from gipfel.draw.symbols import look_of
from gipfel.draw.target import Target

PREFIX = "page"
"""The page defines the shadow with this prefix."""
NEAR = 0.01
"""In units: a point this close to a line is on it."""
ROOM = 0.5
"""In units: the space a piece needs around each of its points."""
CACHED = 4000
"""The size of each cache of drawn pieces, trays and marks; most of a picture has been drawn before."""


PAGE_INK = Canvas(TOKENS, ACCENT, UNIT, PREFIX)
"""The canvas of the page, with CSS variables as colours."""


class Look(NamedTuple):
    """The markup of a piece, and a name that depends only on the markup."""

    name: str
    markup: str


class Looks:
    """Collects the looks of pieces, each once."""

    def __init__(self) -> None:
        self.markup: dict[str, str] = {}

    def name(self, piece: Piece) -> str:
        """The name of a piece's look."""
        return self.named(_look(look_of(piece)))

    def named(self, look: Look) -> str:
        """Add a look; its name."""
        self.markup[look.name] = look.markup
        return look.name


@lru_cache(CACHED)
def _look(look: Piece) -> Look:
    markup = shape_of(look).draw(look, PAGE_INK)
    return Look(f"l{crc32(markup.encode()):08x}", markup)


# --- Pictures -----------------------------------------------------------------------------------------


def picture(scene: Scene) -> types.WholePicture:
    """All data the page needs to show a scene."""
    box = bounds(scene, scene.labels, PAGE_INK)
    return {**without_board(scene), **board(scene), "box": _plain_box(box)}


def board(scene: Scene) -> types.BoardPart:
    """The part of a picture below all pieces; its box does not include them."""
    canvas = PAGE_INK
    bare = Scene(scene.game, "", outline=scene.outline, places=scene.places)
    return {
        "box": _plain_box(bounds(bare, scene.labels, canvas)),
        "board": ground(scene, canvas),
        "coordinates": edge_labels(scene, scene.labels, canvas),
        "places": [
            {"target": target_parts(place.target), "at": _at(place.at, canvas), "size": place.size}
            for place in scene.places
        ],
    }


def without_board(scene: Scene, marks: tuple[Mark, ...] = ()) -> types.WholePicture:
    """A picture with some more marks and without its board; its box contains the pieces."""
    looks = Looks()
    drawn = [_drawn(piece) for piece in scene.pieces]
    for _, look, _ in drawn:
        looks.markup[look.name] = look.markup
    return {
        "game": scene.game,
        "title": scene.title,
        "box": _plain_box(_around(drawn)),
        "board": "",
        "coordinates": "",
        "looks": looks.markup,
        "pieces": [piece.data for piece in drawn],
        "places": [],
        "marks": mark_parts(scene.marks + marks),
        "trays": [_shown_tray(tray, looks) for tray in scene.trays],
    }


def _plain_box(box: Box) -> list[float]:
    """Left, top, width and height, with a margin."""
    box = box.padded(MARGIN / 2)
    return [round(n, 1) for n in (box.left, box.top, box.right - box.left, box.bottom - box.top)]


def _at(point: XY, canvas: Canvas) -> list[float]:
    return [round(n, 1) for n in canvas.at(point)]


class Drawn(NamedTuple):
    """A piece as data, with its look and the box it covers."""

    data: types.Piece
    look: Look
    box: Box


@lru_cache(CACHED)
def _drawn(piece: Piece) -> Drawn:
    canvas, look = PAGE_INK, _look(look_of(piece))
    data: types.Piece = {"look": look.name, "at": _at(piece.at, canvas), "name": str(piece)}
    if piece.target is not None:
        data["target"] = target_parts(piece.target)
    if piece.level > 1:
        data["level"] = piece.level
    return Drawn(data, look, _covered(piece, canvas))


def piece_parts(pieces: Iterable[Piece]) -> tuple[list[types.Piece], types.Looks]:
    """Pieces as they are sent to pages, and their looks."""
    drawn = [_drawn(piece) for piece in pieces]
    return [data for data, _, _ in drawn], dict(look for _, look, _ in drawn)


def _covered(piece: Piece, canvas: Canvas) -> Box:
    points = [canvas.at(point) for point in (piece.at, *piece.cells)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs), max(ys)).padded(ROOM * canvas.unit)


def _around(drawn: Sequence[Drawn]) -> Box:
    """The box around all pieces and the middle of the board."""
    left = top = right = bottom = 0.0
    for _, _, (piece_left, piece_top, piece_right, piece_bottom) in drawn:
        if piece_left < left:
            left = piece_left
        if piece_right > right:
            right = piece_right
        if piece_top < top:
            top = piece_top
        if piece_bottom > bottom:
            bottom = piece_bottom
    return Box(left, top, right, bottom)


def _shown_tray(tray: Tray, looks: Looks) -> types.Tray:
    shown, used = _tray(tray)
    for look in used:
        looks.named(look)
    return shown


@lru_cache(CACHED)
def _tray(tray: Tray) -> tuple[types.Tray, list[Look]]:
    """A tray as data, and the looks of its pieces."""
    stocks = [_stock(stock) for stock in tray.stocks]
    shown: types.Tray = {
        "owner": cast(types.Owner, tray.owner),
        "title": tray.title,
        "active": tray.active,
        "stocks": [data for data, _ in stocks],
    }
    return shown, [look for _, look in stocks]


def _stock(stock: Stock) -> tuple[types.Stock, Look]:
    target, look = stock.piece.target, _look(look_of(stock.piece))
    data: types.Stock = {
        "look": look.name,
        "count": stock.count,
        "name": stock.name,
        "piece": str(stock.piece),
        "target": target_parts(target) if target else None,
    }
    if stock.goal:
        data |= {"goal": stock.goal, "goal_of_each": stock.goal_of_each}
    return data, look


def mark_parts(marks: Sequence[Mark]) -> list[types.Mark]:
    """Marks as they are sent to pages: each row by itself, all last moves together, all that won together."""
    rows = [_row(mark) for mark in marks if mark.kind == "row"]
    last = tuple(mark for mark in marks if mark.kind == "last")
    won = tuple(mark for mark in marks if mark.kind == "won")
    return [*rows, *([_last(last)] if last else []), *([_won(won)] if won else [])]


@lru_cache(CACHED)
def _row(mark: Mark) -> types.Mark:
    return {"kind": "row", "markup": row_mark(mark, PAGE_INK)}


@lru_cache(CACHED)
def _last(marks: tuple[Mark, ...]) -> types.Mark:
    return {"kind": "last", "markup": last_marks(marks, PAGE_INK)}


@lru_cache(CACHED)
def _won(marks: tuple[Mark, ...]) -> types.Mark:
    return {"kind": "won", "markup": won_marks(marks, PAGE_INK)}


# --- Targets -------------------------------------------------------------------------------------------


def target_parts(target: Target) -> list[str]:
    """A target as it is sent to pages: its kind and name, and whether it is a toggle."""
    return [target.kind, target.name, "toggle"] if target.toggle else [target.kind, target.name]


def read_target(parts: list[str]) -> Target:
    """The target with these parts."""
    kind, name, *rest = parts
    return Target(kind, name, bool(rest))


def located(scene: Scene, target: Target) -> types.PossibleTarget:
    """A target with its points on the board; none if it is beside the board."""
    canvas = PAGE_INK
    return {"target": target_parts(target), "at": [_at(point, canvas) for point in where(scene, target)]}


def where(scene: Scene, target: Target) -> tuple[XY, ...]:
    """The points of a target: its place, those of its row, or none if it is not on the board."""
    place = scene.place(target)
    if place is not None:
        return (place,)
    places = {place.target.name: place.at for place in scene.places}
    if target.name in places:
        return (places[target.name],)
    start, dash, end = target.name.partition("-")
    if dash and start in places and end in places:
        return _points_of_row(scene, places[start], places[end])
    return ()


def _points_of_row(scene: Scene, start: XY, end: XY) -> tuple[XY, ...]:
    """The points of the marked row between two points; the two points if no row is marked there."""
    for mark in scene.marks:
        if mark.kind == "row" and all(_between(point, start, end) for point in mark.at):
            return mark.at
    return (start, end)


def _between(point: XY, start: XY, end: XY) -> bool:
    along = (end[0] - start[0], end[1] - start[1])
    offset = (point[0] - start[0], point[1] - start[1])
    return abs(along[0] * offset[1] - along[1] * offset[0]) < NEAR and _inside(offset, along)


def _inside(offset: XY, along: XY) -> bool:
    forward = offset[0] * along[0] + offset[1] * along[1]
    return -NEAR <= forward <= along[0] ** 2 + along[1] ** 2 + NEAR


def ghost(before: Scene, after: Scene, target: Target) -> types.Ghost | None:
    """The piece that a decision would move or change, for a preview; None if there is none."""
    known, new = set(before.pieces), set(after.pieces)
    for piece in reversed(after.pieces):
        if piece not in known and piece.target is not None:
            drawn = _drawn(piece)
            looks = {drawn.look.name: drawn.look.markup}
            shown: types.Ghost = {
                "target": target_parts(target),
                "look": drawn.look.name,
                "looks": looks,
                "at": drawn.data["at"],
                "name": drawn.data["name"],
                "gone": [_drawn(old).data for old in before.pieces if old not in new],
            }
            if "level" in drawn.data:
                shown["level"] = drawn.data["level"]
            return shown
    return None
