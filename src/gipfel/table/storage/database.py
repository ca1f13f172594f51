"""Opens a database by its URL and turns its errors into messages of one sentence.

No message contains a password, nor what became part of one by mistake.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import Connection, Dialect, Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import (
    ArgumentError,
    IntegrityError,
    InterfaceError,
    InternalError,
    InvalidatePoolError,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.pool import NullPool

from gipfel.table.storage.migrations import DatabaseProblem

BUSY_TIMEOUT_MS = 10_000
"""How long SQLite waits for another process that writes."""
SERVER_BUSY_TIMEOUT_MS = 2_000
"""The same on a server, which tries again by itself and can stop in between."""
CONNECT_TIMEOUT = 10
"""Seconds within which PostgreSQL must accept a connection."""
AGAIN_AFTER = 0.01
"""Seconds after which the write-ahead log of a new file is asked for again."""
UNUSED = 1.0
"""Seconds after which a connection for single statements is checked before it is used again."""
POOL_SIZE = 10
"""One connection for each thread of a server that uses the database."""
OF_OWNER, OF_OTHERS = 0o600, 0o007
"""Permissions of a database file: a new one is its owner's; others than its group never read it."""
SQLITE = ("sqlite", "sqlite+pysqlite")
POSTGRESQL = ("postgresql", "postgres", "postgresql+psycopg")
DRIVER = "postgresql+psycopg"
HINT = "write sqlite:////folder/tables.db or postgresql://user:password@host/name"
MALFORMED_CODES = (11, 26)
"""SQLite's codes for a malformed database, and for a file that is none."""
SIGNS = "characters such as @ : / in a password are written %40 %3A %2F"


UNAVAILABLE = (OperationalError, InterfaceError, InternalError, NoConnection)
"""The database is full, busy, read-only or gone: nothing else could be written either."""


class DatabaseAway(DatabaseProblem):
    """The database does not answer, or writes nothing, at the moment; it may do so later."""


class MalformedDatabase(DatabaseProblem):
    """A SQLite file that is damaged. When it is opened, the message says where it is and what to do."""

    def __init__(self, url: URL, reason: str, opening: bool) -> None:
        if not opening:  # visitors may read this
            super().__init__(f"the SQLite file is damaged: {reason}")
            return
        super().__init__(
            f"the SQLite file {url.database} is damaged ({reason}); move it away and restore a backup with "
            "gipfel import, or name another database with --database-url"
        )


def default_path() -> Path:
    """The SQLite file in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("gipfel", appauthor=False) / "tables.db"


def default_url() -> URL:
    """SQLite in the user's data folder, which is created if it does not exist."""
    path = default_path()
    folder = path.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseProblem(f"{folder} cannot be made: {error.strerror}; name a --database-url") from error
    return sqlite_url(path)


def sqlite_url(path: Path) -> URL:
    return URL.create("sqlite", database=str(path))


def read_url(url: str | URL) -> URL:
    """The database that a URL means. Raises DatabaseProblem."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:  # their messages may contain the password
        raise DatabaseProblem(f"the address of the database cannot be read; {HINT}; {SIGNS}") from error
    if parsed.drivername in SQLITE:
        return _checked_sqlite(parsed)
    if parsed.drivername in POSTGRESQL:
        return _checked_postgresql(parsed)
    kind = parsed.drivername[:40]
    raise DatabaseProblem(f"tables are stored in SQLite or PostgreSQL, not in {kind!r}; {HINT}")


def _checked_sqlite(url: URL) -> URL:
    if url.host:
        raise DatabaseProblem(
            "the address of a SQLite file has three slashes, or four: sqlite:////folder/file"
        )
    if url.database in (None, "", ":memory:"):
        raise DatabaseProblem("a SQLite database needs a file: sqlite:////folder/tables.db")
    return url


def _checked_postgresql(url: URL) -> URL:
    if url.host and "@" in url.host:
        raise DatabaseProblem(f"the address of the database cannot be read: {SIGNS}")
    return url.set(drivername=DRIVER)


def open_engine(url: str | URL, busy_timeout_ms: int = BUSY_TIMEOUT_MS) -> Engine:
    """An engine for a URL; it does not connect yet. Raises DatabaseProblem."""
    parsed = read_url(url)
    postgresql = parsed.drivername == DRIVER
    # A connection to a file does not break by itself; asking it each time would only cost time.
    options: dict[str, Any] = {"pool_size": POOL_SIZE, "pool_pre_ping": True} if postgresql else {}
    try:
        engine = create_engine(parsed, **options)
    except ImportError as error:
        raise DatabaseProblem("PostgreSQL needs a driver: pip install 'gipfel[postgresql]'") from error
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        raise DatabaseProblem(f"the database cannot be opened; {HINT}") from error
    event.listen(engine, *_connection_setup(postgresql, busy_timeout_ms))
    if not postgresql:
        _make_private(Path(parsed.database or ""))
    return engine


def open_autocommit(url: URL) -> Engine:
    """An engine for PostgreSQL that commits each statement at once; it does not connect yet."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT", pool_reset_on_return=None)
    event.listen(engine, "do_connect", _prepare_postgresql)
    event.listen(engine, "checkin", _note_use)
    event.listen(engine, "checkout", partial(_check_unused, engine.dialect))
    return engine


