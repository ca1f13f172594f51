"""Servers that were off, a database that could not be written, and clocks of machines that jump."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from gipfel import BLACK
from gipfel.games.core.time_limit import TimeLimit
from gipfel.locale import using_language
from gipfel.server.tables.clocks import LEFT_TO_OTHERS
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.tables.live_table import LiveTable
from gipfel.server.views.pointing import Pointer
from gipfel.server.views.table import table_view
from gipfel.table.clock import SECOND
from tests.helpers import postgres
from tests.helpers.asynchronous import run
from tests.helpers.check import only_in_check
from tests.helpers.server.outages import Outage, outage_of
from tests.helpers.server.players import (
    BLITZ,
    DAYS,
    MINUTE,
    Time,
    begin,
    table_for_two,
    tables_at,
    two_at,
)
from tests.helpers.waiting import until

HOUR = 60 * MINUTE


@asynccontextmanager
async def served(database: Path | str, time: Time) -> AsyncIterator[TableDirectory]:
    """The tables of a server that runs."""
    async with asyncio.timeout(60), tables_at(database, time) as tables:
        await tables.start()
        yield tables


async def begun(tables: TableDirectory, clock: TimeLimit = BLITZ) -> str:
    """A table at which White's clock runs, and at which nobody is any more."""
    table_id = await table_for_two(tables, clock=clock)
    async with two_at(tables, table_id) as (ada, ben):
        await begin(ada, ben)
    await tables.heartbeat.beat()
    return table_id


async def left(tables: TableDirectory, table_id: str) -> int:
    """The time that White has left."""
    face = (await tables.get(table_id)).moment()["clock"]
    assert face is not None
    return face["left"]["white"]


def sentence(live: LiveTable) -> str:
    """What the page says about the table."""
    return table_view(live.table, Pointer(live.position), None, False, False)["sentence"]


async def check_flags(tables: TableDirectory) -> None:
    await tables.clocks.check_due_flags()
    await tables.clocks.sweep()


# --- The server was off -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("clock", "most"), [(BLITZ, 3 * MINUTE), (DAYS, 2 * 24 * HOUR)])
def test_the_time_in_which_the_server_was_off_is_given_back(path: Path, clock: TimeLimit, most: int) -> None:
    async def playing() -> None:
        time = Time()
        async with served(path, time) as tables:
            table_id = await begun(tables, clock)
            time.pass_by(10 * SECOND)
        time.pass_by(3 * most)
        async with served(path, time) as tables:
            await check_flags(tables)
            assert await left(tables, table_id) == most - 10 * SECOND
            await tables.heartbeat.give_back()
            live = await tables.get(table_id)
            assert (await tables.store.load(table_id)).clock == live.table.clock
            time.pass_by(most - 10 * SECOND + LEFT_TO_OTHERS)
            await check_flags(tables)
            table = (await tables.get(table_id)).table
            assert table.outcome is not None
            assert table.outcome.winner == BLACK

    run(playing())


def test_a_decision_right_after_the_start_is_in_time(path: Path) -> None:
    async def playing() -> None:
        time = Time()
        async with served(path, time) as tables:
            table_id = await begun(tables)
        time.pass_by(HOUR)
        async with served(path, time) as tables, two_at(tables, table_id) as (ada, _):
            time.pass_by(SECOND)
            await ada.decide()
            assert await left(tables, table_id) == 3 * MINUTE - SECOND

    run(playing())


def test_players_are_told_that_the_server_was_off(path: Path) -> None:
    async def playing() -> None:
        time = Time()
        async with served(path, time) as tables:
            table_id = await begun(tables)
        time.pass_by(MINUTE)
        async with served(path, time) as tables, two_at(tables, table_id) as (ada, _):
            await tables.heartbeat.give_back()
            await until(lambda: ada.live.table.server_off == MINUTE)
            assert sentence(ada.live).endswith("The server was off for 60 seconds; the clocks did not run.")
            with using_language("fa"):
                assert "خاموش" in sentence(ada.live)
            await ada.decide()
            assert "off" not in sentence(ada.live)

    run(playing())


