"""What a position of GIPF with potentials consists of, for the keys that its images share."""

import numpy

from gipfel.games.core.position_keys import Layout, Numbers, at_places, set_bits
from gipfel.games.gipf import keys as gipf_keys
from gipfel.games.gipf.rules import DONE, ENTRIES, LOST, PHASE, RESERVE
from gipfel.kernel.state import RESULT, SIDE
from gipfel.project.potentials.rules import (
    BUDGET,
    BY,
    CELL,
    DECLINE,
    EXTRA,
    EXTRAS,
    LOADED,
    NOTHING,
    NUMBER_OF_SPOTS,
    PENDING,
    POOL,
    SIZE,
    STAGE,
    THEN,
    USE,
    VARIANTS,
)

BESIDE = gipf_keys.PLACES
"""The place of what no symmetry moves."""
FIXED = (
    *(SIDE, RESULT, PHASE, RESERVE, RESERVE + 1, LOST, LOST + 1, STAGE, STAGE + 1),
    *range(POOL, LOADED),
    *(BY, THEN, EXTRAS),
    *range(BUDGET, SIZE),
)
FROM, TO, ALONG = -1, -2, -3
"""Values of the facts of an announced decision; pieces have positive ones."""
Facts = tuple[tuple[int, int], ...]
NOT_ANNOUNCED: Facts = ((BESIDE, 0),) * 3


def facts(states: Numbers) -> tuple[Numbers, Numbers]:
    """The pieces, the lines that are done, and what was announced. The bit sets follow from the pieces."""
    cells = states[:, CELL : CELL + NUMBER_OF_SPOTS]
    done = set_bits(states[:, DONE], gipf_keys.LINE_BITS)
    announced = numpy.array(
        [_announced(*row) for row in zip(states[:, PENDING].tolist(), cells, strict=True)], numpy.int64
    )
    places = numpy.hstack([at_places(BESIDE, len(states)), announced[:, :, 0]])
    return places, numpy.hstack([cells, done, announced[:, :, 1]])


def _announced(pending: int, cells: Numbers) -> Facts:
    """The places that an announced decision names, and what else there is to it."""
    if pending == NOTHING:
        return NOT_ANNOUNCED
    decision, slot = divmod(pending, 3)
    if decision < DECLINE:
        spot, _, line, _ = ENTRIES[decision - EXTRA]
        along = ALONG if cells[spot] else 0  # while the spot is empty, one entry stands for all
        return (spot, FROM), (NUMBER_OF_SPOTS + line, along), (BESIDE, 1 + slot)
    spots, variant = divmod(decision - USE, VARIANTS)
    spot, goal = divmod(spots, NUMBER_OF_SPOTS)
    return (spot, FROM), (goal, TO), (BESIDE, 4 + VARIANTS * slot + variant)


LAYOUT = Layout(
    gipf_keys.PLACES + 1, facts, FIXED, image=lambda symmetry: [*gipf_keys.image(symmetry), BESIDE]
)


def keys(version: str) -> Layout:
    """All presets have one layout."""
    return LAYOUT
