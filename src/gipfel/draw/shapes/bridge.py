"""The bridge: a bar or an angle of three dots that rests on its ends, with a gap below the middle.

Its deck is narrow, so that the piece or the empty place below it is visible on both sides.
"""

from gipfel.draw.canvas import Canvas
from gipfel.draw.scene import Piece
from gipfel.draw.shapes import triple
from gipfel.draw.shapes.triple import Part

DECK = 0.5


def draw(piece: Piece, canvas: Canvas) -> str:
    """A round foot under each end, and the deck between them."""
    one, middle, other = triple.chain(piece)
    feet = [Part(triple.way((end, end), canvas), triple.WIDTH) for end in (one, other)]
    return triple.paint(piece, [Part(triple.way((one, middle, other), canvas), DECK), *feet], canvas)


sign = triple.sign
