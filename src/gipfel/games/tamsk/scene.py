"""TAMSK as a picture: the hexagon with its spaces, rings, glasses and their sand, the timer, what is left."""

from collections.abc import Callable
from dataclasses import replace

from gipfel.draw.boards import back_to_front, hexagon, label_towards, outline, points_of
from gipfel.draw.scene import OWNERS, XY, Piece, Place, RunningTime, Scene, Stock, Tray
from gipfel.draw.shape_registry import add_shape
from gipfel.draw.target import Target
from gipfel.games.core.side import is_to_act
from gipfel.games.tamsk import events
from gipfel.games.tamsk.events import (
    BONUS,
    HAS_TIMER,
    HELD,
    NOW,
    PENDING,
    RIGHT_SPACE,
    RUNS_OUT,
    SAND,
    TIMER,
    TIMER_COUNTS,
    TIMER_RUNS,
)
from gipfel.games.tamsk.glass import time_left
from gipfel.games.tamsk.level1 import MISSED
from gipfel.games.tamsk.pointing import GLASS, space_target
from gipfel.games.tamsk.pointing import TIMER as TIMER_TARGET
from gipfel.games.tamsk.rules import (
    BIT,
    CAPACITY,
    GLASSES,
    HAND,
    LEFT,
    SPACES,
    STARTED_IN_HAND,
    rings_on,
    spaces_in,
)
from gipfel.games.tamsk.words import NAMES
from gipfel.kernel.state import BLACK, SIDE, WHITE, State
from gipfel.locale import note, say

add_shape("glass", "gipfel.games.tamsk.glass")
add_shape("hoops", "gipfel.games.tamsk.hoops")

COLOURS = ("red", "black")

# --- What never changes -----------------------------------------------------------------------------

MARGIN = 1.1
"""How far the corners of the board are from the outermost spaces."""
LABEL = 0.72
"""How far a label is from its space."""
BESIDE = 5
"""In which column from the centre the timer stands."""

SPACE_AT = points_of(SPACES)
BACK_TO_FRONT = back_to_front(SPACE_AT)


def _zones() -> tuple[tuple[XY, XY], ...]:
    """Lines between the spaces that hold one ring, two, three and four."""
    zones = [hexagon(SPACES, size) for size in (0.5, 1.5, 2.5)]
    return tuple((corner, zone[(i + 1) % len(zone)]) for zone in zones for i, corner in enumerate(zone))


OUTLINE = outline(SPACES, MARGIN)
ZONES = _zones()
PLACES = tuple(Place(space_target(i), at, "space", 0.84) for i, at in enumerate(SPACE_AT))
LABELS = tuple(
    label_towards(SPACES, space, at, LABEL) for space, at in enumerate(SPACE_AT) if CAPACITY[space] == 1
)
"""Away from the centre."""

# --- What a state adds --------------------------------------------------------------------------------


def scene(state: State, title: str, sentence: str) -> Scene:
    """What to draw at level 1."""
    return _scene(state, title, sentence, _pieces(state, spaces_in(state[MISSED]), _plain_glass))


def timed_scene(state: State, title: str, sentence: str, timer_on_left: bool) -> Scene:
    """What to draw at levels 2 and 3."""
    missed = [state[RIGHT_SPACE + side] - 1 for side in (WHITE, BLACK) if state[RIGHT_SPACE + side]]
    pieces = _pieces(state, missed, _running_glass)
    if state[HAS_TIMER]:
        pieces += (_timer(state, timer_on_left),)
    return replace(_scene(state, title, sentence, pieces, notes(state)), running_times=_running_times(state))


def _scene(
    state: State, title: str, sentence: str, pieces: tuple[Piece, ...], notes: tuple[str, ...] = ()
) -> Scene:
    return Scene(
        game="tamsk",
        title=title,
        outline=OUTLINE,
        lines=ZONES,
        places=PLACES,
        pieces=pieces,
        labels=LABELS,
        trays=(_tray(state, BLACK), _tray(state, WHITE)),
        sentence=sentence,
        notes=notes,
    )


# --- Pieces -------------------------------------------------------------------------------------------


GlassDrawer = Callable[[State, int, int, str], Piece]
"""The glass of a side on a space, with a label."""


def _pieces(state: State, missed: list[int], glass: GlassDrawer) -> tuple[Piece, ...]:
    """Rings and glasses from back to front; a space where a ring may still fall is outlined."""
    pieces = []
    for space in BACK_TO_FRONT:
        if rings := rings_on(state, space):
            pieces.append(_rings(space, rings))
        if space in missed:
            pieces.append(_missed(space))
        for side in (WHITE, BLACK):
            if state[GLASSES + side] & BIT[space]:
                pieces.append(glass(state, side, space, f"{rings or ''}{'?' if space in missed else ''}"))
    return tuple(pieces)


def _rings(space: int, rings: int) -> Piece:
    full = rings == CAPACITY[space]
    return Piece(
        SPACE_AT[space],
        "hoops",
        "grey",
        rings,
        mark="full" if full else "",
        label="" if full else str(rings),
        target=space_target(space),
        name=say("full space") if full else say("rings"),
    )


def _missed(space: int) -> Piece:
    return Piece(
        SPACE_AT[space],
        "hoops",
        "grey",
        0,
        mark="missed",
        target=space_target(space),
        name=say("ring not dropped"),
    )


