"""DVONN for learning programs: observations and actions. Both versions share them."""

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
NUMBER_ON: list[int] = [*NUMBER]
AT_SCALARS = len(PLANES) * PIECES


@kernel("void(int64[::1], int8[::1])")
def observe(state: State, out: State) -> None:
    """The stacks, and how many pieces have been placed."""
    us = state[SIDE]
    ours = state[OWNED + us]
    theirs = state[OWNED + 1 - us]
    for space in range(PIECES):
        number = NUMBER_ON[space]
        stack = state[STACK + number]
        out[space] = (stack & HEIGHT) * ((ours >> number) & 1)
        out[PIECES + space] = (stack & HEIGHT) * ((theirs >> number) & 1)
        out[2 * PIECES + space] = stack // ONE_RED
    out[AT_SCALARS] = state[PLACED]
    out[AT_SCALARS + 1] = state[PLACED] < PIECES
    out[AT_SCALARS + 2] = state[PLACED] < REDS


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
