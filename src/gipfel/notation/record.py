"""Records: games as text files that people can read and edit. All games have the same format.

    Gipfel record 2
    game: gipf
    version: tournament
    white: Ada
    black: random

    1. Ge8
    2. Gd8-f7            # anything after a hash is a comment
    3. e1-e5 & xe2 ...   # a turn that is not finished yet: its decisions so far
    result: *

Header lines come first, then one turn a line, then the result: `1-0`, `0-1`, `1/2-1/2`, or `*` for an
unfinished game, followed by the reason. Turns are texts in the game's notation; this module does not read
them. A game with time has the header `time`: the game time it has reached, in milliseconds. The number in the
first line is that of the format (`formats.py`).
"""

import re
from dataclasses import dataclass, field, replace

from gipfel.notation import formats
from gipfel.notation.errors import RecordError
from gipfel.notation.printable import printable_part

FIRST_LINE = "Gipfel record"
"""Stands before the number of the format."""
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
UNFINISHED = "..."
BETWEEN_DECISIONS = " & "
MOST_LINES = 50_000
LONGEST_REASON = 200
TITLE, CLOCK = "title", "clock"
"""Headers of what players agreed on besides the game: the title of their evening, and the kind of clock."""
LONGEST_TITLE = 100
INSIDE = "|"
"""Begins every line of a contest that was played inside a turn."""
CONTEST = "contest"
"""The first header of such a contest."""

_HEADER = re.compile(r"([A-Za-z][A-Za-z0-9_. -]*?)\s*:\s*(.*)")
_NUMBER = re.compile(r"([0-9]{1,9})\s*\.\s*(.*)")


@dataclass(frozen=True, slots=True)
class RecordTurn:
    """One turn of a record."""

    text: str
    finished: bool = True
    comment: str = ""
    line: int = 0
    """The line of the file it was read from."""
    contests: "tuple[Record, ...]" = ()
    """The contests that were played inside the turn, each as a record."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game with its headers, turns and result."""

    headers: dict[str, str]
    """`game` and `version` at least; options are headers `option NAME`."""
    turns: tuple[RecordTurn, ...] = ()
    result: str = "*"
    reason: str = ""
    comments: tuple[str, ...] = field(default=())
    """Comment lines before the first turn."""
    format: int = formats.NEWEST
    """The number of the format, which tells the meaning of options that are not named."""

    @property
    def options(self) -> dict[str, str]:
        """The game options among the headers."""
        return {name[7:]: value for name, value in self.headers.items() if name.startswith("option ")}

    @property
    def agreed(self) -> dict[str, str]:
        """What players agreed on besides the game, in one line each; what is missing was not agreed on."""
        found = {name: printable_part(self.headers.get(name, "")) for name in (TITLE, CLOCK)}
        return {name: value[:LONGEST_TITLE] for name, value in found.items() if value}


def write_record(record: Record) -> str:
    """The text of a record file."""
    lines = [f"{FIRST_LINE} {record.format}"]
    lines += [f"{name}: {_one_line(value)}" for name, value in record.headers.items()]
    lines += [f"# {_one_line(comment)}" for comment in record.comments]
    lines.append("")
    for number, turn in enumerate(record.turns, 1):
        text = turn.text if turn.finished else f"{turn.text} {UNFINISHED}".strip()
        comment = f"  # {_one_line(turn.comment)}" if turn.comment else ""
        lines.append(f"{number}. {text}{comment}")
        for contest in turn.contests:
            lines += [f"{INSIDE} {line}" for line in write_record(contest).splitlines()[1:] if line]
    lines.append(f"result: {record.result} {_one_line(record.reason)}".rstrip())
    return "\n".join(lines) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def read_record(text: str) -> Record:
    """The record that a text describes. Raises RecordError."""
    return _Reader().read(text)


def _format(line: str) -> int:
    """The number of the format in the first line of a record. Raises RecordError."""
    found = re.fullmatch(rf"{FIRST_LINE} ([0-9]{{1,9}})", line.strip())
    if found is None:
        wanted = f"{FIRST_LINE} {formats.NEWEST}"
        raise RecordError(f"line 1: this is not a record; its first line must be {wanted!r}")
    number = int(found[1])
    if number not in formats.READABLE:
        known = " and ".join(map(str, formats.READABLE))
        raise RecordError(f"line 1: the record has format {number}, but this Gipfel reads only {known}")
    return number


