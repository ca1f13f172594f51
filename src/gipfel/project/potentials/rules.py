"""GIPF with potentials: pieces carry a special move that can be used once, perhaps only after a contest.

Pushing, lining up and the board are GIPF's own (`games/gipf/rules.py`): the state begins with GIPF's
entries, and GIPF's kernels work on them. Stacks are new: each spot has a cell with the units of its stack,
four bits per unit, the top unit in the lowest bits. Sections follow docs/rules/potentials.md: pieces, order
of introduction, turn, potentials, rows, end, links.
"""

from gipfel.board import Permutation
from gipfel.board.rays import jumps, slides
from gipfel.board.rows import four_on_any_axis
from gipfel.games.gipf import rules as gipf
from gipfel.games.gipf.rules import (
    BIT,
    DONE,
    ENTRIES,
    GIPF,
    LINE_MASK,
    LINE_SHIFT,
    LINES,
    LONGEST,
    LOST,
    NUMBER_OF_ENTRIES,
    NUMBER_OF_LINES,
    OPENING,
    PHASE,
    PIECES,
    RESERVE,
    SPOTS,
    SUBSETS,
    bits_on,
    open_entries,
    positions_on,
    row_on,
)
from gipfel.kernel.link import kernel
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import ONGOING, RESULT, SIDE, TURN, WHITE, WHITE_WINS, State

# --- 1. Units, cells, pieces ----------------------------------------------------------------------

BASIC_UNIT, TAMSK, ZERTZ, DVONN, YINSH, PUNCT = 1, 2, 3, 4, 5, 6
KINDS = 5
"""How many kinds of potentials there are; kind k is the unit TAMSK + k."""
COLOUR = 8
"""This bit of a unit says that it is black."""
UNIT_BITS = 4
UNIT_MASK = 15

DORMANT = 1 << 60
"""On a TAMSK-loaded piece on the centre: gives no extra move until it has left the centre."""
INERT = 1 << 61
"""On a loaded piece: its potential can never be used."""
TRIED = 1 << 62
"""On a loaded piece: its use was denied in this turn."""
UNITS = DORMANT - 1
"""The part of a cell that holds the units."""

CENTRE = SPOTS.index["e5"]
NUMBER_OF_SPOTS = len(SPOTS)
STEPS: list[int] = SPOTS.steps
ALL_SPOTS = sum(BIT)


def _entry_path() -> list[int]:
    """For each entry the spots of its line from the dot on, padded with -1."""
    path: list[int] = []
    for entry in ENTRIES:
        line = LINES[entry.line]
        spots = line if line[0] == entry.spot else line[::-1]
        path += [*spots, *[-1] * (LONGEST + 1 - len(spots))]
    return path


PATH = LONGEST + 1
ENTRY_PATH: list[int] = _entry_path()

# --- State ----------------------------------------------------------------------------------------

SLOT = PHASE
STAGE = OPENING  # two entries
CELL = gipf.SIZE  # one entry a spot
POOL = CELL + NUMBER_OF_SPOTS  # five entries a side: potentials not yet introduced
OUT = POOL + 2 * KINDS  # five entries a side: potentials out of the game
LOADED = OUT + 2 * KINDS  # which pieces are loaded, one bit a spot
BY = LOADED + 1  # the side whose turn it is; SIDE is the side that decides next
THEN = BY + 1  # the slot in which the turn goes on when the rows are resolved
EXTRAS = THEN + 1  # opening extra moves so far: MADE, OFFERED, or both
PENDING = EXTRAS + 1  # the announced decision, or NOTHING
BUDGET = PENDING + 1  # two entries: challenges left, or UNLIMITED
SAID = BUDGET + 2  # two entries: uses announced so far, counted only if challenges are limited to them (L-9)
BEGAN = SAID + 2  # five entries a side: who began the last contest of the kind, plus 1; 0 for none
AGREED = BEGAN + 2 * KINDS  # from here on: what was agreed before the game
LINK_MODE, LINKED, LINK_TIE, LINK_FAILED = AGREED, AGREED + 1, AGREED + 2, AGREED + 3
# LINKED: one bit for each kind, first White's, then Black's
LINK_FIRST = AGREED + 4  # two entries: how many uses of the opponent's a side may challenge, 0 for all
OPPONENT_PUSH = AGREED + 6
ROWS_BETWEEN = AGREED + 7
KEEP_UNUSED = AGREED + 8
LONE_EXTRA_LOSES = AGREED + 9
EXTRA_FIRST = AGREED + 10
PUNCT_VS_GIPF = AGREED + 11
OWNER_RESERVE = AGREED + 12
LOADED_ROW_STAYS = AGREED + 13
GIPF_ROW_BREAKS = AGREED + 14
BOTH_TO_LOSE = AGREED + 15
GIPF_LOSS = AGREED + 16
COUNTING = AGREED + 17  # 1 while perft counts: results of contests are not counted as decisions
SIZE = AGREED + 18

