"""Themes of DVONN puzzles: stacks of the other side that are taken, or lose contact."""

from gipfel.games.dvonn.notation import ends
from gipfel.games.dvonn.pointing import lost_by
from gipfel.games.dvonn.rules import MOVE, OWNED, PASS
from gipfel.kernel.state import SIDE, State


def themes(state: State, code: int) -> tuple[str, ...]:
    """`capture` if a move lands on a stack of the other side, `cut-off` if such stacks lose contact."""
    if code == PASS or code < MOVE:
        return ()
    others = state[OWNED + 1 - state[SIDE]]
    found = []
    if others >> ends(code)[1] & 1:
        found.append("capture")
    if others & lost_by(state, code):
        found.append("cut-off")
    return tuple(found)
