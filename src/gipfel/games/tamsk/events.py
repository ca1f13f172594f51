"""TAMSK levels 2 and 3: the game with time, as a deterministic model of events (docs/rules/tamsk.md 4).

Time is a number of milliseconds since the start, and part of the state; nothing here reads a clock.
`act` plays an event of either player at the time of the state, `advance` lets time pass and does
whatever falls due, `deadline` says when that will be. What random play, perft and search call is
`play`: an event of the player on turn, followed by a fixed reaction time.

An event is a decision, and each is a turn of the notation by itself: a line of the event log. The side to
act is the player on turn; the other one may have events too (turn the timer, steal, drop a ring, finish
a late move), which `others` lists.

A glass is known by its space alone. It has one number, the time at which it runs out: IDLE if it was
never turned, and in the past if it is lost. Turning it over mirrors that time at the present.
"""

from gipfel.board import Permutation
from gipfel.games.tamsk import rules
from gipfel.games.tamsk.rules import (
    BIT,
    DRY,
    END,
    ENTER,
    FULL_ENTRY,
    GLASSES,
    HAND,
    LEFT,
    MOVES,
    NUMBER_OF_SPACES,
    PRIME,
    RESIGNED,
    ROOM,
    SHARED,
    SPACE_OF,
    SPACES,
    STAGNATION,
    STEP_BIT,
    around,
    drop_ring,
    entries,
    moves_of,
    open_spaces,
    result_by_rings,
    spaces_in,
)
from gipfel.kernel.link import kernel
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import (
    BLACK,
    BLACK_WINS,
    DRAW,
    ONGOING,
    RESULT,
    SIDE,
    TURN,
    WHITE,
    WHITE_WINS,
    State,
)
from gipfel.locale import note

# --- 4.1, 4.2 The state -----------------------------------------------------------------------------

NOW = SHARED  # the game time
RUNS_OUT = NOW + 1  # one entry a space: when the glass there runs out; 0 without a glass
HELD = RUNS_OUT + NUMBER_OF_SPACES  # two entries: the space of the glass a player holds, counted from 1
RIGHT_SPACE = HELD + 2  # two entries: the space of a player's ring right, counted from 1
RIGHT_PHASE = RIGHT_SPACE + 2  # two entries
RIGHT_UNTIL = RIGHT_PHASE + 2  # two entries
PENDING = RIGHT_UNTIL + 2  # 1 if the player on turn gets a bonus ring after moving
BONUS = PENDING + 1  # whose bonus ring may be dropped now, counted from 1
BONUS_UNTIL = BONUS + 1
TIMER = BONUS_UNTIL + 1  # when the 15-second timer is empty; 0 if it is
TIMER_COUNTS = TIMER + 1  # 1 if it was turned in this very turn
HAS_TIMER = TIMER_COUNTS + 1  # options of the game, from here on: level 3
SAND = HAS_TIMER + 1  # how long a glass runs
TIMER_RUNS = SAND + 1  # how long the timer runs
RING_WINDOW = TIMER_RUNS + 1
SIZE = RING_WINDOW + 1

IDLE = -1
FROM_HAND = NUMBER_OF_SPACES + 1
"""What `HELD` says of a glass that is not on the board yet."""
NO_RIGHT, OWN, OWN_ONLY, STEAL_PHASE = 0, 1, 2, 3
"""Phases of a ring right; OWN_ONLY is the own phase when nothing can be stolen afterwards."""
NEVER = 1 << 62
HAND_BIT = 1 << 60
"""The glasses in hand, in a set of glasses that can be moved."""

DEFAULT_SAND, DEFAULT_TIMER, DEFAULT_RING_WINDOW = 180_000, 15_000, 3_000
REACTION = 1_000
"""How long a decision takes in random play, perft and search."""
PACE = 10_000
"""About how long people take for a turn: all six glasses must be turned in time, and the timer has 15 s."""


