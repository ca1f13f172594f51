"""Changing a text that lists pieces which cover several places and can be turned, without knowing a rule.

The form says how a piece is written: which piece, the place it is pointed at, the way it lies, and its level
if it lies on others, as in `wRf7:2@2`. A piece that is laid down lies in the first way that the game accepts;
laid down once more, it is turned to the next one.
"""

from collections.abc import Callable, Iterator

from gipfel.games.core.editing import PieceList
from gipfel.locale import say
from gipfel.notation.errors import PositionError

NOTHING = "-"

Judge = Callable[[str], bool]
Lying = tuple[str, str, int, int]
"""Which piece, where, in which way, at which level."""


def read(form: PieceList, text: str) -> dict[str, str]:
    """Which piece is pointed at at each place; the uppermost one if there are several."""
    return {place: piece for piece, place, _, _ in sorted(_pieces(form, text), key=lambda one: one[3])}


def moved(form: PieceList, text: str, origin: str, goal: str, legal: Judge) -> str:
    """The text after the piece at a place has been laid down at another one."""
    top = _top(form, text, origin)
    if top is None:
        raise PositionError(say("No piece is pointed at on {place}.", place=origin[:20]))
    rest = [piece for piece in _pieces(form, text) if piece != top]
    return _laid(form, text, rest, top[0], goal, top[2], legal)


def laid(form: PieceList, text: str, place: str, sign: str, legal: Judge) -> str:
    """The text after a piece has been laid down or turned at a place, or taken away from it."""
    top = _top(form, text, place)
    rest = [piece for piece in _pieces(form, text) if piece != top]
    if sign and top is not None and top[0] == sign:
        return _laid(form, text, rest, sign, place, top[2] + 1, legal)
    if sign:
        return _laid(form, text, _pieces(form, text), sign, place, 0, legal)
    return _written(form, text, rest)


def _laid(
    form: PieceList, text: str, rest: list[Lying], sign: str, place: str, way: int, legal: Judge
) -> str:
    """The first text that is legal, beginning with a way to lie; that way on the board if none is."""
    if form.piece.fullmatch(form.write(sign, place, 0, 1)) is None:
        raise PositionError(say("There is no piece written like that."))
    tried = [_written(form, text, [*rest, piece]) for piece in _ways(form, sign, place, way)]
    return next(filter(legal, tried), tried[0])


def _ways(form: PieceList, sign: str, place: str, way: int) -> Iterator[Lying]:
    for turn in range(form.ways):
        for level in range(1, form.levels + 1):
            yield sign, place, (way + turn) % form.ways, level


def _top(form: PieceList, text: str, place: str) -> Lying | None:
    here = [piece for piece in _pieces(form, text) if piece[1] == place]
    return max(here, key=lambda piece: piece[3], default=None)


def _pieces(form: PieceList, text: str) -> list[Lying]:
    listed = text.split()[0] if text.split() else NOTHING
    found = [] if listed == NOTHING else [form.piece.fullmatch(part) for part in listed.split(",")]
    pieces = [(one[1], one[2], int(one[3]), int(one[4] or 1)) for one in found if one]
    if len(pieces) < len(found):
        raise PositionError(say("The text of the position has to be right before pieces can be moved in it."))
    return pieces


def _written(form: PieceList, text: str, pieces: list[Lying]) -> str:
    listed = (form.write(*piece) for piece in pieces)
    return " ".join([",".join(listed) or NOTHING, *text.split()[1:]])
