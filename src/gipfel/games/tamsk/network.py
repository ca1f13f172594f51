"""What the network of TAMSK level 1 sees: room for rings on each space, glasses, and rings left."""

from gipfel.board.bits import gap
from gipfel.games.tamsk.rules import (
    BIT,
    GLASSES,
    GLASSES_EACH,
    LEFT,
    MOST_RINGS,
    NUMBER_OF_SPACES,
    RINGS,
    ROOM,
)
from gipfel.kernel.link import kernel
from gipfel.kernel.network import INPUTS_AT, NetworkInputs
from gipfel.kernel.state import State

GLASSES_AT = MOST_RINGS
"""Kinds below: a space with room for one, two, three, four more rings; a full space is none of them."""
KINDS = MOST_RINGS + 2
LEFT_AT = KINDS * NUMBER_OF_SPACES
STEPS = RINGS // 2 + 1
"""Rings left are told apart in steps of two."""
SPACE_AT: list[int] = [BIT.index(1 << n) if 1 << n in BIT else 0 for n in range(max(BIT).bit_length())]
"""The space of each bit."""


@kernel("int64(int64[::1], int64[::1])")
def inputs(state: State, room: State) -> int:
    """Spaces that are not full by their room, both players' glasses and rings left."""
    n = INPUTS_AT
    for kind in range(KINDS):
        bits = state[GLASSES + kind - GLASSES_AT]
        if kind < MOST_RINGS:
            bits = state[ROOM + kind]
            if kind + 1 < MOST_RINGS:
                bits &= ~state[ROOM + kind + 1]
        place = -1
        while bits != 0:
            step = gap(bits) + 1
            place += step
            bits >>= step
            room[n] = kind * NUMBER_OF_SPACES + SPACE_AT[place]
            n += 1
    for side in range(2):
        room[n] = LEFT_AT + STEPS * side + min(state[LEFT + side] // 2, STEPS - 1)
        n += 1
    return n - INPUTS_AT


@kernel("int64(int64[::1])")
def bucket(state: State) -> int:
    """How many rings are left."""
    return min((state[LEFT] + state[LEFT + 1]) // 13, 4)


INPUTS = NetworkInputs(
    points=NUMBER_OF_SPACES,
    kinds=KINDS,
    partners=(*range(MOST_RINGS), GLASSES_AT + 1, GLASSES_AT),
    others=2 * STEPS,
    other_partners=(*range(STEPS, 2 * STEPS), *range(STEPS)),
    most=NUMBER_OF_SPACES + 2 * GLASSES_EACH + 2,
    inputs=inputs,
    bucket=bucket,
    buckets=5,
)
