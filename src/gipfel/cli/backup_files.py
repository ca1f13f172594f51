"""The files of `export` and `import`: plain or compressed, or the standard streams."""

import gzip
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from io import BufferedReader
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO, cast

from gipfel.cli.files import FileProblem
from gipfel.cli.text import plural
from gipfel.notation.errors import GipfelError

STREAM = "-"
COMPRESSED = ".gz"
GZIP_MAGIC = b"\x1f\x8b"
PRIVATE = 0o600
"""The file contains what the players said to each other."""


def number_of_tables(number: int) -> str:
    """`1 table`, `2 tables`."""
    return plural(number, "table")


def and_tournaments(number: int) -> str:
    """` and 1 tournament`; nothing without any."""
    return f" and {plural(number, 'tournament')}" if number else ""


# --- Writing ---------------------------------------------------------------------------------------------


@contextmanager
def open_output(file: str) -> Iterator[BinaryIO]:
    """A file to write; it appears under its name only when it is complete. Raises FileProblem."""
    path = Path(file)
    try:
        with _output(file, path) as raw, _compressed(raw, file) as out:
            yield out
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise FileProblem(f"cannot write {file}: {error.strerror or error}") from error


def _output(file: str, path: Path) -> AbstractContextManager[BinaryIO]:
    if file == STREAM:
        return nullcontext(sys.stdout.buffer)
    if path.exists() and not path.is_file() and not path.is_dir():
        return path.open("wb")  # a device or a pipe cannot be replaced
    return _temporary(path.resolve())


@contextmanager
def _compressed(raw: BinaryIO, file: str) -> Iterator[BinaryIO]:
    if not file.endswith(COMPRESSED):
        yield raw
        return
    with gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
        yield cast(BinaryIO, packed)


@contextmanager
def _temporary(path: Path) -> Iterator[BinaryIO]:
    """A temporary file in the same folder that is renamed to `path` in the end."""
    _check_overwrite(path)
    draft = path.with_name(f".gipfel-{token_hex(8)}.tmp")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        os.replace(draft, path)
    finally:
        with suppress(OSError):
            draft.unlink()


def _check_overwrite(path: Path) -> None:
    """An older export is replaced, any other file is left alone. Raises FileProblem."""
    from gipfel.table.storage.backup_file import is_backup

    if not path.exists():
        return
    with open_lines(str(path)) as lines:
        try:
            first = lines()
        except GipfelError:
            first = b""
    if path.stat().st_size and not is_backup(first):
        raise FileProblem(f"{path} exists and was not written by `gipfel export`; choose another name")


# --- Reading ---------------------------------------------------------------------------------------------


@contextmanager
def open_lines(file: str) -> Iterator[Callable[[], bytes]]:
    """A function that returns the next line, empty at the end. Raises FileProblem, BadBackup."""
    from gipfel.table.storage.backup_file import LONGEST, BadBackup

    try:
        with _input(file) as raw:
            packed = raw.peek(len(GZIP_MAGIC))[: len(GZIP_MAGIC)] == GZIP_MAGIC
            unpacked = gzip.GzipFile(fileobj=raw) if packed else raw

            def line() -> bytes:
                try:
                    return unpacked.readline(LONGEST + 1)
                except (EOFError, gzip.BadGzipFile, zlib.error) as error:
                    raise BadBackup("the compressed file is damaged or cut off here") from error

            yield line
    except OSError as error:
        raise FileProblem(f"cannot read {file}: {error.strerror or error}") from error


def _input(file: str) -> AbstractContextManager[BufferedReader]:
    return nullcontext(cast(BufferedReader, sys.stdin.buffer)) if file == STREAM else open(file, "rb")
