"""Engines on a Dask cluster: a scheduler and two workers, which are real processes of this machine."""

import asyncio
import logging
import pickle
from collections.abc import Awaitable, Callable, Iterator
from contextlib import aclosing
from pathlib import Path
from time import sleep
from typing import Any

import pytest

import gipfel
from gipfel.server.engines import cluster, cluster_host, service
from gipfel.server.engines import workers as worker_processes
from gipfel.server.engines.failures import EngineUnavailable
from gipfel.server.engines.service import EngineService
from gipfel.server.settings import Settings
from gipfel.server.tables.directory import TableDirectory
from gipfel.table.storage.store import Store, sqlite_url
from tests.helpers.asynchronous import run
from tests.helpers.check import only_in_check
from tests.helpers.dask_cluster import DaskCluster
from tests.helpers.external_engines import TINY
from tests.helpers.processes import has_ended
from tests.helpers.server.engine_service import GIPF, workers
from tests.helpers.server.fake_clients import FakeClient
from tests.helpers.server.players import new_table
from tests.helpers.server.running import serving
from tests.helpers.waiting import until, wait_until

Test = Callable[[EngineService], Awaitable[None]]


@pytest.fixture(scope="module")
def shared_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """One cluster for all tests that leave it intact."""
    with DaskCluster(tmp_path_factory.mktemp("dask")) as dask:
        yield dask


@pytest.fixture
def own_cluster(tmp_path: Path) -> Iterator[DaskCluster]:
    with DaskCluster(tmp_path) as dask:
        yield dask


