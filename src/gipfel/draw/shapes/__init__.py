"""How pieces look, one module for each shape.

A shape is a module with two functions, `draw` and `sign`. Shapes that several games could use are here. A
game with a shape of its own keeps the module in its folder and registers it with `shape_registry.add_shape`.
"""

from functools import cache
from importlib import import_module
from typing import Protocol, cast

from gipfel.draw.canvas import Canvas
from gipfel.draw.scene import Piece
from gipfel.draw.shape_registry import MODULES
from gipfel.draw.shapes import (
    bridge,
    disc,
    hole,
    marker,
    ring,
    triple,
)


class Shape(Protocol):
    """The functions of a module of this folder."""

    def draw(self, piece: Piece, canvas: Canvas) -> str:
        """The piece as SVG markup, with its place at the origin; `piece.cells` are relative to it."""

    def sign(self, piece: Piece) -> str:
        """The character of the piece in a terminal, or one for each place it covers; empty: none is shown."""


SHAPES: dict[str, Shape] = {
    "bridge": bridge,
    "disc": disc,
    "hole": hole,
    "marker": marker,
    "ring": ring,
    "triple": triple,
}


class UnknownShape(LookupError):
    """A piece names a shape that does not exist."""


def shape_of(piece: Piece) -> Shape:
    """The shape of a piece."""
    if piece.shape in SHAPES:
        return SHAPES[piece.shape]
    if piece.shape in MODULES:
        return _imported(MODULES[piece.shape])
    names = ", ".join(sorted({*SHAPES, *MODULES}))
    raise UnknownShape(f"there is no shape {piece.shape!r}; known shapes are {names}")


@cache
def _imported(module: str) -> Shape:
    return cast(Shape, import_module(module))
