"""Stores tables: one row for each table and each event, the keys of seats, and a summary for lists.

An event is committed before anybody is told about it. Of two writers that add an event with the same number
the second one gets a WriteConflict, reads what is new and tries again. Processes that share a PostgreSQL
database notify each other of each change with its commit.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from secrets import token_bytes, token_urlsafe
from threading import Lock
from time import monotonic
from typing import Any, Protocol

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    and_,
    bindparam,
    delete,
    extract,
    false,
    func,
    insert,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.engine import URL
from sqlalchemy.exc import IntegrityError

from gipfel.games.core.side import Side
from gipfel.notation.errors import GipfelError
from gipfel.table.clock import Now, real_now
from gipfel.table.events import Decided, Event
from gipfel.table.matches import GameResult, shown_score
from gipfel.table.seats import PERSON, read_side, side_word
from gipfel.table.setup import TableSetup
from gipfel.table.storage import change_notices
from gipfel.table.storage.change_notices import KEYS_CHANGED, REMOVED, TableNews, event_notices, send_notice
from gipfel.table.storage.database import (
    BUSY_TIMEOUT_MS,
    UNAVAILABLE,
    DatabaseAway,
    MalformedDatabase,
    check_sqlite,
    database_errors,
    default_url,
    first_line,
    open_autocommit,
    open_engine,
    sqlite_url,
)
from gipfel.table.storage.event_writer import write_events, write_events_and_notify
from gipfel.table.storage.migrations import DatabaseProblem, migrate
from gipfel.table.storage.rows import (
    BrokenTable,
    StoredEvents,
    Summary,
    apply_all,
    decided_columns,
    event_rows,
    read_result,
    read_summaries,
    replay,
    setup_columns,
    summary_columns,
    to_milliseconds,
)
from gipfel.table.storage.schema import EVENTS, HEALTH, KEYS, SUBSCRIPTIONS, SUMMARIES, TABLES
from gipfel.table.table import Table

__all__ = [
    "Addition",
    "BrokenTable",
    "DatabaseAway",
    "DatabaseProblem",
    "KeyGone",
    "Store",
    "Summary",
    "UnknownTable",
    "UsedKey",
    "WriteConflict",
    "default_url",
    "sqlite_url",
]

ID_BYTES = 9
"""72 random bits: nobody guesses the id of a table."""
ID = re.compile(r"[A-Za-z0-9_-]{1,40}", re.ASCII)
"""What an id may look like. The database is asked for nothing else: PostgreSQL fails on some characters."""
A_PAGE = 200
"""The most tables in one page of a list."""
FIRST_TURN = 2
"""The most decisions of the first turn of a game that an engine begins."""
CHECK_EVERY = 60.0
"""Seconds after which a SQLite file is checked again, if somebody asks for the health of a server."""
LONGEST_CHECK = 1.0
"""Seconds; a file that takes longer is checked only once."""

Keys = dict[str, frozenset[Side]]
"""Hashes of keys, and the sides whose seats they open."""


class UnknownTable(GipfelError):
    """There is no such table."""


class WriteConflict(Exception):
    """Another process has added something to the table since it was read."""


class KeyGone(Exception):
    """A seat does not have this key any more: it was used, or there is a newer one."""


@dataclass(frozen=True, slots=True)
class UsedKey:
    """A key with which a visitor takes a seat; it is used up then."""

    side: Side
    hash: str
    visitor: str

    def used_in(self, keys: Mapping[str, frozenset[Side]]) -> Keys:
        """The keys of the table after that."""
        left = {key: sides - {self.side} if key == self.hash else sides for key, sides in keys.items()}
        left[self.visitor] = left.get(self.visitor, frozenset()) | {self.side}
        return {key: sides for key, sides in left.items() if sides}


@dataclass(frozen=True, slots=True)
class Addition:
    """New events of a table."""

    id: str
    number: int
    """The number of the first event."""
    events: Sequence[Event]
    table: Table
    """The table after these events."""
    at: int
    tried: bool = False
    """An earlier attempt has failed, and its commit may have succeeded all the same."""
    key: UsedKey | None = None
    """A key that is used with these events; then there may be none."""

    def rows(self) -> list[dict[str, Any]]:
        return event_rows(self.id, self.number, self.events, self.at)

    def summary(self) -> dict[str, Any]:
        decided = all(isinstance(event, Decided) for event in self.events)
        return (decided_columns if decided else summary_columns)(self.table, self.at)


class NewEvents(Protocol):
    """New events of a table, and what they change in its summary."""

    @property
    def id(self) -> str: ...

    @property
    def number(self) -> int:
        """The number of the first event."""

    @property
    def events(self) -> Sequence[Event]: ...

    @property
    def at(self) -> int:
        """The instant of the events."""

    @property
    def tried(self) -> bool:
        """Has an earlier attempt failed?"""

    def rows(self) -> list[dict[str, Any]]:
        """The rows of the events."""

    def summary(self) -> dict[str, Any]:
        """The columns of the summary."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table that is about to be stored, with everything that will be written."""

    id: str
    table: Table
    row: Mapping[str, Any]
    events: Sequence[Mapping[str, Any]]
    keys: Sequence[Mapping[str, Any]]
    summary: Mapping[str, Any]

    @classmethod
    def of(
        cls, setup: TableSetup, events: Sequence[Event], keys: Sequence[tuple[Side, str]], at: int
    ) -> "NewTable":
        """A table after events that have happened already; playing through them may take a while.

        Raises GipfelError.
        """
        table = Table(setup)
        for event in events:
            table.apply(event, at)
        table_id = token_urlsafe(ID_BYTES)
        return cls(
            table_id,
            table,
            {"id": table_id, "created": datetime.now(UTC), **setup_columns(setup)},
            event_rows(table_id, 0, events, at),
            [_key(table_id, *key) for key in dict.fromkeys(keys)],
            {"table": table_id, **summary_columns(table, at)},
        )


