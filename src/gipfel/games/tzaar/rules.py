"""TZAAR: capture in every turn, grow stacks, and keep all three types of your pieces showing.

A turn is a capture and then a second one, a stacking or a pass; White's very first turn is a single
capture. A player who no longer shows one of the three types, or cannot capture, has lost. Sections
follow docs/rules/tzaar.md: board, set-up, play, end.

Vacant spaces stay vacant for ever, so each stack can remember what it sees: the first stack in each of
the six directions. When a stack leaves its space, those on both sides of it see each other.
"""

from gipfel.board import OFF, Board, Permutation, hexagon, upward
from gipfel.board.bits import gap
from gipfel.board.lattice import step
from gipfel.kernel.link import kernel
from gipfel.kernel.random_numbers import shuffled
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import BLACK, HEADER, ONGOING, RESULT, SIDE, TURN, WHITE, WHITE_WINS, State

# --- 1. Board -------------------------------------------------------------------------------------

CENTRE = (0, 0)
SPACES = Board((cell for cell in hexagon(4) if cell != CENTRE), upward(4))
"""The 60 spaces; the centre is a hole that nothing can cross."""
NUMBER_OF_SPACES = len(SPACES)
NOWHERE = NUMBER_OF_SPACES
"""What a stack sees where the line ends before another stack."""

BIT: list[int] = [1 << space for space in range(NUMBER_OF_SPACES)]
FULL = (1 << NUMBER_OF_SPACES) - 1

# --- 2. State and set-up --------------------------------------------------------------------------

PHASE = HEADER
STACKS = PHASE + 1  # two entries, the spaces of White's stacks and of Black's
HIGH = STACKS + 2  # the spaces of all stacks of two or more pieces
SHOWN = HIGH + 1  # six entries, how many stacks of White and of Black show each type
CONTENT = SHOWN + 6  # an entry a space: 4 * height + type of the stack there, or 0
SIGHT = CONTENT + NUMBER_OF_SPACES  # an entry a space, and one for NOWHERE that is always 0
SIZE = SIGHT + NUMBER_OF_SPACES + 1

PLACING, OPENING, FIRST, SECOND = 0, 1, 2, 3
"""The phases p, f, 1 and 2."""

TZAAR, TZARRA, TOTT = 0, 1, 2
TYPES = 3
STOCK: list[int] = [6, 9, 15]
"""How many pieces of each type a player has."""
PIECES = sum(STOCK)

TYPE = 3
"""The bits of a stack's content that say its type."""
ONE_HIGH = 4
"""One piece more in the content of a stack."""

RINGS = (TOTT, TZAAR, TZARRA, TOTT)
"""The types of the fixed set-up, ring by ring from the centre."""

LOOK = 6
"""The number of bits that say what a stack sees in one direction; N has the lowest ones."""
LOOKED = (1 << LOOK) - 1
BACK = 3
"""Directions come in opposite pairs, d and d + BACK."""


def fixed_start() -> State:
    """Every game begins alike (2.2)."""
    return [*FIXED]


def _fixed_start() -> State:
    """Types in rings, colours in wedges: each player owns every other of the six."""
    state = empty_start()
    for ring, kind in enumerate(RINGS, 1):
        for wedge in range(6):
            corner = step(CENTRE, wedge, ring)
            for i in range(ring):
                space = SPACES.at(step(corner, (wedge + 2) % 6, i))
                put(state, space, BLACK if wedge % 2 == 0 else WHITE, kind)
    state[PHASE] = OPENING
    return completed(state)


def random_start(seed: int) -> State:
    """All arrangements are equally likely (2.1).

    The shuffle: number the pieces from 0 to 59, White's six Tzaars, nine Tzarras and fifteen Totts,
    then Black's. Sort them by the SHA-256 digest of the text "tzaar SEED NUMBER", and put them on the
    spaces a1, a2, ... i5 in that order. The same seed gives the same set-up for ever.
    """
    pieces = [(side, kind) for side in (WHITE, BLACK) for kind in range(TYPES) for _ in range(STOCK[kind])]
    order = shuffled("tzaar", seed, len(pieces))
    state = empty_start()
    for space, number in enumerate(order):
        put(state, space, *pieces[number])
    state[PHASE] = OPENING
    return completed(state)


