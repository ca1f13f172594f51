"""Archives: the games of all files in a ZIP file, whatever their formats."""

import zipfile
from collections.abc import Iterator
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import IO, cast

from gipfel.notation.broken_stream import BREAKS, reason_of
from gipfel.notation.collection import (
    Game,
    GameProblem,
    Place,
    Reader,
    Source,
    games_or_problem,
    open_source,
    read_games,
    until_break,
)
from gipfel.notation.errors import RecordError

BEGINS = (b"PK\x03\x04", b"PK\x05\x06")
DEEPEST = 3
"""How many archives may be inside each other."""
LARGEST = 4_000_000_000
"""Bytes of one file in an archive."""
IN_MEMORY = 50_000_000
BLOCK = 1 << 20
BROKEN = (*BREAKS, RuntimeError, NotImplementedError)
"""What Python raises for archives that are broken, protected by a password, or packed in a rare way."""


def detect(name: str, head: bytes) -> bool:
    """Is it a ZIP file?"""
    return head.startswith(BEGINS)


def read(source: Source) -> Iterator[Game]:
    """The games of all files in an archive; a file that cannot be read is a problem."""
    place = source.place(1)
    if source.packed >= DEEPEST:
        yield place, GameProblem(place, f"it is packed more than {DEEPEST} times")
        return
    try:
        archive = zipfile.ZipFile(_seekable(source))
    except BROKEN as error:
        yield place, GameProblem(place, f"the archive cannot be unpacked: {reason_of(error)}")
        return
    with archive:
        for member in archive.infolist():
            name = f"{source.name}: {member.filename}"
            if not member.is_dir() and not member.filename.rpartition("/")[2].startswith("."):
                yield from games_or_problem(name, partial(_games, archive, member, name, source))


def _seekable(source: Source) -> IO[bytes]:
    """The archive as a file in which one can go back; what comes through a pipe is copied."""
    if source.stream.seekable():
        return cast(IO[bytes], source.stream)
    copy = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - closed when the archive is no longer used
    while block := source.stream.read(BLOCK):
        copy.write(block)
    copy.seek(0)
    return cast(IO[bytes], copy)


def _games(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str, outer: Source) -> Iterator[Game]:
    if member.file_size > LARGEST:
        raise RecordError(f"{name} has more than {LARGEST // 10**9} GB")
    try:
        inside = open_source(until_break(archive.open(member)), names=outer.names)
        inside.name = name
        inside.packed = outer.packed + 1
        yield from read_games(inside)
    except BROKEN as error:
        place = Place(name, 1)
        yield place, GameProblem(place, f"it cannot be unpacked: {reason_of(error)}")


READER = Reader("ZIP archives", detect, read)
