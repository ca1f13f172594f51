"""PÜNCT: what lies where, and what is in the players' hands."""

from gipfel.games.core.board_access import BoardPiece, Pieces
from gipfel.games.core.side import SIDES, Side
from gipfel.games.punct.rules import HAND, LEVEL, OWNER, PLACED, SLOTS
from gipfel.games.punct.tables import BOARD, COVERED, NUMBER_OF_TYPES, TYPES, parts
from gipfel.kernel.state import State


def points(state: State) -> tuple[str, ...]:
    """The 211 spaces."""
    return BOARD.names


def pieces(state: State) -> Pieces:
    """What is seen from above, each piece on three spaces, by type: T, C, E, M, L, R. Height is level."""
    found: Pieces = {}
    names = BOARD.names
    lying = sorted((state[LEVEL + slot], slot) for slot in range(1, SLOTS) if state[LEVEL + slot])
    for level, slot in lying:
        placement = state[PLACED + slot]
        kind, side = TYPES[parts(placement)[0]], SIDES[OWNER[slot]]
        for space in COVERED[placement]:
            point = names[space]
            found[point] = BoardPiece(side, kind, level, below=found.get(point))
    return found


def reserves(state: State, side: Side | None) -> dict[str, int]:
    """The pieces in hand by type."""
    if side is None:
        return {}
    first = HAND + NUMBER_OF_TYPES * side
    return dict(zip(TYPES, state[first : first + NUMBER_OF_TYPES], strict=True))
