"""YINSH for learning programs: observations and actions. All versions share them.

A ring move is named by the spaces where it begins and ends, a row by its five spaces.
"""

from gipfel.games.core.encoding import ActionGroup, Channel, Encoding, by_table
from gipfel.games.yinsh.rules import (
    BESIDE,
    FIVE,
    GO,
    IN_HAND,
    LIFT,
    LINE_OF,
    LINES,
    MARKERS,
    MOVE,
    MOVER,
    NUMBER_OF_SPACES,
    PASS,
    PHASE,
    PLACE,
    POOL,
    POSITION,
    REMOVED,
    RING,
    RINGS,
    RINGS_EACH,
    ROOM,
    ROW,
    SPACES,
    STANDARD_TARGET,
    TAKE,
    WHITE_MOVED,
)
from gipfel.kernel.link import kernel
from gipfel.kernel.state import SIDE, State

# --- Observations ---------------------------------------------------------------------------------

PLANES = (
    Channel("our rings", "1 where a ring of ours stands"),
    Channel("their rings", "1 where a ring of theirs stands"),
    Channel("our markers", "1 where a marker shows our colour"),
    Channel("their markers", "1 where a marker shows their colour"),
)
SCALARS = (
    Channel("placing", "1 while rings are placed"),
    Channel("moving", "1 if a ring is to be moved"),
    Channel("row", "1 if a row is to be chosen"),
    Channel("ring", "1 if a ring is to be removed for a row"),
    Channel("our move", "1 if rows of our own move are resolved; when nobody can move, if we passed last"),
    Channel("their move", "the same for them"),
    Channel("markers", "markers that are not on the board", MARKERS),
    Channel("our rings in hand", "rings that we still have to place", RINGS_EACH),
    Channel("their rings in hand", "rings that they still have to place", RINGS_EACH),
    Channel("our removed rings", "rings that we have removed for rows", STANDARD_TARGET),
    Channel("their removed rings", "rings that they have removed for rows", STANDARD_TARGET),
)
OUR_MARKERS = 2 * NUMBER_OF_SPACES
THEIR_MARKERS = 3 * NUMBER_OF_SPACES
AT_SCALARS = 4 * NUMBER_OF_SPACES
FIRST_LINE: list[int] = [LINE_OF[3 * space] for space in range(NUMBER_OF_SPACES)]
FIRST_POSITION: list[int] = [POSITION[3 * space] for space in range(NUMBER_OF_SPACES)]
"""One of the lines through each space, and where on it the space lies."""


@kernel("void(int64[::1], int8[::1])")
def observe(state: State, out: State) -> None:
    """Rings, markers, the phase, and what is beside the board."""
    us = state[SIDE]
    ours = ROOM * us
    theirs = ROOM - ours
    for space in range(NUMBER_OF_SPACES):
        here = state[LINES + FIRST_LINE[space]] >> FIRST_POSITION[space]
        out[space] = 0
        out[NUMBER_OF_SPACES + space] = 0
        out[OUR_MARKERS + space] = (here >> ours) & 1
        out[THEIR_MARKERS + space] = (here >> theirs) & 1
    for i in range(RINGS_EACH):
        ring = state[RINGS + RINGS_EACH * us + i]
        if ring != BESIDE:
            out[ring] = 1
        ring = state[RINGS + RINGS_EACH * (1 - us) + i]
        if ring != BESIDE:
            out[NUMBER_OF_SPACES + ring] = 1
    out[AT_SCALARS] = state[PHASE] == PLACE
    out[AT_SCALARS + 1] = state[PHASE] == MOVE
    out[AT_SCALARS + 2] = state[PHASE] == ROW
    out[AT_SCALARS + 3] = state[PHASE] == RING
    out[AT_SCALARS + 4] = state[MOVER] == WHITE_MOVED + us
    out[AT_SCALARS + 5] = state[MOVER] == WHITE_MOVED + 1 - us
    out[AT_SCALARS + 6] = state[POOL]
    out[AT_SCALARS + 7] = state[IN_HAND + us]
    out[AT_SCALARS + 8] = state[IN_HAND + 1 - us]
    out[AT_SCALARS + 9] = state[REMOVED + us]
    out[AT_SCALARS + 10] = state[REMOVED + 1 - us]


# --- Actions --------------------------------------------------------------------------------------

MOVES = [
    (GO + 16 * way + position, (way // 3, goal))
    for way in range(3 * NUMBER_OF_SPACES)
    for position, goal in enumerate(SPACES.lines[LINE_OF[way]], 1)
    if goal != way // 3
]
"""Every move of a ring, and where it begins and ends."""
ROWS = [
    (TAKE + 16 * number + begin, frozenset(line[begin - 1 : begin - 1 + FIVE]))
    for number, line in enumerate(SPACES.lines)
    for begin in range(1, len(line) - FIVE + 2)
]
"""Every five spaces in a row."""
ACTIONS = (
    ActionGroup("place", NUMBER_OF_SPACES, "place a ring on a space", keys=range(NUMBER_OF_SPACES)),
    ActionGroup(
        "move",
        len(MOVES),
        "move a ring: for each space, line by line, every other space of the line",
        keys=[ends for _, ends in MOVES],
    ),
    ActionGroup("take", len(ROWS), "take five markers in a row", keys=[five for _, five in ROWS]),
    ActionGroup("remove", NUMBER_OF_SPACES, "remove a ring for a row", keys=range(NUMBER_OF_SPACES)),
    ActionGroup("pass", 1, "pass, when no ring can move"),
)
CODES = [
    *range(NUMBER_OF_SPACES),
    *(code for code, _ in MOVES),
    *(code for code, _ in ROWS),
    *range(LIFT, LIFT + NUMBER_OF_SPACES),
    PASS,
]
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
