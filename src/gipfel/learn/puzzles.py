"""Puzzles: positions with one winning or one clearly best continuation, read from the folders of games.

A game's folder may have a file `puzzles.jsonl` with one puzzle a line, as `scripts/make_puzzles.py` writes
it; docs/puzzles.md describes the fields. Nothing is registered: a game of another package has its file the
same way.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from gipfel.games.core.level_settings import HIGHEST, LOWEST
from gipfel.games.core.options import Value
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.registry import folder_of, game
from gipfel.learn.themes import THEMES
from gipfel.notation.errors import GipfelError

FILE = "puzzles.jsonl"
WIN, BEST = "win", "best"
"""Kinds: the line wins by force, or each of its decisions is far better than any other."""
KINDS = (WIN, BEST)
NOT_MEASURED = 0
"""The margin of puzzles of which all decisions were tried, so that no chances are compared."""
SHORTEST, LONGEST = 2, 5
"""The number of own turns of a line."""


class BadPuzzle(GipfelError):
    """A puzzle that cannot be used; the message says where it is and why."""


class UnknownPuzzle(GipfelError):
    """There is no puzzle of that name."""


@dataclass(frozen=True, slots=True)
class Proof:
    """How the uniqueness of a line was measured."""

    nodes: int
    """The nodes of the deepest search of each own choice; where everything was tried, the replies tried."""
    margin: int
    """How far the best decision is ahead at every own choice, in points of winning chance: its chance in the
    deepest search, less that of the best other decision in the search in which one came closest. NOT_MEASURED
    where everything was tried."""
    proven: int
    """The nodes of the proof that the line wins; 0 if it is not of the kind `win`.
    Where everything was tried, the number of replies to the first decision."""


@dataclass(frozen=True, slots=True)
class Source:
    """The game a puzzle comes from: the seed and the number that `scripts/make_puzzles.py` gave it."""

    seed: int
    game: int


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and the line to find."""

    game: str
    id: str
    """Stable, and unique within its game."""
    version: str
    options: Mapping[str, Value]
    """Those that differ from their defaults."""
    position: str
    line: tuple[str, ...]
    """The decisions of both sides; the last one is the solver's."""
    kind: str
    own_turns: int
    level: int
    """The lowest level that always finds the line."""
    rating: int
    """Its difficulty on the scale of the levels."""
    themes: tuple[str, ...]
    found: tuple[int, ...]
    """How often each level from the lowest on finds it, of `puzzle_rating.SEEDS` tries."""
    proof: Proof
    source: Source

    def start(self) -> Position:
        """The position to solve. Raises GipfelError."""
        return game(self.game, self.version, **self.options).position(self.position)

    def decisions(self) -> list[Decision]:
        """The decisions of the line. Raises GipfelError."""
        position, decisions = self.start(), list[Decision]()
        for text in self.line:
            decisions.append(position.decision(text))
            position = position.play(decisions[-1])
        return decisions


