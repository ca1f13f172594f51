"""TAMSK levels 2 and 3 by pointing: the paths of targets that mean an event, and what an event moves."""

from gipfel.board import OFF
from gipfel.draw.target import Path
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
from gipfel.games.tamsk.moves import goal_of, origin_of
from gipfel.games.tamsk.pointing import (
    BONUS,
    GLASS,
    PUT_BACK,
    STEAL_FIRST,
    TAKE_UP,
    TIMER,
    WITH_RING,
    WITHOUT_RING,
    button,
    glass_moved,
    move_paths,
    ring_choice,
    ring_dropped,
    space_target,
)
from gipfel.games.tamsk.rules import LEFT
from gipfel.kernel.state import SIDE, State

BUTTONS = {
    RING: WITH_RING,
    DECLINE: WITHOUT_RING,
    STEAL: STEAL_FIRST,
    FLIP: TIMER,
    CANCEL: PUT_BACK,
    RESIGN: button("resign"),
    WAIT: button("wait"),
}


def paths(state: State, code: int) -> tuple[Path, ...]:
    """All paths that mean an event of either side, the usual one first."""
    event, left = code % OTHER, state[LEFT + _actor(state, code)]
    if event < GRAB:
        ring, way = divmod(event, events.WITH_RING)
        return move_paths(way, ring_choice(bool(ring), left))
    if event < PLACE:
        return ((TAKE_UP, GLASS if event == GRAB_HAND else space_target(event - GRAB)),)
    if event < CANCEL:
        ring, space = divmod(event - PLACE, PLACE_WITH_RING - PLACE)
        return ((space_target(space), *ring_choice(bool(ring), left)),)
    if BONUS_RING <= event < FLIP:
        return ((BONUS, space_target(event - BONUS_RING)),)
    return ((BUTTONS[event],),)


def _actor(state: State, code: int) -> int:
    return 1 - state[SIDE] if code >= OTHER else state[SIDE]


def changes(state: State, code: int) -> tuple[Change, ...]:
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
        return (ring_dropped(state[RIGHT_SPACE + (side if event == RING else 1 - side)] - 1),)
    if BONUS_RING <= event < FLIP:
        return (ring_dropped(event - BONUS_RING),)
    return (Change("flip", None, TIMER),) if event == FLIP else ()


def _turned_over(origin: int, goal: int, ring: bool) -> tuple[Change, ...]:
    glass, *rings = glass_moved(origin, goal, ring)
    return (glass, Change("flip", None, space_target(goal)), *rings)
