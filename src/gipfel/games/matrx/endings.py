"""Endings of MATRX GIPF: with few pairs left to bring in, each push and each row counts."""

from gipfel.games.matrx.rules import RESERVE, TWO_OR_MORE
from gipfel.kernel.endings import Endings
from gipfel.kernel.state import BLACK, WHITE, State


def late(state: State) -> bool:
    """Has one of the players no pair in reserve?"""
    return not all(state[RESERVE + side] & TWO_OR_MORE for side in (WHITE, BLACK))


ENDINGS = Endings(late=late, share=0, hope=1000)  # as in GIPF; not measured
