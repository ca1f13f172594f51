"""What the network of DVONN sees: stacks on their spaces by owner, height and red pieces."""

from gipfel.board.bits import count, gap
from gipfel.games.dvonn.rules import (
    HEIGHT,
    NUMBERS,
    ONE_RED,
    OWNED,
    PIECES,
    PLACED,
    RED,
    SPACE,
    SPACES,
    STACK,
    occupied,
)
from gipfel.kernel.link import kernel
from gipfel.kernel.network import INPUTS_AT, NetworkInputs
from gipfel.kernel.state import State

NUMBER_OF_SPACES = len(SPACES.cells)
SPACE_OF: list[int] = [SPACE.get(number, 0) for number in range(NUMBERS)]
"""The space that has a number."""
HEIGHTS = 6
HEIGHT_CLASS: list[int] = [0, 0, 1, 2, 3, 4, 4, *[5] * (PIECES - 6)]
"""Heights 1, 2, 3, 4, 5 or 6, and more."""
OWN_KINDS = 2 * HEIGHTS
"""Kinds of stacks of a side: by height, without and with red pieces."""
RED_SINGLE = 2 * OWN_KINDS
KINDS = RED_SINGLE + 1


@kernel("int64(int64[::1], int64[::1])")
def inputs(state: State, room: State) -> int:
    """All stacks."""
    n = INPUTS_AT
    for side in range(3):
        stacks = state[OWNED + side]
        if side == 2:
            stacks = state[RED] & ~(state[OWNED] | state[OWNED + 1])
        number = -1
        while stacks != 0:
            step = gap(stacks) + 1
            number += step
            stacks >>= step
            kind = RED_SINGLE
            if side < 2:
                stack = state[STACK + number]
                kind = side * OWN_KINDS + 2 * HEIGHT_CLASS[stack & HEIGHT] + int(stack >= ONE_RED)
            room[n] = kind * NUMBER_OF_SPACES + SPACE_OF[number]
            n += 1
    return n - INPUTS_AT


@kernel("int64(int64[::1])")
def bucket(state: State) -> int:
    """Placing, early or late; then how many stacks are left."""
    if state[PLACED] < PIECES:
        return int(state[PLACED] >= 25)
    return 2 + min((PIECES - count(occupied(state))) // 8, 4)


INPUTS = NetworkInputs(
    points=NUMBER_OF_SPACES,
    kinds=KINDS,
    partners=(*range(OWN_KINDS, 2 * OWN_KINDS), *range(OWN_KINDS), RED_SINGLE),
    others=0,
    other_partners=(),
    most=NUMBER_OF_SPACES,
    inputs=inputs,
    bucket=bucket,
    buckets=7,
)
