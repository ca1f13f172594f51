"""YINSH: a ring that moves leaves a marker and turns over those it jumps; five of a colour take a ring home.

The first player to remove three rings wins (one in blitz); when the markers are used up, the player who has
removed more. Sections follow docs/rules/yinsh.md: board, set-up, phases, end.

The board is kept line by line: each of the 33 lines is one integer with three bit sets side by side, White's
markers, Black's markers and rings, one bit a space. The edge counts as a ring, because it stops a ring like
one. Every space lies on three lines, so whatever happens on it is written three times; in return the way of
a ring and five in a row are a few bit operations, without steps from space to space.
"""

from gipfel.board import Board, Permutation, oblique, without_corners
from gipfel.kernel.link import kernel
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import BLACK, DRAW, HEADER, ONGOING, RESULT, SIDE, TURN, WHITE, WHITE_WINS, State

# --- 1. Board -------------------------------------------------------------------------------------

SPACES = Board(without_corners(5), oblique(5, 6))
NUMBER_OF_SPACES = len(SPACES)
NUMBER_OF_LINES = len(SPACES.lines)

ROOM = 12
"""Positions on a line: the edge, up to ten spaces counted from 1, the edge again."""
FARTHEST = 9
"""No ring moves further: the longest lines have ten spaces."""
FIVE = 5


def _crossings() -> list[list[tuple[int, int]]]:
    """For each space the three lines through it, and where on them it lies."""
    crossings: list[list[tuple[int, int]]] = [[] for _ in range(NUMBER_OF_SPACES)]
    for number, line in enumerate(SPACES.lines):
        for position, space in enumerate(line, 1):
            crossings[space].append((number, position))
    return crossings


CROSSINGS = _crossings()
LINE_OF: list[int] = [line for three in CROSSINGS for line, _ in three]
"""The lines through a space, at 3 * space, + 1 and + 2."""
POSITION: list[int] = [position for three in CROSSINGS for _, position in three]
"""Where on those lines the space lies."""
SPACE_AT: list[int] = [space for line in SPACES.lines for space in (0, *line, *[0] * (ROOM - 1 - len(line)))]
"""The space at ROOM * line + position."""


def _crossing_ways(which: int) -> list[int]:
    """For each ROOM * line + position one of the two other lines through that space."""
    ways = [0] * (ROOM * NUMBER_OF_LINES)
    for number, line in enumerate(SPACES.lines):
        for position, space in enumerate(line, 1):
            others = [i for i in range(3 * space, 3 * space + 3) if LINE_OF[i] != number]
            ways[ROOM * number + position] = others[which]
    return ways


FIRST_CROSSING, SECOND_CROSSING = _crossing_ways(0), _crossing_ways(1)
"""The two other lines through the space at ROOM * line + position, as indices of LINE_OF and POSITION."""

# --- 2. State and set-up --------------------------------------------------------------------------

PHASE = HEADER
MOVER = PHASE + 1  # whose ring move is being resolved; after a pass, who passed if both players are stuck
TARGET = MOVER + 1  # the number of removed rings that wins
POOL = TARGET + 1  # markers that are not on the board
IN_HAND = POOL + 1  # two entries, rings still to place
REMOVED = IN_HAND + 2  # two entries, rings removed
RINGS = REMOVED + 2  # five entries a side, the spaces of the rings in rising order, then BESIDE
NO_LINE = RINGS + 2 * 5  # always 0, and the line of a ring beside the board
ROW_LEFT = NO_LINE + 1  # 1 if the position was set up with a row that the move to come resolves
LINES = ROW_LEFT + 1  # one entry a line
SIZE = LINES + NUMBER_OF_LINES

PLACE, MOVE, ROW, RING = 0, 1, 2, 3
"""The phases p, m, r and o."""
NOBODY, WHITE_MOVED = 0, 1
"""Who the mover is: WHITE_MOVED + side."""
BESIDE = NUMBER_OF_SPACES
RINGS_EACH = 5
MARKERS = 51
STANDARD_TARGET, BLITZ_TARGET = 3, 1

