"""What players call the pieces of PÜNCT."""

from gipfel.games.punct.rules import Placed
from gipfel.games.punct.tables import BOARD
from gipfel.locale import note

PIECE_NAMES = (
    (
        note("white triangle"),
        note("white centred bar"),
        note("white bar"),
        note("white centred angle"),
        note("white left angle"),
        note("white right angle"),
    ),
    (
        note("black triangle"),
        note("black centred bar"),
        note("black bar"),
        note("black centred angle"),
        note("black left angle"),
        note("black right angle"),
    ),
)
"""By side and type."""


def placed_piece(piece: Placed) -> str:
    """A piece on the board as a note, with the space of its PÜNCT: `white right angle (f7)`."""
    return note(
        "{piece} ({space})", piece=PIECE_NAMES[piece.side][piece.type], space=BOARD.names[piece.space]
    )
