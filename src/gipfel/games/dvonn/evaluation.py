"""How good a position of DVONN is: who holds how many pieces, who can still move, and who holds on to red.

While the pieces are placed, the good places are the edge, where a piece can never be enclosed, and the
neighbourhood of the red pieces. Afterwards the score counts the more the fewer stacks are left; until
then stacks that can move, what they can land on, and contact with the red pieces decide.
"""

from pathlib import Path

from gipfel.board.bits import count, gap
from gipfel.board.flood import around, surrounded
from gipfel.games.dvonn.cuts import can_cut, cut_gain, gain_by, links, lost_by
from gipfel.games.dvonn.network import INPUTS
from gipfel.games.dvonn.rules import (
    BOARD,
    FURTHEST,
    HEIGHT,
    MOVE,
    NORTH,
    NORTHEAST,
    NUMBERS,
    ONE_RED,
    OWNED,
    PIECES,
    PLACED,
    REACH,
    RED,
    SOUTHEAST,
    STACK,
    can_move,
    free,
    occupied,
)
from gipfel.kernel.evaluation import Evaluation
from gipfel.kernel.link import kernel
from gipfel.kernel.network import LearnedEvaluation
from gipfel.kernel.state import BLACK, SIDE, WHITE, State

FEATURES: dict[str, int] = {
    "pieces placed at the edge": -3,
    "pieces placed beside red": 66,
    "pieces placed near red": 73,
    "spaces the placed pieces touch": -37,
    "pieces while many stacks are left": 7,
    "pieces when few stacks are left": 17,
    "pieces in contact with red": 44,
    "red pieces": 96,
    "stacks that can move": 68,
    "moves": 54,
    "pieces under attack": 39,
    "red pieces under attack": 276,
    "to move": 244,
}
NUMBER_OF_FEATURES = len(FEATURES)

AT_EDGE, BESIDE_RED, NEAR_RED, TOUCHED = range(4)
MANY, FEW, IN_CONTACT, REDS_HELD, MOBILE, MOVES, ATTACKED, REDS_ATTACKED, TO_MOVE = range(4, 13)

EDGE = BOARD & ~surrounded(BOARD, NORTH, NORTHEAST, SOUTHEAST)
"""The spaces on which a piece can never be enclosed."""
SHARE = 8
"""Products of pieces and stacks are divided by this, so that the features stay small."""


@kernel("void(int64[::1], int64[::1])")
def measure(state: State, values: State) -> None:
    """White's value minus Black's for each feature."""
    for i in range(NUMBER_OF_FEATURES):
        values[i] = 0
    if state[PLACED] < PIECES:
        add_placed(state, WHITE, 1, values)
        add_placed(state, BLACK, -1, values)
    else:
        add_stacks(state, WHITE, 1, values)
        add_stacks(state, BLACK, -1, values)
        values[TO_MOVE] = 1 if state[SIDE] == WHITE else -1


@kernel("void(int64[::1], int64, int64, int64[::1])")
def add_placed(state: State, side: int, sign: int, values: State) -> None:
    """Where a side has placed its pieces."""
    own = state[OWNED + side]
    beside = beside_spaces(state[RED])
    values[AT_EDGE] += sign * count(own & EDGE)
    values[BESIDE_RED] += sign * count(own & beside)
    values[NEAR_RED] += sign * count(own & beside_spaces(beside))
    values[TOUCHED] += sign * count(beside_spaces(own))


@kernel("int64(int64)")
def beside_spaces(spaces: int) -> int:
    """All spaces next to some spaces."""
    return around(spaces, NORTH, NORTHEAST, SOUTHEAST) & BOARD


