"""Running a match, also when processes die."""

import os
import signal
import sys
from collections.abc import Iterable
from concurrent.futures import BrokenExecutor, Future
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from gipfel.arena.executors import ClusterExecutor, ExecutorLost, GameExecutor, LocalExecutor
from gipfel.arena.results_file import ResultsFile
from gipfel.arena.runner import COMPLETE, TIME_IS_UP, MatchRunner
from gipfel.arena.schedule import Match
from gipfel.arena.sprt import Sprt
from gipfel.engine.players.specs import PlayerSpec
from tests.helpers.matches import GIPF, QUICK, RANDOM, all_once, random_match


class HereAndNow(GameExecutor):
    """Plays in this process, and loses some of the games."""

    all_break_together = False
    size = 3

    def __init__(self, loses: Iterable[int] = ()) -> None:
        self.submitted = 0
        self.restarts = 0
        self.loses = {*loses}

    def submit(self, work: Any, *arguments: Any) -> Any:
        future: Future[Any] = Future()
        self.submitted += 1
        if self.submitted in self.loses:
            future.set_exception(BrokenExecutor("gone"))
        else:
            future.set_result(work(*arguments))
        return future

    def is_lost(self, error: BaseException) -> bool:
        return isinstance(error, BrokenExecutor)

    def restart(self) -> None:
        self.restarts += 1

    def stop(self, at_once: bool) -> None:
        pass


def test_lost_games_are_played_again_and_count_once(tmp_path: Path) -> None:
    match, executor = random_match(6), HereAndNow(loses=[2, 5, 6, 13])
    with ResultsFile(tmp_path / "m.jsonl", match) as results_file:
        assert MatchRunner(match, results_file).play(executor) == COMPLETE
    assert executor.restarts > 0
    assert executor.submitted == 1 + 12 + 4
    assert all_once(match, tmp_path / "m.jsonl")


def test_a_game_that_kills_every_process_ends_the_match(tmp_path: Path) -> None:
    match = random_match(1)
    with ResultsFile(tmp_path / "m.jsonl", match) as results_file:
        with pytest.raises(ExecutorLost, match="lost 5 times"):
            MatchRunner(match, results_file).play(HereAndNow(loses=range(2, 100)))
        with pytest.raises(ExecutorLost, match="being prepared"):
            MatchRunner(match, results_file).play(HereAndNow(loses=[1]))


def test_a_match_goes_on_after_its_time(tmp_path: Path) -> None:
    match = random_match(3)
    with ResultsFile(tmp_path / "m.jsonl", match) as results_file:
        assert MatchRunner(match, results_file, until=0.0).play(HereAndNow()) == TIME_IS_UP
        assert MatchRunner(match, results_file).play(HereAndNow()) == COMPLETE
        nobody = HereAndNow()
        assert MatchRunner(match, results_file).play(nobody) == COMPLETE
        assert nobody.submitted == 0
    assert all_once(match, tmp_path / "m.jsonl")


def test_the_test_stops_a_match_and_says_the_same_again(tmp_path: Path) -> None:
    match = Match(GIPF, (PlayerSpec.read("greedy"), RANDOM), QUICK, pairs=500)
    with ResultsFile(tmp_path / "m.jsonl", match) as results_file:
        reason = MatchRunner(match, results_file, Sprt(0, 200)).play(HereAndNow())
        assert "better by 200 Elo rather than 0" in reason
        assert len(results_file.results) < 100
        assert MatchRunner(match, results_file, Sprt(0, 200)).play(HereAndNow()) == reason


def kill(process: int) -> None:
    os.kill(process, signal.SIGKILL)


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_killed_process_loses_no_game(tmp_path: Path) -> None:
    match, executor, before = random_match(10), LocalExecutor(2), {*active_children()}
    with ResultsFile(tmp_path / "m.jsonl", match) as results_file:

        def report() -> None:
            if len(results_file.results) == 5:
                kill(next(int(child.pid or 0) for child in active_children() if child not in before))

        assert MatchRunner(match, results_file, report=report).play(executor) == COMPLETE
        executor.stop(at_once=False)
    assert all_once(match, tmp_path / "m.jsonl")


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_cluster_with_a_killed_worker_loses_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    match = random_match(15)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        ResultsFile(tmp_path / "m.jsonl", match) as results_file,
    ):
        executor = ClusterExecutor(cluster.scheduler_address)
        assert executor.size == 2
        processes = [*executor.client.run(os.getpid).values()]

        def report() -> None:
            if len(results_file.results) == 7:
                kill(processes[0])

        assert MatchRunner(match, results_file, report=report).play(executor) == COMPLETE
        assert processes[0] not in executor.client.run(os.getpid).values()
        executor.stop(at_once=False)
    assert all_once(match, tmp_path / "m.jsonl")


def test_a_cluster_that_is_not_there_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gipfel.arena.executors.CONNECT_TIMEOUT", "50ms")
    with pytest.raises(ExecutorLost, match="there is no Dask cluster"):
        ClusterExecutor("tcp://127.0.0.1:1")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ExecutorLost, match=r"gipfel\[cluster\]"):
        ClusterExecutor("tcp://127.0.0.1:1")
