"""Exports all tables to one file and imports them, from any database to any other."""

import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from tempfile import TemporaryFile
from typing import IO, Any, BinaryIO

from sqlalchemy import Connection, insert, select
from sqlalchemy import Table as SqlTable
from sqlalchemy.exc import IntegrityError

from gipfel.notation.errors import GipfelError
from gipfel.table.storage.backup_file import BackupReader, BackupWriter, StoredTable
from gipfel.table.storage.rows import (
    BrokenTable,
    read_setup,
    setup_columns,
    summary_columns,
    to_datetime,
    with_zone,
)
from gipfel.table.storage.schema import EVENTS, KEYS, SUMMARIES, TABLES
from gipfel.table.storage.store import Store, stored_events, table_row
from gipfel.table.storage.tournament_backup import Content, stored_tournaments, write_tournament
from gipfel.table.table import Table

Report = Callable[[int, int], None]
"""Is called with the number of tables that are done and the number of all tables."""

BATCH = 100
"""The number of tables written with one statement."""
NAMED = 3
"""The number of tables named in a message."""


class CannotImport(GipfelError):
    """The tables of a file contradict those in the database."""


def _no_report(_done: int, _total: int) -> None:
    """For callers that show no progress."""


# --- Writing a file --------------------------------------------------------------------------------------


@dataclass(slots=True)
class Exported:
    """The result of an export."""

    tables: int = 0
    tournaments: int = 0
    broken: dict[str, str] = field(default_factory=dict)
    """What is wrong with the tables that were left out."""


def export_tables(store: Store, file: BinaryIO, report: Report = _no_report) -> Exported:
    """Write all tables as they are at one moment; those that cannot be replayed are left out.

    Raises DatabaseProblem.
    """
    done = Exported()
    with store.snapshot() as connection:
        ids = [*connection.scalars(select(TABLES.c.id).order_by(TABLES.c.created, TABLES.c.id))]
        writer = BackupWriter(file, len(ids))
        for number, table_id in enumerate(ids):
            report(number, len(ids))
            try:
                table = _stored_table(connection, table_id)
                table.play()
            except BrokenTable as problem:
                done.broken[table_id] = str(problem)
            else:
                writer.add(table)
                done.tables += 1
        tournaments, broken = stored_tournaments(connection)
        done.broken |= broken
        for tournament in tournaments:
            writer.add_tournament(tournament)
            done.tournaments += 1
        writer.end(done.tables)
    report(len(ids), len(ids))
    return done


def _stored_table(connection: Connection, table_id: str) -> StoredTable:
    """Everything that is stored of a table. Raises BrokenTable."""
    row = table_row(connection, table_id)
    assert row is not None  # the snapshot contains it, even if somebody deletes it now
    try:
        setup = setup_columns(read_setup(row._mapping))
    except GipfelError as error:
        raise BrokenTable(f"table {table_id} cannot be set up: {error}") from error
    keys = connection.execute(select(KEYS.c.side, KEYS.c.hash).where(KEYS.c.table == table_id)).all()
    sorted_keys = sorted((key.side, key.hash) for key in keys)
    events = stored_events(connection, table_id, 0)
    return StoredTable(table_id, with_zone(row.created), setup, events, sorted_keys)


# --- Reading a file --------------------------------------------------------------------------------------


