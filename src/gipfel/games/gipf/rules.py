"""GIPF: push pieces in from the edge, line up four of a colour, take rows back and capture.

A player who cannot bring a piece into play has lost; in the standard and tournament versions also one
whose last GIPF-piece has left the board. Sections follow docs/rules/gipf.md: board, set-up, turn, rows, end.

The board is three bit sets, one bit a spot (see `gipfel.board.pushing`).
"""

from gipfel.board import Board, Permutation, hexagon, upward
from gipfel.board.bits import count
from gipfel.board.pushing import PushBoard, block_to_push, entries_not_full, moved_on
from gipfel.board.rows import bits_at, four_on_any_axis, positions_in, run_around_four
from gipfel.kernel.link import kernel
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import BLACK, HEADER, ONGOING, RESULT, SIDE, TURN, WHITE, WHITE_WINS, State

# --- 1. Board -------------------------------------------------------------------------------------

POINTS = Board(hexagon(4), upward(4))
"""All 61 points, spots and dots."""
SPOTS = Board(hexagon(3), upward(4))
"""The 37 spots a piece can stand on."""
BOARD = PushBoard(POINTS, SPOTS)
DOTS = BOARD.dots
LINES = BOARD.lines
LONGEST = BOARD.longest
NUMBER_OF_LINES = len(LINES)
ENTRIES = BOARD.entries
"""All entry moves, ordered by spot, then by dot."""
NUMBER_OF_ENTRIES = len(ENTRIES)

BIT: list[int] = BOARD.bits
LINE_MASK: list[int] = BOARD.line_masks
LINE_SHIFT: list[int] = BOARD.line_shifts
LINE_BIT: list[list[int]] = BOARD.line_bits
ENTRY_BIT: list[int] = BOARD.entry_bits
ENTRY_FIRST: list[int] = BOARD.entry_firsts
ENTRY_MASK: list[int] = BOARD.entry_masks
ENTRY_SHIFT: list[int] = BOARD.entry_shifts

# --- 2. State and set-up --------------------------------------------------------------------------

PHASE = HEADER
PIECES = PHASE + 1  # two entries, White's pieces and Black's
GIPF = PIECES + 2  # which of all pieces are GIPF-pieces
RESERVE = GIPF + 1  # two entries
LOST = RESERVE + 2  # two entries
OPENING = LOST + 2  # two entries, the flags of the tournament version
DONE = OPENING + 2  # lines already dealt with in this removal phase, one bit a line
VERSION = DONE + 1
SIZE = VERSION + 1

BASIC, STANDARD, TOURNAMENT = 0, 1, 2

START_REMOVAL, PUSH, END_REMOVAL = 0, 1, 2
"""The phases S, M and E of a turn."""

NOT_MOVED, ONLY_GIPF, PLAYED_BASIC = 0, 1, 2
"""The flags n, g and x of the tournament opening."""

DISCS = 18
BASIC_DISCS = 15
START_SPOTS = (("b5", "e2", "h5"), ("b2", "e8", "h2"))
START_RESERVE = 12


def start(version: int, extra_white: int = 0, extra_black: int = 0) -> State:
    """The state in which a game begins."""
    state = [0] * SIZE
    state[VERSION] = version
    if version == TOURNAMENT:
        state[RESERVE + WHITE] = state[RESERVE + BLACK] = DISCS
        return state
    for side in (WHITE, BLACK):
        state[PIECES + side] = sum(BIT[SPOTS.index[spot]] for spot in START_SPOTS[side])
        state[OPENING + side] = PLAYED_BASIC
    if version == STANDARD:
        state[GIPF] = state[PIECES + WHITE] | state[PIECES + BLACK]
    state[RESERVE + WHITE] = START_RESERVE + extra_white
    state[RESERVE + BLACK] = START_RESERVE + extra_black
    return state


# --- Decisions as integers ------------------------------------------------------------------------

PUSH_GIPF = NUMBER_OF_ENTRIES
"""0 to 41 push a basic piece in at that entry, 42 to 83 a GIPF-piece."""
STOP = 2 * NUMBER_OF_ENTRIES
SUBSETS = 1 << LONGEST
REMOVE = SUBSETS
"""From here on: take the row on a line; the lowest bits say which GIPF-pieces go with it."""
MOST = REMOVE + NUMBER_OF_LINES * SUBSETS

# --- 3. The turn ----------------------------------------------------------------------------------


