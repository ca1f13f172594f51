"""How good a position of PÜNCT is: mostly, how many steps each side still needs to connect two sides.

A piece covers three spaces in a row, so three steps are a turn; what is left of a piece that meets own ones
is lost. A piece that climbs from an own space can cover two enemy ones beside it that lie as high. Any other
enemy space costs a whole turn. Whoever needs three steps or fewer threatens to win.

Sets of spaces are 17 columns of bits; a column has three fields, one for each pair of opposite sides, so that
one flood walks from the first side of all three pairs at the same time.
"""

from gipfel.board import OFF
from gipfel.board.bits import count
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
    is_legal,
)
from gipfel.games.punct.tables import (
    ANGULAR,
    BOARD,
    CENTRAL,
    DOTS,
    FIRST_OF_PAIRS,
    MOST_MOBILE,
    NUMBER_OF_SPACES,
    NUMBER_OF_TYPES,
    PER_SPACE,
    RADIUS,
    SIDE_BIT,
    SIDE_OF,
    STEPS,
    STRAIGHT,
    TRIANGLE,
)
from gipfel.kernel.evaluation import weighted
from gipfel.kernel.hints import MAY_WIN, SAME, HintedEvaluation
from gipfel.kernel.link import kernel
from gipfel.kernel.state import BLACK, SIDE, WHITE, State

