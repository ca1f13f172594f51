"""TAMSK positions as text (docs/rules/tamsk.md 7.3), at any instant.

At levels 2 and 3 the usual fields describe quiet instants only. At other ones (R20) Gipfel appends
a field for each thing that is going on, in this order, Red's before Black's:

    r~a1 r~@               Red holds the glass on a1, or one from the hand (late, if he is not on turn)
    r+a2:1500 r.a2:1500    Red may drop a ring on a2 for 1500 ms; with a dot Black cannot steal it then
    r^a2:1500              Red has missed his ring on a2, and Black may steal it for 1500 ms
    r*1500                 Red may drop a bonus ring for 1500 ms
    r=full-entry           Red has lost by entering a full space (also at level 1), or r=resigned
"""

import re
from collections.abc import Callable, Iterator

from gipfel.games.tamsk import events, level1, rules
from gipfel.games.tamsk.events import (
    BONUS,
    BONUS_UNTIL,
    FROM_HAND,
    HAS_TIMER,
    HELD,
    IDLE,
    NOW,
    OWN,
    OWN_ONLY,
    PENDING,
    RIGHT_PHASE,
    RIGHT_SPACE,
    RIGHT_UNTIL,
    RING_WINDOW,
    RUNS_OUT,
    SAND,
    STEAL_PHASE,
    TIMER,
    TIMER_COUNTS,
    TIMER_RUNS,
)
from gipfel.games.tamsk.level1 import MISSED
from gipfel.games.tamsk.rules import (
    BIT,
    CAPACITY,
    DRY,
    END,
    FULL_ENTRY,
    GLASSES,
    GLASSES_EACH,
    HAND,
    LEFT,
    NUMBER_OF_SPACES,
    RESIGNED,
    RINGS,
    ROOM,
    SHARED,
    SPACES,
    STAGNATION,
    STARTED_IN_HAND,
    rings_on,
)
from gipfel.kernel.state import BLACK, ONGOING, RESULT, SIDE, WHITE, WHITE_WINS, State
from gipfel.notation.errors import PositionError
from gipfel.notation.fields import choice, fields

LEVELS = ("level1", "level2", "level3")
SIDES = "rb"
NAMES = ("Red", "Black")

FIELDS = ("version", "board", "rings left", "glasses in hand", "turn", "missed space", "turns without a ring")
TIMED_FIELDS = (*FIELDS, "time", "timer", "bonus")

# --- Writing ----------------------------------------------------------------------------------------


def write_level1(state: State) -> str:
    """The canonical text of a position of level 1."""
    missed = next((SPACES.names[space] for space in rules.spaces_in(state[MISSED])), "-")
    lost = [f"{SIDES[_loser(state)]}=full-entry"] if state[END] else []
    return " ".join([*_shared_fields(state, "T1", glass_letter), missed, str(state[DRY]), *lost])


def write_timed(state: State) -> str:
    """The canonical text of a position of levels 2 and 3."""
    level = "T3" if state[HAS_TIMER] else "T2"
    shared = _shared_fields(state, level, write_glass)
    bonus = SIDES[state[SIDE]] if state[PENDING] else "-"
    return " ".join(
        [*shared, "-", str(state[DRY]), f"@{state[NOW]}", _write_timer(state), bonus, *_going_on(state)]
    )


def _shared_fields(state: State, level: str, glass: Callable[[State, int], str]) -> list[str]:
    columns = ("".join(f"{rings_on(state, s)}{glass(state, s)}" for s in column) for column in SPACES.columns)
    return [
        level + ("o" if state[STARTED_IN_HAND] else ""),
        "/".join(columns),
        f"{state[LEFT]}.{state[LEFT + 1]}",
        f"{state[HAND]}.{state[HAND + 1]}",
        SIDES[state[SIDE]],
    ]


def glass_letter(state: State, space: int) -> str:
    """r or b, or nothing where no glass stands."""
    return "".join(SIDES[side] for side in (WHITE, BLACK) if state[GLASSES + side] & BIT[space])


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


PHASES = {OWN: "+", OWN_ONLY: ".", STEAL_PHASE: "^"}
LOST_BY = {FULL_ENTRY: "full-entry", RESIGNED: "resigned"}


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
        yield f"{SIDES[_loser(state)]}={LOST_BY[state[END]]}"


def _loser(state: State) -> int:
    return 1 - (state[RESULT] - WHITE_WINS)


# --- Reading: what all levels share -----------------------------------------------------------------


def version_in(text: str) -> tuple[str, str] | None:
    """The level and the start a position text is written for, if it says so."""
    match = re.match(r"\s*T([123])(o?)(?=\s|$)", text)
    return match and (LEVELS[int(match[1]) - 1], "hand" if match[2] else "corners")


def check_version(text: str) -> None:
    """Raises PositionError if a text does not even say which level it is."""
    if version_in(text) is None:
        first = next(iter(text.split()), "")
        raise PositionError(
            f"the version is {first!r}; it must be T1, T2 or T3, with an o behind for a start from the hand"
        )


