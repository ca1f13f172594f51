"""Worker processes: they are shared fairly, and replaced when they die."""

import asyncio
import os
import signal
from time import monotonic
from typing import Any

import pytest

from gipfel.server.engines import failures, pool
from gipfel.server.engines import workers as worker_processes
from gipfel.server.engines.failures import EngineUnavailable
from gipfel.server.engines.service import EngineService
from tests.helpers.asynchronous import run
from tests.helpers.check import only_in_check
from tests.helpers.server.engine_service import GIPF, workers
from tests.helpers.waiting import until

# --- Together -----------------------------------------------------------------------------------------


def test_two_tables_think_at_the_same_time(shared: EngineService) -> None:
    """Neither waits for the other, who is given as much time as the test has."""

    async def thought(i: int, seconds: float) -> None:
        await shared.choose("level:10,book=0", GIPF, GIPF.side, seconds, f"both {i}")

    async def both() -> None:
        longest = asyncio.create_task(thought(0, 600.0))
        await until(lambda: shared.busy == 1)
        await thought(1, 0.05)
        assert not longest.done()
        longest.cancel()
        await asyncio.gather(longest, return_exceptions=True)

    run(both())


@only_in_check
@pytest.mark.parametrize("size", [1, 2])
def test_endless_analyses_are_in_nobodys_way(alone: Any, size: int) -> None:
    async def test(engines: EngineService) -> None:
        seen = [0, 0]

        async def watch(i: int) -> None:
            async for _ in engines.analyse(GIPF, None, 2):
                seen[i] += 1

        await engines.choose("level:3", GIPF, GIPF.side, None, "busy")
        watching = [asyncio.create_task(watch(i)) for i in range(2)]
        await until(lambda: all(seen))
        times, position = [], GIPF
        for _ in range(4):
            begin = monotonic()
            position = position.play(
                str(await engines.choose("level:3", position, position.side, None, "busy"))
            )
            times.append(monotonic() - begin)
            await until(lambda: engines.busy)  # the analyses go on
        assert min(times) < 0.2
        before = sum(seen)
        await until(lambda: sum(seen) > before, seconds=20)
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)

    alone(test, size)


def test_who_does_not_wait_any_more_frees_the_worker(alone: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_processes, "GRACE", 0.1)

    async def test(engines: EngineService) -> None:
        await engines.choose("level:3", GIPF, GIPF.side, None, "left")
        task = asyncio.create_task(engines.choose("level:10,book=0", GIPF, GIPF.side, 60.0, "left"))
        await until(lambda: engines.busy)
        task.cancel()
        begin = monotonic()
        await engines.choose("random", GIPF, GIPF.side, None, "next")
        assert monotonic() - begin < 30

    alone(test)


# --- Workers that die ---------------------------------------------------------------------------------


async def killed(engines: EngineService, times: int, others: set[int]) -> None:
    """Kill the one worker that does not belong to others, several times, each time at work."""
    known = {*others}
    for _ in range(times):
        await until(lambda: engines.busy and workers() - known)
        for pid in workers() - known:
            os.kill(pid, signal.SIGKILL)
            known.add(pid)


def test_a_killed_worker_is_replaced(alone: Any) -> None:
    others = workers()

    async def test(engines: EngineService) -> None:
        await engines.choose("level:3", GIPF, GIPF.side, None, "killed")
        task = asyncio.create_task(engines.choose("level:10,book=0", GIPF, GIPF.side, 1.0, "killed"))
        await killed(engines, 1, others)
        assert GIPF.decision(str(await task))

    alone(test)


@only_in_check
def test_an_analysis_survives_its_worker(alone: Any) -> None:
    others = workers()

    async def test(engines: EngineService) -> None:
        opinions = [0, 0]

        async def watch() -> None:
            async for opinion in engines.analyse(GIPF, None, 1):
                opinions[0], opinions[1] = opinions[0] + 1, opinion.depth

        task = asyncio.create_task(watch())
        await until(lambda: opinions[0])
        await killed(engines, 1, others)
        seen = opinions[0]
        await until(lambda: opinions[0] > seen)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    alone(test)


def test_a_worker_that_dies_again_and_again(alone: Any) -> None:
    others = workers()

    async def test(engines: EngineService) -> None:
        killing = asyncio.create_task(killed(engines, 4, others))
        with pytest.raises(EngineUnavailable, match="died again and again"):
            await engines.choose("level:10,book=0", GIPF, GIPF.side, 60.0, "dying")
        await killing
        assert await engines.choose("random", GIPF, GIPF.side, None, "dying")

    alone(test)


def test_after_many_deaths_no_process_is_started_for_a_while(
    alone: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(failures, "FIRST_PAUSE", 3600.0)
    monkeypatch.setattr(pool, "LONGEST_PAUSE", 3600.0)
    others = workers()

    async def test(engines: EngineService) -> None:
        killing = asyncio.create_task(killed(engines, 4, others))
        with pytest.raises(EngineUnavailable, match="died again and again"):
            await engines.choose("level:10,book=0", GIPF, GIPF.side, 60.0, "dying")
        await killing
        waiting = asyncio.create_task(engines.choose("random", GIPF, GIPF.side, None, "later"))
        await until(lambda: engines.waiting)
        assert engines.busy == 0
        assert workers() == others
        waiting.cancel()

    alone(test)
