"""The store of a server: blocking calls run in threads."""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

from gipfel.games.core.side import Side
from gipfel.server.security.limits import CLIENT_ADDRESS, AddressLimits
from gipfel.server.tables.call_threads import CallThreads, give_answer
from gipfel.server.tables.event_log import log_new_table
from gipfel.server.tables.storage_health import SLOW, StorageHealth
from gipfel.table.clock import real_now
from gipfel.table.events import Event, ServerOff
from gipfel.table.matches import GameResult
from gipfel.table.setup import MatchPlace, TableSetup
from gipfel.table.storage.heartbeats import Batch, Heartbeats, Signs
from gipfel.table.storage.rows import replay
from gipfel.table.storage.store import Addition, DatabaseAway, Keys, NewTable, Store, Summary, UsedKey
from gipfel.table.table import Table

T = TypeVar("T")
THREADS = 4
MOST_AT_ONCE = 200
"""How many tables are written with one commit; the others wait for the next one."""
ATTEMPTS = 20
"""How often events are tried again if they cannot be written although the database answers."""


class AsyncStore:
    """A store whose methods can be awaited.

    A commit waits for the disk, however much it writes. So events that arrive during a commit are written
    together with the next one; each caller waits for the commit that contains its event. While the database
    does not answer, events wait, and are written when it answers again.
    """

    def __init__(self, store: Store, limits: AddressLimits | None = None, savers: int = 1) -> None:
        """`savers`: the threads that store events in PostgreSQL; benchmarks/storage.py compares numbers."""
        self._store = store
        self._heartbeats = Heartbeats(store)
        self._limits = limits or AddressLimits()
        # PostgreSQL answers several threads at the same time. SQLite is fast, so that one is mostly enough.
        shared = not store.concurrent
        self._writers = CallThreads(THREADS if store.concurrent else 1, "gipfel-writer", shared)
        self._readers = CallThreads(2, "gipfel-reader", shared)
        self._listers = CallThreads(1, "gipfel-lister", shared)
        """For lists, which may be long and must not delay reading a table."""
        self._workers = CallThreads(2, "gipfel-worker", shared=False)
        """For slow work, which must not delay reading a table."""
        # SQLite allows one writer at a time. Writers wait here, where they are served in order.
        self._savers = ThreadPoolExecutor(savers, "gipfel-saver") if store.concurrent else self._writers.pool
        self._waiting: deque[tuple[Addition, asyncio.Future[None]]] = deque()
        self._save_submitted = False
        """Is a thread about to write what waits?"""
        self._prober = ThreadPoolExecutor(1, "gipfel-prober")
        self.health = StorageHealth(self._probe)

    async def create(
        self,
        setup: TableSetup,
        happened: Sequence[Event],
        keys: Sequence[tuple[Side, str]] = (),
        at: int | None = None,
    ) -> tuple[str, Table]:
        """Create a table, if the client has not created too many. Raises LimitExceeded."""
        return await self.create_from(lambda: (setup, happened), keys, at)

    async def create_from(
        self,
        prepare: Callable[[], tuple[TableSetup, Sequence[Event]]],
        keys: Sequence[tuple[Side, str]] = (),
        at: int | None = None,
        expensive: bool = False,
    ) -> tuple[str, Table]:
        """Create the table whose setup and events `prepare` returns; that runs in a thread.

        If it is expensive, it counts as a table even if it fails. Raises GipfelError.
        """
        await self._limits.check_new_table(self.unfinished)
        try:
            # A long game is played through here, not in the thread that writes: decisions would wait for it.
            new = await self.do(lambda: NewTable.of(*prepare(), keys, real_now() if at is None else at))
        except Exception:
            if not expensive:
                self._limits.table_failed()
            raise
        try:
            await self._in(self._writers, self._store.insert, new)
        except Exception:
            self._limits.table_failed()
            raise
        self._limits.table_created(new.id)
        log_new_table(new.id, new.table.setup)
        return new.id, new.table

    async def create_like_table(self, create: Callable[[], str]) -> str:
        """Create something else that counts as a table for the limits of the client. Raises LimitExceeded."""
        await self._limits.check_new_table(self.unfinished)
        try:
            return await self._in(self._writers, create)
        except Exception:
            self._limits.table_failed()
            raise

    async def read(self, call: Callable[..., T], *arguments: Any) -> T:
        """Read something from the database with a blocking call."""
        return await self._in(self._listers, call, *arguments)

    async def write(self, call: Callable[..., T], *arguments: Any) -> T:
        """Write something to the database with a blocking call."""
        return await self._in(self._writers, call, *arguments)

    async def unfinished(self, ids: Collection[str]) -> Collection[str]:
        """Those of some tables that are unfinished."""
        return await self._in(self._listers, self._store.unfinished, ids)

    async def load(self, table_id: str) -> Table:
        row, events = await self._in(self._readers, self._store.read, table_id)
        return await self.do(lambda: replay(table_id, row, events))

    async def caught_up(self, table_id: str, table: Table, patient: bool = False) -> Table:
        """The table with everything that other processes have written.

        `patient`: wait for a database that does not answer.
        """
        while True:
            after = table.copy()
            try:
                await self._in(self._readers, self._store.catch_up, table_id, after)
            except DatabaseAway:
                if not patient:
                    raise
                await self.health.answering()
            else:
                return after

    async def news(self, table_id: str, table: Table) -> tuple[Table, Keys]:
        """The table with everything that other processes have written, and its keys."""
        return await self._in(self._readers, self._store.news, table_id, table)

    async def remove(self, table_id: str) -> bool:
        return await self._in(self._writers, self._store.remove, table_id)

    # --- Events ----------------------------------------------------------------------------------------

    async def add(
        self,
        table_id: str,
        number: int,
        happened: Sequence[Event],
        table: Table,
        at: int,
        key: UsedKey | None = None,
    ) -> None:
        """Write the next events of a table, together with others that wait to be written.

        They wait for a database that does not answer, unless a key is used with them: then raises KeyGone if
        it does not fit any more. Raises DatabaseAway, otherwise only if the server stops meanwhile.
        """
        addition = Addition(table_id, number, happened, table, at, key=key)
        if key is not None:
            await self._write_once(addition)
            return
        if self.health.away:
            await self.health.answering()
        for _ in range(ATTEMPTS):
            try:
                await self._write(addition)
            except DatabaseAway:
                await self.health.answering()
                addition = replace(addition, tried=True)
            else:
                return
        await self._write(addition)

    async def _write_once(self, addition: Addition) -> None:
        try:
            await self._write(addition)
        except DatabaseAway:
            self.health.suspect()
            raise

    async def _write(self, addition: Addition) -> None:
        """Write events with the next commit; that happens even if the caller is cancelled."""
        loop = asyncio.get_running_loop()
        written: asyncio.Future[None] = loop.create_future()
        self._waiting.append((addition, written))
        self._save_soon()
        slow = loop.call_later(SLOW, self.health.suspect)
        try:
            await written
        finally:
            slow.cancel()

    def _save_soon(self) -> None:
        """Let a thread write what waits, unless one is about to begin: waking it for each event is slow.

        It begins after everything the event loop is about to do, so that decisions that have arrived together
        are written together.
        """
        if not self._save_submitted:
            self._save_submitted = True
            loop = asyncio.get_running_loop()
            loop.call_soon(self._submit_save, loop)

    def _submit_save(self, loop: asyncio.AbstractEventLoop) -> None:
        with suppress(RuntimeError):  # the store was closed meanwhile, and that has written what waited
            self._savers.submit(self._save, loop)

    @property
    def waiting(self) -> int:
        """The number of additions that wait for the next commit."""
        return len(self._waiting)

    def _save(self, loop: asyncio.AbstractEventLoop) -> None:
        """Write waiting events, in a thread."""
        self._save_submitted = False  # before anything is taken: what is added from now on submits again
        taken: list[tuple[Addition, asyncio.Future[None]]] = []
        try:
            with suppress(IndexError):  # nothing waits any more: another thread may have taken the rest
                while len(taken) < MOST_AT_ONCE:
                    taken.append(self._waiting.popleft())
            problems = self._store.add_all([addition for addition, _ in taken]) if taken else []
        except BaseException as error:
            problems = [error if isinstance(error, Exception) else RuntimeError(str(error))] * len(taken)
        loop.call_soon_threadsafe(self._saved, [written for _, written in taken], problems)

    def _saved(self, taken: "Sequence[asyncio.Future[None]]", problems: Sequence[Exception | None]) -> None:
        """Answer those whose events were written together."""
        for written, problem in zip(taken, problems, strict=True):
            give_answer(written, None, problem)
        if self._waiting:
            self._save_soon()

    # --- Heartbeats ------------------------------------------------------------------------------------

    async def latest_instant(self) -> int:
        return await self._in(self._readers, self._heartbeats.latest_instant)

    async def beat(self, now: int, resumes: bool) -> Signs:
        return await self._in(self._writers, self._heartbeats.beat, now, resumes)

    async def end_heartbeats(self, now: int) -> None:
        await self._in(self._writers, self._heartbeats.end, now)

    async def give_back(self, outages: Sequence[ServerOff], after: str) -> Batch:
        return await self._in(self._writers, self._heartbeats.give_back, outages, after)

    async def forget_outages(self, until: int) -> None:
        await self._in(self._writers, self._heartbeats.forget_outages, until)

    # --- Keys ------------------------------------------------------------------------------------------

    async def keys(self, table_id: str) -> Keys:
        return await self._in(self._readers, self._store.keys, table_id)

    async def add_key(self, table_id: str, side: Side, key_hash: str) -> None:
        await self._in(self._writers, self._store.add_key, table_id, side, key_hash)

    async def replace_keys(self, table_id: str, side: Side, keep: Collection[str], new: str) -> None:
        await self._in(self._writers, self._store.replace_keys, table_id, side, keep, new)

    # --- Lists -----------------------------------------------------------------------------------------

    async def summaries(
        self,
        finished: bool,
        begin: int,
        most: int,
        visitor: str | None = None,
        open_ones: bool = True,
        untouched: bool = True,
    ) -> list[Summary]:
        wanted = finished, begin, most, visitor, open_ones, untouched
        return await self._in(self._listers, self._store.summaries, *wanted)

    async def untouched(self, before: datetime) -> list[str]:
        return await self._in(self._listers, self._store.untouched, before)

    async def earlier_results(self, place: MatchPlace) -> list[GameResult]:
        """The results of the games of a match before one of them."""
        if not place.first:
            return []
        results = await self._in(self._readers, self._store.match_results, place.first)
        return [result for result in results.get(place.first, ()) if result.number < place.number]

    async def due(self, now: int) -> list[str]:
        return await self._in(self._listers, self._store.due, now)

    async def do(self, work: Callable[[], T]) -> T:
        """Do slow work in a thread, in the current language; one thing at a time for each address."""
        async with self._limits.slow_work(CLIENT_ADDRESS.get()):
            return await self._in(self._workers, copy_context().run, work)

    async def _in(self, threads: CallThreads, call: Callable[..., T], *arguments: Any) -> T:
        try:
            return await threads.run(call, *arguments)
        except DatabaseAway:
            self.health.suspect()
            raise

    async def _probe(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._prober, self._store.probe)

    def stop_waiting(self) -> None:
        """The server stops: what waits for a database that does not answer fails."""
        self.health.stop()

    def close(self) -> None:
        self.stop_waiting()
        if self._waiting:
            self._submit_save(asyncio.get_running_loop())
        for pool in (self._savers, self._prober):
            pool.shutdown(wait=True)
        for threads in (self._writers, self._readers, self._listers, self._workers):
            threads.shutdown()
        self._store.close()
