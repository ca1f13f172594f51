"""Endings of LYNGK: with few stacks, who moves last and who captures last can be proven."""

from gipfel.games.lyngk.rules import OCCUPIED
from gipfel.kernel.endings import Endings
from gipfel.kernel.state import State

FEW_STACKS = 18


def late(state: State) -> bool:
    """Are few stacks left?"""
    return state[OCCUPIED].bit_count() <= FEW_STACKS


ENDINGS = Endings(late=late, share=15)