MARKER: list[int] = [1, 1 << ROOM]
"""The lowest bit of White's set and of Black's set."""
A_RING = 1 << 2 * ROOM
TURNED = 1 | 1 << ROOM
"""What changes when a marker is turned over: it leaves one set for the other."""
ANYTHING = TURNED | A_RING
SET = (1 << ROOM) - 1
MARKERS_OF: list[int] = [SET, SET << ROOM]
EDGES: list[int] = [A_RING | A_RING << (len(line) + 1) for line in SPACES.lines]


def start(target: int) -> State:
    """The state in which a game begins."""
    state = [0] * SIZE
    state[TARGET] = target
    state[POOL] = MARKERS
    state[IN_HAND : IN_HAND + 2] = [RINGS_EACH, RINGS_EACH]
    state[RINGS : RINGS + 2 * RINGS_EACH] = [BESIDE] * 2 * RINGS_EACH
    state[LINES : LINES + NUMBER_OF_LINES] = EDGES
    return state


@kernel("void(int64[::1], int64, int64)")
def change(state: State, space: int, what: int) -> None:
    """Toggle a piece on each line through a space: put it down, lift it, or turn it over if it is TURNED."""
    for i in range(3 * space, 3 * space + 3):
        state[LINES + LINE_OF[i]] ^= what << POSITION[i]


@kernel("int64(int64)")
def markers_on(line: int) -> int:
    """The positions of a line that have a marker of either colour."""
    return (line | line >> ROOM) & SET


@kernel("int64(int64)")
def rings_on(line: int) -> int:
    """The positions of a line that have a ring of either colour, and the edge."""
    return line >> 2 * ROOM


@kernel("int64(int64[::1], int64)")
def standing(state: State, space: int) -> int:
    """What stands on a space: MARKER of a side, A_RING, or 0."""
    return (state[LINES + LINE_OF[3 * space]] >> POSITION[3 * space]) & ANYTHING


# --- Decisions as integers ------------------------------------------------------------------------

LIFT = 128
"""0 to 84 place a ring on that space, from here on remove the ring there."""
TAKE = 256
"""From here on: take the row that begins at 16 * line + position."""
PASS = 1023
GO = 1024
"""From here on: 16 * (3 * from + which of its lines) + the position on that line to go to."""


def _most() -> int:
    """All rings free, each where most spaces are in line."""
    return RINGS_EACH * max(sum(len(SPACES.lines[line]) - 1 for line, _ in three) for three in CROSSINGS)


MOST = _most()

# --- 3. Play --------------------------------------------------------------------------------------


@kernel("int64(int64[::1], int64[::1])")
def decisions(state: State, out: State) -> int:
    """What the phase asks for."""
    if state[RESULT] != ONGOING:
        return 0
    phase = state[PHASE]
    if phase == MOVE:
        return ring_moves(state, out)
    if phase == PLACE:
        return vacant_spaces(state, out)
    if phase == ROW:
        return rows(state, out)
    return own_rings(state, out)


@kernel("void(int64[::1], int64)")
def play(state: State, decision: int) -> None:
    """Play a decision; its number says of which kind it is."""
    if decision >= GO:
        move(state, (decision - GO) >> 4, (decision - GO) & 15)
    elif decision < LIFT:
        place(state, decision)
    elif decision < TAKE:
        remove_ring(state, decision - LIFT)
    elif decision < PASS:
        remove_row(state, (decision - TAKE) >> 4, (decision - TAKE) & 15)
    else:
        pass_on(state)


# --- 3.1 Placing rings


HALF = 43
"""As a set of all spaces needs more than 63 bits, there is one of the lower and one of the upper spaces."""


@kernel("int64(int64[::1], int64[::1])")
def vacant_spaces(state: State, out: State) -> int:
    """Every space without a ring; there are no markers yet."""
    lower = 0
    upper = 0
    for i in range(RINGS, RINGS + 2 * RINGS_EACH):
        if state[i] < HALF:
            lower |= 1 << state[i]
        else:
            upper |= 1 << (state[i] - HALF)
    n = 0
    for space in range(HALF):
        out[n] = space
        n += 1 - (lower >> space & 1)
    for space in range(HALF, NUMBER_OF_SPACES):
        out[n] = space
        n += 1 - (upper >> (space - HALF) & 1)
    return n


