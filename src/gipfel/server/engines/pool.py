"""Worker processes of the server, and who may use them when.

Every worker is an executor with one process, so that one that dies is replaced alone. Moves come first.
What may take a minute because it has to be compiled first, and what may go on for ever because it is an
analysis, leave one worker to others if there are several; if there is only one, an analysis gives way.
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from time import monotonic
from typing import TypeVar

from gipfel.engine.players.player import EngineFailure
from gipfel.server.engines import worker as work

T = TypeVar("T")

REPETITIONS = 3
"""So often a thought is thought again because its worker died."""
UNWANTED = 2.0
"""Seconds a worker may go on with something that nobody waits for any more."""
FAREWELL = 3.0
"""Seconds a worker may take to end the programs that play in it."""
SHARE = 1.0
"""Seconds an analysis goes on if another one waits."""

log = logging.getLogger(__name__)


class WorkerDied(Exception):
    """The process that was asked is gone."""


def closed() -> EngineFailure:
    """The error for those who ask too late."""
    return EngineFailure("the engines have been closed")


# --- One worker ---------------------------------------------------------------------------------------


class WorkerProcess:
    """A process that is started when it is first asked, and again after it died."""

    def __init__(self, polite: bool) -> None:
        self.ready: set[Hashable] = set()
        """What it has prepared for."""
        self._polite = polite
        self._executor: ProcessPoolExecutor | None = None
        self._process: BaseProcess | None = None
        self._answer: asyncio.Future[object] | None = None
        self._unwanted = UNWANTED
        self._closed = False

    @property
    def started(self) -> bool:
        return self._executor is not None

    @property
    def busy(self) -> bool:
        return self._answer is not None and not self._answer.done()

    async def ask(
        self, what: Callable[..., T], *arguments: object, seconds: float, unwanted: float | None = None
    ) -> T:
        """Let the process do something. Raises EngineFailure, or WorkerDied.

        It may take so many seconds; if who asks is cancelled, it may go on for the seconds of `unwanted`.
        """
        answer = self._submitted(what, *arguments)
        self._answer, self._unwanted = answer, UNWANTED if unwanted is None else unwanted
        await asyncio.wait({answer}, timeout=seconds)
        if not answer.done():
            await self.end()
            raise EngineFailure(f"the engine did not answer within {seconds:g} s")
        try:
            # A pipe does not know types; what is asked for says what comes back.
            return answer.result()  # type: ignore[return-value]
        except BrokenExecutor as error:
            await self.end()
            raise WorkerDied from error
        except EngineFailure:
            raise
        except Exception as error:
            log.exception("a worker failed")
            raise EngineFailure(f"the engine made a mistake: {type(error).__name__}: {error}") from error

    def _submitted(self, what: Callable[..., object], *arguments: object) -> "asyncio.Future[object]":
        if self._closed:
            raise closed()
        if self._executor is not None:
            try:
                return asyncio.wrap_future(self._executor.submit(what, *arguments))
            except BrokenExecutor as error:
                died: asyncio.Future[object] = asyncio.get_running_loop().create_future()
                died.set_exception(error)
                return died
        others = set(active_children())
        self._executor = ProcessPoolExecutor(
            1, mp_context=get_context("spawn"), initializer=work.initialise_worker
        )
        future = self._executor.submit(what, *arguments)
        self._process = next(iter(set(active_children()) - others), None)
        return asyncio.wrap_future(future)

    async def settle(self) -> None:
        """Let it finish what nobody waits for any more, for a while; then it has to end."""
        if self._answer is not None:
            await asyncio.wait({self._answer}, timeout=self._unwanted)
        if self.busy:
            await self.end()

    async def close(self) -> None:
        """End the process for good."""
        self._closed = True
        await self.end()

    async def end(self) -> None:
        """End the process; if somebody asks again there is a new one."""
        executor, process, answer = self._executor, self._process, self._answer
        self._executor = self._process = self._answer = None
        self.ready = set()
        if executor is not None:
            await asyncio.to_thread(_end, executor, process, self._polite)
        if answer is not None and answer.done() and not answer.cancelled():
            answer.exception()  # nobody else may want to know


def _end(executor: ProcessPoolExecutor, process: BaseProcess | None, polite: bool) -> None:
    if process is not None:
        if polite:
            process.terminate()
            process.join(FAREWELL)
        process.kill()
    executor.shutdown(wait=True, cancel_futures=True)


# --- Several workers ----------------------------------------------------------------------------------


class JobKind(Enum):
    """What a worker is wanted for; what comes first here comes first."""

    MOVE = "move"
    FIRST_TIME = "first time"
    """Getting ready for a game that no worker is ready for."""
    ANALYSIS = "analysis"


Preference = Callable[[WorkerProcess], tuple[int, ...]]
"""A sort key: the free worker with the greatest one is taken."""


@dataclass(eq=False)
class Lease:
    """A worker that somebody has for a while."""

    worker: WorkerProcess
    kind: JobKind
    since: float = field(default_factory=monotonic)


@dataclass(eq=False)
class _Request:
    """Somebody waits for a worker."""

    kind: JobKind
    preference: Preference
    answer: "asyncio.Future[Lease]"


class WorkerPool:
    """Some workers; within a kind, who comes first is served first."""

    def __init__(self, size: int, polite: bool = False) -> None:
        """Workers that are `polite` are given time to end the programs that play in them."""
        self._workers = [WorkerProcess(polite) for _ in range(size)]
        self._free = [*self._workers]
        self._most = {
            JobKind.MOVE: size,
            JobKind.FIRST_TIME: max(1, size - 1),
            JobKind.ANALYSIS: max(1, size - 1),
        }
        self._leases: set[Lease] = set()
        self._waiting: dict[JobKind, deque[_Request]] = {kind: deque() for kind in JobKind}
        self._settling: set[asyncio.Task[None]] = set()
        self._closed = False

    def knows(self, need: Hashable) -> bool:
        """Is a worker prepared for something? Others need no time to compile it then."""
        return any(need in worker.ready for worker in self._workers)

    @property
    def waiting(self) -> int:
        """So many wait for a worker."""
        return sum(len(waiting) for waiting in self._waiting.values())

    @property
    def busy(self) -> int:
        """So many workers somebody has."""
        return len(self._leases)

    def index_of(self, worker: WorkerProcess) -> int:
        """The number of a worker, from 0 on."""
        return self._workers.index(worker)

    async def do(self, kind: JobKind, preference: Preference, what: Callable[[Lease], Awaitable[T]]) -> T:
        """Do something with a worker, and with another one if it dies. Raises EngineFailure."""
        for _ in range(1 + REPETITIONS):
            with suppress(WorkerDied):
                async with self.lease(kind, preference) as lease:
                    return await what(lease)
        raise EngineFailure(f"the engine's process died {1 + REPETITIONS} times on the same position")

    @asynccontextmanager
    async def lease(self, kind: JobKind, preference: Preference) -> AsyncIterator[Lease]:
        """A worker for oneself, the one that is liked most of those who are free. Raises EngineFailure."""
        if self._closed:
            raise closed()
        request = _Request(kind, preference, asyncio.get_running_loop().create_future())
        self._waiting[kind].append(request)
        self._assign()
        try:
            lease = await request.answer
        except asyncio.CancelledError:
            self._withdraw(request)
            raise
        try:
            yield lease
        finally:
            self._give_back(lease)

    def must_give_way(self, lease: Lease) -> bool:
        """Does somebody wait who is to have the worker of an analysis now?"""
        others_turn = bool(self._waiting[JobKind.ANALYSIS]) and monotonic() - lease.since > SHARE
        return others_turn or any(self._served(kind) for kind in (JobKind.MOVE, JobKind.FIRST_TIME))

    async def close(self) -> None:
        """End all workers; who waits for one waits in vain."""
        self._closed = True
        for request in [request for waiting in self._waiting.values() for request in waiting]:
            if not request.answer.done():
                request.answer.set_exception(closed())
        for task in self._settling:
            task.cancel()
        await asyncio.gather(*self._settling, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in self._workers))

    # --- Who is next ----------------------------------------------------------------------------------

    def _assign(self) -> None:
        """Give free workers to those who wait."""
        while self._free and (request := self._next()):
            worker = max(self._free, key=request.preference)
            self._free.remove(worker)
            lease = Lease(worker, request.kind)
            self._leases.add(lease)
            request.answer.set_result(lease)

    def _next(self) -> _Request | None:
        for kind in JobKind:
            if self._served(kind):
                return self._waiting[kind].popleft()
        return None

    def _served(self, kind: JobKind) -> bool:
        """Does somebody wait who would get a worker of this kind if one were free?"""
        waiting = self._waiting[kind]
        while waiting and waiting[0].answer.done():
            waiting.popleft()
        return bool(waiting) and sum(lease.kind == kind for lease in self._leases) < self._most[kind]

    def _withdraw(self, request: _Request) -> None:
        """Who was cancelled while waiting wants no worker, or gives back the one that has just come."""
        with suppress(ValueError):
            self._waiting[request.kind].remove(request)
        if request.answer.done() and not request.answer.cancelled() and not request.answer.exception():
            self._give_back(request.answer.result())

    def _give_back(self, lease: Lease) -> None:
        if lease.worker.busy and not self._closed:
            task = asyncio.create_task(self._settle(lease))
            self._settling.add(task)
            task.add_done_callback(self._settling.discard)
        else:
            self._release(lease)

    async def _settle(self, lease: Lease) -> None:
        try:
            await lease.worker.settle()
        finally:
            self._release(lease)

    def _release(self, lease: Lease) -> None:
        self._leases.discard(lease)
        self._free.append(lease.worker)
        if not self._closed:
            self._assign()
