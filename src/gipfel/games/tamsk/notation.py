"""TAMSK as text: what all levels share, and positions and turns of level 1 (docs/rules/tamsk.md 7.1, 7.3)."""

import re
from collections.abc import Callable

from gipfel.board import OFF
from gipfel.games.core.options import Value
from gipfel.games.tamsk import level1, rules
from gipfel.games.tamsk.level1 import MISSED, PASS, WITH_STEAL
from gipfel.games.tamsk.moves import MOVE, NAMES, goal_of, is_attempt, read_move, why_no_glass, write_move
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
from gipfel.kernel.state import BLACK, RESULT, SIDE, WHITE, WHITE_WINS, State
from gipfel.locale import note
from gipfel.notation.errors import NotationError, PositionError, not_legal
from gipfel.notation.fields import choice, fields

LEVELS = ("level1", "level2", "level3")
SIDES = "rb"
FIELDS = ("version", "board", "rings left", "glasses in hand", "turn", "missed space", "turns without a ring")


# --- Writing: what all levels share -----------------------------------------------------------------


def shared_fields(state: State, level: str, glass: Callable[[State, int], str]) -> list[str]:
    """The fields up to the player on turn."""
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


LOST_BY = {FULL_ENTRY: "full-entry", RESIGNED: "resigned"}


def loser(state: State) -> int:
    """The side that has lost a game with a winner."""
    return 1 - (state[RESULT] - WHITE_WINS)


# --- Reading: what all levels share -----------------------------------------------------------------


def version_in(text: str) -> tuple[str, dict[str, Value]] | None:
    """The level and the start a position text is written for, if it says so."""
    match = re.match(r"\s*T([123])(o?)(?=\s|$)", text)
    return match and (LEVELS[int(match[1]) - 1], {"start": "hand" if match[2] else "corners"})


def check_version(text: str) -> None:
    """Raises PositionError if a text does not even say which level it is."""
    if version_in(text) is None:
        first = next(iter(text.split()), "")
        raise PositionError(
            f"the version is {first!r}; it must be T1, T2 or T3, with an o behind for a start from the hand"
        )


GlassReader = Callable[[State, int, str], None]
"""Reads the sand of the glass on a space from a text and stores it in the state."""


def read_shared(state: State, found: list[str], glass: "GlassReader") -> None:
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


def read_dry(state: State, text: str) -> None:
    """The field with the turns without a ring. Raises PositionError."""
    state[DRY] = read_number(text, "number of turns without a ring", 0, state[STAGNATION])


def read_number(text: str, what: str, least: int, most: int) -> int:
    """A number between two bounds. Raises PositionError."""
    number = int(text) if re.fullmatch(r"[0-9]{1,12}", text) else -1
    if not least <= number <= most:
        raise PositionError(f"the {what} is {text!r}; it must be a number from {least} to {most}")
    return number


def read_space(text: str, what: str) -> int:
    """The space with a name. Raises PositionError."""
    if text not in SPACES.index:
        raise PositionError(f"the {what} is {text!r}; it must be a space such as {SPACES.names[0]}")
    return SPACES.index[text]


LOST_FIELD = re.compile(r"([rb])=(full-entry|resigned)")


def read_loser(state: State, text: str) -> None:
    """The field that says who has lost, and how."""
    loser, how = text.split("=")
    state[END] = next(code for code, name in LOST_BY.items() if name == how)
    state[RESULT] = WHITE_WINS + 1 - SIDES.index(loser)


# --- Positions of level 1 ---------------------------------------------------------------------------


def write_state(state: State) -> str:
    """The canonical text of a position of level 1."""
    missed = next((SPACES.names[space] for space in rules.spaces_in(state[MISSED])), "-")
    lost = [f"{SIDES[loser(state)]}=full-entry"] if state[END] else []
    return " ".join([*shared_fields(state, "T1", glass_letter), missed, str(state[DRY]), *lost])


def read_state(text: str, start: State) -> State:
    """The state a text describes; options are those of a start state. Raises PositionError."""
    check_version(text)
    body, lost = _without_loser(text)
    found = fields(body, FIELDS, write_state(start))
    state = rules.empty(level1.SIZE)
    state[STARTED_IN_HAND:SHARED] = start[STARTED_IN_HAND:SHARED]
    read_shared(state, found, _no_sand)
    _read_missed(state, found[5])
    read_dry(state, found[6])
    if lost:
        read_loser(state, lost)
    elif level1.is_over(state):
        state[RESULT] = rules.result_by_rings(state)
    return state


