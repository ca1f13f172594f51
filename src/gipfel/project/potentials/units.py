"""Units: basic pieces and potentials on one another, as GIPF with potentials has them.

`piece.mark` is the stack from the bottom up, in the notation of positions: `Wpt` is a white basic piece
that carries a TAMSK-potential, `BpWd` a black one with a white DVONN-potential on it. A tilde behind it
says that the potential rests, a minus that it will never be used.

A potential is a smaller disc. Its rim, its edge and its sign have the colour of its owner, its face has
the colour of its game; the sign alone tells the kind when colours do not (see `gipfel.draw.signs`).
"""

import re
from typing import NamedTuple

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element, number, words
from gipfel.draw.scene import Piece
from gipfel.draw.shapes.disc import RADIUS, THICKNESS, lit_face
from gipfel.draw.signs import inlay, sign_of
from gipfel.project.potentials.scene import RESTING, USELESS

SMALL = 0.315
"""The radius of a potential."""
THIN = 0.1
"""The thickness of a potential."""
HIGHEST = 0.42
"""The total height of all edges of potentials is at most this. All in units of the board."""
SIGNED = 3
"""From this height on a stack shows it as a number too."""

OWNERS = {"W": "white", "B": "black"}
BASIC = "p"
LOADED = {"t": "T", "z": "Z", "d": "D", "y": "Y", "u": "P"}
"""In a terminal: what a loaded piece carries, as in the notation of moves."""


class Unit(NamedTuple):
    """One disc of a stack."""

    owner: str
    letter: str


class Stack(NamedTuple):
    """The content of a mark."""

    units: tuple[Unit, ...]
    """From the bottom up."""
    power: str
    """Whether the potential on top is out of use: RESTING, USELESS or nothing."""

    @property
    def covered(self) -> bool:
        """Does a unit cover one of the other colour?"""
        return len({unit.owner for unit in self.units}) > 1


def read(mark: str) -> Stack:
    """The stack that a mark describes."""
    runs = re.findall(r"([WB])([a-z]+)", mark)
    units = tuple(Unit(OWNERS[colour], letter) for colour, letters in runs for letter in letters)
    return Stack(units, mark[-1] if mark[-1] in (RESTING, USELESS) else "")


def draw(piece: Piece, canvas: Canvas) -> str:
    """Discs from the lowest up, the middle of the stack on its place, with a shadow that grows with it."""
    stack = read(piece.mark)
    sizes = _sizes(stack.units)
    y = sum(size.thickness for size in sizes) / 2
    parts = [_shadow(y, sizes, canvas)]
    for unit, size in zip(stack.units, sizes, strict=True):
        y -= size.thickness
        parts.append(_slab(unit, size, y, canvas))
    parts.append(lit_face(sizes[-1].radius, y * canvas.unit, canvas))
    below = stack.units[-2] if len(stack.units) > 1 else None
    if stack.units[-1].letter != BASIC:
        parts.append(_potential(stack.units[-1], below, stack.power, y, canvas))
    if piece.label and piece.height >= SIGNED:
        parts.append(_number(piece.label, y, canvas))
    return element("g", *parts, stroke_width=canvas.rim_width)


def sign(piece: Piece) -> str:
    """A letter, a capital for White: the kind a loaded piece carries, S for a stack, o and x if spent."""
    stack = read(piece.mark)
    if stack.covered:
        letter = "S"
    elif len(stack.units) == 1 and stack.units[0].letter != BASIC:
        return "o" if piece.colour == "white" else "x"
    else:
        letter = LOADED.get(stack.units[-1].letter, piece.colour[0].upper())
    return letter if piece.colour == "white" else letter.lower()


# --- Discs --------------------------------------------------------------------------------------------


class _Size(NamedTuple):
    radius: float
    thickness: float


def _sizes(units: tuple[Unit, ...]) -> list[_Size]:
    """The size of each disc; in a high stack potentials are thinner."""
    potentials = sum(unit.letter != BASIC for unit in units)
    thin = min(THIN, HIGHEST / max(potentials, 1))
    return [_Size(RADIUS, THICKNESS) if unit.letter == BASIC else _Size(SMALL, thin) for unit in units]


def _shadow(lowest: float, sizes: list[_Size], canvas: Canvas) -> str:
    radius = sizes[0].radius + 0.07 + 0.2 * lowest
    return element(
        "circle",
        cx=0.5 * lowest * canvas.unit,
        cy=(lowest + 0.07) * canvas.unit,
        r=radius * canvas.unit,
        fill=canvas.shadow,
    )


def _slab(unit: Unit, size: _Size, top: float, canvas: Canvas) -> str:
    """One disc, its upper face centred at y = top: first the edge, then the face."""
    colours = canvas.tokens.pieces[unit.owner]
    r, y, bottom = (number(length * canvas.unit) for length in (size.radius, top, top + size.thickness))
    edge = f"M-{r} {y}V{bottom}A{r} {r} 0 0 0 {r} {bottom}V{y}Z"
    return element("path", d=edge, fill=colours.side, stroke=colours.seam) + element(
        "circle", cy=top * canvas.unit, r=size.radius * canvas.unit, fill=colours.face, stroke=colours.rim
    )


# --- What is on a potential -----------------------------------------------------------------------------


def _potential(unit: Unit, below: Unit | None, power: str, top: float, canvas: Canvas) -> str:
    """The coloured face and the sign, both faded if the potential cannot be used."""
    owner = canvas.tokens.pieces[unit.owner]
    face = inlay(unit.letter, owner, canvas, out_of_use=power == USELESS)
    signs = sign_of(unit.letter, owner, _seen_through(below, canvas), canvas)
    faded = {"opacity": 0.45} if power else {}
    drawn = element("g", signs, stroke_linecap="round", fill="none", stroke=owner.face, **faded)
    return element("g", face, drawn, transform=f"translate(0 {number(top * canvas.unit)})")


def _seen_through(below: Unit | None, canvas: Canvas) -> str:
    """The colour visible through a hole: that of the disc below, or of the board."""
    return canvas.tokens.pieces[below.owner].face if below else canvas.tokens.panel


# --- How high --------------------------------------------------------------------------------------------


def _number(label: str, top: float, canvas: Canvas) -> str:
    """The height of a stack in a badge beside its upper edge."""
    x, y, r = 0.34 * canvas.unit, (top - 0.16) * canvas.unit, 0.15 * canvas.unit
    size = 0.24 * canvas.unit
    badge = element("circle", cx=x, cy=y, r=r, fill=canvas.tokens.panel, stroke=canvas.tokens.line)
    style = {"text_anchor": "middle", "font_weight": "700", "fill": canvas.tokens.text}
    return badge + words(label, x, y + 0.36 * size, font_size=size, **style)
