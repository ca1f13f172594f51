"""The evaluation of GIPF with potentials: the features of GIPF, and those of the potentials.

A loaded piece has a second move in it, and the kinds differ in what that is worth; a potential in
hand is worth something only until the first basic piece is played. A spent potential is one more piece on the
board, but it never returns to the reserve. A PÜNCT-potential threatens GIPF-pieces beside it. Where
links can be challenged, a remaining challenge is a threat to each potential of the opponent. A potential that
must win a contest is lost every second time.
"""

from pathlib import Path

from gipfel.board.bits import count
from gipfel.board.rows import NORTH, NORTHEAST, SOUTHEAST, four_on_any_axis
from gipfel.games.gipf.evaluation import measure_board, promise_of_push
from gipfel.games.gipf.rules import (
    BIT,
    GIPF,
    NUMBER_OF_ENTRIES,
    PIECES,
    SUBSETS,
    bits_on,
    row_on,
)
from gipfel.kernel.evaluation import Evaluation
from gipfel.kernel.link import kernel
from gipfel.kernel.network import LearnedEvaluation
from gipfel.kernel.state import BLACK, SIDE, WHITE, State
from gipfel.project.potentials.network import INPUTS
from gipfel.project.potentials.rules import (
    BASIC_UNIT,
    BUDGET,
    BY,
    CELL,
    CONTEST,
    DECLINE,
    GIPF_LOSS,
    INERT,
    KINDS,
    LINK_MODE,
    LOADED,
    MUST_WIN,
    NUMBER_OF_SPOTS,
    PENDING,
    POOL,
    PUNCT,
    REMOVE,
    ROWS,
    SLOT,
    TAMSK,
    USE,
    VARIANTS,
    colour_of,
    extra_available,
    is_linked,
    kind_of,
    load_of,
)

FEATURES: dict[str, int] = {
    "to move": 128,
    "discs": 665,
    "discs in reserve": -251,
    "lasting reserve": 183,
    "GIPF-pieces": -30,
    "last GIPF-piece": -327,
    "pieces on the centre": -49,
    "pieces in the middle": 126,
    "pieces around the middle": 88,
    "threes": 41,
    "captures in sight": 161,
    "TAMSK-potentials on the board": 327,
    "ZÈRTZ-potentials on the board": 150,
    "DVONN-potentials on the board": 239,
    "YINSH-potentials on the board": 159,
    "PÜNCT-potentials on the board": 150,
    "potentials in hand": 198,
    "spent potentials": 94,
    "extra move": 266,
    "GIPF-pieces beside a PÜNCT-potential": 469,
    "challenges left": 319,
    "potentials that must win a contest": 160,
}

LAST_GIPF_PIECE = list(FEATURES).index("last GIPF-piece")
ON_BOARD = list(FEATURES).index("TAMSK-potentials on the board")
"""Five entries, one a kind."""
IN_HAND, SPENT, EXTRA_MOVE, BESIDE_PUNCT, CHALLENGES, MUST_BE_WON = range(
    ON_BOARD + KINDS, ON_BOARD + KINDS + 6
)

# --- Features -------------------------------------------------------------------------------------


@kernel("void(int64[::1], int64[::1])")
def measure(state: State, values: State) -> None:
    """White's value minus Black's for each feature."""
    measure_board(state, state[BY], values)
    values[LAST_GIPF_PIECE] *= state[GIPF_LOSS]
    measure_cells(state, values)
    values[IN_HAND] = in_hand(state, WHITE) - in_hand(state, BLACK)
    values[EXTRA_MOVE] = extra_available(state, WHITE) - extra_available(state, BLACK)
    values[CHALLENGES] = max(state[BUDGET + WHITE], 0) - max(state[BUDGET + BLACK], 0)


