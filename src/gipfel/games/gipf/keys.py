"""What a position of GIPF consists of, for the keys that its images share."""

from collections.abc import Sequence

import numpy

from gipfel.board import Permutation
from gipfel.games.core.position_keys import Layout, Numbers, at_places, set_bits
from gipfel.games.gipf.rules import (
    BIT,
    DONE,
    GIPF,
    LINE_MASK,
    LINES,
    LOST,
    NUMBER_OF_LINES,
    OPENING,
    PHASE,
    PIECES,
    RESERVE,
    VERSION,
)
from gipfel.kernel.state import RESULT, SIDE

PLACES = len(BIT) + NUMBER_OF_LINES
LINE_BITS = [1 << line for line in range(NUMBER_OF_LINES)]
FIXED = (SIDE, RESULT, PHASE, RESERVE, RESERVE + 1, LOST, LOST + 1, OPENING, OPENING + 1, VERSION)


def facts(states: Numbers) -> tuple[Numbers, Numbers]:
    """The pieces on spots, then the lines that are done."""
    white, black, gipf_pieces = (set_bits(states[:, entry], BIT) for entry in (PIECES, PIECES + 1, GIPF))
    done = set_bits(states[:, DONE], LINE_BITS)
    return at_places(PLACES, len(states)), numpy.hstack([white + 2 * black + 4 * gipf_pieces, done])


def image(symmetry: Permutation) -> Sequence[int]:
    """Where a symmetry takes the spots and the lines."""
    masks = (sum(BIT[symmetry[spot]] for spot in line) for line in LINES)
    return [*symmetry, *(len(BIT) + LINE_MASK.index(mask) for mask in masks)]


LAYOUT = Layout(PLACES, facts, FIXED, image)


def keys(version: str) -> Layout:
    """All versions have one layout."""
    return LAYOUT
