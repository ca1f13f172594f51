"""Where tables are kept: one row a table, one row a happening, keys of seats, and a summary for lists.

A happening is committed before anybody is told about it. Two writers who want to add the same number get
in each other's way on purpose: the second one is told, and looks again. Where several processes share a
PostgreSQL, each change is announced to all of them with its commit.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from secrets import token_urlsafe
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    bindparam,
    delete,
    false,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.engine import URL
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from gipfel.games.core.side import Side
from gipfel.notation.errors import GipfelError
from gipfel.table.clock import real_now
from gipfel.table.events import Happening
from gipfel.table.seats import read_side, side_word
from gipfel.table.setup import Beginning
from gipfel.table.storage.change_notices import HAPPENED, KEYS_CHANGED, REMOVED, notify
from gipfel.table.storage.database import default_url, first_line, opened, problems, sqlite_url
from gipfel.table.storage.migrations import DatabaseProblem, bring_up_to_date
from gipfel.table.storage.rows import (
    BrokenTable,
    Summary,
    apply_all,
    happening_rows,
    instant,
    plain_beginning,
    readable,
    replayed,
    summary_columns,
)
from gipfel.table.storage.schema import HAPPENINGS, KEYS, SUMMARIES, TABLES
from gipfel.table.table import Table

__all__ = [
    "Addition",
    "BrokenTable",
    "DatabaseProblem",
    "SomebodyElseWrote",
    "Store",
    "Summary",
    "UnknownTable",
    "default_url",
    "sqlite_url",
]

ID_BYTES = 9
"""72 random bits: nobody guesses a table."""
A_PAGE = 200
"""A list has no more tables than that at a time."""

UNUSABLE = (OperationalError, NoConnection)
"""The database is full, busy or gone: that is nobody's fault who wants to write."""

Keys = dict[str, frozenset[Side]]
"""Hashes of keys, and where who has one may sit."""


class UnknownTable(GipfelError):
    """There is no such table."""


class SomebodyElseWrote(Exception):
    """Another process has added something to the table since it was read."""


@dataclass(frozen=True, slots=True)
class Addition:
    """What happens next at a table, which is as it will be afterwards."""

    id: str
    number: int
    happened: Sequence[Happening]
    table: Table
    at: int

    def rows(self) -> list[dict[str, Any]]:
        return happening_rows(self.id, self.number, self.happened, self.at)


