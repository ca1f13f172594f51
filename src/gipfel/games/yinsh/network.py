"""What the network of YINSH sees: markers and rings on their spaces, and the rings removed."""

from gipfel.board.bits import gap
from gipfel.games.yinsh.rules import (
    BESIDE,
    IN_HAND,
    LINES,
    MARKERS,
    MARKERS_OF,
    NUMBER_OF_SPACES,
    POOL,
    REMOVED,
    RINGS,
    RINGS_EACH,
    ROOM,
    SET,
    SPACE_AT,
    SPACES,
    TARGET,
)
from gipfel.kernel.link import kernel
from gipfel.kernel.network import COUNTED, INPUTS_AT, REMOVED_AT, NetworkInputs
from gipfel.kernel.state import BLACK, WHITE, State

KINDS = 4
"""White's markers, Black's, White's rings, Black's."""
OTHERS = KINDS * NUMBER_OF_SPACES
MOST_NEEDED = 4
"""Rings that a side still has to remove: 0 to 3."""
AXIS = SPACES.direction(*SPACES.lines[0][:2])
FIRST_LINES: list[int] = [i for i, line in enumerate(SPACES.lines) if SPACES.direction(*line[:2]) == AXIS]
"""The lines of one axis; every space lies on one of them."""
NUMBER_OF_FIRST_LINES = len(FIRST_LINES)
EACH_BUCKET = 11
"""Markers of the pool that make a bucket."""


@kernel("int64(int64[::1], int64[::1])")
def inputs(state: State, room: State) -> int:
    """Markers, rings, and how many rings each side needs."""
    n = INPUTS_AT
    for i in range(NUMBER_OF_FIRST_LINES):
        line = state[LINES + FIRST_LINES[i]]
        for side in range(2):
            markers = (line >> (ROOM * side)) & SET
            place = ROOM * FIRST_LINES[i] - 1
            while markers != 0:
                step = gap(markers) + 1
                place += step
                markers >>= step
                room[n] = side * NUMBER_OF_SPACES + SPACE_AT[place]
                n += 1
    for side in range(2):
        for i in range(RINGS + RINGS_EACH * side, RINGS + RINGS_EACH * (side + 1)):
            if state[i] != BESIDE:
                room[n] = (2 + side) * NUMBER_OF_SPACES + state[i]
                n += 1
        room[n] = OTHERS + side * MOST_NEEDED + state[TARGET] - state[REMOVED + side]
        n += 1
    return n - INPUTS_AT


# `changes` remembers of a position the markers on the lines of one axis, then for each ring how far it is
# from BESIDE, and for each side one more than the rings it needs; so all is 0 where there is nothing.
RINGS_KNOWN = NUMBER_OF_FIRST_LINES
NEEDED_KNOWN = RINGS_KNOWN + 2 * RINGS_EACH
BOTH_COLOURS = MARKERS_OF[WHITE] | MARKERS_OF[BLACK]
LOWER_LINES = 6
"""Spaces that changed are a set in two integers; the first has those of this number of lines."""


def _first_bits() -> list[int]:
    """For each line where its positions begin in one of the two integers."""
    lengths = [len(SPACES.lines[line]) for line in FIRST_LINES]
    return [
        sum(lengths[:i]) if i < LOWER_LINES else sum(lengths[LOWER_LINES:i])
        for i in range(NUMBER_OF_FIRST_LINES)
    ]


FIRST_BITS = _first_bits()
BITS = 64


def _marked(what: int) -> list[int]:
    """For each bit of both integers the number of its line, the position on it, or the space."""
    found = [0] * 2 * BITS
    for i, line in enumerate(FIRST_LINES):
        for position, space in enumerate(SPACES.lines[line], 1):
            found[BITS * (i >= LOWER_LINES) + FIRST_BITS[i] + position] = (i, position, space)[what]
    return found


MARKED_LINE, MARKED_POSITION, MARKED_SPACE = (_marked(what) for what in range(3))


