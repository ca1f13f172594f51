"""How pieces look, one module a shape.

A new shape is a module with two functions, `draw` and `sign`, and one line in SHAPES.
"""

from typing import Protocol

from gipfel.draw.ink import Ink
from gipfel.draw.scene import Piece
from gipfel.draw.shapes import (
    bridge,
    disc,
    glass,
    hole,
    hollow,
    hoops,
    marble,
    marker,
    ring,
    stack,
    triple,
    units,
)


class Shape(Protocol):
    """What a module of this folder offers."""

    def draw(self, piece: Piece, ink: Ink) -> str:
        """The piece as SVG markup, its place being the origin; `piece.cells` are relative to it."""

    def sign(self, piece: Piece) -> str:
        """The character that stands for the piece in a terminal, or one for each place it covers."""


SHAPES: dict[str, Shape] = {
    "bridge": bridge,
    "disc": disc,
    "glass": glass,
    "hole": hole,
    "hollow": hollow,
    "hoops": hoops,
    "marble": marble,
    "marker": marker,
    "ring": ring,
    "stack": stack,
    "triple": triple,
    "units": units,
}


class UnknownShape(LookupError):
    """A piece asks for a shape nobody has drawn."""


def shape_of(piece: Piece) -> Shape:
    """The shape a piece asks for."""
    if piece.shape not in SHAPES:
        raise UnknownShape(f"there is no shape {piece.shape!r}; known shapes are {', '.join(sorted(SHAPES))}")
    return SHAPES[piece.shape]
