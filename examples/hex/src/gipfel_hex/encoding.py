"""Hex for learning programs: observations and actions."""

from gipfel.games.core.encoding import ActionGroup, Channel, Encoding, by_table
from gipfel.kernel.link import kernel
from gipfel.kernel.state import SIDE, State
from gipfel_hex.rules import BIT, BOARD, MAY_SWAP, POINTS, STONES, SWAP

PLANES = (
    Channel("our stones", "1 where a stone of ours stands"),
    Channel("their stones", "1 where a stone of theirs stands"),
)
SCALARS = (
    Channel("our edges", "0 if we join column a to column e, 1 if we join row 1 to row 5"),
    Channel("swap", "1 until Black has acted, with the swap rule"),
)
ACTIONS = (
    ActionGroup("place", POINTS, "place a stone on a point", keys=range(POINTS)),
    ActionGroup("swap", 1, "take over White's first stone, mirrored"),
)


@kernel("void(int64[::1], int8[::1])")
def observe(state: State, out: State) -> None:
    """The stones, and which edges are ours."""
    us = state[SIDE]
    for point in range(POINTS):
        out[point] = state[STONES + us] & BIT[point] != 0
        out[POINTS + point] = state[STONES + 1 - us] & BIT[point] != 0
    out[2 * POINTS] = us
    out[2 * POINTS + 1] = state[MAY_SWAP]


action_of, decision_of = by_table([*range(POINTS), SWAP], __name__)
ENCODING = Encoding(BOARD, PLANES, SCALARS, ACTIONS, observe, action_of, decision_of)
