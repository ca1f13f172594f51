"""Reads TOML with the line of every key, so that error messages can name it; writes values and keys.

The standard library reads the values but not their lines; a small scanner finds these.
"""

import datetime
import re
import tomllib
from typing import Any

Keys = tuple[str, ...]
"""The path of a value: the names of its tables, then its own."""
LineNumbers = dict[Keys, int]

FAR_TOO_LARGE = 10**12
"""Larger numbers are not repeated in messages."""
DEEPEST = 8
"""The deepest nesting of tables whose lines are found."""
LONGEST_SHOWN = 60
"""Longer texts are not repeated in messages."""


class TomlProblem(ValueError):
    """A text that is not TOML: what is wrong, and in which line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


# --- Reading --------------------------------------------------------------------------------------

HINTS = {
    "Invalid value": 'a value must be a number, or a text in quotes like "standard"',
    "Invalid statement": "a line must be written as name = value, or as [table]",
    "Expected '='": "a line must be written as name = value",
    "Expected newline": "a line must end behind its value; a text needs quotes, each value its own line",
    "Expected ']' at the end of a table": "the name of a table must be written as [table]",
    "Invalid initial character for a key": "a name consists of letters, digits, - and _",
    "Unterminated string": "a text that begins with a quotation mark must end with one in the same line",
    "Unclosed inline table": "a table in braces must be closed in the same line",
    "Unclosed array": "a list must be closed with ]",
    "Illegal character": "a text must be closed in its line and may not hold control characters",
}
"""The beginnings of the standard library's messages, and what to say instead."""
SECOND_TIME = ("Cannot overwrite", "Cannot declare", "Cannot mutate", "Cannot redefine", "Duplicate")

_PLACE = re.compile(r"(.*?) \(at (?:line ([0-9]+), column [0-9]+|end of document)\)", re.S)


def read_toml(text: str) -> dict[str, Any]:
    """The values of a TOML text. Raises TomlProblem."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _problem(text, str(error)) from error
    except RecursionError as error:
        raise TomlProblem(_line_with(text, r"[\[{]"), "tables and lists are nested too deeply") from error
    except ValueError as error:
        raise TomlProblem(_line_with(text, r"[0-9]"), "the number is far too large") from error


def _problem(text: str, message: str) -> TomlProblem:
    """The standard library's message in our words."""
    match = _PLACE.fullmatch(message)
    what = match[1] if match else message
    line = int(match[2]) if match and match[2] else _last_line(text)
    if what.startswith(SECOND_TIME):
        key = text.split("\n")[line - 1].partition("=")[0].strip()
        return TomlProblem(line, f"{key} is defined twice; define it once")
    for start, hint in HINTS.items():
        if what.startswith(start):
            return TomlProblem(line, hint)
    return TomlProblem(line, f"this is not TOML: {what[:1].lower()}{what[1:]}")


def _last_line(text: str) -> int:
    return text.rstrip().count("\n") + 1


def _line_with(text: str, pattern: str) -> int:
    """The line in which a pattern occurs most often."""
    counts = [len(re.findall(pattern, line)) for line in text.split("\n")]
    return counts.index(max(counts)) + 1


# --- Where the keys stand -------------------------------------------------------------------------

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})'
    r"|'''.*?'''(?:'{0,2})"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'",
    re.S,
)
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}#\n]*")
_DOT = re.compile(r"[ \t]*\.[ \t]*")


def key_lines(text: str) -> LineNumbers:
    """In which line of a valid TOML text each key, and each table, first stands."""
    return _Scanner(text).scan()


class _Scanner:
    """Goes through a valid text once. Values are skipped, except for the keys of inline tables."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: LineNumbers = {}
        self._line, self._counted = 1, 0

    def scan(self) -> LineNumbers:
        table: Keys = ()
        self._skip(_BLANK)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._skip(_BLANK)
        return self.lines

    def _header(self) -> Keys:
        """`[table]` or `[[table]]`."""
        brackets = 2 if self.text.startswith("[[", self.at) else 1
        self.at += brackets
        self._skip(_BLANK)
        table = self._key(())
        self._skip(_BLANK)
        self.at += brackets
        return table

    def _pair(self, table: Keys) -> None:
        """`key = value`"""
        key = self._key(table)
        self._skip(_BLANK)
        self.at += len("=")
        self._skip(_BLANK)
        self._value(key)

    def _key(self, table: Keys) -> Keys:
        """A key, perhaps a dotted one; every table on its way is noted as well."""
        line = self._line_here()
        keys = table
        dotted = True
        while dotted:
            part = self._part()
            if len(keys) < DEEPEST:
                keys = (*keys, part)
                self.lines.setdefault(keys, line)
            dotted = bool(self._skip(_DOT))
        return keys

    def _part(self) -> str:
        if self.text[self.at] not in "\"'":
            return self._skip(_BARE)
        quoted = self._skip(_STRING)
        return str(tomllib.loads(f"key = {quoted}")["key"])

    def _value(self, key: Keys) -> None:
        first = self.text[self.at]
        if first == "{":
            self._inline_table(key)
        elif first == "[":
            self._list()
        elif first in "\"'":
            self._skip(_STRING)
        else:
            self._skip(_SCALAR)

    def _inline_table(self, table: Keys) -> None:
        self.at += len("{")
        self._skip(_BLANK)
        while self.text[self.at] != "}":
            self._pair(table)
            self._skip(_BLANK)
            if self.text[self.at] == ",":
                self.at += 1
                self._skip(_BLANK)
        self.at += len("}")

    def _list(self) -> None:
        """Skip to the bracket that closes the list; brackets in texts and comments do not count."""
        depth = 0
        while True:
            here = self.text[self.at]
            if here in "\"'":
                self._skip(_STRING)
            elif here == "#":
                self._skip(_BLANK)
            else:
                self.at += 1
                depth += (here == "[") - (here == "]")
            if not depth:
                return

    def _skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if match is None:
            return ""
        self.at = match.end()
        return match[0]

    def _line_here(self) -> int:
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        return self._line


# --- Writing --------------------------------------------------------------------------------------

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def write_value(value: str | int) -> str:
    """A text or a whole number as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else f'"{"".join(map(_escaped, value))}"'


def _escaped(letter: str) -> str:
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    return f"\\u{ord(letter):04X}" if ord(letter) < 32 or ord(letter) == 127 else letter


def write_key(key: str) -> str:
    """A key, in quotes if it needs them."""
    return key if _BARE.fullmatch(key) else write_value(key)


def shown(value: Any) -> str:
    """A value as a message shows it: as TOML, or as a short description."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, datetime.date | datetime.time):
        return "a date or time"
    if isinstance(value, int) and abs(value) > FAR_TOO_LARGE:
        return "so large a number"
    if isinstance(value, str) and len(value) > LONGEST_SHOWN:
        return "so long a text"
    return write_value(value) if isinstance(value, str | int) else str(value)
