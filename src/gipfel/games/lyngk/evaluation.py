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
    FIVE,
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
    "captured stacks": 2182,
    "claims left": 2644,
    "stacks that claims would win": 572,
    "singles": 723,
    "stacks of two": 895,
    "stacks of three": 1014,
    "stacks of four": 1100,
    "moves": 11,
    "stacks that can be covered": -204,
    "captures, the owner to act": 346,
    "captures, the opponent to act": 286,
    "the turn": 435,
    "six: claims left": 1336,
    "six: stacks that claims would win": 397,
    "six: singles": 408,
    "six: stacks of two": 563,
    "six: stacks of three": 633,
    "six: stacks of four": 703,
    "six: moves": 12,
    "six: stacks that can be covered": -161,
    "six: wins, the owner to act": 10813,
    "six: wins, the opponent to act": 1637,
    "six: the turn": 348,
    "six: stacks of five": 982,
}
NUMBER_OF_FEATURES = len(FEATURES)
WITH_FIVE, WITH_SIX = 1, 12
"""The first of the features that both versions have, each with weights of its own."""
LEFT, WOULD_WIN, BY_HEIGHT, MOVABLE, COVERABLE, TO_COMPLETE, TURN_AT = 0, 1, 2, 6, 7, 8, 10
"""Where they are, counted from the first one."""
CAPTURES, FIVES = 0, 23
"""The features that only one version has."""

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
    own = CLAIMED[state[CLAIMS]] | CLAIMED[state[CLAIMS + 1]]
    high = state[OCCUPIED] & ~state[UP_TO + 2]
    for colour in range(COLOURS):
        if (own >> colour) & 1 != 0 or high != 0:
            reach(state, colour, values)
    measure_side(state, WHITE, 1, values)
    measure_side(state, BLACK, -1, values)


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


@kernel("void(int64[::1], int64, int64, int64[::1])")
def measure_side(state: State, side: int, sign: int, values: State) -> None:
    """Add, or subtract, what a side has."""
    at = WITH_FIVE if state[LIMIT] == FIVE else WITH_SIX
    own = CLAIMED[state[CLAIMS + side]]
    tops = tops_of(state, own)
    for height in range(4):
        values[at + BY_HEIGHT + height] += sign * with_height(state, tops, height + 1)
    values[FIVES] += sign * with_height(state, tops, FIVE) if state[LIMIT] == SIX else 0
    values[CAPTURES] += sign * state[CAPTURED + side]
    values[at + TURN_AT] += sign if state[SIDE] == side else 0
    free = unclaimed(state, side)
    left = 2 - (state[CLAIMS + side] != 0) - (state[CLAIMS + side] >= ONE_CLAIM)
    values[at + LEFT] += sign * left
    values[at + WOULD_WIN] += sign * (left * count(tops_of(state, free)) // max(count(free), 1))
    complete = 0
    attacked = 0
    for colour in range(COLOURS):
        if (own >> colour) & 1 != 0:
            complete += values[COMPLETE + colour]
            attacked |= values[REACHED + colour]
            values[at + MOVABLE] += sign * values[MOVES + colour]
        elif (free >> colour) & 1 != 0:
            complete += values[COMPLETE + colour] != 0
    values[at + TO_COMPLETE + (state[SIDE] != side)] += sign * complete
    theirs = tops_of(state, CLAIMED[state[CLAIMS + 1 - side]])
    values[at + COVERABLE] -= sign * count(attacked & theirs & ~state[UP_TO + 1])


@kernel("int64(int64[::1], int64, int64)")
def with_height(state: State, stacks: int, height: int) -> int:
    """How many of some stacks have a height."""
    return count(stacks & state[UP_TO + height] & ~state[UP_TO + height - 1])


# --- What a search asks ---------------------------------------------------------------------------

CAPTURING, CLAIMING_FIRST = 1000, 200
"""The promise of a move that completes a stack, and of a claim."""


@kernel("int64(int64[::1], int64)")
def promise(state: State, decision: int) -> int:
    """Moves that complete an own stack come first, then those that cover stacks of the opponent."""
    if decision >= CLAIM:
        taken = taken_by_claim(state, decision - CLAIM) if decision < CLAIM + COLOURS else 0
        return CAPTURING * count(taken) + CLAIMING_FIRST
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
        return covered + CAPTURING * own
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
