"""What is in front of a glass of TAMSK: the rings around its foot, and the rod that it hides.

`piece.height` is the number of rings. `piece.mark` is the number of rings that still fit, or `full`.
"""

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element
from gipfel.draw.scene import Piece
from gipfel.games.tamsk.glass import BESIDE, RAISED
from gipfel.games.tamsk.hoops import (
    HOLE,
    LID_TONE,
    SIDE_TONE,
    STEP,
    closed_edge,
    closed_part,
    level,
    rod,
)
from gipfel.games.tamsk.ovals import front_arc, half_ring, wall

SMALL = 0.9
"""The size of the rod that is drawn beside a glass."""


def draw(piece: Piece, canvas: Canvas) -> str:
    """The front of the rings, and the rod at the left."""
    full = piece.mark == "full"
    front = _closed_half if full else _half
    halves = [front(level(i + 1), canvas) for i in range(piece.height)]
    rings = element("g", *halves, stroke_width=canvas.line_width) if halves else ""
    return rings + ("" if full else _rod(int(piece.mark), canvas))


def sign(piece: Piece) -> str:
    """None: a terminal shows all of it behind the sign of the glass."""
    return ""


def _half(top: float, canvas: Canvas) -> str:
    """The half of a ring that is in front of the glass: its front below, its face above."""
    colours = canvas.tokens.pieces["grey"]
    edges = front_arc(top, 1, canvas) + front_arc(top, HOLE, canvas)
    return (
        element("path", d=wall(top, top + STEP, canvas), fill=colours.side, stroke=colours.seam)
        + element("path", d=half_ring(top, HOLE, canvas), fill=colours.face)
        + element("path", d=edges, fill="none", stroke=colours.rim)
    )


def _closed_half(top: float, canvas: Canvas) -> str:
    """The same where the rings are used up."""
    return (
        closed_part(wall(top, top + STEP, canvas), SIDE_TONE, canvas)
        + closed_part(half_ring(top, HOLE, canvas), LID_TONE, canvas)
        + closed_edge(front_arc(top, 1, canvas) + front_arc(top, HOLE, canvas), canvas)
    )


def _rod(free: int, canvas: Canvas) -> str:
    """The free part of the rod, which the glass hides, beside its neck."""
    return rod((-BESIDE, SMALL * STEP * free / 2 - RAISED), free, SMALL, canvas)
