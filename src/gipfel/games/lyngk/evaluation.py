"""How good a position of LYNGK is: captured stacks, what can be captured next, and what a player owns.

Each captured stack costs its owner one piece on top, so own stacks are what a player pays with: low ones are
flexible, high ones are nearly complete but can be covered. Claims that are left are worth something too, most
of all if a claim completes a stack at once. The version with stacks of six has weights of its own, as there
the first full stack wins.
"""

from gipfel.board.bits import count, gap
from gipfel.games.lyngk.rules import (
    CAPTURED,
    CLAIM,
    CLAIMED,
    CLAIMS,
    COLOURS,
    HEIGHT,
    HEIGHT_AT,
    LIMIT,
    MOVE,
    OCCUPIED,
    ONE_CLAIM,
    PIECE,
    PIECES_AT,
    SEEN,
    SIX,
    STACK,
    TOPPED,
    UP_TO,
    landings,
    taken_by_claim,
    tops_of,
    unclaimed,
)
from gipfel.kernel.evaluation import Evaluation
from gipfel.kernel.link import kernel
from gipfel.kernel.state import BLACK, SIDE, WHITE, State

FEATURES: dict[str, int] = {
    "captured stacks": 2000,
    "claims left": 200,
    "singles": 150,
    "stacks of two": 180,
    "stacks of three": 200,
    "stacks of four": 200,
    "moves": 5,
    "stacks that can be covered": -50,
    "captures, the owner to act": 500,
    "captures, the opponent to act": 200,
    "captures by a claim, the owner to act": 500,
    "captures by a claim, the opponent to act": 200,
    "the turn": 100,
    "six: claims left": 100,
    "six: low stacks": 50,
    "six: stacks of three": 60,
    "six: stacks of four": 100,
    "six: stacks of five": 150,
    "six: moves": 5,
    "six: stacks that can be covered": -50,
    "six: wins, the owner to act": 3000,
    "six: wins, the opponent to act": 500,
    "six: wins by a claim, the owner to act": 3000,
    "six: wins by a claim, the opponent to act": 500,
    "six: the turn": 100,
}
NUMBER_OF_FEATURES = len(FEATURES)
WITH_SIX = 13
"""The first feature of the version with stacks of six."""

COMPLETE, REACHED, MOVES = 40, 48, 56
"""Where in the scratch space three numbers are for each colour: how many of the stacks it tops can complete a
full stack, all spots on which they can land, and how many moves they have."""


@kernel("void(int64[::1], int64[::1])")
def measure(state: State, values: State) -> None:
    """White's captures, own stacks and chances to capture, less Black's."""
    for i in range(NUMBER_OF_FEATURES):
        values[i] = 0
    for i in range(COMPLETE, MOVES + COLOURS):
        values[i] = 0
    at = WITH_SIX if state[LIMIT] == SIX else 0
    own = CLAIMED[state[CLAIMS]] | CLAIMED[state[CLAIMS + 1]]
    high = state[OCCUPIED] & ~state[UP_TO + 2]
    for colour in range(COLOURS):
        if (own >> colour) & 1 != 0 or high != 0:
            reach(state, colour, values)
    measure_side(state, WHITE, 1, at, values)
    measure_side(state, BLACK, -1, at, values)
    if at == 0:
        values[0] = state[CAPTURED] - state[CAPTURED + 1]
        values[12] = 1 - 2 * state[SIDE]
    else:
        values[24] = 1 - 2 * state[SIDE]


@kernel("void(int64[::1], int64, int64[::1])")
def reach(state: State, colour: int, values: State) -> None:
    """What the stacks can do that a colour tops, if it is or were claimed."""
    tops = state[TOPPED + colour]
    limit = state[LIMIT]
    while tops != 0:
        linked = tops & -tops
        fresh = linked
        seen = 0
        while fresh != 0:
            around = state[SEEN + gap(fresh)]
            seen |= around
            more = around & tops & ~linked
            linked |= more
            fresh = (fresh & (fresh - 1)) | more
        tops &= ~linked
        while linked != 0:
            spot = gap(linked)
            linked &= linked - 1
            goals = seen & landings(state, spot, 1)
            room = limit - ((state[STACK + spot] & HEIGHT) >> HEIGHT_AT)
            full = goals & ~state[UP_TO + max(room - 1, 0)]
            values[COMPLETE + colour] += full != 0
            values[REACHED + colour] |= goals
            values[MOVES + colour] += count(goals)


