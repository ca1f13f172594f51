"""The database: nothing gets lost, and what is broken does not break the rest."""

import json
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import psycopg
import pytest
from sqlalchemy import Connection, create_engine, text

from gipfel.games.core.side import Side
from gipfel.games.core.time_limit import TimeLimit
from gipfel.table.events import Decided, Failed, Redone, Undone
from gipfel.table.keys import hashed, new_key
from gipfel.table.seats import read_seats
from gipfel.table.setup import new_setup
from gipfel.table.storage import migrations
from gipfel.table.storage.change_notices import CHANNEL
from gipfel.table.storage.migrations import DatabaseProblem
from gipfel.table.storage.schema import METADATA
from gipfel.table.storage.store import (
    Addition,
    BrokenTable,
    Store,
    UnknownTable,
    WriteConflict,
    sqlite_url,
)
from gipfel.table.table import Table
from tests.helpers import postgres
from tests.table.test_table import play_at_random

PEOPLE = read_seats({"white": {"kind": "person", "name": "Åsa"}})
NOON = 1_794_830_400_000
"""An instant."""
SECOND = 1000
FIVE_MINUTES = TimeLimit("sudden-death", minutes=5)
ADA, BEN, EVE = (hashed(name) for name in ("ada", "ben", "eve"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "with space" / "tables.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, path: Path) -> Iterator[str]:
    """An empty database of each kind."""
    path.parent.mkdir()
    if request.param == "sqlite":
        yield f"sqlite:///{path}"
    else:
        with postgres.database() as url:
            yield url


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()


@pytest.fixture
def sqlite(path: Path) -> Iterator[Store]:
    """For what can only happen to a file."""
    path.parent.mkdir()
    store = Store(sqlite_url(path))
    yield store
    store.close()


def played(store: Store, name: str = "gipf", decisions: int = 5) -> tuple[str, Table]:
    """A new table at which something was decided."""
    table_id, table = store.create(new_setup(name, None, {}, PEOPLE), at=NOON)
    twin = table.copy()
    happened = play_at_random(twin, Random(1), decisions)
    for event in happened:
        add(store, table_id, table, event)
    return table_id, table


def add(store: Store, table_id: str, table: Table, event: object, at: int = NOON) -> None:
    """Let one thing happen at a table, and write it."""
    number = table.event_count
    table.apply(event, at)  # type: ignore[arg-type]
    store.add(table_id, number, [event], table, at)  # type: ignore[list-item]


def change(store: Store, command: str, **values: object) -> None:
    """Somebody changes something by hand."""
    with store.engine.begin() as connection:
        connection.execute(text(command), values)


def test_a_table_is_loaded_as_it_was(store: Store, url: str) -> None:
    table_id, table = played(store)
    number = table.event_count
    for event in (Undone(3), Redone(4)):
        table.apply(event, NOON)
    store.add(table_id, number, [Undone(3), Redone(4)], table, NOON)
    again = Store(url).load(table_id)
    assert again.position == table.position
    assert again.turns() == table.turns()
    assert again.redo_to() == 5
    assert again.seats == table.seats


def test_ids_cannot_be_guessed(store: Store) -> None:
    ids = {store.create(new_setup("gipf", None, {}, PEOPLE))[0] for _ in range(20)}
    assert len(ids) == 20
    assert all(len(table_id) == 12 for table_id in ids)


def test_the_same_number_is_written_once(store: Store) -> None:
    table_id, table = played(store)
    with pytest.raises(WriteConflict):
        store.add(table_id, 2, [Undone(0)], table, NOON)
    assert store.load(table_id).number == 5


def test_what_others_wrote_can_be_caught_up(store: Store) -> None:
    table_id, table = played(store)
    mine = store.load(table_id)
    add(store, table_id, table, Undone(2))
    store.catch_up(table_id, mine)
    assert (mine.number, mine.event_count) == (2, table.event_count)


def test_unknown_and_removed_tables(store: Store) -> None:
    table_id, table = played(store)
    assert store.remove(table_id)
    assert not store.remove(table_id)
    for act in (
        lambda: store.load(table_id),
        lambda: store.add(table_id, table.event_count, [Undone(0)], table, NOON),
        lambda: store.catch_up(table_id, table),
        lambda: store.add_key(table_id, Side.WHITE, ADA),
    ):
        with pytest.raises(UnknownTable):
            act()


# --- Several tables at once ---------------------------------------------------------------------------


def taken_back(table_id: str, table: Table) -> Addition:
    """A table where everything is taken back, ready to be written."""
    number, after = table.event_count, table.copy()
    after.apply(Undone(0), NOON)
    return Addition(table_id, number, [Undone(0)], after, NOON)


def test_several_tables_are_written_together(store: Store) -> None:
    tables = dict(played(store) for _ in range(7))
    assert store.add_all([taken_back(*one) for one in tables.items()]) == [None] * 7
    assert {store.load(table_id).number for table_id in tables} == {0}


def test_one_that_cannot_be_written_does_not_spoil_the_others(store: Store) -> None:
    tables = dict(played(store) for _ in range(9))
    additions = [taken_back(*one) for one in tables.items()]
    additions[2] = replace(additions[2], number=4)
    store.remove(additions[5].id)
    additions.append(additions[0])
    problems = store.add_all(additions)
    told = [WriteConflict if n in (2, 9) else UnknownTable if n == 5 else None for n in range(10)]
    assert [problem and type(problem) for problem in problems] == told
    for number, addition in enumerate(additions):
        if number != 5:
            assert store.load(addition.id).number == (5 if number == 2 else 0)


def test_two_who_write_the_same_tables_do_not_wait_for_each_other(store: Store, url: str) -> None:
    """Each addition is written by exactly one of them, in whatever order they come."""
    tables = dict(played(store) for _ in range(12))
    additions = [taken_back(*one) for one in tables.items()]

    def write(seed: int) -> list[tuple[str, Exception | None]]:
        shuffled = Random(seed).sample(additions, len(additions))
        other = Store(url)
        problems = other.add_all(shuffled)
        other.close()
        return [(addition.id, problem) for addition, problem in zip(shuffled, problems, strict=True)]

    with ThreadPoolExecutor(4) as threads:
        told = [one for answers in threads.map(write, range(4)) for one in answers]
    assert sorted(table_id for table_id, problem in told if problem is None) == sorted(tables)
    assert all(problem is None or isinstance(problem, WriteConflict) for _, problem in told)
    assert store.check() == {}


# --- Instants and clocks ------------------------------------------------------------------------------


def clocked(store: Store, decisions: int = 4) -> tuple[str, Table]:
    """A table with a clock, at which each decision took seven seconds and 89 thousandths."""
    table_id, table = store.create(new_setup("gipf", None, {}, PEOPLE, clock=FIVE_MINUTES), at=NOON)
    happened = play_at_random(table.copy(), Random(1), decisions)
    for number, event in enumerate(happened, 1):
        add(store, table_id, table, event, NOON + number * 7089)
    return table_id, table


def test_a_clock_is_loaded_as_it_was(store: Store, url: str) -> None:
    table_id, table = clocked(store)
    again = Store(url).load(table_id)
    assert table.clock is not None
    assert table.clock.running is not None
    assert (again.clock, again.at, again.deadline) == (table.clock, table.at, table.deadline)
    assert again.setup.clock == FIVE_MINUTES


def test_tables_are_due_when_time_has_run_out(store: Store) -> None:
    table_id, table = clocked(store)
    played(store)
    assert table.deadline is not None
    assert store.due(table.deadline - 1) == []
    assert store.due(table.deadline) == [table_id]
    add(store, table_id, table, table.resignation(Side.WHITE), NOON + 60 * SECOND)
    assert store.due(table.deadline or NOON * 2) == []


def test_lists_show_clocks_and_who_acts(store: Store) -> None:
    _, table = clocked(store)
    [summary] = store.summaries(finished=False)
    assert (summary.clock, summary.side) == (table.clock, table.position.side)


# --- Keys ---------------------------------------------------------------------------------------------


def test_keys_are_long_and_only_hashes_are_known() -> None:
    assert len({new_key() for _ in range(100)}) == 100
    assert len(new_key()) >= 32
    assert hashed("a") != hashed("b")
    assert len(hashed(new_key())) == 64


def test_a_table_has_the_keys_it_is_given(store: Store) -> None:
    keys = [(Side.WHITE, ADA), (Side.BLACK, ADA), (Side.BLACK, BEN), (Side.BLACK, BEN)]
    table_id, _ = store.create(new_setup("gipf", None, {}, PEOPLE), keys=keys)
    assert store.keys(table_id) == {ADA: frozenset(Side), BEN: frozenset([Side.BLACK])}
    assert store.keys("nowhere") == {}


def test_keys_are_added_and_replaced(store: Store) -> None:
    table_id, _ = store.create(new_setup("gipf", None, {}, PEOPLE), keys=[(Side.WHITE, ADA)])
    for _ in range(2):
        store.add_key(table_id, Side.BLACK, BEN)
    store.add_key(table_id, Side.BLACK, hashed("link"))
    store.replace_keys(table_id, Side.BLACK, [BEN], EVE)
    assert store.keys(table_id).keys() == {ADA, BEN, EVE}
    store.replace_keys(table_id, Side.BLACK, [], EVE)
    assert store.keys(table_id) == {ADA: frozenset([Side.WHITE]), EVE: frozenset([Side.BLACK])}


def test_keys_go_with_their_table(store: Store) -> None:
    table_id, _ = store.create(new_setup("gipf", None, {}, PEOPLE), keys=[(Side.WHITE, ADA)])
    store.remove(table_id)
    assert store.keys(table_id) == {}


def test_lists_are_for_who_asks(store: Store) -> None:
    open_one, _ = played(store)
    keys = [(Side.WHITE, ADA), (Side.BLACK, BEN)]
    shared, _ = store.create(new_setup("gipf", None, {}, PEOPLE), keys=keys)
    own, _ = store.create(new_setup("gipf", None, {}, PEOPLE), keys=[(side, ADA) for side in Side])

    def listed(visitor: str | None, open_ones: bool) -> set[str]:
        found = store.summaries(False, visitor=visitor, open_ones=open_ones)
        assert all(summary.keyed == (summary.id != open_one) for summary in found)
        return {summary.id for summary in found}

    assert listed(None, True) == listed(EVE, True) == {open_one}
    assert listed(None, False) == listed(EVE, False) == set()
    assert listed(ADA, False) == {shared, own}
    assert listed(BEN, True) == {open_one, shared}
    mine = {summary.id: summary.mine for summary in store.summaries(False, visitor=ADA)}
    assert mine == {open_one: frozenset(), shared: frozenset([Side.WHITE]), own: frozenset(Side)}


# --- Lists --------------------------------------------------------------------------------------------


def test_summaries_tell_where_tables_stand(store: Store) -> None:
    first, table = played(store, "yinsh")
    second, _ = played(store)
    assert [summary.id for summary in store.summaries(finished=False)] == [second, first]
    add(store, first, table, table.resignation(Side.WHITE))
    [summary] = store.summaries(finished=True)
    assert (summary.id, summary.score, summary.reason) == (first, "0-1", "resignation")
    assert summary.position == str(table.position)
    assert summary.changed.tzinfo is not None
    assert summary.side is None


def test_long_lists_come_in_pages(store: Store) -> None:
    ids = [store.create(new_setup("dvonn", None, {}, PEOPLE))[0] for _ in range(5)]
    pages = [store.summaries(False, begin, 2) for begin in (0, 2, 4, 6)]
    assert [summary.id for page in pages for summary in page] == ids[::-1]


# --- What is broken -----------------------------------------------------------------------------------


def test_a_broken_table_is_reported_and_the_others_work(store: Store) -> None:
    good, _ = played(store)
    bad, _ = played(store)
    worse, _ = played(store)
    change(store, "update happenings set what = 'x' where \"table\" = :id and number = 2", id=bad)
    change(store, "update tables set game = 'chess', seats = '7' where id = :id", id=worse)
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
        "update tables set options = 'x' where id = :id",
        "update tables set options = '[]' where id = :id",
        "update tables set created = 'x' where id = :id",
        "update tables set seats = 'x' where id = :id",
        "update tables set clock = 'x' where id = :id",
        "update happenings set at = 'x' where \"table\" = :id",
    ],
)
def test_a_row_that_cannot_be_read_is_reported(sqlite: Store, damage: str) -> None:
    good, _ = played(sqlite)
    bad, _ = played(sqlite)
    change(sqlite, damage, id=bad)
    with pytest.raises(BrokenTable):
        sqlite.load(bad)
    listed = {summary.id for summary in sqlite.summaries(finished=False)}
    assert listed == ({good, bad} if "happenings" in damage else {good})


