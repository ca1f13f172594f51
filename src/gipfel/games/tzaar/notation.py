"""TZAAR as text: positions, decisions and turns (docs/rules/tzaar.md 6)."""

import re
from collections.abc import Iterator, Sequence

from gipfel.board import OFF
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import SIDE_NAMES, Side
from gipfel.games.core.turns import read_parts
from gipfel.games.tzaar import rules, words
from gipfel.games.tzaar.rules import (
    CONTENT,
    FIRST,
    MOVE,
    NUMBER_OF_SPACES,
    OPENING,
    PASS,
    PHASE,
    PIECES,
    PLACE,
    PLACING,
    RULES,
    SECOND,
    SHOWN,
    SPACES,
    STOCK,
    TYPE,
    TYPES,
    height,
    owner,
    pieces_of,
)
from gipfel.games.tzaar.words import TYPE_NAMES
from gipfel.kernel.state import BLACK, ONGOING, RESULT, SIDE, WHITE, WHITE_WINS, State
from gipfel.locale import note
from gipfel.notation.errors import NotationError, PositionError, no_such_space, not_legal
from gipfel.notation.fields import choice, fields

LETTERS = "ZAT"
SIDES = "wb"
PHASES = "pf12"
FIELDS = ("board", "side", "phase")
VACANT = "."

# --- Positions ------------------------------------------------------------------------------------


def write_state(state: State) -> str:
    """The canonical position text."""
    columns = ("".join(stack_text(state, space) for space in column) for column in SPACES.columns)
    return f"{'/'.join(columns)} {SIDES[state[SIDE]]} {PHASES[state[PHASE]]}"


def stack_text(state: State, space: int) -> str:
    """A stack such as Z, a or t3; a dot for a vacant space."""
    side, high = owner(state, space), height(state, space)
    if side == OFF:
        return VACANT
    letter = LETTERS[state[CONTENT + space] & TYPE]
    return (letter if side == WHITE else letter.lower()) + (str(high) if high > 1 else "")


EXAMPLE = write_state(rules.fixed_start())


def is_being_placed(text: str) -> bool:
    """Does a position text say that pieces are still being placed?"""
    found = text.split()
    return len(found) == len(FIELDS) and found[2] == PHASES[PLACING]


def read_state(text: str) -> State:
    """The state a position text describes. Raises PositionError."""
    board, side, phase = fields(text, FIELDS, EXAMPLE)
    state = rules.empty_start()
    for space, token in zip(range(NUMBER_OF_SPACES), _read_columns(board), strict=True):
        if token != VACANT:
            colour = WHITE if token[0].isupper() else BLACK
            rules.put(state, space, colour, LETTERS.index(token[0].upper()), int(token[1:] or 1))
    state[SIDE] = choice(side, SIDES, "side to act")
    state[PHASE] = choice(phase, PHASES, "phase")
    _check_pieces(state)
    state = rules.completed(state)
    _check_types(state)
    _CHECKS[state[PHASE]](state)
    state[RESULT] = _result(state)
    return state


_STACK = re.compile(r"\.|[ZATzat](?:[12][0-9]|30|[2-9])?")


def _read_columns(text: str) -> Iterator[str]:
    """What stands on each space, column by column."""
    columns = text.split("/")
    if len(columns) != len(SPACES.columns):
        raise PositionError(
            f"the board has {len(columns)} columns; it must have {len(SPACES.columns)}, a to i, joined by '/'"
        )
    for spaces, content in zip(SPACES.columns, columns, strict=True):
        yield from _read_column(SPACES.names[spaces[0]][0], len(spaces), content)


def _read_column(name: str, length: int, text: str) -> list[str]:
    if re.fullmatch(rf"(?:{_STACK.pattern})+", text) is None:
        raise PositionError(
            f"column {name} is {text!r}; it must be made of dots for vacant spaces and of Z, A, T, z, a, t, "
            f"with the height behind the letter if it is 2 to {PIECES}"
        )
    found = _STACK.findall(text)
    if len(found) != length:
        raise PositionError(f"column {name} ({text}) has {len(found)} spaces; it must have {length}")
    return found


# --- Positions that cannot occur --------------------------------------------------------------------


def _check_pieces(state: State) -> None:
    for side in Side:
        pieces = pieces_of(state, side)
        if pieces > PIECES:
            raise PositionError(f"{side} has {pieces} pieces on the board; there are only {PIECES}")


def _check_types(state: State) -> None:
    for side in Side:
        for kind, stock in enumerate(STOCK):
            shown = state[SHOWN + TYPES * side + kind]
            if shown > stock:
                name = f"{str(side).lower()} {TYPE_NAMES[kind]}s"
                raise PositionError(f"{shown} {name} show; there are only {stock}")


def _check_placing(state: State) -> None:
    """Single pieces, placed in turn."""
    if state[rules.HIGH]:
        raise PositionError("in phase p every stack is a single piece; heights must not be written")
    white, black = pieces_of(state, WHITE), pieces_of(state, BLACK)
    if white - black != state[SIDE]:
        raise PositionError(
            f"in phase p the players place in turn, White first: with {white} white and {black} black pieces "
            f"on the board it cannot be {Side(state[SIDE])}'s turn"
        )
    if white + black == NUMBER_OF_SPACES:
        raise PositionError(f"all {NUMBER_OF_SPACES} spaces are filled; the phase must be f")


