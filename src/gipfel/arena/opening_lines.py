"""Openings from a file: records of games, or a plain list with one opening a line.

# comments and empty lines are skipped
e1-e3 b1-b3
1. b3 2. c2 3. g2                  numbers of turns are skipped, too
Pd4 | Pe5                          turns with spaces in them are divided by |
position B2W/5/6/W5B/6/5/B2W w 12/12 0/0 S s
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from gipfel.games.core.game import Game
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.replay import recorded_game, replay
from gipfel.notation.collection import GameProblem, open_source, read_games, readers
from gipfel.notation.errors import GipfelError
from gipfel.notation.record import Record, read_record, write_record

POSITION = "position "
MOST_LINES = 100_000
KEPT = ("game", "version", "seed", "start")
"""The headers of a record that an opening needs besides the options of the game."""
LARGEST_FILE = 50_000_000
"""The most bytes of a plain list."""


class BadOpenings(GipfelError):
    """A file with openings that cannot be used. The message says where and why."""


@dataclass(frozen=True, slots=True)
class OpeningLine:
    """An opening: where it is from, the position it begins with, and its turns; or the record of both."""

    where: str
    position: str = ""
    """Empty for the start of the game."""
    turns: tuple[str, ...] = ()
    record: str = ""

    def played(self, game: Game) -> Playthrough:
        """Play it. Raises GipfelError."""
        if self.record:
            return replay(read_record(self.record))
        playthrough = Playthrough(game.position(self.position) if self.position else game.start())
        for text in self.turns:
            playthrough.play_turn(text)
        return playthrough


def digest(lines: tuple[OpeningLine, ...]) -> str:
    """What identifies a list of openings, wherever it is from."""
    text = "\n".join(repr((line.position, line.turns, line.record)) for line in lines)
    return sha256(text.encode()).hexdigest()[:12]


def read_openings(path: Path, game: Game, turns: int | None, usual: int) -> tuple[OpeningLine, ...]:
    """The openings of a file, each checked by playing it. Raises BadOpenings.

    Of a record the first `turns` turns are the opening, or `usual` if nothing was asked for; of a plain list
    whole lines are, or at most `turns` turns of each. Records whose game is over by then are left out.
    """
    source = open_source(path)  # raises RecordError
    with source.file:
        detected = any(reader.detect(source.name, source.head) for reader in readers())
        if detected and not _begins_with_opening(source.head, game):
            found = [*_from_records(path, game, usual if turns is None else turns)]
        else:
            found = [*_from_list(path, source.stream.read(LARGEST_FILE + 1), game, turns)]
    if not found:
        raise BadOpenings(f"{path} has no opening for {game.name} {game.version}")
    return tuple(found)


# --- Records ------------------------------------------------------------------------------------------


def _from_records(path: Path, game: Game, turns: int) -> Iterator[OpeningLine]:
    for place, record in read_games(open_source(path)):
        if place.number > MOST_LINES:
            raise BadOpenings(f"{path} has more than {MOST_LINES} games")
        if isinstance(record, GameProblem):
            raise BadOpenings(str(record))
        try:
            line = _from_record(str(place), record, game, turns)
        except GipfelError as error:
            raise BadOpenings(f"{place}: {error}") from error
        if line is not None:
            yield line


def _from_record(where: str, record: Record, game: Game, turns: int) -> OpeningLine | None:
    """The beginning of a game; None if the game is over by then."""
    kind = recorded_game(record)
    if kind != game:
        raise BadOpenings(f"this is a game of {kind.name} {kind.version}, not {game.name} {game.version}")
    begun = tuple(replace(turn, comment="", variations=()) for turn in record.turns[:turns])
    kept = {*KEPT, *(f"option {name}" for name in record.options)}
    headers = {name: value for name, value in record.headers.items() if name in kept}
    if len(begun) < turns or not all(turn.finished for turn in begun):
        return None
    playthrough = replay(Record(headers, begun, format=record.format))
    if playthrough.position.outcome is not None:
        return None
    return OpeningLine(where, record=write_record(playthrough.record()))


# --- Plain lists --------------------------------------------------------------------------------------


def _begins_with_opening(head: bytes, game: Game) -> bool:
    """Is the first line of a file an opening of this game? Some formats of records look like plain lists."""
    lines = head.decode("utf-8", "replace").splitlines()
    first = next((plain for line in lines if (plain := _plain(line))), "")
    try:
        _from_line("", first, game, None)
    except GipfelError:
        return False
    return bool(first)


def _plain(line: str) -> str:
    """A line without its comment."""
    return re.sub(r"(^|\s)#.*", "", line).strip()


def _from_list(path: Path, data: bytes, game: Game, turns: int | None) -> Iterator[OpeningLine]:
    lines = data.decode("utf-8", "replace").splitlines()
    if len(data) > LARGEST_FILE or len(lines) > MOST_LINES:
        raise BadOpenings(f"{path} is too large; at most {MOST_LINES} openings, and {LARGEST_FILE} bytes")
    for number, text in enumerate(lines, 1):
        if plain := _plain(text):
            yield _from_line(f"{path}, line {number}", plain, game, turns)


def _from_line(where: str, text: str, game: Game, turns: int | None) -> OpeningLine:
    if text.startswith(POSITION):
        line = OpeningLine(where, text.removeprefix(POSITION).strip())
    elif game.random_start:
        raise BadOpenings(
            f"{where}: {game.name} {game.version} has a random start; write 'position TEXT', or use records"
        )
    else:
        line = OpeningLine(where, turns=tuple(_turns(text)[:turns]))
    try:
        position = line.played(game).position
    except GipfelError as error:
        raise BadOpenings(f"{where}: {error}") from error
    if position.outcome is not None:
        raise BadOpenings(f"{where}: the game is over after this opening ({position.outcome})")
    return line


def _turns(text: str) -> list[str]:
    """The turns of a line, without their numbers."""
    parts = text.split("|") if "|" in text else text.split()
    plain = (re.sub(r"^[0-9]+\.(?=\s|$)", "", part.strip()).strip() for part in parts)
    return [part for part in plain if part]
