"""Writes collections. The ending of a file's name decides the format; `.gz` behind it compresses."""

import gzip
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from gipfel.notation import arrow_tables, json_file, json_lines, record_collection
from gipfel.notation.collection import loaded_writers
from gipfel.notation.errors import RecordError
from gipfel.notation.record_types import Record
from gipfel.notation.whole_file import replacing

COMPRESSED = ".gz"


@dataclass(frozen=True, slots=True)
class Writer:
    """A format that can be written."""

    name: str
    endings: tuple[str, ...]
    write: Callable[[BinaryIO, Iterable[Record]], int]
    """Writes records to a stream, and returns how many there were."""
    prepare: Callable[[], object] = lambda: None
    """Raises GipfelError if the format cannot be written here."""
    compresses: bool = True
    """Can the file be compressed as a whole?"""


_writers = [
    Writer("records of Gipfel", (".gipfel", ".txt"), record_collection.write),
    Writer("JSON lines", (".jsonl",), json_lines.write),
    Writer("JSON", (".json",), json_file.write),
    Writer("Parquet", (".parquet",), arrow_tables.write_parquet, arrow_tables.schema, compresses=False),
    Writer("Arrow", (".arrow", ".feather"), arrow_tables.write_arrow, arrow_tables.schema, compresses=False),
]


def add_writer(writer: Writer) -> None:
    """Make a format known that can be written."""
    _writers.append(writer)


def writers() -> tuple[Writer, ...]:
    """All formats that can be written."""
    _writers.extend(loaded_writers())
    return tuple(_writers)


def writer_for(name: str) -> Writer:
    """The format for a file of this name. Raises RecordError, or MissingArrow."""
    plain = name.lower().removesuffix(COMPRESSED)
    for writer in writers():
        if plain.endswith(writer.endings):
            if plain != name.lower() and not writer.compresses:
                raise RecordError(
                    f"{name}: {writer.name} files are compressed inside; leave out {COMPRESSED}"
                )
            writer.prepare()
            return writer
    known = ", ".join(f"{writer.endings[0]} ({writer.name})" for writer in _writers)
    raise RecordError(f"{name}: the ending of the name decides the format; known are {known}")


def write_collection(target: str | os.PathLike[str] | BinaryIO, records: Iterable[Record]) -> int:
    """Write many records to a file, and return how many there were.

    The ending of the name decides the format: `.gipfel` or `.txt` for records, `.jsonl`, `.parquet`,
    `.arrow`; texts with `.gz` behind it are compressed. The file is written completely or not at all. An open
    binary file gets records. Raises RecordError.
    """
    if not isinstance(target, str | os.PathLike):
        return record_collection.write(target, records)
    name = os.fspath(target)
    writer = writer_for(name)
    with _opened(Path(name)) as file, _compressed(file, name) as stream:
        return writer.write(stream, records)


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    """A file that replaces the one of this name at the end, or a device that is there. Raises RecordError."""
    try:
        special = path.exists() and not path.is_file() and not path.is_dir()
        with open(path, "wb") if special else replacing(path) as file:
            yield file
    except OSError as error:
        raise RecordError(f"cannot write {path}: {error.strerror or error}") from error


@contextmanager
def _compressed(file: BinaryIO, name: str) -> Iterator[BinaryIO]:
    """The file, or what compresses into it; equal games give equal files."""
    if not name.lower().endswith(COMPRESSED):
        yield file
        return
    with gzip.GzipFile(filename="", mode="wb", fileobj=file, compresslevel=6, mtime=0) as stream:
        yield cast(BinaryIO, stream)
