"""LYNGK: stack different colours, claim two of them, and collect stacks of five.

43 pieces of five colours, and three jokers among them, fill the board. In each turn a whole stack goes on
top of another one, on which no colour stands that it has itself. Once in a while a player claims a colour:
from then on only this player moves the stacks it tops. Sections follow docs/rules/lyngk.md: board, set-up,
turn, captures, end.

The state, entry by entry, is described in section 2. A set of spots is one integer with a bit a spot. Spots
that are vacant stay vacant for ever, so each stack can remember what it sees: the set of the first stacks in
the six directions. Together with the sets of the stacks that contain a colour, and of those up to a height,
most questions take a few operations.
"""

from random import Random

from gipfel.board import AXES, OPPOSITE, Board, Cell, Permutation, hexagon
from gipfel.board.bits import count, gap
from gipfel.kernel.link import kernel
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

TIPS: tuple[Cell, ...] = ((2, 2), (4, -2), (2, -4), (-2, -2), (-4, 2), (-2, 4))
"""The points of the star, beyond the hexagon."""
CELLS: tuple[Cell, ...] = (*hexagon(3), *TIPS)
LOWEST = {column: min(r for q, r in CELLS if q == column) for column, _ in CELLS}


def _name(cell: Cell) -> str:
    """The letter of the column, and a number that counts upwards from 1 in each of them."""
    q, r = cell
    return f"{'abcdefghi'[q + 4]}{r - LOWEST[q] + 1}"


SPOTS = Board(CELLS, _name)
"""The 43 spots, a1 to i1."""
NUMBER_OF_SPOTS = len(SPOTS)
NOWHERE = NUMBER_OF_SPOTS
"""Stands for a spot that is not on the board."""
END = 1 << NOWHERE
"""In a set behind all spots, so that it is never empty."""
SIX_ENDS = 63 * END
"""Six such ends, so that six points can be taken out of a set whatever is in it."""

BIT: list[int] = [1 << spot for spot in range(NUMBER_OF_SPOTS)]
STEPS: list[int] = SPOTS.steps
"""The neighbours, at 6 * spot + direction; OFF where there is none."""
ON_AXIS: list[int] = [
    sum(BIT[other] for way in (axis, OPPOSITE[axis]) for other in SPOTS.ray(spot, way))
    for spot in range(NUMBER_OF_SPOTS)
    for axis in AXES
]
"""The other spots of the three lines through each spot, at 3 * spot + axis."""
ALL_AXES = len(AXES)

# --- 2. State and set-up --------------------------------------------------------------------------

COLOURS = 5
"""Ivory, blue, red, green and black, in this order everywhere."""
JOKER = COLOURS
ALL_COLOURS = (1 << COLOURS) - 1
OF_A_COLOUR, JOKERS = 8, 3
"""How many pieces of each colour, and how many jokers, are on the board."""

PHASE = HEADER  # START, or CLAIMING after a claim, or MADE_SIX when a stack of six has won
LIMIT = PHASE + 1  # how high a stack can be: 5, or 6 in the version with stacks of six
TAKES_FIVES = LIMIT + 1  # 1 if a claim captures neutral stacks of five (ruling R1)
CLAIMS = TAKES_FIVES + 1  # two entries, the colours each side has claimed, in order: digits of three bits
CAPTURED = CLAIMS + 2  # two entries, how many stacks each side has captured
TOPPED = CAPTURED + 2  # an entry a colour and one for jokers: the spots of the stacks with that on top
WITH = TOPPED + COLOURS + 1  # an entry a colour: the spots of the stacks that contain it
UP_TO = WITH + COLOURS  # an entry a height from 0 to 6: the spots of the stacks that are not higher
STACK = UP_TO + 7  # an entry a spot: the stack there, or 0
SEEN = STACK + NUMBER_OF_SPOTS  # an entry a spot: the spots its stack sees; and one for NOWHERE, always 0
SIZE = SEEN + NUMBER_OF_SPOTS + 1

START, CLAIMING, MADE_SIX = 0, 1, 2
"""In CLAIMING the side to act has claimed a colour in this turn, and must now move."""
FIVE, SIX = 5, 6
"""The limits."""
OCCUPIED = UP_TO + SIX
"""The entry with the spots of all stacks."""

