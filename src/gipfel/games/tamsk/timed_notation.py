"""TAMSK levels 2 and 3 as text: positions, events, lines of records (docs/rules/tamsk.md 7.2, 7.3).

The usual fields describe quiet instants only. At other ones (R20) Gipfel appends a field for each thing that
is going on, in this order, Red's before Black's:

    r~a1 r~@               Red holds the glass on a1, or one from the hand (late, if he is not on turn)
    r+a2:1500 r.a2:1500    Red may drop a ring on a2 for 1500 ms; with a dot Black cannot steal it then
    r^a2:1500              Red has missed his ring on a2, and Black may steal it for 1500 ms
    r*1500                 Red may drop a bonus ring for 1500 ms
    r=full-entry           Red has lost by entering a full space (also at level 1), or r=resigned
"""

import re
from collections.abc import Iterator, Sequence

from gipfel.board import OFF
from gipfel.games.core import position as positions
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side
from gipfel.games.tamsk import events, rules
from gipfel.games.tamsk.events import (
    BONUS,
    BONUS_RING,
    BONUS_UNTIL,
    CANCEL,
    DECLINE,
    FLIP,
    FROM_HAND,
    GRAB,
    GRAB_HAND,
    HAND_BIT,
    HAS_TIMER,
    HELD,
    IDLE,
    NO_RIGHT,
    NOW,
    OTHER,
    OWN,
    OWN_ONLY,
    PENDING,
    PLACE,
    PLACE_WITH_RING,
    RESIGN,
    RIGHT_PHASE,
    RIGHT_SPACE,
    RIGHT_UNTIL,
    RING,
    RING_WINDOW,
    RUNS_OUT,
    SAND,
    STEAL,
    STEAL_PHASE,
    TIMER,
    TIMER_COUNTS,
    TIMER_RUNS,
    WAIT,
)
from gipfel.games.tamsk.moves import (
    MOVE,
    NAME,
    NAMES,
    goal_of,
    is_attempt,
    origin_of,
    read_move,
    space_named,
    why_not_there,
    write_move,
)
from gipfel.games.tamsk.notation import (
    FIELDS,
    LOST_BY,
    LOST_FIELD,
    SIDES,
    check_version,
    glass_letter,
    loser,
    read_dry,
    read_loser,
    read_number,
    read_shared,
    read_space,
    shared_fields,
)
from gipfel.games.tamsk.notation import version_in as version_in
from gipfel.games.tamsk.rules import (
    BIT,
    DRY,
    END,
    FULL_ENTRY_LOSES,
    GLASSES,
    HAND,
    LEFT,
    NUMBER_OF_SPACES,
    ROOM,
    SHARED,
    SPACES,
    STARTED_IN_HAND,
    open_spaces,
)
from gipfel.kernel.state import BLACK, ONGOING, RESULT, SIDE, WHITE, State
from gipfel.locale import note
from gipfel.notation.errors import IllegalDecision, NotationError, PositionError, not_legal
from gipfel.notation.fields import fields

TIMED_FIELDS = (*FIELDS, "time", "timer", "bonus")
PHASES = {OWN: "+", OWN_ONLY: ".", STEAL_PHASE: "^"}


# --- Writing positions ------------------------------------------------------------------------------


def write_state(state: State) -> str:
    """The canonical text of a position of levels 2 and 3."""
    level = "T3" if state[HAS_TIMER] else "T2"
    shared = shared_fields(state, level, write_glass)
    bonus = SIDES[state[SIDE]] if state[PENDING] else "-"
    return " ".join(
        [*shared, "-", str(state[DRY]), f"@{state[NOW]}", _write_timer(state), bonus, *_going_on(state)]
    )


def write_glass(state: State, space: int) -> str:
    """The letter with the sand: r{i}, r{2000}, r{x52000}."""
    letter = glass_letter(state, space)
    runs_out = state[RUNS_OUT + space]
    if not letter:
        return ""
    if runs_out == IDLE:
        return f"{letter}{{i}}"
    if runs_out <= state[NOW]:
        return f"{letter}{{x{runs_out}}}"
    return f"{letter}{{{runs_out - state[NOW]}}}"


def _write_timer(state: State) -> str:
    if not state[TIMER]:
        return "-"
    return f"{state[TIMER] - state[NOW]}:{SIDES[state[SIDE]] if state[TIMER_COUNTS] else '-'}"