@kernel("int64(int64[::1], int64[::1])")
def decisions(state: State, out: State) -> int:
    """Rows to take if there are any in a removal phase, otherwise pushes."""
    if state[RESULT] != ONGOING:
        return 0
    if state[PHASE] != PUSH and four_on_any_axis(state[PIECES + state[SIDE]]) != 0:
        n = removals(state, out)
        if n > 0:
            return n
    return pushes(state, out)


@kernel("int64(int64[::1], int64[::1])")
def pushes(state: State, out: State) -> int:
    """Every push, with each kind of piece the player to act may play now (3.2)."""
    n = open_entries(state[PIECES] | state[PIECES + 1], out)
    opening = state[OPENING + state[SIDE]]
    if opening == PLAYED_BASIC:
        return n
    if opening == NOT_MOVED:
        for i in range(n):
            out[i] += PUSH_GIPF
    elif state[RESERVE + state[SIDE]] >= 2:
        for i in range(n):
            out[n + i] = out[i] + PUSH_GIPF
        n *= 2
    return n


@kernel("int64(int64, int64[::1])")
def open_entries(occupied: int, out: State) -> int:
    """The entries whose line is not full; all dots before an empty spot count as one."""
    return entries_not_full(occupied, ENTRY_BIT, ENTRY_FIRST, ENTRY_MASK, out)


