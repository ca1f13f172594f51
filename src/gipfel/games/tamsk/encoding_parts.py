"""What the encodings of all levels of TAMSK share: glasses, rings, stocks, and moves."""

from gipfel.board import OFF
from gipfel.games.core.encoding import ActionGroup, Channel
from gipfel.games.tamsk.rules import (
    BIT,
    DRY,
    ENTER,
    GLASSES,
    GLASSES_EACH,
    HAND,
    LEFT,
    MOST_RINGS,
    NUMBER_OF_SPACES,
    RINGS,
    ROOM,
    SPACES,
    STAGNATION,
)
from gipfel.kernel.link import kernel
from gipfel.kernel.state import SIDE, State

# --- Observations ---------------------------------------------------------------------------------

SHARED_PLANES = (
    Channel("our glasses", "1 where a glass of ours stands"),
    Channel("their glasses", "1 where a glass of theirs stands"),
    Channel("room", "how many more rings fit on the space", MOST_RINGS),
)
SHARED_SCALARS = (
    Channel("our rings", "rings that we still have", RINGS),
    Channel("their rings", "rings that they still have", RINGS),
    Channel("our glasses in hand", "glasses that we have not brought in yet", GLASSES_EACH),
    Channel("their glasses in hand", "glasses that they have not brought in yet", GLASSES_EACH),
    Channel("hundreds until stagnation", "turns without a ring that end the game: their hundreds", 10),
    Channel("rest until stagnation", "the same number without its hundreds", 99),
)
SHARED_PLANES_END = len(SHARED_PLANES) * NUMBER_OF_SPACES
SHARED_SCALARS_END = len(SHARED_SCALARS)


@kernel("void(int64[::1], int8[::1])")
def observe_board(state: State, out: State) -> None:
    """The glasses of both sides, and the room on the spaces."""
    ours = state[GLASSES + state[SIDE]]
    theirs = state[GLASSES + 1 - state[SIDE]]
    one, two, three, four = state[ROOM], state[ROOM + 1], state[ROOM + 2], state[ROOM + 3]
    for space in range(NUMBER_OF_SPACES):
        bit = BIT[space]
        out[space] = ours & bit != 0
        out[NUMBER_OF_SPACES + space] = theirs & bit != 0
        more = int(one & bit != 0) + int(two & bit != 0) + int(three & bit != 0) + int(four & bit != 0)
        out[2 * NUMBER_OF_SPACES + space] = more


@kernel("void(int64[::1], int8[::1], int64)")
def observe_stocks(state: State, out: State, at: int) -> None:
    """What the players have, and how far stagnation is."""
    us = state[SIDE]
    left = max(state[STAGNATION] - state[DRY], 0)
    out[at] = state[LEFT + us]
    out[at + 1] = state[LEFT + 1 - us]
    out[at + 2] = state[HAND + us]
    out[at + 3] = state[HAND + 1 - us]
    out[at + 4] = left // 100
    out[at + 5] = left % 100


# --- Actions --------------------------------------------------------------------------------------

STEPS = [way for way in range(ENTER) if SPACES.steps[way] != OFF]
STEP_KEYS = [(way // 6, SPACES.steps[way]) for way in STEPS]
"""Every step of a glass, and the spaces where it begins and ends."""
ENTRIES = range(ENTER, ENTER + NUMBER_OF_SPACES)


def moves(name: str, meaning: str) -> tuple[ActionGroup, ActionGroup]:
    """The steps of glasses and the entries from the hand, with something that is done with them."""
    return (
        ActionGroup(
            f"move{name}",
            len(STEPS),
            f"move a glass to a neighbouring space{meaning}: for each space, each of its neighbours",
            keys=STEP_KEYS,
        ),
        ActionGroup(
            f"enter{name}",
            NUMBER_OF_SPACES,
            f"bring a glass in from the hand{meaning}",
            keys=range(NUMBER_OF_SPACES),
        ),
    )
