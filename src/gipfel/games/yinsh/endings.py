"""Endings of YINSH: a player who lacks one ring can force a row."""

from gipfel.games.yinsh.rules import REMOVED, TARGET
from gipfel.kernel.endings import Endings
from gipfel.kernel.state import BLACK, WHITE, State


def late(state: State) -> bool:
    """Does a player lack only one ring, in a game to more than one?"""
    most = max(state[REMOVED + WHITE], state[REMOVED + BLACK])
    return state[TARGET] > 1 and most >= state[TARGET] - 1


ENDINGS = Endings(late=late, share=0)  # not measured
