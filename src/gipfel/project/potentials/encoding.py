"""GIPF with potentials for learning programs: observations and actions. All menus share them.

A stack is seen from the top: its three topmost units, its height, and what it stands on. That is all there is
to know, as potentials of both colours alternate in between.

Contests belong to other games, with encodings of their own. This one has their results: three actions that
are legal where a contest is played, for programs that draw the result at random (`Game.contest_odds` has the
odds that the engine assumes) or get it from elsewhere.
"""

from gipfel.board import Permutation
from gipfel.games.core.encoding import ActionGroup, Channel, Encoding
from gipfel.games.gipf.encoding import (
    EDGE,
    ENTRY_OF,
    LINE_OF_SET,
    NUMBER_AT_EDGE,
    PLACE_OF,
    PUSHES,
    SETS,
    TAKEN_BEFORE,
    TAKES,
    axis_image,
    mark_lines,
)
from gipfel.games.gipf.rules import (
    BIT,
    DONE,
    ENTRIES,
    ENTRY_BIT,
    ENTRY_MASK,
    GIPF,
    LOST,
    NUMBER_OF_ENTRIES,
    PIECES,
    RESERVE,
    SPOTS,
    SUBSETS,
)
from gipfel.kernel.link import kernel
from gipfel.kernel.state import SIDE, State
from gipfel.project.potentials.rules import (
    BASIC_STAGE,
    BASIC_UNIT,
    BEGAN,
    BUDGET,
    BY,
    CELL,
    CLOSING_EXTRA,
    CONVERT,
    DECLINE,
    DORMANT,
    END,
    EXTRA,
    EXTRAS,
    INERT,
    KINDS,
    LINK_FIRST,
    LINKED,
    LOADS,
    MADE,
    NEUTRALISE,
    NOTHING,
    NUMBER_OF_SPOTS,
    OFFERED,
    PENDING,
    PLAIN,
    POOL,
    REGULAR,
    REMOVE,
    SAID,
    SLOT,
    STAGE,
    THEN,
    TRIED,
    UNIT_BITS,
    UNIT_MASK,
    UNITS,
    UNLIMITED,
    USE,
    VARIANTS,
    colour_of,
)

# --- Observations ---------------------------------------------------------------------------------

POTENTIALS = ("TAMSK", "ZÈRTZ", "DVONN", "YINSH", "PÜNCT")
UNIT_NAMES = ("basic", *(f"{name}-potential" for name in POTENTIALS))
NUMBER_OF_UNITS = 2 * len(UNIT_NAMES)
SEEN = 3
"""How many units are seen from the top."""
DEPTHS = ("top", "second", "third")
MOST_BASICS, HIGHEST, MOST_OF_A_KIND, MOST_CHALLENGES = 36, 15, 6, 99
ENOUGH = MOST_CHALLENGES + 1
"""Announced uses beyond this number make no difference."""


def _units(depth: str) -> tuple[Channel, ...]:
    return tuple(
        Channel(f"{depth} unit: {whose} {name}", f"1 where the {depth} unit of a stack is {whose} {name}")
        for whose in ("our", "their")
        for name in UNIT_NAMES
    )


PLANES = (
    *(channel for depth in DEPTHS for channel in _units(depth)),
    Channel("our foundations", "1 where the lowest unit of a stack is ours"),
    Channel("their foundations", "1 where the lowest unit of a stack is theirs"),
    Channel("double foundations", "1 where the two lowest units of a stack are basics of one colour"),
    Channel("height", "how many units a stack has", HIGHEST),
    Channel("GIPF-pieces", "1 where a stack counts as a GIPF-piece"),
    Channel("dormant", "1 where a TAMSK-piece gives no extra move before it has left the centre"),
    Channel("inert", "1 where a potential can never be used"),
    Channel("tried", "1 where the use of a potential was denied in this turn"),
    Channel("decided lines, vertical", "1 on vertical lines whose row may stay and was left"),
    Channel("decided lines, rising", "1 on such lines that rise to the right"),
    Channel("decided lines, falling", "1 on such lines that fall to the right"),
    Channel("announced: from", "1 where the potential stands, or comes in, whose use was announced"),
    Channel("announced: to", "1 where it would go"),
    Channel("announced: line", "1 on the line along which it would be pushed"),
)


def _of_kinds(name: str, meaning: str, highest: int = 1, lowest: int = 0) -> tuple[Channel, ...]:
    """A scalar for each kind of potential of each side."""
    return tuple(
        Channel(f"{whose} {kind}-potentials {name}", meaning, highest, lowest)
        for whose in ("our", "their")
        for kind in POTENTIALS
    )


