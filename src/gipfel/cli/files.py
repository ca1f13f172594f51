"""Reads files with checks, and writes them completely or not at all."""

from pathlib import Path
from typing import TYPE_CHECKING

from gipfel.locale import note
from gipfel.notation.errors import GipfelError
from gipfel.notation.record import Record, read_record
from gipfel.notation.whole_file import replacing

if TYPE_CHECKING:
    from gipfel.games.core.playthrough import Playthrough

LARGEST = 10_000_000
"""The most bytes of a file; no record is that long."""


class FileProblem(GipfelError):
    """A file that cannot be read or written."""


def read_text(path: Path) -> str:
    """The text of a file. Raises FileProblem."""
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from error
    if len(data) > LARGEST:
        raise FileProblem(f"cannot read {path}: it is larger than {LARGEST // 1_000_000} MB")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FileProblem(f"cannot read {path}: it is not text in UTF-8") from error
    if "\0" in text:
        raise FileProblem(f"cannot read {path}: it is not a text file")
    return text


def exists(path: Path) -> bool:
    """Does a file exist? Raises FileProblem if the system does not tell."""
    try:
        return path.exists()
    except OSError as error:
        raise _unreadable(path, error) from error


def load_record(path: Path) -> Record:
    """The record in a file. Raises FileProblem; its message names the file."""
    text = read_text(path)
    try:
        return read_record(text)
    except GipfelError as error:
        raise FileProblem(f"{path}: {error}") from error


def load_game(path: Path) -> "tuple[Record, Playthrough]":
    """The record in a file, and its game played through. Raises FileProblem."""
    from gipfel.games.core.replay import replay

    record = load_record(path)
    try:
        return record, replay(record)
    except GipfelError as error:
        raise FileProblem(f"{path}: {error}") from error


def write_text(path: Path, text: str) -> None:
    """Write a file atomically: it always contains either the old text or the new one. Raises FileProblem."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """The same for a file that is not text. Raises FileProblem."""
    try:
        if path.is_fifo():
            raise OSError(22, "it is a pipe, not a file")
        if _is_special(path):
            path.write_bytes(content)  # a device or a pipe cannot be replaced
        else:
            with replacing(path) as file:
                file.write(content)
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from error


def _is_special(path: Path) -> bool:
    return path.exists() and not path.is_file() and not path.is_dir()


def write_picture(path: Path, svg: str) -> None:
    """Write an SVG file; it may replace an SVG file, but no other file. Raises FileProblem."""
    if path.is_file() and not _is_picture(path):
        raise FileProblem(f"{path} exists and is not an SVG picture; choose another name")
    write_text(path, svg)


def _is_picture(path: Path) -> bool:
    try:
        with open(path, "rb") as file:
            start = file.read(1000)
    except OSError as error:
        raise _unwritable(path, error) from error
    return not start or b"<svg" in start


def _unreadable(path: Path, error: Exception) -> FileProblem:
    return FileProblem(note("cannot read {file}: {why}", file=path, why=_why(error)))


def _unwritable(path: Path, error: Exception) -> FileProblem:
    return FileProblem(note("cannot write {file}: {why}", file=path, why=_why(error)))


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
