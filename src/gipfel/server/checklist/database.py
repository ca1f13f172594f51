"""Checks of the database: its address, its files, its contents and its backups."""

import os
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, func, select
from sqlalchemy.engine import URL

from gipfel.server.checklist.files import check_file, check_folder, check_space
from gipfel.server.checklist.findings import Finding, Level, advice, ok, sentence, unsafe
from gipfel.server.checklist.machine import Machine
from gipfel.server.settings import LOOPBACK_NAMES, Settings
from gipfel.table.storage.database import (
    DRIVER,
    check_pages,
    database_errors,
    default_path,
    open_engine,
    open_unchanged,
    read_url,
    sqlite_url,
)
from gipfel.table.storage.migrations import KNOWN, NEWEST, DatabaseProblem, schema_version
from gipfel.table.storage.rows import to_milliseconds
from gipfel.table.storage.schema import SUMMARIES
from gipfel.table.storage.store import Store

DATABASE, PASSWORD, FILES, SPACE, CLOCK, BACKUP = "database", "password", "files", "space", "clock", "backup"
SHORTEST_PASSWORD = 12
ENCRYPTED = ("require", "verify-ca", "verify-full")
"""Values of PostgreSQL's `sslmode` that do not allow a connection without TLS."""
FILES_BESIDE = ("", "-wal", "-shm")
"""What SQLite adds to the name of the database for its other files."""
MINUTE, DAY = 60_000, 86_400_000
EARLIEST = 1_767_225_600_000
"""The first instant of 2026; no clock that shows an earlier one is right."""
BACKUP_FOLDER = "GIPFEL_BACKUP_FOLDER"
"""The variable that also tells `deploy/gipfel-backup` where to write."""
BACKUPS = "gipfel-*.jsonl.gz"
BACKUP_DAYS = 2


def check_database(settings: Settings, machine: Machine) -> list[Finding]:
    try:
        url = read_url(settings.database_url or sqlite_url(default_path()))
    except DatabaseProblem as problem:
        return [unsafe(DATABASE, sentence(str(problem)))]
    if url.drivername == DRIVER:
        found = [*check_password(url, machine), *check_encryption(url, machine)]
    else:
        found = [*check_number_of_processes(settings), *check_sqlite_files(Path(url.database or ""))]
    return [*found, *check_contents(url, machine.now), *check_backups(settings, machine)]


# --- PostgreSQL -------------------------------------------------------------------------------------------


def check_password(url: URL, machine: Machine) -> list[Finding]:
    """Is the password a secret?"""
    password = _option(url, "password", machine, "PGPASSWORD")
    if not password:
        return [
            advice(
                PASSWORD,
                "The database has no password: right only if PostgreSQL knows the user of this process "
                "(peer), or if there is a file .pgpass.",
            )
        ]
    if any(password in argument for argument in machine.arguments):
        return [
            unsafe(
                PASSWORD,
                "Every user of this machine can read the password of the database in the command line; "
                "pass it in the variable GIPFEL_DATABASE_URL.",
            )
        ]
    known = {text.lower() for text in (url.username, url.database, url.host) if text}
    if len(password) < SHORTEST_PASSWORD or password.lower() in known or len({*password}) < 4:
        return [
            unsafe(
                PASSWORD, "The password of the database is easy to guess; use 16 random letters and digits."
            )
        ]
    return [ok(PASSWORD, "The password of the database is long, and in no command line.")]


def check_encryption(url: URL, machine: Machine) -> list[Finding]:
    """Can nobody read the traffic to a database on another machine?"""
    if not url.host or url.host in LOOPBACK_NAMES or url.host.startswith("/"):
        return []
    if _option(url, "sslmode", machine, "PGSSLMODE") in ENCRYPTED:
        return [ok(DATABASE, f"The traffic to {url.host} is encrypted.")]
    return [
        advice(
            DATABASE,
            f"The traffic to {url.host} need not be encrypted; add ?sslmode=verify-full to the address of "
            "the database unless nobody else can read it.",
        )
    ]


def _option(url: URL, name: str, machine: Machine, variable: str) -> str:
    """An option of PostgreSQL, in the address or in a variable."""
    given = url.query.get(name, "")
    own = url.password if name == "password" else None
    return str(
        own or (given if isinstance(given, str) else given[0]) or machine.environment.get(variable, "")
    )


# --- SQLite -----------------------------------------------------------------------------------------------


def check_number_of_processes(settings: Settings) -> list[Finding]:
    if settings.local:
        return []
    return [advice(DATABASE, "SQLite is right for one process; several need PostgreSQL (--database-url).")]


