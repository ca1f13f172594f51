"""TAMSK for learning programs: observations and actions of level 1. `timed_encoding.py` has the others."""

from gipfel.games.core.encoding import ActionGroup, Channel, Encoding, by_table
from gipfel.games.core.game import Game
from gipfel.games.tamsk.encoding_parts import (
    ENTRIES,
    SHARED_PLANES,
    SHARED_PLANES_END,
    SHARED_SCALARS,
    STEPS,
    moves,
    observe_board,
    observe_stocks,
)
from gipfel.games.tamsk.level1 import MISSED, PASS, WITH_RING, WITH_STEAL
from gipfel.games.tamsk.rules import BIT, NUMBER_OF_SPACES, SPACES
from gipfel.games.tamsk.timed_encoding import TIMED
from gipfel.kernel.link import kernel
from gipfel.kernel.state import State

# --- Observations ---------------------------------------------------------------------------------

PLANES = (*SHARED_PLANES, Channel("missed space", "1 where they have just moved without dropping a ring"))
AT_SCALARS = len(PLANES) * NUMBER_OF_SPACES


@kernel("void(int64[::1], int8[::1])")
def observe(state: State, out: State) -> None:
    """What all levels share, and the space on which a ring can be stolen."""
    missed = state[MISSED]
    for space in range(NUMBER_OF_SPACES):
        out[SHARED_PLANES_END + space] = missed & BIT[space] != 0
    observe_board(state, out)
    observe_stocks(state, out, AT_SCALARS)


# --- Actions --------------------------------------------------------------------------------------

ACTIONS = (
    *moves("", " without a ring"),
    *moves(" with ring", " and drop a ring"),
    *moves(" after steal", " without a ring, after stealing one"),
    *moves(" with ring after steal", " and drop a ring, after stealing one"),
    ActionGroup("pass", 1, "pass, when no glass can move"),
    ActionGroup("pass after steal", 1, "steal a ring, when no glass can move"),
)
CODES = [
    *(added + way for added in range(0, 2 * WITH_STEAL, WITH_RING) for way in (*STEPS, *ENTRIES)),
    PASS,
    PASS + WITH_STEAL,
]
action_of, decision_of = by_table(CODES, __name__)

LEVEL_1 = Encoding(
    board=SPACES,
    planes=PLANES,
    scalars=SHARED_SCALARS,
    actions=ACTIONS,
    observe=observe,
    action_of=action_of,
    decision_of=decision_of,
)


def encoding_for(game: Game) -> Encoding:
    """The encoding of a level."""
    return LEVEL_1 if game.clockwork is None else TIMED