class Store:
    """The database. Its methods block; a server calls them in threads."""

    def __init__(self, url: str | URL | None = None) -> None:
        self._engine = opened(default_url() if url is None or url == "" else url)
        self.concurrent = self._engine.dialect.name != "sqlite"
        """Can several threads write at the same time?"""
        self.process = token_urlsafe(ID_BYTES)
        """Who announces what this store writes, for those who listen."""
        with problems(self._engine.url, opening=True):
            bring_up_to_date(self._engine)

    @property
    def listening_url(self) -> str | None:
        """Where to listen for what other processes write; None if there is nothing to hear."""
        if not self.concurrent:
            return None
        return self._engine.url.set(drivername="postgresql").render_as_string(hide_password=False)

    def close(self) -> None:
        self._engine.dispose()

    def healthy(self) -> None:
        """Does the database answer? Raises DatabaseProblem."""
        with self._problems(), self._engine.connect() as connection:
            connection.execute(select(TABLES.c.id).limit(1)).first()

    def _problems(self) -> AbstractContextManager[None]:
        return problems(self._engine.url)

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """To read everything as it is at one moment, whatever others write meanwhile."""
        with self._problems(), self._engine.connect() as connection:
            if self.concurrent:
                connection.execution_options(isolation_level="REPEATABLE READ")
            else:
                connection.exec_driver_sql("BEGIN")  # of itself SQLite begins with the first change
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """To write a lot, altogether or not at all."""
        with self._problems(), self._engine.begin() as connection:
            yield connection

    # --- Tables ----------------------------------------------------------------------------------------

    def create(
        self,
        beginning: Beginning,
        happened: Sequence[Happening] = (),
        keys: Sequence[tuple[Side, str]] = (),
        at: int | None = None,
    ) -> tuple[str, Table]:
        """A new table at which some things may have happened already, with keys of seats.

        Raises GipfelError.
        """
        at = real_now() if at is None else at
        table = Table(beginning)
        for happening in happened:
            table.apply(happening, at)
        table_id = token_urlsafe(ID_BYTES)
        own = {"id": table_id, "created": datetime.now(UTC), **plain_beginning(beginning)}
        with self._problems(), self._engine.begin() as connection:
            connection.execute(insert(TABLES).values(**own))
            if happened:
                connection.execute(insert(HAPPENINGS), happening_rows(table_id, 0, happened, at))
            if keys:
                connection.execute(insert(KEYS), [_key(table_id, *key) for key in dict.fromkeys(keys)])
            connection.execute(insert(SUMMARIES).values(table=table_id, **summary_columns(table, at)))
        return table_id, table

    def load(self, table_id: str) -> Table:
        """The table as it is now. Raises UnknownTable or BrokenTable."""
        with self._problems(), self._engine.connect() as connection:
            row = begun(connection, table_id)
            happened = happened_since(connection, table_id, 0)
        if row is None:
            raise UnknownTable(f"there is no table {table_id[:40]!r}")
        return replayed(table_id, row._mapping, happened)

    def catch_up(self, table_id: str, table: Table) -> None:
        """Let everything happen at a table that others have written since.

        Raises BrokenTable, or UnknownTable if it is gone.
        """
        with self._problems(), self._engine.connect() as connection:
            happened = happened_since(connection, table_id, table.happened)
        if not happened and not self._knows(table_id):
            raise UnknownTable(f"there is no table {table_id[:40]!r} any more")
        apply_all(table_id, table, happened)

    def _knows(self, table_id: str) -> bool:
        with self._problems(), self._engine.connect() as connection:
            return connection.execute(select(TABLES.c.id).where(TABLES.c.id == table_id)).first() is not None

    def remove(self, table_id: str) -> bool:
        """Forget a table and everything that happened at it; False if it is not there."""
        with self._problems(), self._engine.begin() as connection:
            if self.concurrent:  # who is writing to it finishes first, and nobody begins
                connection.execute(select(TABLES.c.id).where(TABLES.c.id == table_id).with_for_update())
            for rows in (SUMMARIES, KEYS, HAPPENINGS):
                connection.execute(delete(rows).where(rows.c.table == table_id))
            gone = connection.execute(delete(TABLES).where(TABLES.c.id == table_id)).rowcount > 0
            if gone:
                self._announce(connection, REMOVED, table_id)
            return gone

    def _announce(self, connection: Connection, what: str, *ids: str) -> None:
        """Tell other processes with the commit what it changes."""
        if self.concurrent:
            notify(connection, self.process, what, ids)

    # --- What happens ----------------------------------------------------------------------------------

    def add(self, table_id: str, number: int, happened: Sequence[Happening], table: Table, at: int) -> None:
        """Write what happens next at a table, which is as it will be afterwards; it survives a crash.

        Raises SomebodyElseWrote, or UnknownTable if the table is gone.
        """
        [problem] = self.add_all([Addition(table_id, number, happened, table, at)])
        if problem is not None:
            raise problem

    def add_all(self, additions: Sequence[Addition]) -> list[Exception | None]:
        """Write what happens next at several tables with one commit; what went wrong with each.

        One that cannot be written does not spoil the others: they are tried again without it.
        """
        try:
            self._write(additions)
        except Exception as error:
            if len(additions) == 1 or isinstance(error, UNUSABLE):
                return [self._refusal(addition.id, error) for addition in additions]
            half = len(additions) // 2
            return [*self.add_all(additions[:half]), *self.add_all(additions[half:])]
        return [None] * len(additions)

    def _refusal(self, table_id: str, error: Exception) -> Exception:
        """Why nothing could be added to a table."""
        try:
            with self._problems():
                if not isinstance(error, IntegrityError):
                    raise error
                known = self._knows(table_id)
        except Exception as problem:
            return problem
        return SomebodyElseWrote() if known else UnknownTable(f"there is no table {table_id[:40]!r} any more")

    def _write(self, additions: Sequence[Addition]) -> None:
        # Everybody goes through tables in the same order, so that no two wait for each other.
        ordered = sorted(additions, key=lambda addition: (addition.id, addition.number))
        rows = [row for addition in ordered for row in addition.rows()]
        standing = {one.id: summary_columns(one.table, one.at) for one in ordered}
        with self._engine.begin() as connection:
            connection.execute(insert(HAPPENINGS), rows)
            connection.execute(
                _STAND, [{"id": table_id, **columns} for table_id, columns in standing.items()]
            )
            self._announce(connection, HAPPENED, *standing)

    # --- Keys ------------------------------------------------------------------------------------------

    def keys(self, table_id: str) -> Keys:
        """Where who has a key may sit, by the hash of the key."""
        with self._problems(), self._engine.connect() as connection:
            rows = connection.execute(select(KEYS).where(KEYS.c.table == table_id)).all()
        found: Keys = {}
        for row in rows:
            found[row.hash] = found.get(row.hash, frozenset()) | {read_side(row.side)}
        return found

    def add_key(self, table_id: str, side: Side, key_hash: str) -> None:
        """Another key of a seat; one that it has already is no harm. Raises UnknownTable."""
        self.replace_keys(table_id, side, None, key_hash)

    def replace_keys(self, table_id: str, side: Side, keep: Collection[str] | None, new: str) -> None:
        """A new key of a seat, which all others but those to keep fit no more; None keeps all.

        Raises UnknownTable.
        """
        with self._problems(), self._engine.begin() as connection:
            # Who changes keys at the same time waits here; it is also known then whether there is a table.
            if connection.execute(_TOUCH, {"touched": table_id}).rowcount == 0:
                raise UnknownTable(f"there is no table {table_id[:40]!r} any more")
            theirs = (KEYS.c.table == table_id) & (KEYS.c.side == side_word(side))
            if keep is not None:
                connection.execute(delete(KEYS).where(theirs, KEYS.c.hash.not_in([*keep, new])))
            if connection.execute(select(KEYS.c.hash).where(theirs, KEYS.c.hash == new)).first() is None:
                connection.execute(insert(KEYS).values(**_key(table_id, side, new)))
            self._announce(connection, KEYS_CHANGED, table_id)

    # --- Lists -----------------------------------------------------------------------------------------

    def summaries(
        self,
        finished: bool,
        begin: int = 0,
        most: int = A_PAGE,
        visitor: str | None = None,
        open_ones: bool = True,
    ) -> list[Summary]:
        """Finished or unfinished tables, the latest first: so many of them, after so many others.

        Those where the visitor has a key (its hash), and open ones if they are wanted.
        """
        wanted = (
            select(TABLES, SUMMARIES)
            .join(SUMMARIES, SUMMARIES.c.table == TABLES.c.id)
            .where(SUMMARIES.c.finished == finished, _visible(visitor, open_ones))
            .order_by(SUMMARIES.c.changed.desc(), TABLES.c.created.desc(), TABLES.c.id)
            .offset(begin)
            .limit(most)
        )
        with self._problems(), self._engine.connect() as connection:
            found = [*readable(connection.execute(wanted))]
            keys = select(KEYS).where(KEYS.c.table.in_([summary.id for summary in found]))
            return _with_keys(found, connection.execute(keys).all(), visitor)

    def unfinished(self, ids: Collection[str]) -> list[str]:
        """Those of some tables that go on."""
        wanted = select(SUMMARIES.c.table).where(SUMMARIES.c.table.in_(ids), ~SUMMARIES.c.finished)
        with self._problems(), self._engine.connect() as connection:
            return [*connection.scalars(wanted)]

    def due(self, now: int) -> list[str]:
        """Unfinished tables at which who acts has no time left."""
        wanted = select(SUMMARIES.c.table).where(SUMMARIES.c.deadline <= now, ~SUMMARIES.c.finished)
        with self._problems(), self._engine.connect() as connection:
            return [*connection.scalars(wanted.order_by(SUMMARIES.c.deadline))]

    def check(self) -> dict[str, str]:
        """What is wrong with tables that cannot be played through, by their ids."""
        with self._problems(), self._engine.connect() as connection:
            ids = [*connection.scalars(select(TABLES.c.id))]
        found = {}
        for table_id in ids:
            try:
                self.load(table_id)
            except GipfelError as error:
                found[table_id] = str(error)
        return found


