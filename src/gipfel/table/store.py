"""Where tables are kept: one row a table, one row a happening, and a summary for lists.

A happening is committed before anybody is told about it. Two writers who want to add the same number get
in each other's way on purpose: the second one is told, and looks again.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from sqlalchemy import (
    Connection,
    CursorResult,
    Engine,
    Row,
    create_engine,
    delete,
    event,
    insert,
    make_url,
    select,
    update,
)
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError

from gipfel.notation.errors import GipfelError
from gipfel.table.beginning import Beginning
from gipfel.table.happenings import Happening, read_happening, write_happening
from gipfel.table.migrations import DatabaseProblem, bring_up_to_date
from gipfel.table.schema import HAPPENINGS, SUMMARIES, TABLES
from gipfel.table.seats import Seats, plain_seats, read_seats
from gipfel.table.table import Table

LOG = logging.getLogger("gipfel.table")

ID_BYTES = 9
"""72 random bits: nobody guesses a table."""
PATIENCE_MS = 10_000
"""How long SQLite waits for another process that writes."""
A_PAGE = 200
"""A list has no more tables than that at a time."""


class UnknownTable(GipfelError):
    """There is no such table."""


class BrokenTable(GipfelError):
    """What is kept of a table cannot be played through; the message says where it stops making sense."""


class SomebodyElseWrote(Exception):
    """Another process has added something to the table since it was read."""


@dataclass(frozen=True, slots=True)
class Summary:
    """Where a table stands, without playing through everything that happened at it."""

    id: str
    beginning: Beginning
    seats: dict[str, Any]
    turn: int
    position: str
    score: str
    """Empty while the game goes on."""
    reason: str
    changed: datetime


def default_url() -> URL:
    """SQLite in the user's data folder, which is made if it is not there."""
    from platformdirs import user_data_path

    folder = user_data_path("gipfel", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseProblem(f"{folder} cannot be made: {error.strerror}; name a --database-url") from error
    return sqlite_url(folder / "tables.db")


def sqlite_url(path: Path) -> URL:
    return URL.create("sqlite", database=str(path))


class Store:
    """The database. Its methods block; a server calls them in threads."""

    def __init__(self, url: str | URL | None = None) -> None:
        self._engine = _opened(default_url() if url is None or url == "" else url)
        self.concurrent = self._engine.dialect.name != "sqlite"
        """Can several threads write at the same time?"""
        with _problems(f" ({self._engine.url})"):
            bring_up_to_date(self._engine)

    def close(self) -> None:
        self._engine.dispose()

    # --- Tables ----------------------------------------------------------------------------------------

    def create(self, beginning: Beginning, happened: Sequence[Happening] = ()) -> tuple[str, Table]:
        """A new table at which some things may have happened already. Raises GipfelError."""
        table = Table(beginning)
        for happening in happened:
            table.apply(happening)
        id = token_urlsafe(ID_BYTES)
        now = _now()
        with _problems(), self._engine.begin() as connection:
            connection.execute(insert(TABLES).values(id=id, created=now, **_plain_beginning(beginning)))
            if happened:
                connection.execute(insert(HAPPENINGS), _rows(id, 0, happened, now))
            connection.execute(insert(SUMMARIES).values(table=id, **_summary(table, now)))
        return id, table

    def load(self, id: str) -> Table:
        """The table as it is now. Raises UnknownTable or BrokenTable."""
        with _problems(), self._engine.connect() as connection:
            row = self._begun(connection, id)
            texts = self._happened(connection, id, 0)
        if row is None:
            raise UnknownTable(f"there is no table {id[:40]!r}")
        return _replayed(id, row, texts)

    def _begun(self, connection: Connection, id: str) -> "Row[Any] | None":
        try:
            return connection.execute(select(TABLES).where(TABLES.c.id == id)).one_or_none()
        except (ValueError, TypeError) as error:
            raise BrokenTable(f"table {id} cannot be read: {_first_line(error)}") from error

    def catch_up(self, id: str, table: Table) -> None:
        """Let everything happen at a table that others have written since.

        Raises BrokenTable, or UnknownTable if it is gone.
        """
        with _problems(), self._engine.connect() as connection:
            texts = self._happened(connection, id, table.happened)
        if not texts and not self._knows(id):
            raise UnknownTable(f"there is no table {id[:40]!r} any more")
        _apply_all(id, table, texts)

    def _happened(self, connection: Connection, id: str, begin: int) -> list[str]:
        what = select(HAPPENINGS.c.what).where(HAPPENINGS.c.table == id, HAPPENINGS.c.number >= begin)
        return [*connection.scalars(what.order_by(HAPPENINGS.c.number))]

    def add(self, id: str, number: int, happened: Sequence[Happening], table: Table) -> None:
        """Write what happens next at a table, which is as it will be afterwards; it survives a crash.

        Raises SomebodyElseWrote, or UnknownTable if the table is gone.
        """
        try:
            self._add(id, number, happened, table)
        except IntegrityError as error:
            if not self._knows(id):
                raise UnknownTable(f"there is no table {id[:40]!r} any more") from error
            raise SomebodyElseWrote from error

    def _add(self, id: str, number: int, happened: Sequence[Happening], table: Table) -> None:
        now = _now()
        with _problems(), self._engine.begin() as connection:
            connection.execute(insert(HAPPENINGS), _rows(id, number, happened, now))
            connection.execute(
                update(SUMMARIES).where(SUMMARIES.c.table == id).values(**_summary(table, now))
            )

    def _knows(self, id: str) -> bool:
        with _problems(), self._engine.connect() as connection:
            return connection.execute(select(TABLES.c.id).where(TABLES.c.id == id)).first() is not None

    def remove(self, id: str) -> bool:
        """Forget a table and everything that happened at it; False if it is not there."""
        with _problems(), self._engine.begin() as connection:
            for rows in (SUMMARIES, HAPPENINGS):
                connection.execute(delete(rows).where(rows.c.table == id))
            return connection.execute(delete(TABLES).where(TABLES.c.id == id)).rowcount > 0

    def summaries(self, finished: bool, begin: int = 0, most: int = A_PAGE) -> list[Summary]:
        """Finished or unfinished tables, the latest first: so many of them, after so many others."""
        wanted = (
            select(TABLES, SUMMARIES)
            .join(SUMMARIES, SUMMARIES.c.table == TABLES.c.id)
            .where(SUMMARIES.c.finished == finished)
            .order_by(SUMMARIES.c.changed.desc(), TABLES.c.id)
            .offset(begin)
            .limit(most)
        )
        with _problems(), self._engine.connect() as connection:
            return [*_readable(connection.execute(wanted))]

    def check(self) -> dict[str, str]:
        """What is wrong with tables that cannot be played through, by their ids."""
        with _problems(), self._engine.connect() as connection:
            ids = [*connection.scalars(select(TABLES.c.id))]
        found = {}
        for id in ids:
            try:
                self.load(id)
            except GipfelError as error:
                found[id] = str(error)
        return found


# --- Opening ---------------------------------------------------------------------------------------------


def _opened(url: str | URL) -> Engine:
    try:
        parsed = make_url(url)
        engine = create_engine(parsed, pool_pre_ping=True)
    except (ArgumentError, NoSuchModuleError, ImportError, ValueError) as error:
        hint = "write sqlite:////folder/tables.db or postgresql+psycopg://user:password@host/name"
        raise DatabaseProblem(f"the database cannot be opened ({_first_line(error)}); {hint}") from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """What is committed survives a loss of power; readers do not wait for a writer."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute(f"PRAGMA busy_timeout={PATIENCE_MS}")
    cursor.close()


@contextmanager
def _problems(where: str = "") -> Iterator[None]:
    """What a database has to complain about, in one sentence."""
    try:
        yield
    except IntegrityError:
        raise
    except SQLAlchemyError as error:
        cause = getattr(error, "orig", None) or error
        raise DatabaseProblem(f"the database cannot be used: {_first_line(cause)}{where}") from error


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


# --- Rows ------------------------------------------------------------------------------------------------


def _now() -> datetime:
    return datetime.now(UTC)


def _rows(id: str, begin: int, happened: Sequence[Happening], now: datetime) -> list[dict[str, Any]]:
    return [
        {"table": id, "number": number, "at": now, "what": write_happening(what)}
        for number, what in enumerate(happened, begin)
    ]


def _plain_beginning(beginning: Beginning) -> dict[str, Any]:
    return {
        "game": beginning.game,
        "version": beginning.version,
        "options": dict(beginning.options),
        "seats": plain_seats(beginning.seats),
        "start": beginning.start,
        "seed": beginning.seed,
        "title": beginning.title,
    }


def _read_beginning(row: "Row[Any]") -> Beginning:
    """How a table began. Raises GipfelError."""
    return _beginning(row, read_seats(row._mapping[TABLES.c.seats]))


def _beginning(row: "Row[Any]", seats: Seats) -> Beginning:
    if not isinstance(row.options, dict):
        raise GipfelError("its options are no names with values")
    return Beginning(row.game, row.version, row.options, seats, row.start, row.seed, row.title)


def _summary(table: Table, now: datetime) -> dict[str, Any]:
    outcome = table.outcome
    return {
        "happened": table.happened,
        "changed": now,
        "finished": outcome is not None,
        "turn": table.position.turn,
        "position": str(table.position),
        "seats": plain_seats(table.seats),
        "score": outcome.score if outcome else "",
        "reason": outcome.reason if outcome else "",
    }


def _readable(rows: "CursorResult[Any]") -> Iterator[Summary]:
    """Summaries one by one; a row that cannot be read at all does not hide the others."""
    while True:
        try:
            if (row := rows.fetchone()) is None:
                return
            summary = _read_summary(row)
        except (GipfelError, ValueError, TypeError) as error:  # somebody has changed something by hand
            LOG.warning("a table cannot be listed: %s", _first_line(error))
        else:
            yield summary


def _read_summary(row: "Row[Any]") -> Summary:
    """Where a table stands. Raises GipfelError."""
    changed: datetime = row.changed
    return Summary(
        id=row.id,
        beginning=_beginning(row, read_seats(None)),  # who sat down first does not matter in a list
        seats=plain_seats(read_seats(row._mapping[SUMMARIES.c.seats])),
        turn=row.turn,
        position=row.position,
        score=row.score,
        reason=row.reason,
        changed=changed if changed.tzinfo else changed.replace(tzinfo=UTC),  # SQLite forgets the zone
    )


def _replayed(id: str, row: "Row[Any]", texts: Sequence[str]) -> Table:
    try:
        table = Table(_read_beginning(row))
    except GipfelError as error:
        raise BrokenTable(f"table {id} cannot be set up: {error}") from error
    _apply_all(id, table, texts)
    return table


def _apply_all(id: str, table: Table, texts: Sequence[str]) -> None:
    for text in texts:
        try:
            table.apply(read_happening(text))
        except GipfelError as error:
            raise BrokenTable(
                f"table {id} cannot be played beyond number {table.happened}: {error}"
            ) from error
