"""An external engine as a process. It can neither block us, nor flood us, nor outlive us."""

import os
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
from gipfel.engine.protocol.command_line import program_name, words_of
from gipfel.engine.protocol.grammar import LONGEST_LINE, without_line_breaks
from gipfel.engine.search.stopwatch import CLOCK

MOST_PENDING_LINES = 10_000
"""An engine that writes more lines than we have read fails."""
LAST_ERRORS = 5
"""How many lines of an engine's standard error are kept."""
SHOWN = 200
"""How many characters of an engine's output a message quotes."""
EXIT_TIMEOUT = 0.5
"""Seconds an engine may take to exit after `quit`, and again after each signal."""
CHUNK = 65_536


class _Reader:
    """Reads an engine's standard output and standard error, each in a thread."""

    def __init__(self) -> None:
        self.lines: Queue[str | None] = Queue(MOST_PENDING_LINES)
        """None marks the end."""
        self.problem = ""
        """Why reading stopped, if not because the engine ended."""
        self.last_errors: deque[str] = deque(maxlen=LAST_ERRORS)

    def read_output(self, descriptor: int) -> None:
        """Put the engine's output into the queue, line by line."""
        rest = b""
        with suppress(OSError):
            while not self.problem and (data := os.read(descriptor, CHUNK)):
                *lines, rest = (rest + data).split(b"\n")
                for line in [*lines, rest[: LONGEST_LINE + 1]] if len(rest) > LONGEST_LINE else lines:
                    self._add(line)
        if rest.strip() and not self.problem:
            self._add(rest)
        self.end()

    def _add(self, line: bytes) -> None:
        if self.problem:
            return
        if len(line) > LONGEST_LINE:
            self.problem = f"wrote a line longer than {LONGEST_LINE} bytes"
            return
        try:
            self.lines.put_nowait(line.decode("utf-8", "backslashreplace").strip())
        except Full:
            self.problem = f"wrote more than {MOST_PENDING_LINES} unexpected lines"

    def end(self) -> None:
        """Put the end mark into the queue; if it is full, drop a line."""
        with suppress(Empty):
            if self.lines.full():
                self.lines.get_nowait()
        with suppress(Full):
            self.lines.put_nowait(None)

    def read_errors(self, descriptor: int) -> None:
        """Keep the last lines of standard error. All is read, so that the engine never blocks on it."""
        rest = b""
        with suppress(OSError):
            while data := os.read(descriptor, CHUNK):
                *lines, rest = (rest + data).split(b"\n")
                self.last_errors.extend(line[:SHOWN].decode("utf-8", "replace") for line in lines)
                rest = rest[:SHOWN]
        if rest.strip():
            self.last_errors.append(rest.decode("utf-8", "replace"))


class EngineProcess:
    """A running engine. Every problem is an EngineFailure, and ends the process."""

    def __init__(self, command: str) -> None:
        self.command = command
        self._words = words_of(command)
        self.name = program_name(self._words[0])
        self._reader = _Reader()
        self._process = self._started()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._input = self._process.stdin.fileno()
        with suppress(OSError, AttributeError):  # an engine that does not read must not block us
            os.set_blocking(self._input, False)
        self._threads = [
            Thread(target=self._reader.read_output, args=(self._process.stdout.fileno(),), daemon=True),
            Thread(target=self._reader.read_errors, args=(self._process.stderr.fileno(),), daemon=True),
        ]
        self._finalizer = weakref.finalize(self, _end, self._process, self._threads)
        for thread in self._threads:
            thread.start()

    def _started(self) -> "subprocess.Popen[bytes]":
        try:
            return subprocess.Popen(
                self._words,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                # We wait for the engine in real time, so it must not count CPU time.
                env={name: value for name, value in os.environ.items() if name != CLOCK},
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise EngineFailure(f"the engine {self.name} cannot be started: {why}") from error

    @property
    def alive(self) -> bool:
        """Is the process still running?"""
        return self._finalizer.alive

    # --- Lines ----------------------------------------------------------------------------------------

    def send(self, line: str) -> None:
        """Send a line. Raises EngineFailure."""
        data = f"{line}\n".encode("utf-8", "surrogateescape")
        try:
            while data:
                data = data[os.write(self._input, data) :]
        except BlockingIOError as error:
            raise self.failure("does not read its input") from error
        except OSError as error:
            raise self.failure(self._reader.problem or "has ended", died=not self._reader.problem) from error

    def receive(self, deadline: float) -> str | None:
        """The next line; None if none arrives in time. Raises EngineFailure if the engine has ended."""
        try:
            line = self._reader.lines.get(timeout=max(0.0, deadline - monotonic()))
        except Empty:
            return None
        if line is None:
            self._reader.end()
            raise self.failure(self._reader.problem or "has ended", died=not self._reader.problem)
        return line

    def pending_lines(self) -> list[str]:
        """All lines that have arrived and have not been received. Raises EngineFailure."""
        lines = []
        while not self._reader.lines.empty():
            line = self.receive(monotonic())
            if line is not None:
                lines.append(line)
        return lines

    def failure(self, what: str, died: bool = False) -> EngineFailure:
        """End the process; returns the error that says what the engine did."""
        if died:
            code = self.wait(EXIT_TIMEOUT)
            self._threads[1].join(EXIT_TIMEOUT)
            what += " (it has closed its output)" if code is None else f" (exit code {code})"
        self.close()
        errors = without_line_breaks(" / ".join(self._reader.last_errors))[-SHOWN:]
        return EngineFailure(
            f"the engine {self.name} {what}" + (f"; its last error output: {errors}" if errors else "")
        )

    # --- Exit -----------------------------------------------------------------------------------------

    def wait(self, seconds: float) -> int | None:
        """The exit code, if the process ends within this time; otherwise None."""
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(seconds)
        return None

    def end_input(self) -> None:
        """Close the engine's standard input."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    def close(self) -> None:
        """End the process: ask it to quit, then terminate it, then kill it."""
        self._finalizer()


def _end(process: "subprocess.Popen[bytes]", threads: Sequence[Thread]) -> None:
    """End a process and everything it has started."""
    assert process.stdin is not None
    with suppress(OSError, ValueError):
        os.write(process.stdin.fileno(), b"stop\nquit\n")
    with suppress(OSError):
        process.stdin.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(EXIT_TIMEOUT)
    for send in (process.terminate, process.kill):
        if process.poll() is None:
            send()
            with suppress(subprocess.TimeoutExpired):
                process.wait(EXIT_TIMEOUT)
    _end_group(process.pid)
    for thread, stream in zip(threads, (process.stdout, process.stderr), strict=True):
        thread.join(EXIT_TIMEOUT)
        if (
            stream is not None and not thread.is_alive()
        ):  # a running thread must not read from a reused descriptor
            stream.close()


def _end_group(group: int) -> None:
    """Kill what an engine has started and left behind."""
    if hasattr(os, "killpg"):
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)
