"""The store for a server: tables share commits, and clients are told after the commit."""

import asyncio
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from gipfel.games.core.side import Side
from gipfel.server.tables import async_store as async_store_module
from gipfel.server.tables.async_store import AsyncStore
from gipfel.table.events import Renamed
from gipfel.table.keys import hashed
from gipfel.table.seats import read_seats
from gipfel.table.setup import new_setup
from gipfel.table.storage.store import Addition, Store, UnknownTable, WriteConflict
from gipfel.table.table import Table
from tests.helpers import postgres
from tests.helpers.asynchronous import run
from tests.helpers.waiting import until

NOON = 1_794_830_400_000
RENAMED = Renamed(Side.WHITE, "Ada")
PATIENCE = 30


class SlowStore(Store):
    """Counts what is written together, and waits at each commit until a test lets it go on."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.batches: list[int] = []
        self.at_work, self.go_on = Event(), Event()

    def add_all(self, additions: Sequence[Addition]) -> list[Exception | None]:
        self.batches.append(len(additions))
        self.at_work.set()
        assert self.go_on.wait(PATIENCE)
        return super().add_all(additions)


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SlowStore]:
    if request.param == "sqlite":
        yield SlowStore(f"sqlite:///{tmp_path / 'tables.db'}")
    else:
        with postgres.database() as url:
            yield SlowStore(url)


def new_tables(store: Store, number: int) -> list[tuple[str, Table]]:
    return [store.create(new_setup("gipf", None, {}, read_seats(None))) for _ in range(number)]


def adding(async_store: AsyncStore, table_id: str, table: Table, number: int = 0) -> "asyncio.Task[None]":
    """Start to store an event."""
    after = table.copy()
    after.apply(RENAMED, NOON)
    return asyncio.create_task(async_store.add(table_id, number, [RENAMED], after, NOON))


async def at_work(store: SlowStore) -> None:
    """Wait until the first commit has begun."""
    assert await asyncio.to_thread(store.at_work.wait, PATIENCE)


async def queued(async_store: AsyncStore, number: int) -> None:
    """This number of additions wait for the next commit."""
    await until(lambda: async_store.waiting >= number)


def test_what_comes_while_one_is_written_is_written_together(store: SlowStore) -> None:
    async def story() -> None:
        async_store, tables = AsyncStore(store), new_tables(store, 8)
        first = adding(async_store, *tables[0])
        await at_work(store)
        others = [adding(async_store, *table) for table in tables[1:]]
        await queued(async_store, 7)
        assert not any(one.done() for one in (first, *others))
        store.go_on.set()
        await asyncio.gather(first, *others)
        assert store.batches == [1, 7]
        assert {store.load(table_id).event_count for table_id, _ in tables} == {1}
        async_store.close()

    run(story())


def test_what_comes_together_is_written_together(store: SlowStore) -> None:
    async def story() -> None:
        async_store, tables = AsyncStore(store), new_tables(store, 8)
        store.go_on.set()
        await asyncio.gather(*(adding(async_store, *table) for table in tables))
        assert store.batches == [8]
        async_store.close()

    run(story())


def test_what_waits_when_the_store_is_closed_is_written(store: SlowStore) -> None:
    async def story() -> None:
        async_store, [(table_id, table)] = AsyncStore(store), new_tables(store, 1)
        store.go_on.set()
        waits = adding(async_store, table_id, table)
        asyncio.get_running_loop().call_soon(async_store.close)  # before a thread is asked to write
        await waits
        assert store.load(table_id).event_count == 1

    run(story())


def test_each_is_told_what_came_of_their_own(store: SlowStore) -> None:
    async def story() -> None:
        async_store, tables = AsyncStore(store), new_tables(store, 5)
        first = adding(async_store, *tables[0])
        await at_work(store)
        again, gone = adding(async_store, *tables[0]), adding(async_store, *tables[1])
        others = [adding(async_store, *table) for table in tables[2:]]
        await queued(async_store, 5)
        store.remove(tables[1][0])
        store.go_on.set()
        told = await asyncio.gather(first, again, gone, *others, return_exceptions=True)
        kinds = [type(one) for one in told]
        assert kinds == [type(None), WriteConflict, UnknownTable, *[type(None)] * 3]
        async_store.close()

    run(story())


def test_what_somebody_asked_for_who_has_left_is_written(store: SlowStore) -> None:
    async def story() -> None:
        async_store, [(table_id, table), other] = AsyncStore(store), new_tables(store, 2)
        first = adding(async_store, *other)
        await at_work(store)
        leaving = adding(async_store, table_id, table)
        await queued(async_store, 1)
        leaving.cancel()
        with suppress(asyncio.CancelledError):
            await leaving
        store.go_on.set()
        await first
        with pytest.raises(WriteConflict):
            await adding(async_store, table_id, table)
        assert store.load(table_id).event_count == 1
        async_store.close()

    run(story())


def test_a_shelf_that_is_closed_has_written_everything(store: SlowStore) -> None:
    async def story() -> list[str]:
        async_store, tables = AsyncStore(store), new_tables(store, 6)
        first = adding(async_store, *tables[0])
        await at_work(store)
        others = [adding(async_store, *table) for table in tables[1:]]
        await queued(async_store, 5)
        store.go_on.set()
        async_store.close()
        await asyncio.gather(first, *others)
        return [table_id for table_id, _ in tables]

    assert {store.load(table_id).event_count for table_id in run(story())} == {1}
    store.close()


class Contested(deque[Any]):
    """A queue whose rest another thread takes when the third addition is about to be taken."""

    taken = 0

    def popleft(self) -> Any:
        if self.taken == 2:
            self.clear()
        first = super().popleft()
        self.taken += 1
        return first


def test_what_was_taken_is_written_even_if_another_thread_takes_the_rest(
    store: SlowStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(async_store_module, "deque", Contested)

    async def story() -> None:
        async_store, tables = AsyncStore(store), new_tables(store, 5)
        first = adding(async_store, *tables[0])
        await at_work(store)
        second, *others = [adding(async_store, *table) for table in tables[1:]]
        await queued(async_store, 4)
        store.go_on.set()
        await asyncio.wait_for(asyncio.gather(first, second), PATIENCE)
        assert not any(one.done() for one in others)
        for one in others:
            one.cancel()
        async_store.close()

    run(story())


def test_keys_and_lists_can_be_awaited(store: SlowStore) -> None:
    async def story() -> None:
        async_store, ada = AsyncStore(store), hashed("ada")
        setup = new_setup("gipf", None, {}, read_seats(None))
        table_id, _ = await async_store.create(setup, (), [(Side.WHITE, ada)], NOON)
        await async_store.add_key(table_id, Side.BLACK, hashed("link"))
        await async_store.replace_keys(table_id, Side.BLACK, (), ada)
        assert await async_store.keys(table_id) == {ada: frozenset(Side)}
        assert [summary.id for summary in await async_store.summaries(False, 0, 10, ada, False)] == [table_id]
        assert await async_store.due(NOON) == []
        async_store.close()

    run(story())
