"""The ring of a ZÈRTZ board: a separate ring through which the page is visible."""

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import circle_path, element

OUTER, INNER = 0.46, 0.27
SHADOW = 0.07
"""All in units of the board; the shadow is wider than the ring, and lower, by this much."""
SIGN = "o"
"""The character of an empty ring in a terminal."""


def draw(canvas: Canvas, size: float = 1.0) -> str:
    """The ring with its place as the origin: a shadow, the flat body, and a lighter groove in its middle."""
    unit, tokens, rim = canvas.unit * size, canvas.tokens, canvas.rim_width
    hollow = {"fill_rule": "evenodd"}
    drop = SHADOW * unit
    shadow = circle_path((OUTER + SHADOW / 2) * unit, drop) + circle_path(INNER * unit, drop)
    body = circle_path(OUTER * unit, 0) + circle_path(INNER * unit, 0)
    return "".join(
        [
            element("path", d=shadow, fill=canvas.shadow, **hollow),
            element("path", d=body, fill=tokens.ring, stroke=tokens.ring_rim, stroke_width=rim, **hollow),
            element("path", d=body, fill=canvas.lit, opacity=tokens.sheen, **hollow),
            element("circle", r=(OUTER + INNER) / 2 * unit, fill="none", stroke=tokens.page, opacity=0.25),
        ]
    )
