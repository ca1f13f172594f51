"""How good a position of PÜNCT is: mostly, how many spaces each side still needs to connect two sides.

A space of one's own costs no step, a vacant one a step, an enemy's two, for it has to be covered
by a piece that climbs. A piece covers three spaces, so whoever needs three steps or fewer threatens to win.
Beside that count the second best pair of sides, pieces that can still move, high spaces, which are hard to
cover, and the central hexagon, which decides the standard game when the pieces run out.

Sets of spaces are 17 columns of bits; a column has three fields, one for each pair of opposite sides, so that
one flood walks from the first side of all three pairs at the same time.
"""

from gipfel.board import OFF
from gipfel.games.punct.rules import (
    BELOW,
    HAND,
    LEVEL,
    MOVE,
    OWNER,
    PLACED,
    SLOTS,
    STANDARD,
    TOP,
    VERSION,
    central_lead,
    centre_is_closed,
    is_free,
)
from gipfel.games.punct.tables import (
    BOARD,
    CENTRAL,
    CENTRAL_SPACES,
    DOTS,
    FIRST_OF_PAIRS,
    NUMBER_OF_SPACES,
    NUMBER_OF_TYPES,
    RADIUS,
    SIDE_BIT,
    SIDE_OF,
    STEPS,
)
from gipfel.kernel.evaluation import weighted
from gipfel.kernel.guide import MAY_WIN, GuidedEvaluation
from gipfel.kernel.link import kernel
from gipfel.kernel.state import BLACK, SIDE, WHITE, State

FEATURES: dict[str, int] = {
    "steps": 150,
    "steps of the second pair": 30,
    "safe steps": 150,
    "safe steps of the second pair": 30,
    "connection at hand": 3000,
    "threat to connect": 300,
    "free pieces": 80,
    "high pieces": 20,
    "central spaces": 20,
    "central spaces at the end": 200,
    "pieces in hand": 0,
    "to move": 250,
}
WEIGHTS: list[int] = list(FEATURES.values())
(
    STEPS_LEAD,
    SECOND_LEAD,
    SAFE_LEAD,
    SAFE_SECOND_LEAD,
    AT_HAND,
    THREAT,
    FREE,
    HIGH,
    CENTRE,
    LATE_CENTRE,
    IN_HAND,
    TO_MOVE,
) = range(len(FEATURES))

# --- Sets of spaces -------------------------------------------------------------------------------

WIDTH = 2 * RADIUS + 1
FIELD = 20
"""So many bits has a field; those above the 17 rows are always empty."""
ALL_FIELDS = 1 | 1 << FIELD | 1 << 2 * FIELD

COLUMN: list[int] = [q + RADIUS + 1 for q, _ in BOARD.cells]
"""The column of each space, from 1: an empty one stands on both sides."""
BITS: list[int] = [ALL_FIELDS << (r + RADIUS) for _, r in BOARD.cells]
"""The bits of each space in its column, one in each field."""
COLUMNS = WIDTH + 2


