"""What a position of PÜNCT consists of, for the keys that its images share."""

from collections.abc import Sequence

import numpy

from gipfel.board import Permutation
from gipfel.games.core.position_keys import Difference, Layout, Numbers
from gipfel.games.punct.rules import (
    CONNECTION,
    END,
    LAST_PIECE,
    LEVEL,
    MOVE,
    OWNER,
    PLACED,
    SLOTS,
    TOP,
    VERSION,
    top_without,
)
from gipfel.games.punct.tables import BY_SPACES, COVERED, DOTS, PLACEMENTS, parts
from gipfel.kernel.state import SIDE, State

TO_ACT = PLACEMENTS
"""The place of a fact that no symmetry moves: who would act next, were the game not over."""
BLACKS = numpy.array(OWNER[1:])


def facts(states: Numbers) -> tuple[Numbers, Numbers]:
    """The pieces on the board: placement, level, owner. What is in hand and who has won follow from them."""
    levels = states[:, LEVEL + 1 : LEVEL + SLOTS]
    mover_stays = (states[:, END] == CONNECTION) | (states[:, END] == LAST_PIECE)
    to_act = 1 + (states[:, SIDE] ^ mover_stays)
    values = numpy.where(levels > 0, 2 * levels + BLACKS, 0)
    places = numpy.hstack([states[:, PLACED + 1 : PLACED + SLOTS], numpy.full((len(states), 1), TO_ACT)])
    return places, numpy.hstack([values, to_act[:, None]])


def after(state: State, codes: Sequence[int]) -> Difference:
    """What decisions change: a piece comes, or leaves its placement for another one, and the side changes."""
    side = state[SIDE]
    decisions = numpy.array(codes, numpy.int64)
    rows = len(decisions)
    acting = numpy.full((rows, 1), TO_ACT)
    places, values = numpy.zeros((2, rows, 1), numpy.int64)
    levels = numpy.ones((rows, 1), numpy.int64)
    for row in numpy.flatnonzero(decisions >= MOVE).tolist():
        origin, placement = divmod(codes[row], MOVE)
        slot = state[TOP + origin - 1]
        places[row], values[row] = state[PLACED + slot], 2 * state[LEVEL + slot] + side
        levels[row] = state[LEVEL + top_without(state, slot, DOTS[3 * placement])] + 1
    return Difference(
        gone=(numpy.hstack([places, acting]), numpy.hstack([values, numpy.full((rows, 1), 1 + side)])),
        come=(
            numpy.hstack([decisions[:, None] % MOVE, acting]),
            numpy.hstack([2 * levels + side, numpy.full((rows, 1), 2 - side)]),
        ),
        fixed=numpy.full((rows, 1), state[VERSION]),
    )


def image(symmetry: Permutation) -> Sequence[int]:
    """Where a symmetry takes the placements; those that do not fit on the board stay."""
    return [*(_moved(placement, symmetry) for placement in range(PLACEMENTS)), TO_ACT]


def _moved(placement: int, symmetry: Permutation) -> int:
    if not COVERED[placement]:
        return placement
    spaces = frozenset(symmetry[space] for space in COVERED[placement])
    return BY_SPACES[symmetry[parts(placement)[1]], spaces]


LAYOUT = Layout(PLACEMENTS + 1, facts, fixed=(VERSION,), image=image, after=after)


def keys(version: str) -> Layout:
    """Both versions have one layout."""
    return LAYOUT
