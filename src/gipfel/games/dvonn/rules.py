"""DVONN: fill the board, then stack; what loses contact with the three red pieces is lost.

First the players place all 49 pieces, the red ones before the others. Then they move stacks: exactly as
many steps as a stack is high, straight on, onto another stack. When nobody can move any more, the side
whose stacks hold more pieces wins. Sections follow docs/rules/dvonn.md: board, set-up, turn, removals, end.

Each space has a number, eleven a row. That leaves a gap between any two rows, so in a bit set of spaces
each direction is a shift, and no step runs over the edge into another row.
"""

from typing import NamedTuple

from gipfel.board import DIRECTIONS, OFF, Board, Permutation, between, oblique
from gipfel.board.bits import gap
from gipfel.board.flood import flood, surrounded
from gipfel.kernel.link import kernel
from gipfel.kernel.random_numbers import shuffled
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import (
    BLACK,
    BLACK_WINS,
    DRAW,
    HEADER,
    ONGOING,
    RESULT,
    SIDE,
    TURN,
    WHITE,
    WHITE_WINS,
    State,
)

# --- 1. Board -------------------------------------------------------------------------------------

SPACES = Board(between((-5, 5), (-5, 5), (-2, 2)), oblique(5, 3), turned=True)
"""The 49 spaces, a1 to k5."""

STRIDE = 11
NUMBER: tuple[int, ...] = tuple(STRIDE * (q + r + 2) + q + 5 for q, r in SPACES.cells)
"""The number of each space: from left to right, row by row, from White's side up."""
SPACE: dict[int, int] = {number: space for space, number in enumerate(NUMBER)}
"""The space that has a number."""
NUMBERS = STRIDE * 5

NORTH, NORTHEAST, SOUTHEAST = STRIDE, STRIDE + 1, 1
"""By how many bits a step shifts; as the board is drawn, they lead up-left, up-right and to the right."""

BOARD = sum(1 << number for number in NUMBER)

FURTHEST = 10
"""The longest row has eleven spaces: higher stacks than this never move."""
NOWHERE = 63
"""Stands for a space that is not on the board; no bit set has this bit."""


def _landing(number: int, height: int, direction: int) -> int:
    """Where a stack of that height lands, or NOWHERE."""
    if number not in SPACE:
        return NOWHERE
    (q, r), (dq, dr) = SPACES.cells[SPACE[number]], DIRECTIONS[direction]
    goal = SPACES.at((q + height * dq, r + height * dr))
    return NOWHERE if goal == OFF else NUMBER[goal]


LANDING: list[int] = [
    _landing(number, height, direction)
    for height in range(FURTHEST + 1)
    for number in range(NUMBERS)
    for direction in range(6)
]
"""Where a stack lands, at (NUMBERS * height + number) * 6 + direction."""
REACH: list[int] = [
    sum(1 << goal for goal in LANDING[i : i + 6] if goal != NOWHERE) for i in range(0, len(LANDING), 6)
]
"""The set of spaces a stack could land on, at NUMBERS * height + number."""

# --- 2. State and set-up --------------------------------------------------------------------------

PLACED = HEADER  # how many pieces have been placed; 49 in phase M
OWNED = PLACED + 1  # two entries, the spaces of White's stacks and of Black's
RED = OWNED + 2  # the spaces of the stacks that contain red pieces, red singles included
STACK = RED + 1  # an entry for each number, height and red pieces of the stack in one
SIZE = STACK + NUMBERS

HEIGHT = 63
"""The lowest bits of a stack's entry: its height."""
ONE_RED = 64
"""Above them the red pieces are counted, so that putting stacks on each other is adding their entries."""

PIECES = 49
REDS = 3


def start() -> State:
    """The state in which a game begins: the board is empty."""
    return [0] * SIZE