@kernel("int64(int64[::1], int64[::1], int64, int64)")
def changes(state: State, room: State, before: int, after: int) -> int:
    """What differs between two positions: markers, rings, and how many rings each side needs."""
    lower = 0
    upper = 0
    for i in range(LOWER_LINES):
        line = state[LINES + FIRST_LINES[i]] & BOTH_COLOURS
        other = line ^ room[before + i]
        room[after + i] = line
        lower |= ((other | other >> ROOM) & SET) << FIRST_BITS[i]
    for i in range(LOWER_LINES, NUMBER_OF_FIRST_LINES):
        line = state[LINES + FIRST_LINES[i]] & BOTH_COLOURS
        other = line ^ room[before + i]
        room[after + i] = line
        upper |= ((other | other >> ROOM) & SET) << FIRST_BITS[i]
    counts = changed_markers(room, before, after, lower, 0, 0)
    counts = changed_markers(room, before, after, upper, BITS, counts)
    n = INPUTS_AT + (counts >> COUNTED)
    m = REMOVED_AT + (counts & ((1 << COUNTED) - 1))
    for i in range(2 * RINGS_EACH):
        ring = BESIDE - state[RINGS + i]
        former = room[before + RINGS_KNOWN + i]
        room[after + RINGS_KNOWN + i] = ring
        last = (2 + i // RINGS_EACH) * NUMBER_OF_SPACES + BESIDE
        room[n] = last - ring
        room[m] = last - former
        n += int(ring != former) & int(ring != 0)
        m += int(ring != former) & int(former != 0)
    for side in range(2):
        needed = 1 + state[TARGET] - state[REMOVED + side]
        former = room[before + NEEDED_KNOWN + side]
        room[after + NEEDED_KNOWN + side] = needed
        if needed != former:
            room[n] = OTHERS + side * MOST_NEEDED + needed - 1
            n += 1
            if former != 0:
                room[m] = OTHERS + side * MOST_NEEDED + former - 1
                m += 1
    return (n - INPUTS_AT) << COUNTED | (m - REMOVED_AT)


@kernel("int64(int64[::1], int64, int64, int64, int64, int64)")
def changed_markers(room: State, before: int, after: int, spaces: int, first: int, counts: int) -> int:
    """Write how the markers on some spaces differ; returns the numbers as `changes` does."""
    n = INPUTS_AT + (counts >> COUNTED)
    m = REMOVED_AT + (counts & ((1 << COUNTED) - 1))
    while spaces != 0:
        bit = first + gap(spaces)
        spaces &= spaces - 1
        space = MARKED_SPACE[bit]
        now = room[after + MARKED_LINE[bit]] >> MARKED_POSITION[bit]
        former = room[before + MARKED_LINE[bit]] >> MARKED_POSITION[bit]
        room[n] = space
        n += now & ~former & 1
        room[n] = NUMBER_OF_SPACES + space
        n += now >> ROOM & ~(former >> ROOM) & 1
        room[m] = space
        m += former & ~now & 1
        room[m] = NUMBER_OF_SPACES + space
        m += former >> ROOM & ~(now >> ROOM) & 1
    return (n - INPUTS_AT) << COUNTED | (m - REMOVED_AT)


@kernel("int64(int64[::1])")
def bucket(state: State) -> int:
    """Placing rings; then how many markers are left."""
    if state[IN_HAND] + state[IN_HAND + 1] != 0:
        return 0
    return 1 + state[POOL] // EACH_BUCKET


INPUTS = NetworkInputs(
    points=NUMBER_OF_SPACES,
    kinds=KINDS,
    partners=(1, 0, 3, 2),
    others=2 * MOST_NEEDED,
    other_partners=(*range(MOST_NEEDED, 2 * MOST_NEEDED), *range(MOST_NEEDED)),
    most=MARKERS + 2 * RINGS_EACH + 2,
    inputs=inputs,
    bucket=bucket,
    buckets=2 + MARKERS // EACH_BUCKET,
    changes=changes,
)
