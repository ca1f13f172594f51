"""The heartbeat of a server: it knows when no server ran, and gives that time back to running clocks.

The time of a server's tables (`GameTime`) follows the monotonic clock of its process, so it does not matter
if somebody sets the clock of the machine. It starts with the time of the machine, or of PostgreSQL's, but
never before the last heartbeat or event in the database. If the clock of the machine was set forward while
no server ran, that looks like an outage and is given back like one; if it was set back, the time goes on
from the last heartbeat. A process that is behind the heartbeat of another one sets its time forward.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from gipfel.notation.errors import GipfelError
from gipfel.server.tables.async_store import AsyncStore
from gipfel.server.telemetry.logs import event
from gipfel.table.clock import Clock, GameTime
from gipfel.table.events import ServerOff
from gipfel.table.timeouts import owed_outages, with_time_back

LOG = logging.getLogger("gipfel.server")

INTERVAL = 2.0
"""Seconds between two heartbeats."""


class Heartbeat:
    """Writes heartbeats, and gives the time of outages back, to tables in memory and to others."""

    def __init__(self, store: AsyncStore, now: GameTime, on_given_back: Callable[[str], None]) -> None:
        """`on_given_back` is called with the id of a table that has got time back in the database."""
        self._store = store
        self._now = now
        self._on_given_back = on_given_back
        self.failing = False
        """Could the last heartbeat not be written?"""
        self._resumes = True
        self._outages: tuple[ServerOff, ...] = ()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Write the first heartbeat, and go on in the background."""
        await self.beat()
        self._tasks = [asyncio.create_task(self._regularly(do)) for do in (self.give_back, self.beat)]

    async def close(self) -> None:
        """Write the last heartbeat."""
        tasks, self._tasks = self._tasks, []
        if not tasks:
            return
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        try:
            await self._store.end_heartbeats(self._now())
        except GipfelError as error:
            LOG.warning("the last heartbeat cannot be written: %s", error)

    @property
    def owes_time(self) -> bool:
        """Is there an outage that some tables may not have got back yet?"""
        return bool(self._outages)

    def owed(self, clock: Clock | None) -> list[ServerOff]:
        """The outages that the clock of a table has not got back yet."""
        return owed_outages(clock, self._outages)

    def with_time_back(self, clock: Clock) -> Clock:
        """The clock of a table as it will be when it has got back what it is owed."""
        return with_time_back(clock, self.owed(clock))

    # --- Heartbeats ------------------------------------------------------------------------------------

    async def _regularly(self, do: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await do()
            except Exception:
                LOG.exception("the heartbeat cannot go on")
            await asyncio.sleep(INTERVAL)

    async def beat(self) -> None:
        """Write a heartbeat; look for outages after a start, and after a heartbeat that failed."""
        try:
            if self._resumes:
                self._now.reach(await self._store.latest_instant())
            signs = await self._store.beat(self._now(), self._resumes)
        except GipfelError as error:
            if not self.failing:
                LOG.warning("clocks wait, as nothing can be stored: %s", error)
            self.failing = self._resumes = True
            return
        self._now.reach(signs.latest)
        self._outages = signs.outages
        self.failing = self._resumes = False

    # --- Giving time back ------------------------------------------------------------------------------

    async def give_back(self) -> None:
        """Give the time of all outages back to all running clocks."""
        if not self._outages or self.failing:
            return
        outages = self._outages
        try:
            if await self._give_back_to_all(outages):
                await self._store.forget_outages(outages[-1].until)
                self._outages = tuple(off for off in self._outages if off not in outages)
        except GipfelError as error:
            LOG.warning("time cannot be given back: %s", error)

    async def _give_back_to_all(self, outages: Sequence[ServerOff]) -> bool:
        """Give outages back, a few tables at a time; returns whether all tables have got them."""
        after: str | None = ""
        tables, complete = 0, True
        while after is not None:
            batch = await self._store.give_back(outages, after)
            for table_id in batch.changed:
                self._on_given_back(table_id)
            tables += len(batch.changed)
            complete &= batch.complete
            after = batch.last
        if tables:
            seconds = sum(off.until - off.since for off in outages) / 1000
            event("time given back", tables=tables, seconds=seconds)
        return complete
