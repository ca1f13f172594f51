"""Tables in a database, for tests of the storage."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from sqlalchemy import text

from gipfel.table.seats import read_seats
from gipfel.table.setup import new_setup
from gipfel.table.storage.store import Store
from gipfel.table.table import Table
from tests.helpers import postgres
from tests.helpers.tables import play_at_random

PEOPLE = read_seats({"white": {"kind": "person", "name": "Åsa"}})
NOON = 1_794_830_400_000
"""An instant, in milliseconds."""


@contextmanager
def empty_database(kind: str, file: Path) -> Iterator[str]:
    """The URL of an empty database: of a SQLite file, or of PostgreSQL."""
    if kind == "sqlite":
        yield f"sqlite:///{file}"
        return
    with postgres.database() as url:
        yield url


def played(store: Store, name: str = "gipf", decisions: int = 5) -> tuple[str, Table]:
    """A new table after some random decisions."""
    table_id, table = store.create(new_setup(name, None, {}, PEOPLE), at=NOON)
    twin = table.copy()
    happened = play_at_random(twin, Random(1), decisions)
    for event in happened:
        add(store, table_id, table, event)
    return table_id, table


def add(store: Store, table_id: str, table: Table, event: object, at: int = NOON) -> None:
    """Apply an event to a table, and write it."""
    number = table.event_count
    table.apply(event, at)  # type: ignore[arg-type]
    store.add(table_id, number, [event], table, at)  # type: ignore[list-item]


def change(store: Store, command: str, **values: object) -> None:
    """Change the database behind the store's back."""
    with store.engine.begin() as connection:
        connection.execute(text(command), values)
