"""What a position of YINSH consists of, for the keys that its images share."""

import numpy

from gipfel.games.core.position_keys import Layout, Numbers, at_places
from gipfel.games.yinsh.rules import (
    ANYTHING,
    LINE_OF,
    LINES,
    NUMBER_OF_SPACES,
    POSITION,
    RINGS,
    RINGS_EACH,
    ROW_LEFT,
)
from gipfel.kernel.state import HEADER, RESULT, SIDE

COLUMNS = [LINES + line for line in LINE_OF[::3]]
SHIFTS = numpy.array(POSITION[::3])
FIXED = (SIDE, RESULT, *range(HEADER, RINGS), ROW_LEFT)


def facts(states: Numbers) -> tuple[Numbers, Numbers]:
    """Markers and rings; a ring beside the board is at the place after the last one."""
    values = numpy.zeros((len(states), NUMBER_OF_SPACES + 1), numpy.int64)
    values[:, :NUMBER_OF_SPACES] = states[:, COLUMNS] >> SHIFTS & ANYTHING
    rows = numpy.arange(len(states))
    for ring in range(RINGS_EACH):
        values[rows, states[:, RINGS + RINGS_EACH + ring]] += 2 * ANYTHING
    values[:, NUMBER_OF_SPACES] = 0
    return at_places(NUMBER_OF_SPACES, len(states)), values[:, :NUMBER_OF_SPACES]


LAYOUT = Layout(NUMBER_OF_SPACES, facts, FIXED)


def keys(version: str) -> Layout:
    """Both versions have one layout."""
    return LAYOUT