@kernel("void(int64[::1], int64[::1])")
def measure_cells(state: State, values: State) -> None:
    """The features that depend on the units of a piece."""
    for i in range(ON_BOARD, MUST_BE_WON + 1):
        values[i] = 0
    for spot in range(NUMBER_OF_SPOTS):
        cell = state[CELL + spot]
        if cell == 0:
            continue
        sign = 1 - 2 * colour_of(cell)
        load = load_of(cell)
        if load == 0:
            values[SPENT] += sign * int(cell & 7 != BASIC_UNIT)
        elif cell & INERT == 0:
            values[ON_BOARD + load - TAMSK] += sign
            if state[LINK_MODE] == MUST_WIN:
                values[MUST_BE_WON] += sign * is_linked(state, colour_of(cell), load - TAMSK)
            if load == PUNCT:
                threatened = beside(BIT[spot]) & state[GIPF] & state[PIECES + 1 - colour_of(cell)]
                values[BESIDE_PUNCT] += sign * count(threatened)


@kernel("int64(int64)")
def beside(bit: int) -> int:
    """The spots next to a spot, and perhaps bits outside the board."""
    return (
        (bit << NORTH)
        | (bit >> NORTH)
        | (bit << SOUTHEAST)
        | (bit >> SOUTHEAST)
        | (bit << NORTHEAST)
        | (bit >> NORTHEAST)
    )


@kernel("int64(int64[::1], int64)")
def in_hand(state: State, side: int) -> int:
    """How many potentials a side can still bring in."""
    potentials = 0
    for kind in range(KINDS):
        potentials += state[POOL + KINDS * side + kind]
    return potentials


# --- Move ordering -------------------------------------------------------------------------------


@kernel("int64(int64[::1])")
def follow_up(state: State) -> int:
    """1 while rows are dealt with."""
    return int(state[SLOT] == ROWS)


@kernel("int64(int64[::1], int64)")
def promise(state: State, decision: int) -> int:
    """Rows first, those with the most captures before others; moves that give up potentials last."""
    if decision >= REMOVE:
        return promise_of_row(state, (decision - REMOVE) // SUBSETS, (decision - REMOVE) % SUBSETS)
    if decision >= USE:
        return promise_of_use(state, (decision - USE) // VARIANTS % NUMBER_OF_SPOTS)
    if decision < NUMBER_OF_ENTRIES and in_hand(state, state[BY]) != 0:
        return promise_of_push(state, decision) - 500
    if decision < DECLINE:
        return promise_of_push(state, decision % NUMBER_OF_ENTRIES)
    return -500 * int(decision == DECLINE)


@kernel("int64(int64[::1], int64)")
def promise_of_use(state: State, goal: int) -> int:
    """A row, or a covered GIPF-piece, is worth a potential."""
    row = four_on_any_axis(state[PIECES + state[SIDE]] | BIT[goal]) != 0
    return 1000 * int(row) + 800 * int(state[GIPF] & BIT[goal] != 0)


@kernel("int64(int64[::1], int64, int64)")
def promise_of_row(state: State, line: int, taken: int) -> int:
    """Captures count in favour, own GIPF-pieces and loaded pieces that leave count against."""
    row = row_on(state, line)
    chosen = bits_on(line, taken)
    gone = (row & ~(state[GIPF] | state[LOADED])) | chosen
    captured = gone & state[PIECES + 1 - state[SIDE]]
    given = chosen & state[PIECES + state[SIDE]]
    return 100 * count(captured) + 500 * count(captured & state[GIPF]) - 300 * count(given)


@kernel("int64(int64[::1], int64[::1], int64[::1])")
def odds(state: State, agreed: State, out: State) -> int:
    """The odds that the contest for the announced use is won, lost and tied.

    `agreed` has three for each kind, first White's.
    """
    if state[SLOT] != CONTEST:
        return 0
    kind = KINDS * state[BY] + kind_of(state, state[PENDING] // 3)
    for i in range(3):
        out[i] = agreed[3 * kind + i]
    return 1


EVALUATION = Evaluation(
    features=FEATURES,
    measure=measure,
    worth=FEATURES["discs"],
    follow_up=follow_up,
    promise=promise,
    odds=odds,
    learned=LearnedEvaluation(INPUTS, Path(__file__).with_name("network.bin")),
)
