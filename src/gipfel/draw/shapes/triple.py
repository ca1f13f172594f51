"""The triple: a flat piece of three dots: a rounded trefoil, a bar or an angle.

`cells` are its dots, the main one first. All sizes are proportional to their distance, so the dots of a small
triple are close together. The level of a piece is drawn several times: with every level it is raised by its
own thickness, its shadow grows longer, and its face gets one more line along the edge, like the contours of a
map. From level 2 on the main dot has the number, too.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import dist
from typing import NamedTuple

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element, height, number, words
from gipfel.draw.scene import XY, Piece

WIDTH = 0.8
THICKNESS = 0.1
"""The edge seen from the front; a piece is drawn higher by this much with every level."""
OUTLINE = 0.036
"""Outside the rim, which stands out from the board, inside the seam between two pieces."""
MAIN_DOT, MINOR_DOT = 0.22, 0.115
BEVEL = 0.026
"""The lit edge of a face."""
CONTOUR, CONTOUR_STEP, MOST_CONTOURS = 0.025, 0.06, 3
"""The width of a line along the edge, the distance from one to the next, and how many are drawn at most."""
SHADOW, SHADOW_GROWS = 0.05, 0.085
"""How far a shadow falls at level 1, and by how much farther with every level.

All in units of the distance between two dots.
"""

SHADOWS = (0.0, 0.6, 1.0)
"""A soft shadow is several hard ones, each wider than the one before."""


class Part(NamedTuple):
    """A thick line with round ends; a body consists of one or more."""

    d: str
    width: float


def draw(piece: Piece, canvas: Canvas) -> str:
    """A triple that lies flat."""
    closed = "Z" if is_trefoil(piece) else ""
    return paint(piece, [Part(way(chain(piece), canvas) + closed, WIDTH)], canvas)


def sign(piece: Piece) -> str:
    """One character for each dot: the type, a capital if it is white, then the initial of the colour."""
    main = piece.mark.upper() if piece.colour == "white" else piece.mark.lower()
    return main + 2 * piece.colour[0]


# --- Dots ---------------------------------------------------------------------------------------------


def spacing(piece: Piece) -> float:
    """The distance between neighbouring dots."""
    return min(dist(a, b) for a, b in combinations(piece.cells, 2))


def chain(piece: Piece) -> tuple[XY, XY, XY]:
    """The dots from one end to the other, the middle one between the ends."""
    a, b, c = piece.cells
    far = 1.2 * spacing(piece)
    if dist(b, c) > far:
        return b, a, c
    return (a, c, b) if dist(a, b) > far else (a, b, c)


def is_trefoil(piece: Piece) -> bool:
    """Does every dot touch both others?"""
    one, _, other = chain(piece)
    return dist(one, other) < 1.2 * spacing(piece)


def way(points: Sequence[XY], canvas: Canvas) -> str:
    """A path from point to point."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in map(canvas.at, points))


# --- Layers, from below -------------------------------------------------------------------------------


def paint(piece: Piece, body: Sequence[Part], canvas: Canvas) -> str:
    """The shadow, the edge, the face and the dots of a piece."""
    colours, size = canvas.tokens.pieces[piece.colour], spacing(piece) * canvas.unit
    line = 0.25 + OUTLINE * size
    solid = [
        _layer(body, size, colours.rim, 2 * line, THICKNESS * size),
        _layer(body, size, colours.side, 0.0, THICKNESS * size),
        _layer(body, size, colours.rim, 2 * line),
        _layer(body, size, colours.seam, 1.1 * line),
        _layer(body, size, colours.light, 0.0),
        _layer(body, size, colours.face, -2 * BEVEL * size, BEVEL * size),
        *_contours(piece, body, size, canvas),
        *_dots(piece, size, line, canvas),
    ]
    lift = (piece.level - 1) * THICKNESS * size
    raised = element("g", *solid, **height(0, -lift))
    return element(
        "g",
        _shadow(piece, body, size, canvas),
        raised,
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _layer(body: Sequence[Part], size: float, colour: str, more: float, dy: float = 0.0) -> str:
    """All parts in one colour, wider by `more` and lower by `dy`; a closed part is filled."""
    strokes = [
        element("path", d=part.d, stroke_width=part.width * size + more, **_fill(part, colour))
        for part in body
    ]
    return element("g", *strokes, stroke=colour, **(height(0, dy) if dy else {}))


def _fill(part: Part, colour: str) -> dict[str, str]:
    return {"fill": colour} if part.d.endswith("Z") else {}


def _contours(piece: Piece, body: Sequence[Part], size: float, canvas: Canvas) -> Iterator[str]:
    """A line along the edge of the face for every level above the first; narrow parts have none."""
    colours, line = canvas.tokens.pieces[piece.colour], _contour_colour(piece, canvas)
    broad = [part for part in body if part.width == WIDTH]
    for i in range(1, min(piece.level - 1, MOST_CONTOURS) + 1):
        inset = 2 * (i * CONTOUR_STEP + BEVEL) * size
        yield _layer(broad, size, line, -inset)
        yield _layer(broad, size, colours.face, -inset - 2 * CONTOUR * size)
    if piece.level > 1 and len(broad) < len(body):
        narrow = [part for part in body if part not in broad]
        yield _layer(narrow, size, colours.face, -2 * BEVEL * size)


def _contour_colour(piece: Piece, canvas: Canvas) -> str:
    """A tone that is visible on the face: the seam of a dark piece may be as dark as its face."""
    pieces = canvas.tokens.pieces
    return pieces["grey"].side if piece.colour == "black" else pieces[piece.colour].seam


def _shadow(piece: Piece, body: Sequence[Part], size: float, canvas: Canvas) -> str:
    """The shadow: farther away, wider and softer with every level; at level 1 it reaches no neighbours."""
    away = (SHADOW + (piece.level - 1) * SHADOW_GROWS) * size
    layers = [_layer(body, size, "#000", spread * away) for spread in SHADOWS]
    move = height(0.6 * away, THICKNESS * size + away)
    return element("g", *layers, opacity=canvas.tokens.shadow * 0.45, **move)


def _dots(piece: Piece, size: float, line: float, canvas: Canvas) -> list[str]:
    """The main dot in the colour of the game, with the level if it is above the board; two small dots."""
    colours = canvas.tokens.pieces[piece.colour]
    (x, y), *minor = map(canvas.at, piece.cells)
    dots = [
        element(
            "circle",
            cx=a,
            cy=b,
            r=MINOR_DOT * size,
            fill=colours.side,
            stroke=colours.seam,
            stroke_width=line,
        )
        for a, b in minor
    ]
    dots.append(
        element(
            "circle",
            cx=x,
            cy=y,
            r=MAIN_DOT * size,
            fill=canvas.accent.line,
            stroke=colours.seam,
            stroke_width=1.2 * line,
        )
    )
    if piece.label:
        dots.append(_number(piece.label, (x, y), size, canvas))
    return dots


def _number(text: str, at: XY, size: float, canvas: Canvas) -> str:
    """A text on the main dot."""
    return words(
        text,
        at[0],
        at[1] + 0.13 * size,
        text_anchor="middle",
        font_size=0.36 * size,
        font_weight=700,
        fill=canvas.tokens.board,
        stroke="none",
    )