SCALARS = (
    Channel("our reserve", "basics in our reserve", MOST_BASICS),
    Channel("their reserve", "basics in their reserve", MOST_BASICS),
    Channel("our lost basics", "basics of ours that were captured", MOST_BASICS),
    Channel("their lost basics", "basics of theirs that were captured", MOST_BASICS),
    Channel("our stage", "of introduction: 0 and 1 GIPF-pieces, 2 loaded pieces, 3 basics", BASIC_STAGE),
    Channel("their stage", "the same for them", BASIC_STAGE),
    *_of_kinds("in the pool", "how many can still be introduced", MOST_OF_A_KIND),
    Channel("opening extra", "1 if an extra move before the regular move can be made"),
    Channel("regular move", "1 if the regular move is to be made"),
    Channel("closing extra", "1 if an extra move after the regular move can be made"),
    Channel("rows", "1 if a row is to be dealt with"),
    Channel("answer", "1 if a use was announced and can be challenged"),
    Channel("contest", "1 if a contest is being played"),
    Channel("our turn", "1 if it is our turn; 0 if we act in theirs"),
    Channel("then regular", "1 if the regular move follows when all rows are done"),
    Channel("then closing", "1 if closing extra moves follow then"),
    Channel("then end", "1 if the turn ends then"),
    Channel("extra made", "1 if an opening extra move was made in this turn"),
    Channel("extra offered", "1 if an opening extra move was made or declined in this turn"),
    Channel("announced opening extra", "1 if the announced use is an opening extra move"),
    Channel("announced regular", "1 if it is the regular move"),
    Channel("announced closing extra", "1 if it is a closing extra move"),
    Channel("announced neutralise", "1 if it neutralises a GIPF-piece"),
    Channel("announced convert", "1 if it converts a GIPF-piece"),
    Channel(
        "our challenges", "how many challenges we have left; -1 if unlimited", MOST_CHALLENGES, UNLIMITED
    ),
    Channel("their challenges", "the same for them", MOST_CHALLENGES, UNLIMITED),
    Channel("our uses", "announced uses of ours, where challenges are limited to the first ones", ENOUGH),
    Channel("their uses", "the same for them", ENOUGH),
    Channel("our first uses", "how many of their first uses we may challenge; 0 for all", MOST_CHALLENGES),
    Channel("their first uses", "the same for them", MOST_CHALLENGES),
    *_of_kinds("linked", "1 if a use can lead to a contest"),
    *_of_kinds("begun", "who began the last contest: 1 we, -1 they, 0 none yet", 1, -1),
)

FOUNDATIONS = SEEN * NUMBER_OF_UNITS
DOUBLE, HEIGHT, GIPF_PIECES, FLAGS, DECIDED, ANNOUNCED = (FOUNDATIONS + i for i in (2, 3, 4, 5, 8, 11))
"""The numbers of planes."""
FLAG: list[int] = [DORMANT, INERT, TRIED]
AT_SCALARS = len(PLANES) * NUMBER_OF_SPOTS
AT_POOL = AT_SCALARS + 6
AT_SLOT = AT_POOL + 2 * KINDS
AT_TURN = AT_SLOT + 6
AT_ANNOUNCED = AT_TURN + 6
AT_CHALLENGES = AT_ANNOUNCED + 5
AT_LINKED = AT_CHALLENGES + 6
AT_BEGAN = AT_LINKED + 2 * KINDS
SIZE = AT_BEGAN + 2 * KINDS
ENTRY_SPOT: list[int] = [spot for spot, _, _, _ in ENTRIES]


@kernel("void(int64[::1], int8[::1])")
def observe(state: State, out: State) -> None:
    """Stacks, decided lines, the announced use; then stocks and where the turn is."""
    for i in range(SIZE):
        out[i] = 0
    for spot in range(NUMBER_OF_SPOTS):
        if state[CELL + spot] != 0:
            observe_stack(state, out, spot)
    if state[DONE] != 0:
        mark_lines(state[DONE], DECIDED, out)
    observe_stocks(state, out)
    observe_turn(state, out)
    if state[PENDING] != NOTHING:
        observe_announced(state, out)


@kernel("void(int64[::1], int8[::1], int64)")
def observe_stack(state: State, out: State, spot: int) -> None:
    """The units of a stack, and what else is known of it."""
    us = state[SIDE]
    cell = state[CELL + spot]
    units = cell & UNITS
    height = 0
    below = 0
    unit = 0
    while units != 0:
        below = unit
        unit = units & UNIT_MASK
        units >>= UNIT_BITS
        if height < SEEN:
            plane = height * NUMBER_OF_UNITS + (unit & 7) - BASIC_UNIT
            if colour_of(unit) != us:
                plane += NUMBER_OF_UNITS // 2
            out[plane * NUMBER_OF_SPOTS + spot] = 1
        height += 1
    out[(FOUNDATIONS + (colour_of(unit) ^ us)) * NUMBER_OF_SPOTS + spot] = 1
    out[DOUBLE * NUMBER_OF_SPOTS + spot] = unit == below and unit & 7 == BASIC_UNIT
    out[HEIGHT * NUMBER_OF_SPOTS + spot] = height
    out[GIPF_PIECES * NUMBER_OF_SPOTS + spot] = state[GIPF] & BIT[spot] != 0
    for i in range(len(FLAG)):
        out[(FLAGS + i) * NUMBER_OF_SPOTS + spot] = cell & FLAG[i] != 0


