"""Endings of TAMSK level 1: when few rings are left, glasses get stuck."""

from gipfel.games.tamsk.rules import LEFT
from gipfel.kernel.endings import Endings
from gipfel.kernel.state import BLACK, WHITE, State

FEW_RINGS = 16


def late(state: State) -> bool:
    """Are few rings left, of both players?"""
    return state[LEFT + WHITE] + state[LEFT + BLACK] <= FEW_RINGS


ENDINGS = Endings(late=late, share=10)
