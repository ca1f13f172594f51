"""Endings of GIPF: with few pieces in reserve, each push and each row counts."""

from gipfel.games.gipf.rules import NOT_MOVED, OPENING, RESERVE
from gipfel.kernel.endings import Endings
from gipfel.kernel.state import BLACK, WHITE, State

FEW_PIECES = 6


def late(state: State) -> bool:
    """Has one of the players few pieces in reserve?"""
    began = NOT_MOVED not in state[OPENING : OPENING + 2]
    return began and min(state[RESERVE + WHITE], state[RESERVE + BLACK]) <= FEW_PIECES


ENDINGS = Endings(late=late, share=0, hope=1000)  # with a share of 15 or 10 the engine lost
