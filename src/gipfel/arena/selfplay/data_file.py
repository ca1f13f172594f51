"""The file of games that the engine has played against itself.

The first line is JSON: which game, how it was played, with which seed. Then chunks follow:

    chunk     int32 × 2     its number, and the number of its games
    game      int32 × 4     its number, the seed of its start, its result, the number n of its decisions
              int32 × n     the decisions
              int32 × n     their scores for the side that decides, or NO_SCORE

All integers have their lowest byte first. A chunk that was cut off is dropped, and its games are played
again. Positions are not stored: replaying the decisions gives them back faster than a disk could.
"""

import json
import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from gipfel.arena.selfplay.games import NO_SCORE
from gipfel.notation.errors import GipfelError

FORMAT = 1
HEAD = "gipfel selfplay"
LONGEST_HEAD = 100_000
CHUNK, GAME = struct.Struct("<ii"), struct.Struct("<iiii")
INT = np.dtype("<i4")


class DataFileProblem(GipfelError):
    """A file of games that cannot be used."""


@dataclass(frozen=True)
class PlayedGame:
    """A game of the engine against itself."""

    number: int
    seed: int
    """Of the start, where that is random."""
    result: int
    """WHITE_WINS, BLACK_WINS, DRAW, or ONGOING for one that did not end in time."""
    codes: Any
    """The decisions, an array."""
    scores: Any
    """Their scores for the side that decides, or NO_SCORE."""

    @property
    def positions(self) -> int:
        """How many positions have a score."""
        return int((self.scores != NO_SCORE).sum())

    def to_bytes(self) -> bytes:
        """The game as the file has it."""
        head = GAME.pack(self.number, self.seed, self.result, len(self.codes))
        return bytes(head + self.codes.astype(INT).tobytes() + self.scores.astype(INT).tobytes())


def chunk_bytes(number: int, games: list[PlayedGame]) -> bytes:
    """A chunk as the file has it."""
    return CHUNK.pack(number, len(games)) + b"".join(game.to_bytes() for game in games)


class DataFile:
    """A file that grows chunk by chunk."""

    def __init__(self, path: Path, terms: dict[str, Any]) -> None:
        """Open or create the file of games played on these terms. Raises DataFileProblem."""
        self.path = path
        self.chunks = self.games = self.positions = 0
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: BinaryIO = open(path, "a+b")  # noqa: SIM115
        except OSError as error:
            raise DataFileProblem(f"cannot write {path}: {error.strerror}") from error
        try:
            self._begin(terms)
        except BaseException:
            self._file.close()
            raise

    def _begin(self, terms: dict[str, Any]) -> None:
        self._file.seek(0)
        if self._file.readline(1) == b"":
            self._file.write(json.dumps({HEAD: FORMAT, **terms}).encode() + b"\n")
            self._file.flush()
            return
        self._file.seek(0)
        known = read_head(self._file, self.path)
        if differing := [name for name in terms if known.get(name) != terms[name]]:
            name = differing[0]
            raise DataFileProblem(
                f"{self.path} was begun with {name} {known.get(name)}, not {terms[name]}; "
                "name another file, or the same terms"
            )
        end = self._file.tell()
        for games in read_chunks(self._file):
            self._count(games)
            end = self._file.tell()
        self._file.truncate(end)
        self._file.seek(0, os.SEEK_END)

    def add(self, chunk: bytes) -> None:
        """Store the next chunk."""
        self._file.write(chunk)
        self._file.flush()
        for games in read_chunks(BytesIO(chunk)):
            self._count(games)

    def _count(self, games: list[PlayedGame]) -> None:
        self.chunks += 1
        self.games += len(games)
        self.positions += sum(game.positions for game in games)

    def __enter__(self) -> "DataFile":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def read_head(file: BinaryIO, path: Path) -> dict[str, Any]:
    """The first line. Raises DataFileProblem."""
    try:
        head = json.loads(file.readline(LONGEST_HEAD))
        known = head[HEAD] == FORMAT
    except (ValueError, KeyError, TypeError):
        known = False
    if not known:
        raise DataFileProblem(
            f"{path} has no games of the engine against itself; gipfel selfplay writes them"
        )
    return dict(head)


def read_games(path: Path) -> Iterator[PlayedGame]:
    """All games of a file. Raises DataFileProblem."""
    try:
        with open(path, "rb") as file:
            read_head(file, path)
            for games in read_chunks(file):
                yield from games
    except OSError as error:
        raise DataFileProblem(f"cannot read {path}: {error.strerror}") from error


def read_chunks(file: BinaryIO) -> Iterator[list[PlayedGame]]:
    """The whole chunks from here on; one that was cut off ends the file."""
    while (head := _read(file, CHUNK)) is not None:
        games = []
        for _ in range(head[1]):
            game = _read_game(file)
            if game is None:
                return
            games.append(game)
        yield games


def _read_game(file: BinaryIO) -> PlayedGame | None:
    head = _read(file, GAME)
    if head is None:
        return None
    number, seed, result, count = head
    body = file.read(2 * count * INT.itemsize)
    if len(body) < 2 * count * INT.itemsize:
        return None
    both = np.frombuffer(body, INT)
    return PlayedGame(number, seed, result, both[:count], both[count:])


def _read(file: BinaryIO, layout: struct.Struct) -> tuple[int, ...] | None:
    data = file.read(layout.size)
    return layout.unpack(data) if len(data) == layout.size else None
