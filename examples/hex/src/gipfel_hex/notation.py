"""Hex as text: `2w2/5/1b3/5/5 w -` is the board by columns, the side to act, and whether Black may swap."""

import re

from gipfel.games.core.options import Value
from gipfel.kernel.state import RESULT, SIDE, WHITE_WINS, State
from gipfel.notation.errors import NotationError, PositionError, not_legal
from gipfel.notation.fields import choice, fields, read_columns, write_columns
from gipfel_hex.rules import BIT, BOARD, MAY_SWAP, RULES, STONES, SWAP, connected, start

FIELDS = ("board", "side", "swap")
EXAMPLE = "5/5/2w2/5/5 b s"
SIDES = ("w", "b")


def write_state(state: State) -> str:
    """The canonical position text."""
    board = write_columns(BOARD, lambda point: _sign(state, point))
    return f"{board} {SIDES[state[SIDE]]} {'s' if state[MAY_SWAP] else '-'}"


def _sign(state: State, point: int) -> str:
    return next((sign for side, sign in enumerate(SIDES) if state[STONES + side] & BIT[point]), "")


def read_state(text: str) -> State:
    """The state a position text describes. Raises PositionError."""
    board, side, swap = fields(text, FIELDS, EXAMPLE)
    state = start(swap=choice(swap, ("-", "s"), "swap") == 1)
    state[SIDE] = choice(side, SIDES, "side")
    stones = list(read_columns(BOARD, board, "wb"))
    for point, sign in stones:
        state[STONES + SIDES.index(sign)] |= BIT[point]
    lead = sum(1 if sign == "w" else -1 for _, sign in stones)
    if lead not in (state[SIDE], state[SIDE] - 1):  # after a swap White has one stone less
        raise PositionError(f"White has {lead} stones more than Black; players place one stone in turn")
    if state[MAY_SWAP] and (len(stones) > 1 or lead != state[SIDE]):
        raise PositionError("Black can swap only in the second turn; the last field must be '-'")
    for winner in range(2):
        if connected(state, winner):
            state[RESULT] = WHITE_WINS + winner
    return state


def version_in(text: str) -> tuple[str, dict[str, Value]] | None:
    """The version, and whether there is a swap rule; a text says so until Black has acted."""
    found = re.fullmatch(r"\s*[1-5/]*(?:\s+w|w[1-5/]*\s+b)\s+([s-])\s*", text)
    return found and ("5x5", {"swap": "on" if found[1] == "s" else "off"})


def write_decision(state: State, code: int) -> str:
    """`c3`, or `swap`."""
    return "swap" if code == SWAP else BOARD.names[code]


def read_decision(state: State, text: str) -> int:
    """The legal decision a text means. Raises NotationError or IllegalDecision."""
    named = text.strip().lower()
    code = SWAP if named == "swap" else BOARD.index.get(named)
    if code is None:
        raise NotationError(f"{text!r} is no decision; write a point such as c3, or swap")
    legal = RULES.codes(state)
    if code not in legal:
        why = "Black can swap only in the second turn" if code == SWAP else "there is a stone already"
        raise not_legal(text, why, len(legal), [write_decision(state, legal_code) for legal_code in legal])
    return code