@dataclass(slots=True)
class Imported:
    """The result of an import."""

    tables: int = 0
    unchanged: int = 0
    """The number of tables that were in the database already."""
    tournaments: int = 0
    """The number of new tournaments."""


Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of one table."""

    setup: Row
    events: Sequence[Row]
    keys: Sequence[Row]
    summary: Row


def import_tables(
    store: Store,
    lines: Callable[[], bytes],
    check: Report = _no_report,
    write: Report = _no_report,
    commands: bool = False,
) -> Imported:
    """Read a file, check everything in it, and only then write all of it or nothing.

    Without `commands`, seats may not name programs: a local server would start them.
    Raises BadBackup, CannotImport or DatabaseProblem.
    """
    reader = BackupReader(lines)
    with TemporaryFile() as checked:
        done = _check(store, reader, checked, check, commands)
        checked.seek(0)
        try:
            with store.writing() as connection:
                _write(connection, checked, done.tables, write)
                done.tournaments = _write_tournaments(connection, reader.tournaments)
        except IntegrityError as error:
            raise CannotImport("somebody else is importing the same tables; try again") from error
    return done


def _check(
    store: Store, reader: BackupReader, checked: IO[bytes], report: Report, commands: bool
) -> Imported:
    """Replay every table; the rows of new ones go to the file `checked`."""
    done, different, with_commands = Imported(), list[str](), list[str]()
    with store.snapshot() as connection:
        known = {*connection.scalars(select(TABLES.c.id))}
    for number, table in enumerate(reader):
        report(number, reader.tables)
        try:
            played = table.play()
        except BrokenTable as problem:
            reader.fail(problem)
        rows = _rows(table, played)
        if not commands and (command := _command_in(played)):
            with_commands.append(f"table {table.id} ({command})")
        if table.id not in known:
            pickle.dump(rows, checked)
            done.tables += 1
        elif difference := _difference(store, table):
            different.append(f"table {table.id} {difference}")
        else:
            done.unchanged += 1
    report(reader.tables, reader.tables)
    if with_commands:
        raise CannotImport(
            f"nothing was imported, because seats are programs that a server would start: "
            f"{_named(with_commands)}. If you trust the file, import it with --with-commands"
        )
    if different:
        raise CannotImport(
            f"nothing was imported, because tables of the file are here already and differ: "
            f"{_named(different)}. Import the file into an empty database, or remove these tables first"
        )
    return done


def _write_tournaments(connection: Connection, tournaments: Sequence[Content]) -> int:
    """Write the tournaments that are new; how many there are. Raises CannotImport if one is different."""
    found, broken = stored_tournaments(connection)
    here = {known["id"]: known for known in found} | dict.fromkeys(broken)
    different = [one["id"] for one in tournaments if one["id"] in here and here[one["id"]] != one]
    if different:
        named = _named([f"tournament {tournament}" for tournament in different])
        raise CannotImport(
            f"nothing was imported, because tournaments of the file are here already and differ: {named}. "
            "Import the file into an empty database, or delete these tournaments first"
        )
    new = [one for one in tournaments if one["id"] not in here]
    for one in new:
        write_tournament(connection, one)
    return len(new)


def _command_in(table: Table) -> str:
    """The command of a seat that is, or was at the start, a program; empty if there is none."""
    seats = [*table.setup.seats.values(), *table.seats.values()]
    return next((seat.player for seat in seats if seat.program), "")


def _rows(table: StoredTable, played: Table) -> Rows:
    """The rows of a table, which was played through."""
    events = [
        {"table": table.id, "number": number, "at": to_datetime(at), "what": text}
        for number, (text, at) in enumerate(table.events)
    ]
    return Rows(
        {"id": table.id, "created": table.created, **table.setup},
        events,
        [{"table": table.id, "side": side, "hash": key_hash} for side, key_hash in table.keys],
        {"table": table.id, **summary_columns(played, table.changed)},
    )


def _difference(store: Store, table: StoredTable) -> str:
    """How the table in the database differs from the one in the file; empty if it does not."""
    with store.snapshot() as connection:
        try:
            here = _stored_table(connection, table.id)
        except BrokenTable:
            return "is broken in the database"
    if here.setup != table.setup:
        return "has a different setup"
    if len(here.events) != len(table.events):
        return f"has {len(here.events)} events here and {len(table.events)} in the file"
    if [*here.events] != [*table.events]:
        return "has different events"
    return "" if here.keys == table.keys else "has different keys"


def _named(tables: Sequence[str]) -> str:
    """Some tables, and how many more there are."""
    more = len(tables) - NAMED
    return "; ".join(tables[:NAMED]) + (f"; and {more} more" if more > 0 else "")


def _write(connection: Connection, checked: IO[bytes], tables: int, report: Report) -> None:
    for begin in range(0, tables, BATCH):
        report(begin, tables)
        some = [*_taken(checked, min(BATCH, tables - begin))]
        _insert(connection, TABLES, [one.setup for one in some])
        _insert(connection, EVENTS, [row for one in some for row in one.events])
        _insert(connection, KEYS, [row for one in some for row in one.keys])
        _insert(connection, SUMMARIES, [one.summary for one in some])
    report(tables, tables)


def _insert(connection: Connection, where: SqlTable, rows: Sequence[Row]) -> None:
    if rows:
        connection.execute(insert(where), rows)


def _taken(checked: IO[bytes], number: int) -> Iterator[Rows]:
    for _ in range(number):
        rows: Rows = pickle.load(checked)  # from a file that this process has just written
        yield rows
