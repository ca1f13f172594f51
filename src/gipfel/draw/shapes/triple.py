"""The triple: a flat piece of three dots: a rounded trefoil, a bar or an angle.

`cells` are its dots, the main one first. All sizes are proportional to their distance, so the dots of a small
triple are close together. The shadow and the number on the main dot show the level of the piece.
"""

from collections.abc import Sequence
from itertools import combinations
from math import dist
from typing import NamedTuple

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element, number, words
from gipfel.draw.scene import XY, Piece

WIDTH = 0.8
THICKNESS = 0.085
LIFT = 0.07
MAIN_DOT, MINOR_DOT = 0.25, 0.13
"""All in units of the distance between two dots; a piece is drawn higher by LIFT with every level."""

SHADOWS = (0.0, 0.5, 1.0)
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
    line = 0.5 + 0.0125 * size
    lift = (piece.level - 1) * LIFT * size
    solid = [
        _layer(body, size, colours.seam, 2 * line, THICKNESS * size),
        _layer(body, size, colours.side, 0.0, THICKNESS * size),
        _layer(body, size, colours.rim, 2 * line),
        _layer(body, size, colours.face, 0.0),
        *_dots(piece, size, line, canvas),
    ]
    raised = element("g", *solid, transform=f"translate(0 {number(-lift)})")
    return element(
        "g",
        _shadow(piece, body, size, canvas),
        raised,
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _layer(body: Sequence[Part], size: float, colour: str, more: float, dy: float = 0.0) -> str:
    """All parts in one colour, wider by `more` and lower by `dy`."""
    strokes = [element("path", d=part.d, stroke_width=part.width * size + more) for part in body]
    place = {"transform": f"translate(0 {number(dy)})"} if dy else {}
    return element("g", *strokes, stroke=colour, **place)


def _shadow(piece: Piece, body: Sequence[Part], size: float, canvas: Canvas) -> str:
    """The shadow: farther away, wider and softer with every level; at level 1 it reaches no neighbours."""
    away = (0.075 * piece.level - 0.045) * size
    soft = (0.09 * piece.level - 0.03) * size
    layers = [_layer(body, size, "#000", spread * soft) for spread in SHADOWS]
    move = f"translate({number(0.5 * away)} {number(THICKNESS * size + away)})"
    return element("g", *layers, opacity=canvas.tokens.shadow * 0.45, transform=move)


def _dots(piece: Piece, size: float, line: float, canvas: Canvas) -> list[str]:
    """The main dot in the colour of the game, with the level if it is above the board; two small dots."""
    colours = canvas.tokens.pieces[piece.colour]
    (x, y), *minor = map(canvas.at, piece.cells)
    dots = [
        element(
            "circle", cx=a, cy=b, r=MINOR_DOT * size, fill=colours.side, stroke=colours.rim, stroke_width=line
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
        fill=canvas.tokens.on_accent,
        stroke="none",
    )
