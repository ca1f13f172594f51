"""MATRX GIPF for learning programs: observations and actions.

Placing and pushing are different actions: while its first spot is empty, all dots in front of a spot mean the
same. Likewise rows on different lines may lose the same single spot: that is an action of this spot.
"""

from gipfel.board.rows import positions_in
from gipfel.games.core.encoding import ActionGroup, Channel, Encoding
from gipfel.games.matrx.rules import (
    BIT,
    CLOSING_EXTRA,
    COVER_DIGITS,
    COVERS,
    DECLINE,
    END_ROWS,
    ENTRIES,
    ENTRY_BIT,
    EXTRA_COUNTS,
    EXTRA_FIRST,
    EXTRAS,
    KIND,
    KINDS,
    LINE_BIT,
    LINE_MASK,
    LINES,
    NUMBER_OF_ENTRIES,
    NUMBER_OF_LINES,
    NUMBER_OF_SPOTS,
    OPENING_EXTRA,
    PIECES,
    REGULAR,
    REMOVE,
    RESERVE,
    SLOT,
    SPOTS,
    START_ROWS,
    SUBSETS,
    UNIT_BITS,
    UNIT_MASK,
    UNITS,
    USE,
    current_slot,
    free_pairs,
    removed_by,
    row_on,
)
from gipfel.kernel.link import kernel
from gipfel.kernel.state import SIDE, State

NAMES = ("GIPF", "TAMSK", "ZÈRTZ", "DVONN", "YINSH", "PÜNCT")
WHATS = ("a GIPF-piece", *(f"a {name}-pair" for name in NAMES[1:]))

# --- Observations ---------------------------------------------------------------------------------

PLANES = (
    Channel("our pieces", "1 where the unit on top is ours"),
    Channel("their pieces", "1 where the unit on top is theirs"),
    *(Channel(f"{name}-pieces", f"1 where a piece of the kind {name} stands") for name in NAMES),
    Channel("pairs", "1 where the two lowest units of a piece are a pair"),
    Channel("covers", "how many units cover the lowest ones; their colours alternate", 11),
)
SCALARS = (
    *(
        Channel(f"{whose} {name} in reserve", f"{name}-units in {whose} reserve", number)
        for whose in ("our", "their")
        for name, number in zip(NAMES, UNITS, strict=True)
    ),
    Channel("begin", "1 if nothing was done yet in this turn, or rows before the move are being dealt with"),
    Channel("rows before the move", "1 if we have rows to remove before the regular move"),
    Channel("opening extra", "1 if we have an extra move before the regular move"),
    Channel("regular move", "1 if we have to make the regular move"),
    Channel("closing extra", "1 if we have an extra move after the regular move"),
    Channel("rows after the move", "1 if we have rows to remove after the regular move"),
    Channel("extra made", "1 after an opening extra move that counts as a regular move if there is none"),
    Channel("extra first", "1 if an opening extra move comes before rows"),
    Channel("extra counts", "1 if an opening extra move counts as a regular move if there is none"),
)
COVER_PLANE = 2 + KINDS + 1
AT_SCALARS = len(PLANES) * NUMBER_OF_SPOTS
AT_TURN = AT_SCALARS + 2 * KINDS
SLOTS: list[int] = [START_ROWS, OPENING_EXTRA, REGULAR, CLOSING_EXTRA, END_ROWS]
OPTIONS: list[int] = [EXTRAS, EXTRA_FIRST, EXTRA_COUNTS]


@kernel("void(int64[::1], int8[::1])")
def observe(state: State, out: State) -> None:
    """The pieces, the reserves, and where the turn is."""
    us = state[SIDE]
    for spot in range(NUMBER_OF_SPOTS):
        bit = BIT[spot]
        out[spot] = state[PIECES + us] & bit != 0
        out[NUMBER_OF_SPOTS + spot] = state[PIECES + 1 - us] & bit != 0
        for i in range(KINDS + 1):
            out[(2 + i) * NUMBER_OF_SPOTS + spot] = state[KIND + i] & bit != 0
        covers = 0
        for i in range(COVER_DIGITS):
            covers += (state[COVERS + i] & bit != 0) << i
        out[COVER_PLANE * NUMBER_OF_SPOTS + spot] = covers
    for kind in range(KINDS):
        out[AT_SCALARS + kind] = (state[RESERVE + us] >> (UNIT_BITS * kind)) & UNIT_MASK
        out[AT_SCALARS + KINDS + kind] = (state[RESERVE + 1 - us] >> (UNIT_BITS * kind)) & UNIT_MASK
    out[AT_TURN] = state[SLOT] == START_ROWS
    slot = current_slot(state)
    for i in range(len(SLOTS)):
        out[AT_TURN + 1 + i] = slot == SLOTS[i]
    for i in range(len(OPTIONS)):
        out[AT_TURN + 6 + i] = state[OPTIONS[i]]


# --- Actions --------------------------------------------------------------------------------------

