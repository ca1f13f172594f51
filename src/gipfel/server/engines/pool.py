"""A pool of worker processes, and the order in which jobs get them.

Every worker is an executor with one process, so that a process that dies is replaced alone.

Moves in games of people come first. Compiling a game may take a minute, a game between engines needs a worker
nearly all the time, and an analysis may run forever, so these jobs leave at least one worker free if there
are several; if there is only one, an analysis yields it. Jobs of the same kind are done for one address after
the other, and the jobs of an address for one table after the other.
"""

import asyncio
import logging
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
from gipfel.notation.errors import GipfelError
from gipfel.server.engines import worker as work
from gipfel.server.engines.fair_queue import FairQueue, JobOwner

T = TypeVar("T")

RETRIES = 3
"""How often a job is retried because its worker died."""
GRACE = 2.0
"""Seconds a worker may continue a call whose caller was cancelled."""
TERMINATION_TIMEOUT = 3.0
"""Seconds a worker may take to stop its external engines."""
ANALYSIS_SHARE = 1.0
"""Seconds an analysis keeps its worker while another analysis, or a game between engines, waits."""

log = logging.getLogger(__name__)


class WorkerDied(Exception):
    """The process of a worker died during a call."""


def closed() -> EngineFailure:
    """The error for calls after the engines have been closed."""
    return EngineFailure("the engines have been closed")


# --- One worker ---------------------------------------------------------------------------------------


class WorkerProcess:
    """A process that is started with the first call, and again after it died."""

    def __init__(self, terminate_first: bool) -> None:
        """`terminate_first`: the process gets SIGTERM and some time before it is killed."""
        self.prepared: set[Hashable] = set()
        """The names of the preparations that were done in the current process."""
        self._terminate_first = terminate_first
        self._executor: ProcessPoolExecutor | None = None
        self._process: BaseProcess | None = None
        self._answer: asyncio.Future[object] | None = None
        self._grace = GRACE
        self._closed = False

    @property
    def started(self) -> bool:
        return self._executor is not None

    @property
    def busy(self) -> bool:
        return self._answer is not None and not self._answer.done()

    async def call(
        self, function: Callable[..., T], *arguments: object, timeout: float, grace: float | None = None
    ) -> T:
        """Call a function in the process. Raises EngineFailure, or WorkerDied.

        If the caller is cancelled, the function may still run for `grace` seconds.
        """
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
            log.error("a worker failed: %s", error)
            raise EngineFailure(str(error)) from error
        except Exception as error:
            log.exception("a worker failed")
            first_line = str(error).partition("\n")[0]
            raise EngineFailure(f"the engine made a mistake: {type(error).__name__}: {first_line}") from error

    def _submit(self, function: Callable[..., object], *arguments: object) -> "asyncio.Future[object]":
        if self._closed:
            raise closed()
        if self._executor is not None:
            try:
                return asyncio.wrap_future(self._executor.submit(function, *arguments))
            except BrokenExecutor as error:
                died: asyncio.Future[object] = asyncio.get_running_loop().create_future()
                died.set_exception(error)
                return died
        others = set(active_children())
        self._executor = ProcessPoolExecutor(
            1, mp_context=get_context("spawn"), initializer=work.initialise_worker
        )
        future = self._executor.submit(function, *arguments)
        self._process = next(iter(set(active_children()) - others), None)
        return asyncio.wrap_future(future)

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
        executor, process, answer = self._executor, self._process, self._answer
        self._executor = self._process = self._answer = None
        self.prepared = set()
        if executor is not None:
            await asyncio.to_thread(_end, executor, process, self._terminate_first)
        if answer is not None and answer.done() and not answer.cancelled():
            answer.exception()  # marks it as retrieved; else asyncio logs it


def _end(executor: ProcessPoolExecutor, process: BaseProcess | None, terminate_first: bool) -> None:
    if process is not None:
        if terminate_first:
            process.terminate()
            process.join(TERMINATION_TIMEOUT)
        process.kill()
    executor.shutdown(wait=True, cancel_futures=True)


# --- Several workers ----------------------------------------------------------------------------------


class JobKind(Enum):
    """What a worker is needed for, in the order of priority; the last two take turns."""

    MOVE = "move"
    """In a game in which a person plays."""
    FIRST_TIME = "first time"
    """Preparing a worker for a game that no worker is prepared for."""
    WATCHED_MOVE = "watched move"
    """In a game between engines, and preparing a worker for it."""
    ANALYSIS = "analysis"


LONG_JOBS = (JobKind.FIRST_TIME, JobKind.WATCHED_MOVE)
"""Jobs that may take long and cannot be interrupted: together they leave a worker free."""
TAKE_TURNS = (JobKind.WATCHED_MOVE, JobKind.ANALYSIS)
NO_OWNER = JobOwner()


Preference = Callable[[WorkerProcess], tuple[int, ...]]
"""A sort key: a job gets the free worker with the greatest key."""


@dataclass(eq=False)
class Lease:
    """A worker that is assigned to a job."""

    worker: WorkerProcess
    kind: JobKind
    owner: JobOwner
    since: float = field(default_factory=monotonic)


@dataclass(eq=False)
class _Request:
    """A job that waits for a worker."""

    kind: JobKind
    owner: JobOwner
    preference: Preference
    answer: "asyncio.Future[Lease]"


