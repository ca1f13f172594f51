"""What a position of ZÈRTZ consists of, for the keys that its images share."""

import numpy

from gipfel.board.hexagon61 import BIT
from gipfel.games.core.position_keys import Layout, Numbers, at_places, one_place, set_bits
from gipfel.games.zertz.rules import (
    CAPTURED,
    JUMPING,
    LAYOUT,
    MARBLES,
    NUMBER_OF_COLOURS,
    NUMBER_OF_POINTS,
    PHASE,
    POOL,
    RINGS,
    SIZE,
)
from gipfel.kernel.state import RESULT, SIDE

FIXED = (SIDE, RESULT, *range(POOL, CAPTURED), *range(CAPTURED, LAYOUT), *range(LAYOUT, SIZE))


def facts(states: Numbers) -> tuple[Numbers, Numbers]:
    """Rings with their marbles; the marble that is jumping; beside the board the phase, which stays."""
    values = set_bits(states[:, RINGS], BIT)
    for colour in range(NUMBER_OF_COLOURS):
        values += (2 << colour) * set_bits(states[:, MARBLES + colour], BIT)
    phase = states[:, PHASE]
    values += 16 * one_place(phase - JUMPING, NUMBER_OF_POINTS)
    beside = numpy.minimum(phase, JUMPING)[:, None]
    return at_places(NUMBER_OF_POINTS + 1, len(states)), numpy.hstack([values, beside])


POSITIONS = Layout(NUMBER_OF_POINTS + 1, facts, FIXED, image=lambda symmetry: [*symmetry, NUMBER_OF_POINTS])


def keys(version: str) -> Layout:
    """All boards have one layout."""
    return POSITIONS