def empty_start() -> State:
    """The tournament set-up begins with all pieces in hand (2.3)."""
    return [0] * SIZE


def put(state: State, space: int, side: int, kind: int, height: int = 1) -> None:
    """Put a stack on a vacant space of a state that is to be `completed`."""
    state[STACKS + side] |= BIT[space]
    state[CONTENT + space] = ONE_HIGH * height + kind


def owner(state: State, space: int) -> int:
    """Whose stack stands on a space, or OFF."""
    for side in (WHITE, BLACK):
        if state[STACKS + side] & BIT[space]:
            return side
    return OFF


def completed(state: State) -> State:
    """The state with everything that follows from its stacks: which are high, what shows, who sees whom."""
    done = [*state]
    contents = done[CONTENT:SIGHT]
    done[HIGH] = sum(BIT[space] for space, content in enumerate(contents) if content >= 2 * ONE_HIGH)
    done[SHOWN:CONTENT] = [0] * 2 * TYPES
    for space, content in enumerate(contents):
        looks = content and done[PHASE] != PLACING
        done[SIGHT + space] = _sight(contents, space) if looks else 0
        if content:
            done[SHOWN + TYPES * owner(done, space) + (content & TYPE)] += 1
    return done


def _sight(contents: State, space: int) -> int:
    """What a stack on a space sees in all directions."""
    sight = 0
    for direction in range(6):
        seen = next((other for other in SPACES.ray(space, direction) if contents[other]), NOWHERE)
        sight |= seen << LOOK * direction
    return sight


FIXED = _fixed_start()

NEIGHBOURS: list[int] = [_sight([1] * NUMBER_OF_SPACES, space) for space in range(NUMBER_OF_SPACES)]
"""What the stacks see on a full board."""

# --- Decisions as integers ------------------------------------------------------------------------

MOVE = 64
"""A move is MOVE * start + goal; what stands on the goal says whether it captures or stacks."""
PASS = MOVE * NUMBER_OF_SPACES
PLACE = PASS + MOVE
"""From here on: place a piece, PLACE + MOVE * type + space."""
MOST = 6 * PIECES + 1

# --- 3. Play --------------------------------------------------------------------------------------


@kernel("int64(int64[::1], int64[::1])")
def decisions(state: State, out: State) -> int:
    """Only captures, but in phase 2 also stackings and a pass (3.1); placements before the game."""
    if state[RESULT] != ONGOING:
        return 0
    phase = state[PHASE]
    if phase == PLACING:
        return placements(state, out)
    if phase != SECOND:
        return moves(state, 0, out)
    n = moves(state, state[STACKS + state[SIDE]], out)
    out[n] = PASS
    return n + 1


@kernel("int64(int64[::1], int64[::1])")
def placements(state: State, out: State) -> int:
    """Each type the player to act still holds, on each vacant space (2.3)."""
    shown = SHOWN + TYPES * state[SIDE]
    vacant = FULL & ~(state[STACKS] | state[STACKS + 1])
    n = 0
    for kind in range(TYPES):
        if state[shown + kind] < STOCK[kind]:
            for space in range(NUMBER_OF_SPACES):
                if vacant & BIT[space] != 0:
                    out[n] = PLACE + MOVE * kind + space
                    n += 1
    return n


@kernel("int64(int64[::1], int64, int64[::1])")
def moves(state: State, friends: int, out: State) -> int:
    """Every move of the player to act onto a stack it can take, or onto one of `friends`."""
    left = state[STACKS + state[SIDE]]
    n = 0
    space = -1
    while left != 0:
        further = gap(left) + 1
        left >>= further
        space += further
        goals = friends | prey(state, space)
        sight = state[SIGHT + space]
        for direction in range(6):
            goal = (sight >> (LOOK * direction)) & LOOKED
            # Written in any case, counted if legal: three times as fast as a branch nobody can foresee.
            out[n] = MOVE * space + goal
            n += (goals >> goal) & 1
    return n


