"""YINSH in words: what to do now, why not, how it ended."""

from gipfel.draw.target import Path, Target
from gipfel.games.core.side import SIDE_NAMES, Outcome, Side, drawn, side_name, won
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
from gipfel.locale import note, say, sentence

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
    if outcome.winner is None:
        return drawn(DRAWS.get(outcome.reason, outcome.reason))
    winner = side_name(outcome.winner)
    if outcome.reason in COMPARED:
        return won(winner, say(COMPARED[outcome.reason], side=winner))
    if outcome.reason == RINGS_REMOVED:
        return won(winner, THREE_REMOVED if target == STANDARD_TARGET else ONE_REMOVED)
    return won(winner, outcome.reason)


THREE_REMOVED, ONE_REMOVED = note("three rings are removed"), note("a ring is removed")
COMPARED = {
    MARKERS_USED_UP: note("the markers are used up and {side} has removed more rings"),
    NO_MOVE: note("no ring can move and {side} has removed more rings"),
}
DRAWS = {
    MARKERS_USED_UP: note("the markers are used up and both have removed as many rings"),
    NO_MOVE: note("no ring can move and both have removed as many rings"),
}


# --- What now ---------------------------------------------------------------------------------------


def task(state: State) -> str:
    """What the player to act has to do now."""
    side = side_name(state[SIDE])
    if state[PHASE] == PLACE:
        left = state[IN_HAND + state[SIDE]]
        return say("{side}: point at a space to place a ring there; {left} to place.", side=side, left=left)
    if state[PHASE] == MOVE:
        if RULES.codes(state) == [PASS]:
            return say("{side}: none of your rings can move, you have to pass.", side=side)
        return say("{side}: point at one of your rings, then at the space it moves to.", side=side)
    if state[PHASE] == ROW:
        if len(RULES.codes(state)) == 1:
            return say("{side}: five in a row. Point at it to take it.", side=side)
        return say(
            "{side}: point at a row to take it, or at both ends of the five markers you mean.", side=side
        )
    return say("{side}: point at one of your rings to remove it.", side=side)


# --- Why not ----------------------------------------------------------------------------------------
# Objections are half sentences; notation quotes them.


def why_not(state: State, prefix: Path, target: Target) -> str:
    """Why pointing at this target leads to no decision."""
    return sentence(_why_not(state, prefix, target))


def _why_not(state: State, prefix: Path, target: Target) -> str:
    if target.kind != "spot" or target.name not in SPACES.index:
        if target == Target("button", "pass"):
            return why_no_pass(state)
        return note("point at a space of the board")
    space = SPACES.index[target.name]
    if state[PHASE] == PLACE:
        return why_no_ring_placed(space)
    if state[PHASE] == ROW:
        return _why_no_row(state, prefix, space)
    if state[PHASE] != MOVE:
        return why_not_own_ring(state, space)
    if prefix:
        return why_no_move(state, SPACES.index[prefix[0].name], space)
    return why_not_own_ring(state, space) or note("this ring cannot move in any direction")


def why_no_ring_placed(space: int) -> str:
    """Why no ring can be placed on a space."""
    return note("the space {space} is occupied", space=SPACES.names[space])


def why_not_own_ring(state: State, space: int) -> str:
    """Why a space is not one of a ring of the player to act; nothing if it is."""
    side = Side(state[SIDE])
    if space in rings_of(state, side):
        return ""
    name = SPACES.names[space]
    if space in rings_of(state, side.other):
        return note("the ring on {space} is {side}'s", space=name, side=SIDE_NAMES[side.other])
    return note("there is no ring on {space}", space=name)


def why_no_move(state: State, start: int, goal: int) -> str:
    """Why the player to act cannot move a ring from one space to another (3.2)."""
    if not_own := why_not_own_ring(state, start):
        return not_own
    if start == goal:
        return note("a ring has to move at least one space")
    direction = SPACES.direction(start, goal)
    names = SPACES.names
    if direction < 0:
        return note(
            "rings move in a straight line, and {goal} is not in line with {space}",
            goal=names[goal],
            space=names[start],
        )
    jumped = False
    for space in SPACES.ray(start, direction):
        here = standing(state, space)
        if here == A_RING:
            return note("the ring on {space} is in the way, and rings cannot be jumped", space=names[space])
        if space == goal:
            return note("there is a marker on {space}", space=names[goal])
        if jumped and not here:
            return note(
                "a ring that has jumped markers stops right behind them, on {space}", space=names[space]
            )
        jumped = jumped or here != 0
    return note("no such move")


def why_no_pass(state: State) -> str:
    """Why the player to act cannot pass."""
    if state[PHASE] == MOVE:
        return note("one of your rings can move, and only those who cannot move pass")
    return note("passing is only for those who cannot move a ring")


def _why_no_row(state: State, prefix: Path, space: int) -> str:
    if prefix:
        return note(
            "the five markers you take do not reach from {space} to {goal}",
            space=prefix[0].name,
            goal=SPACES.names[space],
        )
    if standing(state, space) in (0, A_RING):
        return note("a row has to be taken first: point at one of the marked rows")
    return note("point at both ends of the five markers you mean")
