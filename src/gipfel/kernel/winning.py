"""Which decisions win at once: by playing each of them, unless a game knows a faster way."""

from gipfel.kernel.link import kernel, placeholder
from gipfel.kernel.rules import decisions, outcome, play
from gipfel.kernel.state import SIDE, WHITE_WINS, State, copy

ROOM = 4096
"""Integers; temporary memory of a game's `winning` and of its hints. Compiled code does not check it."""
SPARE = 16
"""A list of decisions has room for this number of integers more than there are decisions."""


@placeholder
def winning(state: State, spare: State, out: State, room: State) -> int:
    """Write the decisions with which the side to act wins at once into `out`; returns their number.

    `spare` has room for a state, `out` for all decisions; `state` may be changed meanwhile.
    """
    raise AssertionError


@kernel("int64(int64[::1], int64[::1], int64[::1], int64[::1])")
def by_playing(state: State, spare: State, out: State, room: State) -> int:
    """The default: play every decision."""
    found = 0
    for i in range(decisions(state, out)):
        copy(state, spare)
        play(spare, out[i])
        if outcome(spare) == WHITE_WINS + state[SIDE]:
            out[found] = out[i]
            found += 1
    return found
