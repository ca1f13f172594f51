"""How good a position of TZAAR is: how near a side is to losing a type, and how long it can go on capturing.

A type is the more precious the fewer stacks show it. Only height decides what can be taken, so high stacks
both threaten and last; one higher than all enemy stacks is out of reach. A type all of whose stacks can be
taken within a turn is at stake. A player who runs out of captures loses even with all types on the board.
"""

from pathlib import Path

from gipfel.board.bits import count, gap
from gipfel.games.tzaar.network import INPUTS
from gipfel.games.tzaar.rules import (
    BIT,
    CONTENT,
    FIRST,
    HIGH,
    LOOK,
    LOOKED,
    MOVE,
    NEIGHBOURS,
    ONE_HIGH,
    PASS,
    PHASE,
    PLACING,
    SHOWN,
    SIGHT,
    STACKS,
    STOCK,
    TYPE,
    TYPES,
)
from gipfel.kernel.evaluation import Evaluation
from gipfel.kernel.link import kernel
from gipfel.kernel.network import LearnedEvaluation
from gipfel.kernel.state import BLACK, SIDE, WHITE, State

FEATURES: dict[str, int] = {
    "stacks": 65,
    "short of a type": -24,
    "high stacks": 68,
    "pieces in high stacks": 446,
    "height of the highest": -366,
    "stacks out of reach": 481,
    "captures": 12,
    "short of captures": -204,
    "hardly any captures": -176,
    "prey": 10,
    "high prey of the side to act": 227,
    "types at stake, the enemy to act": 1482,
    "types at stake, the owner to act": 566,
    "moves left in the turn": 235,
}
NUMBER_OF_FEATURES = len(FEATURES)


@kernel("void(int64[::1], int64[::1])")
def measure(state: State, values: State) -> None:
    """White's types, heights and captures, less Black's."""
    for i in range(NUMBER_OF_FEATURES):
        values[i] = 0
    measure_captures(state, values)
    if state[PHASE] != PLACING:
        measure_types(state, values)
        measure_heights(state, values)
        values[13] = (1 - 2 * state[SIDE]) * (1 + (state[PHASE] == FIRST))


# --- Types ----------------------------------------------------------------------------------------


ENOUGH = 5
"""A side with this number of stacks of a type or more is not about to lose the type."""


@kernel("void(int64[::1], int64[::1])")
def measure_types(state: State, values: State) -> None:
    """Stacks, and how many are missing to have enough of each type."""
    for i in range(SHOWN, SHOWN + TYPES):
        white = state[i]
        black = state[i + TYPES]
        values[0] += white - black
        values[1] += max(ENOUGH - white, 0) - max(ENOUGH - black, 0)


# --- Heights --------------------------------------------------------------------------------------


@kernel("void(int64[::1], int64[::1])")
def measure_heights(state: State, values: State) -> None:
    """High stacks, the highest ones, and those that no enemy stack can take."""
    white = state[STACKS + WHITE] & state[HIGH]
    black = state[STACKS + BLACK] & state[HIGH]
    white_top = highest(state, white)
    black_top = highest(state, black)
    values[2] = count(white) - count(black)
    values[3] = added(state, white) - added(state, black)
    values[4] = white_top - black_top
    if white_top > black_top:
        values[5] = higher(state, white, black_top)
    elif black_top > white_top:
        values[5] = -higher(state, black, white_top)


