"""The marble of ZÈRTZ: a matte ball with a letter on it."""

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element, words
from gipfel.draw.scene import Piece

RADIUS = 0.35
"""In units of the board."""


def draw(piece: Piece, canvas: Canvas) -> str:
    """A ball on its ring: the shadow, the body with its lit side, a gleam, the letter."""
    colours = canvas.tokens.pieces[piece.colour]
    r = RADIUS * canvas.unit
    return "".join(
        [
            element("circle", cx=0.1 * r, cy=0.25 * r, r=1.14 * r, fill=canvas.shadow),
            element("circle", r=r, fill=colours.side, stroke=colours.rim, stroke_width=canvas.line_width),
            element("circle", cx=-0.09 * r, cy=-0.11 * r, r=0.85 * r, fill=colours.face),
            _gleam(r, canvas),
            _letter(piece, canvas),
        ]
    )


def sign(piece: Piece) -> str:
    """The letter of the colour, as in the notation."""
    return piece.colour[0].upper()


def _gleam(r: float, canvas: Canvas) -> str:
    """A reflection at the upper left, which makes the disc look like a ball."""
    light = canvas.tokens.pieces["white"].light
    place = {"cx": -0.2 * r, "cy": -0.68 * r, "rx": 0.34 * r, "ry": 0.14 * r}
    return element("ellipse", fill=light, opacity=0.3, transform="rotate(-28)", **place)


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
        fill=canvas.tokens.pieces["white" if dark else "black"].face,
    )
