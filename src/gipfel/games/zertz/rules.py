"""ZÈRTZ: place a marble and take a ring away, or jump and capture; the board shrinks.

The marbles belong to nobody until they are captured. Whoever first holds a winning set wins, and so does
a player who leaves no ring on the board. Sections follow docs/rules/zertz.md: board, set-up, turn,
captures, end.

All boards lie inside the hexagon of 61 points and are sets of its points, one bit a point
(board/hexagon61.py): one for the rings and one for the marbles of each colour.
"""

from gipfel.board import Board, Cell, Permutation, between, upward
from gipfel.board.bits import count
from gipfel.board.hexagon61 import (
    BIT,
    POINTS,
    flood,
    north,
    northeast,
    northwest,
    south,
    southeast,
    southwest,
)
from gipfel.board.lattice import step
from gipfel.kernel.hashing import mixed
from gipfel.kernel.link import kernel
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import DRAW, HEADER, ONGOING, RESULT, SIDE, TURN, WHITE_WINS, State

# --- 1. Board -------------------------------------------------------------------------------------


def _layout(low: int, q: int, r: int, s: int) -> Board:
    """A board whose q, r and q + r begin at `low` and end at q, r and s."""
    return Board(between((low, q), (low, r), (low, s)), upward(-low))


LAYOUTS = {
    "37": _layout(-3, 3, 3, 3),
    "40": _layout(-3, 3, 4, 3),
    "43": _layout(-3, 4, 4, 3),
    "44": _layout(-3, 3, 4, 4),
    "48": _layout(-3, 4, 4, 4),
    "61": _layout(-4, 4, 4, 4),
    "37b": _layout(-3, 3, 3, 3),
}
"""The boards by their number of rings; 37b is the board of a blitz game."""
LAYOUT_NAMES = tuple(LAYOUTS)
BOARDS = tuple(LAYOUTS.values())
BLITZ = LAYOUT_NAMES.index("37b")

NUMBER_OF_POINTS = len(POINTS)


def _bit_at(cell: Cell) -> int:
    point = POINTS.at(cell)
    return BIT[point] if point >= 0 else 0


OVER: list[int] = [_bit_at(step(cell, d)) for cell in POINTS.cells for d in range(6)]
LANDING: list[int] = [_bit_at(step(cell, d, 2)) for cell in POINTS.cells for d in range(6)]
"""Bits, for each point and direction: the neighbour to jump over and the point to land on; 0 if none."""
LANDING_POINT: list[int] = [POINTS.at(step(cell, d, 2)) for cell in POINTS.cells for d in range(6)]

# --- 2. State and set-up --------------------------------------------------------------------------

PHASE = HEADER
RINGS = PHASE + 1
MARBLES = RINGS + 1  # three entries: white, grey, black
POOL = MARBLES + 3  # three entries
CAPTURED = POOL + 3  # six entries, three of each player
LAYOUT = CAPTURED + 6  # which of LAYOUTS
SIZE = LAYOUT + 1

START, REMOVAL, JUMPING = 0, 1, 2
"""The phases -, R and J; the marble on point p is jumping in phase JUMPING + p."""

NUMBER_OF_COLOURS = 3
MARBLES_IN_POOL = (6, 8, 10)
BLITZ_POOL = (5, 7, 9)

WHITE_SET, GREY_SET, BLACK_SET, MIXED_SET = 4, 5, 6, 3
"""How many captured marbles win: of one colour, or of each of the three colours."""


def start(layout: int) -> State:
    """The state in which a game begins."""
    state = [0] * SIZE
    state[LAYOUT] = layout
    state[RINGS] = sum(_bit_at(cell) for cell in BOARDS[layout].cells)
    state[POOL : POOL + 3] = BLITZ_POOL if layout == BLITZ else MARBLES_IN_POOL
    return state


# --- Decisions as integers ------------------------------------------------------------------------

REMOVE = NUMBER_OF_COLOURS * NUMBER_OF_POINTS
"""Below: place a marble; the colour times the number of points, plus the point."""
JUMP = REMOVE + NUMBER_OF_POINTS
"""From here on: six times the point a marble jumps from, plus the direction."""
PASS = JUMP + 6 * NUMBER_OF_POINTS
MOST = 6 * NUMBER_OF_POINTS
"""More than there can be: if every marble could jump in every direction."""

# --- 3. The turn ----------------------------------------------------------------------------------


@kernel("int64(int64[::1])")
def marbles_of(state: State) -> int:
    """All rings with a marble."""
    return state[MARBLES] | state[MARBLES + 1] | state[MARBLES + 2]


@kernel("int64(int64[::1], int64[::1])")
def decisions(state: State, out: State) -> int:
    """Jumps if there are any, otherwise placements, otherwise a pass; or the rest of a turn."""
    if state[RESULT] != ONGOING:
        return 0
    phase = state[PHASE]
    marbles = marbles_of(state)
    vacant = state[RINGS] & ~marbles
    if phase == REMOVAL:
        return listed(vacant & open_points(state[RINGS]), REMOVE, out)
    if phase >= JUMPING:
        return jumps_from(phase - JUMPING, marbles, vacant, out, 0)
    n = jumps(marbles, vacant, out)
    if n == 0:
        n = placements(state, vacant, out)
    if n == 0:
        out[0] = PASS
        n = 1
    return n