def _going_on(state: State) -> Iterator[str]:
    """The fields of an instant that is not quiet."""
    for side in (WHITE, BLACK):
        if held := state[HELD + side]:
            yield f"{SIDES[side]}~{'@' if held == FROM_HAND else SPACES.names[held - 1]}"
    for side in (WHITE, BLACK):
        if phase := state[RIGHT_PHASE + side]:
            space, left = SPACES.names[state[RIGHT_SPACE + side] - 1], state[RIGHT_UNTIL + side] - state[NOW]
            yield f"{SIDES[side]}{PHASES[phase]}{space}:{left}"
    if state[BONUS]:
        yield f"{SIDES[state[BONUS] - 1]}*{state[BONUS_UNTIL] - state[NOW]}"
    if state[END]:
        yield f"{SIDES[loser(state)]}={LOST_BY[state[END]]}"


# --- Reading positions ------------------------------------------------------------------------------


def read_state(text: str, start: State) -> State:
    """The state a text describes; options are those of a start state. Raises PositionError."""
    check_version(text)
    words = text.split()
    found = fields(" ".join(words[: len(TIMED_FIELDS)]), TIMED_FIELDS, write_state(start))
    state = rules.empty(events.SIZE)
    state[STARTED_IN_HAND:SHARED] = start[STARTED_IN_HAND:SHARED]
    state[HAS_TIMER:] = start[HAS_TIMER:]
    _read_time(state, found[7])
    read_shared(state, found, _read_sand)
    if found[5] != "-":
        raise PositionError(f"the missed space is {found[5]!r}; at levels 2 and 3 it must be -")
    read_dry(state, found[6])
    _read_timer(state, found[8])
    _read_pending(state, found[9])
    for word in words[len(TIMED_FIELDS) :]:
        _read_going_on(state, word)
    if state[RESULT] != ONGOING:
        events.finish(state, state[RESULT])
    events.settle(state)
    return state


LATEST = 10**11 - 1
"""Milliseconds; later there might be no time left to play on."""


def _read_time(state: State, text: str) -> None:
    if re.fullmatch(r"@[0-9]{1,11}", text) is None:
        raise PositionError(f"the time is {text!r}; it must be @ and ms up to {LATEST}, such as @5000")
    state[NOW] = int(text[1:])


def _read_sand(state: State, space: int, sand: str) -> None:
    match = re.fullmatch(r"\{(?:(i)|(x?)([0-9]{1,12}))\}", sand)
    if match is None:
        raise PositionError(
            f"the glass on {SPACES.names[space]} has {sand or 'no sand'}; it must be {{i}} if it was never "
            f"turned, {{2000}} if it runs for 2000 ms, {{x52000}} if it was lost then"
        )
    idle, lost, ms = match.groups()
    if idle:
        state[RUNS_OUT + space] = IDLE
    elif lost:
        state[RUNS_OUT + space] = read_number(
            ms, f"time at which {SPACES.names[space]} was lost", 0, state[NOW]
        )
    else:
        sand_left = read_number(ms, f"sand of the glass on {SPACES.names[space]}", 1, state[SAND])
        state[RUNS_OUT + space] = state[NOW] + sand_left


def _read_timer(state: State, text: str) -> None:
    if text == "-":
        return
    match = re.fullmatch(r"([0-9]{1,12}):([rb-])", text)
    turn = SIDES[state[SIDE]]
    if not state[HAS_TIMER] or match is None or match[2] not in ("-", turn):
        allowed = f"- or, while it runs, the time left and whom it concerns, such as 15000:{turn} or 8000:-"
        raise PositionError(f"the timer is {text!r}; it must be {allowed if state[HAS_TIMER] else '-'}")
    state[TIMER] = state[NOW] + read_number(match[1], "time left on the timer", 1, state[TIMER_RUNS])
    state[TIMER_COUNTS] = int(match[2] == turn)


def _read_pending(state: State, text: str) -> None:
    turn = SIDES[state[SIDE]]
    allowed = f"- or {turn}, the player on turn" if state[HAS_TIMER] else "- at level 2"
    if text not in ("-", turn if state[HAS_TIMER] else "-"):
        raise PositionError(f"the bonus is {text!r}; it must be {allowed}")
    state[PENDING] = int(text == turn)


