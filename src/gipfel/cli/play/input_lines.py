"""Sources of the lines that people type while the clock runs."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import Protocol, TextIO

from gipfel.cli.play.prompt import is_typed, typed_line
from gipfel.games.core.clock import GameClock, ManualClock

LINE = 4096
"""Bytes that are read at a time."""

_TIMED = re.compile(r"\s*([0-9]{1,11})\s+(.*)")


class LineSource(Protocol):
    """Lines, and the clock by which they are typed."""

    @property
    def clock(self) -> GameClock:
        """The clock of the person who types."""

    def line(self, until: int | None) -> str | None:
        """The next line; None at the time `until`. Raises EOFError when there are no more lines."""

    def left_over(self) -> list[str]:
        """Lines that were read but not handed over."""


class Keyboard:
    """Lines typed in real time. A thread waits for them, so that the game never does."""

    def __init__(self, clock: GameClock, descriptor: int) -> None:
        self.clock = clock
        self._lines: Queue[str | None] = Queue()
        Thread(target=self._read, args=(descriptor,), daemon=True).start()

    def line(self, until: int | None) -> str | None:
        seconds = None if until is None else max(0.0, (until - self.clock.now_ms()) / 1000)
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise EOFError
        return line

    def left_over(self) -> list[str]:
        return []

    def _read(self, descriptor: int) -> None:
        """Read without Python's buffers: a thread that waits in one would stop the program from ending."""
        rest = b""
        with suppress(OSError):
            while data := os.read(descriptor, LINE):
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    self._lines.put(line.decode("utf-8", "replace"))
        if rest:
            self._lines.put(rest.decode("utf-8", "replace"))
        self._lines.put(None)


class Typed:
    """Lines typed in real time, read one by one: those that follow are for somebody else."""

    def __init__(self, clock: GameClock) -> None:
        self.clock = clock

    def line(self, until: int | None) -> str | None:
        seconds = None if until is None else max(0.0, (until - self.clock.now_ms()) / 1000)
        return typed_line() if is_typed(seconds) else None

    def left_over(self) -> list[str]:
        return []


class Script:
    """Lines from a file or a pipe. Time is what they say: `5000 r a1-a2+` is typed at 5000 ms of game time.

    A line without a time is typed at once. Without people at the board, time passes as fast as possible.
    """

    def __init__(self, start_ms: int, lines: TextIO | None, needed: bool) -> None:
        self.clock = ManualClock(start_ms)
        self._needed = needed
        self._lines: Iterator[str] = iter(lines if lines is not None else ())
        self._next: str | None = None

    def line(self, until: int | None) -> str | None:
        if self._next is None:
            self._next = next(self._lines, None)
        if self._next is None and (self._needed or until is None):
            raise EOFError
        typed_at = self._typed_at()
        if until is not None and (typed_at is None or typed_at > until):
            self.clock.set(max(until, self.clock.now_ms()))
            return None
        if typed_at is not None and typed_at > self.clock.now_ms():
            self.clock.set(typed_at)
        line, self._next = self._next, None
        return line

    def left_over(self) -> list[str]:
        return [] if self._next is None else [self._next.strip()]

    def _typed_at(self) -> int | None:
        """When the next line is typed; None if there is none."""
        if self._next is None:
            return None
        timed = _TIMED.fullmatch(self._next.rstrip("\n"))
        return int(timed[1]) if timed else self.clock.now_ms()
