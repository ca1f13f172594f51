"""LYNGK: what stands where, and what is beside the board."""

from functools import cache

from gipfel.games.core.board_access import BoardPiece, Pieces
from gipfel.games.core.side import SIDES, Side
from gipfel.games.lyngk.rules import (
    CAPTURED,
    COLOURS,
    NUMBER_OF_SPOTS,
    SPOTS,
    STACK,
    TOPPED,
    claims_of,
    owner,
    pieces_in,
)
from gipfel.games.lyngk.words import COLOUR_NAMES
from gipfel.kernel.state import State

MOST_CLAIMS = 2
ENTRIES = tuple((STACK + spot, SPOTS.names[spot]) for spot in range(NUMBER_OF_SPOTS))


def points(state: State) -> tuple[str, ...]:
    """The 43 spots."""
    return SPOTS.names


def pieces(state: State) -> Pieces:
    """Stacks by the colour on top, with what lies below; they belong to who has claimed that colour."""
    owners = tuple(owner(state, kind) for kind in range(len(COLOUR_NAMES)))
    return {name: _stack(stack, owners) for entry, name in ENTRIES if (stack := state[entry])}


@cache
def _stack(stack: int, owners: tuple[int | None, ...]) -> BoardPiece:
    """The piece on top of a stack with those below it."""
    found: BoardPiece | None = None
    for height, kind in enumerate(pieces_in(stack), 1):
        side = owners[kind]
        found = BoardPiece(None if side is None else SIDES[side], COLOUR_NAMES[kind], height, below=found)
    assert found is not None
    return found


def reserves(state: State, side: Side | None) -> dict[str, int]:
    """Of a side, captured stacks and claims that are left; of nobody, the stacks that neutral colours top."""
    if side is None:
        neutral = (colour for colour in range(COLOURS) if owner(state, colour) is None)
        return {COLOUR_NAMES[colour]: state[TOPPED + colour].bit_count() for colour in neutral}
    return {"captured": state[CAPTURED + side], "claims": MOST_CLAIMS - len(claims_of(state, side))}
