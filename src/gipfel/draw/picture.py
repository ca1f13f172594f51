"""A scene as data for a page: looks of pieces, where they stand, what can be pointed at and where.

The page moves pieces and marks targets; how anything looks is decided here, once. Lengths are pixels of the
picture, y points down. Colours are CSS variables (`gipfel.draw.css`).
"""

from typing import Any
from zlib import crc32

from gipfel.draw.css import TOKENS
from gipfel.draw.ink import Ink
from gipfel.draw.scene import XY, Mark, Piece, Scene, Stock, Tray
from gipfel.draw.shapes import shape_of
from gipfel.draw.svg import MARGIN, UNIT, bounds, edge_labels, ground, last_mark, row_mark
from gipfel.draw.symbols import look_of
from gipfel.draw.target import Target

Plain = dict[str, Any]
"""Ready to be written as JSON."""

PREFIX = "page"
"""The page defines the shadow under this name."""
NEAR = 0.01
"""In units: a point that is so near to a line lies on it."""


class Looks:
    """How pieces look, each look once, by a name that is the same for equal looks everywhere."""

    def __init__(self, ink: Ink) -> None:
        self._ink = ink
        self._names: dict[Piece, str] = {}
        self.markup: dict[str, str] = {}

    def name(self, piece: Piece) -> str:
        """The name of a piece's look."""
        look = look_of(piece)
        if look not in self._names:
            markup = shape_of(look).draw(look, self._ink)
            name = f"l{crc32(markup.encode()):08x}"
            self._names[look] = name
            self.markup[name] = markup
        return self._names[look]


def page_ink(game: str) -> Ink:
    """Ink whose colours are those of the page."""
    return Ink(TOKENS, TOKENS.accent(game), UNIT, PREFIX)


def picture(scene: Scene) -> Plain:
    """Everything a page needs to show a scene."""
    ink = page_ink(scene.game)
    looks = Looks(ink)
    box = bounds(scene, scene.labels, ink).padded(MARGIN / 2)
    pieces = [_piece(piece, ink, looks) for piece in scene.pieces]
    trays = [_tray(tray, looks) for tray in scene.trays]
    return {
        "game": scene.game,
        "title": scene.title,
        "box": [round(n, 1) for n in (box.left, box.top, box.right - box.left, box.bottom - box.top)],
        "board": ground(scene, ink),
        "coordinates": edge_labels(scene.labels, ink),
        "looks": looks.markup,
        "pieces": pieces,
        "places": [
            {"target": plain_target(place.target), "at": _at(place.at, ink), "size": place.size}
            for place in scene.places
        ],
        "marks": [_mark(mark, ink) for mark in scene.marks if mark.kind in ("row", "last")],
        "trays": trays,
        "sentence": scene.sentence,
        "notes": [*scene.notes],
    }


def _at(point: XY, ink: Ink) -> list[float]:
    return [round(n, 1) for n in ink.at(point)]


def _piece(piece: Piece, ink: Ink, looks: Looks) -> Plain:
    plain: Plain = {"look": looks.name(piece), "at": _at(piece.at, ink), "name": str(piece)}
    if piece.target is not None:
        plain["target"] = plain_target(piece.target)
    if piece.level > 1:
        plain["level"] = piece.level
    return plain


def _tray(tray: Tray, looks: Looks) -> Plain:
    return {
        "owner": tray.owner,
        "title": tray.title,
        "active": tray.active,
        "stocks": [_stock(stock, looks) for stock in tray.stocks],
    }


def _stock(stock: Stock, looks: Looks) -> Plain:
    target = stock.piece.target
    return {
        "look": looks.name(stock.piece),
        "count": stock.count,
        "name": stock.name,
        "piece": str(stock.piece),
        "target": plain_target(target) if target else None,
    }


def _mark(mark: Mark, ink: Ink) -> Plain:
    drawn = row_mark(mark, ink) if mark.kind == "row" else last_mark(mark, ink)
    return {"kind": mark.kind, "markup": drawn}


# --- What can be pointed at ---------------------------------------------------------------------------


def plain_target(target: Target) -> list[str]:
    """A target as data; toggles say so."""
    return [target.kind, target.name, "toggle"] if target.toggle else [target.kind, target.name]


def read_target(plain: list[str]) -> Target:
    """The target that data mean."""
    kind, name, *rest = plain
    return Target(kind, name, bool(rest))


def located(scene: Scene, target: Target) -> Plain:
    """A target with the places on the board where a person can point at it; none if it is beside it."""
    ink = page_ink(scene.game)
    return {"target": plain_target(target), "at": [_at(point, ink) for point in where(scene, target)]}


def where(scene: Scene, target: Target) -> tuple[XY, ...]:
    """The points of a target: its place, the places of its row, or nothing if it is not on the board."""
    place = scene.place(target)
    if place is not None:
        return (place,)
    places = {place.target.name: place.at for place in scene.places}
    if target.name in places:
        return (places[target.name],)
    start, dash, end = target.name.partition("-")
    if dash and start in places and end in places:
        return _row(scene, places[start], places[end])
    return ()


def _row(scene: Scene, start: XY, end: XY) -> tuple[XY, ...]:
    """The marked row on the line between two points, or the line's ends if no row is marked there."""
    for mark in scene.marks:
        if mark.kind == "row" and all(_between(point, start, end) for point in mark.at):
            return mark.at
    return (start, end)


def _between(point: XY, start: XY, end: XY) -> bool:
    along = (end[0] - start[0], end[1] - start[1])
    way = (point[0] - start[0], point[1] - start[1])
    return abs(along[0] * way[1] - along[1] * way[0]) < NEAR and _inside(way, along)


def _inside(way: XY, along: XY) -> bool:
    forward = way[0] * along[0] + way[1] * along[1]
    return -NEAR <= forward <= along[0] ** 2 + along[1] ** 2 + NEAR


def ghost(before: Scene, after: Scene, target: Target) -> Plain | None:
    """The piece that would lie elsewhere or otherwise after a decision, to be shown before it is made."""
    known = set(before.pieces)
    ink = page_ink(after.game)
    for piece in reversed(after.pieces):
        if piece not in known and piece.target is not None:
            looks = Looks(ink)
            return {**_piece(piece, ink, looks), "target": plain_target(target), "looks": looks.markup}
    return None
