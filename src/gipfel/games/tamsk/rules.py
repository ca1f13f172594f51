"""TAMSK: move your glasses, drop a ring on each space you enter, and get rid of more rings than the other.

A space that holds as many rings as it can is full and may not be entered any more; whoever has fewer
rings left when nobody can move has won. At level 1 the glasses are plain pieces, at levels 2 and 3 their
sand runs: a glass is turned over whenever it is moved, and one that has run out never moves again.

This module has what all levels share, in the order of docs/rules/tamsk.md: spaces, rings, glasses, set-up.
`level1.py` is the turn-based game, `events.py` the game with time. Red plays as WHITE.

A set of spaces is a bit set. Columns are eight bits apart, so that each direction is a shift.
"""

from gipfel.board import Board, Permutation, distance, hexagon, upward
from gipfel.kernel.link import kernel
from gipfel.kernel.state import BLACK, BLACK_WINS, DRAW, HEADER, SIDE, WHITE, WHITE_WINS, State

# --- 1. Spaces and their capacity -----------------------------------------------------------------

SPACES = Board(hexagon(3), upward(3))
NUMBER_OF_SPACES = len(SPACES)

CAPACITY = tuple(4 - distance(cell) for cell in SPACES.cells)
MOST_RINGS = 4

STRIDE = 8
BIT: list[int] = [1 << (STRIDE * (q + 3) + r + 3) for q, r in SPACES.cells]
STEP_BIT: list[int] = [BIT[goal] if goal >= 0 else 0 for goal in SPACES.steps]
"""The space a step leads to, at 6 * space + direction; 0 where the board ends."""
PRIME = 67
"""The powers of two below 2^66 leave different remainders."""
SPACE_OF: list[int] = [0] * PRIME
for _space, _bit in enumerate(BIT):
    SPACE_OF[_bit % PRIME] = _space


def spaces_in(bits: int) -> list[int]:
    """The spaces of a bit set, in the order a1, a2, ..., g4."""
    return [space for space, bit in enumerate(BIT) if bit & bits]


@kernel("int64(int64)")
def around(bits: int) -> int:
    """All spaces next to a set of spaces; bits beside the board may be among them."""
    return (bits << 1) | (bits >> 1) | (bits << 8) | (bits >> 8) | (bits << 7) | (bits >> 7)


# --- 2. What the states of all levels begin with --------------------------------------------------

GLASSES = HEADER  # two entries: the spaces with Red's glasses and with Black's
ROOM = GLASSES + 2  # four entries: the spaces that have room for one, two, three, four more rings
LEFT = ROOM + MOST_RINGS  # two entries: rings the players still have
HAND = LEFT + 2  # two entries: glasses that are not on the board yet
DRY = HAND + 2  # how long no ring has been dropped
END = DRY + 1  # ON_BOARD, or how the game was lost otherwise
STARTED_IN_HAND = END + 1  # options of the game, from here on
STAGNATION = STARTED_IN_HAND + 1
FULL_ENTRY_LOSES = STAGNATION + 1
SHARED = FULL_ENTRY_LOSES + 1
"""The first entry that belongs to one level."""

ON_BOARD, FULL_ENTRY, RESIGNED = 0, 1, 2

RINGS = 32
GLASSES_EACH = 3
START_SPACES = (("a1", "d7", "g1"), ("a4", "g4", "d1"))
DEFAULT_STAGNATION = 40


def start(size: int, in_hand: bool, stagnation: int, full_entry_loses: bool) -> State:
    """The state in which a game begins, as far as all levels share it."""
    state = empty(size)
    state[STARTED_IN_HAND] = int(in_hand)
    state[STAGNATION] = stagnation
    state[FULL_ENTRY_LOSES] = int(full_entry_loses)
    for side in (WHITE, BLACK):
        state[LEFT + side] = RINGS
        if in_hand:
            state[HAND + side] = GLASSES_EACH
        else:
            state[GLASSES + side] = sum(BIT[SPACES.index[name]] for name in START_SPACES[side])
    return state


