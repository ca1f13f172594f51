"""The store for a server: what blocks is done in threads, so that nobody waits who need not."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

from gipfel.table.beginning import Beginning
from gipfel.table.happenings import Happening
from gipfel.table.store import Store, Summary
from gipfel.table.table import Table

T = TypeVar("T")

THREADS = 8


class Shelf:
    """A store whose methods can be awaited. SQLite writes one after the other anyway."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._writers = ThreadPoolExecutor(THREADS if store.concurrent else 1, "gipfel-writer")
        self._readers = ThreadPoolExecutor(2, "gipfel-reader")
        self._workers = ThreadPoolExecutor(2, "gipfel-worker")
        """For what takes long; nobody who comes to a table waits for that."""

    async def create(self, beginning: Beginning, happened: Sequence[Happening]) -> tuple[str, Table]:
        return await self._in(self._writers, self._store.create, beginning, happened)

    async def load(self, id: str) -> Table:
        return await self._in(self._readers, self._store.load, id)

    async def add(self, id: str, number: int, happened: Sequence[Happening], table: Table) -> None:
        await self._in(self._writers, self._store.add, id, number, happened, table)

    async def caught_up(self, id: str, table: Table) -> Table:
        """The table with everything that others have written."""
        after = table.copy()
        await self._in(self._readers, self._store.catch_up, id, after)
        return after

    async def remove(self, id: str) -> bool:
        return await self._in(self._writers, self._store.remove, id)

    async def summaries(self, finished: bool, begin: int, most: int) -> list[Summary]:
        return await self._in(self._readers, self._store.summaries, finished, begin, most)

    async def do(self, work: Callable[[], T]) -> T:
        """Something else that takes long, in the language spoken now."""
        return await self._in(self._workers, copy_context().run, work)

    async def _in(self, threads: ThreadPoolExecutor, call: Callable[..., T], *arguments: Any) -> T:
        # A write that has begun is finished and known about, even if who asked for it has left.
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(threads, call, *arguments))

    def close(self) -> None:
        for threads in (self._writers, self._readers, self._workers):
            threads.shutdown(wait=True)
        self._store.close()
