"""TAMSK decisions as text: turns of level 1 and events of levels 2 and 3 (docs/rules/tamsk.md 7.1, 7.2)."""

import re

from gipfel.board import OFF
from gipfel.games.tamsk import events, level1
from gipfel.games.tamsk.events import (
    BONUS,
    BONUS_RING,
    CANCEL,
    DECLINE,
    FLIP,
    FROM_HAND,
    GRAB,
    GRAB_HAND,
    HAND_BIT,
    HAS_TIMER,
    HELD,
    NO_RIGHT,
    OTHER,
    PLACE,
    PLACE_WITH_RING,
    RESIGN,
    RIGHT_PHASE,
    RING,
    RUNS_OUT,
    STEAL,
    TIMER,
    WAIT,
)
from gipfel.games.tamsk.level1 import MISSED, PASS, WITH_STEAL
from gipfel.games.tamsk.notation import NAMES
from gipfel.games.tamsk.rules import (
    BIT,
    ENTER,
    FULL_ENTRY_LOSES,
    GLASSES,
    HAND,
    LEFT,
    ROOM,
    SPACES,
    open_spaces,
)
from gipfel.kernel.state import SIDE, State
from gipfel.notation.errors import IllegalDecision, NotationError, not_legal

NAME = r"[a-g][1-7]"
_MOVE = rf"(?:({NAME})-?({NAME})|@({NAME}))(\+?)"
"""The hyphen may be left out: there is little time to type."""

# --- Moves, as all levels write them ----------------------------------------------------------------


def write_move(way: int) -> str:
    """a1-a2, or @d4 for a glass from the hand."""
    if way >= ENTER:
        return f"@{SPACES.names[way - ENTER]}"
    space, direction = divmod(way, 6)
    return f"{SPACES.names[space]}-{SPACES.names[SPACES.neighbours[space][direction]]}"


def read_move(text: str, origin: str | None, goal: str | None, entered: str | None) -> int:
    """The move between two spaces, or to one from the hand; OFF if they are not adjacent."""
    if entered:
        return ENTER + _space(text, entered)
    start, end = _space(text, origin or ""), _space(text, goal or "")
    if end not in SPACES.neighbours[start]:
        return OFF
    return 6 * start + SPACES.neighbours[start].index(end)


def origin_of(way: int) -> int:
    """The space a move leaves; OFF if the glass comes from the hand."""
    return OFF if way >= ENTER else way // 6


def goal_of(way: int) -> int:
    """The space a move enters."""
    return way - ENTER if way >= ENTER else SPACES.steps[way]


def _space(text: str, name: str) -> int:
    if name not in SPACES.index:
        raise NotationError(f"{text}: there is no space {name}")
    return SPACES.index[name]


def is_attempt(state: State, side: int, way: int) -> bool:
    """Is this a move onto a full space that would be legal otherwise, and loses the game (3.5)?"""
    full = not state[ROOM] & BIT[goal_of(way)]
    return bool(state[FULL_ENTRY_LOSES]) and full and not why_no_glass(state, side, way)


def why_no_glass(state: State, side: int, way: int) -> str:
    """What is wrong with the glass a move wants to move, or with the glass that stands where it goes."""
    origin, goal = origin_of(way), goal_of(way)
    if origin == OFF and not state[HAND + side]:
        return f"{NAMES[side]} has no glass in hand"
    if origin != OFF and state[HAND + side]:
        return f"{NAMES[side]} has to bring in the glasses in hand first (@ and a space)"
    if origin != OFF and not state[GLASSES + side] & BIT[origin]:
        return f"{NAMES[side]} has no glass on {SPACES.names[origin]}"
    if (state[GLASSES] | state[GLASSES + 1]) & BIT[goal]:
        return f"there is a glass on {SPACES.names[goal]}"
    return ""


def why_not_there(state: State, goal: int) -> str:
    """What keeps a glass from entering a space."""
    if (state[GLASSES] | state[GLASSES + 1]) & BIT[goal]:
        return f"there is a glass on {SPACES.names[goal]}"
    return f"{SPACES.names[goal]} is full"


# --- 7.1 Turns of level 1 ---------------------------------------------------------------------------

_TURN = re.compile(rf"(\^?)(?:(pass)|{_MOVE})")


def parts_of_turn(code: int) -> tuple[bool, int, bool]:
    """Whether a turn begins with a steal, its move or PASS, and whether it drops a ring."""
    steal, rest = divmod(code, WITH_STEAL)
    ring, way = divmod(rest, level1.WITH_RING)
    return bool(steal), way, bool(ring)


