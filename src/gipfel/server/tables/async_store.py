"""The store for a server: what blocks is done in threads, so that nobody waits who need not."""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

from gipfel.games.core.side import Side
from gipfel.server.security.limits import AddressLimits
from gipfel.server.tables.event_log import log_new_table
from gipfel.table.events import Event
from gipfel.table.setup import TableSetup
from gipfel.table.storage.store import Addition, Keys, Store, Summary
from gipfel.table.table import Table

T = TypeVar("T")
Begun = tuple[TableSetup, Sequence[Event]]
"""How a table begins, and what has happened at it already."""

THREADS = 4
MOST_AT_ONCE = 200
"""So many tables are written with one commit; the others come with the next one."""


class AsyncStore:
    """A store whose methods can be awaited.

    A commit waits for the disk, however much it writes. So what has come for other tables while one was
    on its way is written together with the next one; everybody is told after the commit that holds theirs.
    """

    def __init__(self, store: Store, limits: AddressLimits | None = None) -> None:
        self._store = store
        self._limits = limits or AddressLimits()
        self._writers = ThreadPoolExecutor(THREADS if store.concurrent else 1, "gipfel-writer")
        self._readers = ThreadPoolExecutor(2, "gipfel-reader")
        self._workers = ThreadPoolExecutor(2, "gipfel-worker")
        """For what takes long; nobody who comes to a table waits for that."""
        # SQLite lets one write at a time: who has to wait waits here, where it is known who is next.
        self._savers = ThreadPoolExecutor(1, "gipfel-saver") if store.concurrent else self._writers
        self._waiting: deque[tuple[Addition, Future[None]]] = deque()

    async def create(
        self,
        setup: TableSetup,
        happened: Sequence[Event],
        keys: Sequence[tuple[Side, str]] = (),
        at: int | None = None,
    ) -> tuple[str, Table]:
        """A new table, if who asks has not made too many. Raises LimitExceeded."""
        await self._limits.before_table(self.unfinished)
        return await self._created(setup, happened, keys, at)

    async def make(
        self,
        begin: Callable[[], Begun],
        keys: Sequence[tuple[Side, str]] = (),
        at: int | None = None,
        work: bool = False,
    ) -> tuple[str, Table]:
        """The same where it has to be found out how the table begins. Raises GipfelError.

        If that is a lot of `work`, it counts as a table even if it comes to nothing.
        """
        await self._limits.before_table(self.unfinished)
        try:
            begun = await self.do(begin)
        except Exception:
            if not work:
                self._limits.no_table()
            raise
        return await self._created(*begun, keys, at)

    async def _created(
        self,
        setup: TableSetup,
        happened: Sequence[Event],
        keys: Sequence[tuple[Side, str]],
        at: int | None,
    ) -> tuple[str, Table]:
        try:
            made = await self._in(self._writers, self._store.create, setup, happened, keys, at)
        except Exception:
            self._limits.no_table()
            raise
        self._limits.log_new_table(made[0])
        log_new_table(made[0], setup)
        return made

    async def unfinished(self, ids: Collection[str]) -> Collection[str]:
        """Those of some tables that go on."""
        return await self._in(self._readers, self._store.unfinished, ids)

    async def load(self, table_id: str) -> Table:
        return await self._in(self._readers, self._store.load, table_id)

    async def caught_up(self, table_id: str, table: Table) -> Table:
        """The table with everything that others have written."""
        after = table.copy()
        await self._in(self._readers, self._store.catch_up, table_id, after)
        return after

    async def remove(self, table_id: str) -> bool:
        return await self._in(self._writers, self._store.remove, table_id)

    async def healthy(self) -> None:
        await self._in(self._readers, self._store.healthy)

    # --- What happens ----------------------------------------------------------------------------------

    async def add(self, table_id: str, number: int, happened: Sequence[Event], table: Table, at: int) -> None:
        """Write what happens next at a table, with whatever else waits to be written."""
        written: Future[None] = Future()
        self._waiting.append((Addition(table_id, number, happened, table, at), written))
        self._savers.submit(self._save)
        # A write that has begun is finished and known about, even if who asked for it has left.
        await asyncio.shield(asyncio.wrap_future(written))

    def _save(self) -> None:
        """Write what waits; who comes next may find that nothing is left to do."""
        taken = [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST_AT_ONCE))]
        if not taken:
            return
        try:
            problems = self._store.add_all([addition for addition, _ in taken])
        except BaseException as error:
            problems = [error if isinstance(error, Exception) else RuntimeError(str(error))] * len(taken)
        for (_, written), problem in zip(taken, problems, strict=True):
            if problem is None:
                written.set_result(None)
            else:
                written.set_exception(problem)

    # --- Keys ------------------------------------------------------------------------------------------

    async def keys(self, table_id: str) -> Keys:
        return await self._in(self._readers, self._store.keys, table_id)

    async def add_key(self, table_id: str, side: Side, key_hash: str) -> None:
        await self._in(self._writers, self._store.add_key, table_id, side, key_hash)

    async def replace_keys(self, table_id: str, side: Side, keep: Collection[str], new: str) -> None:
        await self._in(self._writers, self._store.replace_keys, table_id, side, keep, new)

    # --- Lists -----------------------------------------------------------------------------------------

    async def summaries(
        self, finished: bool, begin: int, most: int, visitor: str | None = None, open_ones: bool = True
    ) -> list[Summary]:
        return await self._in(self._readers, self._store.summaries, finished, begin, most, visitor, open_ones)

    async def due(self, now: int) -> list[str]:
        return await self._in(self._readers, self._store.due, now)

    async def do(self, work: Callable[[], T]) -> T:
        """Something else that takes long, in the language spoken now."""
        return await self._in(self._workers, copy_context().run, work)

    async def _in(self, threads: ThreadPoolExecutor, call: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(threads, call, *arguments))

    def close(self) -> None:
        for threads in (self._savers, self._writers, self._readers, self._workers):
            threads.shutdown(wait=True)
        self._store.close()
