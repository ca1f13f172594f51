"""Reads the text of a record line by line; error messages name the line.

What stands inside a turn has a sign before each line: `|` a contest, `>` a variation. These lines are
collected and read by a reader of their own, so that contests and variations can be nested.
"""

import re
from dataclasses import replace

from gipfel.notation import formats
from gipfel.notation.annotations import Annotations, read_annotations
from gipfel.notation.errors import RecordError
from gipfel.notation.printable import printable_part
from gipfel.notation.record_types import Record, RecordTurn, plain_turn

FIRST_LINE = "Gipfel record"
"""Stands before the number of the format."""
RESULT = "result"
"""The name of the last line."""
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
UNFINISHED = "..."
BETWEEN_DECISIONS = " & "
MOST_LINES = 50_000
LONGEST_REASON = 200
INSIDE = "|"
"""Begins every line of a contest that was played inside a turn."""
CONTEST = "contest"
"""The first header of such a contest."""
VARIATION = ">"
"""Begins every line of a variation, once for each variation the line is inside of."""
MOST_NESTED = 16
"""How many variations may be inside each other."""
MOST_VARIATIONS = 100
"""How many variations one turn may have."""

_FIRST = re.compile(rf"{FIRST_LINE} ([0-9]{{1,9}})")
HEADER_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_. -]*")
_HEADER = re.compile(rf"({HEADER_NAME.pattern}?)\s*:\s*(.*)")
_NUMBER = re.compile(r"([0-9]{1,9})\s*\.\s*(.*)")
_PLAIN_TURN = re.compile(r"([0-9]{1,9})\. ([^#\[\]]*[^#\[\].\s])")
"""A finished turn with nothing else in its line, as most are."""
_ANNOTATED = re.compile(r"(|.*[^\s\]])\s*\[([^\[\]]*)\]")
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)#")
"""A hash after an odd number of backslashes is a letter of a header's value."""
_ESCAPED = re.compile(r"(\\*)\1\\#")

NumberedLine = tuple[int, str]
"""The number of a line in the file, and what stands behind the sign of a contest or a variation."""
Variations = tuple[tuple[RecordTurn, ...], ...]


def _format(line: str, number_of_line: int) -> int:
    """The number of the format in the first line of a record. Raises RecordError."""
    found = _FIRST.fullmatch(line.strip())
    if found is None:
        wanted = f"{FIRST_LINE} {formats.NEWEST}"
        raise RecordError(f"line {number_of_line}: this is not a record; its first line must be {wanted!r}")
    number = int(found[1])
    if number not in formats.READABLE:
        known = " and ".join(map(str, formats.READABLE))
        raise RecordError(
            f"line {number_of_line}: the record has format {number}, but this Gipfel reads only {known}"
        )
    return number