def random_start(seed: int) -> State:
    """The board is filled at random, all fillings are equally likely, and White makes the first move (2.2).

    The shuffle: number the pieces from 0 to 48, three red ones, 23 of White, 23 of Black. Sort them by the
    SHA-256 digest of the text "dvonn SEED NUMBER", and put them on the spaces a1, a2, ... k5 in that order.
    The same seed gives the same set-up for ever.
    """
    entries = [RED] * REDS + [OWNED + side for side in (WHITE, BLACK) for _ in range((PIECES - REDS) // 2)]
    order = shuffled("dvonn", seed, PIECES)
    state = start()
    state[PLACED] = PIECES
    for space, number in zip(NUMBER, order, strict=True):
        state[entries[number]] |= 1 << space
        state[STACK + space] = ONE_RED + 1 if entries[number] == RED else 1
    return state


# --- Decisions as integers ------------------------------------------------------------------------

PASS = 62
"""Below it the number of a space means: place the piece that is due."""
MOVE = 64
"""From here on: move a stack, MOVE * (origin + 1) + goal."""
MOST = 6 * PIECES

# --- 3. The turn ----------------------------------------------------------------------------------


@kernel("int64(int64[::1], int64[::1])")
def decisions(state: State, out: State) -> int:
    """Empty spaces in phase P, moves in phase M, a pass if there is none."""
    if state[RESULT] != ONGOING:
        return 0
    if state[PLACED] < PIECES:
        return placements(BOARD & ~occupied(state), out)
    n = moves(state, out)
    if n == 0:
        out[0] = PASS
        n = 1
    return n


@kernel("int64(int64[::1])")
def occupied(state: State) -> int:
    """The spaces that hold a stack."""
    return state[OWNED] | state[OWNED + 1] | state[RED]


@kernel("int64(int64, int64[::1])")
def placements(empty: int, out: State) -> int:
    """Every empty space."""
    n = 0
    space = -1
    while empty != 0:
        step = gap(empty) + 1
        space += step
        empty >>= step
        out[n] = space
        n += 1
    return n


@kernel("int64(int64[::1], int64)")
def free(state: State, side: int) -> int:
    """The stacks of a side that are not enclosed."""
    return state[OWNED + side] & ~surrounded(occupied(state), NORTH, NORTHEAST, SOUTHEAST)


@kernel("int64(int64[::1], int64[::1])")
def moves(state: State, out: State) -> int:
    """Every free stack in each direction in which it lands on another one."""
    goals = occupied(state)
    origins = free(state, state[SIDE])
    n = 0
    origin = -1
    while origins != 0:
        step = gap(origins) + 1
        origin += step
        origins >>= step
        height = state[STACK + origin] & HEIGHT
        if height > FURTHEST:
            continue
        first = (NUMBERS * height + origin) * 6
        for i in range(first, first + 6):
            # Always written, but counted only if there is a stack: a branch here halves random play.
            out[n] = MOVE * (origin + 1) + LANDING[i]
            n += (goals >> LANDING[i]) & 1
    return n


@kernel("int64(int64[::1], int64)")
def can_move(state: State, side: int) -> int:
    """1 if a side has a legal move."""
    goals = occupied(state)
    origins = free(state, side)
    origin = -1
    while origins != 0:
        step = gap(origins) + 1
        origin += step
        origins >>= step
        height = state[STACK + origin] & HEIGHT
        if height <= FURTHEST and REACH[NUMBERS * height + origin] & goals != 0:
            return 1
    return 0


@kernel("void(int64[::1], int64)")
def play(state: State, decision: int) -> None:
    """Place, move or pass. Each of them is a turn of its own."""
    state[TURN] += 1
    if decision >= MOVE:
        move(state, decision // MOVE - 1, decision % MOVE)
    elif decision == PASS:
        state[SIDE] = 1 - state[SIDE]
    else:
        place(state, decision)


@kernel("void(int64[::1], int64)")
def place(state: State, space: int) -> None:
    """Put down the piece that is due: the first three are red (3.1)."""
    side = state[SIDE]
    if state[PLACED] < REDS:
        state[RED] |= 1 << space
        state[STACK + space] = ONE_RED + 1
    else:
        state[OWNED + side] |= 1 << space
        state[STACK + space] = 1
    state[PLACED] += 1
    if state[PLACED] < PIECES:
        state[SIDE] = 1 - side
    else:
        state[SIDE] = WHITE  # who has placed the last piece and now moves
        settle(state)


@kernel("void(int64[::1], int64, int64)")
def move(state: State, origin: int, goal: int) -> None:
    """The whole stack goes on top of another one; then loss of contact; then it is the opponent's turn."""
    side = state[SIDE]
    lifted = 1 << origin
    landed = 1 << goal
    state[OWNED + side] = (state[OWNED + side] & ~lifted) | landed
    state[OWNED + 1 - side] &= ~landed
    if state[RED] & lifted != 0:
        state[RED] = (state[RED] & ~lifted) | landed
    state[STACK + goal] += state[STACK + origin]
    state[STACK + origin] = 0
    lose_contact(state)
    state[SIDE] = 1 - side
    settle(state)


# --- 4. Removals ----------------------------------------------------------------------------------


@kernel("void(int64[::1])")
def lose_contact(state: State) -> None:
    """Every stack that no chain of stacks links to a red piece leaves the game."""
    lost = without_contact(occupied(state), state[RED])
    if lost == 0:
        return
    state[OWNED] &= ~lost
    state[OWNED + 1] &= ~lost
    space = -1
    while lost != 0:
        step = gap(lost) + 1
        space += step
        lost >>= step
        state[STACK + space] = 0


@kernel("int64(int64, int64)")
def without_contact(stacks: int, red: int) -> int:
    """Those of some stacks that no chain of them links to a red piece."""
    return stacks & ~flood(red, stacks, NORTH, NORTHEAST, SOUTHEAST)


# --- 5. End of the game ---------------------------------------------------------------------------


@kernel("void(int64[::1])")
def settle(state: State) -> None:
    """If nobody can move, the game is over and the pieces are counted."""
    side = state[SIDE]
    if can_move(state, side) == 0 and can_move(state, 1 - side) == 0:
        lead = score(state, WHITE) - score(state, BLACK)
        state[RESULT] = DRAW if lead == 0 else (WHITE_WINS if lead > 0 else BLACK_WINS)


@kernel("int64(int64[::1], int64)")
def score(state: State, side: int) -> int:
    """How many pieces the stacks of a side hold, whatever their colour."""
    return height_of(state, state[OWNED + side])


@kernel("int64(int64[::1], int64)")
def height_of(state: State, stacks: int) -> int:
    """How many pieces some stacks hold."""
    pieces = 0
    space = -1
    while stacks != 0:
        step = gap(stacks) + 1
        space += step
        stacks >>= step
        pieces += state[STACK + space] & HEIGHT
    return pieces


RULES = Rules(
    title="DVONN",
    size=SIZE,
    most=MOST,
    longest_turn=1,
    decisions=decisions,
    play=play,
    momentary=(SIDE,),
)


def reds_of(state: State) -> int:
    """The red pieces on the board and those still to be placed."""
    return sum(stack // ONE_RED for stack in state[STACK:]) + max(REDS - state[PLACED], 0)


class Stack(NamedTuple):
    """What one space holds."""

    owner: int | None
    """WHITE, BLACK, or None for a red single."""
    height: int
    """0 if the space is empty."""
    reds: int


def stack_on(state: State, number: int) -> Stack:
    """The stack on the space that has a number."""
    owner = next((side for side in (WHITE, BLACK) if state[OWNED + side] >> number & 1), None)
    return Stack(owner, state[STACK + number] & HEIGHT, state[STACK + number] // ONE_RED)


def transformed(state: State, symmetry: Permutation) -> State:
    """The state with every space taken where a symmetry of the board takes it."""
    image = [*state]
    image[OWNED:] = [0] * (SIZE - OWNED)
    for space, number in enumerate(NUMBER):
        goal = NUMBER[symmetry[space]]
        image[STACK + goal] = state[STACK + number]
        for entry in (OWNED, OWNED + 1, RED):
            image[entry] |= (state[entry] >> number & 1) << goal
    return image


def swapped(state: State) -> State:
    """The same position with the sides exchanged."""
    image = [*state]
    image[SIDE] = 1 - state[SIDE]
    image[OWNED : OWNED + 2] = state[OWNED + 1], state[OWNED]
    return image