@kernel("void(int64[::1], int64)")
def place(state: State, space: int) -> None:
    """A ring comes from the hand; when all ten are placed the moves begin."""
    side = state[SIDE]
    state[IN_HAND + side] -= 1
    settle_ring(state, BESIDE, space)
    change(state, space, A_RING)
    state[SIDE] = 1 - side
    state[TURN] += 1
    if state[IN_HAND + BLACK] == 0:
        state[PHASE] = MOVE


@kernel("void(int64[::1], int64, int64)")
def settle_ring(state: State, before: int, after: int) -> None:
    """Move a ring of the player to act; the list of the player's rings stays sorted."""
    first = RINGS + RINGS_EACH * state[SIDE]
    last = first + RINGS_EACH - 1
    i = first
    while state[i] != before:
        i += 1
    while i < last and state[i + 1] < after:
        state[i] = state[i + 1]
        i += 1
    while i > first and state[i - 1] > after:
        state[i] = state[i - 1]
        i -= 1
    state[i] = after


# --- 3.2 Moving a ring


@kernel("int64(int64[::1], int64[::1])")
def ring_moves(state: State, out: State) -> int:
    """Every way of every ring of the player to act; a pass if there is none (3.4)."""
    n = 0
    first = RINGS + RINGS_EACH * state[SIDE]
    for i in range(first, first + RINGS_EACH):
        if state[i] != BESIDE:
            for way in range(3 * state[i], 3 * state[i] + 3):
                n = moves_along(way, state[LINES + LINE_OF[way]], out, n)
    if n == 0:
        out[0] = PASS
        n = 1
    return n


@kernel("int64(int64, int64, int64[::1], int64)")
def moves_along(way: int, line: int, out: State, n: int) -> int:
    """The vacant spaces up to the first piece on the line, and the one after a block of markers."""
    here = POSITION[way]
    markers = markers_on(line)
    taken = markers | rings_on(line)
    code = GO + 16 * way
    above = first_above(taken, here)
    n = consecutive(code + here + 1, above - here - 1, out, n)
    n = landing(code, first_above(~markers, above - 1), taken, out, n)
    below = first_below(taken, here)
    n = consecutive(code + below + 1, here - below - 1, out, n)
    return landing(code, first_below(~markers, below + 1), taken, out, n)


@kernel("int64(int64, int64, int64[::1], int64)")
def consecutive(code: int, number: int, out: State, n: int) -> int:
    """Decisions with consecutive codes; more than needed are written, and `n` says how many count.

    A loop that ends after `number` makes random games 1.6 times slower: the processor guesses its end wrong.
    """
    for i in range(FARTHEST):
        out[n + i] = code + i
    return n + number


@kernel("int64(int64, int64, int64, int64[::1], int64)")
def landing(code: int, to: int, taken: int, out: State, n: int) -> int:
    """The space after a block of markers, if there is a block and the space is vacant."""
    out[n] = code + to
    return n + 1 - (taken >> to & 1)


TOP: list[int] = [0, *(bits.bit_length() - 1 for bits in range(1, 1 << (ROOM - 2)))]
"""The highest position in a set; the edge beyond the longest lines is never asked for."""


@kernel("int64(int64, int64)")
def first_above(bits: int, position: int) -> int:
    """The first position above another that is in a set."""
    rest = bits >> (position + 1)
    return position + 1 + TOP[rest & -rest]


@kernel("int64(int64, int64)")
def first_below(bits: int, position: int) -> int:
    """The first position below another that is in a set."""
    return TOP[bits & ((1 << position) - 1)]