class TurnsReader:
    """Reads turns, each with its comments, contests and variations."""

    def __init__(self, format: int = formats.NEWEST, nested: int = 0) -> None:  # noqa: A002
        self.format = format
        self.nested = nested
        """How many variations these turns are inside of."""
        self.number = 0
        """The number of the current line."""
        self.turns: list[RecordTurn] = []
        self.contest_lines: list[NumberedLine] = []
        self.variation_lines: list[NumberedLine] = []
        self.continuations: Variations = ()
        """How the turns could go on after the last of them."""

    @property
    def following(self) -> int:
        """The number of the next turn."""
        return len(self.turns) + 1

    def error(self, message: str) -> RecordError:
        """The error for the current line."""
        return RecordError(f"line {self.number}: {message}")

    def take_inside(self, line: str) -> bool:
        """Keep a line that belongs to a contest or a variation; False if it belongs to neither."""
        sign = line[:1]
        is_contest = sign == INSIDE
        if not is_contest and sign != VARIATION:
            return False
        if not self.turns and (is_contest or self.nested):
            what = "a contest stands inside a turn" if is_contest else "a variation stands below a turn"
            raise self.error(f"{what}, but there is no turn before it")
        if rest := line[1:].strip():
            (self.contest_lines if is_contest else self.variation_lines).append((self.number, rest))
        return True

    def comment(self, comment: str) -> None:
        """Add a line to the comment of the last turn."""
        if comment:
            last = self.turns[-1]
            self.turns[-1] = replace(last, comment=f"{last.comment}\n{comment}".strip())

    def turn(self, text: str, comment: str) -> None:
        """Read a turn."""
        if numbered := _NUMBER.fullmatch(text):
            self.check_number(int(numbered[1]))
            text = numbered[2]
        if self.turns and not self.turns[-1].finished:
            raise self.error(f"a turn follows turn {self.following - 1}, which is marked as not finished")
        notes = Annotations()
        if text.endswith("]"):
            text, notes = self._annotated(text)
        finished = not text.endswith(UNFINISHED)
        if not finished:
            text = text.removesuffix(UNFINISHED).strip()
        if not text:
            raise self.error("the turn is empty")
        self.turns.append(RecordTurn(text, finished, comment, self.number, (), *notes))

    def is_at(self, number: int) -> bool:
        """Can the turn with this number follow, and is everything read that belongs to the one before?"""
        if self.contest_lines or self.variation_lines or self.continuations:
            return False
        turns = self.turns
        return number == self.following and (not turns or turns[-1].finished)

    def check_number(self, number: int) -> None:
        """Raises RecordError if a turn does not have its number."""
        if number != self.following:
            raise self.error(f"turn {number} stands where turn {self.following} should be")

    def _annotated(self, text: str) -> tuple[str, Annotations]:
        match = _ANNOTATED.fullmatch(text)
        if match is None:
            raise self.error(
                f"{text[-100:]!r} has brackets that do not fit together; write one pair: 'e1-e3 [!]'"
            )
        try:
            return match[1], read_annotations(match[2])
        except RecordError as error:
            raise self.error(str(error)) from error

    def close_turn(self, last: bool = False) -> None:
        """Read the contests and variations of the last turn, and add them to it.

        Only below the last turn of a record variations may go on after it.
        """
        if self.contest_lines:
            self.turns[-1] = replace(self.turns[-1], contests=self._contests())
            self.contest_lines = []
        if self.variation_lines:
            variations, self.continuations = self._variations()
            if variations:
                self.turns[-1] = replace(self.turns[-1], variations=variations)
            self.variation_lines = []
        if self.continuations and not last:
            after = f"after turn {self.following - 1}" if self.turns else "without any turn"
            raise self.error(
                f"a variation goes on {after}, but a turn follows; write it below turn {self.following}"
            )

    def _contests(self) -> tuple[Record, ...]:
        contests: list[RecordReader] = []
        reader: RecordReader | None = None
        for number, line in self.contest_lines:
            header = None if line[0].isdigit() else _HEADER.fullmatch(line)
            if header and header[1].lower() == CONTEST:
                reader = RecordReader(self.format, self.nested)
                contests.append(reader)
            elif reader is None:
                if line[0] == "#":
                    continue
                raise RecordError(f"line {number}: a contest must begin with '{INSIDE} {CONTEST}: NAME'")
            reader.number = number
            reader.line(line)
        records = tuple(contest.record() for contest in contests)
        if any(record.continuations for record in records):
            raise RecordError(f"line {self.contest_lines[0][0]}: no variation goes on after a contest")
        return records

    def _variations(self) -> tuple[Variations, Variations]:
        """The variations of the last turn, and those that go on after it."""
        if self.nested >= MOST_NESTED:
            number, _ = self.variation_lines[0]
            raise RecordError(f"line {number}: variations are nested more than {MOST_NESTED} times")
        reader = _VariationsReader(self.format, self.nested + 1, self.following - 1)
        for number, line in self.variation_lines:
            reader.number = number
            reader.line(line)
        return reader.variations()


class _VariationsReader(TurnsReader):
    """Reads the variations of one turn: its number begins one, and the next number one that goes on after it.

    A variation that goes on after the turn stands before those that replace it: there its number would be
    that of their second turn.
    """

    def __init__(self, format: int, nested: int, first: int) -> None:  # noqa: A002
        super().__init__(format, nested)
        self.first = first
        """The number of the turn that is replaced."""
        self.begin = first
        """The number with which the current variation begins: `first`, or the next one."""
        self.complete: dict[int, list[tuple[RecordTurn, ...]]] = {first: [], first + 1: []}

    @property
    def following(self) -> int:
        return self.begin + len(self.turns)

    def line(self, line: str) -> None:
        if self.take_inside(line):
            return
        text, _, comment = line.partition("#")
        if text := text.strip():
            self.close_turn()
            self._numbered_turn(text, comment.strip())
        elif self.turns:
            self.comment(comment.strip())
        elif comment.strip():
            raise self.error(
                "a comment stands before the first turn of a variation; write it behind the turn"
            )

    def _numbered_turn(self, text: str, comment: str) -> None:
        numbered = _NUMBER.fullmatch(text)
        if numbered is None:
            raise self.error(
                f"a turn of a variation needs its number: '{VARIATION} {self.following}. {text[:50]}'"
            )
        number = int(numbered[1])
        goes_on = number == self.first + 1 and (not self.turns or self.begin == number)
        if goes_on or (number == self.first and self.first):
            self._end_variation()
            self.begin = number
        self.turn(text, comment)

    def check_number(self, number: int) -> None:
        if number != self.following:
            other = f", or {self.first} for another variation" if self.turns else ""
            raise self.error(
                f"turn {number} stands where turn {self.following} of a variation should be{other}"
            )

    def _end_variation(self) -> None:
        found = self.complete[self.begin]
        if self.turns:
            found.append(tuple(self.turns))
            self.turns = []
        if len(found) > MOST_VARIATIONS:
            raise self.error(f"a turn has at most {MOST_VARIATIONS} variations")

    def variations(self) -> tuple[Variations, Variations]:
        """All of them, after the last line, and those that go on after the turn."""
        self.close_turn()
        self._end_variation()
        return tuple(self.complete[self.first]), tuple(self.complete[self.first + 1])


