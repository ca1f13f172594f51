"""Clocks of tables: flags fall when they are due, with or without clients, and latency is given back.

The time comes from a function, which tests replace. It may be set forward, so flags are checked several
times a second, however far away the next deadline seems to be.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from gipfel.notation.errors import GipfelError
from gipfel.server.tables.async_store import AsyncStore
from gipfel.server.tables.heartbeat import Heartbeat
from gipfel.table.clock import MOST_LAG, Now
from gipfel.table.storage.store import BrokenTable

if TYPE_CHECKING:
    from gipfel.server.tables.live_table import LiveTable

LOG = logging.getLogger("gipfel.server")

LONGEST_PAUSE = 0.25
"""The longest pause in seconds between two checks."""
SWEEP_INTERVAL = 2.0
"""Seconds between two checks of tables that are not in memory."""
ELSEWHERE = 200
"""Milliseconds a flag waits longer if a client plays in another process, which may store a decision now."""
LEFT_TO_OTHERS = 1500
"""Milliseconds the clock of a table not in memory is left to a process that may have it."""
MOST_OUTDATED = 100
"""How many outdated entries a queue may have besides as many as it has valid ones."""
REMEMBERED_TRIPS = 5
"""How many round trips are remembered."""


class Latency:
    """The latency of a connection: the shortest of its last round trips."""

    def __init__(self) -> None:
        self._sent: dict[int, int] = {}
        self._trips: list[int] = []

    def note_sent(self, n: int, now: int) -> None:
        """A ping was sent."""
        self._sent[n] = now
        while len(self._sent) > REMEMBERED_TRIPS:
            del self._sent[next(iter(self._sent))]

    def note_pong(self, n: int, now: int) -> None:
        """A pong has arrived; one without a ping is ignored."""
        sent = self._sent.pop(n, None)
        if sent is not None:
            self._trips = [*self._trips[1 - REMEMBERED_TRIPS :], max(0, now - sent)]

    @property
    def credit(self) -> int:
        """Milliseconds to be given back for a decision, if the budget of its side allows it."""
        return min(*self._trips, MOST_LAG) if self._trips else 0


class Clocks:
    """Checks the flags of all tables."""

    def __init__(
        self, store: AsyncStore, find: "Callable[[str], Awaitable[LiveTable]]", now: Now, heartbeat: Heartbeat
    ) -> None:
        self._store = store
        self._heartbeat = heartbeat
        self._find = find
        self._now = now
        self._due: dict[str, tuple[int, LiveTable]] = {}
        self._queue: list[tuple[int, str]] = []
        """A heap of the same instants. Entries that differ from `_due` are outdated."""
        self._sooner = asyncio.Event()
        self._next = 0
        """When the next check is due."""
        self._tasks: list[asyncio.Task[None]] = []
        self._broken: set[str] = set()
        """Tables that cannot be read; each is logged once."""

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._watch()), asyncio.create_task(self._sweep_regularly())]

    async def close(self) -> None:
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def schedule(self, live: "LiveTable", due: int | None) -> None:
        """Check the flag of a table at an instant; never if it is None."""
        if due is None:
            self._due.pop(live.id, None)
            return
        self._due[live.id] = due, live
        self._enqueue(due, live.id)
        if due < self._next:
            self._sooner.set()

    def _enqueue(self, due: int, table_id: str) -> None:
        heappush(self._queue, (due, table_id))
        if len(self._queue) > 2 * len(self._due) + MOST_OUTDATED:
            self._queue = [(due, table_id) for table_id, (due, _) in self._due.items()]
            heapify(self._queue)

    def _soonest(self) -> "tuple[int, LiveTable] | None":
        """The table whose flag is to be checked next, and when."""
        while self._queue:
            due, table_id = self._queue[0]
            found = self._due.get(table_id)
            if found is not None and found[0] == due:
                return found
            heappop(self._queue)
        return None

    def forget(self, table_id: str) -> None:
        """A table is no longer in memory."""
        self._due.pop(table_id, None)

    @property
    def _wait(self) -> bool:
        """Nothing can be stored: flags wait, as players cannot decide either."""
        return self._store.health.away or self._heartbeat.failing

    # --- Tables in memory ------------------------------------------------------------------------------

    async def _watch(self) -> None:
        while True:
            try:
                await self.check_due_flags()
            except Exception:
                LOG.exception("the clocks cannot be checked")
            self._sooner.clear()
            pause = self._pause()
            self._next = self._now() + round(pause * 1000)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._sooner.wait(), pause)

    def _pause(self) -> float:
        if self._wait:
            return LONGEST_PAUSE
        soonest = self._soonest()
        if soonest is None:
            return LONGEST_PAUSE
        return min(LONGEST_PAUSE, max(0.001, (soonest[0] - self._now()) / 1000))

    async def check_due_flags(self) -> None:
        """Check all flags that are due."""
        if self._wait:
            return
        now = self._now()
        due = []
        while (soonest := self._soonest()) is not None and soonest[0] <= now:
            due.append(soonest[1])
            del self._due[soonest[1].id]
        await asyncio.gather(*(self._check_flag(live) for live in due))

    async def _check_flag(self, live: "LiveTable") -> None:
        try:
            await live.check_flag()
        except GipfelError as error:
            # For instance, the database does not answer, or the table was deleted.
            LOG.warning("table %s: the flag cannot fall: %s", live.id, error)

    # --- Other tables ----------------------------------------------------------------------------------

    async def _sweep_regularly(self) -> None:
        while True:
            try:
                await self.sweep()
            except GipfelError as error:
                LOG.warning("clocks of tables cannot be read: %s", error)
            except Exception:
                LOG.exception("clocks of tables cannot be read")
            await asyncio.sleep(SWEEP_INTERVAL)

    async def sweep(self) -> None:
        """Check the flags of tables that no process has in memory.

        Time is given back before: else all clocks that ran would be due after an outage.
        """
        if self._wait or self._heartbeat.owes_time:
            return
        for table_id in await self._store.due(self._now() - LEFT_TO_OTHERS):
            if table_id not in self._broken:
                await self._check_stored_table(table_id)

    async def _check_stored_table(self, table_id: str) -> None:
        try:
            await (await self._find(table_id)).check_flag()
        except BrokenTable as error:
            self._broken.add(table_id)
            LOG.warning("table %s: the flag will never fall: %s", table_id, error)
        except GipfelError as error:
            LOG.warning("table %s: the flag cannot fall: %s", table_id, error)
