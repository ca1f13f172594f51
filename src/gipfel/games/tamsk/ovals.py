"""Circles that lie on the board of TAMSK, seen from the side: parts of paths."""

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import number

WIDE, DEEP = 0.43, 0.26
"""Half the width of a ring, and half its depth as it is seen, in units of the board."""


def oval(y: float, size: float, canvas: Canvas) -> str:
    """A whole circle at a height; it can be a hole in another one."""
    x, r = number(size * WIDE * canvas.unit), _radii(size, canvas)
    wide = number(2 * size * WIDE * canvas.unit)
    return f"M-{x} {number(y * canvas.unit)}a{r} 0 1 0 {wide} 0a{r} 0 1 0-{wide} 0Z"


def front_arc(y: float, size: float, canvas: Canvas) -> str:
    """The half of a circle that is nearer, from left to right."""
    x, y_ = number(size * WIDE * canvas.unit), number(y * canvas.unit)
    return f"M-{x} {y_}A{_radii(size, canvas)} 0 0 0 {x} {y_}"


def half_ring(y: float, hole: float, canvas: Canvas) -> str:
    """The nearer half of a ring's upper face."""
    x, y_ = number(hole * WIDE * canvas.unit), number(y * canvas.unit)
    return f"{front_arc(y, 1, canvas)}H{x}A{_radii(hole, canvas)} 0 0 1-{x} {y_}Z"


def wall(top: float, bottom: float, canvas: Canvas) -> str:
    """The front between two heights."""
    x, r = number(WIDE * canvas.unit), _radii(1, canvas)
    upper, lower = number(top * canvas.unit), number(bottom * canvas.unit)
    return f"M-{x} {upper}V{lower}A{r} 0 0 0 {x} {lower}V{upper}A{r} 0 0 1-{x} {upper}Z"


def _radii(size: float, canvas: Canvas) -> str:
    return f"{number(size * WIDE * canvas.unit)} {number(size * DEEP * canvas.unit)}"
