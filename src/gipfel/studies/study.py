"""A study: a title and chapters, each with text and boards in any order. A board is a record.

    Gipfel study 1
    title: Openings of last week
    language: en

    chapter: Ada against Ben

    What follows is played again and again.

    Gipfel record 2
    game: gipf

    1. e1-e3 [!]
    > 1. a1-c3
    result: *

    Text goes on here.

Records are as `gipfel.notation.record` writes them, with comments, marks, evaluations and variations. A line
of text that would begin a chapter or a record has a backslash before it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from gipfel.games.core.registry import game_names, game_type
from gipfel.locale import ENGLISH, is_language, say, using_language
from gipfel.notation.errors import GipfelError
from gipfel.notation.printable import printable_part
from gipfel.notation.record import FIRST_LINE, Record, RecordTurn, write_record
from gipfel.notation.record_reader import RESULT, RecordReader

STUDY = "Gipfel study"
FORMAT = 1
CHAPTER = "chapter:"
HEADERS = ("title", "language")
LONGEST_TITLE = 100
LONGEST_TEXT = 20_000
"""Letters between two boards."""
LONGEST_STUDY = 2_000_000
MOST_CHAPTERS = 100
MOST_BOARDS = 200
MOST_TURNS = 5_000
"""Turns of all boards, with their variations."""
ESCAPED = re.compile(rf"\\|{CHAPTER}|{FIRST_LINE}")
"""How a line of text must not begin."""

Block = str | Record


class StudyError(GipfelError):
    """A study that cannot be read or written; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a study. Raises StudyError if it cannot be written."""

    title: str
    blocks: tuple[Block, ...] = ()
    """Text, of which an empty line ends a paragraph, and boards; never two texts in a row."""

    def __post_init__(self) -> None:
        check_title(self.title, "the title of a chapter")
        for one, next_one in zip(self.blocks, self.blocks[1:], strict=False):
            if isinstance(one, str) and isinstance(next_one, str):
                raise StudyError(f"the chapter {self.title!r} has two texts in a row; make one of them")
        for text in self.blocks:
            if isinstance(text, str):
                _check_text(text, self.title)

    @property
    def boards(self) -> tuple[Record, ...]:
        return tuple(block for block in self.blocks if isinstance(block, Record))


@dataclass(frozen=True, slots=True)
class Study:
    """A whole study. Raises StudyError if it is too long or cannot be written."""

    title: str
    chapters: tuple[Chapter, ...] = ()
    language: str = ENGLISH
    """The code of the language of its texts."""

    def __post_init__(self) -> None:
        check_title(self.title, "the title of a study")
        if not is_language(self.language):
            raise StudyError(
                f"the language {self.language[:20]!r} is not known; write en, de or another code"
            )
        _check_number(len(self.chapters), MOST_CHAPTERS, "chapters")
        _check_number(len(self.boards), MOST_BOARDS, "boards")
        _check_number(sum(map(_turns, self.boards)), MOST_TURNS, "turns")

    @property
    def boards(self) -> tuple[Record, ...]:
        return tuple(board for chapter in self.chapters for board in chapter.boards)


def check_title(title: str, what: str) -> None:
    """Raises StudyError if a title is not one line of a usual length."""
    if not title or title != printable_part(title).strip() or len(title) > LONGEST_TITLE:
        raise StudyError(f"{what} is one line of 1 to {LONGEST_TITLE} letters, not {title[:40]!r}")


def _check_text(text: str, chapter: str) -> None:
    if not text or text != tidy_text(text):
        raise StudyError(f"a text of the chapter {chapter!r} is empty, or has spaces at its ends")
    if len(text) > LONGEST_TEXT:
        raise StudyError(f"a text of the chapter {chapter!r} has more than {LONGEST_TEXT} letters")


def _check_number(number: int, most: int, what: str) -> None:
    if number > most:
        raise StudyError(f"a study has at most {most} {what}; this one has {number}")


def _turns(record: Record) -> int:
    return _length(record.turns) + sum(map(_length, record.continuations))


def _length(turns: Sequence[RecordTurn]) -> int:
    return sum(1 + sum(map(_length, turn.variations)) for turn in turns)


def tidy_text(text: str) -> str:
    """A text as a study holds it: without spaces at the ends of lines, and empty lines at its own ends."""
    lines = (printable_part(line.rstrip()) for line in text.replace("\r\n", "\n").split("\n"))
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def study_of(title: str, records: Iterable[Record], language: str = ENGLISH) -> Study:
    """A study of games, with a chapter for each of them. Raises StudyError."""
    return Study(title, tuple(Chapter(title_of(record, language), (record,)) for record in records), language)


def title_of(record: Record, language: str = ENGLISH) -> str:
    """What a chapter of a game is called: its title, the players, or what is played, in a language."""
    players = " – ".join(record.headers[side] for side in ("white", "black") if record.headers.get(side))
    title = printable_part(record.headers.get("title") or players)
    return title.strip()[:LONGEST_TITLE].strip() or _game_title(record.headers["game"], language)


def _game_title(name: str, language: str) -> str:
    """The title of a game; the name of a game that is not installed."""
    if name not in game_names():
        return name
    with using_language(language):
        return say(game_type(name).title)


# --- Writing ------------------------------------------------------------------------------------------


def write_study(study: Study) -> str:
    """The text of a study."""
    parts = [f"{STUDY} {FORMAT}\ntitle: {study.title}\nlanguage: {study.language}\n"]
    for chapter in study.chapters:
        parts.append(f"{CHAPTER} {chapter.title}\n")
        parts += [_written(block) for block in chapter.blocks]
    return "\n".join(parts)


def _written(block: Block) -> str:
    if isinstance(block, Record):
        return write_record(block)
    lines = (f"\\{line}" if ESCAPED.match(line) else line for line in block.split("\n"))
    return "\n".join(lines) + "\n"


# --- Reading ------------------------------------------------------------------------------------------

Line = tuple[int, str]
"""The number of a line, and the line."""


def is_study(text: str) -> bool:
    """Does a text begin as a study does?"""
    return text.removeprefix("\ufeff").lstrip().startswith(STUDY)


def read_study(text: str) -> Study:
    """The study in a text. Raises StudyError."""
    if len(text) > LONGEST_STUDY:
        raise StudyError(f"a study has at most {LONGEST_STUDY} letters; this is longer")
    lines = [*enumerate(text.removeprefix("\ufeff").splitlines(), 1)]
    begin = [place for place, (_, line) in enumerate(lines) if line.startswith(CHAPTER)]
    headers = _headers(lines[: begin[0]] if begin else lines)
    _check_number(len(begin), MOST_CHAPTERS, "chapters")
    ends = [*begin[1:], len(lines)]
    chapters = tuple(_chapter(lines[one:end]) for one, end in zip(begin, ends, strict=False))
    return Study(headers.get("title", ""), chapters, headers.get("language", ENGLISH))


def _headers(lines: Sequence[Line]) -> dict[str, str]:
    """What stands before the first chapter."""
    filled = [(number, line.strip()) for number, line in lines if line.strip()]
    if not filled or not filled[0][1].startswith(STUDY):
        raise StudyError(f"a study begins with the line '{STUDY} {FORMAT}'")
    if filled[0][1] != f"{STUDY} {FORMAT}":
        raise StudyError(f"the format {filled[0][1][:40]!r} is not known; '{STUDY} {FORMAT}' is")
    found: dict[str, str] = {}
    for number, line in filled[1:]:
        name, colon, value = line.partition(":")
        if not colon or name not in HEADERS or name in found:
            allowed = " and ".join(f"'{header}:'" for header in HEADERS)
            raise StudyError(f"line {number}: before the first chapter stand {allowed}, not {line[:40]!r}")
        found[name] = value.strip()
    return found


def _chapter(lines: Sequence[Line]) -> Chapter:
    """A chapter from its lines, of which the first has its title."""
    title = lines[0][1].removeprefix(CHAPTER).strip()
    blocks = tuple(_blocks(lines[1:]))
    try:
        return Chapter(title, blocks)
    except StudyError as error:
        raise StudyError(f"line {lines[0][0]}: {error}") from error


def _blocks(lines: Sequence[Line]) -> Iterator[Block]:
    text: list[str] = []
    board: list[Line] = []
    for number, line in lines:
        if board or line.startswith(FIRST_LINE):
            if not board:
                yield from _text(text)
                text = []
            board.append((number, line))
            if line.startswith(f"{RESULT}:"):
                yield _record(board)
                board = []
        else:
            text.append(line[1:] if line.startswith("\\") else line)
    if board:
        yield _record(board)  # raises an error that says what is missing
    yield from _text(text)


def _text(lines: Sequence[str]) -> Iterator[str]:
    if text := tidy_text("\n".join(lines)):
        yield text


def _record(lines: Sequence[Line]) -> Record:
    try:
        return RecordReader().read("\n".join(line for _, line in lines) + "\n", lines[0][0])
    except GipfelError as error:
        raise StudyError(f"the board that begins in line {lines[0][0]}: {error}") from error