def check_sqlite_files(path: Path) -> list[Finding]:
    """Can only the server read and change the database?"""
    beside = [check_file(FILES, path.with_name(path.name + end)) for end in FILES_BESIDE]
    wrong = [finding for finding in beside if finding is not None and finding.level != Level.OK]
    return [*(wrong or [check_folder(FILES, path.parent)]), check_space(SPACE, path.parent)]


# --- Contents ---------------------------------------------------------------------------------------------


def check_contents(url: URL, now: int) -> list[Finding]:
    """Can the database be used, and does the clock agree with it? A SQLite file stays as it is."""
    sqlite = url.drivername != DRIVER
    if sqlite and not Path(url.database or "").exists():
        return [
            ok(DATABASE, "The database does not exist yet; the server creates it."),
            check_clock(now, None),
        ]
    try:
        version, newest = _read_sqlite(url) if sqlite else _read_postgresql(url)
    except DatabaseProblem as problem:
        return [unsafe(DATABASE, sentence(str(problem)))]
    return [check_schema(version), check_clock(now, newest)]


def _read_sqlite(url: URL) -> tuple[str | None, int | None]:
    """Read the state and check the whole file. Raises DatabaseProblem, also if it cannot be written."""
    with database_errors(url, opening=True), open_unchanged(url).connect() as connection:
        state = _read_state(connection)
        check_pages(connection, url, opening=True)
    if not os.access(url.database or "", os.W_OK):
        raise DatabaseProblem(f"the server cannot write to {url.database}; make it its own")
    return state


def _read_postgresql(url: URL) -> tuple[str | None, int | None]:
    """Read the state, and write a row that is deleted at once. Raises DatabaseProblem."""
    engine = open_engine(url)
    try:
        with database_errors(url, opening=True), engine.connect() as connection:
            state = _read_state(connection)
    finally:
        engine.dispose()
    if state[0] == NEWEST:
        with closing(Store(url)) as store:
            store.probe()
    return state


def _read_state(connection: Connection) -> tuple[str | None, int | None]:
    """The version of the schema, and the instant of the last event. Raises DatabaseProblem."""
    version = schema_version(connection)
    if version is None:
        return None, None
    newest = connection.execute(select(func.max(SUMMARIES.c.changed))).scalar()
    return version, None if newest is None else to_milliseconds(newest)


def check_schema(version: str | None) -> Finding:
    """Does this Gipfel know the schema?"""
    if version is None:
        return ok(DATABASE, "The database is empty; the server creates its tables.")
    if version == NEWEST:
        return ok(DATABASE, "The database can be read and written, and its schema is up to date.")
    if version in KNOWN:
        return advice(
            DATABASE,
            f"The server will update the schema from {version} to {NEWEST}; make a backup first "
            "(gipfel export).",
        )
    return unsafe(
        DATABASE, f"A newer Gipfel has written the database (schema {version}); install that one again."
    )


def check_clock(now: int, newest: int | None) -> Finding:
    """Is the clock of this machine right, as far as that can be seen?"""
    ahead = 0 if newest is None else newest - now
    if now < EARLIEST:
        return unsafe(CLOCK, "The clock of this machine shows a year before 2026; set it.")
    if ahead > MINUTE:
        return advice(
            CLOCK,
            f"Events are dated {ahead // MINUTE} min ahead of this machine's clock until it catches up; "
            "check the clock.",
        )
    return ok(CLOCK, "The clock of this machine agrees with the database.")


# --- Backups ----------------------------------------------------------------------------------------------


def check_backups(settings: Settings, machine: Machine) -> list[Finding]:
    """Is there a backup, not too old, that nobody else can read?"""
    named = machine.environment.get(BACKUP_FOLDER, "")
    if not named:
        text = f"No folder for backups is named with {BACKUP_FOLDER}; gipfel-backup.timer makes them."
        return [] if settings.local else [advice(BACKUP, text)]
    files = sorted(Path(named).glob(BACKUPS))
    if not files:
        return [advice(BACKUP, f"There is no backup in {named}; start gipfel-backup.service.")]
    wrong = [finding for path in files if (finding := check_file(BACKUP, path)) is not None]
    worst = next((finding for finding in wrong if finding.level == Level.UNSAFE), None)
    return [worst or check_age(files[-1], machine.now)]


def check_age(newest: Path, now: int) -> Finding:
    """Is the newest backup of today or yesterday?"""
    days = (now - int(newest.stat().st_mtime * 1000)) // DAY
    if days >= BACKUP_DAYS:
        return advice(BACKUP, f"The newest backup is {days} days old; look at gipfel-backup.timer.")
    return ok(BACKUP, f"The newest backup is {newest.name}.")