@pytest.mark.parametrize("column", ["seats", "changed", "clock", "side"])
def test_a_summary_that_cannot_be_read_does_not_hide_the_others(sqlite: Store, column: str) -> None:
    good, _ = played(sqlite)
    bad, table = played(sqlite)
    change(sqlite, f"update summaries set {column} = '7x' where \"table\" = :id", id=bad)
    assert [summary.id for summary in sqlite.summaries(finished=False)] == [good]
    assert sqlite.load(bad).position == table.position


def test_a_full_disk_is_said_in_one_sentence(sqlite: Store) -> None:
    table_id, table = played(sqlite)
    before = table.copy()
    table.apply(Undone(0), NOON)
    with sqlite.engine.connect() as connection:
        pages = connection.exec_driver_sql("pragma page_count").scalar()
        connection.exec_driver_sql(f"pragma max_page_count = {pages}")
        connection.commit()
    with pytest.raises(DatabaseProblem, match="full"):
        sqlite.add(table_id, before.event_count, [Failed(Side.WHITE, "x" * 100_000)], table, NOON)
    assert sqlite.load(table_id).number == before.number


def test_a_file_that_is_damaged_in_the_middle(sqlite: Store, path: Path) -> None:
    table_id, _ = played(sqlite, decisions=30)
    with sqlite.engine.connect() as connection:
        connection.exec_driver_sql("pragma wal_checkpoint(truncate)")
    sqlite.close()
    data = bytearray(path.read_bytes())
    data[4096:] = b"\x99" * len(data[4096:])
    path.write_bytes(data)
    with pytest.raises(DatabaseProblem):
        Store(sqlite_url(path)).load(table_id)


