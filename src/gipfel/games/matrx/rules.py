"""MATRX GIPF: GIPF on forty spots, with pairs whose upper unit can be used once.

A player who cannot move has lost, and so has one whose three GIPF-pieces are captured. Sections follow
docs/rules/matrx.md: board, pieces, turn, potentials, rows, end.

All sets of spots are bit sets (see `gipfel.board.pushing`). Thirteen of them tell what stands on a spot:
whose piece it is, its kind, whether its lowest units are a pair, and how many units cover them, as a binary
number. Units on top of others have their kind and alternate in colour, so nothing else has to be stored.
"""

from gipfel.board import Board, Permutation, between, upward
from gipfel.board.bits import count, gap
from gipfel.board.pushing import PushBoard, block_to_push, entries_not_full, moved_on
from gipfel.board.rays import first_pieces, jumps, slides
from gipfel.board.rows import bits_at, four_on_any_axis, positions_in, run_around_four
from gipfel.kernel.link import kernel
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import BLACK, HEADER, ONGOING, RESULT, SIDE, TURN, WHITE, WHITE_WINS, State

# --- 1. Board and units ---------------------------------------------------------------------------

POINTS = Board(between((-4, 5), (-4, 4), (-4, 4)), upward(4))
"""All 65 points, spots and dots."""
SPOTS = Board(between((-3, 4), (-3, 3), (-3, 3)), upward(4))
"""The 40 spots a piece can stand on."""
BOARD = PushBoard(POINTS, SPOTS)
DOTS = BOARD.dots
LINES = BOARD.lines
ENTRIES = BOARD.entries
"""All entry moves, ordered by spot, then by dot."""
LONGEST = BOARD.longest

NUMBER_OF_SPOTS = len(SPOTS)
NUMBER_OF_LINES = len(LINES)
NUMBER_OF_ENTRIES = len(ENTRIES)
BIT: list[int] = BOARD.bits
LINE_MASK: list[int] = BOARD.line_masks
LINE_SHIFT: list[int] = BOARD.line_shifts
LINE_BIT: list[list[int]] = BOARD.line_bits
ENTRY_BIT: list[int] = BOARD.entry_bits
ENTRY_FIRST: list[int] = BOARD.entry_firsts
ENTRY_MASK: list[int] = BOARD.entry_masks
ENTRY_SHIFT: list[int] = BOARD.entry_shifts
SPOT_AT: list[int] = [BIT.index(1 << i) if 1 << i in BIT else 0 for i in range(max(BIT).bit_length())]
"""The spot of each bit, by its place."""
ALL_SPOTS = sum(BIT)
CENTRE = BIT[SPOTS.index["e5"]]

GIPF, TAMSK, ZERTZ, DVONN, YINSH, PUNCT = 0, 1, 2, 3, 4, 5
KINDS = 6
"""How many kinds of units there are."""
UNITS = (3, 6, 6, 6, 6, 6)
"""How many units of each kind a player has."""

# --- 2. State and set-up --------------------------------------------------------------------------

SLOT = HEADER
PIECES = SLOT + 1  # two entries: White's pieces and Black's, by the unit on top
KIND = PIECES + 2  # six entries: the pieces of each kind
PAIR = KIND + KINDS  # the pieces whose two lowest units are a pair
COVERS = PAIR + 1  # four entries: how many units cover the lowest ones, from the lowest binary digit on
COVER_DIGITS = 4
PIECES_END = COVERS + COVER_DIGITS  # behind the last set of spots
RESERVE = PIECES_END  # two entries: for each kind the number of units in four bits
EXTRAS = RESERVE + 2  # 1 after an opening extra move that counts as a regular one if there is none (M-5)
EXTRA_FIRST = EXTRAS + 1  # option: 1 if an opening extra move comes before rows (M-1)
EXTRA_COUNTS = EXTRA_FIRST + 1  # option: 1 if it counts as a regular move if there is none (M-5)
SIZE = EXTRA_COUNTS + 1

START_ROWS, OPENING_EXTRA, REGULAR, CLOSING_EXTRA, END_ROWS = 0, 1, 2, 3, 4
"""The slots S, O, M, C and E. A turn begins in the first one, whatever has to be done first."""

UNIT_BITS = 4
UNIT_MASK = 15
FULL_RESERVE = sum(number << (UNIT_BITS * kind) for kind, number in enumerate(UNITS))
TWO_OR_MORE = sum(6 << (UNIT_BITS * kind) for kind in range(TAMSK, KINDS))
"""A reserve has one of these bits if it holds two units of one kind of potential."""