def begun(connection: Connection, table_id: str) -> "Row[Any] | None":
    """The row of a table, if there is one. Raises BrokenTable."""
    try:
        return connection.execute(select(TABLES).where(TABLES.c.id == table_id)).one_or_none()
    except (ValueError, TypeError) as error:
        raise BrokenTable(f"table {table_id} cannot be read: {first_line(error)}") from error


def happened_since(connection: Connection, table_id: str, begin: int) -> list[tuple[str, int]]:
    """What happened at a table and when, from a number on. Raises BrokenTable."""
    what = select(HAPPENINGS.c.what, HAPPENINGS.c.at)
    what = what.where(HAPPENINGS.c.table == table_id, HAPPENINGS.c.number >= begin)
    try:
        rows = connection.execute(what.order_by(HAPPENINGS.c.number)).all()
    except (ValueError, TypeError) as error:
        raise BrokenTable(f"table {table_id} cannot be read: {first_line(error)}") from error
    return [(row.what, instant(row.at)) for row in rows]


_STAND = update(SUMMARIES).where(SUMMARIES.c.table == bindparam("id"))
"""Where tables stand now; the columns are those of the rows it is given."""
_TOUCH = update(TABLES).where(TABLES.c.id == bindparam("touched")).values(title=TABLES.c.title)
"""Changes nothing, and lets nobody else change the table until the commit."""


def _key(table_id: str, side: Side, key_hash: str) -> dict[str, Any]:
    return {"table": table_id, "side": side_word(side), "hash": key_hash}


def _visible(visitor: str | None, open_ones: bool) -> ColumnElement[bool]:
    """Which tables a visitor gets to see in lists."""
    keys = select(KEYS.c.hash).where(KEYS.c.table == TABLES.c.id).correlate(TABLES)
    ways: list[ColumnElement[bool]] = [false()]
    if visitor is not None:
        ways.append(TABLES.c.id.in_(select(KEYS.c.table).where(KEYS.c.hash == visitor)))
    if open_ones:
        ways.append(~keys.exists())
    return or_(*ways)


def _with_keys(found: list[Summary], keys: "Sequence[Row[Any]]", visitor: str | None) -> list[Summary]:
    """The same summaries with where the visitor sits."""
    keyed = {key.table for key in keys}
    mine: dict[str, frozenset[Side]] = {}
    for key in keys:
        if key.hash == visitor:
            mine[key.table] = mine.get(key.table, frozenset()) | {read_side(key.side)}
    return [
        replace(summary, keyed=summary.id in keyed, mine=mine.get(summary.id, frozenset()))
        for summary in found
    ]
