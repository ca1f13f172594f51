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
    """A piece on the board as a note: `white right angle (f7, level 2)`; the space is that of its PÜNCT."""
    name, space = PIECE_NAMES[piece.side][piece.type], BOARD.names[piece.space]
    if piece.level == 1:
        return note("{piece} ({space})", piece=name, space=space)
    return note("{piece} ({space}, level {level})", piece=name, space=space, level=piece.level)
