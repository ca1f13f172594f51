"""Endings of ZÈRTZ: sacrifices and forced jumps that lead to a winning set."""

from gipfel.games.zertz.rules import CAPTURED, POOL, RINGS, marbles_of, open_points
from gipfel.kernel.endings import Endings
from gipfel.kernel.link import kernel
from gipfel.kernel.state import State

FIRST_CAPTURES = 4
"""With this number of captured marbles, of both players, a set can be near."""


@kernel("int64(int64[::1])")
def may_recur(state: State) -> int:
    """1 when the pool is empty and no ring can go; colours do not count when a position is repeated (5).

    As long as there is a pool, each turn takes a marble from it or captures one. Afterwards marbles go back
    and forth; but each one that is placed takes a ring away if any can go, and no ring ever comes back.
    """
    if state[POOL] + state[POOL + 1] + state[POOL + 2] != 0:
        return 0
    return 1 if state[RINGS] & ~marbles_of(state) & open_points(state[RINGS]) == 0 else 0


def late(state: State) -> bool:
    """Have some marbles been captured?"""
    return sum(state[CAPTURED : CAPTURED + 6]) >= FIRST_CAPTURES


ENDINGS = Endings(may_recur=may_recur, late=late, share=15, hope=-1000)
