"""PÜNCT: connect two opposite sides of the board with pieces of three dots that may climb on one another.

In a turn a player adds a piece to the board or moves one of those that nothing covers. The game also
ends when a player has put the last piece on the board: a draw in the basic version, while in the standard
version the majority in the central hexagon wins. Sections follow docs/rules/punct.md: set-up, turn, end.

Every piece has a *slot*, White's are 1 to 18, Black's 19 to 36. The board knows the slot on top of each
space, and a slot knows what lies below each of its dots; so lifting a piece uncovers what was there.
Slots of equal pieces can be filled in any order; `canonical` is what makes equal positions equal.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gipfel.board import OFF, Permutation
from gipfel.games.punct.tables import (
    AROUND,
    AT,
    AWAY,
    BY_SPACES,
    CENTRAL,
    CENTRAL_AROUND,
    CENTRAL_SPACES,
    COVERED,
    DOTS,
    FIRST_OF_PAIRS,
    FIRST_TARGET,
    FIT,
    FITTING,
    IN_LINE,
    NUMBER_OF_SPACES,
    NUMBER_OF_TYPES,
    OUTSIDE,
    PER_SPACE,
    PIECES,
    PLACEMENTS,
    SEEN_AS,
    SEES,
    SEES_ZERO,
    SIDE_BIT,
    STEPS,
    STOCK,
    TARGETS,
    TRIANGLE,
    parts,
)
from gipfel.kernel.hashing import WORD, mixed
from gipfel.kernel.link import kernel
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import BLACK, DRAW, HEADER, ONGOING, RESULT, SIDE, TURN, WHITE, WHITE_WINS, State

# --- 2. State and set-up --------------------------------------------------------------------------

VERSION = HEADER
END = VERSION + 1  # why the game is over
HAND = END + 1  # pieces in hand: White's six types, then Black's
PLACED = HAND + 2 * NUMBER_OF_TYPES  # the placement of each slot
SLOTS = 2 * PIECES + 1
LEVEL = PLACED + SLOTS  # of each slot; 0 in hand, and for slot 0, which stands for nothing
BELOW = LEVEL + SLOTS  # the slots below the three dots of each slot, in the order of DOTS
TOP = BELOW + 3 * SLOTS  # the slot on top of each space
BLOCKED = TOP + NUMBER_OF_SPACES  # for each space, which of the 18 around it are covered or outside
QUEUE = BLOCKED + NUMBER_OF_SPACES  # all 0 but while spaces are being followed
SIZE = QUEUE + NUMBER_OF_SPACES

BASIC, STANDARD = 0, 1

LAST = NUMBER_OF_SPACES + 1
"""Marks the end of the chain in QUEUE."""

CONNECTION, LAST_PIECE, NO_MOVE = 1, 2, 3
"""Why a game is over."""

OWNER: list[int] = [OFF] + [WHITE] * PIECES + [BLACK] * PIECES
"""Whose a slot is."""
FIRST_SLOT: list[int] = [
    1 + side * PIECES + sum(STOCK[:type_]) for side in (WHITE, BLACK) for type_ in range(NUMBER_OF_TYPES)
]


def start(version: int) -> State:
    """The state in which a game begins."""
    state = [0] * SIZE
    state[VERSION] = version
    state[HAND:PLACED] = STOCK * 2
    state[BLOCKED:QUEUE] = OUTSIDE
    return state


# --- Decisions as integers ------------------------------------------------------------------------

MOVE = PLACEMENTS
"""Below: add the piece of that placement. From here on: MOVE * (origin + 1) + placement moves a piece."""
MOST_ALIKE = 6 * NUMBER_OF_TYPES + 6
"""No more decisions are alike, in the sense of `decisions_like`; one entry for each orientation is room."""
MOST = len(FITTING) + PIECES * 6 * max(map(len, IN_LINE))

# --- 3. The turn ----------------------------------------------------------------------------------


@kernel("int64(int64[::1], int64[::1])")
def decisions(state: State, out: State) -> int:
    """All additions, then all moves; ordered by spaces, never by slots."""
    if state[RESULT] != ONGOING:
        return 0
    return moves(state, out, additions(state, out))


# --- 3.1 ADD --------------------------------------------------------------------------------------


@kernel("int64(int64[::1], int64[::1])")
def additions(state: State, out: State) -> int:
    """Every type in hand wherever its three spaces are vacant."""
    kept_clear = centre_is_closed(state)
    n = 0
    for space in range(NUMBER_OF_SPACES):
        if state[TOP + space] == 0 and CENTRAL[space] & kept_clear == 0:
            n = additions_at(state, out, n, space, kept_clear)
    return n


@kernel("int64(int64[::1], int64[::1], int64, int64, int64)")
def additions_at(state: State, out: State, n: int, space: int, kept_clear: int) -> int:
    """Every type in hand with its PÜNCT on one vacant space; `n` decisions are there already."""
    hand = HAND + NUMBER_OF_TYPES * state[SIDE]
    blocked = state[BLOCKED + space] | CENTRAL_AROUND[space] * kept_clear
    for type_ in range(NUMBER_OF_TYPES):
        if state[hand + type_] != 0:
            fit = fitting(type_, blocked)
            if fit != 0:
                n = write(out, n, PER_SPACE * space + 6 * type_, fit)
    return n


@kernel("int64(int64[::1], int64, int64, int64)")
def write(out: State, n: int, first: int, fit: int) -> int:
    """Append `first` plus each orientation whose bit is set. No branches: they would be guessed wrong."""
    out[n] = first
    n += fit & 1
    out[n] = first + 1
    n += (fit >> 1) & 1
    out[n] = first + 2
    n += (fit >> 2) & 1
    out[n] = first + 3
    n += (fit >> 3) & 1
    out[n] = first + 4
    n += (fit >> 4) & 1
    out[n] = first + 5
    return n + ((fit >> 5) & 1)


@kernel("int64(int64, int64)")
def fitting(type_: int, blocked: int) -> int:
    """The orientations, one bit each, in which a type fits around a space with these blocked neighbours."""
    table = 192 * type_
    near = FIT[table + (blocked & 63)]
    return near & FIT[table + 64 + ((blocked >> 6) & 63)] & FIT[table + 128 + (blocked >> 12)]


@kernel("int64(int64[::1])")
def centre_is_closed(state: State) -> int:
    """1 if no piece may be added in the central hexagon: always in standard, at first in basic."""
    if state[VERSION] == STANDARD:
        return 1
    if state[SIDE] == BLACK:
        return 0
    for type_ in range(NUMBER_OF_TYPES):
        if state[HAND + type_] + state[HAND + NUMBER_OF_TYPES + type_] != 2 * STOCK[type_]:
            return 0
    return 1


# --- 3.2 MOVE -------------------------------------------------------------------------------------


@kernel("int64(int64[::1], int64[::1], int64)")
def moves(state: State, out: State, n: int) -> int:
    """Every free piece of the player to act, wherever it can land; `n` decisions are there already."""
    for origin in range(NUMBER_OF_SPACES):
        if may_move_from(state, origin) != 0:
            n = moves_of(state, out, n, state[TOP + origin])
    return n


@kernel("int64(int64[::1], int64)")
def may_move_from(state: State, origin: int) -> int:
    """1 if a free piece of the player to act has its PÜNCT there."""
    slot = state[TOP + origin]
    if OWNER[slot] != state[SIDE] or state[PLACED + slot] // PER_SPACE != origin:
        return 0
    return is_free(state, slot)


@kernel("int64(int64[::1], int64[::1], int64)")
def decisions_like(state: State, out: State, decision: int) -> int:
    """The legal decisions with the same origin and the same PÜNCT: few to look through."""
    if state[RESULT] != ONGOING:
        return 0
    if decision >= MOVE:
        origin = decision // MOVE - 1
        goal = (decision % MOVE) // PER_SPACE
        if may_move_from(state, origin) != 0:
            for i in range(FIRST_TARGET[origin], FIRST_TARGET[origin + 1]):
                if TARGETS[i] == goal:
                    return moves_to(state, out, 0, state[TOP + origin], i, i + 1)
        return 0
    space = decision // PER_SPACE
    kept_clear = centre_is_closed(state)
    if state[TOP + space] != 0 or CENTRAL[space] & kept_clear != 0:
        return 0
    return additions_at(state, out, 0, space, kept_clear)


@kernel("int64(int64[::1], int64[::1], int64)")
def is_legal(state: State, out: State, decision: int) -> int:
    """1 if a decision, any number, is legal, without listing all of them."""
    if decision < 0 or decision >= MOVE * (NUMBER_OF_SPACES + 1):
        return 0
    for i in range(decisions_like(state, out, decision)):
        if out[i] == decision:
            return 1
    return 0


@kernel("int64(int64[::1], int64)")
def is_free(state: State, slot: int) -> int:
    """1 if a piece on the board is on top of all its spaces."""
    dots = 3 * state[PLACED + slot]
    for i in range(3):
        if state[TOP + DOTS[dots + i]] != slot:
            return 0
    return 1


@kernel("int64(int64[::1], int64[::1], int64, int64)")
def moves_of(state: State, out: State, n: int, slot: int) -> int:
    """The moves of one free piece."""
    origin = state[PLACED + slot] // PER_SPACE
    return moves_to(state, out, n, slot, FIRST_TARGET[origin], FIRST_TARGET[origin + 1])


@kernel("int64(int64[::1], int64[::1], int64, int64, int64, int64)")
def moves_to(state: State, out: State, n: int, slot: int, begin: int, end: int) -> int:
    """The moves of one free piece to some of TARGETS.

    Onto vacant spaces it needs but three of them; onto others, `landings`.
    """
    here = state[PLACED + slot]
    origin = here // PER_SPACE
    type_ = (here % PER_SPACE) // 6
    one = vacated(state, slot, 0)
    two = vacated(state, slot, 1)
    three = vacated(state, slot, 2)
    for i in range(begin, end):
        target = TARGETS[i]
        top = top_without(state, slot, target)
        if top == 0:
            eye = SEES_ZERO - AT[target]
            blocked = state[BLOCKED + target] & ~(SEES[eye + one] | SEES[eye + two] | SEES[eye + three])
            fit = fitting(type_, blocked)
        elif OWNER[top] == OWNER[slot]:
            fit = landings(state, slot, PER_SPACE * target + 6 * type_)
        else:
            fit = 0
        if target == origin:
            fit &= ~(1 << (here % 6))
        first = MOVE * (origin + 1) + PER_SPACE * target + 6 * type_
        if fit != 0:
            n = write(out, n, first, fit)
    return n


@kernel("int64(int64[::1], int64, int64)")
def vacated(state: State, slot: int, dot: int) -> int:
    """Where the space under a dot is in the frame of SEES, or AWAY if it stays covered without the piece."""
    if state[BELOW + 3 * slot + dot] != 0:
        return AWAY
    return AT[DOTS[3 * state[PLACED + slot] + dot]]


@kernel("int64(int64[::1], int64, int64)")
def top_without(state: State, slot: int, space: int) -> int:
    """The slot on top of a space when a free piece has been lifted."""
    top = state[TOP + space]
    return top if top != slot else under(state, slot, space)


@kernel("int64(int64[::1], int64, int64)")
def under(state: State, slot: int, space: int) -> int:
    """The slot below a piece on one of its spaces. A separate kernel, to keep frequent ones small."""
    dots = 3 * state[PLACED + slot]
    if DOTS[dots] == space:
        return state[BELOW + 3 * slot]
    if DOTS[dots + 1] == space:
        return state[BELOW + 3 * slot + 1]
    return state[BELOW + 3 * slot + 2]


@kernel("int64(int64[::1], int64, int64)")
def landings(state: State, slot: int, first: int) -> int:
    """The orientations, one bit each, in which a lifted piece can lie; `first` is orientation 0.

    Conditions 5 and 6: both ends are equally high, the middle is not higher, a triangle lies flat, and
    above the board the PÜNCT stands on an own piece.
    """
    triangle = (first % PER_SPACE) // 6 == TRIANGLE
    own = OWNER[top_without(state, slot, first // PER_SPACE)] == OWNER[slot]
    fit = 0
    for orientation in range(6):
        dots = 3 * (first + orientation)
        if DOTS[dots] == OFF:
            continue
        end = state[LEVEL + top_without(state, slot, DOTS[dots])]
        other_end = state[LEVEL + top_without(state, slot, DOTS[dots + 1])]
        middle = state[LEVEL + top_without(state, slot, DOTS[dots + 2])]
        if end == other_end and middle <= end and (own or end == 0) and (middle == end or not triangle):
            fit |= 1 << orientation
    return fit


@kernel("int64(int64[::1], int64, int64)")
def can_lie(state: State, slot: int, placement: int) -> int:
    """1 if a piece that is off the board, or lifted, can lie there."""
    orientation = placement % 6
    return (landings(state, slot, placement - orientation) >> orientation) & 1


@kernel("int64(int64[::1], int64)")
def level_on(state: State, placement: int) -> int:
    """The level at which a piece lies there; that of the ends counts."""
    return state[LEVEL + state[TOP + DOTS[3 * placement]]] + 1


# --- Playing --------------------------------------------------------------------------------------


@kernel("void(int64[::1], int64)")
def play(state: State, decision: int) -> None:
    """Add or move a piece, then find out whether that ends the game."""
    side = state[SIDE]
    placement = decision % MOVE
    former = OFF
    if decision < MOVE:
        slot = from_hand(state, side, (placement % PER_SPACE) // 6)
    else:
        slot = state[TOP + decision // MOVE - 1]
        former = state[PLACED + slot]
        lift(state, slot)
    put(state, slot, placement, level_on(state, placement))
    state[TURN] += 1
    end_turn(state, connections(state, placement, former))


@kernel("int64(int64[::1], int64, int64)")
def from_hand(state: State, side: int, type_: int) -> int:
    """Take a piece out of a hand: its slot. Slots of a type are used in their order."""
    kind = NUMBER_OF_TYPES * side + type_
    slot = FIRST_SLOT[kind] + STOCK[type_] - state[HAND + kind]
    state[HAND + kind] -= 1
    return slot


@kernel("void(int64[::1], int64, int64, int64)")
def put(state: State, slot: int, placement: int, level: int) -> None:
    """Lay a piece on top of its three spaces."""
    state[PLACED + slot] = placement
    state[LEVEL + slot] = level
    for i in range(3):
        space = DOTS[3 * placement + i]
        below = state[TOP + space]
        state[BELOW + 3 * slot + i] = below
        state[TOP + space] = slot
        if below == 0:
            switch_blocked(state, space)


@kernel("void(int64[::1], int64)")
def lift(state: State, slot: int) -> None:
    """Take a free piece up; what lay below it is on top again."""
    for i in range(3):
        space = DOTS[3 * state[PLACED + slot] + i]
        below = state[BELOW + 3 * slot + i]
        state[TOP + space] = below
        if below == 0:
            switch_blocked(state, space)


@kernel("void(int64[::1], int64)")
def switch_blocked(state: State, space: int) -> None:
    """Update BLOCKED of the 18 spaces around one that was covered or became vacant: switch the bit for it."""
    for i in range(18):
        other = AROUND[18 * space + i]
        if other != OFF:
            state[BLOCKED + other] ^= SEEN_AS[i]


# --- 5. End of the game ---------------------------------------------------------------------------


@kernel("void(int64[::1], int64)")
def end_turn(state: State, connected: int) -> None:
    """The tests of section 5, but for repetition; then the opponent becomes the player to act."""
    side = state[SIDE]
    if (connected >> side) & 1 != 0:
        finish(state, WHITE_WINS + side, CONNECTION)
    elif connected != 0:
        finish(state, WHITE_WINS + 1 - side, CONNECTION)
    elif hand_is_empty(state, side) != 0:
        finish(state, settled(state), LAST_PIECE)
    else:
        state[SIDE] = 1 - side
        if can_add(state) == 0 and can_move(state) == 0:
            finish(state, settled(state), NO_MOVE)


@kernel("void(int64[::1], int64, int64)")
def finish(state: State, result: int, end: int) -> None:
    """The game is over."""
    state[RESULT] = result
    state[END] = end


@kernel("int64(int64[::1], int64, int64)")
def connections(state: State, placement: int, former: int) -> int:
    """Who is connected, one bit a side, after a piece came to lie there and left its former placement.

    A new connection leads through the piece, or through a space of the opponent's that it uncovered.
    """
    side = state[SIDE]
    connected = joins(state, placement // PER_SPACE) << side
    if former != OFF:
        for i in range(3):
            space = DOTS[3 * former + i]
            if OWNER[state[TOP + space]] == 1 - side:
                connected |= joins(state, space) << (1 - side)
    return connected


@kernel("int64(int64[::1], int64)")
def joins(state: State, start: int) -> int:
    """1 if the visible spaces of one colour that hang together with `start` touch opposite sides.

    The spaces found form a chain through QUEUE: each has 1 + the next one, the last one has LAST.
    """
    owner = OWNER[state[TOP + start]]
    sides = 0
    state[QUEUE + start] = LAST
    end = start
    following = start + 1
    while following != LAST:
        space = following - 1
        sides |= SIDE_BIT[space]
        for direction in range(6):
            other = STEPS[6 * space + direction]
            if other != OFF and OWNER[state[TOP + other]] == owner and state[QUEUE + other] == 0:
                state[QUEUE + end] = other + 1
                state[QUEUE + other] = LAST
                end = other
        following = state[QUEUE + space]
    following = start + 1
    while following != LAST:
        space = following - 1
        following = state[QUEUE + space]
        state[QUEUE + space] = 0
    return int(sides & (sides >> 1) & FIRST_OF_PAIRS != 0)


@kernel("int64(int64[::1], int64)")
def is_connected(state: State, side: int) -> int:
    """1 if a player has a connection anywhere."""
    for space in range(NUMBER_OF_SPACES):
        if SIDE_BIT[space] != 0 and OWNER[state[TOP + space]] == side and joins(state, space) != 0:
            return 1
    return 0


@kernel("int64(int64[::1], int64)")
def hand_is_empty(state: State, side: int) -> int:
    """1 if a player has all pieces on the board."""
    for type_ in range(NUMBER_OF_TYPES):
        if state[HAND + NUMBER_OF_TYPES * side + type_] != 0:
            return 0
    return 1


@kernel("int64(int64[::1])")
def settled(state: State) -> int:
    """The result without a connection: a draw in basic, the majority in the central hexagon in standard."""
    lead = central_lead(state)
    if state[VERSION] == BASIC or lead == 0:
        return DRAW
    return WHITE_WINS + int(lead < 0)


@kernel("int64(int64[::1])")
def central_lead(state: State) -> int:
    """How many more spaces of the central hexagon show white than black."""
    lead = 0
    for i in range(len(CENTRAL_SPACES)):
        owner = OWNER[state[TOP + CENTRAL_SPACES[i]]]
        if owner == WHITE:
            lead += 1
        elif owner == BLACK:
            lead -= 1
    return lead


@kernel("int64(int64[::1])")
def can_add(state: State) -> int:
    """1 if the player to act can add a piece; on a normal board the first vacant spaces show it."""
    kept_clear = centre_is_closed(state)
    hand = HAND + NUMBER_OF_TYPES * state[SIDE]
    for space in range(NUMBER_OF_SPACES):
        if state[TOP + space] == 0 and CENTRAL[space] & kept_clear == 0:
            blocked = state[BLOCKED + space] | CENTRAL_AROUND[space] * kept_clear
            for type_ in range(NUMBER_OF_TYPES):
                if state[hand + type_] != 0 and fitting(type_, blocked) != 0:
                    return 1
    return 0


@kernel("int64(int64[::1])")
def can_move(state: State) -> int:
    """1 if the player to act can move a piece."""
    side = state[SIDE]
    for slot in range(1, SLOTS):
        if OWNER[slot] == side and state[LEVEL + slot] != 0 and is_free(state, slot) != 0:
            here = state[PLACED + slot]
            kind = (here % PER_SPACE) // 6 * 6
            for i in range(FIRST_TARGET[here // PER_SPACE], FIRST_TARGET[here // PER_SPACE + 1]):
                fit = landings(state, slot, PER_SPACE * TARGETS[i] + kind)
                if TARGETS[i] == here // PER_SPACE:
                    fit &= ~(1 << (here % 6))
                if fit != 0:
                    return 1
    return 0


# --- Positions as pieces --------------------------------------------------------------------------


class Placed(NamedTuple):
    """A piece on the board; they sort in the canonical order of position texts (6.2)."""

    level: int
    side: int
    type: int
    space: int
    orientation: int

    @property
    def placement(self) -> int:
        """The number of its placement."""
        return PER_SPACE * self.space + 6 * self.type + self.orientation

    @property
    def covered(self) -> tuple[int, ...]:
        """The spaces of PÜNCT, first and second minor dot."""
        return COVERED[self.placement]


def piece_in(state: State, slot: int) -> Placed:
    """The piece of a slot that is on the board."""
    type_, space, orientation = parts(int(state[PLACED + slot]))
    return Placed(int(state[LEVEL + slot]), OWNER[slot], type_, space, orientation)


def pieces_on(state: State) -> list[Placed]:
    """All pieces on the board in canonical order."""
    return sorted(piece_in(state, slot) for slot in range(1, SLOTS) if state[LEVEL + slot])


def pieces_at(state: State, space: int) -> Iterator[Placed]:
    """The pieces that cover a space, from the top down."""
    slot = state[TOP + space]
    while slot:
        yield piece_in(state, slot)
        dots = DOTS[3 * state[PLACED + slot] : 3 * state[PLACED + slot] + 3]
        slot = state[BELOW + 3 * slot + dots.index(space)]


def stocks(state: State) -> tuple[int, ...]:
    """The pieces of each type, in hand and on the board: White's six types, then Black's."""
    found = state[HAND:PLACED]
    for piece in pieces_on(state):
        found[NUMBER_OF_TYPES * piece.side + piece.type] += 1
    return tuple(found)


def lay(state: State, piece: Placed) -> None:
    """Put a piece from the hand onto the board at its level; lower pieces have to be there already."""
    put(state, from_hand(state, piece.side, piece.type), piece.placement, piece.level)


def canonical(state: State) -> State:
    """The header and the pieces in canonical order: the same for equal positions."""
    pieces = [
        (state[LEVEL + slot] * 2 + OWNER[slot]) * PLACEMENTS + state[PLACED + slot]
        for slot in range(1, SLOTS)
        if state[LEVEL + slot]
    ]
    return [*state[:HAND], *sorted(pieces)]


def transformed(state: State, symmetry: Permutation) -> State:
    """The state under a symmetry of the board; a mirrored L is an R."""
    image = start(state[VERSION])
    image[:HEADER] = state[:HEADER]
    image[END] = state[END]
    for piece in pieces_on(state):
        lay(image, _transformed_piece(piece, symmetry))
    return image


def _transformed_piece(piece: Placed, symmetry: Permutation) -> Placed:
    spaces: Iterable[int] = (symmetry[space] for space in piece.covered)
    type_, space, orientation = parts(BY_SPACES[symmetry[piece.space], frozenset(spaces)])
    return Placed(piece.level, piece.side, type_, space, orientation)


HEADER_PART = 1 << 40
"""Numbers from here on stand for the entries of the header, those below for pieces."""


@kernel("int64(int64[::1])")
def identity(state: State) -> int:
    """A hash of the header and the set of pieces: two pieces of a type may have changed their slots."""
    total = mixed(
        HEADER_PART + ((state[VERSION] * 8 + state[END]) * 8 + state[RESULT]) * 2 + state[SIDE],
    )
    for slot in range(1, SLOTS):
        if state[LEVEL + slot] != 0:
            piece = (state[LEVEL + slot] * 2 + OWNER[slot]) * PLACEMENTS + state[PLACED + slot]
            total = (total + mixed(piece + 1)) & WORD
    return total | 1


RULES = Rules(
    title="PÜNCT",
    size=SIZE,
    most=MOST,
    longest_turn=1,
    decisions=decisions,
    play=play,
    momentary=(SIDE,),
    repetition_hash=identity,
    canonical=canonical,
    legal=is_legal,
)
