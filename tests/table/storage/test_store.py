"""The store: nothing gets lost, and what is broken does not break the rest."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from random import Random

import psycopg
import pytest

from gipfel.games.core.side import Side
from gipfel.games.core.time_limit import TimeLimit
from gipfel.table.events import Decided, Failed, MessageSent, Redone, Renamed, Undone, write_event
from gipfel.table.keys import hashed, new_key
from gipfel.table.seats import read_seats, seats_to_dict
from gipfel.table.setup import MatchPlace, new_setup
from gipfel.table.storage.change_notices import CHANNEL, TableNews, read_news, read_notice
from gipfel.table.storage.migrations import DatabaseProblem
from gipfel.table.storage.store import (
    Addition,
    BrokenTable,
    KeyGone,
    Store,
    UnknownTable,
    UsedKey,
    WriteConflict,
    sqlite_url,
)
from gipfel.table.table import Table
from tests.helpers import postgres
from tests.helpers.stores import NOON, PEOPLE, add, change, played
from tests.helpers.tables import ENGINE, play_at_random

SECOND = 1000
FIVE_MINUTES = TimeLimit("sudden-death", minutes=5)
ADA, BEN, EVE = (hashed(name) for name in ("ada", "ben", "eve"))


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


def test_a_key_gives_a_seat_to_one_visitor_only(store: Store, url: str) -> None:
    """Of two processes that use the same key one is refused, and none of its events is stored."""
    table_id, table = played(store)
    store.add_key(table_id, Side.BLACK, hashed("link"))
    other = Store(url)
    number = table.event_count

    def taken(by: Store, visitor: str) -> Exception | None:
        named = Renamed(Side.BLACK, visitor[:5])
        after = table.copy()
        after.apply(named, NOON)
        key = UsedKey(Side.BLACK, hashed("link"), visitor)
        return by.add_all([Addition(table_id, number, [named], after, NOON, key=key)])[0]

    with ThreadPoolExecutor(2) as threads:
        results = [*threads.map(taken, (store, other), (ADA, BEN))]
    assert sorted(type(result) for result in results if result is not None) in ([KeyGone], [WriteConflict])
    winner = ADA if results[0] is None else BEN
    assert store.keys(table_id) == {winner: frozenset({Side.BLACK})}
    assert store.load(table_id).seats[Side.BLACK].name == winner[:5]
    assert store.load(table_id).event_count == number + 1
    other.close()


def test_a_key_that_is_gone_stores_nothing(store: Store) -> None:
    table_id, table = played(store)
    named, after = Renamed(Side.BLACK, "Ben"), table.copy()
    after.apply(named, NOON)
    key = UsedKey(Side.BLACK, hashed("link"), BEN)
    addition = Addition(table_id, table.event_count, [named], after, NOON, key=key)
    assert isinstance(store.add_all([addition])[0], KeyGone)
    assert store.load(table_id).event_count == table.event_count
    assert not store.keys(table_id)


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


def test_tables_are_removed_while_others_write_to_them(url: str) -> None:
    """None of the two waits for the other one forever."""
    stores = Store(url), Store(url)
    tables = dict(played(stores[0], decisions=1) for _ in range(20))

    def write() -> list[Exception | None]:
        found: list[Exception | None] = []
        for number in range(1, 6):
            said = MessageSent(Side.WHITE, str(number))
            for table in tables.values():
                table.apply(said, NOON)
            additions = [Addition(one, number, [said], table, NOON) for one, table in tables.items()]
            found += stores[0].add_all(additions)
        return found

    with ThreadPoolExecutor(2) as threads:
        writing = threads.submit(write)
        assert all(threads.map(stores[1].remove, tables))
        problems = writing.result()
    assert all(problem is None or isinstance(problem, UnknownTable) for problem in problems)
    assert stores[0].summaries(finished=False) == []
    for store in stores:
        store.close()


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


def test_tables_at_which_nobody_has_done_anything(store: Store) -> None:
    """People find them in no list, except with a friend, a match, a title or a position set up."""
    engine = {Side.WHITE: ENGINE, Side.BLACK: PEOPLE[Side.BLACK]}
    position = "B2W/5/6/W5B/6/5/B2W b 12/12 0/0 S s"
    plain = new_setup("gipf", None, {}, PEOPLE)
    alone = [(side, ADA) for side in Side]
    untouched = {store.create(plain)[0], store.create(plain, keys=alone)[0]}
    answered, table = store.create(new_setup("zertz", "blitz", {}, engine))
    while table.position.turn == 0:
        add(store, answered, table, table.decided(table.position.decisions()[0].text))
    touched = {
        played(store)[0],
        store.create(plain, keys=[(Side.WHITE, ADA), (Side.BLACK, BEN)])[0],
        store.create(replace(plain, title="Friday"))[0],
        store.create(replace(plain, match=MatchPlace(first_to=3)))[0],
        store.create(new_setup("gipf", None, {}, PEOPLE, position))[0],
    }
    later = datetime.now(UTC) + timedelta(minutes=1)
    assert {*store.untouched(later)} == untouched | {answered}
    assert store.untouched(later - timedelta(days=1)) == []
    assert {one.id for one in store.summaries(False, visitor=ADA, untouched=False)} == touched
    assert {one.id for one in store.summaries(False, visitor=ADA)} == touched | untouched | {answered}
    add(store, answered, table, table.decided(table.position.decisions()[0].text))
    assert {*store.untouched(later)} == untouched


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


def test_a_decision_leaves_the_seats_of_a_summary_alone(store: Store) -> None:
    table_id, table = played(store)
    change(
        store,
        "update summaries set seats = '{}', finished = true, score = '1-0' where \"table\" = :id",
        id=table_id,
    )
    [decided] = play_at_random(table.copy(), Random(2), 1)
    add(store, table_id, table, decided)
    [summary] = store.summaries(finished=False)
    assert summary.seats == seats_to_dict(read_seats(None))
    assert (summary.position, summary.score) == (str(table.position), "")
    add(store, table_id, table, Renamed(Side.BLACK, "Ben"))
    [summary] = store.summaries(finished=False)
    assert summary.seats == seats_to_dict(table.seats)


def test_a_new_name_and_a_decision_are_written_together(store: Store) -> None:
    table_id, before = played(store)
    renamed = Renamed(Side.BLACK, "Ben")
    named = before.copy()
    named.apply(renamed, NOON)
    after = named.copy()
    [decided] = play_at_random(after, Random(2), 1)
    number = before.event_count
    additions = [
        Addition(table_id, number + 1, [decided], after, NOON),
        Addition(table_id, number, [renamed], named, NOON),
    ]
    assert store.add_all(additions) == [None, None]
    [summary] = store.summaries(finished=False)
    assert summary.seats == seats_to_dict(after.seats)
    assert summary.position == str(after.position) != str(before.position)


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


def test_events_whose_commit_was_not_confirmed_are_stored_once(store: Store) -> None:
    table_id, table = played(store)
    number, said = table.event_count, MessageSent(Side.WHITE, "hello")
    add(store, table_id, table, said)
    again = Addition(table_id, number, [said], table, NOON, tried=True)
    other = Addition(table_id, number, [MessageSent(Side.WHITE, "bye")], table, NOON, tried=True)
    assert store.add_all([again]) == [None]
    assert isinstance(store.add_all([other])[0], WriteConflict)
    assert [message.text for message in store.load(table_id).messages] == ["hello"]


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
            heard = [notice.payload for notice in islice(listening.notifies(), 3)]
        happened, *others = [read_notice(payload, store.notice_secret) for payload in heard]
        assert happened["from"] == store.process
        assert read_news(happened["tables"]) == [TableNews(table_id, 0, [(write_event(decided), NOON)])]
        whats = ("keys", "removed")
        assert others == [
            {"from": store.process, "table": table_id, "what": what, "signed": False} for what in whats
        ]
        assert happened["signed"]
        assert not read_notice(heard[0], b"another")["signed"]
        store.close()


def test_nobody_listens_to_a_file(sqlite: Store) -> None:
    assert sqlite.listening_url is None


def test_decisions_are_kept_as_people_write_them(sqlite: Store, path: Path) -> None:
    table_id, _ = played(sqlite, decisions=1)
    with sqlite3.connect(path) as connection:
        [(what,)] = connection.execute('select what from happenings where "table" = ?', [table_id])
    assert '"decided"' in what
    assert Decided.kind == "decided"


def test_what_cannot_be_an_id_is_no_table(store: Store) -> None:
    for table_id in ("", "\x00", "a\x00b", "../x", "x" * 41, "\u0661", "a b"):
        for ask in (store.load, store.keys):
            with pytest.raises(UnknownTable, match="there is no table"):
                ask(table_id)