_HOLD = re.compile(r"([rb])~(@|[a-g][1-7])")
_RIGHT = re.compile(r"([rb])([+.^])([a-g][1-7]):([0-9]{1,12})")
_BONUS = re.compile(r"([rb])\*([0-9]{1,12})")


def _read_going_on(state: State, word: str) -> None:
    """A field of an instant that is not quiet."""
    if match := _HOLD.fullmatch(word):
        _read_hold(state, word, SIDES.index(match[1]), match[2])
    elif match := _RIGHT.fullmatch(word):
        _read_right(state, word, SIDES.index(match[1]), match[2], match[3], match[4])
    elif match := _BONUS.fullmatch(word):
        _once(state[BONUS], word)
        if not state[HAS_TIMER]:
            raise PositionError(f"{word}: at level 2 there is no bonus")
        state[BONUS] = SIDES.index(match[1]) + 1
        state[BONUS_UNTIL] = _until(state, match[2], "bonus")
    elif LOST_FIELD.fullmatch(word):
        _once(state[END], word)
        read_loser(state, word)
    else:
        raise PositionError(
            f"{word!r} tells nothing; behind the bonus may stand what is going on, such as r~a1 (held), "
            f"r+a2:1500 (ring), r^a2:1500 (steal), r*1500 (bonus ring)"
        )


def _once(before: int, word: str) -> None:
    if before:
        raise PositionError(f"{word} contradicts a field before it")


def _until(state: State, text: str, what: str) -> int:
    return state[NOW] + read_number(text, f"time left for the {what}", 1, state[RING_WINDOW])


def _read_hold(state: State, word: str, side: int, name: str) -> None:
    _once(state[HELD + side], word)
    space = NUMBER_OF_SPACES if name == "@" else read_space(name, "space of the held glass")
    here = state[HAND + side] if name == "@" else state[GLASSES + side] & BIT[space]
    if not here or (name != "@" and events.is_lost(state, space)):
        raise PositionError(f"{word}: {NAMES[side]} has no glass there that could be held")
    if side != state[SIDE] and not state[HAS_TIMER]:
        raise PositionError(f"{word}: at level 2 only the player on turn holds a glass")
    state[HELD + side] = space + 1


def _read_right(state: State, word: str, side: int, phase: str, name: str, ms: str) -> None:
    _once(state[RIGHT_PHASE + side], word)
    space = read_space(name, "space of the ring")
    if not state[GLASSES + side] & BIT[space]:
        raise PositionError(f"{word}: {NAMES[side]} has no glass on {name}")
    if phase != "^" and not state[LEFT + side]:
        raise PositionError(f"{word}: {NAMES[side]} has no ring left")
    state[RIGHT_SPACE + side] = space + 1
    state[RIGHT_PHASE + side] = next(code for code, sign in PHASES.items() if sign == phase)
    state[RIGHT_UNTIL + side] = _until(state, ms, "ring")


# --- 7.2 Events -------------------------------------------------------------------------------------

_EVENT_MOVE = re.compile(MOVE)
_GRAB = re.compile(rf"(@|{NAME})~")
_PLACE = re.compile(rf"~({NAME})(\+?)")
_BONUS_EVENT = re.compile(rf"\*({NAME})")
SIMPLE = {"~x": CANCEL, "+": RING, "-": DECLINE, "^": STEAL, "!": FLIP, "resign": RESIGN, ".": WAIT}
SIMPLE_TEXT = {event: text for text, event in SIMPLE.items()}


def write_decision(state: State, code: int) -> str:
    """The token of an event, of whichever side."""
    event = code % OTHER
    if event < GRAB:
        ring, way = divmod(event, events.WITH_RING)
        return write_move(way) + ("+" if ring else "")
    if event < PLACE:
        return "@~" if event == GRAB_HAND else f"{SPACES.names[event - GRAB]}~"
    if event < PLACE_WITH_RING:
        return f"~{SPACES.names[event - PLACE]}"
    if event < CANCEL:
        return f"~{SPACES.names[event - PLACE_WITH_RING]}+"
    if BONUS_RING <= event < FLIP:
        return f"*{SPACES.names[event - BONUS_RING]}"
    return SIMPLE_TEXT[event]


def read_decision(state: State, text: str) -> int:
    """The legal event of the player on turn that a token means. Raises NotationError or IllegalDecision."""
    return read_event(state, text, state[SIDE])