@kernel("void(int64[::1], int64, int64)")
def move(state: State, way: int, to: int) -> None:
    """A marker stays where the ring was, the ring goes on, the markers between are turned over.

    Rows arise only on lines that change.
    """
    side = state[SIDE]
    line = LINE_OF[way]
    here = POSITION[way]
    spaces = ROOM * line
    jumped = markers_on(state[LINES + line]) & between(here, to)
    left = A_RING | MARKER[side]
    state[POOL] -= 1
    settle_ring(state, way // 3, SPACE_AT[spaces + to])
    state[LINES + line] ^= left << here ^ A_RING << to ^ jumped * TURNED
    found = fives(state[LINES + line]) | change_across(state, spaces + here, left)
    change_across(state, spaces + to, A_RING)
    while jumped != 0:
        found |= change_across(state, spaces + TOP[jumped], TURNED)
        jumped ^= 1 << TOP[jumped]
    if state[ROW_LEFT] != 0:
        state[ROW_LEFT] = 0
        found = all_fives(state)
    resolve(state, side, found)


@kernel("int64(int64[::1], int64, int64)")
def change_across(state: State, place: int, what: int) -> int:
    """Toggle a piece on the two lines that cross a line at ROOM * line + position; returns rows on them."""
    i = FIRST_CROSSING[place]
    j = SECOND_CROSSING[place]
    first = state[LINES + LINE_OF[i]] ^ what << POSITION[i]
    second = state[LINES + LINE_OF[j]] ^ what << POSITION[j]
    state[LINES + LINE_OF[i]] = first
    state[LINES + LINE_OF[j]] = second
    return fives(first) | fives(second)


@kernel("int64(int64, int64)")
def between(a: int, b: int) -> int:
    """The positions strictly between two."""
    if a < b:
        return (1 << b) - (2 << a)
    return (1 << a) - (2 << b)


# --- 3.3 Rows and rings


@kernel("int64(int64)")
def fives(line: int) -> int:
    """Where on a line a row of five begins, in the set of its colour."""
    pairs = line & line >> 1
    return pairs & pairs >> 2 & line >> 4


@kernel("int64(int64[::1])")
def all_fives(state: State) -> int:
    """Not zero in the set of each colour that has a row."""
    found = 0
    for i in range(LINES, LINES + NUMBER_OF_LINES):
        found |= fives(state[i])
    return found


@kernel("void(int64[::1], int64, int64)")
def resolve(state: State, mover: int, found: int) -> None:
    """First all rows of the mover, then those of the opponent, then the opponent's move.

    `found` is not zero in the set of each colour that has a row.
    """
    if state[SIDE] == mover and found & MARKERS_OF[mover] == 0:
        state[SIDE] = 1 - mover
        state[TURN] += 1
    if found & MARKERS_OF[state[SIDE]] != 0:
        state[PHASE] = ROW
        state[MOVER] = WHITE_MOVED + mover
        return
    state[PHASE] = MOVE
    state[MOVER] = NOBODY
    if state[POOL] == 0:
        state[RESULT] = more_rings(state)


@kernel("int64(int64[::1], int64[::1])")
def rows(state: State, out: State) -> int:
    """Every five adjacent markers of the player to act."""
    n = 0
    shift = ROOM * state[SIDE]
    for line in range(NUMBER_OF_LINES):
        begins = fives(state[LINES + line] >> shift & SET)
        while begins != 0:
            begin = begins & -begins
            out[n] = TAKE + 16 * line + TOP[begin]
            n += 1
            begins ^= begin
    return n


@kernel("void(int64[::1], int64, int64)")
def remove_row(state: State, line: int, begin: int) -> None:
    """The five markers return to the pool."""
    for i in range(ROOM * line + begin, ROOM * line + begin + FIVE):
        change(state, SPACE_AT[i], MARKER[state[SIDE]])
    state[POOL] += FIVE
    state[PHASE] = RING


@kernel("int64(int64[::1], int64[::1])")
def own_rings(state: State, out: State) -> int:
    """Every ring of the player to act."""
    n = 0
    first = RINGS + RINGS_EACH * state[SIDE]
    for i in range(first, first + RINGS_EACH):
        if state[i] != BESIDE:
            out[n] = LIFT + state[i]
            n += 1
    return n


@kernel("void(int64[::1], int64)")
def remove_ring(state: State, space: int) -> None:
    """The ring leaves the board for good; that may be the victory (5.1)."""
    side = state[SIDE]
    change(state, space, A_RING)
    settle_ring(state, space, BESIDE)
    state[REMOVED + side] += 1
    if state[REMOVED + side] == state[TARGET]:
        state[RESULT] = WHITE_WINS + side
        state[TURN] += 1
    else:
        resolve(state, state[MOVER] - WHITE_MOVED, all_fives(state))


# --- 3.4 No ring can move


@kernel("void(int64[::1])")
def pass_on(state: State) -> None:
    """Nothing changes; the second pass in a row ends the game."""
    side = state[SIDE]
    state[TURN] += 1
    if state[MOVER] != NOBODY:
        state[MOVER] = WHITE_MOVED + side
        state[RESULT] = more_rings(state)
        return
    state[SIDE] = 1 - side
    if stuck(state, 1 - side):
        state[MOVER] = WHITE_MOVED + side


@kernel("int64(int64[::1], int64)")
def stuck(state: State, side: int) -> int:
    """1 if no ring of a side can move: no vacant space is next to one or directly after markers."""
    first = RINGS + RINGS_EACH * side
    for i in range(first, first + RINGS_EACH):
        if state[i] == BESIDE:
            break
        for way in range(3 * state[i], 3 * state[i] + 3):
            line = state[LINES + LINE_OF[way]]
            above = first_above(~markers_on(line), POSITION[way])
            below = first_below(~markers_on(line), POSITION[way])
            if rings_on(line) >> above & 1 == 0 or rings_on(line) >> below & 1 == 0:
                return 0
    return 1


# --- 5. End of the game ---------------------------------------------------------------------------


@kernel("int64(int64[::1])")
def more_rings(state: State) -> int:
    """Whoever has removed more rings wins (5.2)."""
    if state[REMOVED + WHITE] == state[REMOVED + BLACK]:
        return DRAW
    return WHITE_WINS + (state[REMOVED + WHITE] < state[REMOVED + BLACK])


RULES = Rules(
    title="YINSH",
    size=SIZE,
    most=MOST + FARTHEST,  # `consecutive` writes beyond what counts
    longest_turn=2 * STANDARD_TARGET + 1,
    decisions=decisions,
    play=play,
    momentary=(SIDE, PHASE, MOVER),
)


def transformed(state: State, symmetry: Permutation) -> State:
    """The state with everything taken where a symmetry of the board takes it."""
    image = [*state]
    image[LINES:] = EDGES
    for space in range(NUMBER_OF_SPACES):
        change(image, symmetry[space], standing(state, space))
    for side in (WHITE, BLACK):
        rings = rings_of(state, side)
        image[RINGS + RINGS_EACH * side : RINGS + RINGS_EACH * side + len(rings)] = sorted(
            symmetry[ring] for ring in rings
        )
    return image


def rings_of(state: State, side: int) -> list[int]:
    """The spaces of a side's rings."""
    first = RINGS + RINGS_EACH * side
    return [ring for ring in state[first : first + RINGS_EACH] if ring != BESIDE]


def conserved(state: State) -> tuple[int, int, int]:
    """What no decision changes: White's rings, Black's rings, markers."""
    here = [standing(state, space) for space in range(NUMBER_OF_SPACES)]
    white, black = (
        sum(here[ring] == A_RING for ring in rings_of(state, side))
        + state[IN_HAND + side]
        + state[REMOVED + side]
        for side in (WHITE, BLACK)
    )
    return white, black, sum(what in MARKER for what in here) + state[POOL]


def swapped(state: State) -> State:
    """The same position with the sides exchanged."""
    image = [*state]
    image[SIDE] = 1 - state[SIDE]
    if state[MOVER] != NOBODY:
        image[MOVER] = 2 * WHITE_MOVED + 1 - state[MOVER]
    for i in (IN_HAND, REMOVED):
        image[i : i + 2] = state[i + 1], state[i]
    image[RINGS : RINGS + RINGS_EACH] = state[RINGS + RINGS_EACH : RINGS + 2 * RINGS_EACH]
    image[RINGS + RINGS_EACH : RINGS + 2 * RINGS_EACH] = state[RINGS : RINGS + RINGS_EACH]
    for i in range(LINES, len(state)):
        markers = (state[i] & SET) << ROOM | (state[i] & MARKERS_OF[BLACK]) >> ROOM
        image[i] = state[i] & ~(MARKERS_OF[WHITE] | MARKERS_OF[BLACK]) | markers
    return image
