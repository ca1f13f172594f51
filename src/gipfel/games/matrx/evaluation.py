"""How good a position of MATRX GIPF is: moves that are left, units and GIPF-pieces lost, and rows to come.

Whoever has no move left has lost, and so has one whose three GIPF-pieces are captured. Pairs in reserve and
pairs on the board that can be used are moves; used units on the board are only good for rows, with which they
come back. Three of four spots in a line are a row to come; an enemy at the end of three in line would be
captured with it.
"""

from math import log

from gipfel.board import distance
from gipfel.board.bits import count
from gipfel.board.rows import captures_in_sight, completing, four_on_any_axis
from gipfel.games.core.pushing_evaluation import rows_of_push
from gipfel.games.matrx.rules import (
    ALL_SPOTS,
    BIT,
    CENTRE,
    COVERS,
    DECLINE,
    END_ROWS,
    ENTRY_BIT,
    ENTRY_MASK,
    ENTRY_SHIFT,
    GIPF,
    KIND,
    KINDS,
    NUMBER_OF_ENTRIES,
    NUMBER_OF_SPOTS,
    PAIR,
    PIECES,
    REMOVE,
    RESERVE,
    SPOTS,
    START_ROWS,
    SUBSETS,
    TAMSK,
    UNIT_BITS,
    UNIT_MASK,
    USE,
    any_row,
    covered,
    current_slot,
    removed_by,
)
from gipfel.kernel.evaluation import Evaluation
from gipfel.kernel.link import kernel
from gipfel.kernel.state import BLACK, SIDE, WHITE, State

FEATURES: dict[str, int] = {
    "to move": 184,
    "units on the board": 200,
    "units in reserve": 256,
    "GIPF-pieces": 224,
    "last GIPF-piece": -388,
    "pairs in reserve": -31,
    "lasting moves": 131,
    "TAMSK-pairs on the board": 108,
    "ZÈRTZ-pairs on the board": 261,
    "DVONN-pairs on the board": 100,
    "YINSH-pairs on the board": 218,
    "PÜNCT-pairs on the board": -228,
    "stacks on enemies": -55,
    "pieces on the centre": 89,
    "pieces in the middle": 115,
    "pieces around the middle": 66,
    "GIPF-pieces at the edge": 121,
    "threes": 102,
    "captures in sight": 201,
    "GIPF-pieces in sight": -51,
    "extra move": 309,
}

NUMBER_OF_FEATURES = len(FEATURES)
LASTING: list[int] = [round(10 * log(1 + moves)) for moves in range(64)]
"""How long moves last, so to speak: each one more counts less than the one before."""
PAIRS_OF = 0x333333
"""The bits of half of each number of a reserve."""

# --- Where ----------------------------------------------------------------------------------------


def _ring(inner: int, outer: int) -> int:
    """The spots whose distance from the centre is within these bounds, as bits."""
    return sum(bit for bit, cell in zip(BIT, SPOTS.cells, strict=True) if inner <= distance(cell) <= outer)


MIDDLE = _ring(0, 1)
AROUND = _ring(2, 2)
EDGE = ALL_SPOTS & ~MIDDLE & ~AROUND

# --- Features -------------------------------------------------------------------------------------


@kernel("void(int64[::1], int64[::1])")
def measure(state: State, values: State) -> None:
    """White's value minus Black's for each feature."""
    for i in range(NUMBER_OF_FEATURES):
        values[i] = 0
    values[0] = 1 - 2 * state[SIDE]
    measure_side(state, WHITE, 1, values)
    measure_side(state, BLACK, -1, values)
    loaded = state[PIECES + state[SIDE]] & state[KIND + TAMSK] & state[PAIR] & CENTRE != 0
    values[20] = int(loaded) * values[0]