def read_event(state: State, text: str, side: int) -> int:
    """The legal event of a side that a token means. Raises NotationError or IllegalDecision."""
    text = text.strip()
    event = _parse_event(text)
    if event == OFF:
        raise _illegal(state, text, side, note("the two spaces are not next to each other"))
    offset = 0 if side == state[SIDE] else OTHER
    if event + offset in legal_events(state, side) or event == RESIGN or _is_losing(state, side, event):
        return event + offset
    raise _illegal(state, text, side, _why_not(state, side, event))


def legal_events(state: State, side: int) -> list[int]:
    """What a side, on turn or not, can do now; the list must not be changed."""
    if side == state[SIDE]:
        return events.RULES.codes(state)
    out = [0] * events.MOST
    return out[: events.others(state, out)]


def _parse_event(text: str) -> int:
    """The event a token writes; OFF for a move between spaces that are not adjacent."""
    if text in SIMPLE:
        return SIMPLE[text]
    if match := _EVENT_MOVE.fullmatch(text):
        origin, goal, entered, ring = match.groups()
        way = read_move(text, origin, goal, entered)
        return way + events.WITH_RING if ring and way != OFF else way
    if match := _GRAB.fullmatch(text):
        return GRAB_HAND if match[1] == "@" else GRAB + space_named(text, match[1])
    if match := _PLACE.fullmatch(text):
        return (PLACE_WITH_RING if match[2] else PLACE) + space_named(text, match[1])
    if match := _BONUS_EVENT.fullmatch(text):
        return BONUS_RING + space_named(text, match[1])
    raise NotationError(
        note(
            "{text} is no event; write a move (a1-b2, @d4, + behind it drops a ring), a1~ to grab, "
            "~a2 to place, ~x to put back, + ring, - no ring, ^ steal, *d4 bonus ring, ! to turn the timer, "
            "or resign",
            text=repr(text),
        )
    )


def _illegal(state: State, text: str, side: int, why: str) -> IllegalDecision:
    codes = legal_events(state, side)
    if not codes:
        return IllegalDecision(
            note(
                "{text} is not legal: {why}. {side} can do nothing now.",
                text=text,
                why=why,
                side=NAMES[side],
            )
        )
    return not_legal(text, why, len(codes), [write_decision(state, code) for code in codes[:3]])


def _is_losing(state: State, side: int, event: int) -> bool:
    """Is this a way to enter a full space that would be legal otherwise, and loses the game?"""
    if event < GRAB:
        way = event % events.WITH_RING
        return is_attempt(state, side, way) and not why_no_grab(state, side, origin_of(way), attempted=True)
    if not PLACE <= event < CANCEL or not state[HELD + side] or not state[FULL_ENTRY_LOSES]:
        return False
    goal = (event - PLACE) % (PLACE_WITH_RING - PLACE)
    reach = SPACES.neighbours[state[HELD + side] - 1] if state[HELD + side] != FROM_HAND else [goal]
    return goal in reach and not (state[GLASSES] | state[GLASSES + 1] | state[ROOM]) & BIT[goal]


def _why_not(state: State, side: int, event: int) -> str:
    """Why a well-written event is not legal."""
    if event < GRAB:
        return _why_no_move(state, side, event)
    if event < PLACE:
        return why_no_grab(state, side, OFF if event == GRAB_HAND else event - GRAB)
    if event <= CANCEL:
        return _why_no_place(state, side, event)
    if event in (RING, DECLINE):
        return _why_no_ring(state, side)
    if event == STEAL:
        return _why_no_steal(state, side)
    if event == FLIP:
        return _why_no_flip(state, side)
    if event == WAIT:
        return note("there is something to do, so nobody has to wait for the clock")
    return _why_no_bonus(state, side, event - BONUS_RING)


def why_no_grab(state: State, side: int, origin: int, attempted: bool = False) -> str:
    """Why a player cannot take a glass in hand; an attempt to enter a full space needs no open one."""
    if side != state[SIDE]:
        return note("{side} is on turn", side=NAMES[1 - side])
    if state[HELD + side]:
        return note(
            "{side} holds a glass already; place it (~ and a space) or put it back (~x)", side=NAMES[side]
        )
    if origin == OFF:
        return "" if state[HAND + side] else note("{side} has no glass in hand", side=NAMES[side])
    name = SPACES.names[origin]
    if not state[GLASSES + side] & BIT[origin]:
        return note("{side} has no glass on {space}", side=NAMES[side], space=name)
    if events.is_lost(state, origin):
        return note(
            "the glass on {space} ran out at {time} ms", space=name, time=int(state[RUNS_OUT + origin])
        )
    movable = events.movable(state, side)
    if movable & BIT[origin] or (attempted and not _others_first(state, movable, origin)):
        return ""
    if movable & HAND_BIT:
        return note("{side} has to bring in the glasses in hand first (@ and a space)", side=NAMES[side])
    if _others_first(state, movable, origin):
        return note("glasses that have never been turned come first")
    return note("the glass on {space} cannot move: every space next to it is taken or full", space=name)


