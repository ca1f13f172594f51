"""Endings of GIPF with potentials: those of GIPF, as long as no contest decides."""

from gipfel.games.gipf.rules import RESERVE
from gipfel.kernel.endings import Endings
from gipfel.kernel.state import BLACK, WHITE, State

FEW_PIECES = 6


def late(state: State) -> bool:
    """Has one of the players few pieces in reserve?"""
    return min(state[RESERVE + WHITE], state[RESERVE + BLACK]) <= FEW_PIECES


ENDINGS = Endings(late=late, share=0, hope=1000)  # as in GIPF; not measured
