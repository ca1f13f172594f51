"""Cutting off: what loses contact with red when a stack leaves its space."""

from gipfel.board.bits import gap
from gipfel.games.dvonn.rules import (
    FURTHEST,
    HEIGHT,
    MOVE,
    NORTH,
    NORTHEAST,
    NUMBERS,
    OWNED,
    REACH,
    RED,
    SOUTHEAST,
    STACK,
    free,
    height_of,
    occupied,
    without_contact,
)
from gipfel.kernel.link import kernel
from gipfel.kernel.state import SIDE, State


@kernel("int64(int64)")
def links(stacks: int) -> int:
    """The stacks whose neighbours are in two or more separate parts: only these can cut when they leave.

    A stack with red can, too, because it takes the red away.
    """
    north, south = stacks >> NORTH, stacks << NORTH
    northeast, southwest = stacks >> NORTHEAST, stacks << NORTHEAST
    southeast, northwest = stacks >> SOUTHEAST, stacks << SOUTHEAST
    # Where a part begins, going around clockwise.
    first, second, third = north & ~northwest, northeast & ~north, southeast & ~northeast
    fourth, fifth, sixth = south & ~southeast, southwest & ~south, northwest & ~southwest
    twice = (first & second) | ((first | second) & third)
    once = first | second | third
    twice |= (once & fourth) | ((once | fourth) & fifth) | ((once | fourth | fifth) & sixth)
    return twice & stacks


@kernel("int64(int64[::1], int64, int64)")
def lost_by(state: State, origin: int, goal: int) -> int:
    """The spaces that lose contact with red when a stack moves."""
    lifted = 1 << origin
    red = state[RED]
    if red & lifted != 0:
        red = (red & ~lifted) | 1 << goal
    return without_contact(occupied(state) & ~lifted, red)


@kernel("int64(int64[::1], int64, int64, int64)")
def gain_by(state: State, lost: int, origin: int, goal: int) -> int:
    """How many pieces more than the side to act the opponent loses, besides those that are landed on."""
    side = state[SIDE]
    landed = 1 << goal
    gain = height_of(state, lost & state[OWNED + 1 - side] & ~landed) - height_of(
        state, lost & state[OWNED + side]
    )
    if lost & landed != 0:
        gain -= state[STACK + origin] & HEIGHT
    return gain


@kernel("int64(int64[::1], int64)")
def cut_gain(state: State, decision: int) -> int:
    """The same for a move."""
    origin = decision // MOVE - 1
    if ((links(occupied(state)) | state[RED]) >> origin) & 1 == 0:
        return 0
    goal = decision % MOVE
    return gain_by(state, lost_by(state, origin, goal), origin, goal)


@kernel("int64(int64[::1])")
def can_cut(state: State) -> int:
    """1 if a stack without red of the side to act can cut off more of the opponent's pieces than its own."""
    side = state[SIDE]
    stacks = occupied(state)
    origins = links(stacks) & free(state, side) & ~state[RED]
    origin = -1
    while origins != 0:
        step = gap(origins) + 1
        origin += step
        origins >>= step
        height = state[STACK + origin] & HEIGHT
        if height <= FURTHEST and REACH[NUMBERS * height + origin] & stacks != 0:
            lost = lost_by(state, origin, origin)
            theirs = height_of(state, lost & state[OWNED + 1 - side])
            if theirs > height_of(state, lost & state[OWNED + side]):
                return 1
    return 0
