"""TAMSK by pointing: targets of all levels, and the paths and changes of turns of level 1."""

from collections.abc import Iterator

from gipfel.board import OFF
from gipfel.draw.target import Path, Target
from gipfel.games.core.game import Change
from gipfel.games.tamsk.level1 import MISSED, PASS
from gipfel.games.tamsk.moves import goal_of, origin_of
from gipfel.games.tamsk.notation import parts_of_turn
from gipfel.games.tamsk.rules import BIT, LEFT, SPACES
from gipfel.kernel.state import SIDE, State

GLASS = Target("tray", "glass")
RINGS = Target("tray", "ring")


def button(name: str) -> Target:
    """A button beside the board."""
    return Target("button", name)


WITH_RING, WITHOUT_RING = button("ring"), button("no ring")
STEAL_FIRST, PASS_ON = button("steal"), button("pass")
TAKE_UP, PUT_BACK, TIMER, BONUS = button("grab"), button("put back"), button("timer"), button("bonus")


def space_target(space: int) -> Target:
    """The target for a space given by its index."""
    return Target("space", SPACES.names[space])


def move_paths(way: int, choice: Path) -> tuple[Path, ...]:
    """From where to where; a glass from the hand need not be pointed at."""
    goal = space_target(goal_of(way))
    if origin_of(way) == OFF:
        return (GLASS, goal, *choice), (goal, *choice)
    return ((space_target(origin_of(way)), goal, *choice),)


def ring_choice(ring: bool, left: int) -> Path:
    """With or without a ring; nothing to choose if there is none."""
    return (WITH_RING if ring else WITHOUT_RING,) if left > 0 else ()


def paths(state: State, code: int) -> tuple[Path, ...]:
    """The steal, if there is one, then the move, then with or without a ring."""
    steal, way, ring = parts_of_turn(code)
    before: Path = (STEAL_FIRST,) if steal else ()
    if way == PASS:
        return ((*before, PASS_ON),)
    choice = ring_choice(ring, state[LEFT + state[SIDE]] - steal)
    return tuple((*before, *path) for path in move_paths(way, choice))


def changes(state: State, code: int) -> tuple[Change, ...]:
    """What a turn of level 1 moves."""
    steal, way, ring = parts_of_turn(code)
    found = [ring_dropped(BIT.index(state[MISSED]))] if steal else []
    if way != PASS:
        found += glass_moved(origin_of(way), goal_of(way), ring)
    return tuple(found)


def ring_dropped(space: int) -> Change:
    """A ring falls on a space."""
    return Change("enter", RINGS, space_target(space))


def glass_moved(origin: int, goal: int, ring: bool) -> Iterator[Change]:
    """A glass comes from the hand or another space, perhaps with a ring."""
    if origin == OFF:
        yield Change("enter", GLASS, space_target(goal))
    else:
        yield Change("move", space_target(origin), space_target(goal))
    if ring:
        yield ring_dropped(goal)
