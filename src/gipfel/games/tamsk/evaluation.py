"""How good a position of TAMSK is: rings dropped, and how much longer the glasses can move.

Both drop a ring nearly every turn, so the player who can move longest gets the lead in rings. That is a
question of room: how many moves a player's glasses have, how many rings the spaces around them still
take, and which spaces a player reaches before the other. `timed_evaluation.py` adds the sand.
"""

from gipfel.board.bits import count
from gipfel.games.tamsk.level1 import WITH_RING, WITH_STEAL, can_move, can_steal
from gipfel.games.tamsk.rules import (
    BIT,
    CAPACITY,
    GLASSES,
    LEFT,
    RINGS,
    ROOM,
    around,
    open_spaces,
)
from gipfel.kernel.evaluation import Evaluation
from gipfel.kernel.link import kernel
from gipfel.kernel.state import SIDE, WHITE, State

FEATURES: dict[str, int] = {
    "rings dropped": 514,
    "glasses that can move": 2568,
    "rings dropped, later on": 26,
    "moves, later on": 47,
    "rings around, later on": -52,
    "rings reached first, later on": 67,
    "rings only one can reach, later on": 5,
    "rings to steal": 529,
    "to move": 299,
    "glasses that can move, later on": -476,
    "glasses at the edge, later on": -55,
    "glasses among full spaces": -677,
}

DROPPED, MOBILE, DROPPED_LATER, MOVES, AROUND, FIRST, ALONE, TO_STEAL, TO_MOVE = range(9)
MOBILE_LATER, AT_EDGE_LATER, WALLED_IN = range(9, 12)
"""Of level 1 alone."""

STAGE = 8
"""Features of the late game are multiplied by the number of dropped rings, divided by this."""
MIDGAME = RINGS // STAGE
"""The stage when half of the rings are dropped."""
EDGE = sum(bit for bit, most in zip(BIT, CAPACITY, strict=True) if most == 1)
"""The spaces that take one ring only."""

# --- What all levels share --------------------------------------------------------------------------


@kernel("void(int64[::1], int64, int64, int64[::1])")
def measure_board(state: State, red: int, black: int, values: State) -> None:
    """Rings and room, seen from the glasses that can still move."""
    free = open_spaces(state)
    stage = (2 * RINGS - state[LEFT] - state[LEFT + 1]) // STAGE
    values[DROPPED] = state[LEFT + 1] - state[LEFT]
    values[MOBILE] = count(red & around(free)) - count(black & around(free))
    values[DROPPED_LATER] = stage * values[DROPPED]
    values[MOVES] = stage * (number_of_moves(red, free) - number_of_moves(black, free))
    measure_room(state, red, black, free, stage, values)
    values[TO_MOVE] = 1 if state[SIDE] == WHITE else -1


@kernel("int64(int64, int64)")
def number_of_moves(glasses: int, free: int) -> int:
    """How many moves there are from some glasses to free spaces."""
    return (
        count((glasses << 1) & free)
        + count((glasses >> 1) & free)
        + count((glasses << 8) & free)
        + count((glasses >> 8) & free)
        + count((glasses << 7) & free)
        + count((glasses >> 7) & free)
    )


@kernel("void(int64[::1], int64, int64, int64, int64, int64[::1])")
def measure_room(state: State, red: int, black: int, free: int, stage: int, values: State) -> None:
    """The rings that fit on what each player reaches: with one step, first, and alone."""
    red_reach = around(red) & free
    black_reach = around(black) & free
    values[AROUND] = stage * (room_on(state, red_reach) - room_on(state, black_reach))
    red_first = black_first = 0
    while True:
        red_first |= red_reach & ~black_reach & ~black_first
        black_first |= black_reach & ~red_reach & ~red_first
        red_wider = red_reach | (around(red_reach) & free)
        black_wider = black_reach | (around(black_reach) & free)
        if red_wider == red_reach and black_wider == black_reach:
            break
        red_reach = red_wider
        black_reach = black_wider
    values[FIRST] = stage * (room_on(state, red_first) - room_on(state, black_first))
    alone = room_on(state, red_reach & ~black_reach) - room_on(state, black_reach & ~red_reach)
    values[ALONE] = stage * alone


@kernel("int64(int64[::1], int64)")
def room_on(state: State, spaces: int) -> int:
    """How many more rings some spaces can hold."""
    return (
        count(state[ROOM] & spaces)
        + count(state[ROOM + 1] & spaces)
        + count(state[ROOM + 2] & spaces)
        + count(state[ROOM + 3] & spaces)
    )


# --- Level 1 ----------------------------------------------------------------------------------------


@kernel("void(int64[::1], int64[::1])")
def measure(state: State, values: State) -> None:
    """What Red has more than Black at level 1."""
    measure_board(state, state[GLASSES], state[GLASSES + 1], values)
    values[TO_STEAL] = 0
    if can_steal(state) != 0:
        values[TO_STEAL] = values[TO_MOVE]
    stage = (2 * RINGS - state[LEFT] - state[LEFT + 1]) // STAGE
    red = state[GLASSES]
    black = state[GLASSES + 1]
    walled_in = ~around(state[ROOM])
    values[MOBILE_LATER] = stage * values[MOBILE]
    values[AT_EDGE_LATER] = stage * (count(red & EDGE) - count(black & EDGE))
    values[WALLED_IN] = count(red & walled_in) - count(black & walled_in)


@kernel("int64(int64[::1])")
def follow_up(state: State) -> int:
    """1 where a player can only pass."""
    return 1 if can_move(state, state[SIDE]) == 0 else 0


@kernel("int64(int64[::1], int64)")
def promise(state: State, decision: int) -> int:
    """Rings first: a ring that is not dropped is stolen."""
    score = 0
    if decision >= WITH_STEAL:
        decision -= WITH_STEAL
        score = 500
    return score + 500 if decision >= WITH_RING else score


EVALUATION = Evaluation(
    features=FEATURES,
    measure=measure,
    worth=FEATURES["rings dropped"] + MIDGAME * FEATURES["rings dropped, later on"],
    follow_up=follow_up,
    promise=promise,
)
