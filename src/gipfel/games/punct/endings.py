"""Endings of PÜNCT: proofs are for analysis; in a player's time there are too many replies."""

from gipfel.games.punct.rules import END, LEVEL, OWNER, PLACED, SLOTS, VERSION
from gipfel.games.punct.tables import PLACEMENTS
from gipfel.kernel.endings import Endings, alike
from gipfel.kernel.hashing import WORD, mixed
from gipfel.kernel.link import kernel
from gipfel.kernel.state import RESULT, SIDE, State

HEADER_PART = 1 << 40
"""Numbers from here on stand for the entries of the header, those below for pieces."""


@kernel("int64(int64[::1])")
def identity(state: State) -> int:
    """A hash of the header and the set of pieces: two pieces of a type may have changed their slots."""
    total = mixed(
        HEADER_PART + ((state[VERSION] * 8 + state[END]) * 8 + state[RESULT]) * 2 + state[SIDE],
    )
    for slot in range(1, SLOTS):
        if state[LEVEL + slot] != 0:
            piece = (state[LEVEL + slot] * 2 + OWNER[slot]) * PLACEMENTS + state[PLACED + slot]
            total = (total + mixed(piece + 1)) & WORD
    return total


ENDINGS = Endings(identity=identity, efforts=alike)
