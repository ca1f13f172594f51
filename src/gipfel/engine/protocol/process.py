"""An engine as a process: lines to it, lines from it, and no way to hang, flood or outlive us."""

import os
import shlex
import signal
import subprocess
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Thread
from time import monotonic

from gipfel.engine.players.player import EngineFailure
from gipfel.engine.protocol.grammar import LONGEST_LINE, one_line
from gipfel.engine.search.stopwatch import CLOCK

WAITING_LINES = 10_000
"""More lines than this that nobody has asked for are a flood."""
LAST_WORDS = 5
"""So many lines of an engine's complaints are kept."""
SHOWN = 200
"""Characters of what an engine said that are repeated."""
FAREWELL = 0.5
"""Seconds an engine is given to end by itself, and again to end when told."""
CHUNK = 65_536


class _Ears:
    """Hears what an engine says and what it complains about; each in a thread."""

    def __init__(self) -> None:
        self.lines: Queue[str | None] = Queue(WAITING_LINES)
        """None is the end."""
        self.problem = ""
        """Why we do not listen any more, if not because the engine ended."""
        self.last_words: deque[str] = deque(maxlen=LAST_WORDS)

    def listen(self, descriptor: int) -> None:
        """Put what the engine says into the queue, line by line."""
        rest = b""
        with suppress(OSError):
            while not self.problem and (data := os.read(descriptor, CHUNK)):
                *lines, rest = (rest + data).split(b"\n")
                for line in [*lines, rest[: LONGEST_LINE + 1]] if len(rest) > LONGEST_LINE else lines:
                    self._hear(line)
        if rest.strip() and not self.problem:
            self._hear(rest)
        self.end()

    def _hear(self, line: bytes) -> None:
        if self.problem:
            return
        if len(line) > LONGEST_LINE:
            self.problem = f"wrote a line longer than {LONGEST_LINE} bytes"
            return
        try:
            self.lines.put_nowait(line.decode("utf-8", "backslashreplace").strip())
        except Full:
            self.problem = f"wrote more than {WAITING_LINES} lines that nobody had asked for"

    def end(self) -> None:
        """Whoever waits is told; in a flood the last line has to make room."""
        with suppress(Empty):
            if self.lines.full():
                self.lines.get_nowait()
        with suppress(Full):
            self.lines.put_nowait(None)

    def drain(self, descriptor: int) -> None:
        """Keep the last complaints; an engine that complains must never wait for us."""
        rest = b""
        with suppress(OSError):
            while data := os.read(descriptor, CHUNK):
                *lines, rest = (rest + data).split(b"\n")
                self.last_words.extend(line[:SHOWN].decode("utf-8", "replace") for line in lines)
                rest = rest[:SHOWN]
        if rest.strip():
            self.last_words.append(rest.decode("utf-8", "replace"))


class EngineProcess:
    """A running engine. Whatever goes wrong is an EngineFailure, and the process ends with it."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.name = shlex.split(command)[0].rsplit("/", 1)[-1]
        self._ears = _Ears()
        self._process = self._started()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._mouth = self._process.stdin.fileno()
        with suppress(OSError, AttributeError):  # an engine that does not read must not make us wait
            os.set_blocking(self._mouth, False)
        self._threads = [
            Thread(target=self._ears.listen, args=(self._process.stdout.fileno(),), daemon=True),
            Thread(target=self._ears.drain, args=(self._process.stderr.fileno(),), daemon=True),
        ]
        self._ending = weakref.finalize(self, _end, self._process, self._threads)
        for thread in self._threads:
            thread.start()

    def _started(self) -> "subprocess.Popen[bytes]":
        try:
            return subprocess.Popen(
                shlex.split(self.command),
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                # Whoever waits for another process goes by the clock on the wall.
                env={name: value for name, value in os.environ.items() if name != CLOCK},
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise EngineFailure(
                f"the engine {self.name} cannot be started: {why} ({self.command})"
            ) from error

    @property
    def alive(self) -> bool:
        """Can it still be talked to?"""
        return self._ending.alive

    # --- Talking --------------------------------------------------------------------------------------

    def say(self, line: str) -> None:
        """Send a line. Raises EngineFailure."""
        data = f"{line}\n".encode("utf-8", "surrogateescape")
        try:
            while data:
                data = data[os.write(self._mouth, data) :]
        except BlockingIOError as error:
            raise self.failure("does not read what it is told") from error
        except OSError as error:
            raise self.failure(self._ears.problem or "has ended", died=not self._ears.problem) from error

    def hear(self, deadline: float) -> str | None:
        """The next line; None if there is none until then. Raises EngineFailure when there will be none."""
        try:
            line = self._ears.lines.get(timeout=max(0.0, deadline - monotonic()))
        except Empty:
            return None
        if line is None:
            self._ears.end()
            raise self.failure(self._ears.problem or "has ended", died=not self._ears.problem)
        return line

    def heard(self) -> list[str]:
        """All lines that have come and nobody has waited for. Raises EngineFailure."""
        lines = []
        while not self._ears.lines.empty():
            line = self.hear(monotonic())
            if line is not None:
                lines.append(line)
        return lines

    def failure(self, what: str, died: bool = False) -> EngineFailure:
        """The error that says what the engine did; its process is over then."""
        if died:
            code = self.wait(FAREWELL)
            self._threads[1].join(FAREWELL)
            what += " (it has closed its output)" if code is None else f" (exit code {code})"
        self.close()
        words = one_line(" / ".join(self._ears.last_words))[-SHOWN:]
        return EngineFailure(
            f"the engine {self.name} {what}" + (f"; its last words: {words}" if words else "")
        )

    # --- The end --------------------------------------------------------------------------------------

    def wait(self, seconds: float) -> int | None:
        """The exit code of a process that ends within a time; None if it does not."""
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(seconds)
        return None

    def end_input(self) -> None:
        """Say nothing more."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    def close(self) -> None:
        """End the process: politely, then firmly."""
        self._ending()


def _end(process: "subprocess.Popen[bytes]", threads: Sequence[Thread]) -> None:
    """End a process and everything it has started; nothing is left of it."""
    assert process.stdin is not None
    with suppress(OSError, ValueError):
        os.write(process.stdin.fileno(), b"stop\nquit\n")
    with suppress(OSError):
        process.stdin.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(FAREWELL)
    for send in (process.terminate, process.kill):
        if process.poll() is None:
            send()
            with suppress(subprocess.TimeoutExpired):
                process.wait(FAREWELL)
    _end_group(process.pid)
    for thread, stream in zip(threads, (process.stdout, process.stderr), strict=True):
        thread.join(FAREWELL)
        if stream is not None and not thread.is_alive():  # nobody may read from a number that is free again
            stream.close()


def _end_group(group: int) -> None:
    """Whatever an engine has started and left behind ends with it."""
    if hasattr(os, "killpg"):
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)
