"""All tables to one file and back, from any database to any other."""

import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from tempfile import TemporaryFile
from typing import IO, Any, BinaryIO

from sqlalchemy import Connection, insert, select
from sqlalchemy import Table as SqlTable
from sqlalchemy.exc import IntegrityError

from gipfel.notation.errors import GipfelError
from gipfel.table.storage.backup_file import BackupReader, BackupWriter, Kept
from gipfel.table.storage.rows import (
    BrokenTable,
    moment,
    plain_beginning,
    read_beginning,
    summary_columns,
    with_zone,
)
from gipfel.table.storage.schema import HAPPENINGS, KEYS, SUMMARIES, TABLES
from gipfel.table.storage.store import Store, begun, happened_since

Note = Callable[[int, int], None]
"""Hears how many tables are done, and of how many."""

AT_ONCE = 100
"""So many tables are written with one order."""
NAMED = 3
"""So many tables are named in a message."""


class CannotImport(GipfelError):
    """The tables of a file do not fit to those that are there."""


def _nobody(_done: int, _total: int) -> None:
    """Nobody wants to know how far it is."""


# --- Writing a file --------------------------------------------------------------------------------------


@dataclass(slots=True)
class Exported:
    """What came of writing a file."""

    tables: int = 0
    broken: dict[str, str] = field(default_factory=dict)
    """What is wrong with tables that are not in the file."""


def export_tables(store: Store, file: BinaryIO, note: Note = _nobody) -> Exported:
    """Write all tables as they are at one moment; those that cannot be played through are left out.

    Raises DatabaseProblem.
    """
    done = Exported()
    with store.snapshot() as connection:
        ids = [*connection.scalars(select(TABLES.c.id).order_by(TABLES.c.created, TABLES.c.id))]
        writer = BackupWriter(file, len(ids))
        for number, table_id in enumerate(ids):
            note(number, len(ids))
            try:
                table = _kept(connection, table_id)
                table.play()
            except BrokenTable as problem:
                done.broken[table_id] = str(problem)
            else:
                writer.add(table)
                done.tables += 1
        writer.end(done.tables)
    note(len(ids), len(ids))
    return done


def _kept(connection: Connection, table_id: str) -> Kept:
    """Everything that is kept of a table. Raises BrokenTable."""
    row = begun(connection, table_id)
    assert row is not None  # nobody can remove it from what is seen here
    try:
        own = plain_beginning(read_beginning(row._mapping))
    except GipfelError as error:
        raise BrokenTable(f"table {table_id} cannot be set up: {error}") from error
    keys = connection.execute(select(KEYS.c.side, KEYS.c.hash).where(KEYS.c.table == table_id)).all()
    happened = happened_since(connection, table_id, 0)
    return Kept(table_id, with_zone(row.created), own, happened, sorted((key.side, key.hash) for key in keys))


# --- Reading a file --------------------------------------------------------------------------------------


@dataclass(slots=True)
class Imported:
    """What came of reading a file."""

    tables: int = 0
    there: int = 0
    """So many were there already, and the same."""


Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Rows:
    """A table as it is written."""

    own: Row
    happened: Sequence[Row]
    keys: Sequence[Row]
    summary: Row


def import_tables(
    store: Store, lines: Callable[[], bytes], check: Note = _nobody, write: Note = _nobody
) -> Imported:
    """Read a file, check everything in it, and only then write it, altogether or not at all.

    Raises BadBackup, CannotImport or DatabaseProblem.
    """
    reader = BackupReader(lines)
    with TemporaryFile() as checked:
        done = _check(store, reader, checked, check)
        checked.seek(0)
        try:
            with store.writing() as connection:
                _write(connection, checked, done.tables, write)
        except IntegrityError as error:
            raise CannotImport("somebody else is importing the same tables; try again") from error
    return done


def _check(store: Store, reader: BackupReader, checked: IO[bytes], note: Note) -> Imported:
    """Play every table through; those that are to be written are put aside."""
    done, different = Imported(), list[str]()
    with store.snapshot() as connection:
        known = {*connection.scalars(select(TABLES.c.id))}
    for number, table in enumerate(reader):
        note(number, reader.tables)
        try:
            rows = _rows(table)
        except BrokenTable as problem:
            reader.fail(problem)
        if table.id not in known:
            pickle.dump(rows, checked)
            done.tables += 1
        elif difference := _difference(store, table):
            different.append(f"table {table.id} {difference}")
        else:
            done.there += 1
    note(reader.tables, reader.tables)
    if different:
        raise CannotImport(_refusal(different))
    return done


def _rows(table: Kept) -> Rows:
    """What is to be written of a table. Raises BrokenTable."""
    played = table.play()
    happened = [
        {"table": table.id, "number": number, "at": moment(at), "what": text}
        for number, (text, at) in enumerate(table.happened)
    ]
    return Rows(
        {"id": table.id, "created": table.created, **table.own},
        happened,
        [{"table": table.id, "side": side, "hash": key_hash} for side, key_hash in table.keys],
        {"table": table.id, **summary_columns(played, table.changed)},
    )


def _difference(store: Store, table: Kept) -> str:
    """How a table that is there is not the one of the file; empty if it is the same."""
    with store.snapshot() as connection:
        try:
            here = _kept(connection, table.id)
        except BrokenTable:
            return "is broken here"
    if here.own != table.own:
        return "began otherwise"
    if len(here.happened) != len(table.happened):
        return f"has {len(here.happened)} happenings here and {len(table.happened)} in the file"
    if [*here.happened] != [*table.happened]:
        return "went on otherwise"
    return "" if here.keys == table.keys else "has other keys"


def _refusal(different: Sequence[str]) -> str:
    more = len(different) - NAMED
    named = "; ".join(different[:NAMED]) + (f"; and {more} more" if more > 0 else "")
    return (
        f"nothing was imported, because tables of the file are here already and differ: {named}. "
        "Import the file into an empty database, or remove these tables first"
    )


def _write(connection: Connection, checked: IO[bytes], tables: int, note: Note) -> None:
    for begin in range(0, tables, AT_ONCE):
        note(begin, tables)
        some = [*_taken(checked, min(AT_ONCE, tables - begin))]
        _insert(connection, TABLES, [one.own for one in some])
        _insert(connection, HAPPENINGS, [row for one in some for row in one.happened])
        _insert(connection, KEYS, [row for one in some for row in one.keys])
        _insert(connection, SUMMARIES, [one.summary for one in some])
    note(tables, tables)


def _insert(connection: Connection, where: SqlTable, rows: Sequence[Row]) -> None:
    if rows:
        connection.execute(insert(where), rows)


def _taken(checked: IO[bytes], number: int) -> Iterator[Rows]:
    for _ in range(number):
        rows: Rows = pickle.load(checked)  # from a file that this process has just written
        yield rows
