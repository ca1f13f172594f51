"""What the network of GIPF sees: pieces on their spots, reserves, and GIPF-pieces."""

from gipfel.board.bits import count, gap
from gipfel.games.gipf.rules import BIT, GIPF, PIECES, RESERVE, SPOTS
from gipfel.kernel.link import kernel
from gipfel.kernel.network import INPUTS_AT, NetworkInputs
from gipfel.kernel.state import State

NUMBER_OF_SPOTS = len(SPOTS.cells)
KINDS = 4
"""White's basic pieces, Black's, White's GIPF-pieces, Black's."""
RESERVES = 20
"""Reserves from this number on look the same."""
OTHERS = NUMBER_OF_SPOTS * KINDS

SPOT_AT: list[int] = [BIT.index(1 << n) if 1 << n in BIT else 0 for n in range(max(BIT).bit_length())]
"""The spot of each bit."""


@kernel("int64(int64[::1], int64[::1])")
def inputs(state: State, room: State) -> int:
    """The pieces on the board and both reserves."""
    n = INPUTS_AT
    gipf = state[GIPF]
    for side in range(2):
        own = state[PIECES + side]
        bits = own
        place = -1
        while bits != 0:
            step = gap(bits) + 1
            place += step
            bits >>= step
            room[n] = (side + 2 * ((gipf >> place) & 1)) * NUMBER_OF_SPOTS + SPOT_AT[place]
            n += 1
        room[n] = OTHERS + side * RESERVES + min(state[RESERVE + side], RESERVES - 1)
        n += 1
    return n - INPUTS_AT


@kernel("int64(int64[::1])")
def bucket(state: State) -> int:
    """How full the board is."""
    return min(count(state[PIECES] | state[PIECES + 1]) // 6, 3)


INPUTS = NetworkInputs(
    points=NUMBER_OF_SPOTS,
    kinds=KINDS,
    partners=(1, 0, 3, 2),
    others=2 * RESERVES,
    other_partners=(*range(RESERVES, 2 * RESERVES), *range(RESERVES)),
    most=NUMBER_OF_SPOTS + 2,
    inputs=inputs,
    bucket=bucket,
    buckets=4,
)
