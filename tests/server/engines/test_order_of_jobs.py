"""The order in which jobs get workers: people first, then one address and one table after the other.

No process is started here, neither on this machine nor on a cluster: a job has its worker until the test
ends it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest

from gipfel.server.engines.cluster import Cluster, ClusterWorker
from gipfel.server.engines.fair_queue import FairQueue, JobOwner
from gipfel.server.engines.pool import JobKind, Lease, WorkerPool
from gipfel.server.engines.service import EngineService
from gipfel.server.engines.workers import EngineWorker, WorkerProcess
from tests.helpers.asynchronous import run
from tests.helpers.server.engine_service import GIPF

MOVE, FIRST_TIME, WATCHED, ANALYSIS = JobKind
ATTACKER, VISITOR = "203.0.113.66", "203.0.113.7"


def no_preference(worker: EngineWorker) -> tuple[int, ...]:
    return ()


class Jobs:
    """Jobs with names; each keeps its worker until it is ended."""

    def __init__(self, workers: Sequence[EngineWorker]) -> None:
        self.pool = WorkerPool(workers)
        self.started: list[str] = []
        self._ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def add(self, name: str, kind: JobKind, address: str = "", table: str = "") -> None:
        self._ends[name] = asyncio.Event()

        async def job(lease: Lease) -> None:
            self.started.append(name)
            await self._ends[name].wait()

        owner = JobOwner(address, table)
        self.tasks[name] = asyncio.create_task(self.pool.do(kind, no_preference, job, owner))
        await self.settle()

    async def end(self, name: str) -> None:
        self._ends[name].set()
        await self.tasks[name]
        await self.settle()

    async def settle(self) -> None:
        """Let all tasks do what they can do now."""
        for _ in range(5):
            await asyncio.sleep(0)  # one more step of the other tasks

    async def end_all(self) -> list[str]:
        """End one job after the other, in the order in which they start; all names."""
        while running := [name for name in self.started if not self.tasks[name].done()]:
            await self.end(running[0])
        assert (self.pool.waiting, self.pool.busy) == (0, 0)
        return self.started


def local_worker(number: int) -> EngineWorker:
    return WorkerProcess()


def cluster_worker(number: int) -> EngineWorker:
    cluster = Cluster("tcp://203.0.113.1:8786", lambda workers: None)
    return ClusterWorker(cluster, "tcp://203.0.113.2:40000", f"{number}")


def in_pool(test: Callable[[Jobs], Awaitable[None]], size: int) -> None:
    """Run a test with workers of either kind."""

    async def running(make_worker: Callable[[int], EngineWorker]) -> None:
        jobs = Jobs([make_worker(number) for number in range(size)])
        await test(jobs)
        await jobs.end_all()
        await jobs.pool.close()

    for make_worker in (local_worker, cluster_worker):
        run(running(make_worker))


def test_a_person_comes_before_watched_games() -> None:
    async def test(jobs: Jobs) -> None:
        for i in range(3):
            await jobs.add(f"watched {i}", WATCHED, table=f"{i}")
        await jobs.add("compiling", FIRST_TIME)
        await jobs.add("person", MOVE, table="mine")
        assert jobs.pool.waiting == 4
        assert await jobs.end_all() == ["watched 0", "person", "compiling", "watched 1", "watched 2"]

    in_pool(test, 1)


@pytest.mark.parametrize("size", [2, 3])
def test_watched_games_and_compiling_leave_a_worker_free(size: int) -> None:
    async def test(jobs: Jobs) -> None:
        for i in range(5):
            await jobs.add(f"watched {i}", WATCHED, address=f"{i}")
        await jobs.add("compiling", FIRST_TIME)
        assert jobs.started == [f"watched {i}" for i in range(size - 1)]
        await jobs.add("person", MOVE)
        assert jobs.started[-1] == "person"

    in_pool(test, size)


@pytest.mark.parametrize("kind", list(JobKind))
def test_addresses_are_served_in_turn(kind: JobKind) -> None:
    async def test(jobs: Jobs) -> None:
        for i in range(30):
            await jobs.add(f"attacker {i}", kind, ATTACKER, f"table {i}")
        for i in range(2):
            await jobs.add(f"visitor {i}", kind, VISITOR, f"mine {i}")
        assert (await jobs.end_all())[:5] == [
            "attacker 0",
            "attacker 1",
            "visitor 0",
            "attacker 2",
            "visitor 1",
        ]

    in_pool(test, 1)


def test_tables_are_served_in_turn() -> None:
    async def test(jobs: Jobs) -> None:
        for i in range(4):
            await jobs.add(f"both sides {i}", MOVE, table="both sides")
        await jobs.add("other", MOVE, table="other")
        assert (await jobs.end_all())[:3] == ["both sides 0", "both sides 1", "other"]

    in_pool(test, 1)


def test_moves_of_one_address_leave_a_worker_to_others() -> None:
    async def test(jobs: Jobs) -> None:
        for i in range(3):
            await jobs.add(f"attacker {i}", MOVE, ATTACKER, f"table {i}")
        assert jobs.started == ["attacker 0"]
        await jobs.add("visitor", MOVE, VISITOR)
        assert jobs.started == ["attacker 0", "visitor"]
        await jobs.end("visitor")
        assert jobs.started == ["attacker 0", "visitor"]

    in_pool(test, 2)


def test_moves_on_this_machine_use_all_workers() -> None:
    async def test(jobs: Jobs) -> None:
        for i in range(2):
            await jobs.add(f"{i}", MOVE, table=f"{i}")
        assert jobs.started == ["0", "1"]

    in_pool(test, 2)


def test_watched_games_and_analyses_take_turns() -> None:
    async def test(jobs: Jobs) -> None:
        for i in range(3):
            await jobs.add(f"watched {i}", WATCHED)
        for i in range(2):
            await jobs.add(f"analysis {i}", ANALYSIS)
        assert await jobs.end_all() == ["watched 0", "analysis 0", "watched 1", "analysis 1", "watched 2"]

    in_pool(test, 1)


def test_a_cancelled_job_loses_its_place() -> None:
    async def test(jobs: Jobs) -> None:
        for name in ("first", "cancelled", "last"):
            await jobs.add(name, WATCHED, ATTACKER, name)
        jobs.tasks["cancelled"].cancel()
        await jobs.settle()
        assert jobs.pool.waiting == 1
        assert await jobs.end_all() == ["first", "last"]

    in_pool(test, 1)


def test_other_workers_are_used_from_now_on() -> None:
    async def test(jobs: Jobs) -> None:
        for name in ("first", "second", "third"):
            await jobs.add(name, MOVE)
        jobs.pool.use([cluster_worker(number) for number in range(2)])
        await jobs.settle()
        assert jobs.started == ["first", "second", "third"]
        assert (jobs.pool.size, jobs.pool.busy) == (2, 3)
        await jobs.end("first")
        await jobs.add("fourth", MOVE)
        assert jobs.started == ["first", "second", "third"]

    in_pool(test, 1)


def test_nothing_is_left_in_an_empty_queue() -> None:
    queue: FairQueue[str] = FairQueue()
    one, two = JobOwner("a", "one"), JobOwner("a", "two")
    for owner, item in ((one, "1"), (one, "2"), (two, "3")):
        queue.add(owner, item)
    assert queue.next_address(lambda address: address != "a") is None
    assert [queue.pop("a"), queue.pop("a")] == ["1", "3"]
    queue.remove(one, "2")
    queue.remove(one, "2")
    assert (len(queue), queue.next_address(lambda address: True)) == (0, None)


def test_on_the_only_worker_a_watched_game_thinks_for_a_second_at_most() -> None:
    async def choose() -> None:
        engines = EngineService(1)
        try:
            decision = engines.choose("level:10,book=0", GIPF, GIPF.side, 3600.0, "long", watched=True)
            assert GIPF.decision(str(await asyncio.wait_for(decision, 300)))
        finally:
            await engines.close()

    run(choose())
