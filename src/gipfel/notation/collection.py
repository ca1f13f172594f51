"""Collections: files with many games, in any format, read one game after the other in little memory.

`games_in(path)` yields the place of every game and its record, or the problem if it cannot be read:

    for place, game in games_in("games.txt.gz"):
        if isinstance(game, GameProblem):
            print(game)          # games.txt.gz, game 3 (line 57): line 61: the turn is empty
        else:
            replay(game)

A problem never ends the collection: the next game follows.

**Formats** are readers. Everything that reads collections, also at the command line, knows a format as soon
as a reader is registered for it:

    def detect(name: str, head: bytes) -> bool:
        '''Is this a file in our format? `head` has its first 4 000 bytes or more, decompressed.'''

    def read(source: Source) -> Iterator[Game]:
        '''Read `source.stream` to its end, and yield a place and a Record or a GameProblem for each game.'''

    add_reader(Reader("Boardspace SGF", detect, read))

`add_readers(load)` does the same with a function that returns readers and is called when a file is read for
the first time, so that `import gipfel` does not import them. Readers check the size of what they read before
they parse it (`LARGEST_GAME`), and leave out the names of players unless `source.names` is set. They check no
rule; `gipfel.replay` does.
"""

import gzip
import io
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

from gipfel.notation.broken_stream import BREAKS, UntilBreak, reason_of
from gipfel.notation.errors import RecordError
from gipfel.notation.record_types import Record

if TYPE_CHECKING:
    from gipfel.notation.collection_writer import Writer

LARGEST_GAME = 10_000_000
"""The most bytes of one game."""
HEAD = 65_536
"""How much of a file is looked at to find out its format."""
REMARK = "import: "
"""Begins comments that readers of foreign formats add: what is odd about a game."""
GZIP = b"\x1f\x8b"
STANDARD_INPUT = "standard input"

FileOrStream = str | os.PathLike[str] | IO[bytes] | IO[str]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game stands."""

    source: str
    """The name of the file."""
    number: int
    """Which game of the file it is; the first is 1."""
    line: int = 0
    """The line in which it begins; 0 if the format has no lines."""

    def __str__(self) -> str:
        line = f" (line {self.line})" if self.line else ""
        return f"{self.source}, game {self.number}{line}"


@dataclass(frozen=True, slots=True)
class GameProblem:
    """Why a game cannot be read."""

    place: Place
    reason: str

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"


Game = tuple[Place, Record | GameProblem]
"""What readers yield."""


class CollectionWarning(UserWarning):
    """A game of a collection that was skipped."""


@dataclass(slots=True)
class Source:
    """An open file with games, decompressed."""

    name: str
    """For messages."""
    stream: io.BufferedReader
    file: IO[bytes]
    """The file itself; it differs from `stream` if the file is compressed."""
    path: Path | None = None
    names: bool = False
    """Should readers of foreign formats keep the names of players?"""
    packed: int = 0
    """How many archives it is inside of."""

    @property
    def broken(self) -> str:
        """Why a compressed file broke off before its end; empty if it did not."""
        raw = self.stream.raw
        return raw.broken if isinstance(raw, UntilBreak) else ""

    @property
    def head(self) -> bytes:
        """The first bytes, before anything is read."""
        return self.stream.peek(HEAD)

    def place(self, number: int, line: int = 0) -> Place:
        """The place of a game."""
        return Place(self.name, number, line)


@dataclass(frozen=True, slots=True)
class Reader:
    """A format that can be read; the module's docstring says how to add one."""

    name: str
    detect: Callable[[str, bytes], bool]
    read: Callable[[Source], Iterator[Game]]


_readers: list[Reader] = []
_loaders: list[Callable[[], Iterable[Reader]]] = []


def add_reader(reader: Reader) -> None:
    """Make a format known. Readers are asked in the order in which they were added."""
    _readers.append(reader)


def add_readers(load: Callable[[], Iterable[Reader]]) -> None:
    """Make formats known whose modules are imported when a file is read for the first time."""
    _loaders.append(load)


def readers() -> tuple[Reader, ...]:
    """All formats that can be read."""
    while _loaders:
        _readers.extend(_loaders.pop(0)())
    return tuple(_readers)


_writer_loaders: "list[Callable[[], Iterable[Writer]]]" = []


def add_writers(load: "Callable[[], Iterable[Writer]]") -> None:
    """Make formats known that can be written; their modules are imported when a file is first written."""
    _writer_loaders.append(load)


def loaded_writers() -> "Iterator[Writer]":
    """The writers that were made known and not yet loaded."""
    while _writer_loaders:
        yield from _writer_loaders.pop(0)()


def games_in(source: FileOrStream, *, names: bool = False) -> Iterator[Game]:
    """The games of a file, each as its place and a Record, or a GameProblem if it cannot be read.

    All files of a folder are read, in the order of their names. With `names`, readers of foreign formats keep
    the names of players. Raises RecordError if the file cannot be opened, or has no format that is known.
    """
    if isinstance(source, str | os.PathLike) and Path(source).is_dir():
        return _games_in_folder(Path(source), names)
    return read_games(open_source(source, names=names))


def _games_in_folder(folder: Path, names: bool) -> Iterator[Game]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.startswith("."):
            yield from games_or_problem(str(path), partial(games_in, path, names=names))


