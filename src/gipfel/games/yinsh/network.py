"""What the network of YINSH sees: markers and rings on their spaces, and the rings removed."""

from gipfel.board.bits import gap
from gipfel.games.yinsh.rules import (
    BESIDE,
    IN_HAND,
    LINES,
    MARKERS,
    NUMBER_OF_SPACES,
    POOL,
    REMOVED,
    RINGS,
    RINGS_EACH,
    ROOM,
    SET,
    SPACE_AT,
    SPACES,
    TARGET,
)
from gipfel.kernel.link import kernel
from gipfel.kernel.network import INPUTS_AT, NetworkInputs
from gipfel.kernel.state import State

KINDS = 4
"""White's markers, Black's, White's rings, Black's."""
OTHERS = KINDS * NUMBER_OF_SPACES
MOST_NEEDED = 4
"""Rings that a side still has to remove: 0 to 3."""
AXIS = SPACES.direction(*SPACES.lines[0][:2])
FIRST_LINES: list[int] = [i for i, line in enumerate(SPACES.lines) if SPACES.direction(*line[:2]) == AXIS]
"""The lines of one axis; every space lies on one of them."""
NUMBER_OF_FIRST_LINES = len(FIRST_LINES)
EACH_BUCKET = 11
"""Markers of the pool that make a bucket."""


@kernel("int64(int64[::1], int64[::1])")
def inputs(state: State, room: State) -> int:
    """Markers, rings, and how many rings each side needs."""
    n = INPUTS_AT
    for i in range(NUMBER_OF_FIRST_LINES):
        line = state[LINES + FIRST_LINES[i]]
        for side in range(2):
            markers = (line >> (ROOM * side)) & SET
            place = ROOM * FIRST_LINES[i] - 1
            while markers != 0:
                step = gap(markers) + 1
                place += step
                markers >>= step
                room[n] = side * NUMBER_OF_SPACES + SPACE_AT[place]
                n += 1
    for side in range(2):
        for i in range(RINGS + RINGS_EACH * side, RINGS + RINGS_EACH * (side + 1)):
            if state[i] != BESIDE:
                room[n] = (2 + side) * NUMBER_OF_SPACES + state[i]
                n += 1
        room[n] = OTHERS + side * MOST_NEEDED + state[TARGET] - state[REMOVED + side]
        n += 1
    return n - INPUTS_AT


@kernel("int64(int64[::1])")
def bucket(state: State) -> int:
    """Placing rings; then how many markers are left."""
    if state[IN_HAND] + state[IN_HAND + 1] != 0:
        return 0
    return 1 + state[POOL] // EACH_BUCKET


INPUTS = NetworkInputs(
    points=NUMBER_OF_SPACES,
    kinds=KINDS,
    partners=(1, 0, 3, 2),
    others=2 * MOST_NEEDED,
    other_partners=(*range(MOST_NEEDED, 2 * MOST_NEEDED), *range(MOST_NEEDED)),
    most=MARKERS + 2 * RINGS_EACH + 2,
    inputs=inputs,
    bucket=bucket,
    buckets=2 + MARKERS // EACH_BUCKET,
)
