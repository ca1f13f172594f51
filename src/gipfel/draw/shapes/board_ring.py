"""The ring of a ZÈRTZ board: it lies free on the page, and the page shows through it."""

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element, number

OUTER, INNER = 0.46, 0.27
SHADOW = 0.07
"""All in units of the board; the shadow is as much wider than the ring and lies as much lower."""


def draw(canvas: Canvas, size: float = 1.0) -> str:
    """The ring with its place as the origin: a shadow, the flat body, and a lighter groove in its middle."""
    unit = canvas.unit * size
    shadow = _circle(OUTER + SHADOW / 2, SHADOW, unit) + _circle(INNER, SHADOW, unit)
    body = _circle(OUTER, 0, unit) + _circle(INNER, 0, unit)
    return "".join(
        [
            element("path", d=shadow, fill=canvas.shadow, fill_rule="evenodd"),
            element("path", d=body, fill=canvas.tokens.line, fill_rule="evenodd", stroke=canvas.tokens.dot),
            element(
                "circle", r=(OUTER + INNER) / 2 * unit, fill="none", stroke=canvas.tokens.page, opacity=0.25
            ),
        ]
    )


def _circle(radius: float, y: float, unit: float) -> str:
    """A circle as part of a path."""
    r, width = number(radius * unit), number(2 * radius * unit)
    return f"M-{r} {number(y * unit)}a{r} {r} 0 1 0 {width} 0a{r} {r} 0 1 0-{width} 0Z"