def _without_loser(text: str) -> tuple[str, str]:
    """The text and its last field, if that says who has lost."""
    body, _, last = text.strip().rpartition(" ")
    return (body, last) if LOST_FIELD.fullmatch(last) else (text, "")


def _no_sand(state: State, space: int, sand: str) -> None:
    if sand:
        raise PositionError(f"the glass on {SPACES.names[space]} has sand ({sand}); at level 1 there is none")


def _read_missed(state: State, text: str) -> None:
    if text == "-":
        return
    space = read_space(text, "missed space")
    if not state[GLASSES + 1 - state[SIDE]] & BIT[space] & state[ROOM]:
        raise PositionError(
            f"the missed space is {text}; it must hold a glass of {NAMES[1 - state[SIDE]]} and not be full"
        )
    state[MISSED] = BIT[space]


# --- 7.1 Turns of level 1 ---------------------------------------------------------------------------

_TURN = re.compile(rf"(\^?)(?:(pass)|{MOVE})")


def parts_of_turn(code: int) -> tuple[bool, int, bool]:
    """Whether a turn begins with a steal, its move or PASS, and whether it drops a ring."""
    steal, rest = divmod(code, WITH_STEAL)
    ring, way = divmod(rest, level1.WITH_RING)
    return bool(steal), way, bool(ring)


def write_decision(state: State, code: int) -> str:
    """The text of a turn of level 1."""
    steal, way, ring = parts_of_turn(code)
    return ("^" if steal else "") + ("pass" if way == PASS else write_move(way)) + ("+" if ring else "")


def has_one_meaning(text: str) -> bool:
    """All turns of level 1 have."""
    return True


def read_decision(state: State, text: str) -> int:
    """The legal turn a text means. Raises NotationError or IllegalDecision."""
    text = text.strip()
    match = _TURN.fullmatch(text)
    if match is None:
        raise NotationError(
            note(
                "{text} is no turn; write a move (a1-b2), or @d4 for a glass from the hand, or pass; "
                "+ behind a move drops a ring, ^ before a turn steals",
                text=repr(text),
            )
        )
    steal, passed, origin, goal, entered, ring = match.groups()
    codes = level1.RULES.codes(state)
    some = [write_decision(state, legal) for legal in codes[:3]]
    way = PASS if passed else read_move(text, origin, goal, entered)
    if way == OFF:
        why = note("{goal} is not next to {space}", goal=goal, space=origin)
        raise not_legal(text, why, len(codes), some)
    code = way + (level1.WITH_RING if ring else 0) + (WITH_STEAL if steal else 0)
    if code in codes or _is_losing(state, code):
        return code
    raise not_legal(text, _why_not(state, code), len(codes), some)


def _is_losing(state: State, code: int) -> bool:
    steal, way, _ = parts_of_turn(code)
    if way == PASS or (steal and not level1.can_steal(state)):
        return False
    return is_attempt(state, state[SIDE], way)


def _why_not(state: State, code: int) -> str:
    """Why a well-written turn is not legal."""
    steal, way, _ = parts_of_turn(code)
    side = state[SIDE]
    if steal and not state[MISSED]:
        return note("there is nothing to steal, since the last move did not leave its ring out")
    if steal and not state[LEFT + side]:
        return note("{side} has no ring left to steal with", side=NAMES[side])
    if way == PASS:
        return HAS_TO_MOVE
    if why := why_no_glass(state, side, way):
        return why
    if not state[ROOM] & BIT[goal_of(way)]:
        return note("{space} is full", space=SPACES.names[goal_of(way)])
    return note("{side} has not that many rings left", side=NAMES[side])


HAS_TO_MOVE = note("whoever can move has to")


# --- Counting ---------------------------------------------------------------------------------------


def rings_in(state: State) -> int:
    """All rings: on the board and with the players."""
    return sum(rings_on(state, space) for space in range(NUMBER_OF_SPACES)) + state[LEFT] + state[LEFT + 1]