@kernel("int64(int64[::1], int64)")
def highest(state: State, stacks: int) -> int:
    """The height of the highest of some stacks, at least 1."""
    height = 1
    space = -1
    while stacks != 0:
        further = gap(stacks) + 1
        stacks >>= further
        space += further
        height = max(height, state[CONTENT + space] // ONE_HIGH)
    return height


@kernel("int64(int64[::1], int64)")
def added(state: State, stacks: int) -> int:
    """How many pieces some stacks have beyond one each."""
    pieces = 0
    space = -1
    while stacks != 0:
        further = gap(stacks) + 1
        stacks >>= further
        space += further
        pieces += state[CONTENT + space] // ONE_HIGH - 1
    return pieces


@kernel("int64(int64[::1], int64, int64)")
def higher(state: State, stacks: int, height: int) -> int:
    """How many of some stacks are higher than that."""
    number = 0
    space = -1
    while stacks != 0:
        further = gap(stacks) + 1
        stacks >>= further
        space += further
        number += state[CONTENT + space] // ONE_HIGH > height
    return number


# --- Captures -------------------------------------------------------------------------------------

PLENTY, HARDLY_ANY = 9, 3
"""With fewer captures than this a side may run out of them, or is about to."""
PRECIOUS: list[int] = [0, *(60 // left for left in range(1, max(STOCK) + 1))]
"""What a stack is worth by the number of those that show its type."""
TALLY = 8
"""The number of bits that say how many stacks of a type can be taken."""
TALLIED = (1 << TALLY) - 1


@kernel("void(int64[::1], int64[::1])")
def measure_captures(state: State, values: State) -> None:
    """Who can take what now; while pieces are being placed, who sees what from near by."""
    white = 0
    black = 0
    white_prey = 0
    black_prey = 0
    left = state[STACKS + WHITE]
    enemies = state[STACKS + BLACK]
    space = -1
    while left != 0:
        further = gap(left) + 1
        left >>= further
        space += further
        content = state[CONTENT + space]
        sight = NEIGHBOURS[space] if state[PHASE] == PLACING else state[SIGHT + space]
        hunters = 0
        for direction in range(6):
            seen = sight >> LOOK * direction & LOOKED
            enemy = enemies >> seen & 1
            other = state[CONTENT + seen]
            takes = enemy & (content | TYPE >= other)
            white += takes
            white_prey |= takes << seen
            hunters += enemy & (other | TYPE >= content)
        black += hunters
        black_prey |= (hunters != 0) << space
    values[6] = white - black
    values[7] = max(PLENTY - white, 0) - max(PLENTY - black, 0)
    values[8] = max(HARDLY_ANY - white, 0) - max(HARDLY_ANY - black, 0)
    measure_prey(state, WHITE, white_prey, values)
    measure_prey(state, BLACK, black_prey, values)


@kernel("void(int64[::1], int64, int64, int64[::1])")
def measure_prey(state: State, hunter: int, prey: int, values: State) -> None:
    """How precious the stacks are that a side can take, and whether they are all there is of a type."""
    sign = 1 - 2 * hunter
    tally = by_type(state, prey)
    for kind in range(TYPES):
        taken = tally >> TALLY * kind & TALLIED
        shown = STOCK[kind] if state[PHASE] == PLACING else state[SHOWN + TYPES * (1 - hunter) + kind]
        values[9] += sign * taken * PRECIOUS[shown]
        if taken == shown and shown <= 2:
            values[11 + (hunter != state[SIDE])] += sign
    if hunter == state[SIDE]:
        values[10] = sign * added(state, prey & state[HIGH])


@kernel("int64(int64[::1], int64)")
def by_type(state: State, stacks: int) -> int:
    """How many of some stacks show each type, three numbers in one integer."""
    tally = 0
    space = -1
    while stacks != 0:
        further = gap(stacks) + 1
        stacks >>= further
        space += further
        tally += 1 << TALLY * (state[CONTENT + space] & TYPE)
    return tally


# --- What a search asks ---------------------------------------------------------------------------


@kernel("int64(int64[::1], int64)")
def promise(state: State, decision: int) -> int:
    """Captures of scarce types and high stacks come first, then stacking, but not on scarce types."""
    if decision >= PASS:
        return 0
    side = state[SIDE]
    goal = state[CONTENT + decision % MOVE]
    kind = goal & TYPE
    if state[STACKS + side] & BIT[decision % MOVE] == 0:
        return 8 * PRECIOUS[state[SHOWN + TYPES * (1 - side) + kind]] + 100 * (goal // ONE_HIGH)
    grown = (goal + state[CONTENT + decision // MOVE]) // ONE_HIGH
    return 100 * grown - 8 * PRECIOUS[state[SHOWN + TYPES * side + kind]]


EVALUATION = Evaluation(
    features=FEATURES,
    measure=measure,
    worth=FEATURES["pieces in high stacks"],
    promise=promise,
    learned=LearnedEvaluation(INPUTS, Path(__file__).with_name("network.bin")),
)
