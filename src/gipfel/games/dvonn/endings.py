"""Endings of DVONN: what cannot move and cannot be reached any more bounds the final score.

Stacks move onto stacks, so an empty space stays empty, and a stack only grows. Of each space this module
finds all heights and owners that its stack can still get, as if no move ever took anything away. From these
follow the stacks that can never leave; those of them that stay linked to a red piece that stays are sure to
remain, with all pieces in them.
"""

from gipfel.board.bits import count, gap
from gipfel.board.flood import flood
from gipfel.games.dvonn.rules import (
    FURTHEST,
    HEIGHT,
    NORTH,
    NORTHEAST,
    NUMBERS,
    OWNED,
    PIECES,
    PLACED,
    REACH,
    RED,
    SOUTHEAST,
    STACK,
    moves,
    occupied,
    score,
)
from gipfel.kernel.endings import HIGH, LOW, Endings, both
from gipfel.kernel.link import kernel
from gipfel.kernel.state import BLACK, ONGOING, RESULT, SIDE, WHITE, State

FEW_STACKS = 16
"""With more stacks than this nothing is certain, and the bounds are not computed."""
LEAD_BY_ONE = 5
"""With a lead of this number of pieces a disproof is expected to be twice as large, and so on."""
TOO_HIGH = FURTHEST + 1
"""Stands for all heights that never move."""
HEIGHTS = (1 << (TOO_HIGH + 1)) - 1
MOVING = (1 << TOO_HIGH) - 1
"""All heights, and those of stacks that can move."""
WHITE_BIT, BLACK_BIT = 1, 2
"""Sets of sides."""

HEIGHTS_AT = 2  # in `room`: the heights a stack can get, one bit each, by the number of its space
CAPTORS_AT = HEIGHTS_AT + NUMBERS  # the sides that can land on it; later: on whatever it becomes a part of
GOALS_AT = CAPTORS_AT + NUMBERS  # the spaces it can land on


@kernel("void(int64[::1], int64[::1])")
def bounds(state: State, room: State) -> None:
    """Write the bounds of White's lead in pieces."""
    room[LOW] = -PIECES
    room[HIGH] = PIECES
    if state[PLACED] < PIECES:
        return
    if state[RESULT] != ONGOING:
        room[LOW] = score(state, WHITE) - score(state, BLACK)
        room[HIGH] = room[LOW]
        return
    stacks = occupied(state)
    if count(stacks) <= FEW_STACKS:
        begin(state, room, stacks)
        while grow(state, room, stacks) != 0:
            pass
        follow_pieces(room, stacks)
        add_up(state, room, stacks)


@kernel("void(int64[::1], int64[::1], int64)")
def begin(state: State, room: State, stacks: int) -> None:
    """Note the heights as they are now."""
    space = -1
    while stacks != 0:
        step = gap(stacks) + 1
        space += step
        stacks >>= step
        height = min(state[STACK + space] & HEIGHT, TOO_HIGH)
        room[HEIGHTS_AT + space] = 1 << height
        room[CAPTORS_AT + space] = 0
        room[GOALS_AT + space] = 0


@kernel("int64(int64[::1], int64)")
def owner_of(state: State, space: int) -> int:
    """The side that owns a stack, as a set; nobody owns a red piece that stands alone."""
    return WHITE_BIT * ((state[OWNED] >> space) & 1) + BLACK_BIT * ((state[OWNED + 1] >> space) & 1)


@kernel("int64(int64[::1], int64[::1], int64)")
def grow(state: State, room: State, stacks: int) -> int:
    """Let every stack that can land somewhere do so, once; 1 if that makes more possible than before."""
    changed = 0
    left = stacks
    space = -1
    while left != 0:
        step = gap(left) + 1
        space += step
        left >>= step
        if owner_of(state, space) | room[CAPTORS_AT + space] == 0:
            continue
        heights = room[HEIGHTS_AT + space] & MOVING
        height = -1
        while heights != 0:
            step = gap(heights) + 1
            height += step
            heights >>= step
            # Each stack arrives from one distance, so it can add only that height, and only once.
            goals = REACH[NUMBERS * height + space] & stacks & ~room[GOALS_AT + space]
            if goals != 0:
                room[GOALS_AT + space] |= goals
                land(room, goals, height)
                changed = 1
    return changed | capture(state, room, stacks)


