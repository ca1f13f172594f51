"""Records as JSON, one a line. Nothing is lost; a turn that is only a text is a string.

    {"format": 2, "headers": {"game": "gipf"}, "turns": ["e1-e3", {"text": "c2", "mark": "?"}], "result": "*"}

What is empty is left out. `evaluation` is an object, `contests` are records, `variations` lists of turns.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any, BinaryIO

from gipfel.notation import formats
from gipfel.notation.annotations import Evaluation
from gipfel.notation.collection import LARGEST_GAME, Game, GameProblem, Reader, Source
from gipfel.notation.errors import GipfelError, RecordError
from gipfel.notation.record_reader import (
    CONTEST,
    HEADER_NAME,
    INSIDE,
    MOST_LINES,
    MOST_NESTED,
    MOST_VARIATIONS,
    RESULT,
    RESULTS,
    UNFINISHED,
    VARIATION,
    checked_reason,
    header_name,
)
from gipfel.notation.record_types import Record, RecordTurn

MOST_CONTESTS_INSIDE = 4
"""How deep contests may be nested; a contest has none of its own today."""

Data = dict[str, Any]


# --- Writing ----------------------------------------------------------------------------------------


def record_data(record: Record) -> Data:
    """A record as data that JSON can hold."""
    data: Data = {"format": record.format, "headers": dict(record.headers)}
    if record.comments:
        data["comments"] = [*record.comments]
    data["turns"] = [turn_data(turn) for turn in record.turns]
    if record.continuations:
        data["continuations"] = lines_data(record.continuations)
    data["result"] = record.result
    if record.reason:
        data["reason"] = record.reason
    return data


def lines_data(lines: Iterable[Iterable[RecordTurn]]) -> list[list[str | Data]]:
    """Variations as data."""
    return [[turn_data(turn) for turn in turns] for turns in lines]


def turn_data(turn: RecordTurn) -> str | Data:
    """A turn as data: its text, if there is nothing else to say."""
    details = turn_details(turn)
    return {"text": turn.text, **details} if details else turn.text


def turn_details(turn: RecordTurn) -> Data:
    """Everything but the text of a turn, as data; empty if there is only the text."""
    data: Data = {} if turn.finished else {"finished": False}
    data |= {name: value for name in ("comment", "mark") if (value := getattr(turn, name))}
    data |= {name: value for name in ("left", "used") if (value := getattr(turn, name)) is not None}
    if turn.evaluation is not None:
        found = asdict(turn.evaluation)
        data["evaluation"] = {name: value for name, value in found.items() if value is not None}
    if turn.contests:
        data["contests"] = [record_data(contest) for contest in turn.contests]
    if turn.variations:
        data["variations"] = lines_data(turn.variations)
    return data


# --- Reading ----------------------------------------------------------------------------------------


def record_from_data(data: object, inside: int = 0) -> Record:
    """The record that such data describe. Raises RecordError."""
    names = {"format", "headers", "comments", "turns", "continuations", "result", "reason"}
    data = _object(data, "a game", names)
    headers = _texts_by_name(data.get("headers"))
    if not inside and "game" not in headers:
        raise RecordError("the headers do not say which game it is; add 'game'")
    if inside and next(iter(headers), "") != CONTEST:
        raise RecordError(f"the first header of a contest must be {CONTEST!r}")
    if inside > MOST_CONTESTS_INSIDE:
        raise RecordError(f"contests are nested more than {MOST_CONTESTS_INSIDE} times")
    number = data.get("format", formats.NEWEST)
    if type(number) is not int or number not in formats.READABLE:
        known = " and ".join(map(str, formats.READABLE))
        raise RecordError(f"the game has format {str(number)[:20]}, but this Gipfel reads only {known}")
    result = data.get("result", "*")
    if result not in RESULTS:
        raise RecordError(f"the result {str(result)[:40]!r} must be one of {', '.join(RESULTS)}")
    return Record(
        headers,
        _turns(data.get("turns", []), inside, 0),
        result,
        checked_reason(_text(data.get("reason", ""), "reason")),
        tuple(_comments(data.get("comments", []))),
        number,
        _continuations(data.get("continuations", []), inside),
    )


def _continuations(data: object, inside: int) -> tuple[tuple[RecordTurn, ...], ...]:
    found = _list(data, "continuations")
    if found and inside:
        raise RecordError("no variation goes on after a contest")
    if len(found) > MOST_VARIATIONS:
        raise RecordError(f"at most {MOST_VARIATIONS} variations go on after the last turn")
    return tuple(_turns(turns, inside, 1) for turns in found)


def turn_from_data(data: object, inside: int = 0, nested: int = 0) -> RecordTurn:
    """The turn that such data describe. Raises RecordError."""
    if isinstance(data, str):
        data = {"text": data}
    names = {*RecordTurn.__dataclass_fields__} - {"line"}
    data = _object(data, "a turn", names)
    text = _turn_text(data.get("text", ""))
    variations = _list(data.get("variations", []), "variations")
    if variations and nested >= MOST_NESTED:
        raise RecordError(f"variations are nested more than {MOST_NESTED} times")
    if len(variations) > MOST_VARIATIONS:
        raise RecordError(f"a turn has at most {MOST_VARIATIONS} variations")
    return RecordTurn(
        text,
        data.get("finished", True) is not False,
        "\n".join(_lines(_text(data.get("comment", ""), "comment"))),
        contests=tuple(
            record_from_data(contest, inside + 1) for contest in _list(data.get("contests", []), "contests")
        ),
        mark=_text(data.get("mark", ""), "mark"),
        evaluation=_evaluation(data.get("evaluation")),
        left=_whole_number(data.get("left"), "left"),
        used=_whole_number(data.get("used"), "used"),
        variations=tuple(_turns(turns, inside, nested + 1) for turns in variations),
    )


def _comments(data: object) -> Iterator[str]:
    for comment in _list(data, "comments"):
        yield from _lines(_text(comment, "comments"))


def _lines(text: str) -> list[str]:
    """The lines of a comment that are not empty."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def _turn_text(data: object) -> str:
    """A turn that a line of a record can hold."""
    text = " ".join(_text(data, "text").split())
    if not text:
        raise RecordError("a turn is empty")
    if "#" in text or text[0] in (INSIDE, VARIATION) or text.endswith(("]", UNFINISHED)):
        raise RecordError(f"the turn {text[:40]!r} has signs that no notation has")
    return text