@kernel("int64(int64, int64, int64[::1])")
def listed(points: int, first: int, out: State) -> int:
    """Write first + i for every point i of a set."""
    n = 0
    for point in range(NUMBER_OF_POINTS):
        # Written in any case and kept only if it counts: without a branch random play is twice as fast.
        out[n] = first + point
        if points & BIT[point] != 0:
            n += 1
    return n


@kernel("int64(int64[::1], int64, int64[::1])")
def placements(state: State, vacant: int, out: State) -> int:
    """Every colour of the supply on every vacant ring."""
    supply = supply_of(state)
    n = 0
    number = 0
    first = 0
    for colour in range(NUMBER_OF_COLOURS):
        if state[supply + colour] == 0:
            continue
        if n == 0:
            first = colour
            number = listed(vacant, colour * NUMBER_OF_POINTS, out)
        else:
            further = (colour - first) * NUMBER_OF_POINTS
            for i in range(number):
                out[n + i] = out[i] + further
        n += number
    return n


@kernel("int64(int64[::1])")
def supply_of(state: State) -> int:
    """Where the marbles are counted that can be placed: the pool, or if it is empty the mover's own (3.2)."""
    if state[POOL] + state[POOL + 1] + state[POOL + 2] != 0:
        return POOL
    return CAPTURED + 3 * state[SIDE]


@kernel("int64(int64)")
def open_points(rings: int) -> int:
    """All points with two neighbouring sides on which there is no ring: a ring there can go (1.4)."""
    n = south(rings)
    ne = southwest(rings)
    se = northwest(rings)
    s = north(rings)
    sw = northeast(rings)
    nw = southeast(rings)
    return ~((n | ne) & (ne | se) & (se | s) & (s | sw) & (sw | nw) & (nw | n))


