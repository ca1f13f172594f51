"""TAMSK: what stands where, and what the players have left."""

from functools import cache

from gipfel.games.core.board_access import BoardPiece, Pieces
from gipfel.games.core.side import SIDES, Side
from gipfel.games.tamsk import events
from gipfel.games.tamsk.rules import BIT, CAPACITY, GLASSES, HAND, LEFT, MOST_RINGS, ROOM, SPACES
from gipfel.kernel.state import State

IDLE = -1
"""The amount of a glass that has never been turned."""


def points(state: State) -> tuple[str, ...]:
    """The 37 spaces."""
    return SPACES.names


def pieces(state: State) -> Pieces:
    """`glass`, and below it or alone `rings`, which belong to nobody; their height is their number.

    The amount of a glass is its sand in milliseconds, IDLE before it is turned; 0 at level 1.
    """
    found: Pieces = {}
    red, black = state[GLASSES : GLASSES + 2]
    room = state[ROOM : ROOM + MOST_RINGS]
    timed = len(state) == events.SIZE
    for space, bit in enumerate(BIT):
        rings = _rings(CAPACITY[space] - sum([free & bit != 0 for free in room]))
        if (red | black) & bit:
            sand = _sand(state, space) if timed else 0
            found[SPACES.names[space]] = BoardPiece(SIDES[not red & bit], "glass", 1, sand, rings)
        elif rings is not None:
            found[SPACES.names[space]] = rings
    return found


@cache
def _rings(number: int) -> BoardPiece | None:
    return BoardPiece(None, "rings", number) if number else None


def _sand(state: State, space: int) -> int:
    runs_out = state[events.RUNS_OUT + space]
    return IDLE if runs_out == events.IDLE else max(0, runs_out - state[events.NOW])


def reserves(state: State, side: Side | None) -> dict[str, int]:
    """`rings` left, and `glasses` in hand."""
    if side is None:
        return {}
    return {"rings": state[LEFT + side], "glasses": state[HAND + side]}
