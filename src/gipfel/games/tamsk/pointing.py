"""TAMSK by pointing: the paths of targets that mean a decision, and what a decision moves."""

from collections.abc import Iterator

from gipfel.board import OFF
from gipfel.draw.target import Path, Target
from gipfel.games.core.game import Change
from gipfel.games.tamsk import events
from gipfel.games.tamsk.events import (
    BONUS_RING,
    CANCEL,
    DECLINE,
    FLIP,
    FROM_HAND,
    GRAB,
    GRAB_HAND,
    HELD,
    OTHER,
    PLACE,
    PLACE_WITH_RING,
    RESIGN,
    RIGHT_SPACE,
    RING,
    STEAL,
    WAIT,
)
from gipfel.games.tamsk.level1 import MISSED, PASS
from gipfel.games.tamsk.rules import BIT, LEFT, SPACES
from gipfel.games.tamsk.tokens import goal_of, origin_of, parts_of_turn
from gipfel.kernel.state import SIDE, State

GLASS = Target("tray", "glass")
RINGS = Target("tray", "ring")


def button(name: str) -> Target:
    """A button beside the board."""
    return Target("button", name)


WITH_RING, WITHOUT_RING = button("ring"), button("no ring")
STEAL_FIRST, PASS_ON = button("steal"), button("pass")
TAKE_UP, PUT_BACK, TIMER, BONUS = button("grab"), button("put back"), button("timer"), button("bonus")

BUTTONS = {
    RING: WITH_RING,
    DECLINE: WITHOUT_RING,
    STEAL: STEAL_FIRST,
    FLIP: TIMER,
    CANCEL: PUT_BACK,
    RESIGN: button("resign"),
    WAIT: button("wait"),
}


def space_target(space: int) -> Target:
    """The target for a space given by its index."""
    return Target("space", SPACES.names[space])


def _move_paths(way: int, choice: Path) -> tuple[Path, ...]:
    """From where to where; a glass from the hand need not be pointed at."""
    goal = space_target(goal_of(way))
    if origin_of(way) == OFF:
        return (GLASS, goal, *choice), (goal, *choice)
    return ((space_target(origin_of(way)), goal, *choice),)


def _ring_choice(ring: bool, left: int) -> Path:
    """With or without a ring; nothing to choose if there is none."""
    return (WITH_RING if ring else WITHOUT_RING,) if left > 0 else ()


# --- Level 1 ----------------------------------------------------------------------------------------


def turn_paths(state: State, code: int) -> tuple[Path, ...]:
    """The steal, if there is one, then the move, then with or without a ring."""
    steal, way, ring = parts_of_turn(code)
    before: Path = (STEAL_FIRST,) if steal else ()
    if way == PASS:
        return ((*before, PASS_ON),)
    choice = _ring_choice(ring, state[LEFT + state[SIDE]] - steal)
    return tuple((*before, *path) for path in _move_paths(way, choice))


def turn_changes(state: State, code: int) -> tuple[Change, ...]:
    """What a turn of level 1 moves."""
    steal, way, ring = parts_of_turn(code)
    changes = [_drop(BIT.index(state[MISSED]))] if steal else []
    if way != PASS:
        changes += _move(origin_of(way), goal_of(way), ring)
    return tuple(changes)


def _drop(space: int) -> Change:
    return Change("enter", RINGS, space_target(space))


def _move(origin: int, goal: int, ring: bool) -> Iterator[Change]:
    if origin == OFF:
        yield Change("enter", GLASS, space_target(goal))
    else:
        yield Change("move", space_target(origin), space_target(goal))
    if ring:
        yield _drop(goal)


# --- Levels 2 and 3 ---------------------------------------------------------------------------------


def event_paths(state: State, code: int) -> tuple[Path, ...]:
    """All paths that mean an event of either side, the usual one first."""
    event, left = code % OTHER, state[LEFT + _actor(state, code)]
    if event < GRAB:
        ring, way = divmod(event, events.WITH_RING)
        return _move_paths(way, _ring_choice(bool(ring), left))
    if event < PLACE:
        return ((TAKE_UP, GLASS if event == GRAB_HAND else space_target(event - GRAB)),)
    if event < CANCEL:
        ring, space = divmod(event - PLACE, PLACE_WITH_RING - PLACE)
        return ((space_target(space), *_ring_choice(bool(ring), left)),)
    if BONUS_RING <= event < FLIP:
        return ((BONUS, space_target(event - BONUS_RING)),)
    return ((BUTTONS[event],),)


def _actor(state: State, code: int) -> int:
    return 1 - state[SIDE] if code >= OTHER else state[SIDE]


def event_changes(state: State, code: int) -> tuple[Change, ...]:
    """What an event moves; a glass that is put down is turned over."""
    event, side = code % OTHER, _actor(state, code)
    if event < GRAB:
        ring, way = divmod(event, events.WITH_RING)
        return _turned_over(origin_of(way), goal_of(way), bool(ring))
    if PLACE <= event < CANCEL:
        ring, goal = divmod(event - PLACE, PLACE_WITH_RING - PLACE)
        held = state[HELD + side]
        return _turned_over(OFF if held == FROM_HAND else held - 1, goal, bool(ring))
    if event in (RING, STEAL):
        return (_drop(state[RIGHT_SPACE + (side if event == RING else 1 - side)] - 1),)
    if BONUS_RING <= event < FLIP:
        return (_drop(event - BONUS_RING),)
    return (Change("flip", None, TIMER),) if event == FLIP else ()


def _turned_over(origin: int, goal: int, ring: bool) -> tuple[Change, ...]:
    glass, *rings = _move(origin, goal, ring)
    return (glass, Change("flip", None, space_target(goal)), *rings)