@kernel("void(int64[::1], int64)")
def play(state: State, decision: int) -> None:
    """Play a decision; phases without a choice pass by themselves."""
    if decision >= REMOVE:
        remove(state, (decision - REMOVE) // SUBSETS, decision % SUBSETS)
    elif decision == STOP:
        leave_phase(state)
    else:
        push(state, decision)


@kernel("void(int64[::1], int64)")
def push(state: State, decision: int) -> None:
    """The new piece enters; the unbroken block before it moves on by one."""
    side = state[SIDE]
    entry = decision % NUMBER_OF_ENTRIES
    bit = ENTRY_BIT[entry]
    occupied = state[PIECES] | state[PIECES + 1]
    if occupied & bit != 0:
        block = pushed_block(occupied, entry)
        for i in range(PIECES, GIPF + 1):
            state[i] = moved_on(state[i], block, ENTRY_SHIFT[entry])
    state[PIECES + side] |= bit
    if decision >= PUSH_GIPF:
        state[GIPF] |= bit
        state[RESERVE + side] -= 2
        state[OPENING + side] = ONLY_GIPF
    else:
        state[RESERVE + side] -= 1
        state[OPENING + side] = PLAYED_BASIC
    if four_on_any_axis(state[PIECES + side]) != 0:
        state[PHASE] = END_REMOVAL
        state[DONE] = 0
    else:
        end_turn(state)


@kernel("int64(int64, int64)")
def pushed_block(occupied: int, entry: int) -> int:
    """The pieces before the first gap of the line, which a push moves one step on."""
    return block_to_push(occupied, ENTRY_MASK[entry], ENTRY_SHIFT[entry])


@kernel("void(int64[::1])")
def end_turn(state: State) -> None:
    """The opponent becomes the player to act; with an empty reserve and no row that player has lost (5.2)."""
    side = 1 - state[SIDE]
    state[SIDE] = side
    state[TURN] += 1
    state[PHASE] = START_REMOVAL
    state[DONE] = 0
    if state[RESERVE + side] == 0 and four_on_any_axis(state[PIECES + side]) == 0:
        state[RESULT] = WHITE_WINS + 1 - side


# --- 4. Rows --------------------------------------------------------------------------------------


@kernel("int64(int64[::1], int64)")
def row_on(state: State, line: int) -> int:
    """The row of the player to act on a line: the whole run around four own pieces, or 0."""
    mine = state[PIECES + state[SIDE]]
    return run_around_four(mine, state[PIECES] | state[PIECES + 1], LINE_MASK[line], LINE_SHIFT[line])


@kernel("int64(int64[::1])")
def any_row(state: State) -> int:
    """1 if a row of the player to act waits on a line that is not done."""
    rows = four_on_any_axis(state[PIECES + state[SIDE]])
    if rows == 0:
        return 0
    if state[DONE] == 0:
        return 1
    for line in range(NUMBER_OF_LINES):
        if (state[DONE] >> line) & 1 == 0 and rows & LINE_MASK[line] != 0 and row_on(state, line) != 0:
            return 1
    return 0


@kernel("int64(int64[::1], int64[::1])")
def removals(state: State, out: State) -> int:
    """Each row with each choice of GIPF-pieces that go; STOP if no row has to be taken."""
    n = 0
    mandatory = 0
    singles = 0
    rows = four_on_any_axis(state[PIECES + state[SIDE]])
    for line in range(NUMBER_OF_LINES):
        if (state[DONE] >> line) & 1 != 0 or rows & LINE_MASK[line] == 0:
            continue
        row = row_on(state, line)
        if row == 0:
            continue
        basic = row & ~state[GIPF]
        mandatory |= basic
        choice = positions_on(line, row & state[GIPF])
        taken = 0
        while True:
            removed = basic | bits_on(line, taken)
            # Crossing rows can lose the same single spot: that is one decision, on the first line.
            alone = removed & (removed - 1) == 0
            if removed != 0 and not (alone and removed & singles != 0):
                out[n] = REMOVE + line * SUBSETS + taken
                n += 1
                if alone:
                    singles |= removed
            taken = (taken - choice) & choice
            if taken == 0:
                break
    if n > 0 and mandatory == 0:
        out[n] = STOP
        n += 1
    return n


@kernel("int64(int64, int64)")
def positions_on(line: int, bits: int) -> int:
    """Which positions of a line, counted from its first spot, a bit set of the board covers."""
    return positions_in(LINE_BIT[line], bits)


@kernel("int64(int64, int64)")
def bits_on(line: int, positions: int) -> int:
    """The bit set of the board for positions of a line."""
    return bits_at(LINE_BIT[line], positions)


@kernel("void(int64[::1], int64, int64)")
def remove(state: State, line: int, taken: int) -> None:
    """Take the row on a line: own discs return to the reserve, the opponent's are lost."""
    side = state[SIDE]
    removed = (row_on(state, line) & ~state[GIPF]) | bits_on(line, taken)
    mine = removed & state[PIECES + side]
    captured = removed & ~mine
    state[RESERVE + side] += count(mine) + count(mine & state[GIPF])
    state[LOST + 1 - side] += count(captured) + count(captured & state[GIPF])
    state[PIECES] &= ~removed
    state[PIECES + 1] &= ~removed
    state[GIPF] &= ~removed
    state[DONE] |= 1 << line
    state[RESULT] = result_of_gipf_pieces(state)
    if state[RESULT] != ONGOING:
        state[TURN] += 1
    elif any_row(state) == 0:
        leave_phase(state)


@kernel("void(int64[::1])")
def leave_phase(state: State) -> None:
    """From phase S to the push, or to a loss if the reserve is empty; from phase E to the opponent."""
    side = state[SIDE]
    if state[PHASE] == END_REMOVAL:
        end_turn(state)
    elif state[RESERVE + side] == 0:
        state[RESULT] = WHITE_WINS + 1 - side
        state[TURN] += 1
    else:
        state[PHASE] = PUSH
        state[DONE] = 0


# --- 5. End of the game ---------------------------------------------------------------------------


@kernel("int64(int64[::1])")
def result_of_gipf_pieces(state: State) -> int:
    """Whoever has no GIPF-piece left has lost; if both, the player to act wins (5.1)."""
    if state[VERSION] == BASIC:
        return ONGOING
    side = state[SIDE]
    if state[OPENING + 1 - side] != NOT_MOVED and state[GIPF] & state[PIECES + 1 - side] == 0:
        return WHITE_WINS + side
    if state[OPENING + side] != NOT_MOVED and state[GIPF] & state[PIECES + side] == 0:
        return WHITE_WINS + 1 - side
    return ONGOING


RULES = Rules(
    title="GIPF",
    size=SIZE,
    most=MOST,
    longest_turn=2 * NUMBER_OF_LINES + 3,
    decisions=decisions,
    play=play,
    momentary=(SIDE, PHASE, DONE),
)


def transformed(state: State, symmetry: Permutation) -> State:
    """The state with every spot taken where a symmetry of the board takes it."""
    image = [*state]
    for i in range(PIECES, GIPF + 1):
        image[i] = sum(BIT[symmetry[spot]] for spot in range(len(BIT)) if state[i] & BIT[spot])
    masks = [sum(BIT[symmetry[spot]] for spot in line) for line in LINES]
    image[DONE] = sum(1 << LINE_MASK.index(masks[i]) for i in range(len(LINES)) if state[DONE] >> i & 1)
    return image


def swapped(state: State) -> State:
    """The same position with the sides exchanged."""
    image = [*state]
    image[SIDE] = 1 - state[SIDE]
    for i in (PIECES, RESERVE, LOST, OPENING):
        image[i : i + 2] = state[i + 1], state[i]
    return image