@kernel("void(int64[::1], int64, int64)")
def land(room: State, goals: int, height: int) -> None:
    """Add what the goals become if a stack of that height lands on them."""
    goal = -1
    while goals != 0:
        step = gap(goals) + 1
        goal += step
        goals >>= step
        higher = room[HEIGHTS_AT + goal] << height
        if higher > HEIGHTS:
            higher |= 1 << TOO_HIGH
        room[HEIGHTS_AT + goal] |= higher & HEIGHTS


@kernel("int64(int64[::1], int64[::1], int64)")
def capture(state: State, room: State, stacks: int) -> int:
    """Whoever can own a stack can land where it can land; 1 if that is new."""
    changed = 0
    space = -1
    while stacks != 0:
        step = gap(stacks) + 1
        space += step
        stacks >>= step
        owners = owner_of(state, space) | room[CAPTORS_AT + space]
        changed |= add_captors(room, room[GOALS_AT + space], owners)
    return changed


@kernel("int64(int64[::1], int64, int64)")
def add_captors(room: State, goals: int, captors: int) -> int:
    """Let some sides be able to land on the goals; 1 if that is new."""
    changed = 0
    goal = -1
    while goals != 0:
        step = gap(goals) + 1
        goal += step
        goals >>= step
        if captors & ~room[CAPTORS_AT + goal] != 0:
            room[CAPTORS_AT + goal] |= captors
            changed = 1
    return changed


@kernel("void(int64[::1], int64)")
def follow_pieces(room: State, stacks: int) -> None:
    """Pieces that move with a stack can be captured where it lands, too."""
    changed = 1
    while changed != 0:
        changed = 0
        left = stacks
        space = -1
        while left != 0:
            step = gap(left) + 1
            space += step
            left >>= step
            captors = captors_of(room, room[GOALS_AT + space])
            if captors & ~room[CAPTORS_AT + space] != 0:
                room[CAPTORS_AT + space] |= captors
                changed = 1


@kernel("int64(int64[::1], int64)")
def captors_of(room: State, goals: int) -> int:
    """The sides that can land on one of the goals."""
    captors = 0
    goal = -1
    while goals != 0:
        step = gap(goals) + 1
        goal += step
        goals >>= step
        captors |= room[CAPTORS_AT + goal]
    return captors


@kernel("void(int64[::1], int64[::1], int64)")
def add_up(state: State, room: State, stacks: int) -> None:
    """Add up the least and the most that the pieces of each stack can count for White."""
    remaining = surely_remaining(state, room, stacks)
    room[LOW] = 0
    room[HIGH] = 0
    space = -1
    while stacks != 0:
        step = gap(stacks) + 1
        space += step
        stacks >>= step
        pieces = state[STACK + space] & HEIGHT
        owner = owner_of(state, space)
        owners = owner | room[CAPTORS_AT + space]
        sure = 0 if owner == 0 else (remaining >> space) & 1
        if owners & WHITE_BIT != 0:
            room[HIGH] += pieces
        elif sure != 0:
            room[HIGH] -= pieces
        if owners & BLACK_BIT != 0:
            room[LOW] -= pieces
        elif sure != 0:
            room[LOW] += pieces


@kernel("int64(int64[::1], int64[::1], int64)")
def surely_remaining(state: State, room: State, stacks: int) -> int:
    """The spaces whose stacks can never leave, and stay linked to a red piece that cannot leave either."""
    staying = 0
    left = stacks
    space = -1
    while left != 0:
        step = gap(left) + 1
        space += step
        left >>= step
        if room[GOALS_AT + space] == 0:
            staying |= 1 << space
    return flood(state[RED] & staying, staying, NORTH, NORTHEAST, SOUTHEAST)


@kernel("int64(int64[::1], int64[::1], int64, int64)")
def efforts(state: State, out: State, attacker: int, target: int) -> int:
    """Few decisions make a proof short, and so does a lead that is already beyond the target."""
    count = max(moves(state, out), 1) if state[PLACED] == PIECES else PIECES
    ahead = score(state, attacker) - score(state, 1 - attacker) - target
    easier = 1 + max(ahead, 0) // LEAD_BY_ONE
    harder = 1 + max(-ahead, 0) // LEAD_BY_ONE
    if state[SIDE] == attacker:
        return both(harder, count * easier)
    return both(count * harder, easier)


def late(state: State) -> bool:
    """Are all pieces placed, and few stacks left?"""
    return state[PLACED] == PIECES and occupied(state).bit_count() <= FEW_STACKS


ENDINGS = Endings(bounds=bounds, efforts=efforts, counts_lead=True, late=late, share=10)
