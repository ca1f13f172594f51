"""Matches on a real Dask cluster: workers that join later, and a scheduler that is killed."""

import gc
import sys
from pathlib import Path
from time import monotonic

import pytest

from gipfel.arena.executors import ClusterExecutor, ExecutorLost
from gipfel.arena.results_file import ResultsFile
from gipfel.arena.runner import COMPLETE, MatchRunner
from gipfel.cli import main
from tests.helpers.dask_cluster import DaskCluster
from tests.helpers.matches import random_match
from tests.helpers.waiting import wait_until

pytest.importorskip("distributed")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")


def executor_of(cluster: DaskCluster, workers: int) -> ClusterExecutor:
    """An executor, once a number of workers have joined."""
    found: list[ClusterExecutor] = []

    def has_joined() -> bool:
        if not found:
            try:
                found.append(ClusterExecutor(cluster.address))
            except ExecutorLost:
                return False
        return found[0].size == workers

    wait_until(has_joined)
    return found[0]


def test_workers_that_join_later_are_used_and_a_killed_scheduler_ends_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("gipfel.arena.runner.LOOK_EVERY", 0.2)
    match, path = random_match(200), tmp_path / "m.jsonl"
    with DaskCluster(tmp_path, workers=1) as cluster:
        executor = executor_of(cluster, 1)
        most_at_once = 0
        with ResultsFile(path, match) as results:

            def report() -> None:
                nonlocal most_at_once
                most_at_once = max(most_at_once, len(run.running))
                if len(results.results) == 3:
                    cluster.start_workers()
                    wait_until(lambda: executor.size == 2)
                if len(results.results) == 12:
                    cluster.kill_scheduler()

            run = MatchRunner(match, results, report=report)
            begin = monotonic()
            with pytest.raises(
                ExecutorLost, match=r"scheduler of the Dask cluster at .* does not answer any more"
            ):
                run.play(executor)
            assert monotonic() - begin < 100
            executor.stop(at_once=True)
        assert most_at_once == 1, "while one worker reports, the other one plays"
        kept = len(path.read_text().splitlines()) - 1
        assert kept >= 12
    capsys.readouterr()
    arguments = ["arena", "gipf", "-p", "random", "-p", "random", "--cluster", cluster.address]
    monkeypatch.setattr("gipfel.arena.executors.CONNECT_TIMEOUT", "50ms")
    assert main([*arguments, "--results", str(tmp_path / "other.jsonl")]) == 2
    assert "there is no Dask cluster at" in capsys.readouterr().err
    shorter = random_match(8)
    with DaskCluster(tmp_path, workers=1) as again, ResultsFile(path, shorter) as results:
        executor = executor_of(again, 1)
        assert MatchRunner(shorter, results).play(executor) == COMPLETE
        executor.stop(at_once=False)
        assert len(results.results) >= 16


def test_a_match_whose_workers_have_all_left_says_so_and_goes_on_when_one_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gipfel.arena.runner.LOOK_EVERY", 0.2)
    match, told = random_match(8), list[str]()
    with DaskCluster(tmp_path, workers=1) as cluster:
        executor = executor_of(cluster, 1)

        def warn(message: str) -> None:
            told.append(message)
            cluster.start_workers()

        with ResultsFile(tmp_path / "m.jsonl", match) as results:

            def report() -> None:
                if len(results.results) == 3:
                    cluster.kill_workers()

            assert MatchRunner(match, results, report=report, warn=warn).play(executor) == COMPLETE
            assert len(results.results) == 16
        executor.stop(at_once=False)
    assert len(told) == 1
    assert "has no workers any more; the match goes on as soon as one comes back: dask worker" in told[0]


def test_a_cluster_without_workers_says_so(tmp_path: Path) -> None:
    with DaskCluster(tmp_path, workers=0) as cluster:
        problems: list[str] = []

        def answers() -> bool:
            with pytest.raises(ExecutorLost) as problem:
                ClusterExecutor(cluster.address)
            problems.append(str(problem.value))
            return "has no workers" in problems[-1]

        wait_until(answers)
    assert f"start some with: dask worker {cluster.address}" in problems[-1]


@pytest.mark.parametrize(
    "address", ["nonsense", "tcp://somewhere", "other://somewhere:1", "tcp://somewhere:x"]
)
def test_what_is_no_address_is_refused_in_one_sentence(
    address: str, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = ["arena", "gipf", "-p", "random", "-p", "random", "--cluster", address]
    assert main([*arguments, "--results", str(tmp_path / "games.jsonl")]) == 2
    gc.collect()
    error = capfd.readouterr().err
    assert error.startswith(f"gipfel: there is no Dask cluster at {address}: ")
    assert error.count("\n") == 1


def test_an_executor_that_has_lost_its_scheduler_can_be_stopped(tmp_path: Path) -> None:
    with DaskCluster(tmp_path, workers=1) as cluster:
        executor = executor_of(cluster, 1)
        waiting = [executor.executor.submit(pow, number, 2) for number in range(20)]
        executor.client.close()  # as it closes itself when the scheduler is gone
        executor.stop(at_once=True)
    assert len(waiting) == 20
