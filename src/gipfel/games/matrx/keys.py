"""What a position of MATRX GIPF consists of, for the keys that its images share."""

import numpy

from gipfel.games.core.position_keys import Layout, Numbers, at_places, set_bits
from gipfel.games.matrx.rules import BIT, EXTRAS, PIECES, PIECES_END, RESERVE, SIZE, SLOT
from gipfel.kernel.state import RESULT, SIDE

FIXED = (SIDE, RESULT, SLOT, RESERVE, RESERVE + 1, *range(EXTRAS, SIZE))


def facts(states: Numbers) -> tuple[Numbers, Numbers]:
    """The pieces on spots."""
    planes = [set_bits(states[:, entry], BIT) << (entry - PIECES) for entry in range(PIECES, PIECES_END)]
    return at_places(len(BIT), len(states)), numpy.bitwise_or.reduce(planes)


LAYOUT = Layout(len(BIT), facts, FIXED)


def keys(version: str) -> Layout:
    """There is one version."""
    return LAYOUT
