"""The last minute of a glass of TAMSK in figures, beside its neck; `piece.label` is the number of seconds."""

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element, words
from gipfel.draw.scene import Piece
from gipfel.games.tamsk.glass import BESIDE, END

SIZE = 0.24
"""Small enough that the ring around a target does not cover them."""


def draw(piece: Piece, canvas: Canvas) -> str:
    """The figures on a small plate, which is red at the end."""
    tokens, ends = canvas.tokens, int(piece.label) <= END
    size, x = SIZE * canvas.unit, BESIDE * canvas.unit
    width, height = 1.4 * size, size
    plate = element(
        "rect",
        x=x - width / 2,
        y=-height / 2,
        width=width,
        height=height,
        rx=0.3 * size,
        fill=tokens.pieces["red"].face if ends else tokens.panel,
        stroke=tokens.panel,
    )
    return plate + words(
        piece.label,
        x,
        0.36 * size,
        text_anchor="middle",
        font_size=size,
        font_weight=700,
        fill=tokens.pieces["white"].face if ends else tokens.text,
    )


def sign(piece: Piece) -> str:
    """None: a terminal lists all times below the board."""
    return ""