def empty(size: int) -> State:
    """A board without rings and glasses."""
    state = [0] * size
    for rings in range(MOST_RINGS):
        state[ROOM + rings] = sum(bit for bit, most in zip(BIT, CAPACITY, strict=True) if most > rings)
    return state


# --- Decisions as integers ------------------------------------------------------------------------

ENTER = len(STEP_BIT)
"""0 to 221 move the glass on a space in a direction, 222 to 258 bring one in on a space."""
MOVES = ENTER + NUMBER_OF_SPACES

# --- Rings ----------------------------------------------------------------------------------------


@kernel("void(int64[::1], int64, int64)")
def drop_ring(state: State, side: int, bit: int) -> None:
    """A player drops a ring on a space that is not full."""
    # Each set lies within the one before it: the space leaves the smallest one it is in.
    state[ROOM] &= ~bit | state[ROOM + 1]
    state[ROOM + 1] &= ~bit | state[ROOM + 2]
    state[ROOM + 2] &= ~bit | state[ROOM + 3]
    state[ROOM + 3] &= ~bit
    state[LEFT + side] -= 1


def rings_on(state: State, space: int) -> int:
    """How many rings lie on a space."""
    return CAPACITY[space] - sum(state[ROOM + i] & BIT[space] != 0 for i in range(MOST_RINGS))


def put_rings(state: State, space: int, rings: int) -> None:
    """Put this number of rings on a space."""
    for i in range(MOST_RINGS):
        state[ROOM + i] &= ~BIT[space]
        state[ROOM + i] |= BIT[space] if CAPACITY[space] - rings > i else 0


# --- Glasses --------------------------------------------------------------------------------------


@kernel("int64(int64[::1])")
def open_spaces(state: State) -> int:
    """The spaces a glass could enter: they hold no glass and are not full."""
    return state[ROOM] & ~(state[GLASSES] | state[GLASSES + 1])


@kernel("int64(int64[::1], int64, int64, int64[::1])")
def moves_of(state: State, glasses: int, n: int, out: State) -> int:
    """Append every move of the glasses on some spaces."""
    free = open_spaces(state)
    while glasses != 0:
        bit = glasses & -glasses
        glasses ^= bit
        way = 6 * SPACE_OF[bit % PRIME]
        # Each way is written, and counted only if it is open: that is faster than to jump or not to.
        for i in range(way, way + 6):
            out[n] = i
            n += free & STEP_BIT[i] != 0
    return n


@kernel("int64(int64[::1], int64, int64[::1])")
def entries(state: State, n: int, out: State) -> int:
    """Append every way to bring a glass in."""
    free = open_spaces(state)
    while free != 0:
        bit = free & -free
        free ^= bit
        out[n] = ENTER + SPACE_OF[bit % PRIME]
        n += 1
    return n


@kernel("int64(int64[::1])")
def result_by_rings(state: State) -> int:
    """Who has fewer rings left; DRAW if neither."""
    if state[LEFT] < state[LEFT + 1]:
        return WHITE_WINS
    if state[LEFT + 1] < state[LEFT]:
        return BLACK_WINS
    return DRAW


# --- Symmetries -----------------------------------------------------------------------------------


def moved_bits(bits: int, symmetry: Permutation) -> int:
    """A set of spaces under a symmetry of the board."""
    return sum(BIT[symmetry[space]] for space in spaces_in(bits))


def transformed(state: State, symmetry: Permutation) -> State:
    """The part of a state that all levels share, under a symmetry of the board."""
    image = [*state]
    for i in range(GLASSES, LEFT):
        image[i] = moved_bits(state[i], symmetry)
    return image


def swapped(state: State) -> State:
    """The same position with the sides exchanged."""
    image = [*state]
    image[SIDE] = 1 - state[SIDE]
    exchange(image, GLASSES, LEFT, HAND)
    return image


def exchange(state: State, *pairs: int) -> None:
    """Exchange entries of Red and Black that are next to each other."""
    for i in pairs:
        state[i], state[i + 1] = state[i + 1], state[i]