def open_unchanged(url: URL) -> Engine:
    """An engine that only reads an existing SQLite file, and creates no file beside it."""
    path = Path(url.database or "").absolute()
    # SQLite would create the files of the write-ahead log to read a file that nobody has open.
    used = path.with_name(f"{path.name}-wal").exists()
    how = {"mode": "ro"} if used else {"mode": "ro", "immutable": "1"}
    return create_engine(
        URL.create("sqlite", database=path.as_uri(), query={**how, "uri": "true"}), poolclass=NullPool
    )


def _make_private(path: Path) -> None:
    """Create the file for its owner alone, and hide an existing one from strangers: it has keys of seats.

    SQLite gives the files beside it the same permissions.
    """
    with suppress(OSError):  # what cannot be done here is reported when the database is opened
        if path.exists():
            path.chmod(path.stat().st_mode & ~OF_OTHERS)
        else:
            path.touch(OF_OWNER)


def _connection_setup(postgresql: bool, busy_timeout_ms: int) -> tuple[str, Any]:
    if postgresql:
        return "do_connect", _prepare_postgresql
    return "connect", partial(_prepare_sqlite, busy_timeout_ms=busy_timeout_ms)


def _prepare_sqlite(connection: Any, _: Any, busy_timeout_ms: int) -> None:
    """Commits survive a loss of power; readers do not wait for a writer; what is deleted is overwritten."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={busy_timeout_ms}")
    _use_write_ahead_log(cursor, monotonic() + busy_timeout_ms / 1000)
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA secure_delete=ON")
    cursor.close()


def _use_write_ahead_log(cursor: Any, until: float) -> None:
    """If several processes do this with a new file at the same time, SQLite does not wait by itself."""
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
            sleep(AGAIN_AFTER)


def _prepare_postgresql(_dialect: Any, _record: Any, _arguments: Any, options: dict[str, Any]) -> None:
    """Do not wait forever for a host that does not answer, unless the URL sets another timeout."""
    options.setdefault("connect_timeout", CONNECT_TIMEOUT)
    options.setdefault("application_name", "gipfel")


def _note_use(_connection: Any, record: Any) -> None:
    record.info["used"] = monotonic()


def _check_unused(dialect: Dialect, connection: Any, record: Any, _: Any) -> None:
    """Ask a connection that nobody has used for some time whether it still works, else open another one.

    To ask each time would double the round trips.
    """
    used = record.info.get("used")
    if used is None or monotonic() - used < UNUSED:
        return
    try:
        dialect.do_ping(connection)
    except dialect.loaded_dbapi.Error as error:
        raise InvalidatePoolError("the connection is broken") from error


def display_url(url: URL) -> str:
    """The URL without user and password."""
    return str(URL.create(url.drivername.partition("+")[0], None, None, url.host, url.port, url.database))


@contextmanager
def database_errors(url: URL, opening: bool = False) -> Iterator[None]:
    """Turns the database's errors into DatabaseProblem; IntegrityError is for the caller."""
    try:
        yield
    except IntegrityError:
        raise
    except SQLAlchemyError as error:
        original = getattr(error, "orig", None) or error
        message = _without_password(first_line(original), url)
        # The extended codes of SQLite have the basic one in their lowest byte.
        if getattr(original, "sqlite_errorcode", 0) & 0xFF in MALFORMED_CODES:
            raise MalformedDatabase(url, message, opening) from error
        where = f" ({display_url(url)})" if opening else ""
        kind = DatabaseAway if isinstance(error, UNAVAILABLE) else DatabaseProblem
        raise kind(f"the database cannot be used: {message}{where}") from error


def check_sqlite(url: URL, opening: bool = False) -> None:
    """Read a whole SQLite file and check that it is well-formed. Raises DatabaseProblem.

    10,000 tables with 350,000 events (51 MB) take 0.2 seconds.
    """
    # A new connection has no pages in memory that may be damaged in the file.
    engine = create_engine(url, poolclass=NullPool)
    with database_errors(url, opening), engine.connect() as connection:
        check_pages(connection, url, opening)


def check_pages(connection: Connection, url: URL, opening: bool = False) -> None:
    """Check the file of a connection to SQLite. Raises MalformedDatabase."""
    found = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
    if found != "ok":
        reason = " ".join(found.replace("*** in database main ***", "").split())
        raise MalformedDatabase(url, reason, opening)


def _without_password(message: str, url: URL) -> str:
    given = url.query.get("password", ())
    for password in (url.password, *((given,) if isinstance(given, str) else given)):
        if password:
            message = message.replace(str(password), "***")
    return message


def first_line(error: BaseException) -> str:
    """The first line of an error's message, or its type if there is none."""
    return (str(error).splitlines() or [type(error).__name__])[0]
