"""What a position of TAMSK consists of, for the keys that its images share."""

import numpy

from gipfel.games.core.position_keys import Layout, Numbers, at_places, one_place, set_bits
from gipfel.games.tamsk import events, level1, notation
from gipfel.games.tamsk.rules import BIT, GLASSES, LEFT, MOST_RINGS, NUMBER_OF_SPACES, ROOM, SHARED
from gipfel.kernel.state import RESULT, SIDE

FIXED = (SIDE, RESULT, *range(LEFT, SHARED))
HELD = range(events.HELD, events.RIGHT_PHASE)
"""The entries of spaces that a player holds a glass of, or has a ring right on."""
BESIDE = NUMBER_OF_SPACES
TIMED_PLACES = BESIDE + len(HELD)


def _shared(states: Numbers) -> Numbers:
    """Glasses, and the room for rings."""
    values = set_bits(states[:, GLASSES], BIT) + 2 * set_bits(states[:, GLASSES + 1], BIT)
    for rings in range(MOST_RINGS):
        values += 4 * set_bits(states[:, ROOM + rings], BIT)
    return values


def facts(states: Numbers) -> tuple[Numbers, Numbers]:
    """Glasses, rings, and the space on which no ring was dropped."""
    missed = set_bits(states[:, level1.MISSED], BIT)
    return at_places(NUMBER_OF_SPACES, len(states)), _shared(states) + 32 * missed


def timed_facts(states: Numbers) -> tuple[Numbers, Numbers]:
    """Glasses, rings, when glasses run out, and the spaces that players hold or have rights on."""
    runs_out = states[:, events.RUNS_OUT : events.RUNS_OUT + NUMBER_OF_SPACES]
    values = _shared(states) + 1024 * (runs_out - events.IDLE)
    for number, entry in enumerate(HELD):
        values += (64 << number) * one_place(states[:, entry] - 1, NUMBER_OF_SPACES)
    beside = numpy.where(states[:, HELD] > NUMBER_OF_SPACES, 1, 0)
    return at_places(TIMED_PLACES, len(states)), numpy.hstack([values, beside])


LEVEL1 = Layout(NUMBER_OF_SPACES, facts, FIXED)
TIMED = Layout(
    TIMED_PLACES,
    timed_facts,
    fixed=(*FIXED, events.NOW, *range(events.RIGHT_PHASE, events.SIZE)),
    image=lambda symmetry: [*symmetry, *range(BESIDE, TIMED_PLACES)],
)


def keys(version: str) -> Layout:
    """Levels 2 and 3 have time."""
    return LEVEL1 if version == notation.LEVELS[0] else TIMED