DIGIT = 3
"""The bits of a piece in a stack and of a colour among the claims: 1 to 5 are the colours, 6 is a joker."""
PIECE = (1 << DIGIT) - 1

HEIGHT_AT = COLOURS
ONE_HIGH = 1 << HEIGHT_AT
HEIGHT = 7 << HEIGHT_AT
PIECES_AT = 8
SET = (1 << PIECES_AT) - 1
"""A stack is one number: the set of its colours (5 bits), its height (3 bits), and its pieces from PIECES_AT
on, the top one in the lowest bits. Sets and heights of two stacks can be added."""
CLAIMED: list[int] = [
    sum({1 << piece - 1 for piece in (claims % 8, claims // 8) if 1 <= piece <= COLOURS})
    for claims in range(1 << 2 * DIGIT)
]
"""The set of the colours that are claimed, by the entry of the claims."""
ONE_CLAIM = 1 << DIGIT
"""From here on the claims of a side are two, which is all it can claim."""


def single(piece: int) -> int:
    """The entry of a single piece: a colour, or JOKER."""
    return stack_of([piece])


def stack_of(pieces: list[int]) -> int:
    """The entry of a stack of pieces, from the bottom to the top."""
    entry = 0
    for piece in pieces:
        entry += ONE_HIGH + (0 if piece == JOKER else 1 << piece)
        entry = (entry & SET) | ((entry >> PIECES_AT) << DIGIT | piece + 1) << PIECES_AT
    return entry


def pieces_in(entry: int) -> list[int]:
    """The pieces of a stack, from the bottom to the top: colours, or JOKER."""
    height = (entry & HEIGHT) // ONE_HIGH
    return [(entry >> PIECES_AT + DIGIT * i & PIECE) - 1 for i in reversed(range(height))]


def claims_of(state: State, side: int) -> list[int]:
    """The colours a side has claimed, in order."""
    claims = state[CLAIMS + side]
    return [digit - 1 for digit in (claims & PIECE, claims >> DIGIT) if digit]


def empty(limit: int = FIVE, takes_fives: bool = True) -> State:
    """A board without pieces; a state that is to be `completed` after its stacks are put on it."""
    state = [0] * SIZE
    state[LIMIT] = limit
    state[TAKES_FIVES] = int(takes_fives)
    return state


def random_start(seed: int, limit: int = FIVE, takes_fives: bool = True) -> State:
    """All pieces on the board, shuffled (2): Python's generator of this seed shuffles the list of pieces,
    colour by colour and the jokers last, and deals it to the spots a1, b1, ... i1."""
    pieces = [colour for colour in range(COLOURS) for _ in range(OF_A_COLOUR)] + [JOKER] * JOKERS
    Random(seed).shuffle(pieces)
    state = empty(limit, takes_fives)
    state[STACK : STACK + NUMBER_OF_SPOTS] = map(single, pieces)
    return completed(state)


def completed(state: State) -> State:
    """The state with everything that follows from its stacks: all sets of spots."""
    done = [*state]
    done[TOPPED:STACK] = [0] * (STACK - TOPPED)
    stacks = done[STACK : STACK + NUMBER_OF_SPOTS]
    for spot, entry in enumerate(stacks):
        pieces = pieces_in(entry)
        if pieces:
            done[TOPPED + pieces[-1]] |= BIT[spot]
            for colour in {*pieces} - {JOKER}:
                done[WITH + colour] |= BIT[spot]
            for most in range(len(pieces), SIX + 1):
                done[UP_TO + most] |= BIT[spot]
    for spot in range(NUMBER_OF_SPOTS):
        done[SEEN + spot] = seen_past(done, spot, 0) if stacks[spot] else 0
    return done


# --- Decisions as integers ------------------------------------------------------------------------

MOVE = 64
"""A move is MOVE * start + goal."""
CLAIM = MOVE * NUMBER_OF_SPOTS
"""From here on: claim a colour, CLAIM + colour."""
PASS = CLAIM + COLOURS
_OWN = 2 * OF_A_COLOUR
MOST = _OWN * (NUMBER_OF_SPOTS - OF_A_COLOUR) + (NUMBER_OF_SPOTS - _OWN) * 6 + COLOURS + 6
"""Stacks of two claimed colours reach all others at best, the rest six; and some room to write in."""

# --- 3. The turn ----------------------------------------------------------------------------------


@kernel("int64(int64[::1], int64[::1])")
def decisions(state: State, out: State) -> int:
    """Moves, and claims after which there is a move; a pass if there is neither (3)."""
    if state[RESULT] != ONGOING:
        return 0
    n = moves(state, out)
    if state[PHASE] == CLAIMING:
        return n
    free = unclaimed(state, state[SIDE])
    if n == 0:
        free = claims_with_moves(state, state[SIDE], free)
    for colour in range(COLOURS):
        out[n] = CLAIM + colour
        n += (free >> colour) & 1
    if n == 0:
        out[0] = PASS
        n = 1
    return n


@kernel("int64(int64[::1], int64)")
def unclaimed(state: State, side: int) -> int:
    """The set of the colours a side may claim, moves aside (3.1)."""
    if state[CLAIMS + side] >= ONE_CLAIM:
        return 0
    return ALL_COLOURS & ~(CLAIMED[state[CLAIMS]] | CLAIMED[state[CLAIMS + 1]])


@kernel("int64(int64[::1], int64[::1])")
def moves(state: State, out: State) -> int:
    """Every move of the side to act (3.2)."""
    side = state[SIDE]
    own = CLAIMED[state[CLAIMS + side]]
    theirs = CLAIMED[state[CLAIMS + 1 - side]]
    n = 0
    for colour in range(COLOURS):
        if (own >> colour) & 1 != 0:
            n = claimed_moves(state, colour, n, out)
        elif (theirs >> colour) & 1 == 0:
            n = neutral_moves(state, colour, n, out)
    return n


@kernel("int64(int64[::1], int64, int64, int64[::1])")
def neutral_moves(state: State, colour: int, n: int, out: State) -> int:
    """Add the moves of a colour that nobody has claimed."""
    tops = state[TOPPED + colour]
    piles = tops & ~state[UP_TO + 1]
    left = tops ^ piles
    onto = state[UP_TO + 1] & ~left
    while left != 0:
        spot = gap(left)
        left &= left - 1
        n = add_six(spot, state[SEEN + spot] & onto, n, out)
    left = piles & state[UP_TO + state[LIMIT] - 1]
    while left != 0:
        spot = gap(left)
        left &= left - 1
        n = add_six(spot, state[SEEN + spot] & landings(state, spot, 0), n, out)
    return n


@kernel("int64(int64, int64, int64, int64[::1])")
def add_six(spot: int, goals: int, n: int, out: State) -> int:
    """Add the moves from a spot to at most six others; six are written, but not all are counted.

    That is faster than to ask each time whether there is another one.
    """
    last = n + count(goals)
    goals |= SIX_ENDS
    for i in range(n, n + 6):
        out[i] = MOVE * spot + gap(goals)
        goals &= goals - 1
    return last


@kernel("int64(int64, int64, int64, int64[::1])")
def add_moves(spot: int, goals: int, n: int, out: State) -> int:
    """Add the moves from a spot to any number of others; more may be written, but they are not counted."""
    last = n + count(goals)
    while n < last:
        for i in range(n, n + 6):
            out[i] = MOVE * spot + gap(goals | END)
            goals &= goals - 1
        n += 6
    return last


@kernel("int64(int64[::1], int64, int64, int64[::1])")
def claimed_moves(state: State, colour: int, n: int, out: State) -> int:
    """Add the moves of an own colour. Stacks it tops that are linked have the same spots in reach."""
    left = state[TOPPED + colour]
    while left != 0:
        linked = links(state, colour, left & -left)
        left &= ~linked
        seen = seen_from(state, linked)
        while linked != 0:
            spot = gap(linked)
            linked &= linked - 1
            goals = seen & landings(state, spot, 1)
            n = add_moves(spot, goals, n, out)
    return n


@kernel("int64(int64[::1], int64, int64)")
def landings(state: State, spot: int, own: int) -> int:
    """The spots on which a stack may land if it gets there: not too high, no colour in common (3.2)."""
    stack = state[STACK + spot]
    height = (stack & HEIGHT) >> HEIGHT_AT
    room = state[LIMIT] - height
    return state[UP_TO + (room if own != 0 else min(room, height))] & ~with_colours(state, stack)


@kernel("int64(int64[::1], int64)")
def with_colours(state: State, colours: int) -> int:
    """The spots of the stacks that contain any of some colours; only the lowest bits count."""
    found = 0
    for colour in range(COLOURS):
        found |= state[WITH + colour] & -((colours >> colour) & 1)
    return found


@kernel("int64(int64[::1], int64, int64)")
def links(state: State, colour: int, linked: int) -> int:
    """The LYNGK rule: all stacks topped by a colour that some of them see, or see through others (3.3)."""
    tops = state[TOPPED + colour]
    fresh = linked
    while fresh != 0:
        more = state[SEEN + gap(fresh)] & tops & ~linked
        linked |= more
        fresh = (fresh & (fresh - 1)) | more
    return linked


@kernel("int64(int64[::1], int64)")
def seen_from(state: State, spots: int) -> int:
    """Everything the stacks on some spots see."""
    seen = 0
    while spots != 0:
        seen |= state[SEEN + gap(spots)]
        spots &= spots - 1
    return seen


@kernel("void(int64[::1], int64)")
def play(state: State, decision: int) -> None:
    """Claim, move or pass; a turn ends with a move or a pass."""
    if decision < CLAIM:
        move(state, decision // MOVE, decision % MOVE)
    elif decision < PASS:
        claim(state, decision - CLAIM)
    else:
        state[SIDE] = 1 - state[SIDE]
        state[TURN] += 1


@kernel("void(int64[::1], int64)")
def claim(state: State, colour: int) -> None:
    """A colour belongs to the side to act from now on; neutral stacks of five with it are captured (R1)."""
    side = state[SIDE]
    claims = state[CLAIMS + side]
    state[CLAIMS + side] = colour + 1 if claims == 0 else claims | (colour + 1) << DIGIT
    state[PHASE] = CLAIMING
    taken = taken_by_claim(state, colour)
    spot = -1
    while taken != 0:
        further = gap(taken) + 1
        taken >>= further
        spot += further
        capture(state, spot, colour)


@kernel("int64(int64[::1], int64)")
def taken_by_claim(state: State, colour: int) -> int:
    """The stacks that are captured as soon as somebody claims a colour."""
    if state[TAKES_FIVES] == 0 or state[LIMIT] != FIVE:
        return 0
    return state[TOPPED + colour] & ~state[UP_TO + FIVE - 1]


@kernel("void(int64[::1], int64, int64)")
def move(state: State, start: int, goal: int) -> None:
    """The whole stack goes on top of another one; a full stack of an own colour is collected or wins."""
    upper = state[STACK + start]
    lower = state[STACK + goal]
    colour = ((upper >> PIECES_AT) & PIECE) - 1
    below = ((lower >> PIECES_AT) & PIECE) - 1
    full = put_on(upper, lower)
    lifted = 1 << start
    landed = 1 << goal
    state[TOPPED + below] ^= landed
    state[TOPPED + colour] ^= lifted | landed
    for i in range(COLOURS):
        state[WITH + i] ^= (lifted | landed) & -((upper >> i) & 1)
    height = (full & HEIGHT) >> HEIGHT_AT
    for i in range(1, SIX + 1):
        state[UP_TO + i] &= ~(lifted | landed if i < height else lifted)
    state[STACK + goal] = full
    vacate(state, start)
    state[PHASE] = START
    state[TURN] += 1
    side = state[SIDE]
    if height == state[LIMIT] and (CLAIMED[state[CLAIMS + side]] >> colour) & 1 != 0:
        if state[LIMIT] == SIX:
            state[PHASE] = MADE_SIX
            state[RESULT] = WHITE_WINS + side
            return
        capture(state, goal, colour)
    end_turn(state)


@kernel("int64(int64, int64)")
def put_on(upper: int, lower: int) -> int:
    """The entry of a stack on which another one has been put."""
    shift = DIGIT * ((upper & HEIGHT) >> HEIGHT_AT)
    pieces = (lower >> PIECES_AT) << shift | upper >> PIECES_AT
    return (upper & SET) + (lower & SET) | pieces << PIECES_AT


# --- 4. Captures ----------------------------------------------------------------------------------


@kernel("void(int64[::1], int64, int64)")
def capture(state: State, spot: int, colour: int) -> None:
    """The side to act takes a stack of five off the board."""
    state[CAPTURED + state[SIDE]] += 1
    others = ~(1 << spot)
    state[TOPPED + colour] &= others
    for i in range(COLOURS):
        state[WITH + i] &= others
    for i in range(1, SIX + 1):
        state[UP_TO + i] &= others
    vacate(state, spot)


@kernel("void(int64[::1], int64)")
def vacate(state: State, spot: int) -> None:
    """A stack has left its spot; those on both sides of it now see each other."""
    seen = state[SEEN + spot]
    state[STACK + spot] = 0
    state[SEEN + spot] = 0
    for axis in range(ALL_AXES):
        both = seen & ON_AXIS[ALL_AXES * spot + axis]
        other = both & (both - 1)
        state[SEEN + gap(both | END)] ^= 1 << spot | other
        state[SEEN + gap(other | END)] ^= 1 << spot | both ^ other
    state[SEEN + NOWHERE] = 0


# --- 5. End of the game ---------------------------------------------------------------------------


@kernel("void(int64[::1])")
def end_turn(state: State) -> None:
    """It is the opponent's turn, perhaps to pass; if nobody can move, the game is over."""
    side = state[SIDE]
    state[SIDE] = 1 - side
    if can_act(state, 1 - side) == 0 and can_act(state, side) == 0:
        state[RESULT] = result_by_standing(state)


@kernel("int64(int64[::1])")
def result_by_standing(state: State) -> int:
    """How a game ends in which nobody can move."""
    lead = standing(state, WHITE) - standing(state, BLACK)
    return DRAW if lead == 0 else (WHITE_WINS if lead > 0 else BLACK_WINS)


@kernel("int64(int64[::1], int64)")
def can_act(state: State, side: int) -> int:
    """1 if a side has a move, as things stand or after a claim."""
    if can_move(state, side, CLAIMED[state[CLAIMS + side]], 0) != 0:
        return 1
    return 1 if claims_with_moves(state, side, unclaimed(state, side)) != 0 else 0


@kernel("int64(int64[::1], int64, int64)", inline=False)
def claims_with_moves(state: State, side: int, colours: int) -> int:
    """Those of some colours after whose claim a side that cannot move has a move."""
    own = CLAIMED[state[CLAIMS + side]]
    found = 0
    for colour in range(COLOURS):
        if (colours >> colour) & 1 != 0:
            taken = taken_by_claim(state, colour)
            found |= can_move(state, side, own | 1 << colour, taken) << colour
    return found


@kernel("int64(int64[::1], int64, int64, int64)", inline=False)
def can_move(state: State, side: int, own: int, gone: int) -> int:
    """1 if a side has a move when it owns some colours and some stacks are gone."""
    theirs = CLAIMED[state[CLAIMS + 1 - side]]
    for colour in range(COLOURS):
        tops = state[TOPPED + colour] & ~gone
        if (theirs >> colour) & 1 == 0 and has_direct_move(state, tops, (own >> colour) & 1, gone) != 0:
            return 1
    for colour in range(COLOURS):
        if (own >> colour) & 1 != 0 and has_linked_move(state, state[TOPPED + colour] & ~gone, gone) != 0:
            return 1
    return 0


@kernel("int64(int64[::1], int64, int64, int64)")
def has_direct_move(state: State, spots: int, own: int, gone: int) -> int:
    """1 if a stack on one of some spots can land on one that it sees."""
    spot = -1
    while spots != 0:
        further = gap(spots) + 1
        spots >>= further
        spot += further
        if seen_beyond(state, spot, gone) & landings(state, spot, own) != 0:
            return 1
    return 0


@kernel("int64(int64[::1], int64, int64)")
def has_linked_move(state: State, tops: int, gone: int) -> int:
    """1 if a stack of an own colour can land on what another one sees to which it is linked."""
    while tops != 0:
        linked = tops & -tops
        fresh = linked
        seen = 0
        while fresh != 0:
            seen |= seen_beyond(state, gap(fresh), gone)
            fresh = (fresh & (fresh - 1)) | (seen & tops & ~linked)
            linked |= seen & tops
        while linked != 0:
            if seen & landings(state, gap(linked), 1) != 0:
                return 1
            tops &= ~(linked & -linked)
            linked &= linked - 1
    return 0


@kernel("int64(int64[::1], int64, int64)")
def seen_beyond(state: State, spot: int, gone: int) -> int:
    """What the stack on a spot sees when some others are gone."""
    seen = state[SEEN + spot]
    return seen if seen & gone == 0 else seen_past(state, spot, gone)


@kernel("int64(int64[::1], int64, int64)", inline=False)
def seen_past(state: State, spot: int, gone: int) -> int:
    """The same, found out step by step."""
    there = state[OCCUPIED] & ~gone
    seen = 0
    for direction in range(6):
        other = STEPS[6 * spot + direction]
        while other >= 0 and (there >> other) & 1 == 0:
            other = STEPS[6 * other + direction]
        if other >= 0:
            seen |= 1 << other
    return seen


COUNTED = 6
"""The number of bits for the number of stacks of one height."""


@kernel("int64(int64[::1], int64)")
def standing(state: State, side: int) -> int:
    """What decides a finished game: captured stacks, then own stacks by height, the highest first (5).

    Full stacks that were not captured count nothing.
    """
    points = state[CAPTURED + side] << COUNTED * FIVE
    own = tops_of(state, CLAIMED[state[CLAIMS + side]])
    for height in range(1, state[LIMIT]):
        points += count(own & state[UP_TO + height] & ~state[UP_TO + height - 1]) << COUNTED * (height - 1)
    return points


@kernel("int64(int64[::1], int64)")
def tops_of(state: State, colours: int) -> int:
    """The spots of the stacks that one of some colours tops."""
    tops = 0
    for colour in range(COLOURS):
        tops |= state[TOPPED + colour] & -((colours >> colour) & 1)
    return tops


RULES = Rules(
    title="LYNGK",
    size=SIZE,
    most=MOST,
    longest_turn=2,
    decisions=decisions,
    play=play,
    momentary=(SIDE,),
)

# --- What texts and pictures ask ------------------------------------------------------------------


def height(state: State, spot: int) -> int:
    """The height of the stack on a spot, 0 if there is none."""
    return (state[STACK + spot] & HEIGHT) // ONE_HIGH


def top(state: State, spot: int) -> int:
    """The colour on top of the stack on a spot, or JOKER."""
    return (state[STACK + spot] >> PIECES_AT & PIECE) - 1


def owner(state: State, colour: int) -> int | None:
    """The side that has claimed a colour; None for a neutral one, and for jokers."""
    return next((side for side in (WHITE, BLACK) if colour in claims_of(state, side)), None)


def conserved(state: State) -> object:
    """The pieces on the board and in captured stacks."""
    on_board = sum(height(state, spot) for spot in range(NUMBER_OF_SPOTS))
    return on_board + FIVE * (state[CAPTURED] + state[CAPTURED + 1])


def transformed(state: State, symmetry: Permutation) -> State:
    """The state with every spot taken where a symmetry of the board takes it."""
    image = [*state]
    for spot in range(NUMBER_OF_SPOTS):
        image[STACK + symmetry[spot]] = state[STACK + spot]
    return completed(image)


def swapped(state: State) -> State:
    """The same position with the sides exchanged."""
    image = [*state]
    image[SIDE] = 1 - state[SIDE]
    for entry in (CLAIMS, CAPTURED):
        image[entry : entry + 2] = state[entry + 1], state[entry]
    return image