def _read_shared(state: State, found: list[str], glass: "GlassReader") -> None:
    """The fields up to the player on turn."""
    _, board, left, hand, turn = found[:5]
    state[LEFT : LEFT + 2] = _pair(left, "rings left", 2 * RINGS)
    state[HAND : HAND + 2] = _pair(hand, "glasses in hand", GLASSES_EACH)
    state[SIDE] = choice(turn, SIDES, "player on turn")
    _read_board(state, board, glass)
    _check_glasses(state)


def _pair(text: str, what: str, most: int) -> list[int]:
    match = re.fullmatch(r"([0-9]{1,2})\.([0-9]{1,2})", text)
    if match is None or max(int(match[1]), int(match[2])) > most:
        raise PositionError(f"the {what} are {text!r}; they must be two numbers up to {most}, such as 3.2")
    return [int(match[1]), int(match[2])]


GlassReader = Callable[[State, int, str], None]
"""Puts the sand a text tells of into the glass on a space."""

_SPACE = re.compile(r"([0-9])(?:([rb])(\{[^{}]*\})?)?")


def _read_board(state: State, text: str, glass: GlassReader) -> None:
    columns = text.split("/")
    if len(columns) != len(SPACES.columns):
        raise PositionError(f"the board has {len(columns)} columns; it must have 7, a to g, joined by '/'")
    for spaces, column in zip(SPACES.columns, columns, strict=True):
        name = SPACES.names[spaces[0]][0]
        if re.fullmatch(rf"(?:{_SPACE.pattern})+", column) is None:
            raise PositionError(
                f"column {name} is {column!r}; it must be made of ring counts, with r or b behind a count "
                f"where a glass stands"
            )
        tokens = _SPACE.findall(column)
        if len(tokens) != len(spaces):
            raise PositionError(
                f"column {name} ({column}) has {len(tokens)} spaces; it must have {len(spaces)}"
            )
        for space, (rings, letter, sand) in zip(spaces, tokens, strict=True):
            _read_rings(state, space, int(rings))
            if letter:
                state[GLASSES + SIDES.index(letter)] |= BIT[space]
                glass(state, space, sand)


def _read_rings(state: State, space: int, rings: int) -> None:
    if rings > CAPACITY[space]:
        raise PositionError(f"{SPACES.names[space]} holds {rings} rings; it has room for {CAPACITY[space]}")
    rules.put_rings(state, space, rings)


def _check_glasses(state: State) -> None:
    for side in (WHITE, BLACK):
        hand = state[HAND + side]
        glasses = state[GLASSES + side].bit_count() + hand
        if glasses != GLASSES_EACH:
            raise PositionError(
                f"{NAMES[side]} has {glasses} glasses on the board and in hand; it must be {GLASSES_EACH}"
            )
        if hand and not state[STARTED_IN_HAND]:
            raise PositionError(
                f"{NAMES[side]} has glasses in hand, but the game began on the corners; "
                f"write an o behind T1, T2 or T3"
            )


def _read_dry(state: State, text: str) -> None:
    state[DRY] = _number(text, "number of turns without a ring", 0, state[STAGNATION])


def _number(text: str, what: str, least: int, most: int) -> int:
    number = int(text) if re.fullmatch(r"[0-9]{1,12}", text) else -1
    if not least <= number <= most:
        raise PositionError(f"the {what} is {text!r}; it must be a number from {least} to {most}")
    return number


def _space(text: str, what: str) -> int:
    if text not in SPACES.index:
        raise PositionError(f"the {what} is {text!r}; it must be a space such as {SPACES.names[0]}")
    return SPACES.index[text]


# --- Reading: level 1 -------------------------------------------------------------------------------

_LOST = re.compile(r"([rb])=(full-entry|resigned)")


def read_level1(text: str, start: State) -> State:
    """The state a text describes; options are those of a start state. Raises PositionError."""
    check_version(text)
    body, lost = _without_loser(text)
    found = fields(body, FIELDS, write_level1(start))
    state = rules.empty(level1.SIZE)
    state[STARTED_IN_HAND:SHARED] = start[STARTED_IN_HAND:SHARED]
    _read_shared(state, found, _no_sand)
    _read_missed(state, found[5])
    _read_dry(state, found[6])
    if lost:
        _read_loser(state, lost)
    elif level1.is_over(state):
        state[RESULT] = rules.result_by_rings(state)
    return state


def _without_loser(text: str) -> tuple[str, str]:
    """The text and its last field, if that says who has lost."""
    body, _, last = text.strip().rpartition(" ")
    return (body, last) if _LOST.fullmatch(last) else (text, "")


def _read_loser(state: State, text: str) -> None:
    loser, how = text.split("=")
    state[END] = next(code for code, name in LOST_BY.items() if name == how)
    state[RESULT] = WHITE_WINS + 1 - SIDES.index(loser)


