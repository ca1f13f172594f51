"""The marble of ZÈRTZ: a ball of polished stone, with a letter on it for those who want it."""

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element, words
from gipfel.draw.scene import Piece

RADIUS = 0.35
"""In units of the board."""


def draw(piece: Piece, canvas: Canvas) -> str:
    """A ball on its ring: the shadow, the body, the light on it, the letter."""
    colours = canvas.tokens.pieces[piece.colour]
    r = RADIUS * canvas.unit
    return "".join(
        [
            element("circle", cx=0.1 * r, cy=0.25 * r, r=1.14 * r, fill=canvas.shadow),
            element("circle", r=r, fill=colours.face, stroke=colours.seam, stroke_width=canvas.rim_width),
            element("circle", r=r, fill=canvas.ball),
            _reflection(r, canvas),
            _letter(piece, canvas),
        ]
    )


def sign(piece: Piece) -> str:
    """The letter of the colour, as in the notation."""
    return piece.colour[0].upper()


def _reflection(r: float, canvas: Canvas) -> str:
    """A small bright spot, as polished stone has it."""
    light = canvas.tokens.pieces["white"].light
    place = {"cx": -0.2 * r, "cy": -0.56 * r, "rx": 0.2 * r, "ry": 0.1 * r}
    return element("ellipse", fill=light, opacity=0.6, transform="rotate(-32)", **place)


def _letter(piece: Piece, canvas: Canvas) -> str:
    """The colour as a letter, dark on light marbles and light on dark ones."""
    dark = piece.colour == "black"
    size = 0.28 * canvas.unit
    return words(
        piece.mark,
        0,
        0.36 * size,
        text_anchor="middle",
        font_size=size,
        font_weight=600,
        visibility=canvas.tokens.letters,
        fill=canvas.tokens.pieces["white" if dark else "black"].face,
    )
