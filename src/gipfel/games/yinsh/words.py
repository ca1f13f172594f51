"""YINSH in words: what to do now, why not, how it ended."""

from gipfel.draw.target import Path, Target
from gipfel.games.side import Outcome, Side
from gipfel.games.yinsh.rules import (
    A_RING,
    IN_HAND,
    MOVE,
    PASS,
    PHASE,
    PLACE,
    POOL,
    REMOVED,
    ROW,
    RULES,
    SPACES,
    STANDARD_TARGET,
    TARGET,
    rings_of,
    standing,
)
from gipfel.kernel.state import BLACK, SIDE, WHITE, State

RINGS_REMOVED = "rings"
MARKERS_USED_UP = "markers used up"
NO_MOVE = "no move"


def reason(state: State) -> str:
    """Why the game ended."""
    if state[TARGET] in (state[REMOVED + WHITE], state[REMOVED + BLACK]):
        return RINGS_REMOVED
    return MARKERS_USED_UP if state[POOL] == 0 else NO_MOVE


def conclusion(outcome: Outcome, target: int = STANDARD_TARGET) -> str:
    """How the game ended, in one sentence; `target` removed rings were to be reached."""
    how = {
        RINGS_REMOVED: "three rings are removed" if target == STANDARD_TARGET else "a ring is removed",
        MARKERS_USED_UP: f"the markers are used up and {_compared(outcome)}",
        NO_MOVE: f"no ring can move and {_compared(outcome)}",
    }.get(outcome.reason, outcome.reason)
    if outcome.winner is None:
        return f"The game is a draw: {how}."
    return f"{outcome.winner} wins: {how}."


def _compared(outcome: Outcome) -> str:
    if outcome.winner is None:
        return "both have removed as many rings"
    return f"{outcome.winner} has removed more rings"


# --- What now ---------------------------------------------------------------------------------------


def task(state: State) -> str:
    """What the player to act has to do now."""
    side = Side(state[SIDE])
    if state[PHASE] == PLACE:
        left = state[IN_HAND + side]
        return f"{side}: point at a space to place a ring there; {left} to place."
    if state[PHASE] == MOVE:
        if RULES.codes(state) == [PASS]:
            return f"{side}: none of your rings can move, you have to pass."
        return f"{side}: point at one of your rings, then at the space it moves to."
    if state[PHASE] == ROW:
        if len(RULES.codes(state)) == 1:
            return f"{side}: five in a row. Point at it to take it."
        return f"{side}: point at a row to take it, or at both ends of the five markers you mean."
    return f"{side}: point at one of your rings to remove it."


# --- Why not ----------------------------------------------------------------------------------------


def why_not(state: State, prefix: Path, target: Target) -> str:
    """Why pointing at this target leads to no decision."""
    clause = _why_not(state, prefix, target)
    return f"{clause[0].upper()}{clause[1:]}."


def _why_not(state: State, prefix: Path, target: Target) -> str:
    if target.kind != "spot" or target.name not in SPACES.index:
        return why_no_pass(state) if target == Target("button", "pass") else "point at a space of the board"
    space = SPACES.index[target.name]
    if state[PHASE] == PLACE:
        return why_no_ring_placed(space)
    if state[PHASE] == ROW:
        return _why_no_row(state, prefix, space)
    if state[PHASE] != MOVE:
        return why_not_own_ring(state, space)
    if prefix:
        return why_no_move(state, SPACES.index[prefix[0].name], space)
    return why_not_own_ring(state, space) or "this ring cannot move in any direction"


def why_no_ring_placed(space: int) -> str:
    """Why no ring can be placed on a space."""
    return f"the space {SPACES.names[space]} is occupied"


def why_not_own_ring(state: State, space: int) -> str:
    """Why a space is not one of a ring of the player to act; nothing if it is."""
    side = Side(state[SIDE])
    if space in rings_of(state, side):
        return ""
    name = SPACES.names[space]
    if space in rings_of(state, side.other):
        return f"the ring on {name} is {side.other}'s"
    return f"there is no ring on {name}"


def why_no_move(state: State, start: int, goal: int) -> str:
    """Why the player to act cannot move a ring from one space to another (3.2)."""
    if not_own := why_not_own_ring(state, start):
        return not_own
    if start == goal:
        return "a ring has to move at least one space"
    direction = SPACES.direction(start, goal)
    names = SPACES.names
    if direction < 0:
        return f"rings move in a straight line, and {names[goal]} is not in line with {names[start]}"
    jumped = False
    for space in SPACES.ray(start, direction):
        here = standing(state, space)
        if here == A_RING:
            return f"the ring on {names[space]} is in the way, and rings cannot be jumped"
        if space == goal:
            return f"there is a marker on {names[goal]}"
        if jumped and not here:
            return f"a ring that has jumped markers stops right behind them, on {names[space]}"
        jumped = jumped or here != 0
    return "no such move"


def why_no_pass(state: State) -> str:
    """Why the player to act cannot pass."""
    if state[PHASE] == MOVE:
        return "one of your rings can move, and only those who cannot move pass"
    return "passing is only for those who cannot move a ring"


def _why_no_row(state: State, prefix: Path, space: int) -> str:
    if prefix:
        return f"the five markers you take do not reach from {prefix[0].name} to {SPACES.names[space]}"
    if standing(state, space) in (0, A_RING):
        return "a row has to be taken first: point at one of the marked rows"
    return "point at both ends of the five markers you mean"
