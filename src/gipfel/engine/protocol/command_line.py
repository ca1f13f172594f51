"""How an external engine is started: its command line, and what is set before a game begins.

    python my_engine.py                                  a program and its arguments
    python my_engine.py,option.Hash=64,option.Threads=2  the same with options of the engine
    "C:/My Engines/fast.exe" --book a,b,option.Style="wild, but fair"
    my_engine,ponder=1                                   it may think in its opponent's time

The command ends at the first `,option.` or `,ponder=` outside of quotes; all other commas belong to it.
A command line is read as the system does it: on Windows a backslash is an ordinary character of a path.
"""

import os
import re
import shlex
from dataclasses import dataclass

from gipfel.notation.errors import OptionError

WINDOWS = os.name == "nt"
LONGEST = 10_000
"""The most characters of a command with its options."""
OPTION, PONDER = "option.", "ponder="
EXAMPLE = "engine:COMMAND,option.Hash=64"

_SETTING = re.compile(
    rf"\s*(?:{re.escape(OPTION)}(?P<name>[^\s=,\"]+)\s*=\s*|(?P<ponder>{PONDER}))"
    r'(?P<value>"[^"]*"|[^,"]*?)\s*(?:,|$)'
)


@dataclass(frozen=True, slots=True)
class EngineCommand:
    """What starts an engine, the options that are set, and whether it may ponder."""

    program: str
    """The command line without the options."""
    options: tuple[tuple[str, str], ...] = ()
    ponder: bool = False

    @classmethod
    def read(cls, text: str) -> "EngineCommand":
        """Read a command with options. Raises OptionError, which does not quote the command."""
        if len(text) > LONGEST:
            raise OptionError(f"the command of an engine is longer than {LONGEST} characters")
        end = _end_of_command(text)
        options: dict[str, str] = {}
        ponder: bool | None = None
        rest = text[end + 1 :]
        while rest:
            found = _SETTING.match(rest)
            if found is None:
                raise OptionError(
                    f"the options behind the command of an engine cannot be read; write {EXAMPLE}, values "
                    "with commas in double quotes"
                )
            name, value = found["name"], found["value"].strip('"')
            if (name in options) if name else (ponder is not None):
                raise OptionError(f"{name or PONDER.strip('=')} is set twice for an engine")
            if name:
                options[name] = value
            elif value in ("0", "1"):
                ponder = value == "1"
            else:
                raise OptionError(f"{PONDER}{value[:40]} is not possible; it is 0 or 1")
            rest = rest[found.end() :]
        return cls(text[:end].strip(), (*options.items(),), bool(ponder))

    @property
    def settings(self) -> str:
        """The options as text, such as `Hash=64, Threads=2`; empty if there are none."""
        return ", ".join(f"{name}={value}" for name, value in self.options)

    @property
    def words(self) -> list[str]:
        """The program and its arguments. Raises OptionError."""
        return words_of(self.program)

    @property
    def name(self) -> str:
        """The program without its folder."""
        return program_name(self.words[0])


def _end_of_command(text: str) -> int:
    """Where the command ends and its options begin."""
    quote = ""
    escaped = False
    for place, character in enumerate(text):
        if escaped:
            escaped = False
        elif character == "\\" and not WINDOWS and quote != "'":
            escaped = True
        elif quote:
            quote = "" if character == quote else quote
        elif character == '"' or (character == "'" and not WINDOWS):
            quote = character
        elif character == "," and text[place + 1 :].lstrip().startswith((OPTION, PONDER)):
            return place
    return len(text)


# --- Command lines -----------------------------------------------------------------------------------


def words_of(command: str, windows: bool = WINDOWS) -> list[str]:
    """The program and its arguments; at least one word. Raises OptionError."""
    try:
        words = _windows_words(command) if windows else shlex.split(command)
    except ValueError as error:
        # Without the command: this is also said to those who open a table with a damaged seat.
        raise OptionError(f"the command of the engine cannot be read: {str(error).lower()}") from error
    if not words:
        raise OptionError("the command of the engine is empty; name a program")
    return words


def _windows_words(command: str) -> list[str]:
    """Words as programs on Windows read them: only double quotes join, backslashes escape only quotes."""
    words: list[str] = []
    word: str | None = None
    quoted = False
    for slashes, character in re.findall(r'(\\*)(["]|[^\\]|$)', command):
        if character == '"':
            word = (word or "") + "\\" * (len(slashes) // 2)
            if len(slashes) % 2:
                word += '"'
            else:
                quoted = not quoted
            continue
        if slashes:
            word = (word or "") + slashes
        if character and (quoted or not character.isspace()):
            word = (word or "") + character
        elif word is not None:
            words.append(word)
            word = None
    if quoted:
        raise ValueError("No closing quotation")
    return words if word is None else [*words, word]


def program_name(path: str) -> str:
    """The name of a program without its folder, and without the ending it has on Windows."""
    name = re.split(r"[/\\]", path)[-1] if WINDOWS else path.rsplit("/", 1)[-1]
    return re.sub(r"\.exe$", "", name, flags=re.IGNORECASE) if WINDOWS else name
