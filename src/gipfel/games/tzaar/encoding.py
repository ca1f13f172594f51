"""TZAAR for learning programs: observations and actions. All versions share them."""

from gipfel.games.core.encoding import ActionGroup, Channel, Encoding, by_table
from gipfel.games.tzaar.rules import (
    CONTENT,
    FIRST,
    MOVE,
    NUMBER_OF_SPACES,
    ONE_HIGH,
    OPENING,
    PASS,
    PHASE,
    PIECES,
    PLACE,
    PLACING,
    SECOND,
    SHOWN,
    SPACES,
    STACKS,
    STOCK,
    TYPE,
    TYPES,
)
from gipfel.kernel.link import kernel
from gipfel.kernel.state import SIDE, State

# --- Observations ---------------------------------------------------------------------------------

NAMES = ("Tzaars", "Tzarras", "Totts")
PLANES = (
    *(Channel(f"our {name}", f"height of our stack there if it shows {name}", PIECES) for name in NAMES),
    *(Channel(f"their {name}", f"height of their stack there if it shows {name}", PIECES) for name in NAMES),
)
SCALARS = (
    *(
        Channel(f"{whose} shown {name}", f"how many of {whose} stacks show {name}", stock)
        for whose in ("our", "their")
        for name, stock in zip(NAMES, STOCK, strict=True)
    ),
    Channel("placing", "1 while pieces are placed (tournament)"),
    Channel("opening", "1 if the first turn is due, a single capture"),
    Channel("first move", "1 if the first move of a turn is due, a capture"),
    Channel("second move", "1 if the second move of a turn is due"),
)
AT_SCALARS = len(PLANES) * NUMBER_OF_SPACES


@kernel("void(int64[::1], int8[::1])")
def observe(state: State, out: State) -> None:
    """The stacks by type, what shows, and the phase."""
    us = state[SIDE]
    theirs = state[STACKS + 1 - us]
    for i in range(AT_SCALARS):
        out[i] = 0
    for space in range(NUMBER_OF_SPACES):
        content = state[CONTENT + space]  # 0 on a vacant space
        plane = (content & TYPE) + TYPES * ((theirs >> space) & 1)
        out[plane * NUMBER_OF_SPACES + space] = content // ONE_HIGH
    for kind in range(TYPES):
        out[AT_SCALARS + kind] = state[SHOWN + TYPES * us + kind]
        out[AT_SCALARS + TYPES + kind] = state[SHOWN + TYPES * (1 - us) + kind]
    out[AT_SCALARS + 2 * TYPES] = state[PHASE] == PLACING
    out[AT_SCALARS + 2 * TYPES + 1] = state[PHASE] == OPENING
    out[AT_SCALARS + 2 * TYPES + 2] = state[PHASE] == FIRST
    out[AT_SCALARS + 2 * TYPES + 3] = state[PHASE] == SECOND


# --- Actions --------------------------------------------------------------------------------------

MOVES = [
    (start, goal)
    for start in range(NUMBER_OF_SPACES)
    for goal in sorted(goal for direction in range(6) for goal in SPACES.ray(start, direction))
]
"""All moves that any stack can ever make, from space to space; nothing crosses the centre."""
ACTIONS = (
    ActionGroup(
        "move",
        len(MOVES),
        "move a stack from a space to another one on the same line, to capture or to stack; ordered by both",
        keys=MOVES,
    ),
    ActionGroup("pass", 1, "make no second move"),
    ActionGroup(
        "place",
        TYPES * NUMBER_OF_SPACES,
        "place a piece of a type on a space (tournament)",
        factors=(("type: Tzaar, Tzarra, Tott", TYPES), ("space", NUMBER_OF_SPACES)),
        keys=[(name, space) for name in NAMES for space in range(NUMBER_OF_SPACES)],
    ),
)
CODES = [
    *(MOVE * start + goal for start, goal in MOVES),
    PASS,
    *(PLACE + MOVE * kind + space for kind in range(TYPES) for space in range(NUMBER_OF_SPACES)),
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
