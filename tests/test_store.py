"""The database: nothing gets lost, and what is broken does not break the rest."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection, create_engine

from gipfel.games.side import Side
from gipfel.notation.errors import GipfelError
from gipfel.table import migrations
from gipfel.table.beginning import new_beginning
from gipfel.table.happenings import Decided, Failed, Redone, Undone
from gipfel.table.migrations import DatabaseProblem
from gipfel.table.schema import METADATA
from gipfel.table.seats import read_seats
from gipfel.table.store import BrokenTable, SomebodyElseWrote, Store, UnknownTable, sqlite_url
from gipfel.table.table import Table
from tests.test_table import play_at_random

PEOPLE = read_seats({"white": {"kind": "person", "name": "Åsa"}})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "with space" / "tables.db"


@pytest.fixture
def store(path: Path) -> Store:
    path.parent.mkdir()
    return Store(sqlite_url(path))


def played(store: Store, name: str = "gipf", decisions: int = 5) -> tuple[str, Table]:
    """A new table at which something was decided."""
    id, table = store.create(new_beginning(name, None, {}, PEOPLE))
    twin = table.copy()
    happened = play_at_random(twin, Random(1), decisions)
    for happening in happened:
        number = table.happened
        table.apply(happening)
        store.add(id, number, [happening], table)
    return id, table


def test_a_table_is_loaded_as_it_was(store: Store, path: Path) -> None:
    id, table = played(store)
    number = table.happened
    for happening in (Undone(3), Redone(4)):
        table.apply(happening)
    store.add(id, number, [Undone(3), Redone(4)], table)
    again = Store(sqlite_url(path)).load(id)
    assert again.position == table.position
    assert again.turns() == table.turns()
    assert again.redo_to() == 5
    assert again.seats == table.seats


def test_ids_cannot_be_guessed(store: Store) -> None:
    ids = {store.create(new_beginning("gipf", None, {}, PEOPLE))[0] for _ in range(20)}
    assert len(ids) == 20
    assert all(len(id) == 12 for id in ids)


def test_the_same_number_is_written_once(store: Store) -> None:
    id, table = played(store)
    with pytest.raises(SomebodyElseWrote):
        store.add(id, 2, [Undone(0)], table)
    assert store.load(id).number == 5


def test_what_others_wrote_can_be_caught_up(store: Store) -> None:
    id, table = played(store)
    mine = store.load(id)
    number = table.happened
    table.apply(Undone(2))
    store.add(id, number, [Undone(2)], table)
    store.catch_up(id, mine)
    assert (mine.number, mine.happened) == (2, table.happened)


def test_unknown_and_removed_tables(store: Store) -> None:
    id, table = played(store)
    assert store.remove(id)
    assert not store.remove(id)
    with pytest.raises(UnknownTable):
        store.load(id)
    with pytest.raises(UnknownTable):
        store.add(id, table.happened, [Undone(0)], table)


def test_summaries_tell_where_tables_stand(store: Store) -> None:
    first, table = played(store, "yinsh")
    second, _ = played(store)
    assert [summary.id for summary in store.summaries(finished=False)] == [second, first]
    number = table.happened
    resigned = table.resignation(Side.WHITE)
    table.apply(resigned)
    store.add(first, number, [resigned], table)
    [summary] = store.summaries(finished=True)
    assert (summary.id, summary.score, summary.reason) == (first, "0-1", "resignation")
    assert summary.position == str(table.position)
    assert summary.changed.tzinfo is not None


def test_a_broken_table_is_reported_and_the_others_work(store: Store, path: Path) -> None:
    good, _ = played(store)
    bad, _ = played(store)
    worse, _ = played(store)
    with sqlite3.connect(path) as connection:
        connection.execute("update happenings set what = 'x' where \"table\" = ? and number = 2", [bad])
        connection.execute("update tables set game = 'chess', seats = '7' where id = ?", [worse])
    with pytest.raises(BrokenTable, match="number 2"):
        store.load(bad)
    with pytest.raises(BrokenTable, match="set up"):
        store.load(worse)
    assert store.check().keys() == {bad, worse}
    assert store.load(good).number == 5
    assert len(store.summaries(finished=False)) == 3


@pytest.mark.parametrize(
    "damage",
    [
        "update tables set options = 'x' where id = ?",
        "update tables set options = '[]' where id = ?",
        "update tables set created = 'x' where id = ?",
        "update tables set seats = 'x' where id = ?",
    ],
)
def test_a_row_that_cannot_be_read_is_reported(store: Store, path: Path, damage: str) -> None:
    good, _ = played(store)
    bad, _ = played(store)
    with sqlite3.connect(path) as connection:
        connection.execute(damage, [bad])
    with pytest.raises(BrokenTable):
        store.load(bad)
    assert [summary.id for summary in store.summaries(finished=False)] == [good]


@pytest.mark.parametrize("column", ["seats", "changed"])
def test_a_summary_that_cannot_be_read_does_not_hide_the_others(
    store: Store, path: Path, column: str
) -> None:
    good, _ = played(store)
    bad, table = played(store)
    with sqlite3.connect(path) as connection:
        connection.execute(f"update summaries set {column} = '7x' where \"table\" = ?", [bad])
    assert [summary.id for summary in store.summaries(finished=False)] == [good]
    assert store.load(bad).position == table.position


def test_long_lists_come_in_pages(store: Store) -> None:
    ids = [store.create(new_beginning("dvonn", None, {}, PEOPLE))[0] for _ in range(5)]
    pages = [store.summaries(False, begin, 2) for begin in (0, 2, 4, 6)]
    assert [summary.id for page in pages for summary in page] == ids[::-1]


def test_a_full_disk_is_said_in_one_sentence(store: Store) -> None:
    id, table = played(store)
    before = table.copy()
    table.apply(Undone(0))
    with store._engine.connect() as connection:
        pages = connection.exec_driver_sql("pragma page_count").scalar()
        connection.exec_driver_sql(f"pragma max_page_count = {pages}")
        connection.commit()
    with pytest.raises(DatabaseProblem, match="full"):
        store.add(id, before.happened, [Failed(Side.WHITE, "x" * 100_000)], table)
    assert store.load(id).number == before.number


def test_a_file_that_is_damaged_in_the_middle(store: Store, path: Path) -> None:
    id, _ = played(store, decisions=30)
    with store._engine.connect() as connection:
        connection.exec_driver_sql("pragma wal_checkpoint(truncate)")
    store.close()
    data = bytearray(path.read_bytes())
    data[4096:] = b"\x99" * len(data[4096:])
    path.write_bytes(data)
    with pytest.raises(DatabaseProblem):
        Store(sqlite_url(path)).load(id)


def test_sqlite_is_safe(store: Store, path: Path) -> None:
    with store._engine.connect() as connection:
        modes = [
            connection.exec_driver_sql(f"pragma {name}").scalar() for name in ("journal_mode", "synchronous")
        ]
    assert modes == ["wal", 2]


# --- The schema ---------------------------------------------------------------------------------------


def test_migrations_lead_to_the_schema(store: Store, path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with store._engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_all_migrations_are_known() -> None:
    folder = Path(migrations.__file__).parent / "versions"
    assert tuple(sorted(path.name[:4] for path in folder.glob("[0-9]*.py"))) == migrations.KNOWN
    assert migrations.KNOWN[-1] == migrations.NEWEST


def test_several_processes_begin_with_the_same_new_file(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "tables.db")
    with ThreadPoolExecutor(6) as threads:
        stores = [*threads.map(lambda _: Store(url), range(6))]
    id, _ = played(stores[0])
    assert all(store.load(id).number == 5 for store in stores)


def test_a_step_of_the_schema_is_taken_altogether_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = sqlite_url(tmp_path / "tables.db")

    def halfway(connection: Connection) -> None:
        connection.exec_driver_sql("create table tables (id text)")
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(migrations, "_upgrade", halfway)
        with pytest.raises(KeyboardInterrupt):
            Store(url)
    played(Store(url))


def test_a_database_of_a_newer_gipfel_is_left_alone(store: Store, path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("update alembic_version set version_num = '9999'")
    with pytest.raises(DatabaseProblem, match="newer Gipfel"):
        Store(sqlite_url(path))


def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "other.db")
    with create_engine(url).begin() as connection:
        connection.exec_driver_sql("create table tables (x integer)")
    with pytest.raises(DatabaseProblem, match="other tables"):
        Store(url)


@pytest.mark.parametrize("url", ["dragon://x", "nonsense", "sqlite:////no/such/folder/x.db", "mysql://x/y"])
def test_databases_that_cannot_be_opened(url: str) -> None:
    with pytest.raises(GipfelError):
        Store(url)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_text("This is a letter to my aunt. " * 100)
    with pytest.raises(DatabaseProblem, match=r"tables\.db"):
        Store(sqlite_url(path))


def test_decisions_are_kept_as_people_write_them(store: Store, path: Path) -> None:
    id, _ = played(store, decisions=1)
    with sqlite3.connect(path) as connection:
        [(what,)] = connection.execute('select what from happenings where "table" = ?', [id])
    assert '"decided"' in what
    assert Decided.kind == "decided"