@kernel("int64(int64[::1], int64)")
def prey(state: State, space: int) -> int:
    """The enemy stacks that are not higher than the own stack on a space."""
    enemies = state[STACKS + 1 - state[SIDE]]
    high = enemies & state[HIGH]
    taken = enemies ^ high
    if state[HIGH] & BIT[space] != 0:
        strength = state[CONTENT + space] | TYPE
        enemy = -1
        while high != 0:
            further = gap(high) + 1
            high >>= further
            enemy += further
            if state[CONTENT + enemy] <= strength:
                taken |= BIT[enemy]
    return taken


@kernel("void(int64[::1], int64)")
def play(state: State, decision: int) -> None:
    """Play a decision."""
    if decision >= PLACE:
        place(state, (decision - PLACE) // MOVE, decision % MOVE)
    elif decision == PASS:
        end_turn(state)
    elif state[STACKS + state[SIDE]] & BIT[decision % MOVE] != 0:
        stack(state, decision // MOVE, decision % MOVE)
    else:
        capture(state, decision // MOVE, decision % MOVE)


@kernel("void(int64[::1], int64, int64)")
def place(state: State, kind: int, space: int) -> None:
    """Put a piece on a vacant space; when all are placed, White is to make the opening move."""
    side = state[SIDE]
    state[STACKS + side] |= BIT[space]
    state[CONTENT + space] = ONE_HIGH + kind
    state[SHOWN + TYPES * side + kind] += 1
    state[SIDE] = 1 - side
    state[TURN] += 1
    if state[STACKS] | state[STACKS + 1] == FULL:
        state[PHASE] = OPENING
        for i in range(NUMBER_OF_SPACES):
            state[SIGHT + i] = NEIGHBOURS[i]


@kernel("void(int64[::1], int64, int64)")
def capture(state: State, start: int, goal: int) -> None:
    """The enemy stack is removed; the own one stands on its space."""
    side = state[SIDE]
    showing = conceal(state, 1 - side, goal)
    state[STACKS + 1 - side] ^= BIT[goal]
    state[STACKS + side] |= BIT[goal]
    state[CONTENT + goal] = state[CONTENT + start]
    state[HIGH] &= ~BIT[goal]
    if state[HIGH] & BIT[start] != 0:
        state[HIGH] |= BIT[goal]
    vacate(state, start)
    if showing == 0:
        win(state, side)
    elif state[PHASE] == FIRST:
        state[PHASE] = SECOND
    else:
        end_turn(state)


@kernel("void(int64[::1], int64, int64)")
def stack(state: State, start: int, goal: int) -> None:
    """The stack from `start` is put on top of the one on `goal`; heights add up, the upper type shows."""
    side = state[SIDE]
    showing = conceal(state, side, goal)
    state[CONTENT + goal] = (state[CONTENT + goal] & ~TYPE) + state[CONTENT + start]
    state[HIGH] |= BIT[goal]
    vacate(state, start)
    if showing == 0:
        win(state, 1 - side)
    else:
        end_turn(state)


@kernel("int64(int64[::1], int64, int64)")
def conceal(state: State, side: int, space: int) -> int:
    """A stack of a side is taken or covered; how many stacks that show its type are left to it."""
    shown = SHOWN + TYPES * side + (state[CONTENT + space] & TYPE)
    state[shown] -= 1
    return state[shown]


@kernel("void(int64[::1], int64)")
def vacate(state: State, space: int) -> None:
    """The stack has left its space; those on both sides of it now see each other."""
    sight = state[SIGHT + space]
    state[STACKS + state[SIDE]] ^= BIT[space]
    state[HIGH] &= ~BIT[space]
    state[CONTENT + space] = 0
    state[SIGHT + space] = 0
    for direction in range(BACK):
        ahead = (sight >> (LOOK * direction)) & LOOKED
        behind = (sight >> (LOOK * (direction + BACK))) & LOOKED
        see(state, ahead, direction + BACK, behind)
        see(state, behind, direction, ahead)
    state[SIGHT + NOWHERE] = 0


@kernel("void(int64[::1], int64, int64, int64)")
def see(state: State, space: int, direction: int, seen: int) -> None:
    """What the stack on a space sees in a direction from now on."""
    shift = LOOK * direction
    state[SIGHT + space] = (state[SIGHT + space] & ~(LOOKED << shift)) | (seen << shift)


@kernel("void(int64[::1])")
def end_turn(state: State) -> None:
    """The opponent is to capture, and has lost if there is nothing to capture (5.3)."""
    side = 1 - state[SIDE]
    state[SIDE] = side
    state[TURN] += 1
    state[PHASE] = FIRST
    if can_capture(state) == 0:
        state[RESULT] = WHITE_WINS + 1 - side


# --- 5. End of the game ---------------------------------------------------------------------------


@kernel("int64(int64[::1])")
def can_capture(state: State) -> int:
    """1 if the player to act has a capture."""
    left = state[STACKS + state[SIDE]]
    space = -1
    while left != 0:
        further = gap(left) + 1
        left >>= further
        space += further
        goals = prey(state, space)
        sight = state[SIGHT + space]
        found = 0
        for direction in range(6):
            found |= goals >> ((sight >> (LOOK * direction)) & LOOKED)
        if found & 1 != 0:
            return 1
    return 0


@kernel("void(int64[::1], int64)")
def win(state: State, side: int) -> None:
    """A type has vanished: the game is over at once, and so is the turn (5.1, 5.2)."""
    state[RESULT] = WHITE_WINS + side
    state[TURN] += 1


RULES = Rules(
    title="TZAAR",
    size=SIZE,
    most=MOST,
    longest_turn=2,
    decisions=decisions,
    play=play,
    momentary=(SIDE, PHASE),
)

# --- What texts and pictures ask ------------------------------------------------------------------


def transformed(state: State, symmetry: Permutation) -> State:
    """The state with every space taken where a symmetry of the board takes it."""
    image = [*state]
    for side in (WHITE, BLACK):
        stacks = (space for space in range(NUMBER_OF_SPACES) if state[STACKS + side] & BIT[space])
        image[STACKS + side] = sum(BIT[symmetry[space]] for space in stacks)
    for space in range(NUMBER_OF_SPACES):
        image[CONTENT + symmetry[space]] = state[CONTENT + space]
    return completed(image)


def height(state: State, space: int) -> int:
    """The height of the stack on a space, 0 if it is vacant."""
    return state[CONTENT + space] // ONE_HIGH


def pieces_of(state: State, side: int) -> int:
    """How many pieces a side has on the board, buried ones included."""
    return sum(height(state, space) for space in range(NUMBER_OF_SPACES) if owner(state, space) == side)


def missing_type(state: State, side: int) -> int:
    """The type a side does not show, or OFF."""
    return next((kind for kind in range(TYPES) if state[SHOWN + TYPES * side + kind] == 0), OFF)


def seen_from(state: State, space: int) -> set[int]:
    """The spaces whose stacks the stack on a space sees."""
    looks = (state[SIGHT + space] >> LOOK * direction & LOOKED for direction in range(6))
    return {seen for seen in looks if seen != NOWHERE} if state[CONTENT + space] else set()


def swapped(state: State) -> State:
    """The same position with the sides exchanged."""
    image = [*state]
    image[SIDE] = 1 - state[SIDE]
    image[STACKS : STACKS + 2] = state[STACKS + 1], state[STACKS]
    image[SHOWN : SHOWN + 2 * TYPES] = state[SHOWN + TYPES : SHOWN + 2 * TYPES] + state[SHOWN : SHOWN + TYPES]
    return image
