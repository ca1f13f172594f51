"""Records in Parquet and Arrow files, one row a game, through pyarrow (`pip install 'gipfel[arrow]'`).

| column | type | content |
|---|---|---|
| game, version | string | as in the headers |
| white, black, date | string | as in the headers; null if the record does not say |
| result | string | `1-0`, `0-1`, `1/2-1/2` or `*` |
| reason | string | |
| length | int32 | the number of turns |
| turns | list of strings | the turns in notation |
| headers | map of strings | all headers |
| comments | list of strings | comment lines before the first turn |
| details | map from int32 to string | what else a turn has, by its number: JSON as in `json_lines.py` |
| format | int16 | the number of the record's format |

`headers`, `turns`, `details`, `comments`, `result`, `reason` and `format` hold the whole record; the others
are for queries, and are not read back.
"""

import json
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any, BinaryIO

from gipfel.notation.collection import LARGEST_GAME, Game, GameProblem, Reader, Source
from gipfel.notation.errors import GipfelError, RecordError
from gipfel.notation.json_lines import lines_data, record_from_data, turn_details
from gipfel.notation.record_types import Record

PARQUET, ARROW = b"PAR1", b"ARROW1"
"""How the files begin."""
ROWS = 250
"""How many games are converted together."""
COPIED = ("game", "version", "white", "black", "date")
"""Headers with a column of their own."""
NEEDED = ("headers", "turns", "result")


class MissingArrow(GipfelError):
    """The package pyarrow is not installed; the message says how to install it."""


def _pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.ipc
        import pyarrow.parquet
    except ModuleNotFoundError as error:
        raise MissingArrow(
            "Parquet and Arrow files need the package pyarrow; run: pip install 'gipfel[arrow]'"
        ) from error
    return pyarrow


def schema() -> Any:
    """The schema of the tables. Raises MissingArrow."""
    arrow = _pyarrow()
    text, texts = arrow.string(), arrow.list_(arrow.string())
    return arrow.schema(
        [
            *((name, text) for name in COPIED),
            ("result", text),
            ("reason", text),
            ("length", arrow.int32()),
            ("turns", texts),
            ("headers", arrow.map_(text, text)),
            ("comments", texts),
            ("details", arrow.map_(arrow.int32(), text)),
            ("format", arrow.int16()),
            ("continuations", text),
        ],
        metadata={"gipfel": "records 1"},
    )


# --- Writing ----------------------------------------------------------------------------------------


def write_parquet(stream: BinaryIO, records: Iterable[Record]) -> int:
    """Write a Parquet file; the number of records. Raises MissingArrow."""
    arrow = _pyarrow()
    with arrow.parquet.ParquetWriter(stream, schema(), compression="zstd") as writer:
        return _write(writer, records)


def write_arrow(stream: BinaryIO, records: Iterable[Record]) -> int:
    """Write an Arrow file (IPC, also known as Feather 2); the number of records. Raises MissingArrow."""
    arrow = _pyarrow()
    with arrow.ipc.new_file(stream, schema()) as writer:
        return _write(writer, records)


def _write(writer: Any, records: Iterable[Record]) -> int:
    arrow, kind, number = _pyarrow(), schema(), 0
    iterator = iter(records)
    while rows := [_row(record) for record in islice(iterator, ROWS)]:
        writer.write_batch(arrow.RecordBatch.from_pylist(rows, schema=kind))
        number += len(rows)
    return number


def _row(record: Record) -> dict[str, Any]:
    details = {number: turn_details(turn) for number, turn in enumerate(record.turns, 1)}
    return {
        **{name: record.headers.get(name) for name in COPIED},
        "result": record.result,
        "reason": record.reason,
        "length": len(record.turns),
        "turns": [turn.text for turn in record.turns],
        "headers": [*record.headers.items()],
        "comments": [*record.comments],
        "details": [
            (number, json.dumps(found, ensure_ascii=False)) for number, found in details.items() if found
        ],
        "format": record.format,
        "continuations": json.dumps(lines_data(record.continuations), ensure_ascii=False)
        if record.continuations
        else None,
    }


# --- Reading ----------------------------------------------------------------------------------------


def read(source: Source) -> Iterator[Game]:
    """The games of a Parquet or Arrow file, some rows at a time. Raises MissingArrow."""
    arrow = _pyarrow()
    number = 0
    try:
        for batch in _batches(source):
            batch.validate(full=True)  # a damaged file would otherwise end the process
            for row in batch.to_pylist():
                number += 1
                place = source.place(number)
                try:
                    yield place, _record(row)
                except GipfelError as error:
                    yield place, GameProblem(place, str(error))
    except GipfelError:
        raise
    except (arrow.ArrowException, ValueError) as error:
        place = source.place(number + 1)
        reason = " ".join(str(error).split())[:200]
        yield place, GameProblem(place, f"the file is cut off, damaged, or no table of games ({reason})")


def _batches(source: Source) -> Iterator[Any]:
    arrow = _pyarrow()
    if source.path is None or source.stream is not source.file:
        raise RecordError(f"{source.name}: a Parquet or Arrow file is read from a file, not from a stream")
    if source.head.startswith(PARQUET):
        with arrow.parquet.ParquetFile(source.path) as file:
            _check_columns(file.schema_arrow.names)
            yield from file.iter_batches(batch_size=ROWS)
        return
    with arrow.memory_map(str(source.path)) as memory, arrow.ipc.open_file(memory) as file:
        _check_columns(file.schema.names)
        for number in range(file.num_record_batches):
            batch = file.get_batch(number)
            yield from (batch.slice(first, ROWS) for first in range(0, batch.num_rows, ROWS))


def _check_columns(names: list[str]) -> None:
    if missing := [name for name in NEEDED if name not in names]:
        raise RecordError(f"the table is no collection of games; it has no column {missing[0]!r}")


def _record(row: dict[str, Any]) -> Record:
    turns: list[Any] = row["turns"]
    if not isinstance(turns, list):
        raise RecordError("the column 'turns' must have lists of texts")
    texts = chain(turns, row.get("comments") or (), *(row["headers"] or ()), *(row.get("details") or ()))
    if sum(len(str(text)) for text in texts) > LARGEST_GAME:
        raise RecordError(f"the game has more than {LARGEST_GAME // 1_000_000} MB")
    turns = [*turns]
    for number, details in row.get("details") or ():
        if not 1 <= number <= len(turns):
            raise RecordError(f"there are details of turn {number}, but the game has {len(turns)} turns")
        turns[number - 1] = {"text": turns[number - 1], **_object(details, number)}
    data = {
        "headers": {name: value for name, value in row["headers"] or () if value is not None},
        "turns": turns,
        "comments": row.get("comments") or [],
        "result": row["result"] or "*",
        "reason": row.get("reason") or "",
        "continuations": _lines_after_the_end(row.get("continuations")),
    }
    return record_from_data(data if row.get("format") is None else {**data, "format": row["format"]})


def _lines_after_the_end(text: str | None) -> Any:
    if not text:
        return []
    if not isinstance(text, str) or len(text) > LARGEST_GAME:
        raise RecordError(f"continuations must be a text of at most {LARGEST_GAME // 1_000_000} MB")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError("the continuations are not JSON") from error


def _object(text: str, number: int) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"the details of turn {number} are not JSON") from error
    if not isinstance(found, dict):
        raise RecordError(f"the details of turn {number} are no JSON object")
    return found


PARQUET_READER = Reader("Parquet", lambda _, head: head.startswith(PARQUET), read)
ARROW_READER = Reader("Arrow", lambda _, head: head.startswith(ARROW), read)