def test_a_server_that_ends_again_and_again(path: Path) -> None:
    async def playing() -> None:
        time = Time()
        async with served(path, time) as tables:
            table_id = await begun(tables)
        for _ in range(5):
            time.pass_by(HOUR)
            async with served(path, time):
                time.pass_by(SECOND)
        time.pass_by(HOUR)
        async with served(path, time) as tables:
            await check_flags(tables)
            assert await left(tables, table_id) == 3 * MINUTE - 5 * SECOND

    run(playing())


def test_tables_get_time_back_without_being_loaded(path: Path) -> None:
    async def playing() -> None:
        time = Time()
        async with served(path, time) as tables:
            ids = [await begun(tables) for _ in range(3)]
        time.pass_by(HOUR)
        async with served(path, time) as tables:
            await tables.heartbeat.give_back()
            assert tables.in_memory() == []
            assert await tables.store.due(time() + 3 * MINUTE - 1) == []
            assert sorted(await tables.store.due(time() + 3 * MINUTE)) == sorted(ids)

    run(playing())


def test_two_processes_of_which_one_goes_on(path: Path) -> None:
    async def playing(url: str) -> None:
        time = Time()
        async with served(url, time) as tables:
            table_id = await begun(tables)
            async with served(url, time):
                time.pass_by(MINUTE)
                await tables.heartbeat.beat()
            async with served(url, time):
                assert await left(tables, table_id) == 2 * MINUTE
        time.pass_by(HOUR)
        async with served(url, time) as first, served(url, time) as second:
            for tables in (first, second):
                await check_flags(tables)
                assert await left(tables, table_id) == 2 * MINUTE

    with postgres.database() as url:
        run(playing(url))


# --- The database could not be written --------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["locked", pytest.param("stopped", marks=only_in_check)])
def test_the_time_in_which_nothing_could_be_stored_is_given_back(tmp_path: Path, kind: str) -> None:
    async def playing(outage: Outage) -> None:
        time = Time()
        async with served(outage.url, time) as tables:
            table_id = await begun(tables)
            live = await tables.get(table_id)
            outage.begin()
            await until(lambda: tables.heartbeat.failing)
            time.pass_by(HOUR)
            await check_flags(tables)
            outage.end()
            await until(lambda: not tables.heartbeat.failing)
            await tables.heartbeat.give_back()
            await check_flags(tables)
            assert live.table.outcome is None
            assert await left(tables, table_id) == 3 * MINUTE

    with outage_of(kind, tmp_path) as outage:
        run(playing(outage))


# --- The clock of the machine jumps -----------------------------------------------------------------------


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
def test_the_clock_of_the_machine_was_set_while_no_server_ran(path: Path, jump: int) -> None:
    async def playing() -> None:
        time = Time()
        async with served(path, time) as tables:
            table_id = await begun(tables)
            time.pass_by(10 * SECOND)
        time.pass_by(jump)
        async with served(path, time) as tables:
            await check_flags(tables)
            assert await left(tables, table_id) == 3 * MINUTE - 10 * SECOND
            time.pass_by(10 * SECOND)
            assert await left(tables, table_id) == 3 * MINUTE - 20 * SECOND

    run(playing())


def test_a_game_that_begins_after_the_clock_was_set_back(path: Path) -> None:
    async def playing() -> None:
        time = Time()
        async with served(path, time) as tables:
            table_id = await table_for_two(tables)
            async with two_at(tables, table_id) as (ada, _):
                await ada.decide()
        time.pass_by(-HOUR)
        async with served(path, time) as tables, two_at(tables, table_id) as (ada, ben):
            await begin(ada, ben)
            time.pass_by(10 * SECOND)
            assert await left(tables, table_id) == 3 * MINUTE - 10 * SECOND

    run(playing())


@pytest.mark.parametrize("offset", [-HOUR, HOUR])
def test_two_processes_whose_clocks_differ(path: Path, offset: int) -> None:
    async def playing(url: str) -> None:
        time = Time()
        async with served(url, time) as tables:
            table_id = await begun(tables)
            shifted = Time()
            shifted.pass_by(offset)
            async with served(url, shifted) as others:
                for server in (tables, others, tables):
                    await server.heartbeat.beat()
                    await check_flags(server)
                for server in (tables, others):
                    live = await server.get(table_id)
                    assert live.table.outcome is None
                    assert await left(server, table_id) == 3 * MINUTE
                    assert abs(server.now() - tables.now()) < SECOND

    with postgres.database() as url:
        run(playing(url))