def start(
    in_hand: bool,
    stagnation: int,
    full_entry_loses: bool,
    has_timer: bool,
    sand: int,
    timer: int,
    ring_window: int,
) -> State:
    """The state in which a game begins: all glasses idle, the timer empty."""
    state = rules.start(SIZE, in_hand, stagnation, full_entry_loses)
    state[HAS_TIMER:] = int(has_timer), sand, timer, ring_window
    for space in spaces_in(state[GLASSES] | state[GLASSES + 1]):
        state[RUNS_OUT + space] = IDLE
    return state


# --- Events as integers -----------------------------------------------------------------------------

WITH_RING = MOVES
"""Added to a move or an entry that drops a ring at once."""
GRAB = 2 * MOVES
GRAB_HAND = GRAB + NUMBER_OF_SPACES
PLACE = GRAB_HAND + 1
PLACE_WITH_RING = PLACE + NUMBER_OF_SPACES
CANCEL = PLACE_WITH_RING + NUMBER_OF_SPACES
RING, DECLINE, STEAL = CANCEL + 1, CANCEL + 2, CANCEL + 3
BONUS_RING = CANCEL + 4
FLIP = BONUS_RING + NUMBER_OF_SPACES
RESIGN = FLIP + 1
"""Never listed, always legal."""
WAIT = FLIP + 2
"""Listed when the player on turn can do nothing but wait for what happens by itself."""
OTHER = 1024
"""Added to the events of the player who is not on turn."""
MOST = 3 * NUMBER_OF_SPACES + 8
"""From the hand with and without ring, a bonus ring anywhere, and the few others."""

# --- 4.2 Glasses that can be moved ------------------------------------------------------------------


@kernel("int64(int64[::1], int64)")
def movable(state: State, side: int) -> int:
    """The glasses of a player that can be moved; idle ones first, if there are any (first-three rule)."""
    free = open_spaces(state)
    glasses = state[GLASSES + side] & around(free)
    idle = HAND_BIT if state[HAND + side] > 0 and free != 0 else 0
    running = 0
    while glasses != 0:
        bit = glasses & -glasses
        glasses ^= bit
        runs_out = state[RUNS_OUT + SPACE_OF[bit % PRIME]]
        if runs_out == IDLE:
            idle |= bit
        elif runs_out > state[NOW]:
            running |= bit
    return idle if idle != 0 else running


@kernel("int64(int64[::1], int64)")
def destinations(state: State, side: int) -> int:
    """The spaces the glass a player holds can be put on."""
    held = state[HELD + side]
    free = open_spaces(state)
    return free if held == FROM_HAND else free & around(BIT[held - 1])


# --- 4.3 Events: what is legal ----------------------------------------------------------------------


@kernel("int64(int64[::1], int64[::1])")
def decisions(state: State, out: State) -> int:
    """The events of the player on turn; WAIT if there is none and the game goes on."""
    if state[RESULT] != ONGOING:
        return 0
    n = events_of(state, state[SIDE], out)
    if n == 0:
        out[0] = WAIT
        n = 1
    return n


@kernel("int64(int64[::1], int64[::1])")
def others(state: State, out: State) -> int:
    """The events of the player who is not on turn."""
    if state[RESULT] != ONGOING:
        return 0
    n = events_of(state, 1 - state[SIDE], out)
    for i in range(n):
        out[i] += OTHER
    return n


@kernel("int64(int64[::1], int64, int64[::1])")
def events_of(state: State, side: int, out: State) -> int:
    """All events of a player but resigning."""
    n = 0
    if state[HELD + side] != 0:
        n = placings(state, side, out)
    elif side == state[SIDE]:
        n = moves(state, side, out)
    if state[LEFT + side] > 0:
        n = drops(state, side, n, out)
    if is_own(state[RIGHT_PHASE + side]) != 0:
        out[n] = DECLINE
        n += 1
    if side != state[SIDE] and state[HAS_TIMER] != 0 and state[TIMER] == 0:
        out[n] = FLIP
        n += 1
    return n


