"""Themes of LYNGK puzzles: stacks that are collected, and stacks of the other side that are covered."""

from gipfel.games.lyngk.rules import CAPTURED, CLAIM, MADE_SIX, MOVE, PHASE, owner, play, top
from gipfel.kernel.state import SIDE, State


def themes(state: State, code: int) -> tuple[str, ...]:
    """`capture` if a decision collects or completes a stack, or puts one on a stack of the other side."""
    side = state[SIDE]
    after = [*state]
    play(after, code)
    if after[CAPTURED + side] > state[CAPTURED + side] or after[PHASE] == MADE_SIX:
        return ("capture",)
    covers = code < CLAIM and owner(state, top(state, code % MOVE)) == 1 - side
    return ("capture",) if covers else ()
