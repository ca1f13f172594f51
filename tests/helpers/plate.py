"""A kind of place that a game adds."""

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element

SIGN = "%"


def draw(canvas: Canvas, size: float = 1.0) -> str:
    """An ellipse as wide as two units."""
    return element("ellipse", rx=size * canvas.unit, ry=0.5 * size * canvas.unit)
