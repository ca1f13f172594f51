"""Writes the events of many tables, and what they change in summaries, with few statements.

The statements go to the driver as they are: SQLAlchemy would take longer to prepare the values of a row than
the database takes to write it.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Connection
from sqlalchemy import Table as SqlTable
from sqlalchemy.dialects.postgresql.base import PGDialect
from sqlalchemy.dialects.sqlite.base import SQLiteDialect

from gipfel.table.storage.change_notices import CHANNEL
from gipfel.table.storage.schema import EVENTS, SUMMARIES

Row = Mapping[str, Any]
Columns = tuple[str, ...]

EVENT_COLUMNS: Columns = tuple(EVENTS.c.keys())

_SQLITE, _POSTGRESQL = SQLiteDialect(), PGDialect()  # type: ignore[no-untyped-call]


def write_events(connection: Connection, events: Sequence[Row], summaries: Sequence[Row]) -> None:
    """Write rows of events to SQLite, and columns of summaries; their tables are in the column `table`."""
    if events:
        connection.exec_driver_sql(_insert(), _tuples(EVENTS, EVENT_COLUMNS, events))
    for columns, rows in _by_columns(summaries):
        # The table, which is the first column, comes last in the statement.
        order = (*columns[1:], columns[0])
        connection.exec_driver_sql(_update(order), _tuples(SUMMARIES, order, rows))


def write_events_and_notify(
    connection: Connection, events: Sequence[Row], summaries: Sequence[Row], notices: Sequence[str]
) -> None:
    """Do the same in PostgreSQL, and notify listeners with the commit: one statement, one round trip.

    The rows are sent as JSON, which takes less time than to send each value.
    """
    groups = _by_columns(summaries)
    statement = _statement(tuple(columns for columns, _ in groups))
    values = (_json(events), *(_json(rows) for _, rows in groups), _json(notices))
    connection.exec_driver_sql(statement, values)


def _by_columns(summaries: Sequence[Row]) -> list[tuple[Columns, list[Row]]]:
    """Rows with the same columns together."""
    groups: dict[Columns, list[Row]] = {}
    for row in summaries:
        groups.setdefault(tuple(row), []).append(row)
    return sorted(groups.items())


# --- SQLite ----------------------------------------------------------------------------------------------


@cache
def _insert() -> str:
    return f"insert into {EVENTS.name} ({_names(EVENT_COLUMNS)}) values ({_marks(EVENT_COLUMNS)})"


@cache
def _update(order: Columns) -> str:
    """The statement that updates these columns; the last one is the table."""
    changes = ", ".join(f'"{name}" = ?' for name in order[:-1])
    return f'update {SUMMARIES.name} set {changes} where "{order[-1]}" = ?'


def _names(columns: Columns) -> str:
    return ", ".join(f'"{name}"' for name in columns)


def _marks(columns: Columns) -> str:
    return ", ".join("?" for _ in columns)


def _tuples(table: SqlTable, order: Columns, rows: Sequence[Row]) -> list[tuple[Any, ...]]:
    """The values of rows, as the database stores them."""
    writers = _writers(table, order)
    return [
        tuple([row[name] if write is None else write(row[name]) for name, write in writers]) for row in rows
    ]


@cache
def _writers(table: SqlTable, order: Columns) -> list[tuple[str, Callable[[Any], Any] | None]]:
    """Columns, with what turns a value into what SQLite stores; None if that is the same."""
    types = [table.c[name].type.dialect_impl(_SQLITE) for name in order]
    return [(name, kind.bind_processor(_SQLITE)) for name, kind in zip(order, types, strict=True)]


# --- PostgreSQL ------------------------------------------------------------------------------------------


@cache
def _statement(groups: tuple[Columns, ...]) -> str:
    """One statement for everything: several would need more round trips.

    Each part waits for the one before it: of two processes that write to the same tables, the second one
    waits at the first event, and not while it holds the summary of another table.
    """
    parts = [
        f"added as (insert into {EVENTS.name} ({_names(EVENT_COLUMNS)}) select {_names(EVENT_COLUMNS)}"
        f" from {_records(EVENTS, EVENT_COLUMNS)} returning 1)"
    ]
    for number, columns in enumerate(groups):
        changes = ", ".join(f'"{name}" = new."{name}"' for name in columns[1:])
        parts.append(
            f"updated_{number} as (update {SUMMARIES.name} set {changes} from {_records(SUMMARIES, columns)}"
            f' where {SUMMARIES.name}."{columns[0]}" = new."{columns[0]}"'
            " and (select count(*) from added) >= 0)"
        )
    notify = f"select pg_notify('{CHANNEL}', notice) from json_array_elements_text(%s::json) as notice"
    return f"with {', '.join(parts)} {notify}"


def _records(table: SqlTable, columns: Columns) -> str:
    """The rows that a parameter contains."""
    types = ", ".join(f'"{name}" {table.c[name].type.compile(_POSTGRESQL)}' for name in columns)
    return f"json_to_recordset(%s::json) as new({types})"


def _json(rows: object) -> str:
    return json.dumps(rows, default=datetime.isoformat)