def write_turn(code: int) -> str:
    """The text of a turn of level 1."""
    steal, way, ring = parts_of_turn(code)
    return ("^" if steal else "") + ("pass" if way == PASS else write_move(way)) + ("+" if ring else "")


def read_turn(state: State, text: str) -> int:
    """The legal turn a text means. Raises NotationError or IllegalDecision."""
    text = text.strip()
    match = _TURN.fullmatch(text)
    if match is None:
        raise NotationError(
            f"{text!r} is no turn; write a move (a1-b2), or @d4 for a glass from the hand, or pass; "
            f"+ behind a move drops a ring, ^ before a turn steals"
        )
    steal, passed, origin, goal, entered, ring = match.groups()
    codes = level1.RULES.codes(state)
    some = [write_turn(legal) for legal in codes[:3]]
    way = PASS if passed else read_move(text, origin, goal, entered)
    if way == OFF:
        raise not_legal(text, f"{goal} is not next to {origin}", len(codes), some)
    code = way + (level1.WITH_RING if ring else 0) + (WITH_STEAL if steal else 0)
    if code in codes or _is_losing_turn(state, code):
        return code
    raise not_legal(text, _why_not_turn(state, code), len(codes), some)


def _is_losing_turn(state: State, code: int) -> bool:
    steal, way, _ = parts_of_turn(code)
    if way == PASS or (steal and not level1.can_steal(state)):
        return False
    return is_attempt(state, state[SIDE], way)


def _why_not_turn(state: State, code: int) -> str:
    """Why a well-written turn is not legal."""
    steal, way, _ = parts_of_turn(code)
    side = state[SIDE]
    if steal and not state[MISSED]:
        return "there is nothing to steal, since the last move did not leave its ring out"
    if steal and not state[LEFT + side]:
        return f"{NAMES[side]} has no ring left to steal with"
    if way == PASS:
        return "whoever can move has to"
    if why := why_no_glass(state, side, way):
        return why
    if not state[ROOM] & BIT[goal_of(way)]:
        return f"{SPACES.names[goal_of(way)]} is full"
    return f"{NAMES[side]} has not that many rings left"


# --- 7.2 Events of levels 2 and 3 -------------------------------------------------------------------

_EVENT_MOVE = re.compile(_MOVE)
_GRAB = re.compile(rf"(@|{NAME})~")
_PLACE = re.compile(rf"~({NAME})(\+?)")
_BONUS = re.compile(rf"\*({NAME})")
SIMPLE = {"~x": CANCEL, "+": RING, "-": DECLINE, "^": STEAL, "!": FLIP, "resign": RESIGN, ".": WAIT}
SIMPLE_TEXT = {event: text for text, event in SIMPLE.items()}


def write_event(code: int) -> str:
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


def read_event(state: State, text: str, side: int) -> int:
    """The legal event of a side that a token means. Raises NotationError or IllegalDecision."""
    text = text.strip()
    event = _parse_event(text)
    if event == OFF:
        raise _illegal(state, text, side, "the two spaces are not next to each other")
    offset = 0 if side == state[SIDE] else OTHER
    if event + offset in legal_events(state, side) or event == RESIGN or _is_losing_event(state, side, event):
        return event + offset
    raise _illegal(state, text, side, _why_not_event(state, side, event))


def legal_events(state: State, side: int) -> list[int]:
    """What a side, on turn or not, can do now."""
    out = [0] * events.MOST
    kernel = events.decisions if side == state[SIDE] else events.others
    return out[: kernel(state, out)]


def _parse_event(text: str) -> int:
    """The event a token writes; OFF for a move between spaces that are not adjacent."""
    if text in SIMPLE:
        return SIMPLE[text]
    if match := _EVENT_MOVE.fullmatch(text):
        origin, goal, entered, ring = match.groups()
        way = read_move(text, origin, goal, entered)
        return way + events.WITH_RING if ring and way != OFF else way
    if match := _GRAB.fullmatch(text):
        return GRAB_HAND if match[1] == "@" else GRAB + _space(text, match[1])
    if match := _PLACE.fullmatch(text):
        return (PLACE_WITH_RING if match[2] else PLACE) + _space(text, match[1])
    if match := _BONUS.fullmatch(text):
        return BONUS_RING + _space(text, match[1])
    raise NotationError(
        f"{text!r} is no event; write a move (a1-b2, @d4, + behind it drops a ring), a1~ to grab, ~a2 to "
        f"place, ~x to put back, + ring, - no ring, ^ steal, *d4 bonus ring, ! to turn the timer, or resign"
    )


