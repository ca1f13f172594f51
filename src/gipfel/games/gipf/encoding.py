"""GIPF for learning programs: observations and actions of the standard and the tournament version.

Placing and pushing are different actions: while its first spot is empty, all dots in front of a spot mean
the same. Likewise rows on different lines may lose the same single spot: that is an action of this spot.
"""

from gipfel.board import AXES, OPPOSITE, Permutation
from gipfel.games.core.encoding import ActionGroup, Channel, Encoding
from gipfel.games.core.game import Game
from gipfel.games.gipf.rules import (
    BIT,
    DONE,
    END_REMOVAL,
    ENTRIES,
    ENTRY_BIT,
    GIPF,
    LINE_MASK,
    LINES,
    LOST,
    NUMBER_OF_ENTRIES,
    NUMBER_OF_LINES,
    OPENING,
    PHASE,
    PIECES,
    PUSH,
    PUSH_GIPF,
    REMOVE,
    RESERVE,
    SPOTS,
    START_REMOVAL,
    STOP,
    SUBSETS,
    bits_on,
    positions_on,
    row_on,
)
from gipfel.kernel.link import kernel
from gipfel.kernel.state import SIDE, State

NUMBER_OF_SPOTS = len(SPOTS)

# --- Observations ---------------------------------------------------------------------------------

PLANES = (
    Channel("our basic pieces", "1 where a basic piece of ours stands"),
    Channel("their basic pieces", "1 where a basic piece of theirs stands"),
    Channel("our GIPF-pieces", "1 where a GIPF-piece of ours stands"),
    Channel("their GIPF-pieces", "1 where a GIPF-piece of theirs stands"),
    Channel("finished lines, vertical", "1 on vertical lines that are done in this removal phase"),
    Channel("finished lines, rising", "1 on such lines that rise to the right"),
    Channel("finished lines, falling", "1 on such lines that fall to the right"),
)
MOST_DISCS = 18 + 3
SCALARS = (
    Channel("our reserve", "discs in our reserve", MOST_DISCS),
    Channel("their reserve", "discs in their reserve", MOST_DISCS),
    Channel("our lost discs", "discs of ours that were captured", MOST_DISCS),
    Channel("their lost discs", "discs of theirs that were captured", MOST_DISCS),
    Channel("rows before the push", "1 if we may have rows to take before we push"),
    Channel("push", "1 if rows before the push are done"),
    Channel("rows after the push", "1 if we have rows to take after our push"),
    Channel("our opening", "tournament: 0 before our first piece, 1 after GIPF-pieces only, then 2", 2),
    Channel("their opening", "the same for them", 2),
)
FINISHED = 4
"""The first of the planes of finished lines."""
AXES_OF_LINES: list[int] = [
    next(number for number, axis in enumerate(AXES) if SPOTS.neighbours[line[0]][axis] == line[1])
    for line in LINES
]
LINE_LENGTH: list[int] = [len(line) for line in LINES]
LINE_SPOT: list[list[int]] = [[*line, *[0] * (7 - len(line))] for line in LINES]
AT_SCALARS = len(PLANES) * NUMBER_OF_SPOTS
NUMBER_OF_PLANES = len(PLANES)


@kernel("void(int64[::1], int8[::1])")
def observe(state: State, out: State) -> None:
    """Pieces, lines that are done, reserves, the phase."""
    us = state[SIDE]
    gipf = state[GIPF]
    ours = state[PIECES + us]
    theirs = state[PIECES + 1 - us]
    for spot in range(NUMBER_OF_SPOTS):
        bit = BIT[spot]
        is_gipf = gipf & bit != 0
        is_ours = ours & bit != 0
        is_theirs = theirs & bit != 0
        out[spot] = is_ours & (not is_gipf)
        out[NUMBER_OF_SPOTS + spot] = is_theirs & (not is_gipf)
        out[2 * NUMBER_OF_SPOTS + spot] = is_ours & is_gipf
        out[3 * NUMBER_OF_SPOTS + spot] = is_theirs & is_gipf
    for i in range(FINISHED * NUMBER_OF_SPOTS, AT_SCALARS):
        out[i] = 0
    if state[DONE] != 0:
        mark_lines(state[DONE], FINISHED, out)
    out[AT_SCALARS] = state[RESERVE + us]
    out[AT_SCALARS + 1] = state[RESERVE + 1 - us]
    out[AT_SCALARS + 2] = state[LOST + us]
    out[AT_SCALARS + 3] = state[LOST + 1 - us]
    out[AT_SCALARS + 4] = state[PHASE] == START_REMOVAL
    out[AT_SCALARS + 5] = state[PHASE] == PUSH
    out[AT_SCALARS + 6] = state[PHASE] == END_REMOVAL
    out[AT_SCALARS + 7] = state[OPENING + us]
    out[AT_SCALARS + 8] = state[OPENING + 1 - us]


