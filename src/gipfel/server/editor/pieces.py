"""Editing a text that lists pieces which cover several places and can be turned, without knowing a rule.

A piece is written with its name, the place it is pointed at, its orientation, and its level if it lies on
others, as in `wRf7:2@2`. A new piece gets the first orientation that the game accepts; placing the same piece
there again turns it to the next one.
"""

from collections.abc import Callable, Iterator

from gipfel.games.core.editing import PieceList
from gipfel.locale import say
from gipfel.notation.errors import PositionError

NOTHING = "-"

IsLegal = Callable[[str], bool]
PlacedPiece = tuple[str, str, int, int]
"""The name of a piece, its place, its orientation and its level."""


def read(form: PieceList, text: str) -> dict[str, str]:
    """The piece that is pointed at at each place; the topmost one if there are several."""
    return {place: piece for piece, place, _, _ in sorted(_pieces(form, text), key=lambda one: one[3])}


def move_piece(form: PieceList, text: str, origin: str, goal: str, is_legal: IsLegal) -> str:
    """The text after the piece at a place was moved to another one."""
    top = _top(form, text, origin)
    if top is None:
        raise PositionError(say("No piece is pointed at on {place}.", place=origin[:20]))
    rest = [piece for piece in _pieces(form, text) if piece != top]
    return _place(form, text, rest, top[0], goal, top[2], is_legal)


def place_piece(form: PieceList, text: str, place: str, sign: str, is_legal: IsLegal) -> str:
    """The text after a piece was placed, turned, or removed (with an empty sign)."""
    top = _top(form, text, place)
    rest = [piece for piece in _pieces(form, text) if piece != top]
    if sign and top is not None and top[0] == sign:
        return _place(form, text, rest, sign, place, top[2] + 1, is_legal)
    if sign:
        return _place(form, text, _pieces(form, text), sign, place, 0, is_legal)
    return _written(form, text, rest)


def _place(
    form: PieceList,
    text: str,
    rest: list[PlacedPiece],
    sign: str,
    place: str,
    orientation: int,
    is_legal: IsLegal,
) -> str:
    """The text with the first legal orientation and level from `orientation` on; else the first of all."""
    if form.piece.fullmatch(form.write(sign, place, 0, 1)) is None:
        raise PositionError(say("There is no piece written like that."))
    tried = [_written(form, text, [*rest, piece]) for piece in _orientations(form, sign, place, orientation)]
    return next(filter(is_legal, tried), tried[0])


def _orientations(form: PieceList, sign: str, place: str, orientation: int) -> Iterator[PlacedPiece]:
    for turn in range(form.orientations):
        for level in range(1, form.levels + 1):
            yield sign, place, (orientation + turn) % form.orientations, level


def _top(form: PieceList, text: str, place: str) -> PlacedPiece | None:
    here = [piece for piece in _pieces(form, text) if piece[1] == place]
    return max(here, key=lambda piece: piece[3], default=None)


def _pieces(form: PieceList, text: str) -> list[PlacedPiece]:
    listed = text.split()[0] if text.split() else NOTHING
    found = [] if listed == NOTHING else [form.piece.fullmatch(part) for part in listed.split(",")]
    pieces = [(one[1], one[2], int(one[3]), int(one[4] or 1)) for one in found if one]
    if len(pieces) < len(found):
        raise PositionError(say("The text of the position has to be right before pieces can be moved in it."))
    return pieces


def _written(form: PieceList, text: str, pieces: list[PlacedPiece]) -> str:
    listed = (form.write(*piece) for piece in pieces)
    return " ".join([",".join(listed) or NOTHING, *text.split()[1:]])
