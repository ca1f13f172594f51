"""DVONN as text: positions and actions (docs/rules/dvonn.md 7)."""

import re

from gipfel.board.flood import flood
from gipfel.games.core.side import Side
from gipfel.games.dvonn import rules, words
from gipfel.games.dvonn.rules import (
    MOVE,
    NORTH,
    NORTHEAST,
    NUMBER,
    ONE_RED,
    OWNED,
    PASS,
    PIECES,
    PLACED,
    RED,
    REDS,
    RULES,
    SOUTHEAST,
    SPACE,
    SPACES,
    STACK,
    STRIDE,
    Stack,
    stack_on,
)
from gipfel.kernel.state import BLACK, SIDE, WHITE, State
from gipfel.locale import note
from gipfel.notation.errors import NotationError, PositionError, not_legal
from gipfel.notation.fields import choice, fields

PLAYERS = "WB"
PHASES = "PM"
FIELDS = ("board", "player", "phase")

ROWS: dict[int, tuple[int, ...]] = {
    row: tuple(number for number in sorted(NUMBER) if number // STRIDE == row - 1) for row in (5, 4, 3, 2, 1)
}
"""The numbers of the spaces of each row from left to right, the uppermost row first."""

Stacks = dict[int, Stack]
"""The stacks of a position text by number of space."""

# --- Writing positions ----------------------------------------------------------------------------


def write_state(state: State) -> str:
    """The canonical position text."""
    rows = ("".join(stack_text(stack_on(state, number)) for number in row) for row in ROWS.values())
    phase = PHASES[state[PLACED] == PIECES]
    return f"{'/'.join(rows)} {PLAYERS[state[SIDE]]} {phase}"


def stack_text(stack: Stack) -> str:
    """`.`, `R`, `W`, `B3`, `W4*`: owner, height if there is any, a star for each red piece inside."""
    if stack.height == 0:
        return "."
    if stack.owner is None:
        return "R"
    height = str(stack.height) if stack.height > 1 else ""
    return f"{PLAYERS[stack.owner]}{height}{'*' * stack.reds}"


# --- Reading positions ----------------------------------------------------------------------------

_STACK = re.compile(r"([WBR])([0-9]{0,2})(\**)")
_ROW = re.compile(r"(?:\.|[WBR][0-9]{0,2}(?![0-9])\**)+")
_TOKEN = re.compile(r"\.|[WBR][0-9]*\**")


def read_state(text: str) -> State:
    """The state a position text describes. Raises PositionError."""
    board, player, phase = fields(text, FIELDS, write_state(rules.start()))
    stacks = _read_board(board)
    side = choice(player, PLAYERS, "player to act")
    if choice(phase, PHASES, "phase") == PHASES.index("P"):
        _check_placing(stacks, side)
        return _state(stacks, side, len(stacks))
    _check_pieces(stacks)
    state = _state(stacks, side, PIECES)
    _check_contact(state)
    rules.settle(state)
    return state


def _read_board(text: str) -> Stacks:
    rows = text.split("/")
    if len(rows) != len(ROWS):
        raise PositionError(f"the board has {len(rows)} rows; it must have {len(ROWS)}, joined by '/'")
    stacks: Stacks = {}
    for name, content in zip(ROWS, rows, strict=True):
        stacks |= _read_row(name, content)
    return stacks


def _read_row(name: int, text: str) -> Stacks:
    if _ROW.fullmatch(text) is None:
        raise PositionError(
            f"row {name} is {text!r}; "
            f"it must be made of '.' for an empty space and stacks such as R, W, B3 or W4*"
        )
    tokens = _TOKEN.findall(text)
    if len(tokens) != len(ROWS[name]):
        raise PositionError(
            f"row {name} ({text}) has {len(tokens)} spaces; it must have {len(ROWS[name])} from left to right"
        )
    pairs = zip(ROWS[name], tokens, strict=True)
    return {number: _read_stack(token, name) for number, token in pairs if token != "."}


def _read_stack(token: str, row: int) -> Stack:
    match = _STACK.fullmatch(token)
    assert match is not None
    letter, height, stars = match.groups()
    if letter == "R":
        if height or stars:
            raise PositionError(
                f"{token} in row {row}: a red piece is on top only when it is alone; write R for it, "
                f"and stars for red pieces inside a stack (W2*)"
            )
        return Stack(None, 1, 1)
    if height.startswith("0") or height == "1":
        raise PositionError(f"{token} in row {row}: a height is written from 2 on, as in {letter}2")
    stack = Stack(PLAYERS.index(letter), int(height or 1), len(stars))
    if stack.reds >= stack.height:
        raise PositionError(
            f"{token} in row {row}: below its top a stack of height {stack.height} "
            f"has room for at most {stack.height - 1} red pieces"
        )
    return stack


def _check_placing(stacks: Stacks, side: int) -> None:
    """In phase P the number of pieces says whose turn it is and how many there are of each colour."""
    n = len(stacks)
    if any(stack.height > 1 for stack in stacks.values()):
        raise PositionError("in phase P every piece stands alone; a position with stacks is one of phase M")
    if n == PIECES:
        raise PositionError(f"all {PIECES} pieces are placed; the phase must be M")
    if side != n % 2:
        raise PositionError(f"after {n} pieces {Side(n % 2)} ({PLAYERS[n % 2]}) is to place")
    owners = [stack.owner for stack in stacks.values()]
    found = [owners.count(None), owners.count(WHITE), owners.count(BLACK)]
    others = max(n - REDS, 0)
    expected = [n - others, others // 2, others - others // 2]
    if found != expected:
        raise PositionError(
            f"after {n} pieces there must be {_colours(expected)} ones, not {_colours(found)}"
        )


def _colours(numbers: list[int]) -> str:
    return "{} red, {} white and {} black".format(*numbers)


def _check_pieces(stacks: Stacks) -> None:
    reds = sum(stack.reds for stack in stacks.values())
    if reds != REDS:
        raise PositionError(f"there are {reds} red pieces; in phase M all {REDS} must be on the board")
    total = sum(stack.height for stack in stacks.values())
    if total > PIECES:
        raise PositionError(f"there are {total} pieces on the board; the game has only {PIECES}")


def _state(stacks: Stacks, side: int, placed: int) -> State:
    state = rules.start()
    state[SIDE] = side
    state[PLACED] = placed
    for number, stack in stacks.items():
        state[STACK + number] = stack.height + ONE_RED * stack.reds
        if stack.owner is not None:
            state[OWNED + stack.owner] |= 1 << number
        if stack.reds:
            state[RED] |= 1 << number
    return state


def _check_contact(state: State) -> None:
    everything = rules.occupied(state)
    lost = everything & ~flood(state[RED], everything, NORTH, NORTHEAST, SOUTHEAST)
    if lost:
        names = [name for name, number in zip(SPACES.names, NUMBER, strict=True) if lost >> number & 1]
        raise PositionError(
            f"no chain of stacks links {', '.join(names)} to a red piece; "
            f"stacks without contact have left the game"
        )


# --- Actions --------------------------------------------------------------------------------------

_ACTION = re.compile(r"([a-k][1-5])(?:-([a-k][1-5]))?")
_REMOVALS = re.compile(r"\s*\{\s*x[^{}]*\}$")
"""The comment that names what is lost: `d2-e2 {x a1 a2}`."""


def write_decision(state: State, code: int) -> str:
    """The canonical text of a decision."""
    if code == PASS:
        return "pass"
    if code < MOVE:
        return name_of(code)
    origin, goal = ends(code)
    return f"{name_of(origin)}-{name_of(goal)}"


def ends(code: int) -> tuple[int, int]:
    """The numbers of the spaces a move leads from and to."""
    return code // MOVE - 1, code % MOVE


def name_of(number: int) -> str:
    """What the space with a number is called."""
    return SPACES.names[SPACE[number]]


def has_one_meaning(text: str) -> bool:
    """All turns have: a text names everything that a decision says."""
    return True


def read_decision(state: State, text: str) -> int:
    """The legal decision a text means. Raises NotationError or IllegalDecision."""
    text = text.strip()
    code = _read_action(_REMOVALS.sub("", text.lower()), text)
    codes = RULES.codes(state)
    if code not in codes:
        some = [write_decision(state, legal) for legal in codes[:3]]
        raise not_legal(text, _why_not(state, code), len(codes), some)
    return code


def _read_action(action: str, text: str) -> int:
    if action == "pass":
        return PASS
    if action == "resign":
        raise NotationError(
            note("resigning is no decision; it ends a record, as in 'result: 0-1 resignation'")
        )
    match = _ACTION.fullmatch(action)
    if match is None:
        raise NotationError(
            note(
                "{text} is no decision; name a space to place on (f3), "
                "two spaces to move from and to (e2-f2), or pass",
                text=repr(text),
            )
        )
    origin, goal = (_read_space(name, text) for name in match.groups())
    assert origin is not None
    return origin if goal is None else MOVE * (origin + 1) + goal


def _read_space(name: str | None, text: str) -> int | None:
    if name is None:
        return None
    if name not in SPACES.index:
        row = ROWS[int(name[1])]
        first, last = name_of(row[0]), name_of(row[-1])
        raise NotationError(
            note(
                "{text}: there is no space {space}; row {row} has {first} to {last}",
                text=text,
                space=name,
                row=name[1],
                first=first,
                last=last,
            )
        )
    return NUMBER[SPACES.index[name]]


def _why_not(state: State, code: int) -> str:
    """Why a well-written action is not legal."""
    placing = state[PLACED] < PIECES
    if code == PASS:
        return words.no_pass(state)
    if code >= MOVE:
        if placing:
            return note("pieces are still being placed, and nobody moves")
        origin, goal = (SPACE[number] for number in ends(code))
        return words.no_origin(state, origin) or words.no_goal(state, origin, goal)
    if placing:
        return words.no_placement(state, SPACE[code])
    return note("all pieces are placed; a move names two spaces")
