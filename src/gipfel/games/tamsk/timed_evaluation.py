"""How good a position of TAMSK is at levels 2 and 3: the room of level 1, and the sand.

A glass whose sand has run out is only an obstacle. One whose sand is about to run out has to be moved
soon, or it is lost; but whatever is moved has as much sand again as it had used.
"""

from gipfel.games.tamsk.evaluation import TO_MOVE, TO_STEAL, measure_board
from gipfel.games.tamsk.events import (
    BONUS,
    CANCEL,
    DECLINE,
    GRAB,
    IDLE,
    NO_RIGHT,
    NOW,
    PENDING,
    PLACE,
    RIGHT_PHASE,
    RUNS_OUT,
    STEAL_PHASE,
    WITH_RING,
    movable,
)
from gipfel.games.tamsk.rules import GLASSES, HAND, PRIME, SPACE_OF
from gipfel.kernel.evaluation import Evaluation, weighted
from gipfel.kernel.link import kernel
from gipfel.kernel.state import BLACK, SIDE, WHITE, State

FEATURES: dict[str, int] = {
    "rings dropped": 251,
    "glasses that can move": 271,
    "rings dropped, later on": 58,
    "ways, later on": 40,
    "rings around, later on": -45,
    "rings reached first, later on": 47,
    "rings only one can reach, later on": 12,
    "rings to drop or steal": 80,
    "to move": 192,
    "living glasses": 300,
    "glasses with little sand": -200,
    "glasses with some sand": -50,
}
WEIGHTS: list[int] = list(FEATURES.values())

LIVING, LITTLE_SAND, SOME_SAND = TO_MOVE + 1, TO_MOVE + 2, TO_MOVE + 3

LITTLE, SOME = 5_000, 30_000
"""Milliseconds of sand."""


@kernel("void(int64[::1], int64[::1])")
def measure(state: State, values: State) -> None:
    """What Red has more than Black."""
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
    return weighted(room, WEIGHTS)


@kernel("int64(int64[::1])")
def follow_up(state: State) -> int:
    """1 where nobody can move any more, and only rings can still fall."""
    return 1 if movable(state, state[SIDE]) == 0 else 0


@kernel("int64(int64[::1], int64)")
def promise(state: State, decision: int) -> int:
    """Rings first; whatever only takes time last."""
    if decision < GRAB:
        return 500 if decision >= WITH_RING else 0
    if decision < PLACE or decision in (CANCEL, DECLINE):
        return -1000
    return 500


EVALUATION = Evaluation(
    features=FEATURES,
    measure=measure,
    evaluate=evaluate,
    unit=("ring", "rings"),
    worth=FEATURES["rings dropped"],
    follow_up=follow_up,
    promise=promise,
)
