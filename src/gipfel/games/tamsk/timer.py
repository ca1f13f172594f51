"""The neutral timer of TAMSK: an hourglass beside the board.

`piece.mark` is its sand, as that of a glass. While it presses a player, it has a frame and the colour of that
player; it is grey while it runs without effect or not at all.
"""

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element, number, words
from gipfel.draw.scene import Piece
from gipfel.games.tamsk.glass import CAP, CAP_WIDTH, HEIGHT, ends_soon, hourglass, seconds_left

SIZE = 1.15
"""It is larger than a glass on the board."""
ROOM = 0.1
"""How far the frame around a timer that presses somebody is from it."""
FIGURES = 0.36
"""The size of the seconds."""
SIGN = "T"
NEUTRAL = "grey"


def draw(piece: Piece, canvas: Canvas) -> str:
    """The glass, the seconds beside it, and a frame while it presses somebody."""
    presses = piece.colour != NEUTRAL
    glass = hourglass(piece.mark, canvas.tokens.pieces[piece.colour], canvas, alarms=presses)
    body = element("g", glass, transform=f"scale({number(SIZE)})")
    return (_frame(piece, canvas) if presses else "") + body + _seconds(piece, presses, canvas)


def sign(piece: Piece) -> str:
    """The same whoever is pressed."""
    return SIGN


def _frame(piece: Piece, canvas: Canvas) -> str:
    """A plate with an edge in the colour of the side that is pressed."""
    half, tall = (SIZE * CAP_WIDTH + ROOM) * canvas.unit, (SIZE * (HEIGHT + CAP) + ROOM) * canvas.unit
    colours = canvas.tokens.pieces[piece.colour]
    return element(
        "rect",
        x=-half,
        y=-tall,
        width=2 * half + 1.55 * FIGURES * canvas.unit,
        height=2 * tall,
        rx=0.14 * canvas.unit,
        fill=canvas.tokens.panel,
        stroke=colours.rim if piece.colour == "black" else colours.face,
        stroke_width=2.4 * canvas.line_width,
    )


def _seconds(piece: Piece, presses: bool, canvas: Canvas) -> str:
    seconds = seconds_left(piece.mark)
    if seconds is None:
        return ""
    size, red = FIGURES * canvas.unit, presses and ends_soon(piece.mark)
    return words(
        f"{seconds}",
        SIZE * CAP_WIDTH * canvas.unit + 0.9 * size,
        0.36 * size,
        text_anchor="middle",
        font_size=size,
        font_weight=700 if presses else 400,
        fill=canvas.tokens.pieces["coral"].face if red else canvas.tokens.text,
    )
