"""The disc: a flat round piece with a groove, like those of GIPF; several lie on one another."""

from gipfel.draw.ink import Ink
from gipfel.draw.markup import element, number, words
from gipfel.draw.scene import Piece
from gipfel.draw.theme import PieceColours

RADIUS = 0.41
THICKNESS = 0.12
GROOVES = (0.27, 0.14)
"""All in units of the board. A pile has the second groove too, so it shows even behind another piece."""


def draw(piece: Piece, ink: Ink) -> str:
    """Discs from the lowest up, the middle of the pile on its place, with a shadow that grows with it."""
    colours = ink.tokens.pieces[piece.colour]
    thickness = THICKNESS * ink.unit
    lowest = thickness * piece.height / 2
    tops = [lowest - thickness * (i + 1) for i in range(piece.height)]
    return "".join(
        [
            _shadow(lowest, piece.height, ink),
            *(_disc(top, colours, ink) for top in tops),
            *(_groove(radius, tops[-1], colours, ink) for radius in GROOVES[: piece.height]),
            _inscription(piece.mark or piece.label, tops[-1], colours, ink),
        ]
    )


def sign(piece: Piece) -> str:
    """The initial of the colour, a capital for a pile: as in the notation of positions."""
    initial = piece.colour[0]
    return initial.upper() if piece.height > 1 else initial


def _shadow(lowest: float, height: int, ink: Ink) -> str:
    radius = (RADIUS + 0.07 + 0.025 * height) * ink.unit
    return element(
        "circle", cx=0.03 * height * ink.unit, cy=lowest + 0.07 * ink.unit, r=radius, fill=ink.shadow
    )


def _disc(top: float, colours: PieceColours, ink: Ink) -> str:
    """One disc, its upper face centred at y = top: first the side, then the face."""
    r, bottom = number(RADIUS * ink.unit), number(top + THICKNESS * ink.unit)
    side = f"M-{r} {number(top)}V{bottom}A{r} {r} 0 0 0 {r} {bottom}V{number(top)}Z"
    return element(
        "g",
        element("path", d=side, fill=colours.side, stroke=colours.seam),
        element("circle", cy=top, r=RADIUS * ink.unit, fill=colours.face, stroke=colours.rim),
        stroke_width=_line_width(ink),
    )


def _groove(radius: float, top: float, colours: PieceColours, ink: Ink) -> str:
    """A turned ring: a dark line, and a light one just below it."""
    r, width = radius * ink.unit, _line_width(ink)
    return element(
        "g",
        element("circle", cy=top + width, r=r, stroke=colours.light),
        element("circle", cy=top, r=r, stroke=colours.rim),
        fill="none",
        stroke_width=1.15 * width,
    )


def _line_width(ink: Ink) -> float:
    """A small disc has thinner lines, but not as thin as the disc is small: they would vanish."""
    return 0.5 + 0.0125 * ink.unit


def _inscription(text: str, top: float, colours: PieceColours, ink: Ink) -> str:
    if not text:
        return ""
    size = 0.3 * ink.unit
    return words(
        text, 0, top + 0.35 * size, text_anchor="middle", font_size=size, font_weight=600, fill=colours.rim
    )