@kernel("void(int64[::1], int8[::1])")
def observe_stocks(state: State, out: State) -> None:
    """Reserves, stages, pools, challenges and links of both sides."""
    us = state[SIDE]
    for whose in range(2):
        side = us ^ whose
        out[AT_SCALARS + whose] = state[RESERVE + side]
        out[AT_SCALARS + 2 + whose] = state[LOST + side]
        out[AT_SCALARS + 4 + whose] = state[STAGE + side]
        out[AT_CHALLENGES + whose] = state[BUDGET + side]
        out[AT_CHALLENGES + 2 + whose] = min(state[SAID + side], ENOUGH)
        out[AT_CHALLENGES + 4 + whose] = state[LINK_FIRST + side]
        for kind in range(KINDS):
            out[AT_POOL + KINDS * whose + kind] = state[POOL + KINDS * side + kind]
            out[AT_LINKED + KINDS * whose + kind] = (state[LINKED] >> (KINDS * side + kind)) & 1
            began = state[BEGAN + KINDS * side + kind]
            if began != 0:
                out[AT_BEGAN + KINDS * whose + kind] = 1 if began == us + 1 else -1


@kernel("void(int64[::1], int8[::1])")
def observe_turn(state: State, out: State) -> None:
    """Whose turn it is, what is to be decided, and how the turn goes on."""
    for slot in range(END):
        out[AT_SLOT + slot] = state[SLOT] == slot
    out[AT_TURN] = state[BY] == state[SIDE]
    out[AT_TURN + 1] = state[THEN] == REGULAR
    out[AT_TURN + 2] = state[THEN] == CLOSING_EXTRA
    out[AT_TURN + 3] = state[THEN] == END
    out[AT_TURN + 4] = state[EXTRAS] & MADE != 0
    out[AT_TURN + 5] = state[EXTRAS] & OFFERED != 0