def _side_columns(end: int) -> list[int]:
    """The spaces of the first or second side of each pair, each in its own field."""
    columns = [0] * COLUMNS
    for space, side in enumerate(SIDE_OF):
        if side != OFF and side % 2 == end:
            columns[COLUMN[space]] |= 1 << (side // 2 * FIELD) << (BOARD.cells[space][1] + RADIUS)
    return columns


NEAR_SIDES: list[int] = _side_columns(0)
FAR_SIDES: list[int] = _side_columns(1)
BOARD_COLUMNS: list[int] = [
    sum(BITS[space] for space in range(NUMBER_OF_SPACES) if COLUMN[space] == column)
    for column in range(COLUMNS)
]

CENTRAL_COLUMNS: list[int] = [
    sum(BITS[space] for space in CENTRAL_SPACES if COLUMN[space] == column) for column in range(COLUMNS)
]

SCRATCH = 16
"""The features come first, then sets of spaces."""
SHOWN = SCRATCH  # White's visible spaces, then Black's
VACANT = SHOWN + 2 * COLUMNS  # where a piece can be added
HARD = VACANT + COLUMNS  # what costs two steps: White, then Black
REACHED = HARD + 2 * COLUMNS
BESIDE = REACHED + COLUMNS  # what is next to the reached spaces
WAS_BESIDE = BESIDE + COLUMNS  # the same a step before
ROOM = WAS_BESIDE + COLUMNS
"""So many integers of room the evaluation needs."""


@kernel("void(int64[::1], int64[::1])")
def read_board(state: State, room: State) -> None:
    """Write the visible spaces of both sides, the vacant ones and the hard ones as sets."""
    for i in range(2 * COLUMNS):
        room[SHOWN + i] = 0
    for space in range(NUMBER_OF_SPACES):
        top = state[TOP + space]
        if top != 0:
            room[SHOWN + COLUMNS * OWNER[top] + COLUMN[space]] |= BITS[space]
    closed = -centre_is_closed(state)
    for i in range(COLUMNS):
        free = BOARD_COLUMNS[i] & ~(room[SHOWN + i] | room[SHOWN + COLUMNS + i])
        room[REACHED + i] = free & ~(CENTRAL_COLUMNS[i] & closed)
    find_room(room)
    for i in range(COLUMNS):
        white = room[SHOWN + i]
        black = room[SHOWN + COLUMNS + i]
        only_by_moves = BOARD_COLUMNS[i] & ~(white | black | room[VACANT + i])
        room[HARD + i] = black | only_by_moves
        room[HARD + COLUMNS + i] = white | only_by_moves


@kernel("void(int64[::1])")
def find_room(room: State) -> None:
    """Of the reached spaces, those where three hang together: a smaller hole is too narrow for a piece."""
    for i in range(1, WIDTH + 1):
        room[BESIDE + i] = twice_beside(room, i) & room[REACHED + i]
        room[WAS_BESIDE + i] = room[REACHED + i]
    for i in range(1, WIDTH + 1):
        room[REACHED + i] = room[BESIDE + i]
    for i in range(1, WIDTH + 1):
        room[VACANT + i] = room[REACHED + i] | (beside(room, i) & room[WAS_BESIDE + i])


@kernel("int64(int64[::1], int64)")
def beside(room: State, i: int) -> int:
    """What is next to the reached spaces, in column `i`; bits that are no spaces may be among it."""
    here = room[REACHED + i]
    left = room[REACHED + i - 1]
    right = room[REACHED + i + 1]
    return (here << 1) | (here >> 1) | left | (left >> 1) | right | (right << 1)


@kernel("int64(int64[::1], int64)")
def twice_beside(room: State, i: int) -> int:
    """What is next to two reached spaces or more, in column `i`."""
    here = room[REACHED + i]
    left = room[REACHED + i - 1]
    right = room[REACHED + i + 1]
    once = here << 1
    twice = once & (here >> 1)
    once |= here >> 1
    twice |= once & left
    once |= left
    twice |= once & (left >> 1)
    once |= left >> 1
    twice |= once & right
    once |= right
    return twice | (once & (right << 1))


# --- Steps to a connection ------------------------------------------------------------------------

FARTHEST = 24
"""More steps are not counted."""
TURN = 3
"""A piece covers three spaces: so many steps can be one turn."""
FIELD_ONES = (1 << FIELD) - 1
ALL_PAIRS = 0b111
FEW = 4
"""With so few pieces in hand the end is near."""


@kernel("int64(int64[::1], int64, int64)")
def steps(room: State, side: int, safe: int) -> int:
    """How many steps a side needs to connect each pair, one byte a pair; of the longest way only a bound.

    Safe steps lead only to spaces with two ways to them, so that one block does not stop them.
    """
    own = SHOWN + COLUMNS * side
    begin(room, own)
    found = 0
    missing = ALL_PAIRS
    for step in range(FARTHEST):
        there = arrived(room)
        for pair in range(3):
            if (missing >> pair) & 1 != 0 and (there >> (FIELD * pair)) & FIELD_ONES != 0:
                found |= step << (8 * pair)
                missing ^= 1 << pair
        if missing & (missing - 1) == 0:
            break
        widen(room, HARD + COLUMNS * side, safe)
        follow(room, own)
    for pair in range(3):
        if (missing >> pair) & 1 != 0:
            found |= FARTHEST << (8 * pair)
    return found


@kernel("void(int64[::1], int64)")
def begin(room: State, own: int) -> None:
    """Reach what costs no step."""
    for i in range(COLUMNS):
        room[BESIDE + i] = 0
        room[REACHED + i] = NEAR_SIDES[i] & room[own + i]
    follow(room, own)


@kernel("int64(int64[::1])")
def arrived(room: State) -> int:
    """The spaces of the far sides that have been reached, all columns in one."""
    there = 0
    for i in range(1, WIDTH + 1):
        there |= room[REACHED + i] & FAR_SIDES[i]
    return there


@kernel("void(int64[::1], int64, int64)")
def widen(room: State, hard: int, safe: int) -> None:
    """Reach what is a step further: vacant spaces, and hard ones that were beside a step before."""
    for i in range(1, WIDTH + 1):
        room[WAS_BESIDE + i] = room[BESIDE + i]
        room[BESIDE + i] = NEAR_SIDES[i] | (twice_beside(room, i) if safe != 0 else beside(room, i))
    for i in range(1, WIDTH + 1):
        room[REACHED + i] |= (room[BESIDE + i] & room[VACANT + i]) | (room[WAS_BESIDE + i] & room[hard + i])


@kernel("void(int64[::1], int64)")
def follow(room: State, own: int) -> None:
    """Reach all own spaces that hang together with reached ones, in sweeps to and fro."""
    while touches(room, own) != 0:
        sweep(room, own, 0, 1)
        sweep(room, own, WIDTH + 1, -1)


@kernel("int64(int64[::1], int64)")
def touches(room: State, own: int) -> int:
    """Is there an own space to reach? Asking that is much faster than a sweep that finds nothing."""
    found = 0
    for i in range(1, WIDTH + 1):
        found |= beside(room, i) & room[own + i] & ~room[REACHED + i]
    return found


@kernel("void(int64[::1], int64, int64, int64)")
def sweep(room: State, own: int, start: int, way: int) -> None:
    """Reach own spaces column after column."""
    i = start
    for _ in range(WIDTH):
        i += way
        within = room[own + i] & ~room[REACHED + i]
        more = beside(room, i) & within
        new = more
        while new != 0:
            new = ((new << 1) | (new >> 1)) & within & ~more
            more |= new
        room[REACHED + i] |= more


@kernel("int64(int64[::1], int64)")
def can_connect(room: State, side: int) -> int:
    """1 if three vacant spaces in a row, or fewer, would connect a side: some piece has that shape."""
    own = SHOWN + COLUMNS * side
    for i in range(COLUMNS):
        room[REACHED + i] = FAR_SIDES[i] & room[own + i]
    follow(room, own)
    for i in range(1, WIDTH + 1):
        room[WAS_BESIDE + i] = (FAR_SIDES[i] | beside(room, i)) & room[VACANT + i]
    begin(room, own)
    for i in range(1, WIDTH + 1):
        room[BESIDE + i] = (NEAR_SIDES[i] | beside(room, i)) & room[VACANT + i]
    for i in range(COLUMNS):
        room[REACHED + i] = room[BESIDE + i]
    for _ in range(TURN - 1):
        for i in range(1, WIDTH + 1):
            room[BESIDE + i] |= beside(room, i) & room[VACANT + i]
        for i in range(1, WIDTH + 1):
            room[REACHED + i] = room[BESIDE + i]
    met = 0
    for i in range(1, WIDTH + 1):
        met |= room[REACHED + i] & room[WAS_BESIDE + i]
    return int(met != 0)


# --- Features -------------------------------------------------------------------------------------


@kernel("void(int64[::1], int64[::1])")
def measure(state: State, values: State) -> None:
    """What White has more than Black of each feature; `values` has room for sets of spaces behind them."""
    read_board(state, values)
    white = steps(values, WHITE, 0)
    black = steps(values, BLACK, 0)
    values[STEPS_LEAD] = fewest(black) - fewest(white)
    values[SECOND_LEAD] = second(black) - second(white)
    measure_threats(state, values, fewest(white), fewest(black))
    white = steps(values, WHITE, 1)
    black = steps(values, BLACK, 1)
    values[SAFE_LEAD] = fewest(black) - fewest(white)
    values[SAFE_SECOND_LEAD] = second(black) - second(white)
    values[TO_MOVE] = 1 - 2 * state[SIDE]
    measure_pieces(state, values)
    measure_centre(state, values)


@kernel("void(int64[::1], int64[::1], int64, int64)")
def measure_threats(state: State, values: State, white: int, black: int) -> None:
    """Who could connect by adding a piece: the side to act will, the other one threatens to."""
    by_white = can_connect(values, WHITE) if white <= TURN else 0
    by_black = can_connect(values, BLACK) if black <= TURN else 0
    values[AT_HAND] = by_white if state[SIDE] == WHITE else -by_black
    values[THREAT] = by_white if state[SIDE] == BLACK else -by_black


@kernel("int64(int64)")
def fewest(pairs: int) -> int:
    """The steps of the pair that needs the fewest."""
    return min(pairs & 255, (pairs >> 8) & 255, pairs >> 16)


@kernel("int64(int64)")
def second(pairs: int) -> int:
    """The steps of the pair that needs the second fewest."""
    one = pairs & 255
    two = (pairs >> 8) & 255
    three = pairs >> 16
    return one + two + three - min(one, two, three) - max(one, two, three)


@kernel("void(int64[::1], int64[::1])")
def measure_pieces(state: State, values: State) -> None:
    """Who has more pieces that can move, more visible dots above the board, more in hand."""
    free = 0
    high = 0
    in_hand = 0
    for slot in range(1, SLOTS):
        sign = 1 - 2 * OWNER[slot]
        level = state[LEVEL + slot]
        if level == 0:
            in_hand += sign
        elif is_free(state, slot) != 0:
            free += sign
            high += sign * (level - 1)
    values[FREE] = free
    values[HIGH] = high
    values[IN_HAND] = in_hand


@kernel("void(int64[::1], int64[::1])")
def measure_centre(state: State, values: State) -> None:
    """The lead in the central hexagon, where it counts; more so when one side has few pieces left."""
    values[CENTRE] = 0
    values[LATE_CENTRE] = 0
    if state[VERSION] == STANDARD:
        lead = central_lead(state)
        values[CENTRE] = lead
        if min(in_hand(state, WHITE), in_hand(state, BLACK)) <= FEW:
            values[LATE_CENTRE] = lead


@kernel("int64(int64[::1], int64)")
def in_hand(state: State, side: int) -> int:
    """How many pieces a side can still add."""
    pieces = 0
    for type_ in range(NUMBER_OF_TYPES):
        pieces += state[HAND + NUMBER_OF_TYPES * side + type_]
    return pieces


@kernel("int64(int64[::1], int64[::1])")
def evaluate(state: State, room: State) -> int:
    """How good an unfinished position is for White."""
    measure(state, room)
    return weighted(room, WEIGHTS)


# --- Which decisions are worth a closer look ------------------------------------------------------

COST = ROOM  # what each space costs the side that is looked at
THERE = COST + NUMBER_OF_SPACES  # steps from one side of a pair to each space
BACK = THERE + NUMBER_OF_SPACES  # and from the opposite side
WAITING = BACK + NUMBER_OF_SPACES  # 1 for spaces in the queue
LINE_UP = WAITING + NUMBER_OF_SPACES  # the queue, a ring
GAIN = LINE_UP + NUMBER_OF_SPACES  # what it is worth to cover each space
LOSS = GAIN + NUMBER_OF_SPACES  # what it costs to uncover each space
TOUCHES = LOSS + NUMBER_OF_SPACES  # the sides of the board that each space would be joined to
DETOUR = 3
"""Ways that are so much longer than the shortest do not count."""
NEEDED: list[int] = [round(160 * 0.8**steps) for steps in range(3 * FARTHEST)]
"""How much a space matters that lies on the shortest way of so many steps."""
HINTS_FROM = 100
"""Hints are positive unless a piece leaves an important place."""
SIDE_NUMBER: list[int] = list(SIDE_OF)


@kernel("void(int64[::1], int64[::1])")
def survey(state: State, room: State) -> None:
    """What each space is worth to the side to act: for its own ways and against the opponent's."""
    for space in range(NUMBER_OF_SPACES):
        room[GAIN + space] = 0
        room[LOSS + space] = 0
    note_groups(state, room)
    for side in range(2):
        weigh_spaces(state, room, side)
        for pair in range(3):
            spread(room, THERE, 2 * pair)
            spread(room, BACK, 2 * pair + 1)
            value_ways(state, room, side)


@kernel("void(int64[::1], int64[::1])")
def note_groups(state: State, room: State) -> None:
    """Which sides of the board each space would be joined to if the side to act covered it."""
    for space in range(NUMBER_OF_SPACES):
        room[TOUCHES + space] = SIDE_BIT[space]
        room[WAITING + space] = 0
    for space in range(NUMBER_OF_SPACES):
        if room[WAITING + space] == 0 and OWNER[state[TOP + space]] == state[SIDE]:
            note_group(state, room, space)


@kernel("void(int64[::1], int64[::1], int64)")
def note_group(state: State, room: State, start: int) -> None:
    """Tell all spaces beside a group of visible spaces which sides it touches."""
    size = 1
    sides = 0
    room[LINE_UP] = start
    room[WAITING + start] = 1
    i = 0
    while i < size:
        space = room[LINE_UP + i]
        sides |= SIDE_BIT[space]
        for direction in range(6):
            other = STEPS[6 * space + direction]
            if other != OFF and room[WAITING + other] == 0 and OWNER[state[TOP + other]] == state[SIDE]:
                room[WAITING + other] = 1
                room[LINE_UP + size] = other
                size += 1
        i += 1
    if sides != 0:
        for j in range(size):
            space = room[LINE_UP + j]
            room[TOUCHES + space] |= sides
            for direction in range(6):
                other = STEPS[6 * space + direction]
                if other != OFF:
                    room[TOUCHES + other] |= sides


@kernel("void(int64[::1], int64[::1], int64)")
def weigh_spaces(state: State, room: State, side: int) -> None:
    """How many steps each space costs a side."""
    closed = centre_is_closed(state)
    for space in range(NUMBER_OF_SPACES):
        top = state[TOP + space]
        if top == 0:
            room[COST + space] = 1 + CENTRAL[space] * closed
        else:
            room[COST + space] = 2 * int(OWNER[top] != side)


@kernel("void(int64[::1], int64, int64)")
def spread(room: State, steps_to: int, start: int) -> None:
    """The steps from a side of the board to each space, that space included."""
    head = 0
    waiting = 0
    for space in range(NUMBER_OF_SPACES):
        room[steps_to + space] = 3 * FARTHEST
        room[WAITING + space] = 0
        if SIDE_NUMBER[space] == start:
            room[steps_to + space] = room[COST + space]
            room[LINE_UP + waiting] = space
            room[WAITING + space] = 1
            waiting += 1
    while waiting > 0:
        space = room[LINE_UP + head]
        head = (head + 1) % NUMBER_OF_SPACES
        waiting -= 1
        room[WAITING + space] = 0
        for direction in range(6):
            other = STEPS[6 * space + direction]
            if other == OFF:
                continue
            there = room[steps_to + space] + room[COST + other]
            if there < room[steps_to + other]:
                room[steps_to + other] = there
                if room[WAITING + other] == 0:
                    room[WAITING + other] = 1
                    room[LINE_UP + (head + waiting) % NUMBER_OF_SPACES] = other
                    waiting += 1


@kernel("void(int64[::1], int64[::1], int64)")
def value_ways(state: State, room: State, side: int) -> None:
    """Add what the spaces are worth that lie on short ways of a side between one pair."""
    shortest = 3 * FARTHEST
    for space in range(NUMBER_OF_SPACES):
        shortest = min(shortest, way_through(room, space))
    for space in range(NUMBER_OF_SPACES):
        detour = way_through(room, space) - shortest
        if detour < DETOUR:
            worth = NEEDED[shortest] >> (2 * detour)
            if room[COST + space] != 0 or side != state[SIDE]:
                room[GAIN + space] += worth
            else:
                room[LOSS + space] += worth


@kernel("int64(int64[::1], int64)")
def way_through(room: State, space: int) -> int:
    """The steps of the shortest way from side to side through a space."""
    return room[THERE + space] + room[BACK + space] - room[COST + space]


@kernel("int64(int64[::1], int64[::1], int64)")
def hint(state: State, room: State, decision: int) -> int:
    """How good a decision looks: what it covers, without what it uncovers."""
    worth = 0
    if decision >= MOVE:
        slot = state[TOP + decision // MOVE - 1]
        dots = 3 * state[PLACED + slot]
        for i in range(3):
            if OWNER[state[BELOW + 3 * slot + i]] != OWNER[slot]:
                worth -= room[LOSS + DOTS[dots + i]]
    dots = 3 * (decision % MOVE)
    joined = 0
    for i in range(3):
        worth += room[GAIN + DOTS[dots + i]]
        joined |= room[TOUCHES + DOTS[dots + i]]
    # A moved piece may take away what it seems to join: whoever asks has to look.
    return max(HINTS_FROM + worth, 0) + MAY_WIN * int(joined & (joined >> 1) & FIRST_OF_PAIRS != 0)


EVALUATION = GuidedEvaluation(
    features=FEATURES,
    measure=measure,
    evaluate=evaluate,
    unit=("step", "steps"),
    worth=FEATURES["steps"],
    survey=survey,
    hint=hint,
)