@kernel("void(int64[::1], int64, int64, int64[::1])")
def add_stacks(state: State, side: int, sign: int, values: State) -> None:
    """What a side holds, and what its stacks can do."""
    goals = occupied(state)
    unenclosed = free(state, side)
    contact = state[RED] | around(state[RED], NORTH, NORTHEAST, SOUTHEAST)
    stacks = state[OWNED + side]
    pieces = 0
    attacked = 0
    space = -1
    while stacks != 0:
        step = gap(stacks) + 1
        space += step
        stacks >>= step
        height = state[STACK + space] & HEIGHT
        pieces += height
        values[REDS_HELD] += sign * (state[STACK + space] // ONE_RED)
        values[IN_CONTACT] += sign * height * ((contact >> space) & 1)
        if (unenclosed >> space) & 1 != 0 and height <= FURTHEST:
            reached = REACH[NUMBERS * height + space] & goals
            values[MOBILE] += sign * (reached != 0)
            values[MOVES] += sign * count(reached)
            attacked |= reached
    left = count(goals)
    values[MANY] += sign * (pieces * left // SHARE)
    values[FEW] += sign * (pieces * (PIECES - left) // SHARE)
    add_attacked(state, attacked & ~state[OWNED + side], sign, values)


@kernel("void(int64[::1], int64, int64, int64[::1])")
def add_attacked(state: State, attacked: int, sign: int, values: State) -> None:
    """What a side could land on that is not its own."""
    space = -1
    while attacked != 0:
        step = gap(attacked) + 1
        space += step
        attacked >>= step
        values[ATTACKED] += sign * (state[STACK + space] & HEIGHT)
        values[REDS_ATTACKED] += sign * (state[STACK + space] // ONE_RED)


@kernel("int64(int64[::1])")
def follow_up(state: State) -> int:
    """1 where a side can only pass."""
    return 1 if state[PLACED] == PIECES and can_move(state, state[SIDE]) == 0 else 0


@kernel("int64(int64[::1])")
def urgent(state: State) -> int:
    """1 if the side to act can cut off more of the opponent's pieces than of its own."""
    return 0 if state[PLACED] < PIECES else can_cut(state)


@kernel("int64(int64[::1], int64)")
def promise(state: State, decision: int) -> int:
    """Moves onto high stacks of the opponent, onto red pieces, and those that cut off; places at the edge."""
    if decision < MOVE:
        return 100 if (EDGE >> decision) & 1 != 0 else 0
    return promise_of_landing(state, decision % MOVE) + 100 * cut_gain(state, decision)


@kernel("int64(int64[::1], int64)")
def promise_of_landing(state: State, goal: int) -> int:
    """What is landed on."""
    gain = 100 * (state[STACK + goal] & HEIGHT) + 100 * (state[STACK + goal] // ONE_RED)
    return gain if (state[OWNED + state[SIDE]] >> goal) & 1 == 0 else -100


@kernel("void(int64[::1], int64[::1], int64, int64, int64[::1], int64[::1])")
def promises(state: State, moves: State, first: int, count: int, found: State, room: State) -> None:
    """Moves of a stack follow each other; what they cut off is the same unless the stack contains red."""
    if state[PLACED] < PIECES or moves[first] < MOVE:
        for i in range(first, first + count):
            found[i] = promise(state, moves[i])
        return
    cutters = links(occupied(state)) | state[RED]
    last = -1
    lost = 0
    for i in range(first, first + count):
        origin = moves[i] // MOVE - 1
        goal = moves[i] % MOVE
        found[i] = promise_of_landing(state, goal)
        if (cutters >> origin) & 1 == 0:
            continue
        if origin != last or (state[RED] >> origin) & 1 != 0:
            last = origin
            lost = lost_by(state, origin, goal)
        if lost != 0:
            found[i] += 100 * gain_by(state, lost, origin, goal)


EVALUATION = Evaluation(
    features=FEATURES,
    measure=measure,
    worth=FEATURES["pieces when few stacks are left"] * 4,
    follow_up=follow_up,
    urgent=urgent,
    promise=promise,
    promises=promises,
    learned=LearnedEvaluation(INPUTS, Path(__file__).with_name("network.bin")),
)
