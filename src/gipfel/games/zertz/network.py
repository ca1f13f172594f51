"""What the network of ZÈRTZ sees: rings and marbles on their points, captured marbles, and the pool."""

from gipfel.board.bits import count, gap
from gipfel.board.hexagon61 import BIT
from gipfel.games.zertz.rules import (
    CAPTURED,
    MARBLES,
    MARBLES_IN_POOL,
    NUMBER_OF_COLOURS,
    NUMBER_OF_POINTS,
    PHASE,
    POOL,
    REMOVAL,
    RINGS,
    marbles_of,
)
from gipfel.kernel.link import kernel
from gipfel.kernel.network import INPUTS_AT, NetworkInputs
from gipfel.kernel.state import State

KINDS = 1 + NUMBER_OF_COLOURS
"""Vacant rings, and rings with a marble of each colour. They belong to nobody."""
VACANT = NUMBER_OF_COLOURS
MOST_CAPTURED = 8
"""Captured marbles of a colour from 0 to 7; more look the same."""
MOST_IN_POOL = max(MARBLES_IN_POOL) + 1
CAPTURED_AT = KINDS * NUMBER_OF_POINTS
OWN_CAPTURED = NUMBER_OF_COLOURS * MOST_CAPTURED
POOL_AT = CAPTURED_AT + 2 * OWN_CAPTURED
REMOVAL_AT = POOL_AT + NUMBER_OF_COLOURS * MOST_IN_POOL
OTHERS = REMOVAL_AT + 1 - CAPTURED_AT

POINT_AT: list[int] = [BIT.index(1 << n) for n in range(NUMBER_OF_POINTS)]
"""The point of each bit."""


@kernel("int64(int64[::1], int64[::1])")
def inputs(state: State, room: State) -> int:
    """All rings with what is on them, captures, the pool, and whether a ring is to be removed."""
    n = INPUTS_AT
    for kind in range(KINDS):
        bits = state[RINGS] & ~marbles_of(state) if kind == VACANT else state[MARBLES + kind]
        place = -1
        while bits != 0:
            step = gap(bits) + 1
            place += step
            bits >>= step
            room[n] = kind * NUMBER_OF_POINTS + POINT_AT[place]
            n += 1
    for i in range(2 * NUMBER_OF_COLOURS):
        room[n] = CAPTURED_AT + MOST_CAPTURED * i + min(state[CAPTURED + i], MOST_CAPTURED - 1)
        n += 1
    for i in range(NUMBER_OF_COLOURS):
        room[n] = POOL_AT + MOST_IN_POOL * i + min(state[POOL + i], MOST_IN_POOL - 1)
        n += 1
    room[n] = REMOVAL_AT
    return n - INPUTS_AT + int(state[PHASE] == REMOVAL)


@kernel("int64(int64[::1])")
def bucket(state: State) -> int:
    """How many rings are left."""
    return min(count(state[RINGS]) // 8, 5)


INPUTS = NetworkInputs(
    points=NUMBER_OF_POINTS,
    kinds=KINDS,
    partners=tuple(range(KINDS)),
    others=OTHERS,
    other_partners=(
        *range(OWN_CAPTURED, 2 * OWN_CAPTURED),
        *range(OWN_CAPTURED),
        *range(2 * OWN_CAPTURED, OTHERS),
    ),
    most=NUMBER_OF_POINTS + 3 * NUMBER_OF_COLOURS + 1,
    inputs=inputs,
    bucket=bucket,
    buckets=6,
)