def _check_opening(state: State) -> None:
    """The full board, and White to act."""
    if state[rules.HIGH] or state[SHOWN : SHOWN + 2 * TYPES] != STOCK * 2:
        raise PositionError(
            f"in phase f all {NUMBER_OF_SPACES} spaces hold single pieces, of each colour "
            f"6 Tzaars, 9 Tzarras and 15 Totts; later in the game the phase is 1 or 2"
        )
    if state[SIDE] != WHITE:
        raise PositionError("phase f is White's opening move; the side to act must be w")


GONE = {(BLACK, FIRST): (0, 1), (WHITE, FIRST): (1, 1), (BLACK, SECOND): (1, 1), (WHITE, SECOND): (1, 2)}
"""How many white and black pieces must have been captured for a side to be in a phase of its turn."""


def _check_game(state: State) -> None:
    """Every turn so far has begun with a capture, and nobody had lost before the last action."""
    at_least = GONE[state[SIDE], state[PHASE]]
    for side in Side:
        gone = PIECES - pieces_of(state, side)
        if gone < at_least[side]:
            raise PositionError(
                f"with {SIDES[state[SIDE]]} to act in phase {PHASES[state[PHASE]]} at least {at_least[side]} "
                f"of the {str(side).lower()} pieces must have been captured, not {gone}"
            )
    missing = [rules.missing_type(state, side) for side in Side]
    if OFF not in missing:
        raise PositionError(
            f"White shows no {TYPE_NAMES[missing[WHITE]]} and Black no {TYPE_NAMES[missing[BLACK]]}; "
            f"the first type to vanish ends the game, so one of the players must show all three"
        )


_CHECKS = {PLACING: _check_placing, OPENING: _check_opening, FIRST: _check_game, SECOND: _check_game}


def _result(state: State) -> int:
    """A side that lacks a type has lost, and so has one that has to capture and cannot (5)."""
    if state[PHASE] in (PLACING, OPENING):
        return ONGOING
    for side in Side:
        if rules.missing_type(state, side) != OFF:
            return WHITE_WINS + side.other
    if state[PHASE] == FIRST and not rules.can_capture(state):
        return WHITE_WINS + 1 - state[SIDE]
    return ONGOING


# --- Decisions ------------------------------------------------------------------------------------

_SPACE = r"([a-i][1-9])"
_MOVE = re.compile(rf"{_SPACE}([x+]){_SPACE}")
_PLACEMENT = re.compile(rf"([{LETTERS}]){_SPACE}")
CAPTURES, STACKS_UP, PASSES = "x", "+", "-"


def write_decision(state: State, code: int) -> str:
    """The canonical text of a decision."""
    if code == PASS:
        return PASSES
    high, low = divmod(code, MOVE)
    if code >= PLACE:
        return LETTERS[high - PLACE // MOVE] + SPACES.names[low]
    sign = STACKS_UP if owner(state, low) == state[SIDE] else CAPTURES
    return f"{SPACES.names[high]}{sign}{SPACES.names[low]}"


def read_decision(state: State, text: str) -> int:
    """The legal decision a text means. Raises NotationError or IllegalDecision."""
    text = text.strip()
    code, why = _understood(state, text)
    codes = RULES.codes(state)
    if why or code not in codes:
        raise not_legal(text, why, len(codes), [write_decision(state, legal) for legal in codes[:3]])
    return code


def _understood(state: State, text: str) -> tuple[int, str]:
    """The decision a text means, and why it is not legal if it is not."""
    if text == PASSES:
        return PASS, words.why_no_pass(state)
    if match := _PLACEMENT.fullmatch(text):
        kind, space = LETTERS.index(match[1]), _space(text, match[2])
        return PLACE + MOVE * kind + space, words.why_no_placement(state, kind, space)
    if match := _MOVE.fullmatch(text):
        start, goal = _space(text, match[1]), _space(text, match[3])
        return MOVE * start + goal, words.why_no_move(state, start, goal) or _wrong_sign(state, match)
    raise NotationError(
        note(
            "{text} is no decision; write a capture as c4xd4, a stacking as a4+b4, a pass as -, "
            "or a piece to place as Ze4",
            text=repr(text),
        )
    )


def _space(text: str, name: str) -> int:
    if name not in SPACES.index:
        if name == "e5":
            hole = note(
                "{text}: there is no space {space}, the board has a hole there", text=text, space=name
            )
            raise NotationError(hole)
        raise no_such_space(text, name)
    return SPACES.index[name]


def _wrong_sign(state: State, match: re.Match[str]) -> str:
    """Why a move that is legal is written wrongly, if it is."""
    start, sign, goal = match.groups()
    own = owner(state, SPACES.index[goal]) == state[SIDE]
    if own and sign == CAPTURES:
        return note(
            "the stack on {space} is {side}'s own; stacking is written {move}",
            space=goal,
            side=SIDE_NAMES[state[SIDE]],
            move=f"{start}+{goal}",
        )
    if not own and sign == STACKS_UP:
        return note(
            "the stack on {space} is {side}'s; a capture is written {move}",
            space=goal,
            side=SIDE_NAMES[1 - state[SIDE]],
            move=f"{start}x{goal}",
        )
    return ""


# --- Turns ----------------------------------------------------------------------------------------

BETWEEN = ","


def read_turn(position: Position, text: str) -> list[Decision]:
    """The decisions of a whole turn. Raises NotationError or IllegalDecision."""
    played, after = read_parts(position, text, BETWEEN)
    if after.turn == position.turn:
        raise NotationError(
            note(
                "{text}: the turn is not finished: add a second move, or - to pass, such as {example}",
                text=text,
                example=f"{text.strip()},-",
            )
        )
    return played


def write_turn(decisions: Sequence[Decision]) -> str:
    """The canonical text of a turn."""
    return BETWEEN.join(decision.text for decision in decisions)
