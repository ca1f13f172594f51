"""Brings a database's schema up to date, one migration after the other."""

from importlib.resources import files

from sqlalchemy import Connection, Engine, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from gipfel.notation.errors import GipfelError

NEWEST = "0010"
"""The version of the schema this Gipfel works with."""
KNOWN = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009", "0010")
"""All versions, the oldest first; a test compares them with the files in `versions`."""

MIGRATION_LOCK = 7_158_278_827
"""The number of PostgreSQL's advisory lock that a process holds while it changes the schema."""


class DatabaseProblem(GipfelError):
    """The database cannot be used; the message says why."""


def schema_version(connection: Connection) -> str | None:
    """The version of the schema a database has; None if it is empty. Raises DatabaseProblem."""
    names = inspect(connection).get_table_names()
    if "alembic_version" in names:
        return connection.execute(select(text("version_num from alembic_version"))).scalar()
    if "tables" in names or "happenings" in names:
        raise DatabaseProblem("the database holds other tables of these names; give Gipfel one of its own")
    return None


def migrate(engine: Engine) -> None:
    """Bring the schema up to date. Raises DatabaseProblem."""
    with engine.connect() as connection:
        if _is_newest(connection):
            return
    # Several processes may start at once: the first one migrates, the others find it done.
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "sqlite":
                # All migrations or none, and no other writer meanwhile; by default SQLite commits each one.
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            else:
                connection.exec_driver_sql(f"select pg_advisory_xact_lock({MIGRATION_LOCK})")
            if not _is_newest(connection):
                upgrade(connection)
    except SQLAlchemyError:
        with engine.connect() as connection:
            if not _is_newest(connection):
                raise


def _is_newest(connection: Connection) -> bool:
    """Is the schema up to date? Raises DatabaseProblem if only a newer Gipfel knows it."""
    found = schema_version(connection)
    if found is not None and found not in KNOWN:
        raise DatabaseProblem(
            f"the database was written by a newer Gipfel (schema {found}, this one knows {NEWEST}); "
            "install that one, or name another database with --database-url"
        )
    return found == NEWEST


def upgrade(connection: Connection) -> None:
    """Run all migrations that are missing."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(files(__name__)).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, NEWEST)
