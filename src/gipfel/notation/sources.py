"""Where games of other programs come from: files, folders, and files packed with gzip or zip.

What a file is, its first bytes say, never its name. Packed files may be packed again. What is read is
limited, so that a small file cannot unpack to more than anybody has.
"""

import gzip
import io
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol, cast

from gipfel.notation.errors import GipfelError

LARGEST = 8_000_000_000
"""Bytes; what unpacks to more is not read further."""
DEEPEST = 3
"""How often a file may be packed."""
BLOCK = 1 << 20
HEAD = 1 << 16
"""How many bytes at the beginning tell what a file is."""

_GZIP, _ZIP = b"\x1f\x8b", b"PK\x03\x04"
_EMPTY_ZIP = b"PK\x05\x06"
BROKEN = (OSError, EOFError, zlib.error, zipfile.BadZipFile, RuntimeError, NotImplementedError)
"""What Python raises for packed files that are broken, cut off or protected by a password."""


class Stream(Protocol):
    """What bytes are read from."""

    def read(self, size: int, /) -> bytes: ...
    def seek(self, offset: int, whence: int = ..., /) -> int: ...
    def seekable(self) -> bool: ...


class SourceProblem(GipfelError):
    """A file that cannot be read or unpacked."""


@dataclass(slots=True)
class Source:
    """One file to read, perhaps from inside a packed one."""

    name: str
    head: bytes
    _stream: Stream

    def blocks(self) -> Iterator[bytes]:
        """The content in blocks. Raises SourceProblem if it cannot be unpacked to its end."""
        read = len(self.head)
        yield self.head
        while True:
            try:
                block = self._stream.read(BLOCK)
            except BROKEN as error:
                raise SourceProblem(f"it cannot be unpacked to its end: {_why(error)}") from error
            if not block:
                return
            read += len(block)
            if read > LARGEST:
                raise SourceProblem(f"it unpacks to more than {LARGEST // 10**9} GB")
            yield block


@dataclass(frozen=True, slots=True)
class Unopened:
    """A file that could not be opened, and why."""

    name: str
    reason: str


@dataclass(slots=True)
class Progress:
    """How many bytes of the files on the disk are read, and how many there are."""

    total: int = 0
    done: int = 0
    report: Callable[[int, int], None] = lambda _done, _total: None

    def advance(self, to: int) -> None:
        """Report that so many bytes of all files are read."""
        if to > self.done:
            self.done = to
            self.report(min(to, self.total), self.total)


def sources_in(path: Path, report: Callable[[int, int], None] | None = None) -> Iterator[Source | Unopened]:
    """All files at a path: the file itself, what is packed in it, or everything in a folder."""
    files = [*_files(path)]
    progress = Progress(sum(size for _, size in files))
    if report is not None:
        progress.report = report
    before = 0
    for file, size in files:
        yield from _of_file(file, before, progress)
        before += size
        progress.advance(before)


def _files(path: Path) -> Iterator[tuple[Path, int]]:
    """The files at a path with their sizes, those of a folder in the order of their names."""
    if path.is_dir():
        for folder, folders, names in os.walk(path):
            folders.sort()
            for name in sorted(names):
                file = Path(folder) / name
                if not name.startswith("."):
                    yield file, _size(file)
    else:
        yield path, _size(path)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _of_file(path: Path, before: int, progress: Progress) -> Iterator[Source | Unopened]:
    try:
        file = open(path, "rb")  # noqa: SIM115 - closed below, after all that is packed in it
    except (OSError, ValueError) as error:
        yield Unopened(str(path), _why(error))
        return
    with file:
        counted = _Counted(file, before, progress)
        yield from _opened(str(path), cast(IO[bytes], counted), DEEPEST)


def _opened(name: str, stream: Stream, deepest: int) -> Iterator[Source | Unopened]:
    """What a stream holds, unpacked."""
    try:
        head = stream.read(HEAD)
    except BROKEN as error:
        yield Unopened(name, f"it cannot be unpacked: {_why(error)}")
        return
    packed = head.startswith((_GZIP, _ZIP, _EMPTY_ZIP))
    if packed and deepest == 0:
        yield Unopened(name, f"it is packed more than {DEEPEST} times")
    elif head.startswith(_GZIP):
        yield from _opened(name, gzip.GzipFile(fileobj=cast(IO[bytes], _again(stream, head))), deepest - 1)
    elif packed:
        yield from _in_zip(name, _again(stream, head), deepest - 1)
    else:
        yield Source(name, head, stream)


def _in_zip(name: str, stream: Stream, deepest: int) -> Iterator[Source | Unopened]:
    try:
        archive = zipfile.ZipFile(cast(IO[bytes], stream))
    except BROKEN as error:
        yield Unopened(name, f"it cannot be unpacked: {_why(error)}")
        return
    with archive:
        for member in archive.infolist():
            if member.is_dir():
                continue
            inside = f"{name}: {member.filename}"
            try:
                opened = archive.open(member)
            except BROKEN as error:
                yield Unopened(inside, f"it cannot be unpacked: {_why(error)}")
                continue
            with opened:
                yield from _opened(inside, opened, deepest)


def _again(stream: Stream, head: bytes) -> Stream:
    """The stream from its beginning."""
    if stream.seekable():
        stream.seek(0)
        return stream
    return io.BytesIO(head + stream.read(LARGEST))


class _Counted(io.RawIOBase):
    """A file that reports how much of it is read."""

    def __init__(self, file: IO[bytes], before: int, progress: Progress) -> None:
        self._file, self._before, self._progress = file, before, progress

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return self._file.seekable()

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def readinto(self, buffer: "bytearray | memoryview") -> int:  # type: ignore[override]
        data = self._file.read(len(buffer))
        buffer[: len(data)] = data
        if self._file.seekable():
            self._progress.advance(self._before + self._file.tell())
        return len(data)


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
