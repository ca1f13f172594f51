"""Compressed files that are cut off or damaged: what comes before the break is read like a whole file."""

import io
import zipfile
import zlib
from typing import IO, Any

BREAKS = (OSError, EOFError, zlib.error, zipfile.BadZipFile)
"""What Python raises where a compressed file breaks off."""


class UntilBreak(io.RawIOBase):
    """The bytes of a stream up to the place where it cannot be read any further."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__()
        self._stream = stream
        self._begun = False
        self.broken = ""
        """Why the stream broke off; empty if it did not."""

    def readable(self) -> bool:
        return True

    def readinto(self, room: Any) -> int:
        if self.broken:
            return 0
        try:
            read = getattr(self._stream, "read1", self._stream.read)
            block: bytes = read(len(room))
        except BREAKS as error:
            if not self._begun:
                raise
            self.broken = reason_of(error)
            return 0
        self._begun = self._begun or bool(block)
        room[: len(block)] = block
        return len(block)


def reason_of(error: Exception) -> str:
    """Why a file cannot be read, in a few words."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