def _plain_glass(state: State, side: int, space: int, label: str) -> Piece:
    return _glass(side, "", label, SPACE_AT[space], space_target(space))


def _running_glass(state: State, side: int, space: int, label: str) -> Piece:
    held = state[HELD + side] == space + 1
    mark = _mark(state, space)
    label += ("x" if mark == "lost" else "") + ("~" if held else "")
    return _glass(side, mark, label, SPACE_AT[space], space_target(space), 2 if held else 1)


def _glass(
    side: int,
    mark: str = "",
    label: str = "",
    at: XY = (0.0, 0.0),
    target: Target | None = None,
    level: int = 1,
) -> Piece:
    lost = mark == "lost"
    name = say(GLASS_NAMES[lost, level > 1], side=NAMES[side])
    return Piece(at, "glass", COLOURS[side], mark=mark, label=label, target=target, level=level, name=name)


GLASS_NAMES = {
    (False, False): note("{side}'s glass"),
    (True, False): note("{side}'s glass (x: lost)"),
    (False, True): note("{side}'s glass (~: held)"),
    (True, True): note("{side}'s glass (x: lost) (~: held)"),
}
"""By whether it is lost, and whether it is held."""


def _mark(state: State, space: int) -> str:
    """The sand of a glass as the drawing wants to know it."""
    runs_out = state[RUNS_OUT + space]
    if runs_out == events.IDLE:
        return "idle"
    return "lost" if runs_out <= state[NOW] else _seconds(runs_out - state[NOW], state[SAND])


def _seconds(ms: int, full: int) -> str:
    """Seconds left of all, a begun one counts."""
    return f"{-(-ms // 1000)}/{-(-full // 1000)}"


def _timer(state: State, on_left: bool) -> Piece:
    x = SPACES.xy((BESIDE, 0))[0]
    mark = _seconds(state[TIMER] - state[NOW], state[TIMER_RUNS]) if state[TIMER] else "idle"
    at = (-x if on_left else x, 0.0)
    return Piece(at, "glass", "grey", mark=mark, target=TIMER_TARGET, name=say("timer"))


def _running_times(state: State) -> tuple[RunningTime, ...]:
    """The glasses on the board by their spaces, then the timer."""
    times = [
        RunningTime(SPACES.names[space], OWNERS[side], *_time_of(state, space))
        for side in (BLACK, WHITE)
        for space in spaces_in(state[GLASSES + side])
    ]
    if state[HAS_TIMER]:
        left, stopped = (state[TIMER] - state[NOW], "") if state[TIMER] else (0, say("empty"))
        times.append(RunningTime(say("timer"), "both", left, state[TIMER_RUNS], stopped))
    return tuple(times)


def _time_of(state: State, space: int) -> tuple[int, int, str]:
    """How long the glass on a space will run, how long a full one does, and why it does not run."""
    mark = _mark(state, space)
    if mark in WITHOUT_SAND:
        return 0, state[SAND], say(WITHOUT_SAND[mark])
    return state[RUNS_OUT + space] - state[NOW], state[SAND], ""


# --- What is left, and what the picture cannot show ------------------------------------------------------


def _tray(state: State, side: int) -> Tray:
    ring = Piece((0.0, 0.0), "hoops", "grey", name=say("ring"))
    stocks = [Stock(ring, state[LEFT + side], say("rings left"))]
    if state[STARTED_IN_HAND]:
        choice = GLASS if state[HAND + side] else None
        stocks.append(Stock(_glass(side, target=choice), state[HAND + side], say("in hand")))
    return Tray(OWNERS[side], say(NAMES[side]), tuple(stocks), is_to_act(state, side))


def notes(state: State) -> tuple[str, ...]:
    """How long each glass and the timer run, and who has a bonus ring."""
    found = [
        say("{side}'s sand: {glasses}", side=NAMES[side], glasses=_sand_words(state, side))
        for side in (BLACK, WHITE)
    ]
    if state[HAS_TIMER]:
        found.append(_timer_words(state))
    if state[PENDING]:
        found.append(say("{side} gets a bonus ring for moving", side=NAMES[state[SIDE]]))
    if state[BONUS]:
        found.append(say("{side} may drop a bonus ring", side=NAMES[state[BONUS] - 1]))
    return tuple(found)


def _sand_words(state: State, side: int) -> str:
    glasses = [
        f"{SPACES.names[space]} {sand_words(state, space)}" for space in spaces_in(state[GLASSES + side])
    ]
    return ", ".join([*glasses, *[say("in hand")] * state[HAND + side]])


def sand_words(state: State, space: int) -> str:
    """How long the glass on a space will run: 1:32, idle or lost."""
    mark = _mark(state, space)
    return time_left(mark) or say(WITHOUT_SAND[mark])


WITHOUT_SAND = {"idle": note("idle"), "lost": note("lost")}


def _timer_words(state: State) -> str:
    if not state[TIMER]:
        return say("Timer: empty")
    time = time_left(_seconds(state[TIMER] - state[NOW], state[TIMER_RUNS]))
    if state[TIMER_COUNTS]:
        return say("Timer: {time} for {side}", time=time, side=NAMES[state[SIDE]])
    return say("Timer: {time}, without effect", time=time)
