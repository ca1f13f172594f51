"""Basic GIPF for learning programs: without GIPF-pieces a ninth of the numbers is enough.

A row is always taken as a whole, and what is left on its line is no row; so no line has to be remembered.
"""

from gipfel.games.core.encoding import ActionGroup, Encoding
from gipfel.games.gipf.encoding import (
    EDGE,
    ENTRY_OF,
    NUMBER_AT_EDGE,
    NUMBER_OF_SPOTS,
    PLACE_OF,
    PLANES,
    PUSHES,
    SCALARS,
    list_pushes,
)
from gipfel.games.gipf.rules import (
    BIT,
    END_REMOVAL,
    ENTRY_BIT,
    LINES,
    LOST,
    NUMBER_OF_ENTRIES,
    NUMBER_OF_LINES,
    PHASE,
    PIECES,
    PUSH,
    REMOVE,
    RESERVE,
    SPOTS,
    START_REMOVAL,
    SUBSETS,
)
from gipfel.kernel.link import kernel
from gipfel.kernel.state import SIDE, State

AT_SCALARS = 2 * NUMBER_OF_SPOTS
AT_PUSH = NUMBER_AT_EDGE
AT_TAKE = AT_PUSH + NUMBER_OF_ENTRIES
PUSH_INSTEAD: list[int] = [AT_PUSH + entry - place for entry, place in enumerate(PLACE_OF)]
"""How much higher the action of a push is than that of placing."""
ACTIONS = (
    ActionGroup("place", NUMBER_AT_EDGE, "place a piece on an empty spot at the edge", keys=EDGE),
    ActionGroup("push", NUMBER_OF_ENTRIES, "push a piece in where a piece stands", keys=PUSHES),
    ActionGroup("take", NUMBER_OF_LINES, "take the row on a line", keys=[frozenset(line) for line in LINES]),
)


@kernel("void(int64[::1], int8[::1])")
def observe(state: State, out: State) -> None:
    """Pieces, reserves, the phase."""
    us = state[SIDE]
    ours = state[PIECES + us]
    theirs = state[PIECES + 1 - us]
    for spot in range(NUMBER_OF_SPOTS):
        out[spot] = ours & BIT[spot] != 0
        out[NUMBER_OF_SPOTS + spot] = theirs & BIT[spot] != 0
    out[AT_SCALARS] = state[RESERVE + us]
    out[AT_SCALARS + 1] = state[RESERVE + 1 - us]
    out[AT_SCALARS + 2] = state[LOST + us]
    out[AT_SCALARS + 3] = state[LOST + 1 - us]
    out[AT_SCALARS + 4] = state[PHASE] == START_REMOVAL
    out[AT_SCALARS + 5] = state[PHASE] == PUSH
    out[AT_SCALARS + 6] = state[PHASE] == END_REMOVAL


@kernel("int64(int64[::1], int64)")
def action_of(state: State, code: int) -> int:
    """Pushes by their spot or dot, rows by their line."""
    if code >= REMOVE:
        return AT_TAKE + (code - REMOVE) // SUBSETS
    if (state[PIECES] | state[PIECES + 1]) & ENTRY_BIT[code] == 0:
        return PLACE_OF[code]
    return AT_PUSH + code


@kernel("void(int64[::1], int64[::1], int64, int64[::1], int64)")
def list_actions(state: State, codes: State, count: int, out: State, first: int) -> None:
    """The actions of all legal decisions; either all of them are pushes, or none is."""
    if count != 0 and codes[0] < REMOVE:
        list_pushes(state, codes, count, PLACE_OF, PUSH_INSTEAD, out, first)
    else:
        for i in range(count):
            out[first + i] = AT_TAKE + (codes[i] - REMOVE) // SUBSETS


@kernel("int64(int64[::1], int64)")
def decision_of(state: State, action: int) -> int:
    """The decision of an action."""
    if action < AT_PUSH:
        return ENTRY_OF[action]
    if action < AT_TAKE:
        return action - AT_PUSH
    return REMOVE + (action - AT_TAKE) * SUBSETS


ENCODING = Encoding(
    board=SPOTS,
    planes=PLANES[:2],
    scalars=SCALARS[:7],
    actions=ACTIONS,
    observe=observe,
    action_of=action_of,
    decision_of=decision_of,
    list_actions=list_actions,
)