@kernel("void(int64[::1], int64, int64, int64, int64[::1])")
def measure_side(state: State, side: int, sign: int, at: int, values: State) -> None:
    """Add, or subtract, what a side has; `at` is WITH_SIX in the version with stacks of six."""
    own = CLAIMED[state[CLAIMS + side]]
    tops = tops_of(state, own)
    shift = 1 if at == 0 else 0
    claims = state[CLAIMS + side]
    values[at + shift] += sign * (2 - (claims != 0) - (claims >= ONE_CLAIM))
    if at == 0:
        for height in range(1, 5):
            values[1 + height] += sign * with_height(state, tops, height)
    else:
        values[at + 1] += sign * count(tops & state[UP_TO + 2])
        for height in range(3, 6):
            values[at + height - 1] += sign * with_height(state, tops, height)
    free = unclaimed(state, side)
    complete = 0
    by_claim = 0
    moves = 0
    attacked = 0
    for colour in range(COLOURS):
        if (own >> colour) & 1 != 0:
            complete += values[COMPLETE + colour]
            moves += values[MOVES + colour]
            attacked |= values[REACHED + colour]
        elif (free >> colour) & 1 != 0:
            by_claim += values[COMPLETE + colour] != 0
    waiting = 0 if state[SIDE] == side else 1
    shift = 6 if at == 0 else WITH_SIX + 5
    covered = attacked & tops_of(state, CLAIMED[state[CLAIMS + 1 - side]]) & ~state[UP_TO + 1]
    values[shift] += sign * moves
    values[shift + 1] -= sign * count(covered)
    values[shift + 2 + waiting] += sign * complete
    values[shift + 4 + waiting] += sign * by_claim


@kernel("int64(int64[::1], int64, int64)")
def with_height(state: State, stacks: int, height: int) -> int:
    """How many of some stacks have a height."""
    return count(stacks & state[UP_TO + height] & ~state[UP_TO + height - 1])


# --- What a search asks ---------------------------------------------------------------------------

CAPTURES, CLAIMS_FIRST = 1000, 200
"""The promise of a move that completes a stack, and of a claim."""


@kernel("int64(int64[::1], int64)")
def promise(state: State, decision: int) -> int:
    """Moves that complete an own stack come first, then those that cover stacks of the opponent."""
    if decision >= CLAIM:
        taken = taken_by_claim(state, decision - CLAIM) if decision < CLAIM + COLOURS else 0
        return CAPTURES * count(taken) + CLAIMS_FIRST
    side = state[SIDE]
    upper = state[STACK + decision // MOVE]
    lower = state[STACK + decision % MOVE]
    colour = ((upper >> PIECES_AT) & PIECE) - 1
    below = ((lower >> PIECES_AT) & PIECE) - 1
    height = ((upper & HEIGHT) + (lower & HEIGHT)) >> HEIGHT_AT
    own = (CLAIMED[state[CLAIMS + side]] >> colour) & 1
    theirs = (CLAIMED[state[CLAIMS + 1 - side]] >> below) & 1
    mine = (CLAIMED[state[CLAIMS + side]] >> below) & 1
    covered = 60 * ((lower & HEIGHT) >> HEIGHT_AT) * (theirs - mine)
    if height == state[LIMIT]:
        return covered + CAPTURES * own
    return covered + 20 * own


@kernel("int64(int64[::1])")
def urgent(state: State) -> int:
    """1 if there may be something to capture: two stacks that are together as high as the limit."""
    limit = state[LIMIT]
    for height in range(1, limit // 2 + 1):
        low = with_height(state, state[OCCUPIED], height)
        if low != 0 and with_height(state, state[OCCUPIED], limit - height) != 0:
            return 1
    return 0


EVALUATION = Evaluation(
    features=FEATURES,
    measure=measure,
    worth=FEATURES["captured stacks"],
    promise=promise,
    urgent=urgent,
)
