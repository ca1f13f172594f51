"""Sends messages in the background, in threads of their own; failures are tried again a few times."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from gipfel.server.notices.sending import Sent
from gipfel.server.telemetry import metrics

THREADS = 8
RETRIES = (30.0, 120.0, 600.0)
"""Seconds before each further attempt; then the message is dropped."""
MOST = 2_000
"""Messages that are sent or wait to be tried again; more of them are dropped."""

Send = Callable[[], Sent]
Wanted = Callable[[], Awaitable[bool]]
Done = Callable[[Sent], Awaitable[None]]


class Delivery:
    """The messages of this process that are on their way."""

    def __init__(self, retries: tuple[float, ...] = RETRIES) -> None:
        self._pool = ThreadPoolExecutor(THREADS, "gipfel-notices")
        self._retries = retries
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, kind: str, send: Send, wanted: Wanted, done: Done) -> None:
        """Send a message soon.

        `wanted`: is it still of use? Asked before each further attempt. `done` gets what became of it.
        """
        if len(self._tasks) >= MOST:
            metrics.NOTICES.labels(kind, "dropped").inc()
            return
        task = asyncio.create_task(self._deliver(kind, send, wanted, done))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deliver(self, kind: str, send: Send, wanted: Wanted, done: Done) -> None:
        loop = asyncio.get_running_loop()
        sent = await loop.run_in_executor(self._pool, send)
        for pause in self._retries:
            if sent is not Sent.LATER:
                break
            await asyncio.sleep(pause)
            if not await wanted():
                return
            sent = await loop.run_in_executor(self._pool, send)
        metrics.NOTICES.labels(kind, sent.value).inc()
        await done(sent)

    async def close(self) -> None:
        """Drop what waits; what is being sent now has a few seconds at most."""
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        self._pool.shutdown(wait=False, cancel_futures=True)
