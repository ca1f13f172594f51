"""Themes of ZÈRTZ puzzles: marbles that are captured because their rings are isolated."""

from gipfel.games.zertz import rules
from gipfel.games.zertz.rules import JUMP, PASS, RINGS
from gipfel.kernel.state import State


def themes(state: State, code: int) -> tuple[str, ...]:
    """`isolation` if more rings leave the board by a decision than the one that is removed."""
    if code == PASS or code >= JUMP:
        return ()
    after = [*state]
    rules.play(after, code)
    gone = state[RINGS] & ~after[RINGS]
    return ("isolation",) if gone.bit_count() > 1 else ()