class RecordReader(TurnsReader):
    """Reads a whole record, or that of a contest: headers, turns, result."""

    def __init__(self, format: int = formats.NEWEST, nested: int = 0) -> None:  # noqa: A002
        super().__init__(format, nested)
        self.headers: dict[str, str] = {}
        self.comments: list[str] = []
        self.result: str | None = None
        self.reason = ""

    def read(self, text: str, first: int = 1) -> Record:
        """The record that a text describes, whose first line has this number. Raises RecordError."""
        lines = text.removeprefix("\ufeff").splitlines()
        self.format = _format(lines[0] if lines else "", first)
        if len(lines) > MOST_LINES:
            raise RecordError(f"the record has {len(lines)} lines; no game needs more than {MOST_LINES}")
        for self.number, line in enumerate(lines[1:], first + 1):
            self.line(line)
        record = self.record()
        if "game" not in record.headers:
            raise RecordError("the record does not say which game it is; add a line 'game: gipf'")
        return record

    def record(self) -> Record:
        """What was read. Raises RecordError if the result is missing."""
        self.close_turn(last=True)
        if self.result is None:
            raise RecordError(
                "the record is cut off: its last line must be the result, e.g. 'result: 1-0', or 'result: *'"
            )
        comments = tuple(self.comments)
        return Record(
            self.headers,
            tuple(self.turns),
            self.result,
            self.reason,
            comments,
            self.format,
            self.continuations,
        )

    def line(self, line: str) -> None:
        """Read one line."""
        if line[:1].isdigit() and self.result is None:
            plain = _PLAIN_TURN.fullmatch(line)
            if plain and self.is_at(int(plain[1])):
                self.turns.append(plain_turn(plain[2], self.number))
                return
        line = line.strip()
        if self.take_inside(line):
            return
        text, _, comment = line.partition("#")
        text = text.strip()
        if text.startswith(FIRST_LINE):
            raise self.error("another record begins here; gipfel.read_collection reads files with many games")
        if self.result is not None and text:
            raise self.error(f"nothing may follow the result, but there is {text!r}")
        if not text:
            self._comment_line(comment.strip())
        elif header := self._header(line):
            self.close_turn(last=True)
            self._take_header(*header)
        else:
            self.close_turn()
            self.turn(text, comment.strip())

    def _comment_line(self, comment: str) -> None:
        if self.turns:
            self.comment(comment)
        elif comment:
            self.comments.append(comment)

    def _header(self, line: str) -> tuple[str, str] | None:
        """A line `name: value`; among the turns only the result is one."""
        if self.turns and line[0] not in "rR":
            return None
        match = _HEADER.fullmatch(_without_comment(line))
        if match is None:
            return None
        name = header_name(match[1])
        if self.turns and name != RESULT:
            return None
        return name, match[2].strip()

    def _take_header(self, name: str, value: str) -> None:
        if name == RESULT:
            result, _, reason = value.partition(" ")
            if result not in RESULTS:
                raise self.error(f"the result {result!r} must be one of {', '.join(RESULTS)}")
            self.result = result
            try:
                self.reason = checked_reason(reason)
            except RecordError as error:
                raise self.error(str(error)) from error
        elif name in self.headers:
            raise self.error(f"the header {name!r} stands here a second time")
        else:
            self.headers[name] = value


def checked_reason(text: str) -> str:
    """The reason of a result, safe to show. Raises RecordError if it is too long."""
    reason = printable_part(text)
    if len(reason) > LONGEST_REASON:
        raise RecordError(f"the reason of a result has at most {LONGEST_REASON} letters")
    return reason


def header_name(text: str) -> str:
    """The name of a header as it is kept: in lower case, but for the name of an option."""
    word, *rest = text.split()
    return " ".join([word.lower(), *rest] if word.lower() == "option" else text.lower().split())


def _without_comment(line: str) -> str:
    """The line up to its comment; a hash after a backslash does not begin one."""
    if "#" not in line:
        return line
    found = _COMMENT.search(line)
    text = line if found is None else line[: found.end(1)]
    return _ESCAPED.sub(r"\1#", text).strip()