EDGE = sorted({spot for spot, _, _, _ in ENTRIES})
"""The 19 spots at the edge, where pieces enter."""
NUMBER_AT_EDGE = len(EDGE)
PLACE_OF: list[int] = [EDGE.index(spot) for spot, _, _, _ in ENTRIES]
ENTRY_OF: list[int] = [PLACE_OF.index(place) for place in range(NUMBER_AT_EDGE)]
"""The entry that stands for all while a spot at the edge is empty."""
LOADS = KINDS + 1
"""What can be pushed in: each kind from the reserve, and the unit of an extra move."""
IN_LINE = [(spot, goal) for spot in range(NUMBER_OF_SPOTS) for d in range(6) for goal in SPOTS.ray(spot, d)]
USES: list[int] = [NUMBER_OF_SPOTS * spot + goal for spot, goal in IN_LINE]
_NUMBERS = {code: number for number, code in enumerate(USES)}
NUMBER_OF_USE: list[int] = [_NUMBERS.get(code, 0) for code in range(NUMBER_OF_SPOTS * NUMBER_OF_SPOTS)]
"""The number of a use among those that there can be."""
TAKEN_BEFORE: list[int] = [sum(1 << len(line) for line in LINES[:number]) for number in range(len(LINES))]
"""How many sets of spots the lines before a line have."""
SETS = sum(1 << len(line) for line in LINES)
LINE_OF_SET: list[int] = [number for number, line in enumerate(LINES) for _ in range(1 << len(line))]

AT_PUSHES = LOADS * NUMBER_AT_EDGE
AT_DECLINE = AT_PUSHES + LOADS * NUMBER_OF_ENTRIES
AT_USES = AT_DECLINE + 1
AT_TAKE = AT_USES + len(USES)
AT_SINGLE = AT_TAKE + SETS

PUSHES = [
    (spot, LINES[line][-1] if LINES[line][0] == spot else LINES[line][0]) for spot, _, line, _ in ENTRIES
]
"""The first and the last spot of the line that an entry pushes along."""
TAKES = [
    (frozenset(line), frozenset(spot for i, spot in enumerate(line) if taken >> i & 1))
    for line in LINES
    for taken in range(1 << len(line))
]
ACTIONS = (
    *(
        ActionGroup(f"place {name}", NUMBER_AT_EDGE, f"place {what} on an empty spot at the edge", keys=EDGE)
        for name, what in zip(NAMES, WHATS, strict=True)
    ),
    ActionGroup("extra place", NUMBER_AT_EDGE, "an extra move to an empty spot", keys=EDGE),
    *(
        ActionGroup(f"push {name}", NUMBER_OF_ENTRIES, f"push {what} in where a piece stands", keys=PUSHES)
        for name, what in zip(NAMES, WHATS, strict=True)
    ),
    ActionGroup("extra push", NUMBER_OF_ENTRIES, "an extra move where a piece stands", keys=PUSHES),
    ActionGroup("decline", 1, "decline an extra move"),
    ActionGroup("use", len(IN_LINE), "move the upper unit of a pair to another spot in line", keys=IN_LINE),
    ActionGroup(
        "take",
        SETS,
        "take the row on a line, and with it this set of pairs: for each line, every set of its spots",
        keys=TAKES,
    ),
    ActionGroup(
        "take one",
        NUMBER_OF_SPOTS,
        "take a row of which one spot leaves the board",
        keys=range(NUMBER_OF_SPOTS),
    ),
)


@kernel("int64(int64[::1], int64)")
def action_of(state: State, code: int) -> int:
    """Pushes by their spot or dot, uses by their spots, rows by line and set."""
    if code >= REMOVE:
        return action_of_removal(state, (code - REMOVE) // SUBSETS, (code - REMOVE) % SUBSETS)
    if code >= USE:
        return AT_USES + NUMBER_OF_USE[code - USE]
    if code == DECLINE:
        return AT_DECLINE
    load = code // NUMBER_OF_ENTRIES
    entry = code % NUMBER_OF_ENTRIES
    if (state[PIECES] | state[PIECES + 1]) & ENTRY_BIT[entry] == 0:
        return NUMBER_AT_EDGE * load + PLACE_OF[entry]
    return AT_PUSHES + code


@kernel("int64(int64[::1], int64, int64)")
def action_of_removal(state: State, line: int, taken: int) -> int:
    """By line and set, or by the spot if there is only one."""
    removed = removed_by(state, line, taken)
    if removed & (removed - 1) != 0:
        return AT_TAKE + TAKEN_BEFORE[line] + taken
    spot = 0
    while BIT[spot] != removed:
        spot += 1
    return AT_SINGLE + spot


@kernel("int64(int64[::1], int64)")
def decision_of(state: State, action: int) -> int:
    """The decision of a legal action; some number for others."""
    if action >= AT_SINGLE:
        return taking_only(state, BIT[action - AT_SINGLE])
    if action >= AT_TAKE:
        line = LINE_OF_SET[action - AT_TAKE]
        return REMOVE + SUBSETS * line + action - AT_TAKE - TAKEN_BEFORE[line]
    if action >= AT_USES:
        return USE + USES[action - AT_USES]
    if action == AT_DECLINE:
        return DECLINE
    if action >= AT_PUSHES:
        return action - AT_PUSHES
    return NUMBER_OF_ENTRIES * (action // NUMBER_AT_EDGE) + ENTRY_OF[action % NUMBER_AT_EDGE]


@kernel("int64(int64[::1], int64)")
def taking_only(state: State, spot: int) -> int:
    """The decision that takes a row of which only this spot leaves the board; -1 if there is none."""
    pairs = free_pairs(state)
    for line in range(NUMBER_OF_LINES):
        if LINE_MASK[line] & spot != 0:
            row = row_on(state, line)
            others = row & ~pairs & ~spot
            if row & spot != 0 and others == 0:
                return REMOVE + line * SUBSETS + positions_in(LINE_BIT[line], spot & pairs)
    return -1


ENCODING = Encoding(
    board=SPOTS,
    planes=PLANES,
    scalars=SCALARS,
    actions=ACTIONS,
    observe=observe,
    action_of=action_of,
    decision_of=decision_of,
)
