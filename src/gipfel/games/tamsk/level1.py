"""TAMSK level 1 (docs/rules/tamsk.md 3). One decision is a whole turn: steal, move, ring."""

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
    ROOM,
    SHARED,
    STAGNATION,
    STEP_BIT,
    around,
    drop_ring,
    entries,
    moves_of,
    open_spaces,
    result_by_rings,
)
from gipfel.kernel.link import kernel
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import ONGOING, RESULT, SIDE, TURN, WHITE_WINS, State

MISSED = SHARED  # the space the opponent has just entered without dropping a ring, or 0
SIZE = MISSED + 1

PASS = MOVES
WITH_RING = PASS + 1
"""Added to a move that drops a ring."""
WITH_STEAL = 2 * WITH_RING
"""Added to any turn that begins with a steal."""
MOST = 4 * NUMBER_OF_SPACES
"""From the hand, with and without ring, with and without steal."""


def start(in_hand: bool, stagnation: int, full_entry_loses: bool) -> State:
    """The state in which a game begins."""
    return rules.start(SIZE, in_hand, stagnation, full_entry_loses)


@kernel("int64(int64[::1], int64[::1])")
def decisions(state: State, out: State) -> int:
    """Every move with and without a ring, or a pass if there is none; all of it also with a steal."""
    if state[RESULT] != ONGOING:
        return 0
    side = state[SIDE]
    left = state[LEFT + side]
    plain = (
        entries(state, 0, out) if state[HAND + side] > 0 else moves_of(state, state[GLASSES + side], 0, out)
    )
    n = plain
    if plain == 0:
        out[0] = PASS
        plain = n = 1
    elif left > 0:
        for i in range(plain):
            out[plain + i] = out[i] + WITH_RING
        n = 2 * plain
    if can_steal(state) != 0:
        # The opponent's glass stands on that space, so the steal takes no move away, only a ring.
        affordable = n if left > 1 else plain
        for i in range(affordable):
            out[n + i] = out[i] + WITH_STEAL
        n += affordable
    return n


@kernel("int64(int64[::1])")
def can_steal(state: State) -> int:
    """Not zero if the side to act may drop a ring on the missed space."""
    return state[MISSED] & state[ROOM] if state[LEFT + state[SIDE]] > 0 else 0


@kernel("int64(int64[::1], int64)")
def can_move(state: State, side: int) -> int:
    """Not zero if a player has a legal move."""
    free = open_spaces(state)
    return free if state[HAND + side] > 0 else free & around(state[GLASSES + side])


@kernel("void(int64[::1], int64)")
def play(state: State, decision: int) -> None:
    """Play a whole turn."""
    side = state[SIDE]
    dry = state[DRY] + 1
    missed = 0
    if decision >= WITH_STEAL:
        decision -= WITH_STEAL
        drop_ring(state, side, state[MISSED])
        dry = 0
    ring = decision >= WITH_RING
    if ring:
        decision -= WITH_RING
    if decision != PASS:
        entered = goal_of(decision)
        if entered & state[ROOM] == 0:
            lose_by_full_entry(state)
            return
        move(state, side, decision, entered)
        missed = entered
        if ring:
            drop_ring(state, side, entered)
            missed = 0
            dry = 0
    state[MISSED] = missed
    state[DRY] = dry
    state[SIDE] = 1 - side
    state[TURN] += 1
    if is_over(state) != 0:
        state[RESULT] = result_by_rings(state)


@kernel("int64(int64)")
def goal_of(decision: int) -> int:
    """The space a move enters."""
    return BIT[decision - ENTER] if decision >= ENTER else STEP_BIT[decision]


@kernel("void(int64[::1], int64, int64, int64)")
def move(state: State, side: int, decision: int, entered: int) -> None:
    """A glass comes from the hand or leaves its space."""
    if decision >= ENTER:
        state[HAND + side] -= 1
    else:
        state[GLASSES + side] ^= BIT[decision // 6]
    state[GLASSES + side] |= entered


@kernel("void(int64[::1])")
def lose_by_full_entry(state: State) -> None:
    """The player to act has tried to enter a full space, and that is the end (3.5)."""
    state[RESULT] = WHITE_WINS + 1 - state[SIDE]
    state[END] = FULL_ENTRY
    state[TURN] += 1


@kernel("int64(int64[::1])")
def is_over(state: State) -> int:
    """1 if no ring was dropped for too long, or if nobody can do anything any more (3.4)."""
    if state[DRY] >= state[STAGNATION]:
        return 1
    if can_move(state, state[SIDE]) != 0 or can_move(state, 1 - state[SIDE]) != 0:
        return 0
    return 1 if can_steal(state) == 0 else 0


RULES = Rules(
    title="TAMSK",
    size=SIZE,
    most=MOST,
    longest_turn=1,
    decisions=decisions,
    play=play,
)


def transformed(state: State, symmetry: Permutation) -> State:
    """The state under a symmetry of the board."""
    image = rules.transformed(state, symmetry)
    image[MISSED] = rules.moved_bits(state[MISSED], symmetry)
    return image


def swapped(state: State) -> State:
    """The same position with the sides exchanged."""
    return rules.swapped(state)