@kernel("void(int64, int64, int8[::1])")
def mark_lines(lines: int, first_plane: int, out: State) -> None:
    """Write a 1 for every spot of some lines, into the plane of their axis."""
    for line in range(NUMBER_OF_LINES):
        if (lines >> line) & 1 != 0:
            plane = first_plane + AXES_OF_LINES[line]
            for i in range(LINE_LENGTH[line]):
                out[plane * NUMBER_OF_SPOTS + LINE_SPOT[line][i]] = 1


def exchanged(plane: int, symmetry: Permutation) -> int:
    """Lines of one axis become lines of another."""
    return plane if plane < FINISHED else FINISHED + axis_image(plane - FINISHED, symmetry)


def axis_image(number: int, symmetry: Permutation) -> int:
    """Where a symmetry turns an axis; both are numbers of AXES."""
    line = LINES[AXES_OF_LINES.index(number)]
    direction = SPOTS.direction(symmetry[line[0]], symmetry[line[1]])
    return next(image for image, axis in enumerate(AXES) if direction in (axis, OPPOSITE[axis]))


# --- Actions --------------------------------------------------------------------------------------

EDGE = sorted({spot for spot, _, _, _ in ENTRIES})
"""The 18 spots at the edge, where pieces enter."""
NUMBER_AT_EDGE = len(EDGE)
PLACE_OF: list[int] = [EDGE.index(spot) for spot, _, _, _ in ENTRIES]
ENTRY_OF: list[int] = [PLACE_OF.index(place) for place in range(NUMBER_AT_EDGE)]
"""The entry that stands for all while a spot at the edge is empty."""

TAKEN_BEFORE: list[int] = [sum(1 << len(line) for line in LINES[:number]) for number in range(len(LINES))]
"""How many sets of spots the lines before a line have."""
SETS = sum(1 << len(line) for line in LINES)
LINE_OF_SET: list[int] = [number for number, line in enumerate(LINES) for _ in range(1 << len(line))]

CODE_BIT: list[int] = ENTRY_BIT * 2
"""For each code of a push: the bit of its first spot."""
AT_PLACE_GIPF = NUMBER_AT_EDGE
AT_PUSH = 2 * NUMBER_AT_EDGE
AT_PUSH_GIPF = AT_PUSH + NUMBER_OF_ENTRIES
AT_TAKE = AT_PUSH_GIPF + NUMBER_OF_ENTRIES
AT_SINGLE = AT_TAKE + SETS
AT_STOP = AT_SINGLE + NUMBER_OF_SPOTS

PLACE_ACTION: list[int] = [*PLACE_OF, *(AT_PLACE_GIPF + place for place in PLACE_OF)]
PUSH_INSTEAD: list[int] = [AT_PUSH + code - action for code, action in enumerate(PLACE_ACTION)]
"""For each code of a push: the action if its first spot is empty, and how much more it is if it is not."""

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
    ActionGroup("place", NUMBER_AT_EDGE, "place a basic piece on an empty spot at the edge", keys=EDGE),
    ActionGroup("place GIPF", NUMBER_AT_EDGE, "place a GIPF-piece there", keys=EDGE),
    ActionGroup("push", NUMBER_OF_ENTRIES, "push a basic piece in where a piece stands", keys=PUSHES),
    ActionGroup("push GIPF", NUMBER_OF_ENTRIES, "push a GIPF-piece in there", keys=PUSHES),
    ActionGroup(
        "take",
        SETS,
        "take the row on a line, and with it this set of GIPF-pieces: for each line, every set of its spots",
        keys=TAKES,
    ),
    ActionGroup(
        "take one",
        NUMBER_OF_SPOTS,
        "take a row of which one spot leaves the board",
        keys=range(NUMBER_OF_SPOTS),
    ),
    ActionGroup("stop", 1, "take no more rows"),
)


