"""The spot of LYNGK: a small ring where lines cross, so that empty spots are as visible as lines."""

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element

RADIUS = 0.15
"""In units of the board."""
SIGN = "·"


def draw(canvas: Canvas, size: float) -> str:
    """A ring in the colour of the lines, open to the board."""
    tokens = canvas.tokens
    r = RADIUS * size * canvas.unit
    return element("circle", r=r, fill=tokens.board, stroke=tokens.line, stroke_width=2)
