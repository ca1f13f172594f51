"""The schema of the database, and the migrations that lead to it."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Timer

import pytest
from sqlalchemy import Connection, create_engine

from gipfel.table.events import Undone
from gipfel.table.storage import migrations
from gipfel.table.storage.database import open_engine
from gipfel.table.storage.migrations import DatabaseProblem
from gipfel.table.storage.schema import METADATA
from gipfel.table.storage.store import Store, sqlite_url
from tests.helpers.stores import NOON, add, change, played


def test_migrations_lead_to_the_schema(store: Store) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_all_migrations_are_known() -> None:
    folder = Path(migrations.__file__).parent / "versions"
    assert tuple(sorted(path.name[:4] for path in folder.glob("[0-9]*.py"))) == migrations.KNOWN
    assert migrations.KNOWN[-1] == migrations.NEWEST


def test_tables_from_before_there_were_keys(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They stay open and have no clock, and everything at them is as it was."""
    with monkeypatch.context() as patched:
        patched.setattr(migrations, "NEWEST", "0001")
        old = Store(url)
    change(old, OLD_TABLE)
    change(old, OLD_SUMMARY)
    change(old, OLD_HAPPENING, what='{"kind": "decided", "text": "a1-b2", "side": "white", "ms": 0}')
    old.close()
    store = Store(url)
    table = store.load("old")
    assert (table.number, table.clock, store.keys("old")) == (1, None, {})
    [summary] = store.summaries(finished=False)
    assert (summary.id, summary.keyed, summary.clock, summary.side) == ("old", False, None, None)
    add(store, "old", table, Undone(0))
    assert store.load("old").number == 0
    assert store.due(NOON * 2) == []


OLD_TABLE = """
insert into tables (id, created, game, version, options, seats, start, title)
values ('old', '2026-01-01 12:00:00', 'gipf', 'basic', '{}', '{}', '', '')
"""
OLD_HAPPENING = """
insert into happenings ("table", number, at, what) values ('old', 0, '2026-01-01 12:00:00.123456', :what)
"""
OLD_SUMMARY = """
insert into summaries ("table", happened, changed, finished, turn, position, seats, score, reason)
values ('old', 1, '2026-01-01 12:00:00', false, 1, '', '{}', '', '')
"""


def test_a_new_file_that_another_process_writes_is_awaited(tmp_path: Path) -> None:
    """SQLite does not wait by itself when it begins a write-ahead log."""
    path = tmp_path / "tables.db"
    writer = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    writer.execute("create table new (n integer)")
    writer.execute("begin immediate")
    Timer(0.3, writer.close).start()
    with open_engine(sqlite_url(path)).connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"


def test_several_processes_begin_with_the_same_new_database(url: str) -> None:
    with ThreadPoolExecutor(6) as threads:
        stores = [*threads.map(lambda _: Store(url), range(6))]
    table_id, _ = played(stores[0])
    assert all(store.load(table_id).number == 5 for store in stores)
    for store in stores:
        store.close()


def test_a_step_of_the_schema_is_taken_altogether_or_not_at_all(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def halfway(connection: Connection) -> None:
        connection.exec_driver_sql("create table tables (id text)")
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(migrations, "upgrade", halfway)
        with pytest.raises(KeyboardInterrupt):
            Store(url)
    played(Store(url))


def test_a_database_of_a_newer_gipfel_is_left_alone(store: Store, url: str) -> None:
    change(store, "update alembic_version set version_num = '9999'")
    with pytest.raises(DatabaseProblem, match="newer Gipfel"):
        Store(url)


def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "other.db")
    with create_engine(url).begin() as connection:
        connection.exec_driver_sql("create table tables (x integer)")
    with pytest.raises(DatabaseProblem, match="other tables"):
        Store(url)
