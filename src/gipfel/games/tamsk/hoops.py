"""The rings of TAMSK, stacked around the place of a glass.

`piece.height` is their number. The mark `full` closes the middle: no glass can enter. The mark `missed` is
the outline of a ring that was not dropped.
"""

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import circle_path, element, number, words
from gipfel.draw.scene import Piece
from gipfel.draw.theme import PieceColours

OUTER, INNER = 0.42, 0.3
THICKNESS = 0.075
"""All in units of the board."""
SIGNS = {"full": "#", "missed": "?"}
LOOSE = "o"


def draw(piece: Piece, canvas: Canvas) -> str:
    """The rings from the lowest to the highest, and their number."""
    if piece.mark == "missed":
        return _missed(canvas)
    colours = canvas.tokens.pieces[piece.colour]
    lowest = THICKNESS * piece.height / 2
    tops = [(lowest - THICKNESS * (i + 1)) * canvas.unit for i in range(piece.height)]
    parts = [_shadow(lowest, canvas), *(_ring(top, colours, canvas) for top in tops)]
    if piece.mark == "full":
        parts.append(_plug(tops[-1], colours, canvas))
    return "".join(parts) + _figure(piece.label, tops[-1], canvas)


def sign(piece: Piece) -> str:
    """A symbol that shows whether the space is full."""
    return SIGNS.get(piece.mark, LOOSE)


def _shadow(lowest: float, canvas: Canvas) -> str:
    """The shadow around the rings, not inside them."""
    y = (lowest + 0.03) * canvas.unit
    d = circle_path((OUTER + 0.06) * canvas.unit, y) + circle_path(INNER * canvas.unit, y)
    return element("path", d=d, fill_rule="evenodd", fill=canvas.shadow)


def _ring(top: float, colours: PieceColours, canvas: Canvas) -> str:
    """One ring: first its visible sides, then its upper face."""
    bottom = top + THICKNESS * canvas.unit
    r = number(OUTER * canvas.unit)
    around = f"M-{r} {number(top)}A{r} {r} 0 0 1 {r} {number(top)}"
    hole = circle_path(INNER * canvas.unit, bottom)
    side = f"{around}V{number(bottom)}A{r} {r} 0 0 1-{r} {number(bottom)}Z{hole}"
    face = circle_path(OUTER * canvas.unit, top) + circle_path(INNER * canvas.unit, top)
    return element(
        "g",
        element("path", d=side, fill=colours.side, stroke=colours.seam),
        element("path", d=face, fill=colours.face, stroke=colours.rim),
        fill_rule="evenodd",
        stroke_width=canvas.line_width,
    )


def _plug(top: float, colours: PieceColours, canvas: Canvas) -> str:
    """The middle of a full space: closed, with a bar across."""
    bar = number(0.16 * canvas.unit)
    return element(
        "g",
        element("circle", cy=top, r=INNER * canvas.unit, fill=colours.side),
        element(
            "path", d=f"M-{bar} {number(top)}H{bar}", stroke=colours.seam, stroke_width=3 * canvas.line_width
        ),
        stroke_linecap="round",
    )


def _figure(label: str, top: float, canvas: Canvas) -> str:
    """The number of rings in the middle; a glass may hide it."""
    if not label:
        return ""
    size = 0.3 * canvas.unit
    return words(
        label,
        0,
        top + 0.35 * size,
        text_anchor="middle",
        font_size=size,
        font_weight=600,
        fill=canvas.tokens.coordinate,
    )


def _missed(canvas: Canvas) -> str:
    return element(
        "circle",
        r=(OUTER + 0.02) * canvas.unit,
        fill="none",
        stroke=canvas.accent.line,
        stroke_width=3,
        stroke_dasharray="7 5",
    )