def test_sqlite_is_safe(sqlite: Store) -> None:
    with sqlite.engine.connect() as connection:
        modes = [
            connection.exec_driver_sql(f"pragma {name}").scalar() for name in ("journal_mode", "synchronous")
        ]
    assert modes == ["wal", 2]


def test_a_healthy_database_says_nothing(store: Store) -> None:
    store.healthy()


def test_a_database_that_is_gone_is_not_healthy() -> None:
    with postgres.database() as url:
        store = Store(url)
        store.healthy()
    with pytest.raises(DatabaseProblem, match="does not exist"):
        store.healthy()


# --- Other processes ----------------------------------------------------------------------------------


def test_others_hear_what_is_written() -> None:
    with postgres.database() as url:
        store = Store(url)
        assert store.listening_url is not None
        with psycopg.connect(store.listening_url, autocommit=True) as listening:
            listening.execute(f"listen {CHANNEL}")
            table_id, table = store.create(new_setup("gipf", None, {}, PEOPLE), keys=[(Side.WHITE, ADA)])
            [decided] = play_at_random(table.copy(), Random(1), 1)
            add(store, table_id, table, decided)
            with pytest.raises(WriteConflict):
                store.add(table_id, 0, [decided], table, NOON)
            store.add_key(table_id, Side.BLACK, BEN)
            store.remove(table_id)
            heard = [json.loads(notice.payload) for notice in islice(listening.notifies(), 3)]
        whats = ("happened", "keys", "removed")
        assert heard == [{"from": store.process, "table": table_id, "what": what} for what in whats]
        store.close()