@cache
def puzzles_of(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first; none if it has no file. Raises BadPuzzle."""
    path = folder_of(name) / FILE
    if not path.is_file():
        return ()
    return tuple(sorted(read_puzzles(path, name), key=lambda puzzle: (puzzle.rating, puzzle.id)))


def puzzle_of(name: str, id_: str) -> Puzzle:
    """The puzzle of this name. Raises UnknownPuzzle, BadPuzzle."""
    for puzzle in puzzles_of(name):
        if puzzle.id == id_:
            return puzzle
    raise UnknownPuzzle(f"{name} has no puzzle {id_!r}")


def write_puzzle(puzzle: Puzzle) -> str:
    """A puzzle as one line of JSON; its game is that of the folder."""
    data = asdict(puzzle)
    del data["game"]
    if not data["options"]:
        del data["options"]
    return json.dumps(data, ensure_ascii=False)


def read_puzzles(path: Path, name: str) -> Iterator[Puzzle]:
    """The puzzles of a file, in its order. Raises BadPuzzle.

    Positions and lines are not played here, which would take long; `check_puzzle` does it.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise BadPuzzle(f"{path} cannot be read: {error}") from error
    seen: set[str] = set()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            puzzle = _read(line, name)
        except BadPuzzle as error:
            raise BadPuzzle(f"{path}, line {number}: {error}") from error
        if puzzle.id in seen:
            raise BadPuzzle(f"{path}, line {number}: there are two puzzles {puzzle.id!r}")
        seen.add(puzzle.id)
        yield puzzle


def _read(line: str, name: str) -> Puzzle:
    """One puzzle. Raises BadPuzzle."""
    try:
        data = json.loads(line)
    except ValueError as error:
        raise BadPuzzle(f"it is not JSON: {error}") from error
    if not isinstance(data, dict):
        raise BadPuzzle("a puzzle is a JSON object")
    fields = _Fields(data)
    proof, source = fields.part("proof"), fields.part("source")
    puzzle = Puzzle(
        game=name,
        id=fields.text("id"),
        version=fields.text("version"),
        options=fields.options(),
        position=fields.text("position"),
        line=fields.texts("line"),
        kind=fields.text("kind", KINDS),
        own_turns=fields.number("own_turns", SHORTEST, LONGEST),
        level=fields.number("level", LOWEST, HIGHEST),
        rating=fields.number("rating"),
        themes=fields.texts("themes", THEMES),
        found=fields.numbers("found"),
        proof=Proof(proof.number("nodes"), proof.number("margin"), proof.number("proven")),
        source=Source(source.number("seed"), source.number("game")),
    )
    for part in (fields, proof, source):
        part.check_all_read()
    return puzzle


class _Fields:
    """The fields of a JSON object, each of which must be there and of its type."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.read: set[str] = set()

    def _get(self, name: str) -> Any:
        self.read.add(name)
        if name not in self.data:
            raise BadPuzzle(f"the field {name!r} is missing")
        return self.data[name]

    def text(self, name: str, allowed: tuple[str, ...] = ()) -> str:
        return _text(self._get(name), name, allowed)

    def texts(self, name: str, allowed: tuple[str, ...] = ()) -> tuple[str, ...]:
        value = self._get(name)
        if not isinstance(value, list):
            raise BadPuzzle(f"the field {name!r} has to be a list of texts")
        return tuple(_text(one, name, allowed) for one in value)

    def number(self, name: str, least: int = -(10**9), most: int = 10**12) -> int:
        return _number(self._get(name), name, least, most)

    def numbers(self, name: str) -> tuple[int, ...]:
        value = self._get(name)
        if not isinstance(value, list):
            raise BadPuzzle(f"the field {name!r} has to be a list of numbers")
        return tuple(_number(one, name, 0, 10**6) for one in value)

    def part(self, name: str) -> "_Fields":
        value = self._get(name)
        if not isinstance(value, dict):
            raise BadPuzzle(f"the field {name!r} has to be a JSON object")
        return _Fields(value)

    def options(self) -> Mapping[str, Value]:
        if "options" not in self.data:
            return {}
        value = self.part("options").data
        if not all(type(one) in (str, int) for one in value.values()):
            raise BadPuzzle("options have texts or whole numbers as values")
        return value

    def check_all_read(self) -> None:
        """A field that nobody reads is a mistake of its author."""
        if unknown := sorted(self.data.keys() - self.read):
            raise BadPuzzle(f"there is no field {unknown[0]!r}")


def _text(value: object, name: str, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or not value:
        raise BadPuzzle(f"the field {name!r} has to be a text, not {value!r}")
    if allowed and value not in allowed:
        raise BadPuzzle(f"{value!r} is not possible for {name!r}; possible: {', '.join(allowed)}")
    return value


def _number(value: object, name: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise BadPuzzle(f"the field {name!r} has to be a whole number from {least} to {most}, not {value!r}")
    return value
