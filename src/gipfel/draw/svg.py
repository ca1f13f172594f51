"""A scene as an SVG document, without scripts, style sheets or external references."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import hypot
from typing import NamedTuple
from zlib import crc32

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element, escaped, number, words
from gipfel.draw.paints import paints
from gipfel.draw.panel import WIDTH, panel
from gipfel.draw.places import PlaceKind, place_kind
from gipfel.draw.scene import XY, Label, Mark, Place, Scene
from gipfel.draw.symbols import Symbols
from gipfel.draw.theme import COPPER, Accents, BoardTheme, Theme, Tokens

__all__ = ["BoardTheme", "Theme", "svg"]

UNIT = 64.0
TRAY_UNIT = 23.0
"""Pixels between neighbouring points: the scale of pieces on the board and beside it."""
MARGIN = 28.0
INSIDE = "scale(.982)"
"""Where the line inside the edge of a board is."""
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"


def svg(
    scene: Scene,
    theme: Theme = Theme.LIGHT,
    *,
    board: BoardTheme = BoardTheme.PLAIN,
    accent: Accents = COPPER,
    coordinates: bool = True,
    letters: bool = False,
    frame: "Box | None" = None,
) -> str:
    """The picture of a scene; without `coordinates` the labels at the edge are left out.

    `frame` is the room of the board; None for as much as the scene needs.
    """
    tokens = _tokens(scene, theme, board, letters)
    on_board = theme.board_accent(accent, board) if scene.outline else theme.accent(accent)
    canvas = Canvas(tokens, on_board, UNIT, _prefix(scene, tokens, coordinates))
    labels = scene.labels if coordinates else ()
    pieces = Symbols(canvas, "piece")
    stock = Symbols(replace(canvas, unit=TRAY_UNIT), "stock")
    drawn = drawn_board(scene, labels, canvas, pieces)
    box = frame or bounds(scene, labels, canvas)
    beside = panel(scene, replace(canvas, tokens=theme.tokens, accent=theme.accent(accent)), stock)
    if beside.height:
        left, top = box.right + MARGIN, (box.top + box.bottom - beside.height) / 2
        drawn += element("g", beside.markup, transform=f"translate({number(left)} {number(top)})")
        box = box.including(Box(left, top, left + WIDTH, top + beside.height))
    fills = paints(canvas.prefix, tokens.shadow)
    definitions = element("defs", fills, pieces.definitions(), stock.definitions())
    return _document(scene, box.padded(MARGIN), canvas, definitions + drawn)


def common_frame(scenes: Iterable[Scene]) -> "Box":
    """The room that the boards of several scenes need, so that they have the same place in all pictures."""
    canvas = Canvas(Theme.LIGHT.tokens, Theme.LIGHT.accent(COPPER), UNIT, "")
    box = Box(0, 0, 0, 0)
    for scene in scenes:
        box = box.including(bounds(scene, scene.labels, canvas))
    return box


def _tokens(scene: Scene, theme: Theme, board: BoardTheme, letters: bool) -> Tokens:
    """The colours of a picture; without a board the page is the ground of marks."""
    tokens = theme.tokens_of(board) if scene.outline else theme.on_page(board)
    return replace(tokens, letters="visible") if letters else tokens


def _prefix(scene: Scene, tokens: Tokens, coordinates: bool) -> str:
    """A prefix that differs between different pictures, so that ids on one page are unique."""
    return f"g{crc32(repr((scene, tokens, coordinates)).encode(errors='replace')):08x}"


# --- The document -----------------------------------------------------------------------------------


class Box(NamedTuple):
    """A rectangle of the picture."""

    left: float
    top: float
    right: float
    bottom: float

    def including(self, other: "Box") -> "Box":
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def padded(self, by: float) -> "Box":
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


def bounds(scene: Scene, labels: tuple[Label, ...], canvas: Canvas) -> Box:
    """The box around the board with everything on it."""
    box = Box(0, 0, 0, 0)
    for point, room in _extent(scene, labels):
        x, y = canvas.at(point)
        box = box.including(Box(x, y, x, y).padded(room * canvas.unit))
    return box


def _extent(scene: Scene, labels: tuple[Label, ...]) -> Iterator[tuple[XY, float]]:
    """Points of the scene, each with the space it needs around it."""
    yield from ((point, 0.0) for point in scene.outline)
    yield from ((place.at, 0.5 * place.size) for place in scene.places)
    yield from ((point, 0.5) for piece in scene.pieces for point in (piece.at, *piece.cells))
    yield from ((label.at, 0.2) for label in labels)


def _document(scene: Scene, box: Box, canvas: Canvas, content: str) -> str:
    width, height = box.right - box.left, box.bottom - box.top
    return element(
        "svg",
        element("title", escaped(scene.title or scene.game), id=f"{canvas.prefix}-title"),
        element("desc", escaped(_description(scene)), id=f"{canvas.prefix}-desc"),
        element("rect", x=box.left, y=box.top, width=width, height=height, rx=16, fill=canvas.tokens.page),
        content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, (box.left, box.top, width, height))),
        width=width,
        height=height,
        font_family=FONT,
        role="img",
        aria_labelledby=f"{canvas.prefix}-title {canvas.prefix}-desc",
    )


def _description(scene: Scene) -> str:
    """The picture in words, for screen readers."""
    pieces: dict[str, list[str]] = {}
    for piece in scene.pieces:
        place = piece.target.name if piece.target else ""
        pieces.setdefault(str(piece), []).append(place)
    parts = [scene.sentence, *map(str, scene.trays), *scene.notes]
    parts += [f"{name}: {', '.join(filter(None, places)) or len(places)}" for name, places in pieces.items()]
    return ". ".join(part.rstrip(".") for part in parts if part) + "."


# --- The board, from the lowest layer up --------------------------------------------------------------


def drawn_board(scene: Scene, labels: tuple[Label, ...], canvas: Canvas, symbols: Symbols) -> str:
    """The board with everything on it, as markup that uses symbols of pieces."""
    occupied = {point for piece in scene.pieces for point in (piece.at, *piece.cells)}
    return "".join(
        [
            ground(scene, canvas),
            edge_labels(scene, labels, canvas),
            *(row_mark(mark, canvas) for mark in scene.marks if mark.kind == "row"),
            last_marks([mark for mark in scene.marks if mark.kind == "last"], canvas),
            *(symbols.use(piece, canvas.at(piece.at)) for piece in scene.pieces),
            won_marks([mark for mark in scene.marks if mark.kind == "won"], canvas),
            *(_target(mark, occupied, canvas) for mark in scene.marks if mark.kind == "target"),
        ]
    )


def ground(scene: Scene, canvas: Canvas) -> str:
    """The board without coordinates: everything below the pieces."""
    return _outline(scene, canvas) + _lines(scene, canvas) + _places(scene, canvas)


def _outline(scene: Scene, canvas: Canvas) -> str:
    """The board: its material and the light on it, then a thin line inside the edge."""
    if not scene.outline:
        return ""
    tokens, d = canvas.tokens, _path(scene.outline, canvas) + "Z"
    edge = {"stroke": tokens.edge, "stroke_width": "3", "stroke_linejoin": "round"}
    return "".join(
        [
            element("path", d=d, fill=tokens.board, **edge),
            element("path", d=d, fill=canvas.grain, opacity=tokens.grain),
            element("path", d=d, fill=canvas.lit, opacity=tokens.sheen),
            element("path", d=d, fill="none", stroke=tokens.inlay, stroke_width=1.6, transform=INSIDE),
        ]
    )


def _lines(scene: Scene, canvas: Canvas) -> str:
    """All lines, with the lit lower side of an engraving."""
    if not scene.lines:
        return ""
    d, tokens = "".join(_path(line, canvas) for line in scene.lines), canvas.tokens
    groove = element("path", d=d, stroke=tokens.groove, transform="translate(0 1.5)")
    return element("g", groove, element("path", d=d, stroke=tokens.line), stroke_width=2)


def _path(points: tuple[XY, ...], canvas: Canvas) -> str:
    """The points joined by straight lines."""
    pairs = (f"{number(x)} {number(y)}" for x, y in map(canvas.at, points))
    return "M" + "L".join(pairs)


def _places(scene: Scene, canvas: Canvas) -> str:
    kinds: dict[PlaceKind, list[Place]] = {}
    for place in scene.places:
        kinds.setdefault(place_kind(place), []).append(place)
    return _shade(scene, canvas) + "".join(kind.draw(places, canvas) for kind, places in kinds.items())


def _shade(scene: Scene, canvas: Canvas) -> str:
    """A shaded area under the places in the centre."""
    centre = [canvas.at(place.at) for place in scene.places if place.kind == "centre"]
    ground = (element("circle", cx=x, cy=y, r=0.6 * canvas.unit) for x, y in centre)
    return element("g", *ground, fill=canvas.tokens.line, opacity=0.28) if centre else ""


def edge_labels(scene: Scene, labels: tuple[Label, ...], canvas: Canvas) -> str:
    """The coordinates: on the board, or on the page if there is no board."""
    if not labels:
        return ""
    size = 0.2 * canvas.unit
    texts = []
    for label in labels:
        x, y = canvas.at(label.at)
        texts.append(words(label.text, x, y + 0.35 * size))
    fill = canvas.tokens.coordinate if scene.outline else canvas.tokens.muted
    return element("g", *texts, text_anchor="middle", font_size=size, fill=fill)


# --- Marks ------------------------------------------------------------------------------------------


def row_mark(mark: Mark, canvas: Canvas) -> str:
    """A band under the whole row, which tells crossing rows apart."""
    return element(
        "path",
        d=_path(mark.at, canvas),
        fill="none",
        stroke=canvas.accent.line,
        stroke_width=1.1 * canvas.unit,
        stroke_linecap="round",
        opacity=0.45,
        class_="row",
    )


def last_marks(marks: Sequence[Mark], canvas: Canvas) -> str:
    """A line along each move with an arrow; a dashed ring if a move has only one point."""
    stroke = {"stroke": canvas.accent.line, "fill": "none", "class_": "last"}
    rings = [
        element("circle", cx=x, cy=y, r=0.49 * canvas.unit, stroke_width=4, stroke_dasharray="9 5", **stroke)
        for mark in marks
        if len(mark.at) == 1
        for x, y in [canvas.at(mark.at[0])]
    ]
    moves = [mark.at for mark in marks if len(mark.at) > 1]
    if not moves:
        return "".join(rings)
    lines = "".join(_path(move, canvas) for move in moves)
    arrows = "".join(_arrow(move[0], move[1], canvas) for move in moves)
    line = element("path", d=lines, stroke_width=5, stroke_linecap="round", **stroke)
    return "".join(rings) + line + element("path", d=arrows, fill=canvas.accent.line)


def won_marks(marks: Sequence[Mark], canvas: Canvas) -> str:
    """A line from place to place, with an edge that is visible on every piece; a ring round one place."""
    if not marks:
        return ""
    parts = [
        element("path", d=_path(mark.at, canvas))
        if len(mark.at) > 1
        else element("circle", cx=x, cy=y, r=0.33 * canvas.unit)
        for mark in marks
        for x, y in [canvas.at(mark.at[0])]
    ]
    strokes = ((canvas.tokens.panel, 0.24 * canvas.unit), (canvas.accent.line, 0.13 * canvas.unit))
    layers = (element("g", *parts, stroke=colour, stroke_width=width) for colour, width in strokes)
    return element(
        "g",
        *layers,
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
        class_="winning",
        opacity=0.92,
    )


def _arrow(start: XY, end: XY, canvas: Canvas) -> str:
    """The head of an arrow, in the first half of the line, where no piece hides it."""
    (x, y), (x2, y2) = canvas.at(start), canvas.at(end)
    length = hypot(x2 - x, y2 - y) / canvas.unit
    dx, dy = (x2 - x) / length, (y2 - y) / length
    corners = ((0.26, 0.16), (0.54, 0.0), (0.26, -0.16))
    points = (
        f"{number(x + dx * along - dy * out)} {number(y + dy * along + dx * out)}" for along, out in corners
    )
    return "M" + "L".join(points) + "Z"


def _target(mark: Mark, occupied: set[XY], canvas: Canvas) -> str:
    """A ring at each place, wide enough for a piece that is there."""
    rings = []
    for point in mark.at:
        x, y = canvas.at(point)
        r = (0.51 if point in occupied else 0.19) * canvas.unit
        rings.append(element("circle", cx=x, cy=y, r=r, class_="target"))
    return element(
        "g", *rings, fill="none", stroke=canvas.tokens.target, stroke_width=canvas.tokens.target_width
    )
