"""TZAAR: what stands where, and what is beside the board."""

from functools import cache

from gipfel.games.core.board_access import BoardPiece, Pieces
from gipfel.games.core.side import SIDES, Side
from gipfel.games.tzaar.rules import (
    BIT,
    CONTENT,
    ONE_HIGH,
    PHASE,
    PIECES,
    PLACING,
    SHOWN,
    SPACES,
    STACKS,
    STOCK,
    TYPE,
    TYPES,
    pieces_of,
)
from gipfel.kernel.state import WHITE, State

KINDS = ("tzaar", "tzarra", "tott")
SPACE_BITS = tuple(
    (CONTENT + space, name, bit) for space, (name, bit) in enumerate(zip(SPACES.names, BIT, strict=False))
)


def points(state: State) -> tuple[str, ...]:
    """The 60 spaces."""
    return SPACES.names


def pieces(state: State) -> Pieces:
    """Stacks by the type on top: `tzaar`, `tzarra`, `tott`."""
    white = state[STACKS + WHITE]
    return {
        name: _stack(content, not white & bit) for entry, name, bit in SPACE_BITS if (content := state[entry])
    }


@cache
def _stack(content: int, side: int) -> BoardPiece:
    return BoardPiece(SIDES[side], KINDS[content & TYPE], content // ONE_HIGH)


def reserves(state: State, side: Side | None) -> dict[str, int]:
    """Pieces to place by type, and how many of the opponent's are `captured`."""
    if side is None:
        return {}
    placing = state[PHASE] == PLACING
    hand = {
        kind: STOCK[number] - state[SHOWN + TYPES * side + number] if placing else 0
        for number, kind in enumerate(KINDS)
    }
    return {**hand, "captured": 0 if placing else PIECES - pieces_of(state, side.other)}
