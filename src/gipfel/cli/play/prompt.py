"""Talking with a person at the terminal: what is said, what is typed, and what others say meanwhile."""

import io
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, suppress

from gipfel.cli.play.screen import is_terminal

COMPILING = "Compiling "
"""So a line begins that says what is being compiled; a game is compiled in several parts."""

_asked: list[str] = []
"""The prompt behind which somebody is typing, if there is one."""


def say(line: str = "") -> None:
    """Print, at once."""
    print(line, flush=True)


def read(prompt: str) -> str:
    """A line somebody typed. Raises EOFError at the end of the input."""
    if is_terminal(sys.stdin):
        with suppress(ImportError):
            import readline  # noqa: F401  (gives the prompt its editing keys)
    elif sys.stdin is None:
        raise EOFError
    _asked[:] = [prompt]
    try:
        line = input(prompt)
    finally:
        _asked.clear()
    if not is_terminal(sys.stdin):
        say(line)
    return line


def is_typed(seconds: float) -> bool:
    """Has a person typed a line? It is waited for so long; lines from a file or a pipe have time."""
    if not is_terminal(sys.stdin) or sys.platform == "win32":
        return False
    typed, _, _ = select.select([sys.stdin], [], [], seconds)
    return bool(typed)


def typed_line() -> str:
    """The line a person has typed without being asked. Raises EOFError at the end of the input."""
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def interject(line: str) -> None:
    """Say something while a person may be typing: what is typed so far moves down a line."""
    if _asked:
        print(f"\r\033[K{line}\n{_asked[0]}{_typed_so_far()}", end="", flush=True)
    else:
        say(line)


def _typed_so_far() -> str:
    readline = sys.modules.get("readline")
    return readline.get_line_buffer() if readline is not None else ""


@contextmanager
def overheard(tell: Callable[[str], None]) -> Iterator[None]:
    """Tell a person at a terminal what is written to stderr, before it lands in the middle of something."""
    if is_terminal(sys.stderr) and is_terminal(sys.stdout):
        with redirect_stderr(Overheard(tell)):
            yield
    else:
        yield


class Overheard(io.TextIOBase):
    """In place of stderr: hands on every line once, and of a game that is compiled only the first part."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._rest = ""
        self._told: set[str] = set()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        *lines, self._rest = (self._rest + text).split("\n")
        for line in map(_in_short, lines):
            if line and line not in self._told:
                self._told.add(line)
                self._tell(line)
        return len(text)


def _in_short(line: str) -> str:
    """What is being compiled, for somebody who plays."""
    what, comma, _ = line.partition(",")
    if line.startswith(COMPILING) and comma:
        return f"{what} for this machine (once, seconds to a minute); just play on ..."
    return line.rstrip()
