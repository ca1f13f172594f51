"""Pieces of MATRX GIPF: discs on one another, with the sign of their kind on top.

`piece.mark` is the stack from the bottom up, in the notation of positions: `Wtt` is a white pair, `BddWd` a
black pair that a white disc covers. The face of a disc that cannot be used is grey.
"""

import re
from math import cos, pi, sin
from typing import NamedTuple

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element, number, words
from gipfel.draw.scene import Piece
from gipfel.draw.shapes.disc import RADIUS, lit_face
from gipfel.draw.signs import inlay, sign_of

THICKNESS = 0.13
"""The thickness of a disc."""
HIGHEST = 0.5
"""The total height of a stack is at most this. All in units of the board."""
SCALE = 1.2
"""How much larger signs are than on the smaller discs of other games."""
HEXAGON = 0.27
CORE = 0.09
"""The sizes of the hexagons on a GIPF-piece, from the centre to a corner."""
OTHER = {"white": "black", "black": "white"}
COUNTED = 3
"""From this height on a stack shows it as a number too."""
OWNERS = {"W": "white", "B": "black"}
GIPF = "g"
ANY_KIND = "x"
"""Stands for a disc of whatever kind."""
UNUSED, USED = "+", "-"
"""After the mark of a disc beside the board: can it become the upper disc of a pair?"""
BESIDE = 0.78
"""The scale of discs beside the board."""
LETTERS = {"g": "G", "t": "T", "z": "Z", "d": "D", "y": "Y", "u": "P", ANY_KIND: "X"}
"""In a terminal, as in the notation of moves."""


class Unit(NamedTuple):
    """One disc of a stack."""

    owner: str
    letter: str


def read(mark: str) -> list[Unit]:
    """The discs of a stack from the bottom up."""
    runs = re.findall(r"([WB])([a-z]+)", mark)
    return [Unit(OWNERS[colour], letter) for colour, letters in runs for letter in letters]


def is_usable(units: list[Unit]) -> bool:
    """Is it a pair, whose upper disc has not been used?"""
    return len(units) == 2 and units[0] == units[1]


def draw(piece: Piece, canvas: Canvas) -> str:
    """Discs from the lowest up, the middle of the stack on its place, with a shadow that grows with it."""
    units = read(piece.mark)
    thickness = min(THICKNESS, HIGHEST / len(units))
    y = thickness * len(units) / 2
    parts = [_shadow(y, canvas)]
    for unit in units:
        y -= thickness
        parts.append(_disc(unit, thickness, y, canvas))
    parts.append(lit_face(RADIUS, y * canvas.unit, canvas))
    parts.append(_top(units, y, canvas, is_usable(units) or piece.mark.endswith(UNUSED)))
    if len(units) >= COUNTED:
        parts.append(_number(str(len(units)), y, canvas))
    drawn = element("g", *parts, stroke_width=canvas.rim_width)
    beside = piece.mark.endswith((UNUSED, USED))
    return element("g", drawn, transform=f"scale({BESIDE})") if beside else drawn


def sign(piece: Piece) -> str:
    """The letter of the kind, a capital for White; the label of the piece is its height."""
    letter = LETTERS[read(piece.mark)[-1].letter]
    return letter if piece.colour == "white" else letter.lower()


def _shadow(lowest: float, canvas: Canvas) -> str:
    return element(
        "circle",
        cx=0.4 * lowest * canvas.unit,
        cy=(lowest + 0.07) * canvas.unit,
        r=(RADIUS + 0.07 + 0.2 * lowest) * canvas.unit,
        fill=canvas.shadow,
    )


def _disc(unit: Unit, thickness: float, top: float, canvas: Canvas) -> str:
    """One disc, its upper face centred at y = top: first the edge, then the face."""
    colours = canvas.tokens.pieces[unit.owner]
    r, y, bottom = (number(length * canvas.unit) for length in (RADIUS, top, top + thickness))
    edge = f"M-{r} {y}V{bottom}A{r} {r} 0 0 0 {r} {bottom}V{y}Z"
    return element("path", d=edge, fill=colours.side, stroke=colours.seam) + element(
        "circle", cy=top * canvas.unit, r=RADIUS * canvas.unit, fill=colours.face, stroke=colours.rim
    )


def _top(units: list[Unit], top: float, canvas: Canvas, usable: bool) -> str:
    """What is on the upper face: the hexagons of a GIPF-piece, or a face with the sign of the kind."""
    unit = units[-1]
    owner = canvas.tokens.pieces[unit.owner]
    if unit.letter == GIPF:
        drawn = _hexagons(canvas.tokens.pieces[OTHER[unit.owner]].face, canvas)
    else:
        below = canvas.tokens.pieces[units[-2].owner].face if len(units) > 1 else canvas.tokens.panel
        face = inlay(unit.letter, owner, canvas, out_of_use=not usable)
        signs = sign_of(unit.letter, owner, below, canvas)
        drawn = face + element("g", signs, stroke_linecap="round", fill="none", stroke=owner.face)
    place = f"translate(0 {number(top * canvas.unit)}) scale({SCALE})"
    return element("g", drawn, transform=place)


def _hexagons(colour: str, canvas: Canvas) -> str:
    """The mark of a GIPF-piece: a hexagon like the board, with a smaller one in it."""
    frame = element("path", d=_hexagon(HEXAGON * canvas.unit), fill="none")
    core = element("path", d=_hexagon(CORE * canvas.unit), fill=colour)
    return element("g", frame, core, stroke=colour, stroke_width=0.05 * canvas.unit, stroke_linejoin="round")


def _hexagon(size: float) -> str:
    corners = ((size * sin(i * pi / 3), -size * cos(i * pi / 3)) for i in range(6))
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "Z"


def _number(label: str, top: float, canvas: Canvas) -> str:
    """The height of a stack in a badge beside its upper edge."""
    x, y, r = 0.36 * canvas.unit, (top - 0.2) * canvas.unit, 0.15 * canvas.unit
    size = 0.24 * canvas.unit
    badge = element("circle", cx=x, cy=y, r=r, fill=canvas.tokens.panel, stroke=canvas.tokens.line)
    style = {"text_anchor": "middle", "font_weight": "700", "fill": canvas.tokens.text}
    return badge + words(label, x, y + 0.36 * size, font_size=size, **style)