@pytest.fixture(autouse=True)
def short_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers that come are found soon."""
    monkeypatch.setattr(cluster, "INTERVAL", 0.1)


def with_cluster(test: Test, dask: DaskCluster, size: int = 2) -> None:
    """Run a test with engines that use the cluster as soon as it has this number of workers."""

    async def running() -> None:
        engines = EngineService(1, cluster=dask.address)
        try:
            await engines.start()
            await until(lambda: engines.on_cluster == size)
            await asyncio.wait_for(test(engines), 120)
        finally:
            await engines.close()

    run(running())


def warnings_of(caplog: pytest.LogCaptureFixture) -> list[str]:
    found = [record for record in caplog.records if record.name == "gipfel.server"]
    return [record.getMessage() for record in found if record.levelno >= logging.WARNING]


# --- Thoughts, hints and analyses ---------------------------------------------------------------------


def test_engines_think_on_the_cluster_and_nowhere_else(shared_cluster: DaskCluster) -> None:
    others = workers()

    async def test(engines: EngineService) -> None:
        assert GIPF.decision(str(await engines.choose("level:2", GIPF, GIPF.side, None, "moves")))
        opinion = await engines.opinion(GIPF, 0.1)
        assert GIPF.decision(opinion.lines[0].decisions[0])
        assert workers() == others
        assert shared_cluster.all_hosted()

    with_cluster(test, shared_cluster)
    assert not shared_cluster.all_hosted()


def test_external_engines_run_on_this_machine(shared_cluster: DaskCluster) -> None:
    others = workers()

    async def test(engines: EngineService) -> None:
        await engines.choose(f"engine:{TINY}", GIPF, GIPF.side, 0.1, "tiny")
        assert len(workers() - others) == 1
        assert not shared_cluster.all_hosted()

    with_cluster(test, shared_cluster)


@only_in_check
def test_two_servers_share_a_cluster(shared_cluster: DaskCluster) -> None:
    async def test(engines: EngineService) -> None:
        other = EngineService(1, cluster=shared_cluster.address)
        await other.start()
        try:
            async with aclosing(engines.analyse(GIPF, None, 1)) as opinions:
                await anext(opinions)
                assert (await other.opinion(GIPF, 0.05)).lines
                await anext(opinions)
        finally:
            await other.close()

    with_cluster(test, shared_cluster)


# --- Stopping -----------------------------------------------------------------------------------------


def threads_of(pid: int) -> int:
    return len([*Path(f"/proc/{pid}/task").iterdir()])


def test_a_stopped_analysis_ends_on_the_cluster(shared_cluster: DaskCluster) -> None:
    async def test(engines: EngineService) -> None:
        await engines.opinion(GIPF, 0.05)
        [process] = shared_cluster.all_hosted()
        async with aclosing(engines.analyse(GIPF, None, 1)) as opinions:
            await anext(opinions)
            searching = threads_of(process)
        await until(lambda: not engines.busy)
        await until(lambda: threads_of(process) < searching)

    with_cluster(test, shared_cluster)


@only_in_check
def test_a_cancelled_thought_ends_on_the_cluster(
    shared_cluster: DaskCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_processes, "GRACE", 0.1)

    async def test(engines: EngineService) -> None:
        await engines.choose("level:10,book=0", GIPF, GIPF.side, 0.01, "left")
        [process] = shared_cluster.all_hosted()
        thinking = asyncio.create_task(engines.choose("level:10,book=0", GIPF, GIPF.side, 3600.0, "left"))
        await until(lambda: engines.busy)
        thinking.cancel()
        await until(lambda: not engines.busy)
        assert has_ended(process)
        assert GIPF.decision(str(await engines.choose("level:2", GIPF, GIPF.side, None, "next")))

    with_cluster(test, shared_cluster)


@only_in_check
def test_a_thought_beyond_its_limit_is_ended(
    shared_cluster: DaskCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(engines: EngineService) -> None:
        await engines.choose("level:10,book=0", GIPF, GIPF.side, 0.01, "late")
        [process] = shared_cluster.all_hosted()
        monkeypatch.setattr(service, "CHOICE_TIMEOUT", -3599.9)
        with pytest.raises(EngineUnavailable, match="did not answer within"):
            await engines.choose("level:10,book=0", GIPF, GIPF.side, 3600.0, "late")
        assert has_ended(process)
        assert (engines.busy, engines.waiting) == (0, 0)

    with_cluster(test, shared_cluster)


# --- Workers that die ---------------------------------------------------------------------------------


@only_in_check
def test_a_thought_is_repeated_on_the_other_worker(own_cluster: DaskCluster) -> None:
    async def test(engines: EngineService) -> None:
        thinking = asyncio.create_task(engines.choose("level:10,book=0", GIPF, GIPF.side, 1.0, "killed"))
        await until(own_cluster.all_hosted)
        [process] = own_cluster.all_hosted()
        own_cluster.kill_workers(*(pid for pid, hosted in own_cluster.hosted().items() if hosted))
        assert GIPF.decision(str(await thinking))
        assert engines.on_cluster == 1
        await until(lambda: has_ended(process))  # it ends with its Dask worker

    with_cluster(test, own_cluster)


@only_in_check
def test_a_thought_is_repeated_if_a_worker_hangs(
    own_cluster: DaskCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "ANSWER_TIMEOUT", 4.0)

    async def test(engines: EngineService) -> None:
        thinking = asyncio.create_task(engines.choose("level:10,book=0", GIPF, GIPF.side, 1.0, "hangs"))
        await until(own_cluster.all_hosted)
        own_cluster.stop_worker(next(pid for pid, hosted in own_cluster.hosted().items() if hosted))
        assert GIPF.decision(str(await thinking))
        assert engines.on_cluster == 1

    with_cluster(test, own_cluster)


@only_in_check
def test_nobody_loses_when_all_workers_die_in_the_middle_of_a_thought(
    own_cluster: DaskCluster, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(engines: EngineService) -> None:
        tables = TableDirectory(Store(sqlite_url(path)), engines, Settings())
        seats = {"white": {"kind": "engine", "player": "level:10,book=0", "seconds": 1.0}}
        live = await new_table(tables, game="gipf", version="basic", seats=seats)
        live.connect(FakeClient())
        await until(own_cluster.all_hosted)
        own_cluster.kill_workers()
        await until(lambda: live.table.number == 1)
        assert (live.table.outcome, engines.on_cluster) == (None, 0)
        own_cluster.start_workers()
        await until(lambda: engines.on_cluster == 2)
        await tables.close()

    with_cluster(test, own_cluster)
    [lost, back] = warnings_of(caplog)[-2:]
    assert lost.startswith(f"the Dask cluster at {own_cluster.address} has no workers")
    assert lost.endswith("engines think on this machine")
    assert back == f"engines think on the Dask cluster at {own_cluster.address} again"


@only_in_check
def test_a_scheduler_that_comes_and_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(cluster, "ANSWER_TIMEOUT", 4.0)
    dask = DaskCluster(tmp_path)

    async def test(engines: EngineService) -> None:
        assert await engines.choose("random", GIPF, GIPF.side, None, "here")
        with dask:
            await until(lambda: engines.on_cluster == 2)
            dask.kill_scheduler()
            await until(lambda: engines.on_cluster == 0)
        assert await engines.choose("random", GIPF, GIPF.side, None, "here")

    with_cluster(test, dask, size=0)
    assert ["again" in line for line in warnings_of(caplog)] == [False, True, False]


def test_another_version_of_gipfel_is_not_used(
    shared_cluster: DaskCluster, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = gipfel.__version__
    monkeypatch.setattr(gipfel, "__version__", "99.0")

    async def test(engines: EngineService) -> None:
        await until(lambda: len(warnings_of(caplog)) == 3)
        assert await engines.choose("random", GIPF, GIPF.side, None, "here")

    with_cluster(test, shared_cluster, size=0)
    refused = [line for line in warnings_of(caplog) if f"it has Gipfel {real}, not 99.0" in line]
    assert len(refused) == 2


# --- What a Dask worker does --------------------------------------------------------------------------


def test_processes_of_a_silent_server_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_host, "SERVER_TIMEOUT", 0.01)

    async def test() -> None:
        answer = await cluster_host.call("server", "one", pickle.dumps((int, ("7",))))
        assert pickle.loads(answer or b"") == (True, 7)
        thinking = asyncio.create_task(cluster_host.call("server", "one", pickle.dumps((sleep, (3600,)))))
        assert await cluster_host.greet("server", ["one"]) == gipfel.__version__
        assert await thinking is None

    run(test())


def test_a_process_that_dies_is_replaced() -> None:
    async def test() -> None:
        assert await cluster_host.call("server", "two", pickle.dumps((exit, ()))) is None
        answer = await cluster_host.call("server", "two", pickle.dumps((int, ("x",))))
        successful, error = pickle.loads(answer or b"")
        assert not successful
        assert isinstance(error, ValueError)
        await cluster_host.end("two")

    run(test())


# --- The command --------------------------------------------------------------------------------------


def test_the_server_uses_the_cluster_that_is_named(shared_cluster: DaskCluster, tmp_path: Path) -> None:
    seats: dict[str, Any] = {"white": {"kind": "engine", "player": "level:1"}}
    with serving(tmp_path / "tables.sqlite", "--cluster", shared_cluster.address) as server:
        wait_until(lambda: "gipfel_engine_cluster_workers 2.0" in server.client.get("/metrics").text)
        with server.page(server.new(game="gipf", version="basic", seats=seats)) as page:
            page.until_number(1)
        assert shared_cluster.all_hosted()
        assert "Traceback" not in server.errors()
    assert not shared_cluster.all_hosted()
