"""LYNGK for learning programs: observations and actions. Both versions share them."""

from gipfel.games.core.encoding import ActionGroup, Channel, Encoding, by_table
from gipfel.games.lyngk.rules import (
    CAPTURED,
    CLAIM,
    CLAIMED,
    CLAIMING,
    CLAIMS,
    COLOURS,
    HEIGHT,
    HEIGHT_AT,
    LIMIT,
    MOVE,
    NUMBER_OF_SPOTS,
    ONE_CLAIM,
    PASS,
    PHASE,
    SIX,
    SPOTS,
    STACK,
    TAKES_FIVES,
    TOPPED,
    WITH,
)
from gipfel.games.lyngk.words import COLOUR_NAMES
from gipfel.kernel.link import kernel
from gipfel.kernel.state import SIDE, State

# --- Observations ---------------------------------------------------------------------------------

NAMES = COLOUR_NAMES[:COLOURS]
MOST_CAPTURED = 8
PLANES = (
    *(Channel(f"{name} on top", f"1 where a stack has {name} on top") for name in NAMES),
    *(Channel(f"{name} inside", f"1 where a stack contains {name}, on top or below") for name in NAMES),
    Channel("joker", "1 where a single joker stands"),
    Channel("height", "how high the stack there is", SIX),
    Channel("ours", "1 where a stack has a colour on top that we have claimed"),
    Channel("theirs", "1 where a stack has a colour on top that they have claimed"),
)
SCALARS = (
    *(Channel(f"our {name}", f"1 if we have claimed {name}") for name in NAMES),
    *(Channel(f"their {name}", f"1 if they have claimed {name}") for name in NAMES),
    Channel("our claims left", "how many colours we may still claim", 2),
    Channel("their claims left", "how many colours they may still claim", 2),
    Channel("our captured stacks", "how many stacks we have captured", MOST_CAPTURED),
    Channel("their captured stacks", "how many stacks they have captured", MOST_CAPTURED),
    Channel("claimed now", "1 if we have claimed a colour in this turn and must move"),
    Channel("six", "1 if stacks of six win, 0 if stacks of five are captured"),
    Channel("claims take fives", "1 if a claim captures neutral stacks of five"),
)
TOPS, INSIDE, JOKERS_AT = 0, COLOURS, 2 * COLOURS
HEIGHTS, OURS, THEIRS = JOKERS_AT + 1, JOKERS_AT + 2, JOKERS_AT + 3
AT_SCALARS = len(PLANES) * NUMBER_OF_SPOTS


@kernel("void(int64[::1], int8[::1])")
def observe(state: State, out: State) -> None:
    """The stacks, who has claimed what, and what is captured."""
    us = state[SIDE]
    our = CLAIMED[state[CLAIMS + us]]
    their = CLAIMED[state[CLAIMS + 1 - us]]
    our_tops = 0
    their_tops = 0
    for colour in range(COLOURS):
        our_tops |= state[TOPPED + colour] if (our >> colour) & 1 != 0 else 0
        their_tops |= state[TOPPED + colour] if (their >> colour) & 1 != 0 else 0
    for spot in range(NUMBER_OF_SPOTS):
        for colour in range(COLOURS):
            out[(TOPS + colour) * NUMBER_OF_SPOTS + spot] = (state[TOPPED + colour] >> spot) & 1
            out[(INSIDE + colour) * NUMBER_OF_SPOTS + spot] = (state[WITH + colour] >> spot) & 1
        out[JOKERS_AT * NUMBER_OF_SPOTS + spot] = (state[TOPPED + COLOURS] >> spot) & 1
        out[HEIGHTS * NUMBER_OF_SPOTS + spot] = (state[STACK + spot] & HEIGHT) >> HEIGHT_AT
        out[OURS * NUMBER_OF_SPOTS + spot] = (our_tops >> spot) & 1
        out[THEIRS * NUMBER_OF_SPOTS + spot] = (their_tops >> spot) & 1
    for colour in range(COLOURS):
        out[AT_SCALARS + colour] = (our >> colour) & 1
        out[AT_SCALARS + COLOURS + colour] = (their >> colour) & 1
    at = AT_SCALARS + 2 * COLOURS
    for i in range(2):
        claims = state[CLAIMS + (us if i == 0 else 1 - us)]
        out[at + i] = 2 - (claims != 0) - (claims >= ONE_CLAIM)
        out[at + 2 + i] = state[CAPTURED + (us if i == 0 else 1 - us)]
    out[at + 4] = state[PHASE] == CLAIMING
    out[at + 5] = state[LIMIT] == SIX
    out[at + 6] = state[TAKES_FIVES]


# --- Actions --------------------------------------------------------------------------------------

MOVES = [
    (start, goal) for start in range(NUMBER_OF_SPOTS) for goal in range(NUMBER_OF_SPOTS) if start != goal
]
"""All moves. Through LYNGK-points a stack can get from anywhere to anywhere."""
ACTIONS = (
    ActionGroup(
        "move",
        len(MOVES),
        "move a stack from a spot to another one; ordered by both",
        keys=MOVES,
    ),
    ActionGroup("claim", COLOURS, f"claim a colour: {', '.join(NAMES)}"),
    ActionGroup("pass", 1, "pass, when no move is possible, not even after a claim"),
)
CODES = [
    *(MOVE * start + goal for start, goal in MOVES),
    *range(CLAIM, CLAIM + COLOURS),
    PASS,
]
action_of, decision_of = by_table(CODES, __name__)

ENCODING = Encoding(
    board=SPOTS,
    planes=PLANES,
    scalars=SCALARS,
    actions=ACTIONS,
    observe=observe,
    action_of=action_of,
    decision_of=decision_of,
)
