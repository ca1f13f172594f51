"""Input and output at the terminal while a person may be typing."""

import io
import re
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, suppress

from gipfel.cli.help import fitted
from gipfel.cli.streams import is_terminal
from gipfel.locale import current_writing, in_this_language, note, say

COMPILING = "Compiling "
"""How a line begins that says what is being compiled; a game is compiled in several parts."""

YES = note("y, yes")
"""Answers that mean yes; a translation may have any number of them."""

_prompt: list[str] = []
"""The prompt at which a person is typing now, if any."""


def show_line(line: str = "") -> None:
    """Print a line at once, as several ones if the terminal is narrow; a picture stays as it is."""
    if "\n" not in line:
        line = "\n".join(map(current_writing().whole_line, fitted(line).split("\n")))
    print(line, flush=True)


def read(prompt: str) -> str:
    """Read a line. Raises EOFError at the end of the input."""
    if is_terminal(sys.stdin):
        with suppress(ImportError):
            import readline  # noqa: F401  (gives the prompt its editing keys)
    elif sys.stdin is None:
        raise EOFError
    _prompt[:] = [prompt]
    try:
        line = input(prompt)
    finally:
        _prompt.clear()
    if not is_terminal(sys.stdin):
        show_line(line)
    return line


def affirmed(line: str) -> bool:
    """Is this a yes, in English or in the current language?"""
    words = {*YES.split(","), *re.split("[,،、，]", say(YES))}
    return line.strip().casefold() in {word.strip().casefold() for word in words}


def can_wait_for_lines() -> bool:
    """Can the program go on while it waits for a line? Lines from a file or a pipe need no waiting."""
    return not is_terminal(sys.stdin) or sys.platform != "win32"


def is_typed(seconds: float | None) -> bool:
    """Wait some seconds, or for ever: has a person typed a line? Lines from a file or a pipe do not count."""
    if not is_terminal(sys.stdin) or not can_wait_for_lines():
        return False
    typed, _, _ = select.select([sys.stdin], [], [], seconds)
    return bool(typed)


def typed_line() -> str:
    """The line that a person has typed without a prompt. Raises EOFError at the end of the input."""
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def interject(line: str) -> None:
    """Print a line while a person may be typing; what is typed so far moves down a line."""
    if _prompt:
        print(f"\r\033[K{line}\n{_prompt[0]}{typed_so_far()}", end="", flush=True)
    else:
        show_line(line)


def typed_so_far() -> str:
    """What has been typed on the current line."""
    readline = sys.modules.get("readline")
    return readline.get_line_buffer() if readline is not None else ""


@contextmanager
def divert_stderr(tell: Callable[[str], None]) -> Iterator[None]:
    """On a terminal, pass lines written to stderr to `tell`, so that they do not disturb the screen."""
    if is_terminal(sys.stderr) and is_terminal(sys.stdout):
        with redirect_stderr(StderrLines(tell)):
            yield
    else:
        yield


class StderrLines(io.TextIOBase):
    """Replaces stderr: passes on every line once, and only the first part of a game that is compiled."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._shortened = in_this_language(_shortened)  # threads write here, too
        self._rest = ""
        self._reported: set[str] = set()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        *lines, self._rest = (self._rest + text).split("\n")
        for line in map(self._shortened, lines):
            if line and line not in self._reported:
                self._reported.add(line)
                self._tell(line)
        return len(text)


def _shortened(line: str) -> str:
    """The line, shorter if it says what is being compiled."""
    what, comma, _ = line.partition(",")
    if line.startswith(COMPILING) and comma:
        return say(
            "Compiling {what} for this machine (once, seconds to a minute); just play on ...",
            what=say(what.removeprefix(COMPILING)),
        )
    return line.rstrip()
