"""The stack of TZAAR: a pile with the type of its top piece, and its height as a number, the label.

A Tzaar has a ring and a dot in it, a Tzarra a ring, a Tott nothing: the types differ in form, not only
in colour. `piece.mark` names the type.
"""

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element
from gipfel.draw.scene import Piece
from gipfel.draw.shapes.pile import figure, pile, top
from gipfel.draw.theme import Theme
from gipfel.games.tzaar.about import ABOUT

RING, BAND = 0.315, 0.06
"""The ring and its width, in units of the board."""
DOT = 0.215
"""Large enough for a number."""
LETTERS = {"Tzaar": "Z", "Tzarra": "A", "Tott": "T"}


def draw(piece: Piece, canvas: Canvas) -> str:
    """The pile, the symbol on its face, the number."""
    colours = canvas.tokens.pieces[piece.colour]
    on_face = _theme(piece).tokens
    inlay = _theme(piece).accent(ABOUT.accent).line
    parts = [pile(piece.height, colours, canvas)]
    if piece.mark != "Tott":
        parts.append(_ring(piece, inlay, canvas))
    if piece.mark == "Tzaar":
        parts.append(_dot(piece, inlay, canvas))
    figures = colours.face if piece.mark == "Tzaar" else on_face.text
    parts.append(figure(piece.label, piece.height, figures, canvas))
    return "".join(parts)


def sign(piece: Piece) -> str:
    """The letter of the type, a capital for White: as in the notation of positions."""
    letter = LETTERS[piece.mark]
    return letter if piece.colour == "white" else letter.lower()


def _theme(piece: Piece) -> Theme:
    """The colour of symbols, the same in every theme: dark on white, light on black."""
    return Theme.LIGHT if piece.colour == "white" else Theme.DARK


def _ring(piece: Piece, colour: str, canvas: Canvas) -> str:
    y, r, width = (length * canvas.unit for length in (top(piece.height), RING, BAND))
    return element("circle", cy=y, r=r, fill="none", stroke=colour, stroke_width=width)


def _dot(piece: Piece, colour: str, canvas: Canvas) -> str:
    return element("circle", cy=top(piece.height) * canvas.unit, r=DOT * canvas.unit, fill=colour)
