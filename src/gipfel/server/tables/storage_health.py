"""Whether the database answers: while it does not, tables wait for it and their pages say so.

A call that fails or takes long makes the server ask the database again and again, until it answers.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from gipfel.notation.errors import GipfelError
from gipfel.table.storage.database import DatabaseAway

LOG = logging.getLogger("gipfel.server")

SLOW = 1.0
"""Seconds after which a call makes the server ask whether the database answers at all."""
PROBE_TIMEOUT = 1.0
"""Seconds within which the database answers such a question, unless it is away."""
PROBE_PAUSE = 0.5
"""Seconds between two questions."""
REPEAT = 2.0
"""Seconds between two announcements, as pages take a connection for dead if they wait in vain for longer."""


class StorageHealth:
    """Asks the database whether it answers, and wakes those who wait for it."""

    def __init__(self, probe: Callable[[], Awaitable[None]]) -> None:
        """`probe` writes and reads something. Raises DatabaseProblem."""
        self._probe = probe
        self._probing: asyncio.Future[None] | None = None
        self._watching: asyncio.Task[None] | None = None
        self._answered = asyncio.Event()
        self._announced_at = 0.0
        self._stopped = False
        self.away = False
        """Does the database not answer at the moment?"""
        self.on_change: Callable[[], None] = lambda: None
        """Called when this has changed, and again and again while the database is away."""

    def suspect(self) -> None:
        """A call has failed or takes long: ask the database until it answers."""
        if (self._watching is None or self._watching.done()) and not self._stopped:
            self._answered.clear()
            self._watching = asyncio.create_task(self._watch())

    async def answering(self) -> None:
        """Wait until the database answers a question. Raises DatabaseAway if the server stops."""
        self.suspect()
        if not self._stopped:
            await self._answered.wait()
        if self._stopped:
            raise DatabaseAway("the database does not answer, and the server stops")

    def stop(self) -> None:
        """The server stops: nobody waits any longer."""
        self._stopped = True
        self._answered.set()
        for task in (self._watching, self._probing):
            if task is not None:
                task.cancel()

    async def _watch(self) -> None:
        while problem := await self._problem():
            self._announce_away(problem)
            await asyncio.sleep(PROBE_PAUSE)
        self._watching = None
        self._answered.set()
        if self.away:
            LOG.warning("the database answers again")
            self.away = False
            self._tell_change()

    def _announce_away(self, problem: str) -> None:
        now = asyncio.get_running_loop().time()
        if not self.away:
            LOG.warning("the tables wait for the database: %s", problem)
        elif now < self._announced_at + REPEAT:
            return
        self.away, self._announced_at = True, now
        self._tell_change()

    def _tell_change(self) -> None:
        """Call `on_change`. Its errors must not end the questions, as those who wait would wait for ever."""
        try:
            self.on_change()
        except Exception:
            LOG.exception("the tables cannot be told whether the database answers")

    async def _problem(self) -> str:
        """Why the database does not answer; empty if it does."""
        # A question that was not answered yet is not asked again, as each one takes a thread.
        probing = self._probing or asyncio.ensure_future(self._probe())
        await asyncio.wait({probing}, timeout=PROBE_TIMEOUT)
        self._probing = None if probing.done() else probing
        if not probing.done():
            return f"it does not answer within {PROBE_TIMEOUT:.0f} s"
        error = probing.exception()
        if error is not None and not isinstance(error, GipfelError):
            LOG.error("the database cannot be asked", exc_info=error)
        return "" if error is None else str(error) or type(error).__name__