def test_nobody_listens_to_a_file(sqlite: Store) -> None:
    assert sqlite.listening_url is None


# --- The schema ---------------------------------------------------------------------------------------


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
        patched.setattr(migrations, "_upgrade", halfway)
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


# --- Addresses ----------------------------------------------------------------------------------------

SECRET = "hunter2x"


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("dragon://x", "SQLite or PostgreSQL, not in 'dragon'"),
        ("mysql://x/y", "SQLite or PostgreSQL"),
        ("nonsense", "no address that can be read"),
        ("sqlite:////no/such/folder/x.db", "unable to open database file"),
        ("sqlite://", "needs a file"),
        ("sqlite:///:memory:", "needs a file"),
        ("sqlite://folder/x.db", "three strokes"),
        (f"postgresql://ada:{SECRET}@127.0.0.1:1/x", "refused"),
        (f"postgres://ada:{SECRET}@127.0.0.1:1/x", "refused"),
        (f"postgresql://127.0.0.1:1/x?user=ada&password={SECRET}", "refused"),
        (f"postgresql+asyncpg://ada:{SECRET}@127.0.0.1:1/x", "SQLite or PostgreSQL"),
        (f"postgresql://ada:half@{SECRET}@127.0.0.1/x", "%40"),
        (f"postgresql://ada:{SECRET}@127.0.0.1:port/x", "no address that can be read"),
        (f"postgresql//ada:{SECRET}@127.0.0.1/x", "no address that can be read"),
        (f"postgresql://ada:{SECRET}@127.0.0.1:1/x?colour=red", "colour"),
    ],
)
def test_databases_that_cannot_be_opened(url: str, said: str, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(DatabaseProblem, match=said) as problem:
        Store(url)
    assert SECRET not in str(problem.value) + caplog.text
    assert "\n" not in str(problem.value)


def test_a_wrong_password_is_not_repeated() -> None:
    with postgres.database() as url:
        user, _, place = url.rpartition("@")
        with pytest.raises(DatabaseProblem, match="password authentication failed") as problem:
            Store(f"{user.rpartition(':')[0]}:{SECRET}@{place}")
        assert SECRET not in str(problem.value)


def test_a_database_that_is_not_there_is_named() -> None:
    with postgres.database() as url, pytest.raises(DatabaseProblem, match=r'"nowhere" does not exist'):
        Store(url.rpartition("/")[0] + "/nowhere")


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_text("This is a letter to my aunt. " * 100)
    with pytest.raises(DatabaseProblem, match=r"tables\.db"):
        Store(sqlite_url(path))


def test_decisions_are_kept_as_people_write_them(sqlite: Store, path: Path) -> None:
    table_id, _ = played(sqlite, decisions=1)
    with sqlite3.connect(path) as connection:
        [(what,)] = connection.execute('select what from happenings where "table" = ?', [table_id])
    assert '"decided"' in what
    assert Decided.kind == "decided"
