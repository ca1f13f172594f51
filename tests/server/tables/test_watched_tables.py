"""Tables where only engines play: one address keeps a limited number of them going."""

from pathlib import Path
from typing import Any

import pytest

from gipfel.games.core.side import Side
from gipfel.server.tables import watched_tables
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.tables.live_table import LiveTable
from gipfel.server.tables.watched_tables import WatchedTables
from gipfel.table.events import Resigned
from tests.helpers.asynchronous import run
from tests.helpers.server.fake_clients import FakeClient, with_tables
from tests.helpers.server.players import new_table
from tests.helpers.waiting import until

HERE, THERE = "203.0.113.66", "203.0.113.7"
RANDOM = {"kind": "engine", "player": "random"}
ENGINES = {"white": RANDOM, "black": RANDOM}


@pytest.fixture(autouse=True)
def one_for_each_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched_tables, "WATCHED_TABLES", 1)


async def engines_at(tables: TableDirectory, **request: Any) -> LiveTable:
    return await new_table(tables, **{"game": "gipf", "version": "basic", "seats": ENGINES, **request})


def waits(live: LiveTable) -> bool:
    return live.thinking is not None and live.thinking.what == "waits"


def test_the_second_table_of_an_address_waits_until_the_first_is_left(path: Path) -> None:
    async def test(tables: TableDirectory) -> None:
        first, second = await engines_at(tables), await engines_at(tables)
        looker, other = FakeClient(HERE), FakeClient(HERE)
        first.connect(looker)
        second.connect(other)
        assert (waits(first), waits(second)) == (False, True)
        await until(lambda: first.table.number == 2)
        assert second.table.number == 0
        shown = other.shown
        await first.disconnect(looker)  # the page is closed, or the game is paused
        await until(lambda: second.table.number == 1)
        assert other.shown > shown
        number = first.table.number
        first.connect(looker)
        assert waits(first)
        await second.disconnect(other)
        await until(lambda: first.table.number > number)

    with_tables(test, path)


def test_the_next_table_goes_on_when_a_game_is_over(path: Path) -> None:
    async def test(tables: TableDirectory) -> None:
        first, second, third = [await engines_at(tables) for _ in range(3)]
        for live in (first, second, third):
            live.connect(FakeClient(HERE))
        assert (waits(first), waits(second), waits(third)) == (False, True, True)
        await first.apply(lambda table: [Resigned(Side.WHITE)])
        await until(lambda: second.table.number == 1)
        assert waits(third)
        await second.close()
        await until(lambda: third.table.number == 1)

    with_tables(test, path)


def test_nothing_starts_at_a_table_that_is_closed(path: Path) -> None:
    async def test(tables: TableDirectory) -> None:
        live, looker, other = await engines_at(tables), FakeClient(HERE), FakeClient(HERE)
        live.connect(looker)
        live.connect(other)
        await live.close("closed")
        await live.disconnect(looker)
        assert live.thinking is None
        await live.disconnect(other)
        assert live.idle

    with_tables(test, path)


def test_other_addresses_and_this_machine_do_not_wait(path: Path) -> None:
    async def test(tables: TableDirectory) -> None:
        lives = [await engines_at(tables) for _ in range(4)]
        for live, address in zip(lives, (HERE, THERE, "", ""), strict=True):
            live.connect(FakeClient(address))
        assert not any(map(waits, lives))

    with_tables(test, path)


def test_a_game_with_a_person_does_not_wait(path: Path) -> None:
    async def test(tables: TableDirectory) -> None:
        watched = await engines_at(tables)
        mine = await engines_at(tables, seats={"white": RANDOM})
        watched.connect(FakeClient(HERE))
        mine.connect(FakeClient(HERE))
        assert not waits(mine)
        await until(lambda: mine.table.number == 1)

    with_tables(test, path)


def test_the_table_is_counted_for_the_client_that_came_first(path: Path) -> None:
    async def test(tables: TableDirectory) -> None:
        first, second = await engines_at(tables), await engines_at(tables)
        looker, host, guest = FakeClient(HERE), FakeClient(HERE), FakeClient(THERE)
        first.connect(looker)
        second.connect(host)
        second.connect(guest)
        assert waits(second)
        shown = guest.shown
        await second.disconnect(host)
        assert not waits(second)
        assert guest.shown > shown
        await until(lambda: second.table.number == 1)

    with_tables(test, path)


def test_engines_think_for_the_player(path: Path) -> None:
    async def test(tables: TableDirectory) -> None:
        live = await engines_at(tables, seats={"white": RANDOM})
        spectator, player = FakeClient(HERE), FakeClient(THERE)
        spectator.sides = frozenset()
        live.connect(spectator)
        assert live.engine_address() == HERE
        live.connect(player)
        assert live.engine_address() == THERE

    with_tables(test, path)


def test_a_game_with_time_waits(path: Path) -> None:
    async def test(tables: TableDirectory) -> None:
        timed = {"game": "tamsk", "version": "level2"}
        first, second = await engines_at(tables, **timed), await engines_at(tables, **timed)
        looker, other = FakeClient(HERE), FakeClient(HERE)
        first.connect(looker)
        second.connect(other)
        assert first.real_time is not None
        assert second.real_time is not None
        await until(lambda: first.real_time is not None and first.real_time.running)
        assert not second.real_time.running
        assert waits(second)
        await first.disconnect(looker)
        await until(lambda: second.real_time is not None and second.real_time.now > 0)
        assert not waits(second)
        await second.disconnect(other)

    with_tables(test, path)


def test_nothing_is_remembered_of_tables_that_are_left() -> None:
    async def test() -> None:
        watched, turns = WatchedTables(), list[str]()
        assert watched.enter(HERE, "first", lambda: turns.append("first"))
        assert not watched.enter(HERE, "second", lambda: turns.append("second"))
        assert not watched.enter(HERE, "second", lambda: turns.append("twice"))
        assert watched.waiting == 1
        watched.leave("first")
        watched.leave("first")
        await until(lambda: turns)
        watched.leave("second")
        assert (turns, watched.waiting) == (["second"], 0)
        assert watched.enter(HERE, "third", lambda: None)

    run(test())
