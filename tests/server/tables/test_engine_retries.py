"""Engines of the server whose processes are killed again and again: the game waits, and nobody loses."""

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from gipfel import WHITE
from gipfel.server.tables import engine_retries, real_time
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.tables.live_table import LiveTable
from gipfel.table.events import Seated
from gipfel.table.seats import Seat
from tests.helpers.asynchronous import run
from tests.helpers.check import only_in_check
from tests.helpers.processes import killed_workers, workers_of
from tests.helpers.server.fake_clients import FakeClient, tables_in
from tests.helpers.server.players import new_table
from tests.helpers.waiting import until

LEVEL: dict[str, Any] = {"kind": "engine", "player": "level:1"}
AN_HOUR = 3600.0


def with_slow_tables(test: Callable[[TableDirectory], Awaitable[None]], path: Path) -> None:
    """Run a test in which many processes are started."""

    async def running() -> None:
        async with tables_in(path) as tables:
            await asyncio.wait_for(test(tables), 120)

    run(running())


def killed_own_workers() -> AbstractContextManager[None]:
    """Kill the workers of this process that are started from now on."""
    own = os.getpid()
    return killed_workers(own, workers_of(own))


def has_failed(live: LiveTable) -> bool:
    return live.thinking is not None and live.thinking.what == "failed"


async def failed_table(tables: TableDirectory, **request: Any) -> tuple[LiveTable, FakeClient]:
    """A table at which an engine has failed, and a client that sees it."""
    request = {"game": "gipf", "version": "basic", "seats": {"white": LEVEL}, **request}
    live, client = await new_table(tables, **request), FakeClient()
    live.connect(client)
    await until(lambda: has_failed(live))
    return live, client


def test_the_game_waits_and_goes_on_by_itself(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(tables: TableDirectory) -> None:
        with killed_own_workers():
            live, client = await failed_table(tables)
            assert (live.table.number, live.table.outcome, client.shown) == (0, None, 1)
            await until(lambda: client.shown > 1)  # it was tried again in vain
            assert has_failed(live)
        await until(lambda: live.table.number == 1)
        assert (live.table.outcome, live.thinking) == (None, None)
        lines = [record for record in caplog.records if live.id in record.getMessage()]
        assert [line.levelno for line in lines if line.levelno >= logging.WARNING] == [logging.WARNING]

    with_slow_tables(test, path)


@pytest.fixture
def long_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is tried again by itself while a test lasts."""
    monkeypatch.setattr(engine_retries, "growing_pause", lambda failures, longest: AN_HOUR)


@pytest.mark.usefixtures("long_pauses")
def test_an_engine_tries_again_at_once_when_a_page_asks(path: Path) -> None:
    async def test(tables: TableDirectory) -> None:
        with killed_own_workers():
            live, client = await failed_table(tables)
        live.retry_engine()
        assert live.thinking is not None
        assert (live.thinking.what, client.shown) == ("thinks", 2)
        await until(lambda: live.table.number == 1)

    with_slow_tables(test, path)


@pytest.mark.usefixtures("long_pauses")
@pytest.mark.parametrize("player", ["random", pytest.param("level:2", marks=only_in_check), ""])
def test_another_player_on_the_seat(path: Path, player: str) -> None:
    seat = Seat("engine", player=player) if player else Seat()

    async def test(tables: TableDirectory) -> None:
        with killed_own_workers():
            live, _ = await failed_table(tables)
        await live.apply(lambda table: [Seated(WHITE, seat)])
        if player:
            await until(lambda: live.table.number == 1)
        assert not has_failed(live)
        assert live.table.sides_to_act([WHITE], live.position) == ([] if player else [WHITE])
        assert live.table.outcome is None

    with_slow_tables(test, path)


@pytest.mark.usefixtures("long_pauses")
def test_nothing_is_tried_without_clients(path: Path) -> None:
    async def test(tables: TableDirectory) -> None:
        with killed_own_workers():
            live, client = await failed_table(tables)
            await live.disconnect(client)
            live.retry_engine()
            await until(lambda: live.idle)
        live.connect(client)
        await until(lambda: live.table.number == 1)

    with_slow_tables(test, path)


def test_an_impossible_decision_of_an_own_engine(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nonsense(*arguments: Any, **more: Any) -> str:
        return "z99"

    async def test(tables: TableDirectory) -> None:
        live, client = await new_table(tables, game="gipf", seats={"white": LEVEL}), FakeClient()
        monkeypatch.setattr(live.engines, "choose", nonsense)
        live.connect(client)
        await until(lambda: has_failed(live))
        assert live.table.outcome is None

    with_slow_tables(test, path)


@only_in_check
def test_in_a_game_with_time_the_clock_stands_still(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(real_time, "FASTEST", 10)
    monkeypatch.setattr(real_time, "SLOWEST", 20)

    async def test(tables: TableDirectory) -> None:
        with killed_own_workers():
            live, client = await failed_table(tables, game="tamsk", version="level2")
            clock = live.real_time
            assert clock is not None
            await until(lambda: not clock.running)
            stood_at, shown = clock.now, client.shown
            await until(lambda: client.shown > shown)  # it was tried again in vain
            assert has_failed(live)
            assert (clock.running, clock.now, live.table.outcome) == (False, stood_at, None)
        await until(lambda: live.table.number >= 1)
        assert clock.running
        assert live.table.outcome is None

    with_slow_tables(test, path)


def test_a_person_takes_the_seat_in_a_game_with_time(path: Path) -> None:
    async def test(tables: TableDirectory) -> None:
        with killed_own_workers():
            live, _ = await failed_table(tables, game="tamsk", version="level2")
            await live.apply(lambda table: [Seated(WHITE, Seat())])
            assert not has_failed(live)
            clock = live.real_time
            assert clock is not None
            await until(lambda: clock.running)

    with_slow_tables(test, path)