def start(extra_first: int = 0, extra_counts: int = 0) -> State:
    """The state in which a game begins."""
    state = [0] * SIZE
    state[RESERVE + WHITE] = state[RESERVE + BLACK] = FULL_RESERVE
    state[EXTRA_FIRST] = extra_first
    state[EXTRA_COUNTS] = extra_counts
    return state


# --- Decisions as integers ------------------------------------------------------------------------

EXTRA = KINDS * NUMBER_OF_ENTRIES
"""Before this: push a GIPF-piece, or a pair of a kind, in at an entry. From here on: an extra move."""
DECLINE = EXTRA + NUMBER_OF_ENTRIES
USE = DECLINE + 1
"""From here on: use the unit on a spot, which moves to another spot."""
SUBSETS = 1 << LONGEST
REMOVE = USE + NUMBER_OF_SPOTS * NUMBER_OF_SPOTS
"""From here on: remove the row on a line; the lowest bits say which of its pairs go."""
MOST = REMOVE + NUMBER_OF_LINES * SUBSETS

# --- Pieces ---------------------------------------------------------------------------------------


@kernel("int64(int64[::1])")
def covered(state: State) -> int:
    """The spots where units cover others."""
    return state[COVERS] | state[COVERS + 1] | state[COVERS + 2] | state[COVERS + 3]


@kernel("int64(int64[::1])")
def free_pairs(state: State) -> int:
    """The pairs on which nothing lies: of these the upper unit can be used, and they may stay in rows."""
    return state[PAIR] & ~covered(state)


@kernel("int64(int64[::1], int64, int64)")
def in_reserve(state: State, side: int, kind: int) -> int:
    """How many units of a kind a side has in reserve."""
    return (state[RESERVE + side] >> (UNIT_BITS * kind)) & UNIT_MASK


# --- 3. The turn ----------------------------------------------------------------------------------


@kernel("int64(int64[::1], int64[::1])")
def decisions(state: State, out: State) -> int:
    """What the player to act can do in this slot."""
    if state[RESULT] != ONGOING:
        return 0
    slot = current_slot(state)
    if slot == REGULAR:
        return uses(state, out, pushes(state, out))
    if slot in (OPENING_EXTRA, CLOSING_EXTRA):
        return extra_moves(state, out)
    return removals(state, out)


@kernel("int64(int64[::1])")
def current_slot(state: State) -> int:
    """The slot of the next decision; at the beginning of a turn it depends on what there is to do."""
    return slot_before_move(state) if state[SLOT] == START_ROWS else state[SLOT]


@kernel("int64(int64[::1])")
def slot_before_move(state: State) -> int:
    """What comes next before the regular move; that move itself if there is nothing else."""
    if state[EXTRA_FIRST] != 0:
        if extra_available(state) != 0:
            return OPENING_EXTRA
        return START_ROWS if any_row(state) != 0 else REGULAR
    if state[SLOT] == START_ROWS and any_row(state) != 0:
        return START_ROWS
    return OPENING_EXTRA if extra_available(state) != 0 else REGULAR


