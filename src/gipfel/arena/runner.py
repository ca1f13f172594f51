"""Runs a match: submits games to an executor and collects their results; each game counts once."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from math import inf
from time import monotonic
from typing import Protocol

from gipfel.arena.executors import ExecutorLost, GameExecutor
from gipfel.arena.games import GameJob, GameKey, GameResult, play_game, warm_up
from gipfel.arena.schedule import Match
from gipfel.arena.sprt import Sprt
from gipfel.arena.statistics import Pairs

LOOK_EVERY = 2.0
"""Seconds after which the executor is looked at even if no game has ended: workers may join and leave."""
MOST_ATTEMPTS = 5
"""A game that loses its process this often is not tried again."""
COMPLETE = "all games are played"
TIME_IS_UP = "the time is up; the same command continues"

Report = Callable[[], None]
"""Called after every game."""


class Results(Protocol):
    """Where the results of a match are collected: a `ResultsFile`, or memory."""

    results: dict[GameKey, GameResult]
    announced: tuple[str, ...]
    """The names of the players as external engines told them."""

    def announce(self, names: tuple[str, ...]) -> None:
        """Store the names of the players."""
        ...

    def add(self, result: GameResult) -> bool:
        """Store a result; False if that game has one already."""
        ...


class MatchRunner:
    """Plays the games of a match that have no result yet."""

    def __init__(
        self,
        match: Match,
        results_file: Results,
        sprt: Sprt | None = None,
        report: Report | None = None,
        until: float = inf,
        warn: Callable[[str], None] = lambda message: None,
    ) -> None:
        self.match = match.with_names(results_file.announced)
        self.results_file = results_file
        self.sprt = sprt
        self.report = report or (lambda: None)
        self.until = until
        """No games are started after this time of the monotonic clock."""
        self.warn = warn
        """Is told in a sentence why no game goes on for now."""
        self._trouble = ""
        self.attempts: Counter[GameKey] = Counter()
        self.running: dict[Future[GameResult], GameJob] = {}
        self._tracker = PairTracker(sprt, results_file.results.values())

    @property
    def stop_reason(self) -> str | None:
        """Why no more games are started; None while there are games to start."""
        if self._tracker.verdict is not None:
            return self._tracker.verdict
        if next(self._missing(), None) is None:
            return COMPLETE
        return TIME_IS_UP if monotonic() >= self.until else None

    def _missing(self) -> Iterator[GameJob]:
        """The games that have no result and are not being played."""
        known = self.results_file.results.keys() | {job.key for job in self.running.values()}
        return (job for job in self.match.jobs(self.results_file.results) if job.key not in known)

    def play(self, executor: GameExecutor) -> str:
        """Play all missing games; returns why it stopped. Raises ExecutorLost."""
        if (reason := self.stop_reason) is not None:
            return reason
        self._warm_up(executor)
        while True:
            self._fill(executor)
            if not self.running and (reason := self.stop_reason) is not None:
                return reason
            done, _ = wait(self.running, timeout=LOOK_EVERY, return_when=FIRST_COMPLETED)
            if not done:
                executor.check()
                self._look_for_trouble(executor)
            lost = [future for future in done if not self._take(future, executor)]
            if lost:
                self._recover(executor)

    def _look_for_trouble(self, executor: GameExecutor) -> None:
        """Say once why no game goes on, e.g. because all workers have left."""
        trouble = executor.trouble
        if trouble and trouble != self._trouble:
            self.warn(trouble)
        self._trouble = trouble

    def _warm_up(self, executor: GameExecutor) -> None:
        """Try all players in one process, which also compiles what the others then load."""
        tried = executor.submit(warm_up, self.match.game, self.match.players)
        error = tried.exception()
        if error is not None and executor.is_lost(error):
            raise ExecutorLost("a process died while the players were being prepared") from error
        self.match = self.match.with_names(tried.result())
        self.results_file.announce(self.match.announced)

    def _fill(self, executor: GameExecutor) -> None:
        """Start games until the executor is busy."""
        if self.stop_reason is not None:
            return
        missing = self._missing()
        while len(self.running) < executor.size and (job := next(missing, None)) is not None:
            self.attempts[job.key] += 1
            if self.attempts[job.key] > MOST_ATTEMPTS:
                raise ExecutorLost(f"{_named(job)} was lost {MOST_ATTEMPTS} times together with its process")
            try:
                self.running[executor.submit(play_game, job)] = job
            except BrokenExecutor:
                self._recover(executor)
                return

    def _take(self, future: "Future[GameResult]", executor: GameExecutor) -> bool:
        """Store the result of a game; False if it was lost with its process."""
        del self.running[future]
        error = future.exception() if not future.cancelled() else None
        if future.cancelled() or (error is not None and executor.is_lost(error)):
            return False
        result = future.result()
        if self.results_file.add(result):
            self._tracker.add(result)
            self.report()
        return True

    def _recover(self, executor: GameExecutor) -> None:
        """Restart after a process was lost; games that still run are awaited, lost ones are played again."""
        if executor.all_break_together:
            wait(self.running)
            for future in [*self.running]:
                self._take(future, executor)
        executor.restart()


def _named(job: GameJob) -> str:
    return f"the game {job.white.name} - {job.black.name} of pair {job.key.pair}"


class PairTracker:
    """Combines games into pairs in the order in which they end, and runs the test after each pair."""

    def __init__(self, sprt: Sprt | None, results: Iterable[GameResult]) -> None:
        self.sprt = sprt
        self.verdict: str | None = None
        self._single: dict[tuple[int, int, int], int] = {}
        self._pairs: list[int] = []
        for result in results:
            self.add(result)

    def add(self, result: GameResult) -> None:
        """One more game."""
        key = (result.key.first, result.key.second, result.key.pair)
        if key not in self._single:
            self._single[key] = result.half_points
            return
        self._pairs.append(self._single.pop(key) + result.half_points)
        if self.sprt is not None and self.verdict is None:
            self.verdict = self.sprt.verdict(Pairs.of(self._pairs))
