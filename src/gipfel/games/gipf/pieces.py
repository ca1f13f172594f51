"""GIPF: what stands where, and what is beside the board."""

from gipfel.games.core.board_access import BoardPiece, Pieces
from gipfel.games.core.side import SIDES, Side
from gipfel.games.gipf.rules import BIT, GIPF, LOST, PIECES, RESERVE, SPOTS
from gipfel.kernel.state import BLACK, WHITE, State

BASIC_PIECES = tuple(BoardPiece(side, "basic") for side in SIDES)
GIPF_PIECES = tuple(BoardPiece(side, "gipf", 2) for side in SIDES)
SPOT_BITS = tuple(zip(SPOTS.names, BIT, strict=True))


def points(state: State) -> tuple[str, ...]:
    """The 37 spots."""
    return SPOTS.names


def pieces(state: State) -> Pieces:
    """`basic` pieces, and `gipf` pieces of height 2."""
    white, gipf = state[PIECES + WHITE], state[GIPF]
    standing = white | state[PIECES + BLACK]
    return {
        spot: (GIPF_PIECES if gipf & bit else BASIC_PIECES)[not white & bit]
        for spot, bit in SPOT_BITS
        if standing & bit
    }


def reserves(state: State, side: Side | None) -> dict[str, int]:
    """`reserve`, and `captured`: the discs the opponent has lost."""
    if side is None:
        return {}
    return {"reserve": state[RESERVE + side], "captured": state[LOST + 1 - side]}
