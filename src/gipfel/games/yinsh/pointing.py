"""YINSH by pointing: the paths of targets that mean a decision, and what a decision moves."""

from collections import Counter

from gipfel.draw.target import Path, Target
from gipfel.games.core.game import Change
from gipfel.games.yinsh.notation import move_of, row_of
from gipfel.games.yinsh.rules import A_RING, GO, LIFT, PASS, RULES, SPACES, TAKE, standing
from gipfel.kernel.state import State

PASS_BUTTON = Target("button", "pass")


def spot(space: int) -> Target:
    """The target for a space given by its index."""
    return Target("spot", SPACES.names[space])


def paths(state: State, code: int) -> tuple[Path, ...]:
    """All paths of targets that mean a decision, the usual one first."""
    if code >= GO:
        start, goal = move_of(code)
        return ((spot(start), spot(goal)),)
    if code == PASS:
        return ((PASS_BUTTON,),)
    if code >= TAKE:
        return _row_paths(state, code)
    return ((spot(code - LIFT if code >= LIFT else code),),)


def _row_paths(state: State, code: int) -> tuple[Path, ...]:
    """A marker that no other row has says which row is meant; so do both ends, in either order."""
    shared = Counter(space for other in RULES.codes(state) for space in row_of(other))
    row = row_of(code)
    alone = [(spot(space),) for space in row if shared[space] == 1]
    ends = [(row[0], row[-1]), (row[-1], row[0])]
    return (*alone, *((spot(one), spot(other)) for one, other in ends if shared[one] > 1))


def changes(state: State, code: int) -> tuple[Change, ...]:
    """What a decision does: a ring comes, goes or moves; markers come, turn over or are taken."""
    if code >= GO:
        return _move_changes(state, *move_of(code))
    if code == PASS:
        return ()
    if code >= TAKE:
        return tuple(Change("lift", spot(space), None) for space in row_of(code))
    if code >= LIFT:
        return (Change("lift", spot(code - LIFT), None),)
    return (Change("enter", None, spot(code)),)


def _move_changes(state: State, start: int, goal: int) -> tuple[Change, ...]:
    way = list(SPACES.ray(start, SPACES.direction(start, goal)))
    jumped = [space for space in way[: way.index(goal)] if standing(state, space) not in (0, A_RING)]
    return (
        Change("enter", None, spot(start)),
        Change("move", spot(start), spot(goal)),
        *(Change("flip", None, spot(space)) for space in jumped),
    )
