"""Several processes with one PostgreSQL: what happens in one is seen in the others."""

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
import pytest

from gipfel import BLACK, WHITE, Side
from gipfel.games.core.time_limit import NO_CLOCK
from gipfel.server.tables import pubsub
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.tables.presence import SILENT, Count, RemotePresence, counted
from gipfel.table.clock import Now, real_now
from gipfel.table.events import MessageSent, Seated, write_event
from gipfel.table.seats import Seat
from gipfel.table.storage.change_notices import TableNews, event_notices
from gipfel.table.storage.store import Store
from gipfel.table.table import Table
from tests.helpers.asynchronous import run
from tests.helpers.postgres import database
from tests.helpers.server.players import ADA, BEN, EVE, Player, Time, begin, table_for_two, tables_at
from tests.helpers.tables import standing
from tests.helpers.waiting import until

CUT_OTHERS = (
    "select pg_terminate_backend(pid) from pg_stat_activity"
    " where datname = current_database() and pid <> pg_backend_pid()"
)
CUT = "select pg_terminate_backend(pid) from pg_stat_activity where query like 'LISTEN%'"


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with database() as address:
        yield address


@asynccontextmanager
async def two_processes(url: str, time: Now) -> AsyncIterator[tuple[TableDirectory, TableDirectory]]:
    """Two processes that share only a database."""
    async with tables_at(url, time) as here, tables_at(url, time) as there:
        for tables in (here, there):
            await tables.start()
        await until(lambda: here.sync.connected and there.sync.connected)
        yield here, there


def both(url: str, what: Callable[[TableDirectory, TableDirectory, Time], Awaitable[None]]) -> None:
    async def running() -> None:
        time = Time()
        async with asyncio.timeout(60), two_processes(url, time) as (here, there):
            await what(here, there, time)

    run(running())


async def both_see(ada: Player, ben: Player, number: int) -> None:
    """Wait until both processes have this number of decisions."""
    await until(lambda: ada.live.table.number == ben.live.table.number == number)


async def both_there(player: Player) -> None:
    """Wait until a player sees that both are connected."""
    await until(lambda: player.live.presence.everywhere[:2] == (1, 1))


async def at(tables: TableDirectory, table_id: str, visitor: str) -> Player:
    return Player(await tables.get(table_id), tables, visitor).come()


async def play_six(ada: Player, ben: Player) -> None:
    """Six decisions in turn, each of which both see."""
    for number in range(1, 7):
        await (ada if number % 2 else ben).decide()
        await both_see(ada, ben, number)


