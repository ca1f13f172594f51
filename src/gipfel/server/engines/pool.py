"""A pool of workers, and the order in which jobs get them.

Moves in games of people come first. Compiling a game may take a minute, a game between engines needs a worker
nearly all the time, and an analysis may run forever, so these jobs leave at least one worker free if there
are several; if there is only one, an analysis yields it. Jobs of the same kind are done for one address after
the other, and the jobs of an address for one table after the other.

If one process after the other dies, for instance because there is no memory for it, the next one is started
after a pause, which grows.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Hashable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import Enum
from time import monotonic
from typing import TypeVar

from gipfel.server.engines.failures import EngineUnavailable, WorkerDied, closed, growing_pause
from gipfel.server.engines.fair_queue import FairQueue, JobOwner
from gipfel.server.engines.workers import EngineWorker

T = TypeVar("T")

RETRIES = 3
"""How often a job is retried because its worker died."""
ANALYSIS_SHARE = 1.0
"""Seconds an analysis keeps its worker while another analysis, or a game between engines, waits."""
TOLERATED_DEATHS = 1 + RETRIES
"""How many processes may die one after the other, without a finished job, before there is a pause."""
LONGEST_PAUSE = 10.0
"""Seconds."""

log = logging.getLogger(__name__)


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


Preference = Callable[[EngineWorker], tuple[int, ...]]
"""A sort key: a job gets the free worker with the greatest key."""


@dataclass(eq=False)
class Lease:
    """A worker that is assigned to a job."""

    worker: EngineWorker
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
    """Workers, which jobs get by their kind and then by their owner."""

    def __init__(self, workers: Sequence[EngineWorker]) -> None:
        self._workers = [*workers]
        self._free = [*workers]
        self._leases: set[Lease] = set()
        self._waiting: dict[JobKind, FairQueue[_Request]] = {kind: FairQueue() for kind in JobKind}
        self._order = [*JobKind]
        self._settling: set[asyncio.Task[None]] = set()
        self._deaths = 0
        """How many processes have died since a job was finished."""
        self._no_start_until = 0.0
        self._closed = False

    def use(self, workers: Sequence[EngineWorker]) -> None:
        """Use these workers from now on; those that are not among them are ended after their current job."""
        if [*workers] == self._workers:
            return
        dropped = [worker for worker in self._free if worker not in workers]
        taken = {lease.worker for lease in self._leases}
        self._workers = [*workers]
        self._free = [worker for worker in workers if worker not in taken]
        self._deaths, self._no_start_until = 0, 0.0
        for worker in dropped:
            self._do_later(worker.end())
        self._assign()

    @property
    def _all_but_one(self) -> int:
        return max(1, len(self._workers) - 1)

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

    def index_of(self, worker: EngineWorker) -> int:
        """The number of a worker, from 0 on."""
        return self._workers.index(worker)

    async def do(
        self,
        kind: JobKind,
        preference: Preference,
        job: Callable[[Lease], Awaitable[T]],
        owner: JobOwner = NO_OWNER,
    ) -> T:
        """Do a job with a worker, and retry it with another one if the worker dies.

        Raises EngineUnavailable, and what the job raises.
        """
        for _ in range(1 + RETRIES):
            try:
                async with self.lease(kind, preference, owner) as lease:
                    done = await job(lease)
                    self._deaths = 0
                    return done
            except WorkerDied:
                self._note_death()
            if self._in_pause:
                break
        raise EngineUnavailable("the engine's process died again and again")

    @asynccontextmanager
    async def lease(
        self, kind: JobKind, preference: Preference, owner: JobOwner = NO_OWNER
    ) -> AsyncIterator[Lease]:
        """Wait for a worker and use it exclusively; of the free ones, the preferred one.

        Raises EngineUnavailable.
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
        leased = [lease.worker for lease in self._leases]
        await asyncio.gather(*(worker.close() for worker in {*self._workers, *leased}))

    # --- The next job ---------------------------------------------------------------------------------

    def _assign(self) -> None:
        """Assign free workers to waiting jobs."""
        while not self._closed and (free := self._usable()) and (request := self._next()):
            worker = max(free, key=request.preference)
            self._free.remove(worker)
            lease = Lease(worker, request.kind, request.owner)
            self._leases.add(lease)
            request.answer.set_result(lease)

    def _usable(self) -> list[EngineWorker]:
        """The free workers; in a pause after many deaths, only those whose process runs."""
        in_pause = self._in_pause
        return [worker for worker in self._free if worker.started or not in_pause]

    @property
    def _in_pause(self) -> bool:
        return monotonic() < self._no_start_until

    def _note_death(self) -> None:
        self._deaths += 1
        if self._deaths < TOLERATED_DEATHS:
            return
        if self._deaths == TOLERATED_DEATHS:
            log.warning("%s engine processes died one after the other; there is a pause", self._deaths)
        pause = growing_pause(self._deaths - TOLERATED_DEATHS, LONGEST_PAUSE)
        self._no_start_until = monotonic() + pause
        asyncio.get_running_loop().call_later(pause, self._assign)

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
            self._do_later(self._settle(lease))
        else:
            self._release(lease)

    def _do_later(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._settling.add(task)
        task.add_done_callback(self._settling.discard)

    async def _settle(self, lease: Lease) -> None:
        try:
            await lease.worker.settle()
        finally:
            self._release(lease)

    def _release(self, lease: Lease) -> None:
        self._leases.discard(lease)
        if lease.worker in self._workers:
            self._free.append(lease.worker)
        elif not self._closed:
            self._do_later(lease.worker.end())
        self._assign()