class WorkerPool:
    """A fixed number of workers, which jobs get by their kind and then by their owner."""

    def __init__(self, size: int, terminate_first: bool = False) -> None:
        """`terminate_first`: workers get time to stop their external engines before they are killed."""
        self._workers = [WorkerProcess(terminate_first) for _ in range(size)]
        self._free = [*self._workers]
        self._all_but_one = max(1, size - 1)
        self._leases: set[Lease] = set()
        self._waiting: dict[JobKind, FairQueue[_Request]] = {kind: FairQueue() for kind in JobKind}
        self._order = [*JobKind]
        self._settling: set[asyncio.Task[None]] = set()
        self._closed = False

    def has_prepared(self, name: Hashable) -> bool:
        """Has a worker done this preparation? Then the others find the compiled code in the cache."""
        return any(name in worker.prepared for worker in self._workers)

    @property
    def size(self) -> int:
        """The number of workers."""
        return len(self._workers)

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for a worker."""
        return sum(len(waiting) for waiting in self._waiting.values())

    @property
    def busy(self) -> int:
        """The number of workers that are assigned to a job."""
        return len(self._leases)

    def index_of(self, worker: WorkerProcess) -> int:
        """The number of a worker, from 0 on."""
        return self._workers.index(worker)

    async def do(
        self,
        kind: JobKind,
        preference: Preference,
        job: Callable[[Lease], Awaitable[T]],
        owner: JobOwner = NO_OWNER,
    ) -> T:
        """Do a job with a worker, and retry it with another one if the worker dies. Raises EngineFailure."""
        for _ in range(1 + RETRIES):
            with suppress(WorkerDied):
                async with self.lease(kind, preference, owner) as lease:
                    return await job(lease)
        raise EngineFailure(f"the engine's process died {1 + RETRIES} times on the same position")

    @asynccontextmanager
    async def lease(
        self, kind: JobKind, preference: Preference, owner: JobOwner = NO_OWNER
    ) -> AsyncIterator[Lease]:
        """Wait for a worker and use it exclusively; of the free ones, the preferred one.

        Raises EngineFailure.
        """
        if self._closed:
            raise closed()
        request = _Request(kind, owner, preference, asyncio.get_running_loop().create_future())
        self._waiting[kind].add(owner, request)
        self._assign()
        try:
            lease = await request.answer
        except asyncio.CancelledError:
            self._withdraw(request)
            raise
        try:
            yield lease
        finally:
            self._return(lease)

    def must_yield(self, lease: Lease) -> bool:
        """Must an analysis return its worker now, because another job is to have it?"""
        if any(self._may_start(kind) for kind in (JobKind.MOVE, JobKind.FIRST_TIME)):
            return True
        others = len(self._waiting[JobKind.ANALYSIS]) or self._may_start(JobKind.WATCHED_MOVE)
        return bool(others) and monotonic() - lease.since > ANALYSIS_SHARE

    async def close(self) -> None:
        """End all workers; jobs that wait for one fail."""
        self._closed = True
        for request in [request for waiting in self._waiting.values() for request in waiting]:
            if not request.answer.done():
                request.answer.set_exception(closed())
        for task in self._settling:
            task.cancel()
        await asyncio.gather(*self._settling, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in self._workers))

    # --- The next job ---------------------------------------------------------------------------------

    def _assign(self) -> None:
        """Assign free workers to waiting jobs."""
        while self._free and (request := self._next()):
            worker = max(self._free, key=request.preference)
            self._free.remove(worker)
            lease = Lease(worker, request.kind, request.owner)
            self._leases.add(lease)
            request.answer.set_result(lease)

    def _next(self) -> _Request | None:
        for kind in self._order:
            if (address := self._next_address(kind)) is not None:
                if kind in TAKE_TURNS:
                    self._order.remove(kind)
                    self._order.append(kind)
                return self._waiting[kind].pop(address)
        return None

    def _may_start(self, kind: JobKind) -> bool:
        """Does a job of this kind wait that would get a worker if one were free?"""
        return self._next_address(kind) is not None

    def _next_address(self, kind: JobKind) -> str | None:
        """The address whose job of this kind is next; None if none may start."""
        waiting = self._waiting[kind]
        for request in [request for request in waiting if request.answer.done()]:
            waiting.remove(request.owner, request)  # it was cancelled
        if kind == JobKind.MOVE:
            return waiting.next_address(self._leaves_a_worker_to_others)
        together = LONG_JOBS if kind in LONG_JOBS else (kind,)
        if sum(lease.kind in together for lease in self._leases) >= self._all_but_one:
            return None
        return waiting.next_address(lambda address: True)

    def _leaves_a_worker_to_others(self, address: str) -> bool:
        """May an address have one more worker for a move? It never has all of them, if there are several."""
        if not address:
            return True
        moves = [lease for lease in self._leases if lease.kind == JobKind.MOVE]
        return sum(lease.owner.address == address for lease in moves) < self._all_but_one

    def _withdraw(self, request: _Request) -> None:
        """Remove the request of a cancelled job; a worker that it has just got is returned."""
        self._waiting[request.kind].remove(request.owner, request)
        if request.answer.done() and not request.answer.cancelled() and not request.answer.exception():
            self._return(request.answer.result())

    def _return(self, lease: Lease) -> None:
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
