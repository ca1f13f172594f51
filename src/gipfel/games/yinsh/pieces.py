"""YINSH: what stands where, and what is beside the board."""

from gipfel.games.core.board_access import BoardPiece, Pieces
from gipfel.games.core.side import SIDES, Side
from gipfel.games.yinsh.rules import (
    ANYTHING,
    BESIDE,
    IN_HAND,
    LINE_OF,
    LINES,
    MARKER,
    POOL,
    POSITION,
    REMOVED,
    RINGS,
    RINGS_EACH,
    SPACES,
)
from gipfel.kernel.state import State

RING_PIECES = tuple(BoardPiece(side, "ring") for side in SIDES)
MARKER_PIECES = {MARKER[side]: BoardPiece(side, "marker") for side in SIDES}
NAMES = SPACES.names
WHERE = tuple(
    (name, LINES + LINE_OF[3 * space], POSITION[3 * space]) for space, name in enumerate(SPACES.names)
)
"""For each space, one of its lines and its place there."""


def points(state: State) -> tuple[str, ...]:
    """The 85 spaces."""
    return NAMES


def pieces(state: State) -> Pieces:
    """Each a `ring` or a `marker`."""
    markers = MARKER_PIECES
    found = {
        name: markers[here]
        for name, line, position in WHERE
        if (here := state[line] >> position & ANYTHING) in markers
    }
    for side in SIDES:
        first = RINGS + RINGS_EACH * side
        for ring in state[first : first + RINGS_EACH]:
            if ring != BESIDE:
                found[NAMES[ring]] = RING_PIECES[side]
    return found


def reserves(state: State, side: Side | None) -> dict[str, int]:
    """`rings` to place and rings `removed`; `markers` in the pool belong to nobody."""
    if side is None:
        return {"markers": state[POOL]}
    return {"rings": state[IN_HAND + side], "removed": state[REMOVED + side]}