@kernel("void(int64[::1], int64)")
def play(state: State, decision: int) -> None:
    """Play a decision; a turn without a free ring to remove ends by itself."""
    if decision < REMOVE:
        place(state, decision // NUMBER_OF_POINTS, decision % NUMBER_OF_POINTS)
    elif decision < JUMP:
        state[RINGS] &= ~BIT[decision - REMOVE]
        claim(state)
        end_turn(state)
    elif decision < PASS:
        jump(state, decision - JUMP)
    else:
        end_turn(state)


@kernel("void(int64[::1], int64, int64)")
def place(state: State, colour: int, point: int) -> None:
    """A marble of the supply comes on a ring; then a ring must go if one is free."""
    state[supply_of(state) + colour] -= 1
    state[MARBLES + colour] |= BIT[point]
    if state[RINGS] & ~marbles_of(state) & open_points(state[RINGS]) != 0:
        state[PHASE] = REMOVAL
    else:
        claim(state)
        end_turn(state)


# --- 4. Captures ----------------------------------------------------------------------------------


@kernel("int64(int64, int64)")
def jumpers(marbles: int, vacant: int) -> int:
    """The marbles that can jump over a neighbour onto a vacant ring."""
    # Mostly no two marbles touch: one look at half of the directions settles it.
    if marbles & (north(marbles) | northeast(marbles) | southeast(marbles)) == 0:
        return 0
    return marbles & (
        south(marbles & south(vacant))
        | southwest(marbles & southwest(vacant))
        | northwest(marbles & northwest(vacant))
        | north(marbles & north(vacant))
        | northeast(marbles & northeast(vacant))
        | southeast(marbles & southeast(vacant))
    )


@kernel("int64(int64, int64, int64[::1])")
def jumps(marbles: int, vacant: int, out: State) -> int:
    """Every jump of every marble."""
    able = jumpers(marbles, vacant)
    n = 0
    if able != 0:
        for point in range(NUMBER_OF_POINTS):
            if able & BIT[point] != 0:
                n = jumps_from(point, marbles, vacant, out, n)
    return n


@kernel("int64(int64, int64, int64, int64[::1], int64)")
def jumps_from(point: int, marbles: int, vacant: int, out: State, n: int) -> int:
    """The jumps of the marble on a point, from out[n] on; where they end."""
    for way in range(6 * point, 6 * point + 6):
        if marbles & OVER[way] != 0 and vacant & LANDING[way] != 0:
            out[n] = JUMP + way
            n += 1
    return n


@kernel("void(int64[::1], int64)")
def jump(state: State, way: int) -> None:
    """The marble moves, the jumped one is captured; the turn ends if the marble cannot jump again."""
    both = BIT[way // 6] | LANDING[way]
    over = OVER[way]
    captured = CAPTURED + 3 * state[SIDE]
    for colour in range(NUMBER_OF_COLOURS):
        marbles = state[MARBLES + colour]
        if marbles & both != 0:
            marbles ^= both
        if marbles & over != 0:
            marbles ^= over
            state[captured + colour] += 1
        state[MARBLES + colour] = marbles
    marbles = marbles_of(state)
    if jumpers(marbles, state[RINGS] & ~marbles) & LANDING[way] != 0:
        state[PHASE] = JUMPING + LANDING_POINT[way]
    else:
        end_turn(state)


@kernel("int64(int64[::1])")
def full_groups(state: State) -> int:
    """The rings of all groups that have a marble on every ring: nothing vacant hangs together with them."""
    return state[RINGS] & ~flood(state[RINGS] & ~marbles_of(state), state[RINGS])


@kernel("void(int64[::1])")
def claim(state: State) -> None:
    """The mover captures every group without a vacant ring; its rings leave the board (4.2)."""
    full = full_groups(state)
    if full == 0:
        return
    captured = CAPTURED + 3 * state[SIDE]
    for colour in range(NUMBER_OF_COLOURS):
        state[captured + colour] += count(state[MARBLES + colour] & full)
        state[MARBLES + colour] &= ~full
    state[RINGS] &= ~full


# --- 5. End of the game ---------------------------------------------------------------------------


@kernel("void(int64[::1])")
def end_turn(state: State) -> None:
    """The mover has won, or the other player is to move, or neither can (5)."""
    side = state[SIDE]
    state[SIDE] = 1 - side
    state[TURN] += 1
    state[PHASE] = START
    if has_set(state, side) != 0 or state[RINGS] == 0:
        state[RESULT] = WHITE_WINS + side
    elif nothing_to_place(state) != 0:
        marbles = marbles_of(state)
        if jumpers(marbles, state[RINGS] & ~marbles) == 0:
            state[RESULT] = DRAW


@kernel("int64(int64[::1], int64)")
def has_set(state: State, side: int) -> int:
    """1 if a player's captured marbles hold a winning set; in blitz one less of each is enough."""
    less = 1 if state[LAYOUT] == BLITZ else 0
    white = state[CAPTURED + 3 * side] + less
    grey = state[CAPTURED + 3 * side + 1] + less
    black = state[CAPTURED + 3 * side + 2] + less
    if white >= WHITE_SET or grey >= GREY_SET or black >= BLACK_SET:
        return 1
    return 1 if white >= MIXED_SET and grey >= MIXED_SET and black >= MIXED_SET else 0


@kernel("int64(int64[::1])")
def nothing_to_place(state: State) -> int:
    """1 if there is no marble left in the pool, nor with either player."""
    for i in range(POOL, CAPTURED + 6):
        if state[i] != 0:
            return 0
    return 1


@kernel("int64(int64[::1])")
def repetition_hash(state: State) -> int:
    """A hash of what has to be the same for a position to count as repeated; 0 inside a turn (5).

    Also 0 while there are marbles in the pool: no turn puts one back, and captured ones stay captured.
    """
    if state[PHASE] != START or state[POOL] + state[POOL + 1] + state[POOL + 2] != 0:
        return 0
    marbles = 0
    for i in range(CAPTURED, LAYOUT, 3):
        marbles = (marbles << 6) + state[i] + state[i + 1] + state[i + 2]
    hashed = mixed(state[RINGS])
    hashed = mixed(hashed ^ (state[MARBLES] | state[MARBLES + 1] | state[MARBLES + 2]))
    return mixed(hashed ^ (2 * marbles + state[SIDE])) | 1


RULES = Rules(
    title="ZÈRTZ",
    size=SIZE,
    most=MOST,
    longest_turn=NUMBER_OF_POINTS,
    decisions=decisions,
    play=play,
    momentary=(SIDE,),
    repetition_hash=repetition_hash,
)


def image(points: int, symmetry: Permutation) -> int:
    """A set of points with every point taken where a symmetry takes it."""
    return sum(BIT[symmetry[point]] for point in range(NUMBER_OF_POINTS) if points & BIT[point])


def symmetries(layout: int) -> tuple[Permutation, ...]:
    """The symmetries of the hexagon of 61 that map a layout to itself."""
    rings = start(layout)[RINGS]
    return tuple(symmetry for symmetry in POINTS.symmetries if image(rings, symmetry) == rings)


def transformed(state: State, symmetry: Permutation) -> State:
    """The state with every point taken where a symmetry of the board takes it."""
    after = [*state]
    for i in range(RINGS, POOL):
        after[i] = image(state[i], symmetry)
    if state[PHASE] >= JUMPING:
        after[PHASE] = JUMPING + symmetry[state[PHASE] - JUMPING]
    return after


def swapped(state: State) -> State:
    """The same position with the sides exchanged."""
    middle = CAPTURED + 3
    after = [*state[:CAPTURED], *state[middle : middle + 3], *state[CAPTURED:middle], *state[middle + 3 :]]
    after[SIDE] = 1 - state[SIDE]
    return after
