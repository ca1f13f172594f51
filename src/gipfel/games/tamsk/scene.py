"""TAMSK as a picture: the hexagon with its spaces, rings, glasses and their sand, the timer, what is left."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from gipfel.draw.boards import back_to_front, label_towards, outline, points_of
from gipfel.draw.scene import OWNERS, XY, Piece, Place, RunningTime, Scene, Stock, Tray
from gipfel.draw.shape_registry import add_place, add_shape
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
    TIMER_RUNS,
)
from gipfel.games.tamsk.glass import seconds_left, time_left
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
from gipfel.games.tamsk.timed_words import timer_presses
from gipfel.games.tamsk.words import NAMES
from gipfel.kernel.state import BLACK, SIDE, WHITE, State
from gipfel.locale import current_language, digits, listed, note, say, say_many

add_place("open space", "gipfel.games.tamsk.open_space")
add_shape("glass", "gipfel.games.tamsk.glass")
add_shape("hoops", "gipfel.games.tamsk.hoops")
add_shape("collar", "gipfel.games.tamsk.collar")
add_shape("last-minute", "gipfel.games.tamsk.last_minute")
add_shape("timer", "gipfel.games.tamsk.timer")

COLOURS = ("red", "black")

# --- What never changes -----------------------------------------------------------------------------

MARGIN = 1.1
"""How far the corners of the board are from the outermost spaces."""
LABEL = 0.74
"""How far a label is from its space."""
TIMER_AT = (SPACES.xy((3, 0))[0], 3.5)
"""Where the timer stands: in a corner that the board leaves free."""
MINUTE = 60
"""A glass shows its seconds when fewer are left."""

SPACE_AT = points_of(SPACES)
BACK_TO_FRONT = back_to_front(SPACE_AT)


OUTLINE = outline(SPACES, MARGIN)
PLACES = tuple(Place(space_target(i), at, "open space", 0.9) for i, at in enumerate(SPACE_AT))
LABELS = tuple(
    label_towards(SPACES, space, at, LABEL) for space, at in enumerate(SPACE_AT) if CAPACITY[space] == 1
)
"""Away from the centre."""

# --- What a state adds --------------------------------------------------------------------------------


def scene(state: State, title: str, sentence: str) -> Scene:
    """What to draw at level 1."""
    return _scene(state, title, sentence, _pieces(state, spaces_in(state[MISSED]), timed=False))


def timed_scene(state: State, title: str, sentence: str, timer_on_left: bool) -> Scene:
    """What to draw at levels 2 and 3."""
    missed = [state[RIGHT_SPACE + side] - 1 for side in (WHITE, BLACK) if state[RIGHT_SPACE + side]]
    pieces = _pieces(state, missed, timed=True)
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
        places=PLACES,
        pieces=pieces,
        labels=LABELS,
        trays=(_tray(state, BLACK), _tray(state, WHITE)),
        sentence=sentence,
        notes=notes,
    )


# --- Pieces -------------------------------------------------------------------------------------------


class Glass(NamedTuple):
    """A glass on a space as the drawing wants to know it."""

    mark: str = ""
    """Its sand; see `glass`."""
    held: bool = False


def _pieces(state: State, missed: list[int], timed: bool) -> tuple[Piece, ...]:
    """Spaces with their rings and glasses from back to front; where a ring may still fall is outlined."""
    pieces = []
    for space in BACK_TO_FRONT:
        rings = rings_on(state, space)
        occupied = bool((state[GLASSES + WHITE] | state[GLASSES + BLACK]) & BIT[space])
        pieces.append(_space(space, rings, occupied, current_language()))
        if space in missed:
            pieces.append(_missed(space, rings))
        for side in (WHITE, BLACK):
            if state[GLASSES + side] & BIT[space]:
                glass = _timed_glass(state, side, space) if timed else Glass()
                pieces.append(_glass_on(side, space, rings, space in missed, glass))
                pieces += _beside(space, rings, glass)
    return tuple(pieces)


@cache
def _space(space: int, rings: int, occupied: bool, language: str) -> Piece:
    """A space with its rings; the same object every time, as most spaces are the same in every picture."""
    room = _room(space, rings)
    full = room == "full"
    return Piece(
        SPACE_AT[space],
        "hoops",
        "grey",
        rings,
        mark="hidden" if occupied and not full else room,
        label="" if full or not rings else str(rings),
        target=space_target(space),
        name=say("full space") if full else say("rings") if rings else say("open space"),
    )


def _room(space: int, rings: int) -> str:
    """How many rings still fit, as drawings want to know it."""
    free = CAPACITY[space] - rings
    return str(free) if free else "full"


def _missed(space: int, rings: int) -> Piece:
    return Piece(
        SPACE_AT[space],
        "hoops",
        "grey",
        rings,
        mark="missed",
        target=space_target(space),
        name=say("ring not dropped"),
    )


def _timed_glass(state: State, side: int, space: int) -> Glass:
    return Glass(_mark(state, space), state[HELD + side] == space + 1)


def _glass_on(side: int, space: int, rings: int, missed: bool, glass: Glass) -> Piece:
    lost = "x" if glass.mark == "lost" else ""
    label = f"{rings or ''}{'?' if missed else ''}{lost}{'~' if glass.held else ''}"
    level = 2 if glass.held else 1
    return _glass(side, glass.mark, label, SPACE_AT[space], space_target(space), level)


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


def _beside(space: int, rings: int, glass: Glass) -> Iterator[Piece]:
    """What is in front of a glass and beside it. It is no target, so that a glass moves without it."""
    yield _collar(space, rings, current_language())
    seconds = seconds_left(glass.mark)
    if seconds is not None and seconds < MINUTE:
        yield Piece(SPACE_AT[space], "last-minute", "grey", label=str(seconds), name=say("seconds"))


@cache
def _collar(space: int, rings: int, language: str) -> Piece:
    return Piece(SPACE_AT[space], "collar", "grey", rings, mark=_room(space, rings), name=say("rings"))


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
    """The timer in a corner beside the board, in the colour of the side that it presses."""
    mark = _seconds(state[TIMER] - state[NOW], state[TIMER_RUNS]) if state[TIMER] else "idle"
    colour = COLOURS[state[SIDE]] if timer_presses(state) else "grey"
    x, y = TIMER_AT
    at = (-x if on_left else x, y)
    return Piece(at, "timer", colour, mark=mark, target=TIMER_TARGET, name=say("timer"))


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
    left = state[LEFT + side]
    stocks = [Stock(ring, left, say_many("ring left", "rings left", left))]
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
    return listed([*glasses, *[say("in hand")] * state[HAND + side]])


def sand_words(state: State, space: int) -> str:
    """How long the glass on a space will run: 1:32, idle or out of sand."""
    mark = _mark(state, space)
    return digits(time_left(mark)) or say(WITHOUT_SAND[mark])


WITHOUT_SAND = {"idle": note("idle"), "lost": note("out of sand")}


def _timer_words(state: State) -> str:
    if not state[TIMER]:
        return say("Timer: empty")
    time = digits(time_left(_seconds(state[TIMER] - state[NOW], state[TIMER_RUNS])))
    if timer_presses(state):
        return say("Timer: {time} for {side}", time=time, side=NAMES[state[SIDE]])
    return say("Timer: {time}, without effect", time=time)
