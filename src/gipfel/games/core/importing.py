"""Readers of collections for the formats of other programs, made from what the games' folders offer.

SGF and text files are recognised by their content, and each game of an SGF file by what it says about
itself. A game is played by our rules while it is read (`imports.py`). One that cannot be read is a problem
with its line and the reason, and the next one follows.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from gipfel.games.core.imports import ImportProblem, Readers, TextGame, TextReader, supported
from gipfel.notation.collection import HEAD, Game, GameProblem, Place, Reader, Source
from gipfel.notation.errors import GipfelError, RecordError
from gipfel.notation.gipfel_sgf import is_gipfel_sgf, read_sgf
from gipfel.notation.printable import printable_part
from gipfel.notation.record import Record
from gipfel.notation.sgf import SgfGame, SgfProblem, as_bytes, games_in_blocks

BLOCK = 1 << 20
LARGEST_TEXT = 100_000_000
"""Bytes of a text file that is no SGF; it is read at once."""
LONGEST_REASON = 300
_UTF8_MARK = b"\xef\xbb\xbf"
_SGF = re.compile(r"\A\s*\(\s*;|\(\s*;\s*[A-Za-z]{1,3}\s*\[")
"""SGF begins with a game, or has one after something else."""
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def collection_readers() -> list[Reader]:
    """A reader for SGF, and one for each format of text files that a game has."""
    readers = Readers()
    texts = [_text_reader(readers, name, reader) for name, reader in readers.text]
    return [Reader(f"SGF ({supported(readers.sgf)})", _is_sgf, partial(_read_sgf, readers)), *texts]


# --- SGF ----------------------------------------------------------------------------------------------


def _is_sgf(name: str, head: bytes) -> bool:
    text = head.decode("utf-16", errors="ignore") if head.startswith(_UTF16_MARKS) else _latin(head)
    return _SGF.search(text) is not None


def _latin(data: bytes) -> str:
    return data.removeprefix(_UTF8_MARK).decode("latin-1")


def _read_sgf(readers: Readers, source: Source) -> Iterator[Game]:
    for number, game in enumerate(games_in_blocks(_sgf_blocks(source)), 1):
        place = source.place(number, game.line)
        if isinstance(game, SgfProblem):
            yield place, GameProblem(place, game.reason)
        else:
            yield place, _sgf_game(game, place, readers, source.names)


def _sgf_blocks(source: Source) -> Iterable[str]:
    """The text in blocks; bytes as Latin-1, because a file may mix encodings (`notation/sgf.py`)."""
    if source.head.startswith(_UTF16_MARKS):
        yield as_bytes(_whole(source).decode("utf-16", errors="replace"))
        return
    while block := source.stream.read(BLOCK):
        yield block.decode("latin-1")


def _sgf_game(game: SgfGame, place: Place, readers: Readers, names: bool) -> Record | GameProblem:
    def read() -> Record:
        if is_gipfel_sgf(game):
            return read_sgf(game)
        for name, reader in readers.sgf:
            if reader.recognises(game):
                return reader.read(game, readers.maker(name)).record(names)
        raise RecordError(_not_supported(game, supported(readers.sgf)))

    return _record_or_problem(read, place, game.line_of)


def _record_or_problem(
    read: Callable[[], Record], place: Place, line_of: Callable[[int], int]
) -> Record | GameProblem:
    """What is read, or why it cannot be. A fault of a reader does not stop the rest of a collection."""
    offset = 0
    try:
        return read()
    except GipfelError as error:
        reason = printable_part(str(error))[:LONGEST_REASON]
        offset = error.offset if isinstance(error, ImportProblem) else 0
    except Exception as error:
        reason = (
            f"the reader of this format fails: {type(error).__name__}: {printable_part(str(error))[:100]}"
        )
    line = line_of(offset)
    return GameProblem(place, reason if line == place.line else f"line {line}: {reason}")


def _not_supported(game: SgfGame, known: str) -> str:
    said = next((value for name in ("SU", "GM", "FF") if (value := game.first(name))), "?")
    what = printable_part(said)[:40]
    return f"SGF of {what!r} is not supported yet; supported are {known}"


# --- Text ---------------------------------------------------------------------------------------------


def _text_reader(readers: Readers, name: str, reader: TextReader) -> Reader:
    def detect(_: str, head: bytes) -> bool:
        return b"\0" not in head[:HEAD] and reader.recognises(_decoded(head, cut=True))

    def read(source: Source) -> Iterator[Game]:
        text = _decoded(_whole(source))
        for number, game in enumerate(reader.games(text), 1):
            place = source.place(number, game.line)
            yield place, _text_game(game, place, source.names)

    def _text_game(game: TextGame, place: Place, names: bool) -> Record | GameProblem:
        return _record_or_problem(
            lambda: reader.read(game, readers.maker(name)).record(names), place, game.line_of
        )

    return Reader(reader.title(name), detect, read)


def _whole(source: Source) -> bytes:
    data = source.stream.read(LARGEST_TEXT + 1)
    if len(data) > LARGEST_TEXT:
        raise OSError(f"a text file may have {LARGEST_TEXT // 10**6} MB")
    return data


def _decoded(data: bytes, cut: bool = False) -> str:
    """A text in UTF-8, or in Latin-1 if it is not that, with line ends as in Unix.

    `cut`: the data may end in the middle of a letter.
    """
    data = data.removeprefix(_UTF8_MARK)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        whole = data[: error.start] if cut and error.start > len(data) - 4 else b""
        text = whole.decode() if whole else data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")
