"""TZAAR by pointing: the paths of targets that mean a decision, and what a decision moves."""

from gipfel.draw.target import Path, Target
from gipfel.games.core.game import Change
from gipfel.games.tzaar.rules import MOVE, PASS, PLACE, SPACES, owner
from gipfel.games.tzaar.words import TYPE_NAMES
from gipfel.kernel.state import SIDE, State

PASSING = Target("button", "pass")


def spot(space: int) -> Target:
    """The target for a space given by its index."""
    return Target("spot", SPACES.names[space])


def hand(kind: int) -> Target:
    """The target for the pieces of a type that are still to be placed."""
    return Target("tray", TYPE_NAMES[kind])


def paths(state: State, code: int) -> tuple[Path, ...]:
    """From a stack to another one; from the hand to a space; or the button to pass."""
    if code == PASS:
        return ((PASSING,),)
    high, low = divmod(code, MOVE)
    return ((hand(high - PLACE // MOVE) if code >= PLACE else spot(high), spot(low)),)


def changes(state: State, code: int) -> tuple[Change, ...]:
    """What a decision moves; a captured stack is lifted first."""
    if code == PASS:
        return ()
    origin, goal = paths(state, code)[0]
    if code >= PLACE:
        return (Change("enter", origin, goal),)
    moved = Change("move", origin, goal)
    if owner(state, code % MOVE) == state[SIDE]:
        return (moved,)
    return (Change("lift", goal, None), moved)