OPENING_EXTRA, REGULAR, CLOSING_EXTRA, ROWS, ANSWER, CONTEST, END = 0, 1, 2, 3, 4, 5, 6
"""The slots of a turn; nobody ever decides in the last one."""
ONLY_GIPF_FIRST, GIPF_STAGE, LOADED_STAGE, BASIC_STAGE = 0, 1, 2, 3
"""The stages G1, G, L and B."""
MADE, OFFERED = 1, 2
NOTHING = -1
UNLIMITED = -1
OFF, CHALLENGE_MODE, MUST_WIN = 0, 1, 2
TIE_BY_MODE, TIE_USE, TIE_DENY, TIE_REPLAY = 0, 1, 2, 3
FAILED_REMOVED, FAILED_INERT, FAILED_RETRY = 0, 1, 2
CHOICE, NEUTRALISE_ONLY, CONVERT_TOKEN, SET_ASIDE = 0, 1, 2, 3

# --- Decisions as integers ------------------------------------------------------------------------

LOADS = 2 + KINDS
"""What can be pushed in: a basic piece, a GIPF-piece, or one loaded with each kind."""
PUSH_BASIC, PUSH_GIPF, PUSH_LOADED = 0, 1, 2
EXTRA = LOADS * NUMBER_OF_ENTRIES
DECLINE = EXTRA + NUMBER_OF_ENTRIES
ALLOW, CHALLENGE = DECLINE + 1, DECLINE + 2
USER_WINS, USER_LOSES, TIED = DECLINE + 3, DECLINE + 4, DECLINE + 5
USE = DECLINE + 6
PLAIN, NEUTRALISE, CONVERT = 0, 1, 2
VARIANTS = 3
REMOVE = USE + NUMBER_OF_SPOTS * NUMBER_OF_SPOTS * VARIANTS
MOST = REMOVE + NUMBER_OF_LINES * SUBSETS


# --- Pieces ---------------------------------------------------------------------------------------


@kernel("int64(int64)")
def colour_of(cell: int) -> int:
    """The side whose unit is on top of a cell that is not empty."""
    return (cell >> 3) & 1


@kernel("int64(int64)")
def basic_of(side: int) -> int:
    """A side's basic unit."""
    return BASIC_UNIT + COLOUR * side


@kernel("int64(int64)")
def load_of(cell: int) -> int:
    """Which potential a loaded piece carries, as its unit without colour; 0 for any other piece."""
    units = cell & UNITS
    if units >> UNIT_BITS == basic_of(colour_of(cell)) and units & 7 > BASIC_UNIT:
        return units & 7
    return 0


@kernel("int64(int64[::1], int64)")
def is_gipf_piece(state: State, cell: int) -> int:
    """1 for two basics of one colour, and for a stack that counts as a GIPF-piece."""
    units = cell & UNITS
    side = colour_of(cell)
    if units == basic_of(side) * 17:
        return 1
    token = (basic_of(1 - side) << UNIT_BITS) | (PUNCT + COLOUR * side)
    return int(state[PUNCT_VS_GIPF] == CONVERT_TOKEN and units == token)


@kernel("void(int64[::1])")
def refresh(state: State) -> None:
    """Derive the bit sets from the cells."""
    white = 0
    black = 0
    gipf_pieces = 0
    loaded = 0
    for spot in range(NUMBER_OF_SPOTS):
        cell = state[CELL + spot]
        if cell == 0:
            continue
        if colour_of(cell) == WHITE:
            white |= BIT[spot]
        else:
            black |= BIT[spot]
        if load_of(cell) != 0:
            loaded |= BIT[spot]
        elif is_gipf_piece(state, cell) != 0:
            gipf_pieces |= BIT[spot]
    state[PIECES] = white
    state[PIECES + 1] = black
    state[GIPF] = gipf_pieces
    state[LOADED] = loaded


# --- 5. A turn ------------------------------------------------------------------------------------


@kernel("int64(int64[::1], int64[::1])")
def decisions(state: State, out: State) -> int:
    """What the side that decides next can choose, by slot."""
    if state[RESULT] != ONGOING:
        return 0
    slot = state[SLOT]
    if slot == ROWS:
        return removals(state, out)
    if slot == REGULAR:
        return regular_moves(state, out)
    if slot == ANSWER:
        out[0] = ALLOW
        out[1] = CHALLENGE
        return 2
    if slot == CONTEST:
        if state[COUNTING] != 0:
            return 0
        out[0] = USER_WINS
        out[1] = USER_LOSES
        out[2] = TIED
        return 3
    return extra_moves(state, out)


