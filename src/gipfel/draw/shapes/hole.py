"""The hole: a hexagon cut out of the board; the page is visible through it."""

from math import cos, pi, sin

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element, number
from gipfel.draw.scene import Piece

SIZE = 0.5
"""How far the corners are from the middle, in units of the board."""


def draw(piece: Piece, canvas: Canvas) -> str:
    """A hexagon in the colour of the page, with the edge of the board."""
    size = SIZE * canvas.unit
    corners = (f"{number(size * sin(i * pi / 3))} {number(size * cos(i * pi / 3))}" for i in range(6))
    return element(
        "path",
        d=f"M{'L'.join(corners)}Z",
        fill=canvas.tokens.page,
        stroke=canvas.tokens.edge,
        stroke_width=3,
        stroke_linejoin="round",
    )


def sign(piece: Piece) -> str:
    """The sign of an obstacle."""
    return "#"