FEATURES: dict[str, int] = {
    "steps": 210,
    "connection at hand": 800,
    "threat to connect": 300,
    "spaces that can be covered": 0,
    "free pieces": 100,
    "high pieces": 0,
    "central spaces": 250,
    "central spaces at the end": 250,
    "pieces in hand": -240,
    "to move": 380,
}
WEIGHTS: list[int] = list(FEATURES.values())
(
    STEPS_LEAD,
    AT_HAND,
    THREAT,
    EXPOSED,
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
"""The number of bits of a field; those above the 17 rows are always empty."""
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

SCRATCH = 16
"""The features come first, then sets of spaces."""
LEVELS = 3
"""Higher pieces are like those of the third level."""
SHOWN = SCRATCH  # White's visible spaces, then Black's
VACANT = SHOWN + 2 * COLUMNS
COVERABLE = VACANT + COLUMNS  # enemy spaces that White can cover at once, then Black
ON_LEVEL = COVERABLE + 2 * COLUMNS  # White's visible spaces on each level, then Black's
ROOM = ON_LEVEL + 2 * LEVELS * COLUMNS
"""The number of integers that the evaluation needs."""
# What is visible on each level is soon known; then there is room for the paths.
REACHED = ON_LEVEL
BESIDE = REACHED + COLUMNS  # vacant spaces next to the reached ones
CLIMBED = BESIDE + COLUMNS  # enemy spaces that the piece of this turn may cover
CLIMBED_ON = CLIMBED + COLUMNS  # those of them that are in COVERABLE
GOAL = CLIMBED_ON + COLUMNS


@kernel("void(int64[::1], int64[::1])")
def read_board(state: State, room: State) -> None:
    """Write the visible spaces of the board as sets."""
    read_levels(state, room)
    for i in range(1, WIDTH + 1):
        room[COVERABLE + i] = coverable(room, WHITE, i)
        room[COVERABLE + COLUMNS + i] = coverable(room, BLACK, i)
    for i in range(COLUMNS):
        room[SHOWN + i] = visible(room, WHITE, i)
        room[SHOWN + COLUMNS + i] = visible(room, BLACK, i)
    find_room(room)


@kernel("void(int64[::1], int64[::1])")
def read_levels(state: State, room: State) -> None:
    """Write the visible spaces of both sides on each level."""
    for i in range(2 * LEVELS * COLUMNS):
        room[ON_LEVEL + i] = 0
    for space in range(NUMBER_OF_SPACES):
        top = state[TOP + space]
        if top != 0:
            kind = LEVELS * OWNER[top] + min(state[LEVEL + top], LEVELS) - 1
            room[ON_LEVEL + COLUMNS * kind + COLUMN[space]] |= BITS[space]


@kernel("int64(int64[::1], int64, int64)")
def visible(room: State, side: int, i: int) -> int:
    """A side's visible spaces of all levels in column `i`."""
    at = ON_LEVEL + LEVELS * COLUMNS * side + i
    return room[at] | room[at + COLUMNS] | room[at + 2 * COLUMNS]


@kernel("int64(int64[::1], int64, int64)")
def coverable(room: State, side: int, i: int) -> int:
    """The enemy spaces in column `i` beside spaces of a side that lie as high."""
    at = ON_LEVEL + LEVELS * COLUMNS * side + i
    enemy = ON_LEVEL + LEVELS * COLUMNS * (1 - side) + i
    found = 0
    for level in range(LEVELS):
        found |= beside(room, at + COLUMNS * level) & room[enemy + COLUMNS * level]
    return found


@kernel("void(int64[::1])")
def find_room(room: State) -> None:
    """The vacant spaces of which three hang together: a smaller hole is too narrow for a piece."""
    for i in range(COLUMNS):
        room[REACHED + i] = BOARD_COLUMNS[i] & ~(room[SHOWN + i] | room[SHOWN + COLUMNS + i])
        room[BESIDE + i] = 0
    for i in range(1, WIDTH + 1):
        room[BESIDE + i] = twice_beside(room, REACHED + i) & room[REACHED + i]
    for i in range(1, WIDTH + 1):
        room[VACANT + i] = room[BESIDE + i] | (beside(room, BESIDE + i) & room[REACHED + i])


@kernel("int64(int64[::1], int64)")
def beside(room: State, at: int) -> int:
    """What is next to the spaces of a set, in the column `at`; bits that are no spaces may be among it."""
    here = room[at]
    left = room[at - 1]
    right = room[at + 1]
    return (here << 1) | (here >> 1) | left | (left >> 1) | right | (right << 1)


@kernel("int64(int64[::1], int64)")
def twice_beside(room: State, at: int) -> int:
    """What is next to two spaces of a set or more, in the column `at`."""
    here = room[at]
    left = room[at - 1]
    right = room[at + 1]
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

TURN = 3
"""A piece covers three spaces, so this number of steps is one turn."""
MOST_TURNS = 8
FARTHEST = TURN * MOST_TURNS + 1
"""More steps are not counted."""
FIELD_ONES = (1 << FIELD) - 1
FEW = 4
"""With so few pieces in hand the end is near."""
ENOUGH = 12
"""In the basic version the last piece makes a draw: with fewer pieces in hand a lead is worth less."""


@kernel("int64(int64[::1], int64)")
def steps(room: State, side: int) -> int:
    """How many steps a side needs to connect the pair that needs the fewest."""
    own = SHOWN + COLUMNS * side
    set_goals(room, own)
    start_from(room, own, NEAR_SIDES)
    for turn in range(MOST_TURNS):
        set_climbed(room, side)
        for step in range(1, TURN):
            if widen(room) != 0:
                return TURN * turn + step
        if reach_climbed(room) | widen(room) != 0:
            return TURN * (turn + 1)
        follow(room, own)
    return FARTHEST


@kernel("void(int64[::1], int64)")
def set_goals(room: State, own: int) -> None:
    """Whatever is on a far side, or beside own spaces that hang together with it, ends a path."""
    start_from(room, own, FAR_SIDES)
    for i in range(1, WIDTH + 1):
        room[GOAL + i] = FAR_SIDES[i] | beside(room, REACHED + i)


@kernel("void(int64[::1], int64, int64[::1])")
def start_from(room: State, own: int, sides: State) -> None:
    """Reach the own spaces that hang together with a side."""
    for i in range(COLUMNS):
        room[REACHED + i] = sides[i] & room[own + i]
    follow(room, own)


@kernel("int64(int64[::1])")
def widen(room: State) -> int:
    """Reach vacant spaces beside the reached ones; which of them are goals, all columns in one."""
    for i in range(1, WIDTH + 1):
        room[BESIDE + i] = (NEAR_SIDES[i] | beside(room, REACHED + i)) & room[VACANT + i]
    there = 0
    for i in range(1, WIDTH + 1):
        room[REACHED + i] |= room[BESIDE + i]
        there |= room[REACHED + i] & room[GOAL + i]
    return there


@kernel("void(int64[::1], int64)")
def set_climbed(room: State, side: int) -> None:
    """Write to CLIMBED the enemy spaces that the piece of this turn may cover.

    All that are next to reached spaces count; one more beyond such a space counts if both are in COVERABLE.
    CLIMBED_ON becomes those of them that are in COVERABLE: only on these may a path end.
    """
    enemy = SHOWN + COLUMNS * (1 - side)
    easy = COVERABLE + COLUMNS * side
    for i in range(1, WIDTH + 1):
        room[CLIMBED + i] = (NEAR_SIDES[i] | beside(room, REACHED + i)) & room[enemy + i]
        room[CLIMBED_ON + i] = room[CLIMBED + i] & room[easy + i]
    for i in range(1, WIDTH + 1):
        room[CLIMBED + i] |= beside(room, CLIMBED_ON + i) & room[easy + i]
    for i in range(1, WIDTH + 1):
        room[CLIMBED_ON + i] = room[CLIMBED + i] & room[easy + i]


@kernel("int64(int64[::1])")
def reach_climbed(room: State) -> int:
    """Reach the spaces in CLIMBED; which of those in CLIMBED_ON are goals."""
    there = 0
    for i in range(1, WIDTH + 1):
        room[REACHED + i] |= room[CLIMBED + i]
        there |= room[CLIMBED_ON + i] & room[GOAL + i]
    return there


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
        found |= beside(room, REACHED + i) & room[own + i] & ~room[REACHED + i]
    return found


@kernel("void(int64[::1], int64, int64, int64)")
def sweep(room: State, own: int, start: int, step: int) -> None:
    """Reach own spaces column after column."""
    i = start
    for _ in range(WIDTH):
        i += step
        within = room[own + i] & ~room[REACHED + i]
        more = beside(room, REACHED + i) & within
        new = more
        while new != 0:
            new = ((new << 1) | (new >> 1)) & within & ~more
            more |= new
        room[REACHED + i] |= more


# --- Features -------------------------------------------------------------------------------------


@kernel("void(int64[::1], int64[::1])")
def measure(state: State, values: State) -> None:
    """White's value minus Black's for each feature; `values` has room for sets of spaces after them."""
    read_board(state, values)
    white = steps(values, WHITE)
    black = steps(values, BLACK)
    values[STEPS_LEAD] = black - white
    measure_threats(state, values, white, black)
    values[EXPOSED] = size_of(values, COVERABLE) - size_of(values, COVERABLE + COLUMNS)
    values[TO_MOVE] = 1 - 2 * state[SIDE]
    measure_pieces(state, values)
    measure_centre(state, values)


@kernel("void(int64[::1], int64[::1], int64, int64)")
def measure_threats(state: State, values: State, white: int, black: int) -> None:
    """Who could connect by adding a piece: the side to act will, the other one threatens to."""
    by_white = int(white <= TURN)
    by_black = int(black <= TURN)
    values[AT_HAND] = by_white if state[SIDE] == WHITE else -by_black
    values[THREAT] = by_white if state[SIDE] == BLACK else -by_black


@kernel("int64(int64[::1], int64)")
def size_of(room: State, spaces: int) -> int:
    """How many spaces a set has."""
    size = 0
    for i in range(1, WIDTH + 1):
        size += count(room[spaces + i] & FIELD_ONES)
    return size


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
    score = weighted(room, WEIGHTS)
    if state[VERSION] == STANDARD:
        return score
    left = min(in_hand(state, WHITE), in_hand(state, BLACK), ENOUGH)
    return score * left // ENOUGH if score > 0 else -(-score * left // ENOUGH)


# --- Which decisions are worth a closer look ------------------------------------------------------

COST = ROOM  # what each space costs the side that is looked at
THERE = COST + NUMBER_OF_SPACES  # steps from one side of a pair to each space
BACK = THERE + NUMBER_OF_SPACES  # and from the opposite side
WAITING = BACK + NUMBER_OF_SPACES  # 1 for spaces in the queue
LINE_UP = WAITING + NUMBER_OF_SPACES  # the queue, a ring
GAIN = LINE_UP + NUMBER_OF_SPACES  # the value of covering each space
LOSS = GAIN + NUMBER_OF_SPACES  # the cost of uncovering each space, if it does not stay an own one
TOUCHES = LOSS + NUMBER_OF_SPACES  # the sides of the board that each space would be joined to
SPARED = TOUCHES + NUMBER_OF_SPACES  # 1 for types that another one stands for
DETOUR = 3
"""Ways that are so much longer than the shortest do not count."""
NEEDED: list[int] = [round(160 * 0.8**steps) for steps in range(3 * FARTHEST)]
"""The weight of a space on a shortest path, by the number of its steps."""
HINTS_FROM = 900
"""Hints are positive unless a piece leaves an important place."""
MOVING = 80
"""What a move is worth less than an addition."""
SIDE_NUMBER: list[int] = list(SIDE_OF)


@kernel("void(int64[::1], int64[::1])")
def survey(state: State, room: State) -> None:
    """What each space is worth to the side to act: for its own paths and against the opponent's."""
    for space in range(NUMBER_OF_SPACES):
        room[GAIN + space] = 0
        room[LOSS + space] = 0
    spare_types(state, room)
    note_groups(state, room)
    for side in range(2):
        weigh_spaces(state, room, side)
        for pair in range(3):
            spread(room, THERE, 2 * pair)
            spread(room, BACK, 2 * pair + 1)
            value_ways(state, room, side)


@kernel("void(int64[::1], int64[::1])")
def spare_types(state: State, room: State) -> None:
    """Of the types that cover the same three spaces, only the one with most pieces in hand is looked at.

    What is visible is the same, and that is almost all the evaluation sees.
    """
    hand = HAND + NUMBER_OF_TYPES * state[SIDE]
    for type_ in range(NUMBER_OF_TYPES):
        room[SPARED + type_] = int(type_ != TRIANGLE)
    straight = STRAIGHT[0] if state[hand + STRAIGHT[1]] == 0 else STRAIGHT[1]
    angular = ANGULAR[2]
    for i in range(2):
        if state[hand + ANGULAR[1 - i]] > state[hand + angular]:
            angular = ANGULAR[1 - i]
    room[SPARED + straight] = 0
    room[SPARED + angular] = 0


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
    """Add what the spaces are worth that lie on short paths of a side between one pair."""
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
    """The steps of the shortest path from side to side through a space."""
    return room[THERE + space] + room[BACK + space] - room[COST + space]


@kernel("int64(int64[::1], int64[::1], int64)")
def hint(state: State, room: State, decision: int) -> int:
    """The promise of a decision: the value of what it covers minus the cost of what it uncovers.

    Moves and additions to the same spaces differ by what a piece in hand is worth.
    """
    worth = 0
    if decision < MOVE:
        if MOST_MOBILE[decision] == 0 or room[SPARED + (decision % PER_SPACE) // 6] != 0:
            return SAME
    else:
        worth = -MOVING
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
    # A moved piece may remove the link that it seems to complete: the caller has to check.
    return max(HINTS_FROM + worth, 0) + MAY_WIN * int(joined & (joined >> 1) & FIRST_OF_PAIRS != 0)


EVALUATION = HintedEvaluation(
    features=FEATURES,
    measure=measure,
    evaluate=evaluate,
    worth=FEATURES["steps"],
    survey=survey,
    hint=hint,
    allows=is_legal,
)
