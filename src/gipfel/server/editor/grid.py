"""Editing a position by pointing, without knowing a rule: only the text of the position is changed.

All position texts list what stands at each place, or where each piece lies. So a piece can be moved, added or
removed in the text alone, and the game decides whether the result is legal. Only if it is not, the fields
beside the board (reserves, captured pieces, the phase) are changed, as little as possible, to make it legal.
Games that do not count all pieces accept one piece more or less; then these fields stay as they are.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import chain, combinations, product
from random import Random

from gipfel.draw.picture import Looks, picture
from gipfel.draw.picture_types import Place
from gipfel.draw.scene import Scene
from gipfel.games.core.editing import Grid, PieceList
from gipfel.games.core.position import Position
from gipfel.games.core.registry import about, game, game_of_position
from gipfel.locale import say
from gipfel.notation.errors import GipfelError, PositionError
from gipfel.server.contract.answers import PalettePiece
from gipfel.server.editor import pieces

PLACE = re.compile(r"([a-z])([0-9]{1,2})")


def can_edit(name: str) -> bool:
    """Can positions of a game be edited by pointing?"""
    return about(name).editor is not None


def _grid(name: str) -> Grid | None:
    """The order of all places in the text of a game; None if the text lists only occupied places."""
    form = about(name).editor
    return form if isinstance(form, Grid) else None


def _empty(name: str) -> str:
    """How the text of a game writes an empty place."""
    grid = _grid(name)
    return "" if grid is None else grid.empty


# --- The places of a text -------------------------------------------------------------------------


@cache
def _lines(name: str, version: str) -> tuple[tuple[str, ...], ...]:
    """The names of all places, in the order of the text."""
    form = _grid(name)
    assert form is not None
    places = [
        place.target.name for place in game(name, version).start(seed=1).scene().places if place.kind != "dot"
    ]
    found: dict[str | int, list[tuple[int | str, str]]] = {}
    for place in places:
        column, row = _read_place(place)
        line, along = (-row, column) if form.rows else (column, row)
        found.setdefault(line, []).append((along, place))
    return tuple(tuple(place for _, place in sorted(found[line])) for line in sorted(found))


def _read_place(name: str) -> tuple[str, int]:
    match = PLACE.fullmatch(name)
    if match is None:
        raise PositionError(say("There is no place called {name}.", name=name[:20]))
    return match[1], int(match[2])


def read_cells(name: str, version: str, text: str) -> dict[str, str]:
    """The piece at each place, as the text writes it. Raises PositionError."""
    form = _grid(name)
    if form is None:
        board = text.split()[0] if text.split() else "-"
        pairs = (part.partition("=") for part in board.split(",") if "=" in part)
        return {place: sign for place, _, sign in pairs}
    lines = _lines(name, version)
    fields = text.split()
    written = fields[form.field].split("/") if len(fields) > form.field else []
    cells = [list(_signs(form, line)) for line in written]
    if [len(line) for line in cells] != [len(line) for line in lines]:
        raise PositionError(say("The text of the position has to be right before pieces can be moved in it."))
    return dict(zip(chain(*lines), chain(*cells), strict=True))


def _signs(form: Grid, line: str) -> Iterator[str]:
    for token in form.token.findall(line):
        if form.empty == "" and token.isdigit():
            yield from [""] * int(token)
        else:
            yield token


def write_cells(name: str, version: str, text: str, cells: dict[str, str]) -> str:
    """The text with another board."""
    fields, form = text.split(), _grid(name)
    if form is None:
        fields = fields or ["-"]
        standing = sorted(place for place, sign in cells.items() if sign)
        fields[0] = ",".join(f"{place}={cells[place]}" for place in standing) or "-"
    else:
        lines = (_written(form, [cells[place] for place in line]) for line in _lines(name, version))
        fields[form.field] = "/".join(lines)
    return " ".join(fields)


def _written(form: Grid, signs: list[str]) -> str:
    if form.empty:
        return "".join(signs)
    counted = re.sub(" +", lambda run: str(len(run[0])), "".join(sign or " " for sign in signs))
    return counted


# --- Editing --------------------------------------------------------------------------------------


def move_piece(name: str, version: str, text: str, origin: str, goal: str) -> str:
    """The text after the pieces at two places have been exchanged."""
    form = about(name).editor
    if isinstance(form, PieceList):
        return pieces.move_piece(form, text, origin, goal, legality_check(name, version))
    cells, empty = read_cells(name, version, text), _empty(name)
    for place in (origin, goal):
        _check_place(name, cells, place)
    cells[origin], cells[goal] = cells.get(goal, empty), cells.get(origin, empty)
    return _made_legal(name, version, write_cells(name, version, text, cells))


def place_piece(name: str, version: str, text: str, place: str, sign: str) -> str:
    """The text after a piece was placed; with an empty sign, after the place was emptied."""
    form = about(name).editor
    if isinstance(form, PieceList):
        return pieces.place_piece(form, text, place, sign, legality_check(name, version))
    cells = read_cells(name, version, text)
    _check_place(name, cells, place)
    if len(sign) > 40 or re.search(r"[\s/,=]", sign):
        raise PositionError(say("There is no piece written like that."))
    cells[place] = sign or _empty(name)
    return _made_legal(name, version, write_cells(name, version, text, cells))


def _check_place(name: str, cells: dict[str, str], place: str) -> None:
    if _grid(name) is None:
        _read_place(place)
    elif place not in cells:
        raise PositionError(say("There is no place called {name}.", name=place[:20]))


NUMBER = re.compile(r"(?<![0-9@{])[0-9]{1,9}(?![0-9])")
MOST_NUMBERS = 14


def _made_legal(name: str, version: str, text: str) -> str:
    """The text, made legal by the smallest change of the fields beside the board; unchanged if none helps."""
    is_legal, form = legality_check(name, version), _grid(name)
    field = 0 if form is None else form.field
    fields = text.split(" ")
    head, rest = fields[: field + 1], fields[field + 1 :]
    tries = chain([rest], _other_numbers(rest), _other_words(rest, _known_fields(name, version, field + 1)))
    return next((found for found in (" ".join(head + tried) for tried in tries) if is_legal(found)), text)


def legality_check(name: str, version: str) -> Callable[[str], bool]:
    """A function that tells whether a text is a legal position of this game."""

    def is_legal(text: str) -> bool:
        try:
            game_of_position(name, text, version).position(text)
        except GipfelError:
            return False
        return True

    return is_legal


def _other_numbers(fields: list[str]) -> Iterator[list[str]]:
    """The fields with one number a little larger or smaller, then with two of them."""
    rest = " ".join(fields)
    spots = [match.span() for match in NUMBER.finditer(rest)][:MOST_NUMBERS]
    for by in (-1, 1, -2, 2):
        for spot in spots:
            yield _changed(rest, {spot: by})
    for one, other in combinations(spots, 2):
        for by, back in product((-1, 1), repeat=2):
            yield _changed(rest, {one: by, other: back})


def _changed(rest: str, changes: dict[tuple[int, int], int]) -> list[str]:
    for start, end in sorted(changes, reverse=True):
        changed = max(0, int(rest[start:end]) + changes[start, end])
        rest = f"{rest[:start]}{changed}{rest[end:]}"
    return rest.split(" ")


def _other_words(fields: list[str], known_fields: tuple[tuple[str, ...], ...]) -> Iterator[list[str]]:
    """The fields with one replaced by that of another position, such as a phase, then with two of them."""
    known = min(len(fields), len(known_fields))
    for number in (1, 2):
        for places in combinations(reversed(range(known)), number):
            for words in product(*(known_fields[place] for place in places)):
                new = dict(zip(places, words, strict=True))
                yield [new.get(place, field) for place, field in enumerate(fields)]


@cache
def _known_fields(name: str, version: str, field: int) -> tuple[tuple[str, ...], ...]:
    """The values of each field in some position texts, from a field on."""
    texts = [str(position).split()[field:] for position in _random_positions(name, version)]
    return tuple(tuple(sorted(set(words))) for words in zip(*texts, strict=False))


# --- The palette ----------------------------------------------------------------------------------


def palette(position: Position) -> list[PalettePiece]:
    """The pieces of this position and of others of the same game, with their signs and looks."""
    name, version = position.game.name, position.game.version
    if not can_edit(name):
        return []
    found = dict(_known_pieces(name, version))
    _add_pieces(found, position)
    return [found[sign] for sign in sorted(found, key=lambda sign: (len(sign), sign))][:MOST_PIECES]


def all_places(name: str, version: str) -> list[Place]:
    """All places of the board, also those that were removed in the current position."""
    return list(picture(game(name, version).start(seed=1).scene())["places"])


MOST_PIECES = 40
MOST_GAMES = 6
LONG_GAME, SOME = 80, 4
"""Random games have at most this number of decisions, and every fourth position of them is used."""


@cache
def _known_pieces(name: str, version: str) -> Mapping[str, PalettePiece]:
    """The pieces that a game wants to be offered, or those in some random games, by their signs.

    Random games end when two of them in a row had no new piece.
    """
    found: dict[str, PalettePiece] = {}
    form = about(name).editor
    if not isinstance(form, PieceList) and form is not None and form.palette:
        _add_pieces(found, game_of_position(name, form.palette).position(form.palette))
        return found
    known = [-1]
    for seed in range(1, MOST_GAMES + 1):
        for position in _random_game(name, version, seed):
            _add_pieces(found, position)
        known.append(len(found))
        if len(found) == known[-3:][0]:
            break
    return found


def _add_pieces(found: dict[str, PalettePiece], position: Position) -> None:
    name, version = position.game.name, position.game.version
    form = about(name).editor
    text = str(position)
    signs = pieces.read(form, text) if isinstance(form, PieceList) else read_cells(name, version, text)
    scene = position.scene()
    present = {place.target.name for place in scene.places}  # the board of ZÈRTZ shrinks
    for place, sign in signs.items():
        if not sign or sign in found:
            continue
        if piece := _piece_at(scene, place, sign):
            found[sign] = piece
        elif place not in present:
            found[sign] = {"piece": sign, "look": "", "looks": {}, "name": say("Remove the place")}


@cache
def _random_positions(name: str, version: str) -> tuple[Position, ...]:
    """Some positions of a random game."""
    return tuple(_random_game(name, version, seed=1))


def _random_game(name: str, version: str, seed: int) -> Iterator[Position]:
    position, random = game(name, version).start(seed=seed), Random(seed)
    yield position
    for number in range(LONG_GAME):
        decisions = () if position.outcome else position.decisions()
        if not decisions:
            return
        position = position.play(random.choice(decisions))
        if number % SOME == 0:
            yield position


def _piece_at(scene: Scene, place: str, sign: str) -> PalettePiece | None:
    """The topmost piece at a place; None if there is none."""
    for piece in reversed(scene.pieces):
        if piece.target is not None and piece.target.name == place:
            looks = Looks()
            look = looks.name(piece)
            return {"piece": sign, "look": look, "looks": looks.markup, "name": str(piece)}
    return None
