"""Records one after the other in one text file, as `gipfel arena --records` writes them."""

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from gipfel.notation.collection import LARGEST_GAME, Game, GameProblem, Reader, Source
from gipfel.notation.errors import GipfelError
from gipfel.notation.record import FIRST_LINE, Record, write_record
from gipfel.notation.record_reader import RecordReader

LONGEST_PIECE = 65_536
"""A longer line is read in pieces of this size."""
BEGIN = FIRST_LINE.encode()
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def detect(name: str, head: bytes) -> bool:
    """Does a file begin with a record?"""
    return head.removeprefix(BYTE_ORDER_MARK).lstrip().startswith(BEGIN)


def read(source: Source) -> Iterator[Game]:
    """The games of a text file. A first line begins a game, whatever the game before it lacks."""
    for number, (line, text) in enumerate(_texts(source), 1):
        place = source.place(number, line)
        try:
            yield place, RecordReader().read(_decoded(text), line)
        except GipfelError as error:
            yield place, GameProblem(place, str(error))


def _texts(source: Source) -> Iterator[tuple[int, bytes]]:
    """The text of each game, and the line in which it begins; what is too long is cut off."""
    pieces: list[bytes] = []
    size = begin = line = 0
    at_start = True
    while piece := source.stream.readline(LONGEST_PIECE):
        line += at_start
        if at_start and _begins_game(piece, line):
            if pieces:
                yield begin, b"".join(pieces)
            pieces, size, begin = [], 0, line
        if size <= LARGEST_GAME and (pieces or piece.strip()):
            pieces.append(piece)
        size += len(piece)
        at_start = piece.endswith(b"\n")
    if pieces:
        yield begin, b"".join(pieces)


def _begins_game(piece: bytes, line: int) -> bool:
    return piece.startswith(BEGIN) or (line == 1 and piece.removeprefix(BYTE_ORDER_MARK).startswith(BEGIN))


def _decoded(text: bytes) -> str:
    if len(text) > LARGEST_GAME:
        raise GipfelError(f"the game has more than {LARGEST_GAME // 1_000_000} MB")
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise GipfelError(f"line {line} of the game is not text in UTF-8") from error


def write(stream: BinaryIO, records: Iterable[Record]) -> int:
    """Write records with an empty line between them; the number of records."""
    number = 0
    for record in records:
        text = write_record(record)
        stream.write((f"\n{text}" if number else text).encode())
        number += 1
    return number


READER = Reader("records of Gipfel", detect, read)
