"""DVONN for learning programs: observations and actions. Both versions share them."""

from gipfel.board.bits import gap
from gipfel.games.core.encoding import ActionGroup, Channel, Encoding, by_table
from gipfel.games.dvonn.rules import (
    HEIGHT,
    LANDING,
    MOVE,
    NOWHERE,
    NUMBER,
    NUMBERS,
    ONE_RED,
    OWNED,
    PASS,
    PIECES,
    PLACED,
    RED,
    REDS,
    SPACE,
    SPACES,
    STACK,
)
from gipfel.kernel.link import kernel
from gipfel.kernel.state import SIDE, State

# --- Observations ---------------------------------------------------------------------------------

PLANES = (
    Channel("our stacks", "height of our stack there", PIECES),
    Channel("their stacks", "height of their stack there", PIECES),
    Channel("red pieces", "how many red pieces the stack there contains; a red single is nobody's", REDS),
)
SCALARS = (
    Channel("placed", "how many pieces have been placed", PIECES),
    Channel("placing", "1 while pieces are placed"),
    Channel("red", "1 while red pieces are placed"),
)
SPACE_OF: list[int] = [SPACE.get(number, 0) for number in range(NUMBERS)]
REDS_AT = ONE_RED.bit_length() - 1
"""Above this number of bits of a stack's entry its red pieces are counted."""
AT_SCALARS = len(PLANES) * PIECES


@kernel("void(int64[::1], int8[::1])")
def observe(state: State, out: State) -> None:
    """The stacks, and how many pieces have been placed."""
    us = state[SIDE]
    for i in range(AT_SCALARS):
        out[i] = 0
    write_stacks(state, state[OWNED + us], out, 0, 0)
    write_stacks(state, state[OWNED + 1 - us], out, PIECES, 0)
    write_stacks(state, state[RED], out, 2 * PIECES, REDS_AT)
    out[AT_SCALARS] = state[PLACED]
    out[AT_SCALARS + 1] = state[PLACED] < PIECES
    out[AT_SCALARS + 2] = state[PLACED] < REDS


@kernel("void(int64[::1], int64, int8[::1], int64, int64)")
def write_stacks(state: State, stacks: int, out: State, plane: int, shift: int) -> None:
    """Write the height of each stack of a set into a plane; with a shift, how many of its pieces are red."""
    number = -1
    while stacks != 0:
        step = gap(stacks) + 1
        number += step
        stacks >>= step
        out[plane + SPACE_OF[number]] = (state[STACK + number] >> shift) & HEIGHT


# --- Actions --------------------------------------------------------------------------------------

MOVES = sorted(
    {
        (SPACE[number], SPACE[goal])
        for i, goal in enumerate(LANDING)
        if (number := i // 6 % NUMBERS) in SPACE and i >= 6 * NUMBERS and goal != NOWHERE
    }
)
"""All moves that any stack can ever make, from space to space."""
ACTIONS = (
    ActionGroup("place", PIECES, "place the piece that is due on a space", keys=[*range(PIECES)]),
    ActionGroup(
        "move",
        len(MOVES),
        "move a stack from a space to another one on the same line; ordered by both spaces",
        keys=MOVES,
    ),
    ActionGroup("pass", 1, "pass, without a legal move"),
)
CODES = [*NUMBER, *(MOVE * (NUMBER[origin] + 1) + NUMBER[goal] for origin, goal in MOVES), PASS]
action_of, decision_of = by_table(CODES, __name__)

ENCODING = Encoding(
    board=SPACES,
    planes=PLANES,
    scalars=SCALARS,
    actions=ACTIONS,
    observe=observe,
    action_of=action_of,
    decision_of=decision_of,
)
