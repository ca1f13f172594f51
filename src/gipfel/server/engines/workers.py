"""Workers: each runs one call at a time in a process of its own, which is replaced when it dies."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from typing import TypeVar

from gipfel.engine.players.player import EngineFailure
from gipfel.notation.errors import GipfelError
from gipfel.server.engines import worker as work
from gipfel.server.engines.failures import WorkerDied, closed

T = TypeVar("T")
Answer = asyncio.Future[object]

GRACE = 2.0
"""Seconds a worker may continue a call whose caller was cancelled."""
POLL_INTERVAL = 0.02
"""Seconds between two checks whether an analysis has ended or has to yield its worker."""
TERMINATION_TIMEOUT = 3.0
"""Seconds a worker may take to stop its external engines."""


class EngineWorker(ABC):
    """A process, here or elsewhere, that is started with the first call, and again after it died."""

    poll_interval = POLL_INTERVAL

    def __init__(self) -> None:
        self.prepared: set[Hashable] = set()
        """The names of the preparations that were done in the current process."""
        self._answer: Answer | None = None
        self._grace = GRACE
        self._closed = False

    @property
    @abstractmethod
    def started(self) -> bool:
        """Does the process run?"""

    @property
    def busy(self) -> bool:
        return self._answer is not None and not self._answer.done()

    async def call(
        self, function: Callable[..., T], *arguments: object, timeout: float, grace: float | None = None
    ) -> T:
        """Call a function in the process. Raises EngineFailure, EngineUnavailable or WorkerDied.

        If the caller is cancelled, the function may still run for `grace` seconds.
        """
        if self._closed:
            raise closed()
        answer = self._submit(function, *arguments)
        self._answer, self._grace = answer, GRACE if grace is None else grace
        await asyncio.wait({answer}, timeout=timeout)
        if not answer.done():
            await self.end()
            raise EngineFailure(f"the engine did not answer within {timeout:g} s")
        try:
            # The type is lost on the way through the pipe; the function returns a T.
            return answer.result()  # type: ignore[return-value]
        except BrokenExecutor as error:
            await self.end()
            raise WorkerDied from error
        except EngineFailure:
            raise
        except GipfelError as error:
            raise EngineFailure(str(error)) from error
        except Exception as error:
            first_line = str(error).partition("\n")[0]
            raise EngineFailure(f"the engine made a mistake: {type(error).__name__}: {first_line}") from error

    @abstractmethod
    def _submit(self, function: Callable[..., object], *arguments: object) -> Answer:
        """Send a call to the process. The answer raises BrokenExecutor if the process dies."""

    async def settle(self) -> None:
        """Wait until a call whose caller was cancelled has ended; end the process if that takes too long."""
        if self._answer is not None:
            await asyncio.wait({self._answer}, timeout=self._grace)
        if self.busy:
            await self.end()

    async def close(self) -> None:
        """End the process for good."""
        self._closed = True
        await self.end()

    async def end(self) -> None:
        """End the process; the next call starts a new one."""
        answer, self._answer = self._answer, None
        self.prepared = set()
        await self._end_process()
        if answer is not None and answer.done() and not answer.cancelled():
            answer.exception()  # marks it as retrieved; else asyncio logs it

    @abstractmethod
    async def _end_process(self) -> None:
        """End the process if it runs."""


class WorkerProcess(EngineWorker):
    """A process of this machine, in an executor of its own: a process that dies is replaced alone."""

    def __init__(self, terminate_first: bool = False) -> None:
        """`terminate_first`: the process gets SIGTERM and some time before it is killed."""
        super().__init__()
        self._terminate_first = terminate_first
        self._executor: ProcessPoolExecutor | None = None
        self._process: BaseProcess | None = None

    @property
    def started(self) -> bool:
        return self._executor is not None

    def _submit(self, function: Callable[..., object], *arguments: object) -> Answer:
        if self._executor is not None:
            try:
                return asyncio.wrap_future(self._executor.submit(function, *arguments))
            except BrokenExecutor as error:
                died: Answer = asyncio.get_running_loop().create_future()
                died.set_exception(error)
                return died
        others = set(active_children())
        self._executor = ProcessPoolExecutor(
            1, mp_context=get_context("spawn"), initializer=work.initialise_worker
        )
        future = self._executor.submit(function, *arguments)
        self._process = next(iter(set(active_children()) - others), None)
        return asyncio.wrap_future(future)

    async def _end_process(self) -> None:
        executor, process = self._executor, self._process
        self._executor = self._process = None
        if executor is not None:
            await asyncio.to_thread(_end, executor, process, self._terminate_first)


def _end(executor: ProcessPoolExecutor, process: BaseProcess | None, terminate_first: bool) -> None:
    if process is not None:
        if terminate_first:
            process.terminate()
            process.join(TERMINATION_TIMEOUT)
        process.kill()
    executor.shutdown(wait=True, cancel_futures=True)
