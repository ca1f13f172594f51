"""Thinking about a position: as one call, or as a stream of analyses that can be stopped at any time."""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Event, Lock, Thread
from typing import TYPE_CHECKING
from weakref import finalize

from gipfel.engine.search.analysis import (
    DEFAULT_SECONDS,
    MOST_THREADS,
    Analysis,
    Report,
    SearchLimits,
    check_number,
)
from gipfel.games.core.level_settings import HIGHEST, LOWEST
from gipfel.games.core.position import Position
from gipfel.notation.errors import GipfelError

if TYPE_CHECKING:
    from gipfel.engine.players.multi_game_searcher import MultiGameSearcher

MOST_WAITING = 1000
"""How many analyses wait for a caller who reads slowly; older ones are dropped."""


def think(
    position: Position,
    seconds: float | None = None,
    *,
    nodes: int | None = None,
    depth: int | None = None,
    lines: int = 1,
    level: int = HIGHEST,
    threads: int = 1,
    report: Report | None = None,
    stop: Event | None = None,
) -> Analysis:
    """Analyse a position in which the game is not over: the best decision, lines, scores.

    Without limits, a level uses its own; the highest level searches for one second. `report` is called with
    the analysis so far whenever the search has got further; what it raises ends the search. Another thread
    ends the search by setting `stop`. Raises OptionError for limits with which nothing could be searched.
    """
    if level == HIGHEST and (seconds, nodes, depth) == (None, None, None):
        seconds = DEFAULT_SECONDS
    _check(position, level, threads)
    limits = SearchLimits(seconds, nodes, depth, lines)
    with _searcher(level, threads) as searcher:
        return searcher.think(position, limits, stop, report)


def judge(
    position: Position, limits: SearchLimits, level: int, threads: int, stop: Event | None = None
) -> Analysis:
    """Analyse a position as a level would if it did not misjudge positions on purpose."""
    with _searcher(level, threads, noise=0) as searcher:
        return searcher.think(position, limits, stop, None)


def thinking(
    position: Position,
    seconds: float | None = None,
    *,
    nodes: int | None = None,
    depth: int | None = None,
    lines: int = 1,
    level: int = HIGHEST,
    threads: int = 1,
) -> "Thinking":
    """Analyse a position in the background: an iterator of the analyses so far, each better than the last.

    Without limits the highest level goes on until it is stopped, or until the result is certain; other
    levels use their own. Raises OptionError for limits with which nothing could be searched.
    """
    _check(position, level, threads)
    return Thinking(position, SearchLimits(seconds, nodes, depth, lines), level, threads)


class Thinking:
    """A search in the background. Iterate to get its analyses; the last one is the result.

    Any thread may call `stop`. As a context manager it stops at the end of the block; a search that nobody
    refers to any more stops, too.
    """

    def __init__(self, position: Position, limits: SearchLimits, level: int, threads: int) -> None:
        """For the library's own use; `thinking` begins one."""
        self.position = position
        self._search = _BackgroundSearch()
        work = (position, limits, level, threads)
        Thread(target=self._search.run, args=work, daemon=True, name="gipfel thinking").start()
        finalize(self, self._search.stop)

    @property
    def analysis(self) -> Analysis | None:
        """The newest analysis; None before the first one."""
        return self._search.latest

    @property
    def running(self) -> bool:
        """Does the search go on?"""
        return not self._search.ended and not self._search.stopped.is_set()

    def __iter__(self) -> Iterator[Analysis]:
        return self

    def __next__(self) -> Analysis:
        search = self._search
        with search.changed:
            search.changed.wait_for(lambda: search.waiting or search.is_over())
            if search.waiting:
                return search.waiting.popleft()
        if search.error is not None:
            raise search.error
        raise StopIteration

    def stop(self) -> None:
        """End the search within some milliseconds; the analyses found so far can still be read."""
        self._search.stop()

    def close(self) -> None:
        """End the search, and drop what has not been read."""
        search = self._search
        search.stop()
        with search.changed:
            search.changed.wait_for(search.is_over)
            search.waiting.clear()

    def result(self, timeout: float | None = None) -> Analysis:
        """Wait for the end of the search and return its last analysis.

        Raises GipfelError if it was stopped before it found anything, or is not over after `timeout` seconds.
        """
        search = self._search
        with search.changed:
            if not search.changed.wait_for(search.is_over, timeout):
                raise GipfelError(f"the search is not over after {timeout:g} s; stop() ends it")
        if search.error is not None:
            raise search.error
        if search.latest is None:
            raise GipfelError("the search was stopped before it found anything")
        return search.latest

    def __enter__(self) -> "Thinking":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _BackgroundSearch:
    """What the thread of a search and its reader share."""

    def __init__(self) -> None:
        self.stopped = Event()
        self.changed = Condition()
        self.waiting: deque[Analysis] = deque(maxlen=MOST_WAITING)
        """The analyses that have not been read."""
        self.latest: Analysis | None = None
        self.ended = False
        self.error: BaseException | None = None

    def run(self, position: Position, limits: SearchLimits, level: int, threads: int) -> None:
        try:
            with _searcher(level, threads) as searcher:
                self.note(searcher.think(position, limits, self.stopped, self.note))
        except BaseException as error:  # raised where the analyses are read
            self.error = error
        finally:
            with self.changed:
                self.ended = True
                self.changed.notify_all()

    def note(self, analysis: Analysis) -> None:
        with self.changed:
            self.latest = analysis
            self.waiting.append(analysis)
            self.changed.notify_all()

    def stop(self) -> None:
        self.stopped.set()
        with self.changed:
            self.changed.notify_all()

    def is_over(self) -> bool:
        """Will no more analyses come? A search that is stopped while its kernels are compiled has none."""
        return self.ended or (self.stopped.is_set() and self.latest is None)


def check_settings(
    seconds: float | None, nodes: int | None, depth: int | None, level: int, threads: int
) -> None:
    """Raises OptionError for limits with which nothing could be searched."""
    check_number("level", level, HIGHEST, LOWEST)
    check_number("threads", threads, MOST_THREADS)
    SearchLimits(seconds, nodes, depth)


def _check(position: Position, level: int, threads: int) -> None:
    """Raises GipfelError where there is nothing to think about, and OptionError for a wrong number."""
    check_settings(None, None, None, level, threads)
    if position.outcome is not None:
        raise GipfelError(f"the game is over ({position.outcome}); there is nothing to think about")


_idle: dict[tuple[int, int, int | None], "list[MultiGameSearcher]"] = {}
_idle_lock = Lock()


@contextmanager
def _searcher(level: int, threads: int, noise: int | None = None) -> "Iterator[MultiGameSearcher]":
    """A searcher that nobody else uses at this time; what it has learned is kept for the next search.

    `noise`: how much it misjudges positions; None is that of its level.
    """
    from gipfel.engine.players.factory import level_searcher

    with _idle_lock:
        idle = _idle.setdefault((level, threads, noise), [])
        searcher = idle.pop() if idle else None
    if searcher is None:
        searcher = level_searcher(level, SearchLimits(), threads, noise=noise)
    try:
        yield searcher
    finally:
        with _idle_lock:
            idle.append(searcher)
