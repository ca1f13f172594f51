"""Opening a database by its address, and saying in one sentence what is wrong with it.

No message holds a password: neither what was meant as one nor what became one by mistake.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError

from gipfel.table.storage.migrations import DatabaseProblem

PATIENCE_MS = 10_000
"""How long SQLite waits for another process that writes."""
CONNECTING = 10
"""Seconds PostgreSQL has to answer at all."""
CONNECTIONS = 10
"""As many as a server has threads that use them; others wait in line."""
SQLITE = ("sqlite", "sqlite+pysqlite")
POSTGRESQL = ("postgresql", "postgres", "postgresql+psycopg")
DRIVER = "postgresql+psycopg"
HINT = "write sqlite:////folder/tables.db or postgresql://user:password@host/name"
SIGNS = "signs such as @ : / in a password are written %40 %3A %2F"


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


def read_url(url: str | URL) -> URL:
    """The database an address means. Raises DatabaseProblem."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:  # what these say may hold the password
        raise DatabaseProblem(f"the database has no address that can be read; {HINT}; {SIGNS}") from error
    if parsed.drivername in SQLITE:
        return _checked_sqlite(parsed)
    if parsed.drivername in POSTGRESQL:
        return _checked_postgresql(parsed)
    kind = parsed.drivername[:40]
    raise DatabaseProblem(f"tables are kept in SQLite or PostgreSQL, not in {kind!r}; {HINT}")


def _checked_sqlite(url: URL) -> URL:
    if url.host:
        raise DatabaseProblem(
            "the address of a SQLite file has three strokes, or four: sqlite:////folder/file"
        )
    if url.database in (None, "", ":memory:"):
        raise DatabaseProblem("a SQLite database needs a file: sqlite:////folder/tables.db")
    return url


def _checked_postgresql(url: URL) -> URL:
    if url.host and "@" in url.host:
        raise DatabaseProblem(f"the database has no address that can be read: {SIGNS}")
    return url.set(drivername=DRIVER)


def opened(url: str | URL) -> Engine:
    """The database at an address; nothing is asked of it yet. Raises DatabaseProblem."""
    parsed = read_url(url)
    postgresql = parsed.drivername == DRIVER
    more: dict[str, Any] = {"pool_size": CONNECTIONS} if postgresql else {}
    try:
        engine = create_engine(parsed, pool_pre_ping=True, **more)
    except ImportError as error:
        raise DatabaseProblem("PostgreSQL needs a driver: pip install 'gipfel[postgresql]'") from error
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        raise DatabaseProblem(f"the database cannot be opened; {HINT}") from error
    event.listen(engine, *_preparation(postgresql))
    return engine


def _preparation(postgresql: bool) -> tuple[str, Any]:
    return ("do_connect", _prepare_postgresql) if postgresql else ("connect", _prepare_sqlite)


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """What is committed survives a loss of power; readers do not wait for a writer."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute(f"PRAGMA busy_timeout={PATIENCE_MS}")
    cursor.close()


def _prepare_postgresql(_dialect: Any, _record: Any, _arguments: Any, options: dict[str, Any]) -> None:
    """A host that does not answer is no reason to wait for ever; an address may say otherwise."""
    options.setdefault("connect_timeout", CONNECTING)
    options.setdefault("application_name", "gipfel")


def shown(url: URL) -> str:
    """Which database it is, without who uses it and how they get in."""
    return str(URL.create(url.drivername.partition("+")[0], None, None, url.host, url.port, url.database))


@contextmanager
def problems(url: URL, opening: bool = False) -> Iterator[None]:
    """What a database has to complain about, in one sentence."""
    try:
        yield
    except IntegrityError:
        raise
    except SQLAlchemyError as error:
        said = _without_secret(first_line(getattr(error, "orig", None) or error), url)
        where = f" ({shown(url)})" if opening else ""
        raise DatabaseProblem(f"the database cannot be used: {said}{where}") from error


def _without_secret(said: str, url: URL) -> str:
    given = url.query.get("password", ())
    secrets = [url.password, *((given,) if isinstance(given, str) else given)]
    for secret in secrets:
        if secret:
            said = said.replace(str(secret), "***")
    return said


def first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
