"""Piles of discs: what the stacks of several games have in common.

A pile is not a shape itself. It draws the shadow, the edges and the upper face; a shape adds its own symbols
on the face, which is `top` units from the place, and the height as a number.
"""

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element, number, words
from gipfel.draw.shapes.disc import lit_face
from gipfel.draw.theme import PieceColours

RADIUS = 0.42
LAYER = 0.1
HIGHEST = 0.42
"""All in units of the board. The side of a pile is never drawn higher than this."""
MOST_LAYERS = 6
"""The largest number of edges that is drawn; the label shows the real height."""
FIGURES = 0.36, 0.3
"""The font size of numbers with one digit and with two."""


def top(height: int) -> float:
    """The y of the upper face: the pile is centred on its place, and y points down."""
    return -_layers(height) * _thickness(height) / 2


def pile(height: int, colours: PieceColours, canvas: Canvas) -> str:
    """The discs from the lowest to the highest, with a shadow that grows with the pile."""
    faces = [-top(height) - _thickness(height) * (i + 1) for i in range(_layers(height))]
    discs = (_disc(face, _thickness(height), colours, canvas) for face in faces)
    body = element("g", *discs, stroke_width=canvas.rim_width)
    return _shadow(height, canvas) + body + lit_face(RADIUS, top(height) * canvas.unit, canvas)


def figure(label: str, height: int, colour: str, canvas: Canvas) -> str:
    """A number on the upper face of a pile; nothing if there is no label."""
    if not label:
        return ""
    size = FIGURES[len(label) > 1] * canvas.unit
    style = {"text_anchor": "middle", "font_size": number(size), "font_weight": "700", "fill": colour}
    return words(label, 0, top(height) * canvas.unit + 0.36 * size, **style)


def _layers(height: int) -> int:
    return min(height, MOST_LAYERS)


def _thickness(height: int) -> float:
    return min(LAYER, HIGHEST / _layers(height))


def _shadow(height: int, canvas: Canvas) -> str:
    lift = _layers(height) * _thickness(height)
    radius = RADIUS + 0.08 + 0.15 * lift
    return element(
        "circle",
        cx=0.25 * lift * canvas.unit,
        cy=(lift / 2 + 0.07) * canvas.unit,
        r=radius * canvas.unit,
        fill=canvas.shadow,
    )


def _disc(face: float, thickness: float, colours: PieceColours, canvas: Canvas) -> str:
    """One disc, its upper face centred at y = face: first the edge, then the face."""
    r, y, bottom = (number(length * canvas.unit) for length in (RADIUS, face, face + thickness))
    edge = f"M-{r} {y}V{bottom}A{r} {r} 0 0 0 {r} {bottom}V{y}Z"
    return element("path", d=edge, fill=colours.side, stroke=colours.seam) + element(
        "circle", cy=face * canvas.unit, r=RADIUS * canvas.unit, fill=colours.face, stroke=colours.rim
    )
