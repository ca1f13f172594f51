"""Records as one JSON document: a list of games, each as in JSON lines. It is read and written at once."""

import json
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from gipfel.notation.collection import Game, GameProblem, Reader, Source
from gipfel.notation.errors import RecordError
from gipfel.notation.json_lines import record_data, record_from_data
from gipfel.notation.record_types import Record

LARGEST = 200_000_000
"""Bytes of a document; larger collections are better written as JSON lines."""


def detect(name: str, head: bytes) -> bool:
    """Does a file begin with a list of games, or with one game over several lines?"""
    begin = head.lstrip()
    return begin[:1] in (b"[", b"{") and b'"headers"' in head and b'"turns"' in head


def read(source: Source) -> Iterator[Game]:
    """The games of a document."""
    data = source.stream.read(LARGEST + 1)
    place = source.place(1)
    if len(data) > LARGEST:
        yield place, GameProblem(place, f"a JSON document may have {LARGEST // 10**6} MB; use JSON lines")
        return
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        yield place, GameProblem(place, "the file is not JSON; it is cut off or damaged")
        return
    for number, game in enumerate(found if isinstance(found, list) else [found], 1):
        place = source.place(number)
        try:
            yield place, record_from_data(game)
        except RecordError as error:
            yield place, GameProblem(place, str(error))


def write(stream: BinaryIO, records: Iterable[Record]) -> int:
    """Write records as a list, each in some lines; the number of records."""
    number = 0
    stream.write(b"[")
    for record in records:
        text = json.dumps(record_data(record), ensure_ascii=False, indent=1)
        stream.write((",\n" if number else "\n").encode() + text.encode())
        number += 1
    stream.write(b"\n]\n")
    return number


READER = Reader("JSON", detect, read)