def _turns(data: object, inside: int, nested: int) -> tuple[RecordTurn, ...]:
    found = _list(data, "turns")
    if len(found) > MOST_LINES:
        raise RecordError(f"the game has {len(found)} turns; no game needs more than {MOST_LINES}")
    return tuple(turn_from_data(turn, inside, nested) for turn in found)


def _evaluation(data: object) -> Evaluation | None:
    if data is None:
        return None
    data = _object(data, "an evaluation", {*Evaluation.__dataclass_fields__})
    chance = data.get("chance")
    if chance is not None and (isinstance(chance, bool) or not isinstance(chance, int | float)):
        raise RecordError(f"'chance' must be a number, not {str(chance)[:40]!r}")
    numbers = {name: _whole_number(data.get(name), name) for name in ("score", "wins_in", "depth")}
    return Evaluation(chance, **numbers)


def _object(data: object, what: str, names: set[str]) -> Data:
    if not isinstance(data, dict):
        raise RecordError(f"{what} must be an object, not {str(data)[:40]!r}")
    if unknown := {*data} - names:
        raise RecordError(f"{what} has no {min(unknown)[:40]!r}; it has {', '.join(sorted(names))}")
    return data


def _list(data: object, name: str) -> list[Any]:
    if not isinstance(data, list):
        raise RecordError(f"{name!r} must be a list, not {str(data)[:40]!r}")
    return data


def _text(data: object, name: str) -> str:
    if not isinstance(data, str):
        raise RecordError(f"{name!r} must be a text, not {str(data)[:40]!r}")
    return data


def _texts_by_name(data: object) -> dict[str, str]:
    if not isinstance(data, dict) or not all(isinstance(value, str) for value in data.values()):
        raise RecordError("'headers' must be an object with texts")
    strange = [name for name in data if not HEADER_NAME.fullmatch(name) or header_name(name) == RESULT]
    if strange:
        raise RecordError(
            f"the header {strange[0][:40]!r} must have a name of letters, digits, blanks and _ . -"
        )
    return {header_name(name): " ".join(value.splitlines()).strip() for name, value in data.items()}


def _whole_number(data: object, name: str) -> int | None:
    if data is None or type(data) is int:
        return data
    raise RecordError(f"{name!r} must be a whole number, not {str(data)[:40]!r}")


# --- Files ------------------------------------------------------------------------------------------


def detect(name: str, head: bytes) -> bool:
    """Does a file begin with a JSON object that has headers?"""
    first = head.lstrip().partition(b"\n")[0]
    return first.startswith(b"{") and b'"headers"' in first and b'"turns"' in head


def read(source: Source) -> Iterator[Game]:
    """The games of a file, one a line; empty lines are skipped."""
    number = line = 0
    while text := source.stream.readline(LARGEST_GAME + 1):
        line += 1
        is_whole = len(text) <= LARGEST_GAME
        while not is_whole and not text.endswith(b"\n") and text:
            text = source.stream.readline(LARGEST_GAME)
        if is_whole and not text.strip():
            continue
        number += 1
        place = source.place(number, line)
        try:
            yield place, _record_in(text, is_whole)
        except GipfelError as error:
            yield place, GameProblem(place, str(error))


def _record_in(text: bytes, is_whole: bool) -> Record:
    if not is_whole:
        raise RecordError(f"the game has more than {LARGEST_GAME // 1_000_000} MB")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError("the line is not JSON; it is cut off or damaged") from error
    if b"\\u" in text and not _is_unicode(data):
        raise RecordError("the line has half a character (a lone surrogate)")
    return record_from_data(data)


def _is_unicode(data: object) -> bool:
    """Can the texts of data be written as UTF-8? JSON can hold halves of characters."""
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def write(stream: BinaryIO, records: Iterable[Record]) -> int:
    """Write records, one a line; the number of records."""
    number = 0
    for record in records:
        stream.write(
            json.dumps(record_data(record), ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        )
        number += 1
    return number


READER = Reader("JSON lines", detect, read)
