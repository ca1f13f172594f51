"""Imports games of other programs: finds out what a file is, and reads its games one by one.

    for found in import_games("games.zip"):
        if isinstance(found, Imported):
            print(found.record.headers["game"], found.record.result)
        else:
            print(found)                    # a file, a line and a reason

A game that cannot be read is reported, and the next one is read.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from gipfel.games.core.imports import (
    ImportProblem,
    Reader,
    Readers,
    Reading,
    SgfReader,
    TextReader,
    supported,
)
from gipfel.notation.errors import GipfelError
from gipfel.notation.printable import printable_part
from gipfel.notation.record import Record
from gipfel.notation.sgf import SgfGame, SgfProblem, games_in_blocks
from gipfel.notation.sources import Source, SourceProblem, Unopened, sources_in

LARGEST_TEXT = 100_000_000
"""Bytes of a text file that is no SGF; it is read at once."""
LONGEST_REASON = 300
NOT_SUPPORTED = "not supported yet"


@dataclass(frozen=True, slots=True)
class Imported:
    """A game that was read: it is legal by our rules up to where its record ends."""

    record: Record
    source: str
    """The file, and the file inside it if it is packed."""
    line: int
    format: str
    remarks: tuple[str, ...] = ()
    """What is odd about it: results that disagree, or more turns after the end."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A game or a file that could not be read."""

    source: str
    line: int
    reason: str
    game: str = ""
    """The name of the game if it is known."""

    def __str__(self) -> str:
        return (
            f"{self.source}, line {self.line}: {self.reason}"
            if self.line
            else f"{self.source}: {self.reason}"
        )

    @property
    def kind(self) -> str:
        """The reason without what differs from game to game, to count them by."""
        return kind_of(self.reason)


def kind_of(reason: str) -> str:
    """What a reason has in common with others: the part that names no step, space or number."""
    if NOT_SUPPORTED in reason:
        return NOT_SUPPORTED
    parts = reason.split(": ", 2)
    text = parts[-1] if len(parts) > 1 else reason
    text = text.split(". ")[0].rstrip(".")
    words = [word for word in text.split() if not any(letter.isdigit() for letter in word)]
    return " ".join(words)


def import_games(
    path: str | PathLike[str],
    names: bool = False,
    report: Callable[[int, int], None] | None = None,
    compiled: bool = False,
) -> Iterator[Imported | Refused]:
    """The games of a file, of a packed file or of a folder.

    Names of players are left out unless asked for. `report` is told how many bytes are read, and of how many.
    """
    readers = Readers(compiled)
    for found in sources_in(Path(path), report):
        if isinstance(found, Unopened):
            yield Refused(found.name, 0, found.reason)
        else:
            yield from games_in_source(found, readers, names)


def games_in_source(source: Source, readers: Readers, names: bool = False) -> Iterator[Imported | Refused]:
    """The games of one file, whatever its format."""
    importer = _Importer(source, readers, names)
    try:
        yield from importer.games()
    except SourceProblem as problem:
        yield Refused(source.name, 0, str(problem))


def is_sgf(head: bytes) -> bool:
    """Is it SGF, by its first bytes?"""
    begin = _without_mark(head).lstrip()
    return begin.startswith(b"(") and begin[1:].lstrip().startswith(b";")


def _without_mark(head: bytes) -> bytes:
    return head.removeprefix(b"\xef\xbb\xbf")


@dataclass(slots=True)
class _Importer:
    """Reads the games of one file."""

    source: Source
    readers: Readers
    names: bool

    def games(self) -> Iterator[Imported | Refused]:
        head = self.source.head
        if head.startswith((b"\xff\xfe", b"\xfe\xff")):
            text = self._all().decode("utf-16", errors="replace")
            if text.lstrip().startswith("("):
                yield from self._sgf(iter([text]))
            else:
                yield from self._text(text)
        elif is_sgf(head):
            yield from self._sgf(block.decode("latin-1") for block in self.source.blocks())
        elif not head.strip():
            yield Refused(self.source.name, 0, "the file is empty")
        elif b"\0" in head:
            yield self._unknown("it is no text file")
        else:
            yield from self._text(_decoded(self._all()))

    def _all(self) -> bytes:
        parts, size = [], 0
        for block in self.source.blocks():
            size += len(block)
            if size > LARGEST_TEXT:
                raise SourceProblem(f"a text file may have {LARGEST_TEXT // 10**6} MB; this one has more")
            parts.append(block)
        return b"".join(parts)

    def _unknown(self, what: str, line: int = 0) -> Refused:
        return Refused(self.source.name, line, f"{what}: {NOT_SUPPORTED}; Gipfel reads {supported()}")

    # SGF.

    def _sgf(self, blocks: Iterator[str]) -> Iterator[Imported | Refused]:
        for game in games_in_blocks(blocks):
            if isinstance(game, SgfProblem):
                yield Refused(self.source.name, game.line, game.reason)
            else:
                yield self._sgf_game(game)

    def _sgf_game(self, game: SgfGame) -> Imported | Refused:
        for name, reader in self.readers.of(SgfReader):
            if reader.recognises(game):
                try:
                    return self._imported(reader.read(game, self.readers.maker(name)), reader, game.line)
                except GipfelError as error:
                    offset = error.offset if isinstance(error, ImportProblem) else 0
                    return self._refused(game.line_of(offset), error, name)
        what = next((game.first(name) for name in ("SU", "GM", "FF") if game.first(name)), "") or "?"
        return self._unknown(f"SGF of {printable_part(what)[:40]!r}", game.line)

    # Text.

    def _text(self, text: str) -> Iterator[Imported | Refused]:
        head = text[:20_000]
        for name, reader in self.readers.of(TextReader):
            if reader.recognises(head):
                yield from self._text_games(text, name, reader)
                return
        yield self._unknown("this is in a format that Gipfel does not know")

    def _text_games(self, text: str, name: str, reader: TextReader) -> Iterator[Imported | Refused]:
        for game in reader.games(text):
            try:
                yield self._imported(reader.read(game, self.readers.maker(name)), reader, game.line)
            except GipfelError as error:
                offset = error.offset if isinstance(error, ImportProblem) else 0
                yield self._refused(game.line + game.text.count("\n", 0, offset), error, name)

    def _imported(self, reading: Reading, reader: Reader, line: int) -> Imported:
        record = reading.record(self.names)
        return Imported(record, self.source.name, line, reader.format, tuple(reading.remarks))

    def _refused(self, line: int, error: GipfelError, name: str) -> Refused:
        return Refused(self.source.name, line, printable_part(str(error))[:LONGEST_REASON], name)


def _decoded(data: bytes) -> str:
    """A text in UTF-8, or in Latin-1 if it is not that; with line ends as in Unix."""
    data = _without_mark(data)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")
