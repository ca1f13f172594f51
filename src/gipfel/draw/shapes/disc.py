"""The disc: a flat round piece with a groove; several can be stacked."""

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element, number, words
from gipfel.draw.scene import Piece
from gipfel.draw.theme import PieceColours

RADIUS = 0.41
THICKNESS = 0.12
GROOVES = (0.27, 0.14)
"""All in units of the board. A pile has both grooves, so it can be recognised behind another piece."""


def draw(piece: Piece, canvas: Canvas) -> str:
    """The discs from the lowest to the highest, centred on their place; the shadow grows with the pile."""
    colours = canvas.tokens.pieces[piece.colour]
    thickness = THICKNESS * canvas.unit
    lowest = thickness * piece.height / 2
    tops = [lowest - thickness * (i + 1) for i in range(piece.height)]
    return "".join(
        [
            _shadow(lowest, piece.height, canvas),
            *(_disc(top, colours, canvas) for top in tops),
            lit_face(RADIUS, tops[-1], canvas),
            *(_groove(radius, tops[-1], colours, canvas) for radius in GROOVES[: piece.height]),
            _inscription(piece.mark or piece.label, tops[-1], colours, canvas),
        ]
    )


def sign(piece: Piece) -> str:
    """The initial of the colour, a capital for a pile, as in position texts."""
    initial = piece.colour[0]
    return initial.upper() if piece.height > 1 else initial


def _shadow(lowest: float, height: int, canvas: Canvas) -> str:
    radius = (RADIUS + 0.07 + 0.025 * height) * canvas.unit
    return element(
        "circle", cx=0.03 * height * canvas.unit, cy=lowest + 0.07 * canvas.unit, r=radius, fill=canvas.shadow
    )


def lit_face(radius: float, top: float, canvas: Canvas) -> str:
    """The light on the upper face, its centre at y = top."""
    return element(
        "circle", cy=top, r=radius * canvas.unit, fill=canvas.lit, stroke="none", opacity=canvas.tokens.sheen
    )


def _disc(top: float, colours: PieceColours, canvas: Canvas) -> str:
    """One disc, its upper face centred at y = top: first the side, then the face."""
    r, bottom = number(RADIUS * canvas.unit), number(top + THICKNESS * canvas.unit)
    side = f"M-{r} {number(top)}V{bottom}A{r} {r} 0 0 0 {r} {bottom}V{number(top)}Z"
    return element(
        "g",
        element("path", d=side, fill=colours.side, stroke=colours.seam),
        element("circle", cy=top, r=RADIUS * canvas.unit, fill=colours.face, stroke=colours.rim),
        stroke_width=canvas.rim_width,
    )


def _groove(radius: float, top: float, colours: PieceColours, canvas: Canvas) -> str:
    """A turned ring: a dark line, and a light one just below it."""
    r, width = radius * canvas.unit, canvas.line_width
    return element(
        "g",
        element("circle", cy=top + width, r=r, stroke=colours.light),
        element("circle", cy=top, r=r, stroke=colours.groove),
        fill="none",
        stroke_width=1.15 * width,
    )


def _inscription(text: str, top: float, colours: PieceColours, canvas: Canvas) -> str:
    if not text:
        return ""
    size = 0.3 * canvas.unit
    return words(
        text, 0, top + 0.35 * size, text_anchor="middle", font_size=size, font_weight=600, fill=colours.rim
    )