def _no_sand(state: State, space: int, sand: str) -> None:
    if sand:
        raise PositionError(f"the glass on {SPACES.names[space]} has sand ({sand}); at level 1 there is none")


def _read_missed(state: State, text: str) -> None:
    if text == "-":
        return
    space = _space(text, "missed space")
    if not state[GLASSES + 1 - state[SIDE]] & BIT[space] & state[ROOM]:
        raise PositionError(
            f"the missed space is {text}; it must hold a glass of {NAMES[1 - state[SIDE]]} and not be full"
        )
    state[MISSED] = BIT[space]


# --- Reading: levels 2 and 3 ------------------------------------------------------------------------


def read_timed(text: str, start: State) -> State:
    """The state a text describes; options are those of a start state. Raises PositionError."""
    check_version(text)
    words = text.split()
    found = fields(" ".join(words[: len(TIMED_FIELDS)]), TIMED_FIELDS, write_timed(start))
    state = rules.empty(events.SIZE)
    state[STARTED_IN_HAND:SHARED] = start[STARTED_IN_HAND:SHARED]
    state[HAS_TIMER:] = start[HAS_TIMER:]
    _read_time(state, found[7])
    _read_shared(state, found, _read_sand)
    if found[5] != "-":
        raise PositionError(f"the missed space is {found[5]!r}; at levels 2 and 3 it must be -")
    _read_dry(state, found[6])
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
            f"turned, {{2000}} if it runs so many ms, {{x52000}} if it was lost then"
        )
    idle, lost, ms = match.groups()
    if idle:
        state[RUNS_OUT + space] = IDLE
    elif lost:
        state[RUNS_OUT + space] = _number(ms, f"time at which {SPACES.names[space]} was lost", 0, state[NOW])
    else:
        sand_left = _number(ms, f"sand of the glass on {SPACES.names[space]}", 1, state[SAND])
        state[RUNS_OUT + space] = state[NOW] + sand_left


def _read_timer(state: State, text: str) -> None:
    if text == "-":
        return
    match = re.fullmatch(r"([0-9]{1,12}):([rb-])", text)
    turn = SIDES[state[SIDE]]
    if not state[HAS_TIMER] or match is None or match[2] not in ("-", turn):
        allowed = f"- or, while it runs, the time left and whom it concerns, such as 15000:{turn} or 8000:-"
        raise PositionError(f"the timer is {text!r}; it must be {allowed if state[HAS_TIMER] else '-'}")
    state[TIMER] = state[NOW] + _number(match[1], "time left on the timer", 1, state[TIMER_RUNS])
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
    elif _LOST.fullmatch(word):
        _once(state[END], word)
        _read_loser(state, word)
    else:
        raise PositionError(
            f"{word!r} tells nothing; behind the bonus may stand what is going on, such as r~a1 (held), "
            f"r+a2:1500 (ring), r^a2:1500 (steal), r*1500 (bonus ring)"
        )


def _once(before: int, word: str) -> None:
    if before:
        raise PositionError(f"{word} contradicts a field before it")


def _until(state: State, text: str, what: str) -> int:
    return state[NOW] + _number(text, f"time left for the {what}", 1, state[RING_WINDOW])


def _read_hold(state: State, word: str, side: int, name: str) -> None:
    _once(state[HELD + side], word)
    space = NUMBER_OF_SPACES if name == "@" else _space(name, "space of the held glass")
    here = state[HAND + side] if name == "@" else state[GLASSES + side] & BIT[space]
    if not here or (name != "@" and events.is_lost(state, space)):
        raise PositionError(f"{word}: {NAMES[side]} has no glass there that could be held")
    if side != state[SIDE] and not state[HAS_TIMER]:
        raise PositionError(f"{word}: at level 2 only the player on turn holds a glass")
    state[HELD + side] = space + 1


def _read_right(state: State, word: str, side: int, phase: str, name: str, ms: str) -> None:
    _once(state[RIGHT_PHASE + side], word)
    space = _space(name, "space of the ring")
    if not state[GLASSES + side] & BIT[space]:
        raise PositionError(f"{word}: {NAMES[side]} has no glass on {name}")
    if phase != "^" and not state[LEFT + side]:
        raise PositionError(f"{word}: {NAMES[side]} has no ring left")
    state[RIGHT_SPACE + side] = space + 1
    state[RIGHT_PHASE + side] = next(code for code, sign in PHASES.items() if sign == phase)
    state[RIGHT_UNTIL + side] = _until(state, ms, "ring")


# --- Checking ---------------------------------------------------------------------------------------


def rings_in(state: State) -> int:
    """All rings: on the board and with the players."""
    return sum(rings_on(state, space) for space in range(NUMBER_OF_SPACES)) + state[LEFT] + state[LEFT + 1]


def validate(state: State) -> None:
    """Raises PositionError for positions that are fine as puzzles but cannot occur in a game."""
    if rings_in(state) != 2 * RINGS:
        raise PositionError(
            f"there are {rings_in(state)} rings on the board and left; in a game there are {2 * RINGS}"
        )
