"""How good a position of TAMSK is at levels 2 and 3: the room of level 1, and the sand.

A glass whose sand has run out is only an obstacle. One whose sand is about to run out has to be moved
soon, or it is lost; but whatever is moved has as much sand again as it had used.
"""

from gipfel.games.tamsk.evaluation import MIDGAME, TO_MOVE, TO_STEAL, measure_board
from gipfel.games.tamsk.events import (
    BONUS,
    GRAB,
    HELD,
    IDLE,
    NO_RIGHT,
    NOW,
    PENDING,
    PLACE,
    PLACE_WITH_RING,
    RIGHT_PHASE,
    RUNS_OUT,
    STEAL,
    STEAL_PHASE,
    WITH_RING,
    decisions,
    movable,
)
from gipfel.games.tamsk.rules import GLASSES, HAND, LEFT, PRIME, SPACE_OF
from gipfel.kernel.evaluation import HIGHEST, Evaluation, weighted
from gipfel.kernel.link import kernel
from gipfel.kernel.state import BLACK, SIDE, WHITE, State

FEATURES: dict[str, int] = {
    "rings dropped": 103,
    "glasses that can move": 659,
    "rings dropped, later on": 113,
    "moves, later on": 47,
    "rings around, later on": -75,
    "rings reached first, later on": 74,
    "rings only one can reach, later on": 9,
    "rings to drop or steal": 100,
    "to move": 132,
    "living glasses": 533,
    "glasses with little sand": -197,
    "glasses with some sand": -70,
}
WEIGHTS: list[int] = list(FEATURES.values())

LIVING, LITTLE_SAND, SOME_SAND = TO_MOVE + 1, TO_MOVE + 2, TO_MOVE + 3

LITTLE, SOME = 5_000, 30_000
"""Milliseconds of sand."""
IN_HAND = 1000
"""The cost of a glass in hand: more than any move is worth, so that nobody holds glasses to keep the turn."""


@kernel("void(int64[::1], int64[::1])")
def measure(state: State, values: State) -> None:
    """Red's value minus Black's for each feature."""
    values[LIVING] = values[LITTLE_SAND] = values[SOME_SAND] = 0
    red = add_sand(state, WHITE, 1, values)
    black = add_sand(state, BLACK, -1, values)
    measure_board(state, red, black, values)
    values[TO_STEAL] = rings_to_come(state, WHITE) - rings_to_come(state, BLACK)


@kernel("int64(int64[::1], int64, int64, int64[::1])")
def add_sand(state: State, side: int, sign: int, values: State) -> int:
    """The glasses of a player that have not run out; and how many, and how long they still run."""
    living = 0
    glasses = state[GLASSES + side]
    while glasses != 0:
        bit = glasses & -glasses
        glasses ^= bit
        runs_out = state[RUNS_OUT + SPACE_OF[bit % PRIME]]
        left = runs_out - state[NOW]
        if runs_out == IDLE or left > 0:
            living |= bit
            values[LIVING] += sign
            if runs_out != IDLE:
                values[LITTLE_SAND] += sign * (left <= LITTLE)
                values[SOME_SAND] += sign * (left <= SOME)
    values[LIVING] += sign * state[HAND + side]
    return living


@kernel("int64(int64[::1], int64)")
def rings_to_come(state: State, side: int) -> int:
    """Rings a player may drop without a move: by right, by stealing, as a bonus."""
    own = state[RIGHT_PHASE + side]
    rings = 1 if own != NO_RIGHT and own != STEAL_PHASE else 0
    rings += state[RIGHT_PHASE + 1 - side] == STEAL_PHASE
    rings += state[BONUS] == side + 1
    return rings + (state[PENDING] if state[SIDE] == side else 0)


@kernel("int64(int64[::1], int64[::1])")
def evaluate(state: State, room: State) -> int:
    """How good the position is for Red."""
    measure(state, room)
    score = weighted(room, WEIGHTS)
    if state[HELD] != 0:
        score = max(score - IN_HAND, -HIGHEST)
    return min(score + IN_HAND, HIGHEST) if state[HELD + 1] != 0 else score


@kernel("int64(int64[::1])")
def follow_up(state: State) -> int:
    """1 where a glass is in hand, and where nobody can move any more."""
    return 1 if state[HELD + state[SIDE]] != 0 or movable(state, state[SIDE]) == 0 else 0


@kernel("int64(int64[::1], int64)")
def promise(state: State, decision: int) -> int:
    """Rings first."""
    return 500 if WITH_RING <= decision < GRAB or decision >= PLACE_WITH_RING else 0


# --- What a search looks at ---------------------------------------------------------------------------
# Whoever takes a glass and puts it back, or drops the ring of a move later, plays a turn in two steps. A
# search would do that for ever: whatever threatens lies beyond its depth then. So it knows moves with a ring,
# and of a glass that is in hand already or a ring to come, that it was a loss.


@kernel("int64(int64[::1], int64[::1])")
def considered(state: State, out: State) -> int:
    """The decisions of the player on turn that a search looks at."""
    count = decisions(state, out)
    rings = state[LEFT + state[SIDE]] > 0
    n = 0
    for i in range(count):
        if is_considered(out[i], rings):
            out[n] = out[i]
            n += 1
    return n if n > 0 else count


@kernel("boolean(int64, boolean)")
def is_considered(decision: int, rings: bool) -> bool:
    """Moves with the ring, a held glass without it, steals, bonus rings, and waiting."""
    if decision < GRAB:
        return decision >= WITH_RING or not rings
    return PLACE <= decision < PLACE_WITH_RING or decision >= STEAL


EVALUATION = Evaluation(
    features=FEATURES,
    measure=measure,
    evaluate=evaluate,
    worth=FEATURES["rings dropped"] + MIDGAME * FEATURES["rings dropped, later on"],
    follow_up=follow_up,
    promise=promise,
    considered=considered,
)
