"""Files that are written completely or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file to write to; at the end it replaces `path`, unless there was an error. Raises OSError."""
    path = path.resolve()
    if path.is_dir():
        raise IsADirectoryError(21, "Is a directory")
    temporary = path.with_name(f".gipfel-{token_hex(8)}.tmp")
    try:
        with open(temporary, "xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            temporary.chmod(path.stat().st_mode & 0o777)
        os.replace(temporary, path)
    finally:
        with suppress(OSError):
            temporary.unlink()
