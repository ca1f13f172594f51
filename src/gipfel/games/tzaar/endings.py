"""Endings of TZAAR: with few stacks, a missing type or a lack of captures can be forced."""

from gipfel.games.tzaar.rules import PHASE, PLACING, STACKS
from gipfel.kernel.endings import Endings
from gipfel.kernel.state import State

FEW_STACKS = 28


def late(state: State) -> bool:
    """Are few stacks left?"""
    return state[PHASE] != PLACING and (state[STACKS] | state[STACKS + 1]).bit_count() <= FEW_STACKS


ENDINGS = Endings(late=late, share=15)