@kernel("void(int64[::1], int64, int64, int64[::1])")
def measure_side(state: State, side: int, sign: int, values: State) -> None:
    """Add a side's value of each feature, or subtract it."""
    mine = state[PIECES + side]
    theirs = state[PIECES + 1 - side]
    gipf = state[KIND + GIPF]
    pairs = mine & state[PAIR] & ~covered(state)
    reserve = state[RESERVE + side]
    in_hand = pairs_in(reserve)
    pieces = count(mine & gipf) + (reserve & UNIT_MASK)
    values[1] += sign * units_on_board(state, side)
    values[2] += sign * units_in(reserve)
    values[3] += sign * pieces
    values[4] += sign * int(pieces == 1)
    values[5] += sign * in_hand
    values[6] += sign * LASTING[in_hand + count(pairs) + (reserve & UNIT_MASK)]
    for kind in range(TAMSK, KINDS):
        values[6 + kind] += sign * count(pairs & state[KIND + kind])
    values[12] += sign * count(mine & covered(state))
    values[13] += sign * count(mine & CENTRE)
    values[14] += sign * count(mine & MIDDLE)
    values[15] += sign * count(mine & AROUND)
    values[16] += sign * count(mine & gipf & EDGE)
    values[17] += sign * count(completing(mine, ALL_SPOTS))
    values[18] += sign * captures_in_sight(mine, theirs)
    values[19] += sign * captures_in_sight(mine, theirs & gipf)


@kernel("int64(int64[::1], int64)")
def units_on_board(state: State, side: int) -> int:
    """How many potentials of a side are on the board, covered ones included.

    Colours alternate in a covered stack: the lowest units belong to the side on top if the number of covers
    is even, and each side has half of the covers, but for the topmost of an odd number.
    """
    odd = state[COVERS]
    lowest = ((state[PIECES + side] & ~odd) | (state[PIECES + 1 - side] & odd)) & ~state[KIND + GIPF]
    halves = count(state[COVERS + 1]) + 2 * count(state[COVERS + 2]) + 4 * count(state[COVERS + 3])
    return count(lowest) + count(lowest & state[PAIR]) + count(state[PIECES + side] & odd) + halves


@kernel("int64(int64)")
def units_in(reserve: int) -> int:
    """How many potentials are in a reserve."""
    units = 0
    for kind in range(TAMSK, KINDS):
        units += (reserve >> (UNIT_BITS * kind)) & UNIT_MASK
    return units


@kernel("int64(int64)")
def pairs_in(reserve: int) -> int:
    """How many pairs of potentials a reserve has."""
    return units_in((reserve >> 1) & PAIRS_OF)


# --- Where to look first --------------------------------------------------------------------------


@kernel("int64(int64[::1])")
def follow_up(state: State) -> int:
    """1 while rows are dealt with."""
    slot = current_slot(state)
    return int(slot in (START_ROWS, END_ROWS) and any_row(state) != 0)


@kernel("int64(int64[::1])")
def urgent(state: State) -> int:
    """1 if the side to act lacks only one piece for a row somewhere."""
    return int(completing(state[PIECES + state[SIDE]], ALL_SPOTS) != 0)


@kernel("int64(int64[::1], int64)")
def promise(state: State, decision: int) -> int:
    """Rows first, those that capture most before all; a row for the opponent last."""
    if decision >= REMOVE:
        return promise_of_row(state, (decision - REMOVE) // SUBSETS, (decision - REMOVE) % SUBSETS)
    if decision >= USE:
        return promise_of_use(state, (decision - USE) % NUMBER_OF_SPOTS)
    if decision == DECLINE:
        return -500
    entry = decision % NUMBER_OF_ENTRIES
    mine = state[PIECES + state[SIDE]]
    theirs = state[PIECES + 1 - state[SIDE]]
    return rows_of_push(mine, theirs, ENTRY_BIT[entry], ENTRY_MASK[entry], ENTRY_SHIFT[entry])


@kernel("int64(int64[::1], int64)")
def promise_of_use(state: State, goal: int) -> int:
    """A row; to cover a unit that can still be used is good, too."""
    bit = BIT[goal]
    row = four_on_any_axis(state[PIECES + state[SIDE]] | bit) != 0
    return 1000 * int(row) + 200 * int(state[PAIR] & bit != 0)


@kernel("int64(int64[::1], int64, int64)")
def promise_of_row(state: State, line: int, taken: int) -> int:
    """Captures count for it, most of all those of GIPF-pieces."""
    captured = removed_by(state, line, taken) & state[PIECES + 1 - state[SIDE]]
    units = count(captured) + count(captured & state[PAIR])
    return 100 * units + 500 * count(captured & state[KIND + GIPF])


EVALUATION = Evaluation(
    features=FEATURES,
    measure=measure,
    worth=FEATURES["units on the board"],
    follow_up=follow_up,
    urgent=urgent,
    promise=promise,
)