def test_decisions_are_seen_in_both_directions(url: str) -> None:
    async def playing(here: TableDirectory, there: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(here)
        ada, ben = await at(here, table_id, ADA), await at(there, table_id, BEN)
        await play_six(ada, ben)
        await until(lambda: ada.shown >= 3 and ben.shown >= 3)
        await ada.ask("say", text="well played")
        await until(lambda: bool(ben.last("messages").get("messages")))
        await ada.go()
        await ben.go()

    both(url, playing)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables whose events were read because another process had written some."""
    found: list[str] = []
    catch_up = Store.catch_up

    def counted(store: Store, table_id: str, table: Table) -> None:
        found.append(table_id)
        catch_up(store, table_id, table)

    monkeypatch.setattr(Store, "catch_up", counted)
    return found


def test_events_of_other_processes_are_not_read(url: str, reads: list[str]) -> None:
    async def playing(here: TableDirectory, there: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(here)
        ada, ben = await at(here, table_id, ADA), await at(there, table_id, BEN)
        await play_six(ada, ben)
        assert reads == []
        assert standing(ada.live.table) == standing(ben.live.table)
        await ada.go()
        await ben.go()

    both(url, playing)


def test_events_after_a_gap_are_read(url: str, reads: list[str]) -> None:
    async def playing() -> None:
        time = Time()
        async with asyncio.timeout(60), tables_at(url, time) as here, tables_at(url, time) as deaf:
            table_id = await table_for_two(here)
            ada, ben = await at(here, table_id, ADA), await at(deaf, table_id, BEN)
            for text in ("hello", "are you there?"):
                await ada.ask("say", text=text)
            last = [(write_event(MessageSent(WHITE, "are you there?")), time())]
            ben.live.follow(1, last)
            await until(lambda: ben.live.table.event_count == 2)
            assert reads == [table_id]
            ben.live.follow(1, last)
            assert not ben.live.refreshing
            assert standing(ada.live.table) == standing(ben.live.table)
            await ada.go()
            await ben.go()

    run(playing())


def test_forged_events_are_not_believed(url: str, reads: list[str]) -> None:
    async def playing(here: TableDirectory, there: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(here)
        ada = await at(here, table_id, ADA)
        event = write_event(ada.live.table.decided("a1-b2"))
        news = [TableNews(table_id, 0, [(event, time())])]
        [forged] = event_notices("other", b"guessed", news)
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
            await connection.execute("select pg_notify('gipfel', %s)", (forged,))
        await until(lambda: reads == [table_id] and not ada.live.refreshing)
        assert ada.live.table.event_count == 0
        await ada.decide()
        await ada.go()

    both(url, playing)


def test_signed_events_that_are_impossible_are_read(url: str, reads: list[str]) -> None:
    async def playing(here: TableDirectory, there: TableDirectory, time: Time) -> None:
        ada = await at(here, await table_for_two(here), ADA)
        ada.live.follow(0, [('{"kind": "decided", "text": "e5", "side": "white"}', time())])
        await until(lambda: not ada.live.refreshing)
        assert reads == [ada.live.id]
        assert ada.live.table.event_count == 0
        await ada.go()

    both(url, playing)


def test_a_plan_made_there_is_played_here(url: str) -> None:
    async def playing(here: TableDirectory, there: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(here)
        ada, ben = await at(here, table_id, ADA), await at(there, table_id, BEN)
        await ben.ask("plan", number=0, line=["e1-e3", "a1-c3"])
        await ada.decide("e1-e3")
        assert ada.live.table.number == 2
        await until(lambda: ben.live.table.number == 2)
        await ada.go()
        await ben.go()

    both(url, playing)


def test_everybody_knows_who_is_there(url: str) -> None:
    async def playing(here: TableDirectory, there: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(here)
        ada, ben, eve = (
            await at(here, table_id, ADA),
            await at(there, table_id, BEN),
            await at(there, table_id, EVE),
        )
        all_there = {"white": 1, "black": 1, "watching": 1}
        await until(lambda: ada.live.moment()["present"] == ben.live.moment()["present"] == all_there)
        await until(lambda: ada.last("present") == {"type": "present", **all_there})
        async with tables_at(url, time) as third:
            await third.start()
            late = await at(third, table_id, BEN)
            await until(lambda: late.live.moment()["present"] == {**all_there, "black": 2})
            await until(lambda: ada.live.moment()["present"]["black"] == 2)
            await late.go()
        await until(lambda: ada.live.moment()["present"] == all_there)
        await eve.go()
        await ben.go()
        await until(lambda: ada.live.moment()["present"] == {"white": 1, "black": 0, "watching": 0})
        await ada.go()

    both(url, playing)


def test_the_end_of_a_process_is_heard(url: str) -> None:
    async def playing(here: TableDirectory, there: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(here)
        ada = await at(here, table_id, ADA)
        await at(there, table_id, BEN)
        await until(lambda: ada.live.moment()["present"]["black"] == 1)
        await there.sync.close()
        await until(lambda: ada.live.moment()["present"]["black"] == 0)
        await ada.go()

    both(url, playing)


def test_somebody_sits_down_elsewhere(url: str) -> None:
    async def playing(here: TableDirectory, there: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(here)
        eve = await at(here, table_id, EVE)
        assert not eve.sides
        await there.store.add_key(table_id, BLACK, EVE)
        await until(lambda: eve.sides == {BLACK})
        await until(lambda: eve.last("present").get("black") == 1)
        await eve.go()

    both(url, playing)


def test_a_table_is_removed_elsewhere(url: str) -> None:
    async def playing(here: TableDirectory, there: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(here)
        ada = await at(here, table_id, ADA)
        await there.store.remove(table_id)
        await until(lambda: ada.farewell != "")
        assert not here.in_memory()
        await ada.go()

    both(url, playing)


def test_nothing_is_missed_while_the_line_is_cut(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pubsub, "FIRST_PAUSE", 0.01)

    async def playing(here: TableDirectory, there: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(here)
        ada, ben = await at(here, table_id, ADA), await at(there, table_id, BEN)
        await until(lambda: ada.live.moment()["present"]["black"] == 1)
        for number in range(1, 5):
            async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
                await connection.execute(CUT)
            await (ada if number % 2 else ben).decide()
            await both_see(ada, ben, number)
        await until(lambda: here.sync.connected and there.sync.connected)
        await both_there(ada)
        await both_there(ben)
        await ada.go()
        await ben.go()

    both(url, playing)


def test_somebody_sits_down_and_a_table_is_removed_while_the_line_is_cut(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pubsub, "FIRST_PAUSE", 0.01)

    async def playing(here: TableDirectory, there: TableDirectory, time: Time) -> None:
        one, other = await table_for_two(there), await table_for_two(there)
        eve, ada = await at(here, one, EVE), await at(here, other, ADA)
        await here.sync.close()
        await there.store.add_key(one, BLACK, EVE)
        await there.store.remove(other)
        here.sync.start()
        await until(lambda: eve.sides == {BLACK} and ada.farewell != "")
        await eve.go()
        await ada.go()

    both(url, playing)


def test_a_flag_waits_for_who_plays_elsewhere(url: str) -> None:
    async def playing(here: TableDirectory, there: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(here)
        ada, ben = await at(here, table_id, ADA), await at(there, table_id, BEN)
        await until(lambda: ben.live.moment()["present"]["white"] == 1)
        for number in range(1, 3):
            await (ada if number % 2 else ben).decide()
            await both_see(ada, ben, number)
        await begin(ada, ben)
        await ada.answer_ping(time, 400)
        deadline = ada.live.table.deadline
        assert deadline is not None
        time.pass_by(deadline + 399 - time())
        await there.clocks.check_due_flags()
        assert ben.live.table.outcome is None
        await ada.decide()
        assert ada.live.table.outcome is None
        await ada.go()
        await ben.go()

    both(url, playing)


def test_sand_runs_alike_in_two_processes(url: str) -> None:
    async def running() -> None:
        async with asyncio.timeout(60), two_processes(url, real_now) as (here, there):
            table_id = await table_for_two(here, "tamsk", "level2", NO_CLOCK)
            ada = await at(here, table_id, ADA)
            one = ada.live.real_time
            assert one is not None
            await until(lambda: one.now > 500)
            ben = await at(there, table_id, BEN)
            other = ben.live.real_time
            assert other is not None
            await until(lambda: abs(one.now - other.now) < 100)
            await ada.go()
            await until(lambda: not one.running)
            assert other.running
            await ben.go()

    run(running())


def test_one_process_lets_engines_play_in_a_game_with_time(url: str) -> None:
    async def playing(here: TableDirectory, there: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(here, "tamsk", "level2", NO_CLOCK)
        live = await here.get(table_id)
        await live.apply(lambda table: [Seated(BLACK, Seat("engine", player="random"))])
        ada, tab, eve = (
            await at(here, table_id, ADA),
            await at(there, table_id, ADA),
            await at(there, table_id, EVE),
        )
        for player in (ada, tab):
            await until(lambda presence=player.live.presence: presence.everywhere.white == 2)
        assert ada.live.presence.leads != tab.live.presence.leads
        await tab.go()
        await until(lambda: ada.live.presence.everywhere.white == 1)
        assert ada.live.presence.leads
        assert not tab.live.presence.leads
        await ada.go()
        await eve.go()

    both(url, playing)


# --- Counting -------------------------------------------------------------------------------------------


def test_a_silent_process_is_forgotten() -> None:
    time = Time()
    known = RemotePresence(time, "here")
    assert known.note("there", {"t": Count(1, 0, 2), "u": Count(0, 0, 1)})
    assert not known.note("there", {"u": Count()})
    assert known.at("t") == {"there": Count(1, 0, 2)}
    assert not known.at("u")
    time.pass_by(SILENT)
    assert known.silent() == set()
    time.pass_by(1)
    assert known.silent() == {"t"}
    assert not known.at("t")
    assert known.note("there", {})


def test_counting() -> None:
    pages = [frozenset({WHITE}), frozenset({WHITE, BLACK}), frozenset[Side](), frozenset[Side]()]
    assert counted(pages) == Count(2, 1, 2)


def test_notes_that_make_no_sense_are_ignored(url: str) -> None:
    async def playing(here: TableDirectory, there: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(here)
        ada, ben = await at(here, table_id, ADA), await at(there, table_id, BEN)
        notes = ["", "hello", "[]", "{}", '{"from": 1}', '{"from": "x", "what": "present", "tables": 3}']
        notes += [
            '{"from": "x", "what": "present", "tables": {"a": ["b"]}}',
            '{"from": "x", "what": "happened"}',
            '{"from": "x", "what": "happened", "tables": [["a", 1, [["x"]]]]}',
            '{"from": "x", "what": "happened", "tables": [["a", 1, []]]}\\nä',
        ]
        notes += ['{"from": "x", "what": "happened", "table": "unknown"}', '{"from": "x", "what": "fly"}']
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
            for note in notes:
                await connection.execute("select pg_notify('gipfel', %s)", (note,))
        await ada.decide()
        await until(lambda: ben.live.table.number == 1)
        assert here.sync.connected
        await ada.go()
        await ben.go()

    both(url, playing)


class CutWhileSending(pubsub.NotifyChannel):
    """Both connections break while a notice is on its way."""

    async def _listen(self, listener: psycopg.AsyncConnection[Any]) -> None:
        await listener.execute(CUT_OTHERS)
        raise psycopg.OperationalError("cut")

    async def _send_notices(self, sender: psycopg.AsyncConnection[Any]) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await sender.execute("select 1")


def test_two_broken_connections_are_one_line_in_the_log(url: str, caplog: pytest.LogCaptureFixture) -> None:
    async def connecting() -> None:
        channel = CutWhileSending(url, lambda payload: None, lambda: None)
        channel.start()
        await until(lambda: bool(caplog.records))
        await channel.close()

    run(connecting())
    gc.collect()
    assert all(record.message.startswith("no notices from other processes") for record in caplog.records)