@kernel("void(int64[::1], int64)")
def play(state: State, decision: int) -> None:
    """Play a decision and skip slots without a choice. A turn that ends the game counts as complete."""
    turn = state[TURN]
    if decision >= REMOVE:
        remove(state, (decision - REMOVE) // SUBSETS, (decision - REMOVE) % SUBSETS)
    elif decision >= USE or EXTRA <= decision < DECLINE:
        announce(state, decision)
    elif decision == DECLINE:
        decline_extra(state)
    elif decision < EXTRA:
        push_from_reserve(state, decision // NUMBER_OF_ENTRIES, decision % NUMBER_OF_ENTRIES)
        after_regular(state)
    else:
        answer(state, decision)
    go_on(state)
    if state[RESULT] != ONGOING and state[TURN] == turn:
        state[TURN] += 1


@kernel("void(int64[::1])")
def go_on(state: State) -> None:
    """Advance through the slots of this turn and the next until somebody has to decide."""
    while state[RESULT] == ONGOING and has_choice(state) == 0:
        next_slot(state)


@kernel("int64(int64[::1])")
def has_choice(state: State) -> int:
    """1 if there is something to decide in this slot."""
    slot = state[SLOT]
    if slot in (OPENING_EXTRA, CLOSING_EXTRA):
        return extra_available(state, state[BY])
    if slot == REGULAR:
        return has_regular_move(state)
    if slot == ROWS:
        return any_row(state)
    return int(slot != END)


@kernel("void(int64[::1])")
def next_slot(state: State) -> None:
    """Move on to the next slot when there is nothing (more) to decide in this one."""
    slot = state[SLOT]
    if slot == OPENING_EXTRA:
        resolved = state[ROWS_BETWEEN] != 0 and state[EXTRAS] & MADE != 0
        if state[EXTRA_FIRST] != 0 and state[EXTRAS] & OFFERED != 0 and not resolved:
            resolve(state, REGULAR)
        else:
            state[SLOT] = REGULAR
    elif slot == REGULAR:
        # Without a regular move the turn was its extra moves (T-5), or the game is lost (8.2).
        if state[EXTRAS] & MADE == 0 or state[LONE_EXTRA_LOSES] != 0:
            lose(state, state[BY])
        elif state[ROWS_BETWEEN] != 0:
            state[SLOT] = END
        else:
            resolve(state, END)
    elif slot == CLOSING_EXTRA:
        if state[ROWS_BETWEEN] != 0:
            state[SLOT] = END
        else:
            resolve(state, END)
    elif slot == ROWS:
        pass_rows_on(state)
    else:
        end_turn(state)


@kernel("void(int64[::1])")
def after_extra(state: State) -> None:
    """After an extra move; rows may be resolved before the next one (T-2)."""
    remember_offer(state)
    if state[ROWS_BETWEEN] != 0:
        resolve(state, state[SLOT])


@kernel("void(int64[::1])")
def remember_offer(state: State) -> None:
    """Record that an opening extra move was made or declined, so that rows no longer wait for it."""
    if state[SLOT] == OPENING_EXTRA:
        state[EXTRAS] |= OFFERED


@kernel("void(int64[::1])")
def after_regular(state: State) -> None:
    """After the regular move: closing extra moves come next."""
    state[SLOT] = CLOSING_EXTRA
    state[EXTRAS] = 0
    if state[ROWS_BETWEEN] != 0:
        resolve(state, CLOSING_EXTRA)


@kernel("void(int64[::1])")
def end_turn(state: State) -> None:
    """End the turn; the opponent's turn begins unless somebody has lost."""
    state[TURN] += 1
    state[SLOT] = REGULAR
    for spot in range(NUMBER_OF_SPOTS):
        state[CELL + spot] &= ~TRIED
    test_gipf_pieces(state, state[BY])
    if state[RESULT] != ONGOING:
        return
    state[BY] = 1 - state[BY]
    state[SIDE] = state[BY]
    state[THEN] = 0
    state[EXTRAS] = 0
    no_regular_move = state[EXTRA_FIRST] == 0 and has_regular_move(state) == 0
    if state[LONE_EXTRA_LOSES] != 0 and no_regular_move:
        lose(state, state[BY])
        return
    state[SLOT] = OPENING_EXTRA


@kernel("void(int64[::1], int64)")
def lose(state: State, side: int) -> None:
    """End the game: a side has lost."""
    state[RESULT] = WHITE_WINS + 1 - side


# --- 4. Pushes and the order of introduction ------------------------------------------------------


@kernel("int64(int64[::1], int64)")
def may_push(state: State, load: int) -> int:
    """1 if the player's stage, reserve and pool allow pushing in a piece of this kind."""
    side = state[BY]
    stage = state[STAGE + side]
    reserve = state[RESERVE + side]
    if load == PUSH_GIPF:
        return int(stage <= GIPF_STAGE and reserve >= 2)
    if reserve < 1 or stage == ONLY_GIPF_FIRST:
        return 0
    if load == PUSH_BASIC:
        return 1
    return int(stage <= LOADED_STAGE and state[POOL + KINDS * side + load - PUSH_LOADED] > 0)


@kernel("int64(int64[::1], int64[::1])")
def pushes(state: State, out: State) -> int:
    """Every push of every kind of piece that the player may push in now."""
    entries = open_entries(state[PIECES] | state[PIECES + 1], out)
    n = entries
    for load in range(1, LOADS):
        if may_push(state, load) != 0:
            for i in range(entries):
                out[n + i] = load * NUMBER_OF_ENTRIES + out[i]
            n += entries
    if may_push(state, PUSH_BASIC) != 0:
        return n
    for i in range(n - entries):
        out[i] = out[entries + i]
    return n - entries


@kernel("void(int64[::1], int64, int64)")
def push_from_reserve(state: State, load: int, entry: int) -> None:
    """Push a piece in; the first basic piece sends the whole pool out of the game."""
    side = state[BY]
    basic = basic_of(side)
    state[RESERVE + side] -= 1
    if load == PUSH_GIPF:
        state[RESERVE + side] -= 1
        state[STAGE + side] = GIPF_STAGE
        push_in(state, entry, basic * 17)
    elif load == PUSH_BASIC:
        state[STAGE + side] = BASIC_STAGE
        for kind in range(KINDS):
            state[OUT + KINDS * side + kind] += state[POOL + KINDS * side + kind]
            state[POOL + KINDS * side + kind] = 0
        push_in(state, entry, basic)
    else:
        kind = load - PUSH_LOADED
        state[POOL + KINDS * side + kind] -= 1
        state[STAGE + side] = LOADED_STAGE
        push_in(state, entry, (basic << UNIT_BITS) | (TAMSK + kind + COLOUR * side))


@kernel("void(int64[::1], int64, int64)")
def push_in(state: State, entry: int, piece: int) -> None:
    """A piece enters; the unbroken block before it moves on by one."""
    coming = piece
    for i in range(PATH):
        spot = ENTRY_PATH[entry * PATH + i]
        here = state[CELL + spot]
        state[CELL + spot] = arrived(state, spot, coming)
        if here == 0:
            break
        coming = here & ~DORMANT
    refresh(state)


@kernel("int64(int64[::1], int64, int64)")
def arrived(state: State, spot: int, cell: int) -> int:
    """A pushed piece on its new spot; an opponent's push to the centre may make it dormant (T-1)."""
    by_opponent = state[OPPONENT_PUSH] != 0 and colour_of(cell) != state[BY]
    return cell | DORMANT if by_opponent and spot == CENTRE and load_of(cell) == TAMSK else cell


# --- 6.1 TAMSK ------------------------------------------------------------------------------------


@kernel("int64(int64[::1], int64)")
def extra_available(state: State, side: int) -> int:
    """1 if a TAMSK-loaded piece of the side on the centre gives an extra move."""
    cell = state[CELL + CENTRE]
    usable = cell & (DORMANT | INERT | TRIED) == 0 and load_of(cell) == TAMSK
    return int(usable and colour_of(cell) == side)


@kernel("int64(int64[::1], int64[::1])")
def extra_moves(state: State, out: State) -> int:
    """Push the potential in from any dot, or decline the extra move."""
    n = open_entries(state[PIECES] | state[PIECES + 1], out)
    for i in range(n):
        out[i] += EXTRA
    out[n] = DECLINE
    return n + 1


@kernel("void(int64[::1], int64)")
def extra_move(state: State, entry: int) -> None:
    """The potential leaves its basic on the centre and is pushed in as a spent single piece."""
    unit = lift_potential(state, CENTRE)
    if state[SLOT] == OPENING_EXTRA:
        state[EXTRAS] |= MADE
    push_in(state, entry, unit)


@kernel("void(int64[::1])")
def decline_extra(state: State) -> None:
    """Decline an extra move: the potential is lost, or dormant until it leaves the centre (T-3)."""
    if state[KEEP_UNUSED] != 0:
        state[CELL + CENTRE] |= DORMANT
    else:
        out_of_the_game(state, lift_potential(state, CENTRE))
        refresh(state)
    remember_offer(state)


@kernel("int64(int64[::1], int64)")
def lift_potential(state: State, spot: int) -> int:
    """Take the potential off a loaded piece and return its unit."""
    cell = state[CELL + spot] & UNITS
    state[CELL + spot] = cell >> UNIT_BITS
    return cell & UNIT_MASK


@kernel("void(int64[::1], int64)")
def out_of_the_game(state: State, unit: int) -> None:
    """Count a potential as out of the game."""
    state[OUT + KINDS * colour_of(unit) + (unit & 7) - TAMSK] += 1


# --- 6.2 to 6.5 The other potentials --------------------------------------------------------------


@kernel("int64(int64[::1])")
def has_regular_move(state: State) -> int:
    """1 if the player whose turn it is can push or use a potential."""
    may = may_push(state, PUSH_BASIC) != 0 or may_push(state, PUSH_GIPF) != 0
    if may and any_open_line(state[PIECES] | state[PIECES + 1]) != 0:
        return 1
    return any_use(state)


@kernel("int64(int64)")
def any_open_line(occupied: int) -> int:
    """1 if some line is not full."""
    for line in range(NUMBER_OF_LINES):
        if LINE_MASK[line] & ~occupied != 0:
            return 1
    return 0


@kernel("int64(int64[::1], int64[::1])")
def regular_moves(state: State, out: State) -> int:
    """All pushes and all uses of potentials."""
    n = pushes(state, out)
    for spot in range(NUMBER_OF_SPOTS):
        if usable(state, spot) != 0:
            n = uses_of(state, spot, out, n)
    return n


@kernel("int64(int64[::1])", inline=False)
def any_use(state: State) -> int:
    """1 if a potential of the player whose turn it is has a target."""
    for spot in range(NUMBER_OF_SPOTS):
        if usable(state, spot) != 0 and goals_of(state, spot) != 0:
            return 1
    return 0


@kernel("int64(int64[::1], int64)")
def usable(state: State, spot: int) -> int:
    """1 if the piece on a spot is loaded, belongs to the player whose turn it is, and may be used."""
    cell = state[CELL + spot]
    if BIT[spot] & state[LOADED] == 0 or colour_of(cell) != state[BY]:
        return 0
    return int(cell & (INERT | TRIED) == 0)


@kernel("int64(int64[::1], int64)")
def goals_of(state: State, spot: int) -> int:
    """The spots that a potential can reach, as bits."""
    kind = load_of(state[CELL + spot])
    occupied = state[PIECES] | state[PIECES + 1]
    empty = ALL_SPOTS & ~occupied
    if kind == YINSH:
        return slides(BIT[spot], empty)
    if kind == ZERTZ:
        return jumps(BIT[spot], occupied, empty)
    goals = 0
    if kind != TAMSK:
        for direction in range(6):
            beside = STEPS[6 * spot + direction]
            if beside >= 0 and may_sit_on(state, kind, state[CELL + beside]) != 0:
                goals |= BIT[beside]
    return goals


@kernel("int64(int64[::1], int64, int64)")
def may_sit_on(state: State, kind: int, cell: int) -> int:
    """1 if a DVONN- or PÜNCT-potential beside a piece may sit on it."""
    return dvonn_may_sit_on(state, cell) if kind == DVONN else punct_may_sit_on(state, cell)


@kernel("int64(int64[::1], int64, int64[::1], int64)")
def uses_of(state: State, spot: int, out: State, n: int) -> int:
    """Append every use of the potential on a spot to the decisions in `out`; the new number of decisions."""
    goals = goals_of(state, spot)
    if goals == 0:
        return n
    kind = load_of(state[CELL + spot])
    for direction in range(6):
        goal = STEPS[6 * spot + direction]
        while goal >= 0:
            if goals & BIT[goal] != 0:
                n = uses_on(state, kind, spot, goal, out, n)
            goal = STEPS[6 * goal + direction]
    return n


@kernel("int64(int64[::1], int64, int64, int64, int64[::1], int64)")
def uses_on(state: State, kind: int, spot: int, goal: int, out: State, n: int) -> int:
    """Append the uses with one goal: a PÜNCT-potential may have a choice what it does to a GIPF-piece."""
    use = USE + (spot * NUMBER_OF_SPOTS + goal) * VARIANTS
    if kind != PUNCT or is_gipf_piece(state, state[CELL + goal]) == 0:
        out[n] = use
        return n + 1
    if state[PUNCT_VS_GIPF] != CONVERT_TOKEN:
        out[n] = use + NEUTRALISE
        n += 1
    if may_convert(state) != 0:
        out[n] = use + CONVERT
        n += 1
    return n


@kernel("int64(int64[::1])")
def may_convert(state: State) -> int:
    """1 if a GIPF-piece may be converted: by choice it costs two basics, as a token nothing."""
    if state[PUNCT_VS_GIPF] == CHOICE:
        return int(state[RESERVE + state[BY]] >= 2)
    return int(state[PUNCT_VS_GIPF] == CONVERT_TOKEN)


@kernel("int64(int64[::1], int64)")
def dvonn_may_sit_on(state: State, cell: int) -> int:
    """1 for an enemy basic piece, a DVONN-loaded piece, or a stack topped by a used DVONN-potential."""
    if cell == 0 or colour_of(cell) == state[BY]:
        return 0
    units = cell & UNITS
    return int(units == basic_of(1 - state[BY]) or units & 7 == DVONN)


@kernel("int64(int64[::1], int64)")
def punct_may_sit_on(state: State, cell: int) -> int:
    """1 for an enemy PÜNCT-loaded piece, a used PÜNCT-potential on one of ours, or a GIPF-piece."""
    if cell == 0 or colour_of(cell) == state[BY]:
        return 0
    units = cell & UNITS
    if units == basic_of(1 - state[BY]) * 17 or load_of(cell) == PUNCT:
        return 1
    return int(units & 7 == PUNCT and (units >> UNIT_BITS) & UNIT_MASK == PUNCT + COLOUR * state[BY])


@kernel("void(int64[::1], int64, int64, int64)", inline=False)
def use(state: State, spot: int, goal: int, variant: int) -> None:
    """Move a potential from its basic piece to its goal."""
    side = state[BY]
    unit = lift_potential(state, spot)
    cell = state[CELL + goal]
    if variant == CONVERT and state[PUNCT_VS_GIPF] == CHOICE:
        take_basics(state, 1 - side, 2)
        state[RESERVE + side] -= 2
        state[CELL + goal] = basic_of(side) * 17
        out_of_the_game(state, unit)
    elif variant != PLAIN and state[PUNCT_VS_GIPF] != SET_ASIDE:
        take_basics(state, 1 - side, 1)
        state[CELL + goal] = (basic_of(1 - side) << UNIT_BITS) | unit
    else:
        state[CELL + goal] = (cell & ~UNITS) | ((cell & UNITS) << UNIT_BITS) | unit
    refresh(state)
    if unit & 7 == PUNCT:
        test_gipf_pieces_now(state, side)


@kernel("void(int64[::1], int64, int64)")
def take_basics(state: State, side: int, number: int) -> None:
    """Basic pieces of a side leave the board because of a PÜNCT-potential (P-2)."""
    state[(RESERVE if state[OWNER_RESERVE] != 0 else LOST) + side] += number


# --- 7. Rows --------------------------------------------------------------------------------------


@kernel("void(int64[::1], int64)")
def resolve(state: State, then: int) -> None:
    """Start resolving rows, the mover's first; afterwards the turn continues in the slot `then`."""
    state[SLOT] = ROWS
    state[THEN] = then
    state[DONE] = 0
    state[SIDE] = state[BY]


@kernel("void(int64[::1])")
def pass_rows_on(state: State) -> None:
    """The resolving side has no row left: continue with the other side's rows, or with the turn."""
    state[SIDE] = 1 - state[SIDE]
    if any_row(state) == 0:
        state[SIDE] = state[BY]
        state[DONE] = 0
        state[SLOT] = state[THEN]
        state[THEN] = 0


@kernel("int64(int64[::1])")
def rows_wait(state: State) -> int:
    """1 if the rows of the resolving side wait for its opening extra move (T-6)."""
    side = state[SIDE]
    last = state[THEN] in (CLOSING_EXTRA, END)
    waits = state[EXTRA_FIRST] != 0 and last and side != state[BY]
    return int(waits and extra_available(state, side) != 0)


@kernel("int64(int64[::1])")
def any_row(state: State) -> int:
    """1 if the resolving side has a row to deal with."""
    if four_on_any_axis(state[PIECES + state[SIDE]]) == 0 or rows_wait(state) != 0:
        return 0
    for line in range(NUMBER_OF_LINES):
        row = row_on(state, line)
        if row != 0 and waits_on(state, line, row) != 0:
            return 1
    return 0


@kernel("int64(int64[::1], int64, int64)")
def waits_on(state: State, line: int, row: int) -> int:
    """1 if the row on a line must be taken, or may stay and its owner has not decided about it yet."""
    if (state[DONE] >> line) & 1 == 0:
        return 1
    optional = row & (state[GIPF] | state[LOADED])
    return int(optional != row or may_stand(state, line, optional) == 0)


@kernel("int64(int64[::1], int64, int64)")
def may_stand(state: State, line: int, kept: int) -> int:
    """1 if these pieces of a row may stay: they contain no four that have to be broken (7.4, 7.5)."""
    shift = LINE_SHIFT[line]
    kept &= state[PIECES + state[SIDE]]
    pairs = kept & (kept >> shift)
    run = pairs & (pairs >> (2 * shift))
    if run == 0:
        return 1
    while True:
        longer = (run | (run << shift) | (run >> shift)) & kept
        if longer == run:
            break
        run = longer
    if run & state[LOADED] != 0:
        return state[LOADED_ROW_STAYS]
    return 1 - state[GIPF_ROW_BREAKS]


@kernel("int64(int64[::1], int64[::1])")
def removals(state: State, out: State) -> int:
    """Each row with each legal choice of the pieces that may stay; taking nothing leaves the row."""
    n = 0
    for line in range(NUMBER_OF_LINES):
        row = row_on(state, line)
        if row == 0 or waits_on(state, line, row) == 0:
            continue
        optional = row & (state[GIPF] | state[LOADED])
        choice = positions_on(line, optional)
        taken = 0
        while True:
            if may_stand(state, line, optional & ~bits_on(line, taken)) != 0:
                out[n] = REMOVE + line * SUBSETS + taken
                n += 1
            taken = (taken - choice) & choice
            if taken == 0:
                break
    return n


@kernel("void(int64[::1], int64, int64)")
def remove(state: State, line: int, taken: int) -> None:
    """Remove the pieces of a row that have to go, and those that were chosen."""
    row = row_on(state, line)
    optional = row & (state[GIPF] | state[LOADED])
    gone = (row & ~optional) | bits_on(line, taken)
    for spot in range(NUMBER_OF_SPOTS):
        if gone & BIT[spot] != 0:
            take_piece(state, spot)
    refresh(state)
    if row_on(state, line) != 0:
        state[DONE] |= 1 << line
    test_gipf_pieces_now(state, state[SIDE])


@kernel("void(int64[::1], int64)")
def take_piece(state: State, spot: int) -> None:
    """Remove the top unit of a covered stack, or any other piece as a whole."""
    cell = state[CELL + spot]
    units = cell & UNITS
    whole = units >> UNIT_BITS == 0 or load_of(cell) != 0 or units == basic_of(colour_of(cell)) * 17
    if not whole:
        out_of_the_game(state, units & UNIT_MASK)
        state[CELL + spot] = (cell & ~UNITS) | (units >> UNIT_BITS)
        return
    while units != 0:
        unit = units & UNIT_MASK
        side = colour_of(unit)
        if unit & 7 != BASIC_UNIT:
            out_of_the_game(state, unit)
        elif side == state[SIDE]:
            state[RESERVE + side] += 1
        else:
            state[LOST + side] += 1
        units >>= UNIT_BITS
    state[CELL + spot] = 0


# --- 8. End of the game ---------------------------------------------------------------------------


@kernel("void(int64[::1], int64)")
def test_gipf_pieces(state: State, actor: int) -> None:
    """A side without GIPF-pieces has lost; if neither side has one, the side that acted wins."""
    if without_gipf_piece(state, 1 - actor) != 0:
        lose(state, 1 - actor)
    elif without_gipf_piece(state, actor) != 0:
        lose(state, actor)


@kernel("void(int64[::1], int64)")
def test_gipf_pieces_now(state: State, actor: int) -> None:
    """The test in the middle of a turn; with `ultimate_loss: both` there is only one at its end (E-2)."""
    if state[BOTH_TO_LOSE] == 0:
        test_gipf_pieces(state, actor)


@kernel("int64(int64[::1], int64)")
def without_gipf_piece(state: State, side: int) -> int:
    """1 if a side has lost because it has no GIPF-piece."""
    if state[GIPF_LOSS] == 0 or state[STAGE + side] == ONLY_GIPF_FIRST:
        return 0
    if state[GIPF] & state[PIECES + side] != 0:
        return 0
    return int(state[BOTH_TO_LOSE] == 0 or state[RESERVE + side] == 0)


# --- 9. Links -------------------------------------------------------------------------------------


@kernel("int64(int64[::1], int64)")
def kind_of(state: State, decision: int) -> int:
    """The kind of potential that a use or an extra move needs, counted from TAMSK."""
    if decision < DECLINE:
        return 0
    spot = (decision - USE) // VARIANTS // NUMBER_OF_SPOTS
    return load_of(state[CELL + spot]) - TAMSK


@kernel("int64(int64[::1], int64, int64)")
def is_linked(state: State, side: int, kind: int) -> int:
    """1 if a side's potentials of a kind are linked."""
    return (state[LINKED] >> (KINDS * side + kind)) & 1


@kernel("void(int64[::1], int64)")
def announce(state: State, decision: int) -> None:
    """Announce a use or an extra move: it is played at once, can be challenged, or must be won first."""
    user = state[BY]
    if state[LINK_MODE] == OFF or is_linked(state, user, kind_of(state, decision)) == 0:
        carry_out(state, decision)
        return
    state[SAID + user] += int(state[LINK_FIRST + 1 - user] != 0)
    if state[LINK_MODE] == MUST_WIN:
        state[PENDING] = decision * 3 + state[SLOT]
        state[SLOT] = CONTEST
    elif may_challenge(state, 1 - user) != 0:
        state[PENDING] = decision * 3 + state[SLOT]
        state[SLOT] = ANSWER
        state[SIDE] = 1 - user
    else:
        carry_out(state, decision)


@kernel("int64(int64[::1], int64)")
def may_challenge(state: State, side: int) -> int:
    """1 if a side can challenge the use that was just announced."""
    if state[BUDGET + side] == 0:
        return 0
    first = state[LINK_FIRST + side]
    return int(first == 0 or state[SAID + 1 - side] <= first)


@kernel("void(int64[::1], int64)")
def answer(state: State, decision: int) -> None:
    """Process an answer to the announced move, or the result of its contest."""
    if decision == CHALLENGE:
        if state[BUDGET + state[SIDE]] != UNLIMITED:
            state[BUDGET + state[SIDE]] -= 1
        state[SLOT] = CONTEST
        state[SIDE] = state[BY]
        return
    if decision == TIED and state[LINK_TIE] == TIE_REPLAY:
        return
    announced = state[PENDING] // 3
    state[SLOT] = state[PENDING] % 3
    state[PENDING] = NOTHING
    state[SIDE] = state[BY]
    tie = decision == TIED and tie_lets_through(state) != 0
    if tie or decision in (ALLOW, USER_WINS):
        carry_out(state, announced)
    else:
        deny(state, announced)


@kernel("int64(int64[::1])")
def tie_lets_through(state: State) -> int:
    """1 if a tied contest allows the use (L-6)."""
    if state[LINK_TIE] == TIE_BY_MODE:
        return int(state[LINK_MODE] == CHALLENGE_MODE)
    return int(state[LINK_TIE] == TIE_USE)


@kernel("void(int64[::1], int64)", inline=False)
def carry_out(state: State, decision: int) -> None:
    """Play a use or an extra move."""
    if decision < DECLINE:
        extra_move(state, decision - EXTRA)
        after_extra(state)
        return
    variant = (decision - USE) % VARIANTS
    spots = (decision - USE) // VARIANTS
    use(state, spots // NUMBER_OF_SPOTS, spots % NUMBER_OF_SPOTS, variant)
    after_regular(state)


@kernel("void(int64[::1], int64)")
def deny(state: State, decision: int) -> None:
    """Deny a use: the potential is removed or disabled (L-5), and a regular move must still be made."""
    extra = decision < DECLINE
    spot = CENTRE if extra else (decision - USE) // VARIANTS // NUMBER_OF_SPOTS
    if state[LINK_FAILED] == FAILED_REMOVED:
        out_of_the_game(state, lift_potential(state, spot))
        refresh(state)
    elif state[LINK_FAILED] == FAILED_INERT:
        state[CELL + spot] |= INERT
    else:
        state[CELL + spot] |= TRIED
    if extra:
        remember_offer(state)
    elif has_regular_move(state) == 0:
        lose(state, state[BY])


RULES = Rules(
    title="GIPF with potentials",
    size=SIZE,
    most=MOST,
    longest_turn=120,
    decisions=decisions,
    play=play,
    momentary=(SIDE, SLOT, DONE, BY, THEN, EXTRAS, PENDING),
)


# --- Symmetries -----------------------------------------------------------------------------------


def transformed(state: State, symmetry: Permutation) -> State:
    """The state with every spot taken where a symmetry of the board takes it."""
    image = gipf.transformed(state, symmetry)
    for spot in range(NUMBER_OF_SPOTS):
        image[CELL + symmetry[spot]] = state[CELL + spot]
    refresh(image)
    if state[PENDING] != NOTHING:
        decision, slot = divmod(state[PENDING], 3)
        image[PENDING] = 3 * transformed_use(image, decision, symmetry) + slot
    return image


def transformed_use(image: State, decision: int, symmetry: Permutation) -> int:
    """What an announced use or extra move is in the image of its state."""
    if decision < DECLINE:
        return EXTRA + transformed_entry(image, decision - EXTRA, symmetry)
    spots, variant = divmod(decision - USE, VARIANTS)
    spot, goal = divmod(spots, NUMBER_OF_SPOTS)
    return USE + (symmetry[spot] * NUMBER_OF_SPOTS + symmetry[goal]) * VARIANTS + variant


def transformed_entry(image: State, entry: int, symmetry: Permutation) -> int:
    """The entry to which a symmetry takes one; if its first spot is empty, the entry that stands for all."""
    move = ENTRIES[entry]
    first, spots = symmetry[move.spot], {symmetry[spot] for spot in LINES[move.line]}
    empty = not (image[PIECES] | image[PIECES + 1]) & BIT[first]
    return next(
        number
        for number, other in enumerate(ENTRIES)
        if other.spot == first and (empty or spots == {*LINES[other.line]})
    )


def swapped(state: State) -> State:
    """The same position with the sides exchanged."""
    image = [*state]
    image[SIDE], image[BY] = 1 - state[SIDE], 1 - state[BY]
    for i in (PIECES, RESERVE, LOST, OPENING, BUDGET, SAID, LINK_FIRST):
        image[i : i + 2] = state[i + 1], state[i]
    for i in (POOL, OUT, BEGAN):
        image[i : i + 2 * KINDS] = [*state[i + KINDS : i + 2 * KINDS], *state[i : i + KINDS]]
    for i in range(BEGAN, BEGAN + 2 * KINDS):
        image[i] = 3 - image[i] if image[i] else 0
    black, white = divmod(state[LINKED], 1 << KINDS)
    image[LINKED] = white << KINDS | black
    for spot in range(NUMBER_OF_SPOTS):
        image[CELL + spot] = swapped_cell(state[CELL + spot])
    refresh(image)
    return image


def swapped_cell(cell: int) -> int:
    """A stack with the colours of its units exchanged."""
    image, place = cell, 0
    while (cell & UNITS) >> place:
        image ^= COLOUR << place
        place += UNIT_BITS
    return image