@kernel("int64(int64[::1], int64, int64[::1])")
def moves(state: State, side: int, out: State) -> int:
    """Every move without and with a ring, then what can be grabbed."""
    glasses = movable(state, side)
    n = entries(state, 0, out) if glasses & HAND_BIT != 0 else 0
    plain = n = moves_of(state, glasses & ~HAND_BIT, n, out)
    if state[LEFT + side] > 0:
        for i in range(plain):
            out[plain + i] = out[i] + WITH_RING
        n += plain
    if glasses & HAND_BIT != 0:
        out[n] = GRAB_HAND
        n += 1
    return each(glasses & ~HAND_BIT, GRAB, n, out)


@kernel("int64(int64[::1], int64, int64[::1])")
def placings(state: State, side: int, out: State) -> int:
    """Every way to put the held glass down, without and with a ring, and back."""
    goals = destinations(state, side)
    n = each(goals, PLACE, 0, out)
    if state[LEFT + side] > 0:
        n = each(goals, PLACE_WITH_RING, n, out)
    out[n] = CANCEL
    return n + 1


@kernel("int64(int64[::1], int64, int64, int64[::1])")
def drops(state: State, side: int, n: int, out: State) -> int:
    """Append every way to drop a ring without a move."""
    if is_own(state[RIGHT_PHASE + side]) != 0 and right_bit(state, side) & state[ROOM] != 0:
        out[n] = RING
        n += 1
    if state[RIGHT_PHASE + 1 - side] == STEAL_PHASE and right_bit(state, 1 - side) & state[ROOM] != 0:
        out[n] = STEAL
        n += 1
    return each(state[ROOM], BONUS_RING, n, out) if state[BONUS] == side + 1 else n


@kernel("int64(int64, int64, int64, int64[::1])")
def each(spaces: int, event: int, n: int, out: State) -> int:
    """Append an event for each of some spaces."""
    while spaces != 0:
        bit = spaces & -spaces
        spaces ^= bit
        out[n] = event + SPACE_OF[bit % PRIME]
        n += 1
    return n


# --- 4.3 Events: what they do -------------------------------------------------------------------------


@kernel("void(int64[::1], int64)")
def act(state: State, decision: int) -> None:
    """Play an event of either player now, and everything that follows from it at once."""
    side = state[SIDE]
    if decision >= OTHER:
        decision -= OTHER
        side = 1 - side
    happen(state, side, decision)
    settle(state)
    advance(state, deadline(state) if decision == WAIT else state[NOW])


@kernel("void(int64[::1], int64)")
def play(state: State, decision: int) -> None:
    """Play an event of the player on turn, and let the reaction time pass."""
    then = state[NOW] + REACTION
    happen(state, state[SIDE], decision)
    settle(state)
    if decision == WAIT:
        then = max(then, deadline(state))
    advance(state, then)