class _Reader:
    """Reads a record line by line; error messages name the line."""

    def __init__(self) -> None:
        self.format = formats.NEWEST
        self.number = 0
        self.headers: dict[str, str] = {}
        self.comments: list[str] = []
        self.turns: list[RecordTurn] = []
        self.result: str | None = None
        self.reason = ""
        self.inside: list[tuple[int, str]] = []

    def read(self, text: str) -> Record:
        lines = text.removeprefix("\ufeff").splitlines()
        self.format = _format(lines[0] if lines else "")
        if len(lines) > MOST_LINES:
            raise RecordError(f"the record has {len(lines)} lines; no game needs more than {MOST_LINES}")
        for self.number, line in enumerate(lines[1:], 2):
            self._line(line)
        self._close_contests()
        if "game" not in self.headers:
            raise RecordError("the record does not say which game it is; add a line 'game: gipf'")
        return self._record()

    def _record(self) -> Record:
        if self.result is None:
            raise RecordError(
                "the record is cut off: its last line must be the result, e.g. 'result: 1-0', or 'result: *'"
            )
        comments = tuple(self.comments)
        return Record(self.headers, tuple(self.turns), self.result, self.reason, comments, self.format)

    def _line(self, line: str) -> None:
        text, _, comment = line.partition("#")
        text, comment = text.strip(), comment.strip()
        if text.startswith(INSIDE):
            self._inside(text.removeprefix(INSIDE).strip())
            return
        self._close_contests()
        if self.result is not None and text:
            raise self._error(f"nothing may follow the result, but there is {text!r}")
        if not text:
            self._comment(comment)
        elif header := self._header(text):
            self._take_header(*header)
        else:
            self._turn(text, comment)

    def _inside(self, text: str) -> None:
        if not self.turns:
            raise self._error("a contest stands inside a turn, but there is no turn before it")
        if text:
            self.inside.append((self.number, text))

    def _close_contests(self) -> None:
        """Read the contests collected since the last turn, and add them to it."""
        if not self.inside:
            return
        contests: list[_Reader] = []
        for number, line in self.inside:
            header = _HEADER.fullmatch(line)
            if header and header[1].lower() == CONTEST:
                contests.append(_Reader())
                contests[-1].format = self.format
            elif not contests:
                raise RecordError(f"line {number}: a contest must begin with '{INSIDE} {CONTEST}: NAME'")
            contests[-1].number = number
            contests[-1]._line(line)
        self.inside = []
        self.turns[-1] = replace(self.turns[-1], contests=tuple(contest._record() for contest in contests))

    def _error(self, message: str) -> RecordError:
        return RecordError(f"line {self.number}: {message}")

    def _comment(self, comment: str) -> None:
        if not comment:
            return
        if not self.turns:
            self.comments.append(comment)
            return
        last = self.turns[-1]
        together = f"{last.comment} {comment}".strip()
        self.turns[-1] = replace(last, comment=together)

    def _header(self, text: str) -> tuple[str, str] | None:
        """A line `name: value`; among the turns only the result is one."""
        match = _HEADER.fullmatch(text)
        if match is None:
            return None
        word, *rest = match[1].split()
        name = " ".join([word.lower(), *rest] if word.lower() == "option" else match[1].lower().split())
        if self.turns and name != "result":
            return None
        return name, match[2].strip()

    def _take_header(self, name: str, value: str) -> None:
        if name == "result":
            result, _, self.reason = value.partition(" ")
            if result not in RESULTS:
                raise self._error(f"the result {result!r} must be one of {', '.join(RESULTS)}")
            self.result = result
            self.reason = printable_part(self.reason)
            if len(self.reason) > LONGEST_REASON:
                raise self._error(f"the reason of a result has at most {LONGEST_REASON} letters")
        elif name in self.headers:
            raise self._error(f"the header {name!r} stands here a second time")
        else:
            self.headers[name] = value

    def _turn(self, text: str, comment: str) -> None:
        if numbered := _NUMBER.fullmatch(text):
            if int(numbered[1]) != len(self.turns) + 1:
                raise self._error(f"turn {numbered[1]} stands where turn {len(self.turns) + 1} should be")
            text = numbered[2].strip()
        if self.turns and not self.turns[-1].finished:
            raise self._error(f"a turn follows turn {len(self.turns)}, which is marked as not finished")
        finished = not text.endswith(UNFINISHED)
        if not finished:
            text = text.removesuffix(UNFINISHED).strip()
        if not text:
            raise self._error("the turn is empty")
        self.turns.append(RecordTurn(text, finished, comment, self.number))
