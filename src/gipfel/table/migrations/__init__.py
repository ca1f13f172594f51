"""How the schema of the database came to be what it is, step by step, and how it gets there."""

from importlib.resources import files

from sqlalchemy import Connection, Engine, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from gipfel.notation.errors import GipfelError

NEWEST = "0001"
"""The version of the schema this Gipfel works with."""
KNOWN = ("0001",)
"""All versions, the oldest first; a test compares them with the files in `versions`."""


class DatabaseProblem(GipfelError):
    """The database cannot be used; the message says why."""


def schema_version(engine: Engine) -> str | None:
    """The version of the schema a database has; None if it is empty. Raises DatabaseProblem."""
    with engine.connect() as connection:
        names = inspect(connection).get_table_names()
        if "alembic_version" in names:
            return connection.execute(select(text("version_num from alembic_version"))).scalar()
        if "tables" in names or "happenings" in names:
            raise DatabaseProblem(
                "the database holds other tables of these names; give Gipfel one of its own"
            )
        return None


def bring_up_to_date(engine: Engine) -> None:
    """Change the schema to the newest one, if it is not. Raises DatabaseProblem."""
    found = schema_version(engine)
    if found == NEWEST:
        return
    if found is not None and found not in KNOWN:
        raise DatabaseProblem(
            f"the database was written by a newer Gipfel (schema {found}, this one knows {NEWEST}); "
            "install that one, or name another database with --database-url"
        )
    # Several processes may start at once on PostgreSQL: the first one works, the others find it done.
    try:
        with engine.begin() as connection:
            _upgrade(connection)
    except SQLAlchemyError:
        if schema_version(engine) != NEWEST:
            raise


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(files(__name__)).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, NEWEST)