def _illegal(state: State, text: str, side: int, why: str) -> IllegalDecision:
    codes = legal_events(state, side)
    if not codes:
        return IllegalDecision(f"{text} is not legal: {why}. {NAMES[side]} can do nothing now.")
    return not_legal(text, why, len(codes), [write_event(code) for code in codes[:3]])


def _is_losing_event(state: State, side: int, event: int) -> bool:
    """Is this a way to enter a full space that would be legal otherwise, and loses the game?"""
    if event < GRAB:
        way = event % events.WITH_RING
        return is_attempt(state, side, way) and not why_no_grab(state, side, origin_of(way), attempted=True)
    if not PLACE <= event < CANCEL or not state[HELD + side] or not state[FULL_ENTRY_LOSES]:
        return False
    goal = (event - PLACE) % (PLACE_WITH_RING - PLACE)
    reach = SPACES.neighbours[state[HELD + side] - 1] if state[HELD + side] != FROM_HAND else [goal]
    return goal in reach and not (state[GLASSES] | state[GLASSES + 1] | state[ROOM]) & BIT[goal]


def _why_not_event(state: State, side: int, event: int) -> str:
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
        return "there is something to do, so nobody has to wait for the clock"
    return _why_no_bonus(state, side, event - BONUS_RING)


def why_no_grab(state: State, side: int, origin: int, attempted: bool = False) -> str:
    """Why a player cannot take a glass in hand; an attempt to enter a full space needs no open one."""
    if side != state[SIDE]:
        return f"{NAMES[1 - side]} is on turn"
    if state[HELD + side]:
        return f"{NAMES[side]} holds a glass already; place it (~ and a space) or put it back (~x)"
    if origin == OFF:
        return "" if state[HAND + side] else f"{NAMES[side]} has no glass in hand"
    name = SPACES.names[origin]
    if not state[GLASSES + side] & BIT[origin]:
        return f"{NAMES[side]} has no glass on {name}"
    if events.is_lost(state, origin):
        return f"the glass on {name} ran out at {state[RUNS_OUT + origin]} ms"
    movable = events.movable(state, side)
    if movable & BIT[origin] or (attempted and not _others_first(state, movable, origin)):
        return ""
    if movable & HAND_BIT:
        return f"{NAMES[side]} has to bring in the glasses in hand first (@ and a space)"
    if _others_first(state, movable, origin):
        return "glasses that have never been turned come first"
    return f"the glass on {name} cannot move: every space next to it is taken or full"


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
        return f"{NAMES[side]} has no ring left"
    return f"{NAMES[side]} has no glass that could make this move"


def _why_no_place(state: State, side: int, event: int) -> str:
    if not state[HELD + side]:
        return f"{NAMES[side]} holds no glass"
    goal = (event - PLACE) % (PLACE_WITH_RING - PLACE)
    if not open_spaces(state) & BIT[goal]:
        return why_not_there(state, goal)
    if not events.destinations(state, side) & BIT[goal]:
        return f"{SPACES.names[goal]} is not next to the space the glass comes from"
    return f"{NAMES[side]} has no ring left"


def _why_no_ring(state: State, side: int) -> str:
    if not events.is_own(state[RIGHT_PHASE + side]):
        return f"there is no ring {NAMES[side]} could still drop by right of a move"
    return f"{NAMES[side]} has no ring left, or the space is full"


def _why_no_steal(state: State, side: int) -> str:
    phase = state[RIGHT_PHASE + 1 - side]
    if events.is_own(phase):
        return f"{NAMES[1 - side]} can still drop that ring"
    if phase == NO_RIGHT:
        return "there is nothing to steal now"
    return f"{NAMES[side]} has no ring left, or the space is full"


def _why_no_flip(state: State, side: int) -> str:
    if not state[HAS_TIMER]:
        return "at level 2 there is no timer"
    if side == state[SIDE]:
        return f"{NAMES[side]} is on turn, and the timer is for the other player"
    return f"the timer is still running, until {state[TIMER]} ms"


def _why_no_bonus(state: State, side: int, space: int) -> str:
    if state[BONUS] != side + 1:
        return f"{NAMES[side]} has no bonus ring to drop now"
    if not state[LEFT + side]:
        return f"{NAMES[side]} has no ring left"
    return f"{SPACES.names[space]} is full"
