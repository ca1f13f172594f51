"""Changing a text that lists pieces which cover several places and can be turned, without knowing a rule.

Each piece is written with the place it is pointed at and the way it lies, as in `wTi14:5`, and with its level
if it lies on others: `wRf7:2@2`. Where it is laid down it lies in the first way that the game accepts; laid
down once more it is turned to the next one.
"""

import re
from collections.abc import Callable, Iterator

from gipfel.locale import say
from gipfel.notation.errors import PositionError

PIECE = re.compile(r"([wb][A-Z])([a-q][0-9]+):([0-9])(?:@([0-9]+))?")
WAYS = range(6)
LEVELS = range(1, 7)
NOTHING = "-"

Judge = Callable[[str], bool]
Lying = tuple[str, str, int, int]
"""Which piece, where, in which way, at which level."""


def read(text: str) -> dict[str, str]:
    """Which piece is pointed at at each place; the uppermost one if there are several."""
    return {place: piece for piece, place, _, _ in sorted(_pieces(text), key=lambda one: one[3])}


def moved(text: str, origin: str, goal: str, legal: Judge) -> str:
    """The text after the piece at a place has been laid down at another one."""
    top = _top(text, origin)
    if top is None:
        raise PositionError(say("No piece is pointed at on {place}.", place=origin[:20]))
    rest = [piece for piece in _pieces(text) if piece != top]
    return _laid(text, rest, top[0], goal, top[2], legal)


def laid(text: str, place: str, sign: str, legal: Judge) -> str:
    """The text after a piece has been laid down or turned at a place, or taken away from it."""
    top = _top(text, place)
    rest = [piece for piece in _pieces(text) if piece != top]
    if sign and top is not None and top[0] == sign:
        return _laid(text, rest, sign, place, top[2] + 1, legal)
    if sign:
        return _laid(text, _pieces(text), sign, place, 0, legal)
    return _written(text, rest)


def _laid(text: str, rest: list[Lying], sign: str, place: str, way: int, legal: Judge) -> str:
    """The first text that is legal, beginning with a way to lie; that way on the board if none is."""
    if PIECE.fullmatch(f"{sign}{place}:0") is None:
        raise PositionError(say("There is no piece written like that."))
    tried = [_written(text, [*rest, piece]) for piece in _ways(sign, place, way)]
    return next(filter(legal, tried), tried[0])


def _ways(sign: str, place: str, way: int) -> Iterator[Lying]:
    for turn in WAYS:
        for level in LEVELS:
            yield sign, place, (way + turn) % len(WAYS), level


def _top(text: str, place: str) -> Lying | None:
    here = [piece for piece in _pieces(text) if piece[1] == place]
    return max(here, key=lambda piece: piece[3], default=None)


def _pieces(text: str) -> list[Lying]:
    listed = text.split()[0] if text.split() else NOTHING
    found = [] if listed == NOTHING else [PIECE.fullmatch(part) for part in listed.split(",")]
    pieces = [(one[1], one[2], int(one[3]), int(one[4] or 1)) for one in found if one]
    if len(pieces) < len(found):
        raise PositionError(say("The text of the position has to be right before pieces can be moved in it."))
    return pieces


def _written(text: str, pieces: list[Lying]) -> str:
    listed = (f"{sign}{place}:{way}{f'@{level}' if level > 1 else ''}" for sign, place, way, level in pieces)
    return " ".join([",".join(listed) or NOTHING, *text.split()[1:]])