def games_or_problem(name: str, read: Callable[[], Iterator[Game]]) -> Iterator[Game]:
    """The games of one file of many; a file that cannot be opened or has no known format is a problem."""
    try:
        yield from read()
    except RecordError as error:
        place = Place(name, 1)
        yield place, GameProblem(place, str(error).replace(f"{name} ", "the file ", 1))


def read_games(source: Source) -> Iterator[Game]:
    """The games of an open file, which is closed at their end. Raises RecordError like `games_in`."""
    try:
        reader = _reader_of(source)
    except BaseException:
        source.file.close()
        raise
    return _read(source, reader)


def read_collection(
    source: FileOrStream, *, on_problem: Callable[[GameProblem], None] | None = None, names: bool = False
) -> Iterator[Record]:
    """The records of a file with many games, one after the other.

    A game that cannot be read is skipped: `on_problem` is called, or a CollectionWarning names it. Raises
    RecordError if the file cannot be opened, or has no format that is known.
    """
    return _only_records(games_in(source, names=names), on_problem or _warn)


def _only_records(games: Iterator[Game], on_problem: Callable[[GameProblem], None]) -> Iterator[Record]:
    for _, game in games:
        if isinstance(game, GameProblem):
            on_problem(game)
        else:
            yield game


def _warn(problem: GameProblem) -> None:
    warnings.warn(str(problem), CollectionWarning, stacklevel=3)


# --- Files ------------------------------------------------------------------------------------------


def open_source(source: FileOrStream, *, names: bool = False) -> Source:
    """Open a file, or take an open one; compressed ones are decompressed. Raises RecordError."""
    if isinstance(source, str | os.PathLike):
        path: Path | None = Path(source)
        name, file = str(source), _opened(Path(source))
    else:
        path = None
        file = _binary(source)
        name = _name_of(source)
    try:
        buffered = file if isinstance(file, io.BufferedReader) else io.BufferedReader(cast(Any, file), HEAD)
        if buffered.peek(2)[:2] == GZIP:
            unpacked = until_break(gzip.GzipFile(fileobj=buffered))
            return Source(name, unpacked, file, path, names)
    except (OSError, ValueError) as error:
        raise RecordError(f"cannot read {name}: {reason_of(error)}") from error
    return Source(name, buffered, file, path, names)


def until_break(compressed: IO[bytes] | gzip.GzipFile) -> io.BufferedReader:
    """A compressed stream that ends where it is cut off or damaged."""
    return io.BufferedReader(UntilBreak(cast(IO[bytes], compressed)), HEAD)


def _opened(path: Path) -> IO[bytes]:
    try:
        return open(path, "rb", buffering=HEAD)
    except (OSError, ValueError) as error:
        raise RecordError(f"cannot read {path}: {reason_of(error)}") from error


def _binary(stream: IO[bytes] | IO[str]) -> IO[bytes]:
    """The bytes of a stream; those of a text in memory are copied."""
    if not isinstance(stream, io.TextIOBase):
        if not hasattr(stream, "read"):
            raise RecordError(f"a collection is a file name or an open file, not {type(stream).__name__}")
        return cast(IO[bytes], stream)
    if isinstance(stream, io.TextIOWrapper):
        return cast(IO[bytes], stream.buffer)
    return io.BytesIO(stream.read().encode())


def _name_of(stream: IO[bytes] | IO[str]) -> str:
    if stream in (sys.stdin, getattr(sys.stdin, "buffer", None)):
        return STANDARD_INPUT
    name = getattr(stream, "name", "")
    return name if isinstance(name, str) and name else "the stream"


def _reader_of(source: Source) -> Reader:
    try:
        head = source.head
    except BREAKS as error:
        raise RecordError(f"cannot read {source.name}: {reason_of(error)}") from error
    if not head.strip():
        raise RecordError(f"{source.name} is empty; a collection of games is needed")
    known = readers()
    for reader in known:
        if reader.detect(source.name, head):
            return reader
    names = ", ".join(reader.name for reader in known)
    raise RecordError(f"{source.name} has a format that is not supported yet; Gipfel reads {names}")


def _read(source: Source, reader: Reader) -> Iterator[Game]:
    """All games; a file that breaks off is a problem of the game in which it does."""
    number = 0
    problem: GameProblem | None = None  # held back: perhaps the file breaks off in this game
    with source.file:
        try:
            for place, game in reader.read(source):
                if problem is not None:
                    yield problem.place, problem
                number, problem = place.number, game if isinstance(game, GameProblem) else None
                if problem is None:
                    yield place, game
            reason = source.broken
        except BREAKS as error:
            reason = reason_of(error)
    if reason:
        place = source.place(number + 1) if problem is None else problem.place
        problem = GameProblem(place, f"the file is cut off or damaged here ({reason})")
    if problem is not None:
        yield problem.place, problem


def _own_readers() -> list[Reader]:
    from gipfel.notation import arrow_tables, json_file, json_lines, record_collection, zip_files

    return [
        record_collection.READER,
        json_lines.READER,
        json_file.READER,
        arrow_tables.PARQUET_READER,
        arrow_tables.ARROW_READER,
        zip_files.READER,
    ]


add_readers(_own_readers)
