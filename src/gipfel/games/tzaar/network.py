"""What the network of TZAAR sees: stacks on their spaces by type and height, and what shows."""

from gipfel.board.bits import count, gap
from gipfel.games.tzaar.rules import (
    CONTENT,
    NUMBER_OF_SPACES,
    ONE_HIGH,
    PHASE,
    SECOND,
    SHOWN,
    STACKS,
    TYPE,
    TYPES,
)
from gipfel.kernel.link import kernel
from gipfel.kernel.network import INPUTS_AT, NetworkInputs
from gipfel.kernel.state import State

HEIGHTS = 3
"""Stacks of 1, of 2, and higher ones."""
OWN_KINDS = TYPES * HEIGHTS
KINDS = 2 * OWN_KINDS
MOST_SHOWN = 16
"""A type shows on 0 to 15 stacks."""
SHOWN_AT = KINDS * NUMBER_OF_SPACES
SECOND_AT = SHOWN_AT + 2 * TYPES * MOST_SHOWN


@kernel("int64(int64[::1], int64[::1])")
def inputs(state: State, room: State) -> int:
    """All stacks, what shows, and whether the second move of a turn is due."""
    n = INPUTS_AT
    for side in range(2):
        stacks = state[STACKS + side]
        space = -1
        while stacks != 0:
            step = gap(stacks) + 1
            space += step
            stacks >>= step
            content = state[CONTENT + space]
            height = min(content // ONE_HIGH, HEIGHTS) - 1
            room[n] = (side * OWN_KINDS + (content & TYPE) * HEIGHTS + height) * NUMBER_OF_SPACES + space
            n += 1
    for i in range(2 * TYPES):
        room[n] = SHOWN_AT + MOST_SHOWN * i + state[SHOWN + i]
        n += 1
    room[n] = SECOND_AT
    return n - INPUTS_AT + int(state[PHASE] == SECOND)


@kernel("int64(int64[::1])")
def bucket(state: State) -> int:
    """How many stacks are left."""
    return min(count(state[STACKS] | state[STACKS + 1]) // 10, 5)


INPUTS = NetworkInputs(
    points=NUMBER_OF_SPACES,
    kinds=KINDS,
    partners=(*range(OWN_KINDS, KINDS), *range(OWN_KINDS)),
    others=2 * TYPES * MOST_SHOWN + 1,
    other_partners=(
        *range(TYPES * MOST_SHOWN, 2 * TYPES * MOST_SHOWN),
        *range(TYPES * MOST_SHOWN),
        2 * TYPES * MOST_SHOWN,
    ),
    most=NUMBER_OF_SPACES + 2 * TYPES + 1,
    inputs=inputs,
    bucket=bucket,
    buckets=6,
)