@kernel("void(int64[::1], int64, int64)")
def happen(state: State, side: int, event: int) -> None:
    """The event itself."""
    state[TURN] += 1
    if event < GRAB:
        ring = event >= WITH_RING
        way = event - WITH_RING if ring else event
        grab(state, side, FROM_HAND if way >= ENTER else way // 6 + 1)
        place(state, side, BIT[way - ENTER] if way >= ENTER else STEP_BIT[way], ring)
    elif event < PLACE:
        grab(state, side, FROM_HAND if event == GRAB_HAND else event - GRAB + 1)
    elif event < CANCEL:
        ring = event >= PLACE_WITH_RING
        place(state, side, BIT[event - PLACE_WITH_RING if ring else event - PLACE], ring)
    elif event == CANCEL:
        state[HELD + side] = 0
    elif event == DECLINE:
        lapse(state, side)
    elif event == FLIP:
        state[TIMER] = state[NOW] + state[TIMER_RUNS]
        state[TIMER_COUNTS] = 1
    elif event == RESIGN:
        lose(state, side, RESIGNED)
    elif event != WAIT:
        drop(state, side, event)


@kernel("void(int64[::1], int64, int64)")
def grab(state: State, side: int, held: int) -> None:
    """Take a glass in hand: that gives up the steal, and a ring right of one's own."""
    state[HELD + side] = held
    if state[RIGHT_PHASE + 1 - side] == STEAL_PHASE:
        close_unused(state, 1 - side)
    elif state[RIGHT_PHASE + 1 - side] == OWN:
        state[RIGHT_PHASE + 1 - side] = OWN_ONLY
    if state[RIGHT_PHASE + side] != NO_RIGHT:
        close_unused(state, side)


@kernel("void(int64[::1], int64, int64, boolean)")
def place(state: State, side: int, entered: int, ring: bool) -> None:
    """Release the held glass on a space, turned over; that ends the turn unless the player is late."""
    if entered & state[ROOM] == 0:
        lose(state, side, FULL_ENTRY)
        return
    turn_over(state, side, entered)
    if ring:
        drop_ring(state, side, entered)
        state[DRY] = 0
    else:
        open_right(state, side, entered)
    if side == state[SIDE]:
        state[HELD + 1 - side] = 0
        if state[PENDING] != 0:
            state[BONUS] = side + 1
            state[BONUS_UNTIL] = state[NOW] + state[RING_WINDOW]
        pass_turn(state)


@kernel("void(int64[::1], int64, int64)")
def turn_over(state: State, side: int, entered: int) -> None:
    """The held glass comes to its new space, and what was below is above."""
    held = state[HELD + side]
    state[HELD + side] = 0
    runs_out = IDLE
    if held == FROM_HAND:
        state[HAND + side] -= 1
    else:
        state[GLASSES + side] ^= BIT[held - 1]
        runs_out = state[RUNS_OUT + held - 1]
        state[RUNS_OUT + held - 1] = 0
    state[GLASSES + side] |= entered
    mirrored = state[NOW] if runs_out == IDLE else 2 * state[NOW] - runs_out
    state[RUNS_OUT + SPACE_OF[entered % PRIME]] = state[SAND] + mirrored


@kernel("void(int64[::1])")
def pass_turn(state: State) -> None:
    """The other player is on turn; the timer no longer counts, and an unused bonus is lost."""
    state[SIDE] = 1 - state[SIDE]
    state[PENDING] = 0
    state[TIMER_COUNTS] = 0


@kernel("void(int64[::1], int64, int64)")
def drop(state: State, side: int, event: int) -> None:
    """Drop a ring by right, by stealing or as a bonus."""
    if event == RING:
        bit = right_bit(state, side)
        close(state, side)
    elif event == STEAL:
        bit = right_bit(state, 1 - side)
        close(state, 1 - side)
    else:
        bit = BIT[event - BONUS_RING]
        state[BONUS] = state[BONUS_UNTIL] = 0
    drop_ring(state, side, bit)
    state[DRY] = 0
    if state[LEFT + side] == 0 and is_own(state[RIGHT_PHASE + side]) != 0:
        lapse(state, side)


@kernel("void(int64[::1], int64, int64)")
def lose(state: State, side: int, how: int) -> None:
    """A player loses at once, regardless of the rings."""
    state[END] = how
    finish(state, WHITE_WINS + 1 - side)


# --- 4.4 Ring rights ----------------------------------------------------------------------------------


@kernel("int64(int64)")
def is_own(phase: int) -> int:
    """1 if the player who moved may drop the ring."""
    return 1 if phase in (OWN, OWN_ONLY) else 0


@kernel("int64(int64[::1], int64)")
def right_bit(state: State, side: int) -> int:
    """The space of a player's ring right."""
    return BIT[state[RIGHT_SPACE + side] - 1]


@kernel("void(int64[::1], int64, int64)")
def open_right(state: State, side: int, entered: int) -> None:
    """A player who moved without a ring may still drop it; without rings left the right lapses at once."""
    state[RIGHT_SPACE + side] = SPACE_OF[entered % PRIME] + 1
    state[RIGHT_PHASE + side] = OWN
    state[RIGHT_UNTIL + side] = state[NOW] + state[RING_WINDOW]
    if state[LEFT + side] == 0:
        lapse(state, side)


@kernel("void(int64[::1], int64)")
def lapse(state: State, side: int) -> None:
    """The own phase is over: the opponent may steal if possible."""
    stealable = state[RIGHT_PHASE + side] == OWN and right_bit(state, side) & state[ROOM] != 0
    if stealable and state[LEFT + 1 - side] > 0:
        state[RIGHT_PHASE + side] = STEAL_PHASE
        state[RIGHT_UNTIL + side] = state[NOW] + state[RING_WINDOW]
    else:
        close_unused(state, side)


@kernel("void(int64[::1], int64)")
def close(state: State, side: int) -> None:
    """A ring right is over."""
    state[RIGHT_SPACE + side] = state[RIGHT_PHASE + side] = state[RIGHT_UNTIL + side] = 0


@kernel("void(int64[::1], int64)")
def close_unused(state: State, side: int) -> None:
    """A ring right is over and nobody has used it."""
    close(state, side)
    state[DRY] += 1


# --- 4.5, 4.6 Deadlines -------------------------------------------------------------------------------


@kernel("int64(int64[::1])")
def deadline(state: State) -> int:
    """When something will happen by itself, or NEVER."""
    if state[RESULT] != ONGOING:
        return NEVER
    first = NEVER if state[TIMER] == 0 else state[TIMER]
    glasses = state[GLASSES] | state[GLASSES + 1]
    while glasses != 0:
        bit = glasses & -glasses
        glasses ^= bit
        runs_out = state[RUNS_OUT + SPACE_OF[bit % PRIME]]
        if runs_out > state[NOW]:
            first = min(first, runs_out)
    for side in range(2):
        if state[RIGHT_PHASE + side] != NO_RIGHT:
            first = min(first, state[RIGHT_UNTIL + side])
    return first if state[BONUS] == 0 else min(first, state[BONUS_UNTIL])


@kernel("void(int64[::1], int64)")
def advance(state: State, ms: int) -> None:
    """Let time pass: all deadlines up to then, in their order. A game that is over stands still."""
    due = deadline(state)
    while due <= ms:
        state[NOW] = due
        for group in range(4):
            if state[RESULT] == ONGOING and fall_due(state, group) != 0:
                settle(state)
        due = deadline(state)
    if state[RESULT] == ONGOING and ms > state[NOW]:
        state[NOW] = ms


@kernel("int64(int64[::1], int64)")
def fall_due(state: State, group: int) -> int:
    """Process what is due in a group (0 lost glasses, 1 timer, 2 ring rights, 3 bonus); 1 if anything was."""
    if group == 0:
        return let_go_of_lost(state)
    if group == 1:
        return empty_timer(state)
    if group == 2:
        return end_right(state, WHITE) | end_right(state, BLACK)
    if state[BONUS] == 0 or state[BONUS_UNTIL] > state[NOW]:
        return 0
    state[BONUS] = state[BONUS_UNTIL] = 0
    return 1


@kernel("int64(int64[::1])")
def let_go_of_lost(state: State) -> int:
    """A held glass that runs out is not held any longer; 1 if any glass has run out now."""
    for side in range(2):
        held = state[HELD + side]
        if held != 0 and held != FROM_HAND and is_lost(state, held - 1) != 0:
            state[HELD + side] = 0
    glasses = state[GLASSES] | state[GLASSES + 1]
    found = 0
    while glasses != 0:
        bit = glasses & -glasses
        glasses ^= bit
        if state[RUNS_OUT + SPACE_OF[bit % PRIME]] == state[NOW]:
            found = 1
    return found


@kernel("int64(int64[::1], int64)")
def is_lost(state: State, space: int) -> int:
    """1 if the glass on a space has run out."""
    return 1 if IDLE < state[RUNS_OUT + space] <= state[NOW] else 0


@kernel("int64(int64[::1])")
def empty_timer(state: State) -> int:
    """The timer is empty: if it counts, the turn passes and the other player gets a bonus (4.5).

    A player who holds a glass then keeps it: holding without being on turn is what being late means.
    """
    if state[TIMER] == 0 or state[TIMER] > state[NOW]:
        return 0
    counts = state[TIMER_COUNTS]
    state[TIMER] = state[TIMER_COUNTS] = 0
    if counts != 0 and movable(state, state[SIDE]) != 0:
        pass_turn(state)
        state[PENDING] = 1
    return 1


@kernel("int64(int64[::1], int64)")
def end_right(state: State, side: int) -> int:
    """A window of a player's ring right ends, if now is the time; 1 if it does."""
    if state[RIGHT_PHASE + side] == NO_RIGHT or state[RIGHT_UNTIL + side] > state[NOW]:
        return 0
    lapse(state, side)
    return 1


@kernel("void(int64[::1])")
def settle(state: State) -> None:
    """Whoever cannot move is passed over; if nobody can, and no ring is to be expected, the game is over."""
    if state[RESULT] != ONGOING:
        return
    if state[DRY] >= state[STAGNATION]:
        finish(state, result(state))
        return
    side = state[SIDE]
    if movable(state, side) != 0:
        return
    if movable(state, 1 - side) != 0:
        state[HELD + side] = 0
        pass_turn(state)
    elif state[RIGHT_PHASE] == NO_RIGHT and state[RIGHT_PHASE + 1] == NO_RIGHT and state[BONUS] == 0:
        finish(state, result(state))


# --- 4.7 The result -----------------------------------------------------------------------------------


@kernel("void(int64[::1], int64)")
def finish(state: State, how: int) -> None:
    """The game is over, and with it everything that was going on."""
    state[RESULT] = how
    for i in range(HELD, HAS_TIMER):
        state[i] = 0


@kernel("int64(int64[::1])")
def result(state: State) -> int:
    """Fewer rings left win; if equal, the last living glass, then the last but one, then the third."""
    by_rings = result_by_rings(state)
    if by_rings != DRAW:
        return by_rings
    for rank in range(3):
        red = death(state, WHITE, rank)
        black = death(state, BLACK, rank)
        if red != black:
            return WHITE_WINS if red > black else BLACK_WINS
    return DRAW


@kernel("int64(int64[::1], int64, int64)")
def death(state: State, side: int, rank: int) -> int:
    """When the last (0), last but one (1) or first (2) glass of a player runs out; IDLE if never."""
    first = second = third = IDLE
    glasses = state[GLASSES + side]
    while glasses != 0:
        bit = glasses & -glasses
        glasses ^= bit
        runs_out = state[RUNS_OUT + SPACE_OF[bit % PRIME]]
        third = max(third, min(second, runs_out))
        second = max(second, min(first, runs_out))
        first = max(first, runs_out)
    if rank == 0:
        return first
    return second if rank == 1 else third


RULES = Rules(
    title=note("TAMSK with time"),
    size=SIZE,
    most=MOST,
    longest_turn=1,
    decisions=decisions,
    play=play,
)


def transformed(state: State, symmetry: Permutation) -> State:
    """The state under a symmetry of the board."""
    image = rules.transformed(state, symmetry)
    for space, goal in enumerate(symmetry):
        image[RUNS_OUT + goal] = state[RUNS_OUT + space]
    for i in (HELD, HELD + 1, RIGHT_SPACE, RIGHT_SPACE + 1):
        if 0 < state[i] <= len(SPACES):
            image[i] = symmetry[state[i] - 1] + 1
    return image


def swapped(state: State) -> State:
    """The same position with the sides exchanged."""
    image = rules.swapped(state)
    rules.exchange(image, HELD, RIGHT_PHASE - 2, RIGHT_PHASE, RIGHT_UNTIL)
    if state[BONUS]:
        image[BONUS] = 3 - state[BONUS]
    return image