class Store:
    """The database. Its methods block; a server calls them in threads."""

    def __init__(
        self, url: str | URL | None = None, check: bool = False, busy_timeout_ms: int = BUSY_TIMEOUT_MS
    ) -> None:
        """Open a database and bring its schema up to date; `check`: first check a whole SQLite file.

        `busy_timeout_ms`: how long SQLite waits for other writers. Raises DatabaseProblem.
        """
        self.engine = open_engine(default_url() if url is None or url == "" else url, busy_timeout_ms)
        self.concurrent = self.engine.dialect.name != "sqlite"
        """Can several threads write at the same time?"""
        self.process = token_urlsafe(ID_BYTES)
        """Tells this process's notices from those of others."""
        self._autocommit = open_autocommit(self.engine.url) if self.concurrent else self.engine
        self._file_lock, self._row_lock = Lock(), Lock()
        self._next_check = 0.0
        self._malformed: MalformedDatabase | None = None
        if check:
            self._check_file(opening=True)
        with database_errors(self.engine.url, opening=True):
            migrate(self.engine)

    @property
    def listening_url(self) -> str | None:
        """The database that sends notices of other processes; None if it sends none."""
        if not self.concurrent:
            return None
        return self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)

    @cached_property
    def notice_secret(self) -> bytes:
        """Signs notices with events; only PostgreSQL sends them.

        If it can be neither read nor written now, no process believes the notices of another one.
        """
        if not self.concurrent:
            return b""
        try:
            with self._errors(), self.engine.begin() as connection:
                return change_notices.shared_secret(connection)
        except DatabaseProblem:
            return token_bytes()

    def clock(self) -> Now:
        """The time for events of tables. The machines of several processes may show different times.

        So with PostgreSQL the time of the database's machine counts: it is read once, here.
        """
        if not self.concurrent:
            return real_now
        with self._errors(), self.engine.connect() as connection:
            before = real_now()
            seconds = connection.execute(select(extract("epoch", func.clock_timestamp()))).scalar_one()
            ahead = round(1000 * seconds) - (before + real_now()) // 2
        return lambda: real_now() + ahead

    def close(self) -> None:
        self.engine.dispose()
        self._autocommit.dispose()

    def healthy(self) -> None:
        """Can the database be read and written? Raises DatabaseProblem.

        A SQLite file in which damage has been found stays unhealthy.
        """
        with self._file_lock, self._errors():
            if self._malformed is not None:
                raise self._malformed
            self._check_file()
        self.probe()

    def probe(self) -> None:
        """Can the database be read and written? Unlike `healthy`, checks no file. Raises DatabaseProblem."""
        with self._row_lock, self._errors():
            self._write_and_read_back()

    def _check_file(self, opening: bool = False) -> None:
        """Check a SQLite file, unless that was done a short time ago or takes long."""
        begin = monotonic()
        if self.concurrent or begin < self._next_check:
            return
        check_sqlite(self.engine.url, opening)
        end = monotonic()
        self._next_check = end + CHECK_EVERY if end - begin < LONGEST_CHECK else float("inf")

    def _write_and_read_back(self) -> None:
        """Write a row of this process, read and delete it."""
        own, now = HEALTH.c.process == self.process, real_now()
        with self.engine.begin() as connection:
            connection.execute(delete(HEALTH).where(own))  # it is there if the last deletion failed
            connection.execute(insert(HEALTH).values(process=self.process, written=now))
        with self.engine.begin() as connection:
            connection.execute(select(TABLES.c.id).limit(1)).first()
            written = connection.execute(select(HEALTH.c.written).where(own)).scalar()
            connection.execute(delete(HEALTH).where(own))
        if written != now:
            raise DatabaseProblem("the database does not contain what was just written to it")

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            with database_errors(self.engine.url):
                yield
        except MalformedDatabase as problem:
            self._malformed = problem
            raise

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A connection that reads everything as it is at one moment, even while others write."""
        with self._errors(), self.engine.connect() as connection:
            if self.concurrent:
                connection.execution_options(isolation_level="REPEATABLE READ")
            else:
                connection.exec_driver_sql("BEGIN")  # by default SQLite begins with the first change
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that reads something."""
        with self._errors(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection whose changes are written together or not at all."""
        with self._errors(), self.engine.begin() as connection:
            yield connection

    # --- Tables ----------------------------------------------------------------------------------------

    def create(
        self,
        setup: TableSetup,
        events: Sequence[Event] = (),
        keys: Sequence[tuple[Side, str]] = (),
        at: int | None = None,
    ) -> tuple[str, Table]:
        """A new table, perhaps with events that have happened already and with keys of seats.

        Raises GipfelError.
        """
        new = NewTable.of(setup, events, keys, real_now() if at is None else at)
        self.insert(new)
        return new.id, new.table

    def insert(self, new: NewTable) -> None:
        """Write a new table."""
        with self._errors(), self.engine.begin() as connection:
            connection.execute(_INSERT_TABLE, new.row)
            if new.events:
                connection.execute(_INSERT_EVENT, new.events)
            if new.keys:
                connection.execute(_INSERT_KEY, new.keys)
            connection.execute(_INSERT_SUMMARY, new.summary)

    def load(self, table_id: str) -> Table:
        """The table as it is now. Raises UnknownTable or BrokenTable."""
        return replay(table_id, *self.read(table_id))

    def read(self, table_id: str) -> tuple[Mapping[Any, Any], StoredEvents]:
        """The row of a table and all its events, for `replay`. Raises UnknownTable or BrokenTable."""
        _check_id(table_id)
        with self._errors(), self.engine.connect() as connection:
            row = table_row(connection, table_id)
            events = stored_events(connection, table_id, 0)
        if row is None:
            raise UnknownTable(f"there is no table {table_id[:40]!r}")
        return row._mapping, events

    def catch_up(self, table_id: str, table: Table) -> None:
        """Apply the events that others have written since the table was read.

        Raises BrokenTable, or UnknownTable if it is gone.
        """
        with self._errors(), self.engine.connect() as connection:
            events = stored_events(connection, table_id, table.event_count)
        if not events and not self._exists(table_id):
            raise UnknownTable(f"there is no table {table_id[:40]!r} any more")
        apply_all(table_id, table, events)

    def news(self, table_id: str, table: Table) -> tuple[Table, Keys]:
        """The table with the events that others have written since it was read, and its keys.

        It is the same object if there are none. Raises BrokenTable, or UnknownTable if it is gone.
        """
        with self._errors(), self.engine.connect() as connection:
            events = stored_events(connection, table_id, table.event_count)
            keys = _stored_keys(connection, table_id)
        if not events and not keys and not self._exists(table_id):
            raise UnknownTable(f"there is no table {table_id[:40]!r} any more")
        if events:
            table = table.copy()
            apply_all(table_id, table, events)
        return table, keys

    def _exists(self, table_id: str) -> bool:
        with self._errors(), self.engine.connect() as connection:
            return connection.execute(_SELECT_ID, {"id": table_id}).first() is not None

    def remove(self, table_id: str) -> bool:
        """Delete a table and its events; False if there is no such table."""
        with self._errors(), self.engine.begin() as connection:
            if self.concurrent:  # wait for other writers, and block new ones; they lock in this order, too
                for column in (SUMMARIES.c.table, TABLES.c.id):
                    connection.execute(select(column).where(column == table_id).with_for_update())
            for rows in (SUMMARIES, KEYS, EVENTS):
                connection.execute(delete(rows).where(rows.c.table == table_id))
            gone = connection.execute(delete(TABLES).where(TABLES.c.id == table_id)).rowcount > 0
            if gone:
                self._notify(connection, REMOVED, table_id)
            return gone

    def _notify(self, connection: Connection, what: str, table_id: str) -> None:
        """Notify other processes, with the commit, of what it changes."""
        if self.concurrent:
            send_notice(connection, self.process, what, table_id)

    # --- Events ----------------------------------------------------------------------------------------

    def add(self, table_id: str, number: int, events: Sequence[Event], table: Table, at: int) -> None:
        """Write new events of a table durably; `table` is the table after them.

        Raises WriteConflict, or UnknownTable if the table is gone.
        """
        [problem] = self.add_all([Addition(table_id, number, events, table, at)])
        if problem is not None:
            raise problem

    def add_all(self, additions: Sequence[NewEvents]) -> list[Exception | None]:
        """Write new events of several tables with one commit; returns what went wrong with each.

        One that cannot be written does not stop the others: they are tried again without it.
        """
        try:
            self._write(additions)
        except Exception as error:
            if len(additions) == 1 or isinstance(error, UNAVAILABLE):
                return [self._write_problem(addition, error) for addition in additions]
            half = len(additions) // 2
            return [*self.add_all(additions[:half]), *self.add_all(additions[half:])]
        return [None] * len(additions)

    def _write_problem(self, addition: NewEvents, error: Exception) -> Exception | None:
        """Why events could not be added to a table; None if an earlier attempt has added them."""
        table_id = addition.id
        try:
            with self._errors():
                if not isinstance(error, IntegrityError | KeyGone):
                    raise error
                if addition.tried and self._is_written(addition):
                    return None
                exists = self._exists(table_id)
        except Exception as problem:
            return problem
        if not exists:
            return UnknownTable(f"there is no table {table_id[:40]!r} any more")
        return error if isinstance(error, KeyGone) else WriteConflict()

    def _is_written(self, addition: NewEvents) -> bool:
        """Are exactly these events stored, with their instants?"""
        with self.engine.connect() as connection:
            stored = stored_events(connection, addition.id, addition.number)
        own = [(row["what"], to_milliseconds(row["at"])) for row in addition.rows()]
        return stored[: len(own)] == own

    def _write(self, additions: Sequence[NewEvents]) -> None:
        # All writers lock tables in the same order, so that no two wait for each other.
        ordered = sorted(additions, key=lambda addition: (addition.id, addition.number))
        keys = [(one.id, one.key) for one in ordered if isinstance(one, Addition) and one.key is not None]
        with self._connection_for_events(alone=not keys) as connection:
            self._write_events(connection, [one for one in ordered if one.events])
            for table_id, key in keys:
                self._use_key(connection, table_id, key)

    def _connection_for_events(self, alone: bool) -> AbstractContextManager[Connection]:
        """A connection that writes events; `alone`: and nothing else.

        PostgreSQL writes them with one statement, which is committed as soon as it is done.
        """
        return self._autocommit.connect() if alone and self.concurrent else self.engine.begin()

    def _write_events(self, connection: Connection, additions: Sequence[NewEvents]) -> None:
        if not additions:
            return
        rows = {id(addition): addition.rows() for addition in additions}
        events = [row for written in rows.values() for row in written]
        summaries = _summaries(additions)
        if self.concurrent:
            news = [_news(addition, rows[id(addition)]) for addition in additions]
            notices = event_notices(self.process, self.notice_secret, news)
            write_events_and_notify(connection, events, summaries, notices)
        else:
            write_events(connection, events, summaries)

    def _use_key(self, connection: Connection, table_id: str, key: UsedKey) -> None:
        """Give a seat to a visitor for its key. Raises KeyGone if the seat has no such key."""
        if self.concurrent:  # wait for others that change the keys of this table
            connection.execute(_LOCK_TABLE, {"touched": table_id})
        if connection.execute(_DELETE_KEY, _key(table_id, key.side, key.hash, "of_")).rowcount == 0:
            raise KeyGone
        connection.execute(_INSERT_KEY, _key(table_id, key.side, key.visitor))
        self._notify(connection, KEYS_CHANGED, table_id)

    # --- Keys ------------------------------------------------------------------------------------------

    def keys(self, table_id: str) -> Keys:
        """The seats that keys open, by the hash of the key. Raises UnknownTable for what cannot be an id."""
        _check_id(table_id)
        with self._errors(), self.engine.connect() as connection:
            return _stored_keys(connection, table_id)

    def add_key(self, table_id: str, side: Side, key_hash: str) -> None:
        """Add a key of a seat, unless it has it already. Raises UnknownTable."""
        self.replace_keys(table_id, side, None, key_hash)

    def replace_keys(self, table_id: str, side: Side, keep: Collection[str] | None, new: str) -> None:
        """Add a key of a seat and remove its other keys except those to keep; None keeps all.

        Whoever loses the seat may have asked to be told about turns: nobody is told any more.
        Raises UnknownTable.
        """
        of_seat = _of_seat(table_id, side)
        with self._changing_keys(table_id) as connection:
            if keep is not None:
                connection.execute(delete(KEYS).where(of_seat, KEYS.c.hash.not_in([*keep, new])))
                connection.execute(delete(SUBSCRIPTIONS).where(subscriptions_of_seat(table_id, side)))
            if connection.execute(select(KEYS.c.hash).where(of_seat, KEYS.c.hash == new)).first() is None:
                connection.execute(_INSERT_KEY, _key(table_id, side, new))

    @contextmanager
    def _changing_keys(self, table_id: str) -> Iterator[Connection]:
        """A connection that changes keys of a table; others that do so wait. Raises UnknownTable."""
        with self._errors(), self.engine.begin() as connection:
            # This waits for the others, and shows whether the table exists.
            if connection.execute(_LOCK_TABLE, {"touched": table_id}).rowcount == 0:
                raise UnknownTable(f"there is no table {table_id[:40]!r} any more")
            yield connection
            self._notify(connection, KEYS_CHANGED, table_id)

    # --- Lists -----------------------------------------------------------------------------------------

    def summaries(
        self,
        finished: bool,
        begin: int = 0,
        most: int = A_PAGE,
        visitor: str | None = None,
        open_ones: bool = True,
        untouched: bool = True,
    ) -> list[Summary]:
        """Finished or unfinished tables, the latest first: at most `most` after the first `begin` ones.

        Those that the visitor has a key of (`visitor` is its hash), and open ones if they are wanted;
        `untouched`: also those at which nobody has done anything yet.
        """
        listed = SUMMARIES.c.finished == finished, _visible(visitor, open_ones)
        wanted = (
            select(TABLES, SUMMARIES)
            .join(SUMMARIES, SUMMARIES.c.table == TABLES.c.id)
            .where(*listed, true() if untouched else ~_untouched())
            .order_by(SUMMARIES.c.changed.desc(), TABLES.c.created.desc(), TABLES.c.id)
            .offset(begin)
            .limit(most)
        )
        with self._errors(), self.engine.connect() as connection:
            found = [*read_summaries(connection.execute(wanted))]
            keys = select(KEYS).where(KEYS.c.table.in_([summary.id for summary in found]))
            found = _with_keys(found, connection.execute(keys).all(), visitor)
        return self._with_matches(found)

    def _with_matches(self, found: list[Summary]) -> list[Summary]:
        """The same summaries with the scores of their matches."""
        first = [summary.setup.match.first or summary.id for summary in found]
        results = self.match_results(*first) if first else {}
        return [
            replace(summary, match=shown_score(summary.setup.match, results.get(match, ())))
            for summary, match in zip(found, first, strict=True)
        ]

    def match_results(self, *first: str) -> dict[str, list[GameResult]]:
        """The results of all tables of some matches, by the first table of the match."""
        results: dict[str, list[GameResult]] = {}
        columns = TABLES.c.id, TABLES.c.match, TABLES.c.match_number, SUMMARIES.c.score, SUMMARIES.c.contests
        wanted = (
            select(*columns)
            .join(SUMMARIES, SUMMARIES.c.table == TABLES.c.id)
            .where(or_(TABLES.c.id.in_(first), TABLES.c.match.in_(first)))
        )
        with self._errors(), self.engine.connect() as connection:
            for row in connection.execute(wanted).mappings():
                results.setdefault(row["match"] or row["id"], []).append(read_result(row))
        return results

    def unfinished(self, ids: Collection[str]) -> list[str]:
        """Those of some tables that are not finished."""
        wanted = select(SUMMARIES.c.table).where(SUMMARIES.c.table.in_(ids), ~SUMMARIES.c.finished)
        with self._errors(), self.engine.connect() as connection:
            return [*connection.scalars(wanted)]

    def finished(self) -> list[str]:
        """All tables whose game is over, the oldest first."""
        wanted = (
            select(TABLES.c.id)
            .join(SUMMARIES, SUMMARIES.c.table == TABLES.c.id)
            .where(SUMMARIES.c.finished)
            .order_by(TABLES.c.created, TABLES.c.id)
        )
        with self._errors(), self.engine.connect() as connection:
            return [*connection.scalars(wanted)]

    def untouched(self, before: datetime) -> list[str]:
        """Tables that were created before a moment and at which nobody has done anything yet."""
        wanted = (
            select(TABLES.c.id)
            .join(SUMMARIES, SUMMARIES.c.table == TABLES.c.id)
            .where(TABLES.c.created < before, _untouched())
        )
        with self._errors(), self.engine.connect() as connection:
            return [*connection.scalars(wanted)]

    def due(self, now: int) -> list[str]:
        """Unfinished tables whose side to act has no time left."""
        wanted = select(SUMMARIES.c.table).where(SUMMARIES.c.deadline <= now, ~SUMMARIES.c.finished)
        with self._errors(), self.engine.connect() as connection:
            return [*connection.scalars(wanted.order_by(SUMMARIES.c.deadline))]

    def check(self) -> dict[str, str]:
        """What is wrong with tables that cannot be replayed, by their ids."""
        with self._errors(), self.engine.connect() as connection:
            ids = [*connection.scalars(select(TABLES.c.id))]
        found = {}
        for table_id in ids:
            try:
                self.load(table_id)
            except GipfelError as error:
                found[table_id] = str(error)
        return found


def _check_id(table_id: str) -> None:
    """Raises UnknownTable for a text that cannot be the id of a table."""
    if not ID.fullmatch(table_id):
        raise UnknownTable(f"there is no table {table_id[:40]!r}")


def table_row(connection: Connection, table_id: str) -> "Row[Any] | None":
    """The row of a table, or None. Raises BrokenTable."""
    try:
        return connection.execute(select(TABLES).where(TABLES.c.id == table_id)).one_or_none()
    except (ValueError, TypeError) as error:
        raise BrokenTable(f"table {table_id} cannot be read: {first_line(error)}") from error


def stored_events(connection: Connection, table_id: str, begin: int) -> list[tuple[str, int]]:
    """The events of a table from a number on, as texts with their instants. Raises BrokenTable."""
    try:
        rows = connection.execute(_SELECT_EVENTS, {"id": table_id, "begin": begin}).all()
    except (ValueError, TypeError) as error:
        raise BrokenTable(f"table {table_id} cannot be read: {first_line(error)}") from error
    return [(row.what, to_milliseconds(row.at)) for row in rows]


def _stored_keys(connection: Connection, table_id: str) -> Keys:
    """The seats that the keys of a table open, by the hash of the key."""
    found: Keys = {}
    for side, key_hash in connection.execute(_SELECT_KEYS, {"id": table_id}):
        found[key_hash] = found.get(key_hash, frozenset()) | {read_side(side)}
    return found


# Statements are built once: to build one takes longer than to run it.
_SELECT_ID = select(TABLES.c.id).where(TABLES.c.id == bindparam("id"))
_SELECT_EVENTS = (
    select(EVENTS.c.what, EVENTS.c.at)
    .where(EVENTS.c.table == bindparam("id"), EVENTS.c.number >= bindparam("begin"))
    .order_by(EVENTS.c.number)
)
_SELECT_KEYS = select(KEYS.c.side, KEYS.c.hash).where(KEYS.c.table == bindparam("id"))
_DELETE_KEY = delete(KEYS).where(
    KEYS.c.table == bindparam("of_table"),
    KEYS.c.side == bindparam("of_side"),
    KEYS.c.hash == bindparam("of_hash"),
)
_INSERT_TABLE, _INSERT_SUMMARY = insert(TABLES), insert(SUMMARIES)
_INSERT_EVENT, _INSERT_KEY = insert(EVENTS), insert(KEYS)
_LOCK_TABLE = update(TABLES).where(TABLES.c.id == bindparam("touched")).values(title=TABLES.c.title)
"""Changes nothing, but locks the row until the commit."""


def _summaries(additions: Sequence[NewEvents]) -> list[dict[str, Any]]:
    """What additions change in summaries, one row for each table."""
    found: dict[str, dict[str, Any]] = {}
    for addition in additions:
        found.setdefault(addition.id, {"table": addition.id}).update(addition.summary())
    return [*found.values()]


def _news(addition: NewEvents, rows: Sequence[Mapping[str, Any]]) -> TableNews:
    return TableNews(addition.id, addition.number, [(row["what"], addition.at) for row in rows])


def _key(table_id: str, side: Side, key_hash: str, prefix: str = "") -> dict[str, Any]:
    return {f"{prefix}table": table_id, f"{prefix}side": side_word(side), f"{prefix}hash": key_hash}


def _of_seat(table_id: str, side: Side) -> ColumnElement[bool]:
    """Which keys are of a seat."""
    return (KEYS.c.table == table_id) & (KEYS.c.side == side_word(side))


def subscriptions_of_seat(table_id: str, side: Side) -> ColumnElement[bool]:
    """Where the player of a seat is told about turns."""
    return (SUBSCRIPTIONS.c.table == table_id) & (SUBSCRIPTIONS.c.side == side_word(side))


def _visible(visitor: str | None, open_ones: bool) -> ColumnElement[bool]:
    """Which tables a visitor sees in lists."""
    keys = select(KEYS.c.hash).where(KEYS.c.table == TABLES.c.id).correlate(TABLES)
    conditions: list[ColumnElement[bool]] = [false()]
    if visitor is not None:
        conditions.append(TABLES.c.id.in_(select(KEYS.c.table).where(KEYS.c.hash == visitor)))
    if open_ones:
        conditions.append(~keys.exists())
    return or_(*conditions)


def _untouched() -> ColumnElement[bool]:
    """At which tables has nobody done anything yet, except an engine that begins?

    Only tables that begin as usual and belong to one visitor: who waits for a friend, has set up a position,
    has composed an evening with a title or plays a match wants to find the table again.
    """
    keys = select(func.count(KEYS.c.hash.distinct())).where(KEYS.c.table == TABLES.c.id).correlate(TABLES)
    engine_began = (
        (TABLES.c.seats["white"]["kind"].as_string() != PERSON)
        & (SUMMARIES.c.turn == 1)
        & (SUMMARIES.c.side == "black")
        & (SUMMARIES.c.happened <= FIRST_TURN)
    )
    return and_(
        ~SUMMARIES.c.finished,
        or_(SUMMARIES.c.happened == 0, engine_began),
        TABLES.c.start == "",
        TABLES.c.title == "",
        TABLES.c.match.is_(None),
        TABLES.c.first_to.is_(None),
        keys.scalar_subquery() <= 1,
    )


def _with_keys(found: list[Summary], keys: "Sequence[Row[Any]]", visitor: str | None) -> list[Summary]:
    """The same summaries with the visitor's seats."""
    keyed = {key.table for key in keys}
    mine: dict[str, frozenset[Side]] = {}
    for key in keys:
        if key.hash == visitor:
            mine[key.table] = mine.get(key.table, frozenset()) | {read_side(key.side)}
    return [
        replace(summary, keyed=summary.id in keyed, mine=mine.get(summary.id, frozenset()))
        for summary in found
    ]