@kernel("void(int64[::1], int8[::1])")
def observe_announced(state: State, out: State) -> None:
    """The use that was announced: what goes from where to where, or comes in along which line."""
    decision = state[PENDING] // 3
    out[AT_ANNOUNCED + state[PENDING] % 3] = 1
    if decision >= USE:
        spots = (decision - USE) // VARIANTS
        out[AT_ANNOUNCED + 3] = (decision - USE) % VARIANTS == NEUTRALISE
        out[AT_ANNOUNCED + 4] = (decision - USE) % VARIANTS == CONVERT
        out[ANNOUNCED * NUMBER_OF_SPOTS + spots // NUMBER_OF_SPOTS] = 1
        out[(ANNOUNCED + 1) * NUMBER_OF_SPOTS + spots % NUMBER_OF_SPOTS] = 1
        return
    entry = decision - EXTRA
    out[ANNOUNCED * NUMBER_OF_SPOTS + ENTRY_SPOT[entry]] = 1
    if (state[PIECES] | state[PIECES + 1]) & ENTRY_BIT[entry] != 0:  # otherwise all lines are the same
        for spot in range(NUMBER_OF_SPOTS):
            out[(ANNOUNCED + 2) * NUMBER_OF_SPOTS + spot] = ENTRY_MASK[entry] & BIT[spot] != 0


def exchanged(plane: int, symmetry: Permutation) -> int:
    """Decided lines of one axis become lines of another."""
    return DECIDED + axis_image(plane - DECIDED, symmetry) if DECIDED <= plane < ANNOUNCED else plane


# --- Actions --------------------------------------------------------------------------------------

LOAD_NAMES = ("basic", "GIPF", *POTENTIALS)
LOAD_MEANINGS = ("a basic piece", "a GIPF-piece", *(f"a piece loaded with {name}" for name in POTENTIALS))
IN_LINE = [(spot, goal) for spot in range(NUMBER_OF_SPOTS) for d in range(6) for goal in SPOTS.ray(spot, d)]
BESIDE = [(spot, goal) for spot in range(NUMBER_OF_SPOTS) for goal in SPOTS.neighbours[spot] if goal >= 0]
USES: list[int] = [
    *(USE + (NUMBER_OF_SPOTS * spot + goal) * VARIANTS + PLAIN for spot, goal in IN_LINE),
    *(
        USE + (NUMBER_OF_SPOTS * spot + goal) * VARIANTS + variant
        for variant in (NEUTRALISE, CONVERT)
        for spot, goal in BESIDE
    ),
]
"""Every use of a potential that there can be."""

AT_PUSHES = LOADS * NUMBER_AT_EDGE
AT_EXTRA = AT_PUSHES + LOADS * NUMBER_OF_ENTRIES
AT_EXTRA_PUSHES = AT_EXTRA + NUMBER_AT_EDGE
AT_ANSWERS = AT_EXTRA_PUSHES + NUMBER_OF_ENTRIES
ANSWERS = USE - DECLINE
AT_USES = AT_ANSWERS + ANSWERS
AT_TAKE = AT_USES + len(USES)
_NUMBERS = {code: number for number, code in enumerate(USES)}
NUMBER_OF_USE: list[int] = [_NUMBERS.get(code, 0) for code in range(USE, REMOVE)]
ACTIONS = (
    *(
        ActionGroup(f"place {name}", NUMBER_AT_EDGE, f"place {what} on an empty spot at the edge", keys=EDGE)
        for name, what in zip(LOAD_NAMES, LOAD_MEANINGS, strict=True)
    ),
    *(
        ActionGroup(f"push {name}", NUMBER_OF_ENTRIES, f"push {what} in where a piece stands", keys=PUSHES)
        for name, what in zip(LOAD_NAMES, LOAD_MEANINGS, strict=True)
    ),
    ActionGroup("extra place", NUMBER_AT_EDGE, "an extra move to an empty spot", keys=EDGE),
    ActionGroup("extra push", NUMBER_OF_ENTRIES, "an extra move where a piece stands", keys=PUSHES),
    ActionGroup("decline", 1, "decline an extra move"),
    ActionGroup("allow", 1, "allow the announced use"),
    ActionGroup("challenge", 1, "challenge the announced use"),
    ActionGroup("contest won", 1, "the user has won the contest"),
    ActionGroup("contest lost", 1, "the user has lost the contest"),
    ActionGroup("contest tied", 1, "the contest is a tie"),
    ActionGroup("use", len(IN_LINE), "move a potential to another spot in line", keys=IN_LINE),
    ActionGroup("neutralise", len(BESIDE), "neutralise a GIPF-piece beside a PÜNCT-potential", keys=BESIDE),
    ActionGroup("convert", len(BESIDE), "convert a GIPF-piece beside a PÜNCT-potential", keys=BESIDE),
    ActionGroup(
        "take",
        SETS,
        "take the row on a line, and with it this set of pieces that may stay: every set of each line",
        keys=TAKES,
    ),
)


@kernel("int64(int64[::1], int64)")
def action_of(state: State, code: int) -> int:
    """Pushes by their spot or dot, uses by the spots, rows by line and set."""
    if code >= REMOVE:
        return AT_TAKE + TAKEN_BEFORE[(code - REMOVE) // SUBSETS] + (code - REMOVE) % SUBSETS
    if code >= USE:
        return AT_USES + NUMBER_OF_USE[code - USE]
    if code >= DECLINE:
        return AT_ANSWERS + code - DECLINE
    load = code // NUMBER_OF_ENTRIES
    entry = code % NUMBER_OF_ENTRIES
    empty = (state[PIECES] | state[PIECES + 1]) & ENTRY_BIT[entry] == 0
    if code >= EXTRA:
        return AT_EXTRA + PLACE_OF[entry] if empty else AT_EXTRA_PUSHES + entry
    return NUMBER_AT_EDGE * load + PLACE_OF[entry] if empty else AT_PUSHES + code


@kernel("int64(int64[::1], int64)")
def decision_of(state: State, action: int) -> int:
    """The decision of a legal action; some number for others."""
    if action >= AT_TAKE:
        line = LINE_OF_SET[action - AT_TAKE]
        return REMOVE + SUBSETS * line + action - AT_TAKE - TAKEN_BEFORE[line]
    if action >= AT_USES:
        return USES[action - AT_USES]
    if action >= AT_ANSWERS:
        return DECLINE + action - AT_ANSWERS
    if action >= AT_EXTRA_PUSHES:
        return EXTRA + action - AT_EXTRA_PUSHES
    if action >= AT_EXTRA:
        return EXTRA + ENTRY_OF[action - AT_EXTRA]
    if action >= AT_PUSHES:
        return action - AT_PUSHES
    return NUMBER_OF_ENTRIES * (action // NUMBER_AT_EDGE) + ENTRY_OF[action % NUMBER_AT_EDGE]


ENCODING = Encoding(
    board=SPOTS,
    planes=PLANES,
    scalars=SCALARS,
    actions=ACTIONS,
    observe=observe,
    action_of=action_of,
    decision_of=decision_of,
    exchanged=exchanged,
)
