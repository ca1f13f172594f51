"""Positions such as `wb......./b`, decisions such as `a1`."""

import re

from gipfel.kernel.state import BLACK_WINS, DRAW, RESULT, SIDE, TURN, WHITE_WINS, State
from gipfel.notation.errors import NotationError, PositionError, not_legal
from tests.helpers.games.noughts.rules import FULL, LINES, PLACED, PLACES, RULES, start

NAMES = tuple(f"{column}{row}" for row in (1, 2, 3) for column in "abc")


def write_state(state: State) -> str:
    signs = (
        "w" if state[PLACED] >> i & 1 else "b" if state[PLACED + 1] >> i & 1 else "." for i in range(PLACES)
    )
    return f"{''.join(signs)}/{'wb'[state[SIDE]]}"


def read_state(text: str) -> State:
    found = re.fullmatch(r"([wb.]{9})/([wb])", text.strip())
    if found is None:
        raise PositionError(f"{text[:40]!r} is not nine of w, b and ., a slash, and who acts")
    state = start()
    for side, sign in enumerate("wb"):
        state[PLACED + side] = sum(1 << i for i, at in enumerate(found[1]) if at == sign)
    state[SIDE], state[TURN] = "wb".index(found[2]), PLACES - found[1].count(".")
    for side, won in enumerate((WHITE_WINS, BLACK_WINS)):
        if any(state[PLACED + side] & line == line for line in LINES):
            state[RESULT] = won
    if not state[RESULT] and state[PLACED] | state[PLACED + 1] == FULL:
        state[RESULT] = DRAW
    return state


def write_decision(state: State, code: int) -> str:
    return NAMES[code]


def read_decision(state: State, text: str) -> int:
    if text not in NAMES:
        raise NotationError(f"{text[:40]!r} is no place; places are a1 to c3")
    codes = RULES.codes(state)
    if NAMES.index(text) not in codes:
        raise not_legal(text, "the place is taken", len(codes), [NAMES[code] for code in codes])
    return NAMES.index(text)