def _others_first(state: State, movable: int, origin: int) -> bool:
    """Do idle glasses stand back another one (4.2)?"""
    idle = [space for space in range(len(SPACES)) if state[RUNS_OUT + space] == events.IDLE]
    return bool(movable & HAND_BIT) or (
        state[RUNS_OUT + origin] != events.IDLE and any(movable & BIT[space] for space in idle)
    )


def _why_no_move(state: State, side: int, event: int) -> str:
    ring, way = divmod(event, events.WITH_RING)
    if why := why_no_grab(state, side, origin_of(way)):
        return why
    if not open_spaces(state) & BIT[goal_of(way)]:
        return why_not_there(state, goal_of(way))
    if ring and not state[LEFT + side]:
        return _no_ring_left(side)
    return note("{side} has no glass that could make this move", side=NAMES[side])


def _no_ring_left(side: int) -> str:
    return note("{side} has no ring left", side=NAMES[side])


def _no_ring_or_full(side: int) -> str:
    return note("{side} has no ring left, or the space is full", side=NAMES[side])


def _why_no_place(state: State, side: int, event: int) -> str:
    if not state[HELD + side]:
        return note("{side} holds no glass", side=NAMES[side])
    goal = (event - PLACE) % (PLACE_WITH_RING - PLACE)
    if not open_spaces(state) & BIT[goal]:
        return why_not_there(state, goal)
    if not events.destinations(state, side) & BIT[goal]:
        return note("{space} is not next to the space the glass comes from", space=SPACES.names[goal])
    return _no_ring_left(side)


def _why_no_ring(state: State, side: int) -> str:
    if not events.is_own(state[RIGHT_PHASE + side]):
        return note("there is no ring {side} could still drop by right of a move", side=NAMES[side])
    return _no_ring_or_full(side)


def _why_no_steal(state: State, side: int) -> str:
    phase = state[RIGHT_PHASE + 1 - side]
    if events.is_own(phase):
        return note("{side} can still drop that ring", side=NAMES[1 - side])
    if phase == NO_RIGHT:
        return note("there is nothing to steal now")
    return _no_ring_or_full(side)


def _why_no_flip(state: State, side: int) -> str:
    if not state[HAS_TIMER]:
        return note("at level 2 there is no timer")
    if side == state[SIDE]:
        return note("{side} is on turn, and the timer is for the other player", side=NAMES[side])
    return note("the timer is still running, until {time} ms", time=int(state[TIMER]))


def _why_no_bonus(state: State, side: int, space: int) -> str:
    if state[BONUS] != side + 1:
        return note("{side} has no bonus ring to drop now", side=NAMES[side])
    if not state[LEFT + side]:
        return _no_ring_left(side)
    return note("{space} is full", space=SPACES.names[space])


# --- Lines of a record ------------------------------------------------------------------------------

_LINE = re.compile(r"([0-9]{1,12})\s+([rb])\s+(\S+)")


def write_turn(decisions: Sequence[Decision]) -> str:
    """A line with the time, the player and the event: `5000 r a1-a2+`."""
    decision = decisions[0]
    return f"{decision.position.time} {SIDES[decision.side]} {decision.text}"


def read_turn(position: Position, text: str) -> list[Decision]:
    """The event a line writes, in the position of its time. Raises NotationError or IllegalDecision."""
    match = _LINE.fullmatch(text.strip())
    if match is None:
        raise NotationError(
            note(
                "{text} is no event; write its time in ms, r or b, and what happens: 5000 r a1-a2+",
                text=repr(text),
            )
        )
    ms, side, token = int(match[1]), Side(SIDES.index(match[2])), match[3]
    if not position.time <= ms < positions.LATEST:
        raise NotationError(
            note("{text}: it is {time} ms already, and time does not go back", text=text, time=position.time)
        )
    return [position.at(ms).decision(token, side)]
