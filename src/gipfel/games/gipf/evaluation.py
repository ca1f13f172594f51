"""How good a position of GIPF is: captured discs, the reserve, GIPF-pieces, the middle, and rows to come.

Whoever runs out of discs or of GIPF-pieces has lost, so captured discs count most, and the last ones in
reserve more than the others. Pieces in the middle stand on more lines and are pushed less often. Three of
four spots in a line are a row to come; an enemy at the end of three in line would be captured with it.
"""

from math import log
from pathlib import Path

from gipfel.board import distance
from gipfel.board.bits import count
from gipfel.board.rows import captures_in_sight, completing
from gipfel.games.core.pushing_evaluation import rows_of_push
from gipfel.games.gipf.network import INPUTS
from gipfel.games.gipf.rules import (
    BIT,
    ENTRY_BIT,
    ENTRY_MASK,
    ENTRY_SHIFT,
    GIPF,
    LOST,
    NUMBER_OF_ENTRIES,
    OPENING,
    PHASE,
    PIECES,
    PLAYED_BASIC,
    PUSH,
    REMOVE,
    RESERVE,
    SPOTS,
    STOP,
    SUBSETS,
    any_row,
    bits_on,
    row_on,
)
from gipfel.kernel.evaluation import Evaluation
from gipfel.kernel.link import kernel
from gipfel.kernel.network import LearnedEvaluation
from gipfel.kernel.state import BLACK, SIDE, WHITE, State

FEATURES: dict[str, int] = {
    "to move": 117,
    "discs": 858,
    "discs in reserve": -130,
    "lasting reserve": 143,
    "GIPF-pieces": 24,
    "last GIPF-piece": -128,
    "pieces on the centre": -7,
    "pieces in the middle": 94,
    "pieces around the middle": 61,
    "threes": 110,
    "captures in sight": 166,
}

LASTING: list[int] = [round(10 * log(1 + discs)) for discs in range(64)]
"""How long a reserve lasts, so to speak: each disc more counts less than the one before."""

# --- Where ----------------------------------------------------------------------------------------


def _ring(inner: int, outer: int) -> int:
    """The spots whose distance from the centre is within these bounds, as bits."""
    return sum(bit for bit, cell in zip(BIT, SPOTS.cells, strict=True) if inner <= distance(cell) <= outer)


BOARD = _ring(0, 3)
CENTRE = _ring(0, 0)
MIDDLE = _ring(0, 1)
AROUND = _ring(2, 2)

# --- Features -------------------------------------------------------------------------------------


@kernel("int64(int64[::1], int64)")
def on_last_gipf_piece(state: State, side: int) -> int:
    """1 if a side has one GIPF-piece and can bring in no other."""
    alone = int(count(state[GIPF] & state[PIECES + side]) == 1)
    return alone & int(state[OPENING + side] >= PLAYED_BASIC)


@kernel("void(int64[::1], int64[::1])")
def measure(state: State, values: State) -> None:
    """White's value minus Black's for each feature."""
    measure_board(state, state[SIDE], values)


@kernel("void(int64[::1], int64, int64[::1])")
def measure_board(state: State, on_turn: int, values: State) -> None:
    """The features of any state that begins as GIPF's does; whose turn it is may be said elsewhere in it."""
    white = state[PIECES + WHITE]
    black = state[PIECES + BLACK]
    gipf = state[GIPF]
    values[0] = 1 - 2 * on_turn
    values[1] = state[LOST + BLACK] - state[LOST + WHITE]
    values[2] = state[RESERVE + WHITE] - state[RESERVE + BLACK]
    values[3] = LASTING[state[RESERVE + WHITE]] - LASTING[state[RESERVE + BLACK]]
    values[4] = count(white & gipf) - count(black & gipf)
    values[5] = on_last_gipf_piece(state, WHITE) - on_last_gipf_piece(state, BLACK)
    values[6] = count(white & CENTRE) - count(black & CENTRE)
    values[7] = count(white & MIDDLE) - count(black & MIDDLE)
    values[8] = count(white & AROUND) - count(black & AROUND)
    values[9] = count(completing(white, BOARD)) - count(completing(black, BOARD))
    values[10] = captures_in_sight(white, black) - captures_in_sight(black, white)


# --- Where to look first --------------------------------------------------------------------------


@kernel("int64(int64[::1])")
def follow_up(state: State) -> int:
    """1 while rows are dealt with."""
    return int(state[PHASE] != PUSH and any_row(state) != 0)


@kernel("int64(int64[::1])")
def urgent(state: State) -> int:
    """1 if the side to push lacks only one piece for a row somewhere."""
    return int(completing(state[PIECES + state[SIDE]], BOARD) != 0)


@kernel("int64(int64[::1], int64)")
def promise(state: State, decision: int) -> int:
    """Rows first, those that capture most before all; a row for the opponent last."""
    if decision >= REMOVE:
        return promise_of_row(state, (decision - REMOVE) // SUBSETS, decision % SUBSETS)
    if decision == STOP:
        return 0
    return promise_of_push(state, decision % NUMBER_OF_ENTRIES)


@kernel("int64(int64[::1], int64)")
def promise_of_push(state: State, entry: int) -> int:
    """1000 for a row, and less for one that belongs to the opponent."""
    mine = state[PIECES + state[SIDE]]
    theirs = state[PIECES + 1 - state[SIDE]]
    return rows_of_push(mine, theirs, ENTRY_BIT[entry], ENTRY_MASK[entry], ENTRY_SHIFT[entry])


@kernel("int64(int64[::1], int64, int64)")
def promise_of_row(state: State, line: int, taken: int) -> int:
    """What is captured counts for it, GIPF-pieces of one's own that go count against it."""
    gipf = bits_on(line, taken)
    captured = ((row_on(state, line) & ~state[GIPF]) | gipf) & state[PIECES + 1 - state[SIDE]]
    given = gipf & state[PIECES + state[SIDE]]
    return 100 * count(captured) + 500 * count(captured & gipf) - 500 * count(given)


EVALUATION = Evaluation(
    features=FEATURES,
    measure=measure,
    worth=FEATURES["discs"],
    follow_up=follow_up,
    urgent=urgent,
    promise=promise,
    learned=LearnedEvaluation(INPUTS, Path(__file__).with_name("network.bin")),
)
