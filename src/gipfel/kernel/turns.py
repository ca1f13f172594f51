"""Plays turns that are given as numbers, on any game's kernels."""

from gipfel.kernel.link import kernel
from gipfel.kernel.rules import decisions, outcome, play
from gipfel.kernel.state import ONGOING, TURN, State, copy


@kernel("int64(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64)")
def play_turns(state: State, begun: State, out: State, codes: State, ends: State, number: int) -> int:
    """Play complete legal turns in place; returns their number.

    The decisions of turn i are `codes[ends[i - 1] : ends[i]]`. It stops before the first of the `number`
    turns that is not legal, or that is not complete after its last decision. `begun` is room for a state.
    """
    first = 0
    for turn in range(number):
        copy(state, begun)
        for i in range(first, ends[turn]):
            legal = 0
            if outcome(state) == ONGOING and state[TURN] == begun[TURN]:
                for j in range(decisions(state, out)):
                    if out[j] == codes[i]:
                        legal = 1
            if legal == 0:
                copy(begun, state)
                return turn
            play(state, codes[i])
        if state[TURN] == begun[TURN]:
            copy(begun, state)
            return turn
        first = ends[turn]
    return number
