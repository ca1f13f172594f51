"""Heartbeats, outages, and the time that running clocks get back."""

from contextlib import closing

from gipfel import WHITE
from gipfel.games.core.time_limit import TimeLimit
from gipfel.table.clock import MINUTE, SECOND
from gipfel.table.continuations import decided_events
from gipfel.table.events import ServerOff
from gipfel.table.setup import new_setup
from gipfel.table.storage.heartbeats import BATCH, SILENT, Heartbeats
from gipfel.table.storage.store import Store
from gipfel.table.table import Table
from tests.helpers import postgres
from tests.helpers.stores import NOON, PEOPLE, change
from tests.helpers.tables import firsts

SETUP = new_setup("dvonn", None, {}, PEOPLE, clock=TimeLimit("sudden-death", minutes=1))
BEGUN = decided_events(firsts(Table(SETUP), 2).play.decisions)
"""The first turn of each side; then White's clock runs."""


def running(store: Store) -> str:
    """The id of a new table at which White's clock runs since noon."""
    return store.create(SETUP, BEGUN, at=NOON)[0]


def give_back(store: Store, *outages: ServerOff) -> list[str]:
    """Give outages back to all tables; the ids of those that got something."""
    beats, last, changed = Heartbeats(store), "", list[str]()
    while last is not None:
        batch = beats.give_back(outages, last)
        assert batch.complete
        changed += batch.changed
        last = batch.last
    return changed


# --- Heartbeats and outages -------------------------------------------------------------------------------


def test_nothing_is_written_while_no_clock_runs(store: Store) -> None:
    store.create(SETUP, at=NOON)
    beats = Heartbeats(store)
    beats.beat(NOON, resumes=True)
    for now in (NOON + 2 * SECOND, NOON + 4 * SECOND):
        signs = beats.beat(now, resumes=False)
        assert (signs.latest, signs.outages) == (NOON, ())


def test_a_server_that_is_killed_before_its_second_heartbeat(url: str) -> None:
    with closing(Store(url)) as store:
        Heartbeats(store).beat(NOON - MINUTE, resumes=True)
        table_id = running(store)
    with closing(Store(url)) as store:
        give_back(store, *Heartbeats(store).beat(NOON + MINUTE, resumes=True).outages)
        table = store.load(table_id)
        assert table.clock is not None
        assert table.clock.deadline == NOON + 2 * MINUTE


def test_the_time_after_the_last_heartbeat_is_an_outage(url: str) -> None:
    with closing(Store(url)) as store:
        running(store)
        beats = Heartbeats(store)
        assert beats.beat(NOON, resumes=True).outages == ()
        assert beats.beat(NOON + 2 * SECOND, resumes=False).outages == ()
    with closing(Store(url)) as store:
        again = Heartbeats(store)
        off = ServerOff(NOON + 2 * SECOND, NOON + MINUTE)
        assert again.beat(NOON + MINUTE, resumes=True).outages == (off,)
        assert again.beat(NOON + MINUTE + 2 * SECOND, resumes=False).outages == (off,)
        again.forget_outages(off.until)
        assert again.beat(NOON + MINUTE + 4 * SECOND, resumes=False).outages == ()


def test_a_process_that_ended_does_not_live(url: str) -> None:
    with closing(Store(url)) as store:
        running(store)
        Heartbeats(store).beat(NOON, resumes=True)
        Heartbeats(store).end(NOON + SECOND)
    with closing(Store(url)) as store:
        signs = Heartbeats(store).beat(NOON + 2 * SECOND, resumes=True)
        assert signs.outages == (ServerOff(NOON + SECOND, NOON + 2 * SECOND),)


def test_there_is_no_outage_while_another_process_lives() -> None:
    with postgres.database() as url, closing(Store(url)) as store, closing(Store(url)) as other:
        running(store)
        Heartbeats(store).beat(NOON, resumes=True)
        beats = Heartbeats(other)
        assert beats.beat(NOON + SILENT - 1, resumes=True).outages == ()
        assert beats.beat(NOON + 10 * MINUTE, resumes=True).outages != (), "now both have been silent"


def test_in_an_old_database_nobody_knows_when_a_server_lived(store: Store) -> None:
    running(store)
    assert Heartbeats(store).beat(NOON + MINUTE, resumes=True).outages == ()


def test_heartbeats_of_processes_that_are_gone_are_deleted(url: str) -> None:
    for number in range(4):
        with closing(Store(url)) as store:
            running(store)
            Heartbeats(store).beat(NOON + number * MINUTE, resumes=True)
            with store.engine.connect() as connection:
                assert connection.exec_driver_sql("select count(*) from heartbeats").scalar() == 1


def test_the_latest_instant_is_that_of_a_heartbeat_or_an_event(store: Store) -> None:
    beats = Heartbeats(store)
    assert beats.latest_instant() == 0
    running(store)
    assert beats.latest_instant() == NOON
    beats.beat(NOON + 5, resumes=True)
    assert beats.latest_instant() == NOON + 5


# --- Giving time back -------------------------------------------------------------------------------------


def test_running_clocks_get_an_outage_back_and_others_do_not(store: Store) -> None:
    ids = sorted(running(store) for _ in range(BATCH + 3))
    store.create(SETUP, at=NOON)
    off = ServerOff(NOON + 10 * SECOND, NOON + 10 * MINUTE)
    assert give_back(store, off) == ids
    assert give_back(store, off) == [], "once"
    table = store.load(ids[0])
    assert table.clock is not None
    assert (table.clock.left[WHITE], table.clock.since) == (50 * SECOND, off.until)
    assert table.event_count == len(BEGUN) + 1
    assert store.due(off.until + 50 * SECOND - 1) == []
    assert sorted(store.due(off.until + 50 * SECOND)) == ids
    [summary] = store.summaries(finished=False, most=1)
    assert summary.clock == store.load(summary.id).clock


def test_several_outages_are_given_back_together(store: Store) -> None:
    table_id = running(store)
    give_back(store, ServerOff(NOON - 9, NOON - 5), *(ServerOff(NOON + n, NOON + n + 900) for n in (0, 1000)))
    table = store.load(table_id)
    assert table.clock is not None
    assert table.clock.deadline == NOON + MINUTE + 2 * 900
    assert table.event_count == len(BEGUN) + 2


def test_a_table_keeps_its_place_in_lists(store: Store) -> None:
    table_id = running(store)
    before = store.summaries(finished=False)[0].changed
    give_back(store, ServerOff(NOON, NOON + MINUTE))
    assert store.summaries(finished=False)[0].changed == before
    assert store.load(table_id).at == NOON


def test_a_clock_that_cannot_be_read_does_not_stop_the_others(store: Store) -> None:
    broken, whole = sorted(running(store) for _ in range(2))
    change(store, 'update summaries set clock = \'{"limit": 7}\' where "table" = :id', id=broken)
    assert give_back(store, ServerOff(NOON, NOON + MINUTE)) == [whole]


# --- The time --------------------------------------------------------------------------------------------


def test_the_clock_of_a_store_is_that_of_the_database(store: Store) -> None:
    now, by_database = store.clock(), "select extract(epoch from clock_timestamp()) * 1000"
    before = now()
    with store.engine.connect() as connection:
        middle = connection.exec_driver_sql(by_database).scalar() if store.concurrent else before
    assert before - SECOND <= int(middle or 0) <= now() + SECOND
