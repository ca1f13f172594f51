"""Answers to puzzles of PÜNCT: which decisions win at once, and which are the same answer."""

from collections.abc import Hashable

from gipfel.games.punct.evaluation import TOUCHES, in_hand, note_groups
from gipfel.games.punct.rules import (
    BELOW,
    LEVEL,
    MOVE,
    OWNER,
    PLACED,
    TOP,
    additions,
    lift,
    may_move_from,
    moves_of,
    put,
)
from gipfel.games.punct.tables import DOTS, FIRST_OF_PAIRS, NUMBER_OF_SPACES
from gipfel.kernel.link import kernel
from gipfel.kernel.state import SIDE, State
from gipfel.kernel.winning import by_playing


def look_after(state: State, code: int) -> Hashable:
    """Which spaces show another owner after a decision: decisions with equal values look the same.

    A piece may cover the same spaces with its PÜNCT on another of them, or as a piece of another type.
    """
    shown: dict[int, int] = {}
    if code >= MOVE:
        slot = state[TOP + code // MOVE - 1]
        dots = 3 * state[PLACED + slot]
        for i in range(3):
            shown[DOTS[dots + i]] = OWNER[state[BELOW + 3 * slot + i]]
    for space in DOTS[3 * (code % MOVE) : 3 * (code % MOVE) + 3]:
        shown[space] = state[SIDE]
    return frozenset((space, owner) for space, owner in shown.items() if owner != OWNER[state[TOP + space]])


@kernel("int64(int64[::1], int64[::1], int64[::1], int64[::1])")
def winning(state: State, spare: State, out: State, room: State) -> int:
    """The decisions with which the side to act wins at once.

    A piece that is added or put down connects if the groups beside it touch opposite sides; a piece that
    moves is lifted first. The last piece may also win by the majority in the centre, so it is played.
    """
    if in_hand(state, state[SIDE]) <= 1:
        return by_playing(state, spare, out, room)
    note_groups(state, room)
    found = keep_joining(room, out, 0, additions(state, out))
    for origin in range(NUMBER_OF_SPACES):
        if may_move_from(state, origin) != 0:
            slot = state[TOP + origin]
            end = moves_of(state, out, found, slot)
            lift(state, slot)
            note_groups(state, room)
            found = keep_joining(room, out, found, end)
            put(state, slot, state[PLACED + slot], state[LEVEL + slot])
    return found


@kernel("int64(int64[::1], int64[::1], int64, int64)")
def keep_joining(room: State, out: State, first: int, end: int) -> int:
    """Of the decisions from `first` on, keep those that join opposite sides; returns where they end."""
    kept = first
    for i in range(first, end):
        dots = 3 * (out[i] % MOVE)
        joined = 0
        for j in range(3):
            joined |= room[TOUCHES + DOTS[dots + j]]
        if joined & (joined >> 1) & FIRST_OF_PAIRS != 0:
            out[kept] = out[i]
            kept += 1
    return kept
