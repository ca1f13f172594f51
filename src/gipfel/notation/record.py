"""Records: games as text files that people can read and edit. All games have the same format.

    Gipfel record 2
    game: gipf
    version: tournament
    white: Ada
    black: random

    1. Ge8
    2. Gd8-f7 [?!, left 9:41]   # anything after a hash is a comment
    > 2. Gd8-d7                 # a variation: what could have been played from turn 2 on
    > 3. Gc2-c3
    3. e1-e5 & xe2 ...          # a turn that is not finished yet: its decisions so far
    result: *

Header lines come first, then one turn a line, then the result: `1-0`, `0-1`, `1/2-1/2`, or `*` for an
unfinished game, followed by the reason. Turns are texts in the game's notation; this module does not read
them. In brackets behind a turn stand a mark, an evaluation and the clock (`annotations.py`). A game with time
has the header `time`: the game time it has reached, in milliseconds. The number in the first line is that of
the format (`formats.py`).
"""

import re
from collections.abc import Iterator, Sequence

from gipfel.notation.annotations import Evaluation, write_annotations
from gipfel.notation.errors import RecordError
from gipfel.notation.record_reader import (
    BETWEEN_DECISIONS,
    CONTEST,
    FIRST_LINE,
    INSIDE,
    MOST_LINES,
    MOST_NESTED,
    MOST_VARIATIONS,
    RESULT,
    RESULTS,
    UNFINISHED,
    VARIATION,
    RecordReader,
)
from gipfel.notation.record_types import CLOCK, LONGEST_TITLE, TITLE, Record, RecordTurn

__all__ = [
    "BETWEEN_DECISIONS",
    "CLOCK",
    "CONTEST",
    "FIRST_LINE",
    "LONGEST_TITLE",
    "MOST_LINES",
    "MOST_NESTED",
    "MOST_VARIATIONS",
    "RESULTS",
    "TITLE",
    "Evaluation",
    "Record",
    "RecordTurn",
    "read_record",
    "write_record",
]

Variations = Sequence[Sequence[RecordTurn]]

_HASH = re.compile(r"(\\*)#")


def read_record(text: str) -> Record:
    """The record that a text describes. Raises RecordError."""
    if not isinstance(text, str):
        raise RecordError(f"a record is a text, not {type(text).__name__}")
    return RecordReader().read(text)


def write_record(record: Record) -> str:
    """The text of a record file. Raises RecordError if variations are nested too deeply, or too many."""
    return "\n".join([f"{FIRST_LINE} {record.format}", *_lines(record), ""])


def _lines(record: Record) -> Iterator[str]:
    """All lines but the first."""
    for name, value in record.headers.items():
        yield f"{name}: {_escaped(value)}".rstrip()
    for comment in record.comments:
        yield f"# {_one_line(comment)}"
    yield ""
    yield from _turn_lines(record.turns, 1, continuations=record.continuations)
    yield f"{RESULT}: {record.result} {_escaped(record.reason)}".rstrip()


def _turn_lines(
    turns: Sequence[RecordTurn], first: int, nested: int = 0, continuations: Variations = ()
) -> Iterator[str]:
    for number, turn in enumerate(turns, first):
        yield from _turn_and_comment(turn, number)
        for contest in turn.contests:
            yield from (f"{INSIDE} {line}" for line in _lines(contest) if line)
        if turn is turns[-1]:  # before its variations: otherwise they would go on in one of them
            yield from _variation_lines(continuations, nested, number + 1)
        yield from _variation_lines(turn.variations, nested, number)
    if not turns:
        yield from _variation_lines(continuations, nested, first)


def _variation_lines(variations: Variations, nested: int, number: int) -> Iterator[str]:
    """The lines of variations that begin with the turn of this number."""
    if variations:
        _check_variations(variations, nested, number)
    for variation in variations:
        yield from (_inside_variation(line) for line in _turn_lines(variation, number, nested + 1))


def _turn_and_comment(turn: RecordTurn, number: int) -> Iterator[str]:
    text = turn.text if turn.finished else f"{turn.text} {UNFINISHED}".strip()
    if inside := write_annotations(turn.mark, turn.evaluation, turn.left, turn.used):
        text = f"{text} [{inside}]"
    comments = [line for raw in turn.comment.splitlines() if (line := _one_line(raw))]
    yield f"{number}. {text}{f'  # {comments[0]}' if comments else ''}"
    yield from (f"# {comment}" for comment in comments[1:])


def _check_variations(variations: Variations, nested: int, number: int) -> None:
    if nested >= MOST_NESTED:
        raise RecordError(f"turn {number}: variations are nested more than {MOST_NESTED} times")
    if len(variations) > MOST_VARIATIONS:
        raise RecordError(f"turn {number}: {len(variations)} variations are more than {MOST_VARIATIONS}")


def _inside_variation(line: str) -> str:
    """`> 3. c2`, or `>> 3. c2` if the line is inside a variation already."""
    return f"{VARIATION}{line}" if line.startswith(VARIATION) else f"{VARIATION} {line}"


def _one_line(text: str) -> str:
    return " ".join(line.strip() for line in text.splitlines()).strip()


def _escaped(text: str) -> str:
    """In one line, with a backslash before each hash that does not begin a comment."""
    text = _one_line(text)
    return _HASH.sub(r"\1\1\\#", text) if "#" in text else text
