"""Running a match: games go to the workers, results come back, every one counts once."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from math import inf
from time import monotonic

from gipfel.arena.journal import Journal
from gipfel.arena.match import Job, Key, Result, play_game, rehearse
from gipfel.arena.schedule import Match
from gipfel.arena.sprt import Sprt
from gipfel.arena.statistics import Pairs
from gipfel.arena.workers import Workers, WorkersLost

MOST_ATTEMPTS = 5
"""A game whose worker is lost so often is itself to blame."""
COMPLETE = "all games are played"
TIME_IS_UP = "the time is up; the same command goes on"

Report = Callable[[], None]
"""Told after every game."""


class Run:
    """A match being played."""

    def __init__(
        self,
        match: Match,
        journal: Journal,
        sprt: Sprt | None = None,
        report: Report | None = None,
        until: float = inf,
    ) -> None:
        self.match = match
        self.journal = journal
        self.sprt = sprt
        self.report = report or (lambda: None)
        self.until = until
        """When no more games are begun, by the monotonic clock."""
        self.attempts: Counter[Key] = Counter()
        self.running: dict[Future[Result], Job] = {}
        self._watch = PairWatch(sprt, journal.results.values())

    @property
    def stop_reason(self) -> str | None:
        """Why no more games need to be begun; None while some do."""
        if self._watch.verdict is not None:
            return self._watch.verdict
        if next(self._missing(), None) is None:
            return COMPLETE
        return TIME_IS_UP if monotonic() >= self.until else None

    def _missing(self) -> Iterator[Job]:
        """The games that have no result, and are not being played."""
        known = self.journal.results.keys() | {job.key for job in self.running.values()}
        return (job for job in self.match.jobs() if job.key not in known)

    def play(self, workers: Workers) -> str:
        """Play all games that are missing; why it stopped. Raises WorkersLost."""
        if (reason := self.stop_reason) is not None:
            return reason
        self._rehearse(workers)
        while True:
            self._fill(workers)
            if not self.running and (reason := self.stop_reason) is not None:
                return reason
            done, _ = wait(self.running, return_when=FIRST_COMPLETED)
            lost = [future for future in done if not self._take(future, workers)]
            if lost:
                self._recover(workers)

    def _rehearse(self, workers: Workers) -> None:
        """Let one worker try all players, and compile what the others then find compiled."""
        rehearsal = workers.submit(rehearse, self.match.game, self.match.players)
        error = rehearsal.exception()
        if error is not None and workers.lost(error):
            raise WorkersLost("a worker died while the players were made ready") from error
        rehearsal.result()

    def _fill(self, workers: Workers) -> None:
        """Begin games until enough are being played."""
        if self.stop_reason is not None:
            return
        missing = self._missing()
        while len(self.running) < workers.size and (job := next(missing, None)) is not None:
            self.attempts[job.key] += 1
            if self.attempts[job.key] > MOST_ATTEMPTS:
                raise WorkersLost(f"{_named(job)} was lost {MOST_ATTEMPTS} times together with its worker")
            try:
                self.running[workers.submit(play_game, job)] = job
            except BrokenExecutor:
                self._recover(workers)
                return

    def _take(self, future: "Future[Result]", workers: Workers) -> bool:
        """Keep the result of a game; False if it was lost with its worker."""
        del self.running[future]
        error = future.exception() if not future.cancelled() else None
        if future.cancelled() or (error is not None and workers.lost(error)):
            return False
        result = future.result()
        if self.journal.add(result):
            self._watch.add(result)
            self.report()
        return True

    def _recover(self, workers: Workers) -> None:
        """A worker was lost. What is missing will be begun again; what is still running is awaited."""
        if workers.all_break_together:
            wait(self.running)
            for future in [*self.running]:
                self._take(future, workers)
        workers.renew()


def _named(job: Job) -> str:
    return f"the game {job.white.name} - {job.black.name} of pair {job.key.pair}"


class PairWatch:
    """Puts games together to pairs in the order in which they end, and asks the test after each pair."""

    def __init__(self, sprt: Sprt | None, results: Iterable[Result]) -> None:
        self.sprt = sprt
        self.verdict: str | None = None
        self._single: dict[tuple[int, int, int], int] = {}
        self._pairs: list[int] = []
        for result in results:
            self.add(result)

    def add(self, result: Result) -> None:
        """One more game."""
        key = (result.key.first, result.key.second, result.key.pair)
        if key not in self._single:
            self._single[key] = result.half_points
            return
        self._pairs.append(self._single.pop(key) + result.half_points)
        if self.sprt is not None and self.verdict is None:
            self.verdict = self.sprt.verdict(Pairs.of(self._pairs))