@kernel("void(int64[::1], int64)")
def play(state: State, decision: int) -> None:
    """Play a decision; slots without a choice pass by themselves. A turn that ends the game is complete."""
    turn = state[TURN]
    if decision >= REMOVE:
        remove(state, (decision - REMOVE) // SUBSETS, (decision - REMOVE) % SUBSETS)
    elif decision >= USE:
        use(state, (decision - USE) // NUMBER_OF_SPOTS, (decision - USE) % NUMBER_OF_SPOTS)
        state[SLOT] = CLOSING_EXTRA
    elif decision >= EXTRA:
        extra_move(state, decision)
    else:
        push_from_reserve(state, decision // NUMBER_OF_ENTRIES, decision % NUMBER_OF_ENTRIES)
        state[SLOT] = CLOSING_EXTRA
    if state[RESULT] == ONGOING:
        go_on(state)
    if state[RESULT] != ONGOING and state[TURN] == turn:
        state[TURN] += 1


@kernel("void(int64[::1])")
def go_on(state: State) -> None:
    """Advance to the next slot in which there is something to do, perhaps that of the opponent's turn."""
    if state[SLOT] < REGULAR:
        state[SLOT] = slot_before_move(state)
        if state[SLOT] != REGULAR:
            return
        counts = state[EXTRAS]
        state[EXTRAS] = 0
        if has_regular_move(state) != 0:
            return
        if counts == 0:
            state[RESULT] = WHITE_WINS + 1 - state[SIDE]
            return
    if state[SLOT] <= CLOSING_EXTRA and extra_available(state) != 0:
        return
    if any_row(state) != 0:
        state[SLOT] = END_ROWS
    else:
        end_turn(state)


@kernel("void(int64[::1])")
def end_turn(state: State) -> None:
    """The opponent becomes the player to act; without anything to do that player has lost (6.2)."""
    state[SIDE] = 1 - state[SIDE]
    state[TURN] += 1
    state[SLOT] = START_ROWS
    if slot_before_move(state) == REGULAR and has_regular_move(state) == 0:
        state[RESULT] = WHITE_WINS + 1 - state[SIDE]


# --- 3.1 Pushes -----------------------------------------------------------------------------------


@kernel("int64(int64[::1], int64[::1])")
def pushes(state: State, out: State) -> int:
    """Every push: of a GIPF-piece if there is one in reserve, otherwise of a pair of each kind."""
    reserve = state[RESERVE + state[SIDE]]
    if reserve & (UNIT_MASK | TWO_OR_MORE) == 0:
        return 0
    occupied = state[PIECES] | state[PIECES + 1]
    entries = entries_not_full(occupied, ENTRY_BIT, ENTRY_FIRST, ENTRY_MASK, out)
    if reserve & UNIT_MASK != 0:
        return entries
    n = 0
    first = 0
    for kind in range(TAMSK, KINDS):
        if (reserve >> (UNIT_BITS * kind)) & UNIT_MASK >= 2:
            if n == 0:
                first = kind * NUMBER_OF_ENTRIES
            else:
                for i in range(entries):
                    out[n + i] = kind * NUMBER_OF_ENTRIES + out[i]
            n += entries
    for i in range(entries):
        out[i] += first
    return n


@kernel("void(int64[::1], int64, int64)")
def push_from_reserve(state: State, kind: int, entry: int) -> None:
    """Push in a GIPF-piece, or a pair of a kind."""
    state[RESERVE + state[SIDE]] -= (1 if kind == GIPF else 2) << (UNIT_BITS * kind)
    push_in(state, kind, entry)
    if kind != GIPF:
        state[PAIR] |= ENTRY_BIT[entry]


@kernel("void(int64[::1], int64, int64)")
def push_in(state: State, kind: int, entry: int) -> None:
    """A single unit enters; the unbroken block before it moves on by one."""
    bit = ENTRY_BIT[entry]
    occupied = state[PIECES] | state[PIECES + 1]
    if occupied & bit != 0:
        block = block_to_push(occupied, ENTRY_MASK[entry], ENTRY_SHIFT[entry])
        for i in range(PIECES, PIECES_END):
            state[i] = moved_on(state[i], block, ENTRY_SHIFT[entry])
    state[PIECES + state[SIDE]] |= bit
    state[KIND + kind] |= bit


# --- 3.3 Is there a regular move? -----------------------------------------------------------------


@kernel("int64(int64[::1])")
def has_regular_move(state: State) -> int:
    """1 if the player to act can push or use something."""
    reserve = state[RESERVE + state[SIDE]]
    full = (state[PIECES] | state[PIECES + 1]) == ALL_SPOTS
    if reserve & (UNIT_MASK | TWO_OR_MORE) != 0 and not full:
        return 1
    return 0 if reserve & UNIT_MASK != 0 else any_use(state)


@kernel("int64(int64[::1])")
def any_use(state: State) -> int:
    """1 if a pair of the player to act has a target; the reserve must hold no GIPF-piece."""
    pairs = usable(state)
    while pairs != 0:
        if goals_of(state, pairs & -pairs) != 0:
            return 1
        pairs &= pairs - 1
    return 0


# --- 4.1 TAMSK ------------------------------------------------------------------------------------


@kernel("int64(int64[::1])")
def extra_available(state: State) -> int:
    """1 if a TAMSK-pair of the player to act stands on the centre."""
    return int(state[PIECES + state[SIDE]] & state[KIND + TAMSK] & state[PAIR] & CENTRE != 0)


@kernel("int64(int64[::1], int64[::1])")
def extra_moves(state: State, out: State) -> int:
    """Push the upper unit in from any dot, or decline."""
    occupied = state[PIECES] | state[PIECES + 1]
    n = entries_not_full(occupied, ENTRY_BIT, ENTRY_FIRST, ENTRY_MASK, out)
    for i in range(n):
        out[i] += EXTRA
    out[n] = DECLINE
    return n + 1


@kernel("void(int64[::1], int64)")
def extra_move(state: State, decision: int) -> None:
    """The upper unit leaves the centre; it is pushed in, or lost if the extra move is declined."""
    if state[SLOT] != CLOSING_EXTRA:
        state[SLOT] = OPENING_EXTRA
    state[PAIR] &= ~CENTRE
    if decision != DECLINE:
        push_in(state, TAMSK, decision - EXTRA)
        state[EXTRAS] |= state[EXTRA_COUNTS] & int(state[SLOT] == OPENING_EXTRA)


# --- 4.2 to 4.5 The other potentials --------------------------------------------------------------


@kernel("int64(int64[::1])")
def usable(state: State) -> int:
    """The pairs of the player to act that can be used, if they have a target."""
    return state[PIECES + state[SIDE]] & free_pairs(state) & ~state[KIND + TAMSK]


@kernel("int64(int64[::1], int64[::1], int64)")
def uses(state: State, out: State, n: int) -> int:
    """Append every use to the decisions in `out`; the new number of decisions."""
    if state[RESERVE + state[SIDE]] & UNIT_MASK != 0:
        return n
    pairs = usable(state)
    while pairs != 0:
        goals = goals_of(state, pairs & -pairs)
        first = USE + SPOT_AT[gap(pairs)] * NUMBER_OF_SPOTS
        while goals != 0:
            out[n] = first + SPOT_AT[gap(goals)]
            n += 1
            goals &= goals - 1
        pairs &= pairs - 1
    return n


@kernel("int64(int64[::1], int64)")
def goals_of(state: State, pair: int) -> int:
    """The spots to which the upper unit of a pair, which is one bit, can move."""
    occupied = state[PIECES] | state[PIECES + 1]
    empty = ALL_SPOTS & ~occupied
    if state[KIND + YINSH] & pair != 0:
        return slides(pair, empty)
    if state[KIND + ZERTZ] & pair != 0:
        return jumps(pair, occupied, empty)
    enemies = state[PIECES + 1 - state[SIDE]]
    kind = state[KIND + DVONN] if state[KIND + DVONN] & pair != 0 else state[KIND + PUNCT]
    return first_pieces(pair, occupied, empty) & enemies & kind


@kernel("void(int64[::1], int64, int64)")
def use(state: State, spot: int, goal: int) -> None:
    """The upper unit of a pair moves to an empty spot, or covers a piece of the opponent."""
    bit = BIT[goal]
    state[PAIR] &= ~BIT[spot]
    if (state[PIECES] | state[PIECES + 1]) & bit != 0:
        state[PIECES] ^= bit
        state[PIECES + 1] ^= bit
        cover(state, bit)
        return
    state[PIECES + state[SIDE]] |= bit
    for kind in (ZERTZ, YINSH):
        if state[KIND + kind] & BIT[spot] != 0:
            state[KIND + kind] |= bit


@kernel("void(int64[::1], int64)")
def cover(state: State, spots: int) -> None:
    """Each of these spots has one covering unit more."""
    for i in range(COVERS, COVERS + COVER_DIGITS):
        digit = state[i]
        state[i] = digit ^ spots
        spots &= digit


@kernel("void(int64[::1], int64)")
def uncover(state: State, spots: int) -> None:
    """Each of these spots, which are covered, has one covering unit less; the colour on top changes."""
    state[PIECES] ^= spots
    state[PIECES + 1] ^= spots
    for i in range(COVERS, COVERS + COVER_DIGITS):
        digit = state[i]
        state[i] = digit ^ spots
        spots &= ~digit


# --- 5. Rows --------------------------------------------------------------------------------------


@kernel("int64(int64[::1])")
def any_row(state: State) -> int:
    """1 if the player to act has a row."""
    return int(four_on_any_axis(state[PIECES + state[SIDE]]) != 0)


@kernel("int64(int64[::1], int64)")
def row_on(state: State, line: int) -> int:
    """The row of the player to act on a line: the whole run around four own pieces, or 0."""
    mine = state[PIECES + state[SIDE]]
    return run_around_four(mine, state[PIECES] | state[PIECES + 1], LINE_MASK[line], LINE_SHIFT[line])


@kernel("int64(int64[::1], int64[::1])")
def removals(state: State, out: State) -> int:
    """Each row with each choice of pairs that go; something has to go."""
    n = 0
    singles = 0
    rows = four_on_any_axis(state[PIECES + state[SIDE]])
    pairs = free_pairs(state)
    for line in range(NUMBER_OF_LINES):
        if rows & LINE_MASK[line] == 0:
            continue
        row = row_on(state, line)
        if row == 0:
            continue
        choice = positions_in(LINE_BIT[line], row & pairs)
        taken = 0
        while True:
            removed = (row & ~pairs) | bits_at(LINE_BIT[line], taken)
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
    return n


@kernel("int64(int64[::1], int64, int64)")
def removed_by(state: State, line: int, taken: int) -> int:
    """The spots of a row from which something goes: all but the pairs that stay."""
    return (row_on(state, line) & ~free_pairs(state)) | bits_at(LINE_BIT[line], taken)


@kernel("void(int64[::1], int64, int64)")
def remove(state: State, line: int, taken: int) -> None:
    """Remove a row: own units return to the reserve, the opponent's are lost."""
    side = state[SIDE]
    gone = removed_by(state, line, taken)
    tops = gone & covered(state)
    whole = gone & ~tops
    mine = gone & state[PIECES + side]
    for kind in range(KINDS):
        own = mine & state[KIND + kind]
        units = count(own) + count(own & whole & state[PAIR])
        state[RESERVE + side] += units << (UNIT_BITS * kind)
    for i in range(PIECES, COVERS):
        state[i] &= ~whole
    uncover(state, tops)
    if without_gipf_pieces(state, 1 - side) != 0:
        state[RESULT] = WHITE_WINS + side


# --- 6. End of the game ---------------------------------------------------------------------------


@kernel("int64(int64[::1], int64)")
def without_gipf_pieces(state: State, side: int) -> int:
    """1 if all GIPF-pieces of a side are lost."""
    return int(state[KIND + GIPF] & state[PIECES + side] == 0 and state[RESERVE + side] & UNIT_MASK == 0)


RULES = Rules(
    title="MATRX GIPF",
    size=SIZE,
    most=MOST,
    longest_turn=80,
    decisions=decisions,
    play=play,
    momentary=(SIDE, SLOT, EXTRAS),
)

# --- Symmetries -----------------------------------------------------------------------------------


def transformed(state: State, symmetry: Permutation) -> State:
    """The state with every spot taken where a symmetry of the board takes it."""
    image = [*state]
    for i in range(PIECES, PIECES_END):
        image[i] = sum(BIT[symmetry[spot]] for spot in range(NUMBER_OF_SPOTS) if state[i] & BIT[spot])
    return image


def swapped(state: State) -> State:
    """The same position with the sides exchanged."""
    image = [*state]
    image[SIDE] = 1 - state[SIDE]
    for i in (PIECES, RESERVE):
        image[i : i + 2] = state[i + 1], state[i]
    return image


def lost(state: State, side: int, kind: int) -> int:
    """How many units of a kind a side has lost: those that are neither on the board nor in reserve."""
    return UNITS[kind] - in_reserve(state, side, kind) - on_board(state, side, kind)


def on_board(state: State, side: int, kind: int) -> int:
    """How many units of a kind and colour are on the board, covered ones included.

    Colours alternate in a covered stack: the lowest units belong to the side on top if the number of covers
    is even, and each side has half of the covers, but for the topmost of an odd number.
    """
    pieces, odd = state[KIND + kind], state[COVERS]
    mine, theirs = state[PIECES + side] & pieces, state[PIECES + 1 - side] & pieces
    lowest = (mine & ~odd) | (theirs & odd)
    halves = sum((state[COVERS + i] & pieces).bit_count() << (i - 1) for i in range(1, COVER_DIGITS))
    return lowest.bit_count() + (lowest & state[PAIR]).bit_count() + (mine & odd).bit_count() + halves


def units_on(state: State, spot: int) -> list[tuple[int, int]]:
    """The units on a spot from bottom to top, each as side and kind."""
    bit = BIT[spot]
    if not (state[PIECES] | state[PIECES + 1]) & bit:
        return []
    kind = next(kind for kind in range(KINDS) if state[KIND + kind] & bit)
    covers = sum(1 << i for i in range(COVER_DIGITS) if state[COVERS + i] & bit)
    top = WHITE if state[PIECES + WHITE] & bit else BLACK
    lowest = (top + covers) % 2
    base = [(lowest, kind)] * (2 if state[PAIR] & bit else 1)
    return base + [((lowest + i) % 2, kind) for i in range(1, covers + 1)]
