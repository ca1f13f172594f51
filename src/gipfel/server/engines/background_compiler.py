"""Compiles games for the cache, one after the other, in a process beside the workers.

The workers go on with moves meanwhile: low levels decide interpreted, and other games are compiled already. A
process ends after each game, as the memory that compiling takes is freed only then.
"""

import asyncio
import logging
from collections.abc import Callable, Hashable
from time import monotonic

from gipfel.server.engines.failures import EngineUnavailable, WorkerDied
from gipfel.server.engines.workers import WorkerProcess

LOG = logging.getLogger("gipfel.server")

TIMEOUT = 600.0
"""Seconds a game may take."""
RETRIES = 3
"""How often a game is tried again because the process died."""


class BackgroundCompiler:
    """What has to be compiled, in the order in which it was first asked for."""

    def __init__(self) -> None:
        self._worker = WorkerProcess()
        self._tasks: dict[Hashable, asyncio.Task[bool]] = {}
        """What was asked for, by the name of the preparation that needs it."""
        self._last: asyncio.Task[bool] | None = None

    @property
    def waiting(self) -> int:
        """The number of games that are being compiled or will be."""
        return sum(not task.done() for task in self._tasks.values())

    async def compile(
        self, name: Hashable, title: str, function: Callable[..., bool], *arguments: object
    ) -> bool:
        """Wait until a game is compiled; can other processes load it? A caller may be cancelled meanwhile.

        Raises EngineFailure or EngineUnavailable.
        """
        task = self._tasks.get(name)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._last = asyncio.create_task(self._run(self._last, title, function, *arguments))
            self._tasks[name] = task
            task.add_done_callback(_mark_retrieved)
        return await asyncio.shield(task)

    async def _run(
        self,
        before: "asyncio.Task[bool] | None",
        title: str,
        function: Callable[..., bool],
        *arguments: object,
    ) -> bool:
        if before is not None and not before.done():
            await asyncio.wait({before})
        begin = monotonic()
        LOG.info("%s is being compiled", title)
        stored = await self._call(function, *arguments)
        LOG.info("%s was compiled in %.1f s", title, monotonic() - begin)
        return stored

    async def _call(self, function: Callable[..., bool], *arguments: object) -> bool:
        for _ in range(1 + RETRIES):
            try:
                return await self._worker.call(function, *arguments, timeout=TIMEOUT)
            except WorkerDied:
                continue
            finally:
                await self._worker.end()
        raise EngineUnavailable("the process that compiles died again and again")

    async def close(self) -> None:
        """Stop compiling."""
        running = [task for task in self._tasks.values() if not task.done()]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await self._worker.close()


def _mark_retrieved(task: "asyncio.Task[bool]") -> None:
    if not task.cancelled():
        task.exception()  # else asyncio logs it if nobody waits any more