@kernel("int64(int64[::1], int64)")
def action_of(state: State, code: int) -> int:
    """Pushes by their spot or dot, rows by line and set."""
    if code < STOP:
        entry = code % NUMBER_OF_ENTRIES
        gipf = code >= PUSH_GIPF
        if (state[PIECES] | state[PIECES + 1]) & ENTRY_BIT[entry] == 0:
            return gipf * AT_PLACE_GIPF + PLACE_OF[entry]
        return AT_PUSH + gipf * NUMBER_OF_ENTRIES + entry
    if code == STOP:
        return AT_STOP
    line = (code - REMOVE) // SUBSETS
    taken = code % SUBSETS
    removed = (row_on(state, line) & ~state[GIPF]) | bits_on(line, taken)
    if removed & (removed - 1) == 0:
        return AT_SINGLE + spot_of(removed)
    return AT_TAKE + TAKEN_BEFORE[line] + taken


@kernel("void(int64[::1], int64[::1], int64, int64[::1], int64)")
def list_actions(state: State, codes: State, count: int, out: State, first: int) -> None:
    """The actions of all legal decisions; either all of them are pushes, or none is."""
    if count != 0 and codes[0] < STOP:
        list_pushes(state, codes, count, PLACE_ACTION, PUSH_INSTEAD, out, first)
    else:
        for i in range(count):
            out[first + i] = action_of(state, codes[i])


@kernel("void(int64[::1], int64[::1], int64, int64[::1], int64[::1], int64[::1], int64)")
def list_pushes(
    state: State, codes: State, count: int, place: State, instead: State, out: State, first: int
) -> None:
    """The actions of pushes: `place` if the first spot is empty, otherwise `instead` more than that."""
    occupied = state[PIECES] | state[PIECES + 1]
    for i in range(count):
        code = codes[i]
        full = -((occupied & CODE_BIT[code]) != 0)  # Nobody can foresee it: this is faster than a branch.
        out[first + i] = place[code] + (full & instead[code])


@kernel("int64(int64)")
def spot_of(bit: int) -> int:
    """The spot of a bit."""
    spot = 0
    while BIT[spot] != bit:
        spot += 1
    return spot


@kernel("int64(int64[::1], int64)")
def decision_of(state: State, action: int) -> int:
    """The decision of a legal action; some number for others."""
    if action < AT_PUSH:
        return ENTRY_OF[action % NUMBER_AT_EDGE] + (action >= AT_PLACE_GIPF) * PUSH_GIPF
    if action < AT_TAKE:
        return action - AT_PUSH
    if action < AT_SINGLE:
        line = LINE_OF_SET[action - AT_TAKE]
        return REMOVE + line * SUBSETS + action - AT_TAKE - TAKEN_BEFORE[line]
    if action == AT_STOP:
        return STOP
    return taking_only(state, BIT[action - AT_SINGLE])


@kernel("int64(int64[::1], int64)")
def taking_only(state: State, spot: int) -> int:
    """The decision that takes a row of which only this spot leaves the board; -1 if there is none."""
    for line in range(NUMBER_OF_LINES):
        if LINE_MASK[line] & spot != 0 and (state[DONE] >> line) & 1 == 0:
            row = row_on(state, line)
            basic = row & ~state[GIPF]
            if row & spot != 0 and (basic == 0 or basic == spot):
                return REMOVE + line * SUBSETS + positions_on(line, spot & state[GIPF])
    return -1


ENCODING = Encoding(
    board=SPOTS,
    planes=PLANES,
    scalars=SCALARS,
    actions=ACTIONS,
    observe=observe,
    action_of=action_of,
    decision_of=decision_of,
    list_actions=list_actions,
    exchanged=exchanged,
)


def encoding_for(game: Game) -> Encoding:
    """The encoding of a version."""
    from gipfel.games.gipf import basic_encoding  # which uses tables of this module

    return basic_encoding.ENCODING if game.version == "basic" else ENCODING
