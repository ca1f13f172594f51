"""The base class of searches that grow a tree in memory, node by node."""

from abc import ABC, abstractmethod
from threading import Event
from time import perf_counter

from gipfel.engine.search.analysis import Analysis, Report, SearchLimits, line_of
from gipfel.engine.search.restricted import search_only
from gipfel.engine.search.stopwatch import Stopwatch
from gipfel.engine.search.time_control import Pacing
from gipfel.games.core.game import Game
from gipfel.games.core.position import Position

SLICE = 0.003
"""Seconds; the clock is checked about this often."""
REPORT_INTERVAL = 0.1
"""Seconds between two reports."""
LOOKS = 8
"""How often a search with a soft limit looks at its best decision until then; a tree has no depths."""
UNLIMITED = 1 << 30
LONGEST_PATH = 600
"""No path in a tree has more decisions than this."""


class TreeSearcher(ABC):
    """Searches by growing a tree in slices."""

    game: Game
    nodes_per_step = 1
    """How many nodes one step of growth evaluates at most."""

    def forget(self) -> None:  # noqa: B027
        """Begin a new game: nothing to do, since each position gets a new tree."""

    def prepare(self) -> None:  # noqa: B027
        """Nothing to do: a tree grows with its search."""

    def think(
        self,
        position: Position,
        limits: SearchLimits,
        stop: Event | None = None,
        report: Report | None = None,
    ) -> Analysis:
        """Grow a tree until a limit is reached, the result is certain, or `stop` is set."""
        if limits.only:
            return search_only(self.think, position, limits, stop, report)
        watch = Stopwatch(limits)
        reported = looked = 0.0
        pacing = Pacing(limits.soft)
        pace = _Pace()
        self.plant(position)
        while True:
            with pace:
                self.grow(min(pace.amount, self._steps_left(limits)))
            if limits.soft is not None and watch.seconds - looked >= limits.soft / LOOKS:
                looked = watch.seconds
                score, codes = self.best_lines(position, 1)[0]
                pacing.note(codes[0], score)
            enough = self.is_done() or watch.over(self.nodes) or pacing.is_over(watch.seconds)
            enough = enough or (stop is not None and stop.is_set())
            due = report is not None and watch.seconds - reported >= REPORT_INTERVAL
            if enough or due or limits.depth is not None:
                analysis = self._analysis(position, limits, watch)
                deep = limits.depth is not None and (
                    self.is_full() or _is_deep_enough(analysis, limits.depth)
                )
                if enough or deep:
                    return analysis
                if report is not None and due:
                    report(analysis)
                    reported = watch.seconds

    def _steps_left(self, limits: SearchLimits) -> int:
        """How many steps stay within the node limit; a level must not depend on the speed of the machine."""
        if limits.nodes is None:
            return UNLIMITED
        return max(1, (limits.nodes - self.nodes) // self.nodes_per_step)

    def _analysis(self, position: Position, limits: SearchLimits, watch: Stopwatch) -> Analysis:
        wanted = limits.lines + len(limits.without)
        best = self.best_lines(position, wanted)
        best = [(score, codes) for score, codes in best if codes[0] not in limits.without] or best
        lines = tuple(line_of(position, score, codes) for score, codes in best[: limits.lines])
        return Analysis(position, lines, len(lines[0].decisions), self.nodes, watch.seconds)

    @abstractmethod
    def plant(self, position: Position) -> None:
        """Begin a tree that has only a root."""

    @abstractmethod
    def grow(self, amount: int) -> None:
        """Grow the tree by this number of steps."""

    @property
    @abstractmethod
    def nodes(self) -> int:
        """How many nodes were evaluated."""

    def is_done(self) -> bool:
        """Is there nothing left to search?"""
        return False

    def is_full(self) -> bool:
        """Can the tree grow no deeper?"""
        return False

    @abstractmethod
    def best_lines(self, position: Position, wanted: int) -> list[tuple[int, list[int]]]:
        """Up to `wanted` best lines: the score for the side to act and the codes of the decisions."""


def _is_deep_enough(analysis: Analysis, depth: int) -> bool:
    """Has the best line this number of decisions, or does it end the game before?"""
    last = analysis.lines[0].decisions[-1]
    return analysis.depth >= depth or last.position.play(last).outcome is not None


class _Pace:
    """The number of steps in a slice. It is measured all the time, since positions differ."""

    def __init__(self) -> None:
        self.amount = 1
        self._begin = 0.0

    def __enter__(self) -> None:
        self._begin = perf_counter()

    def __exit__(self, *_: object) -> None:
        spent = max(perf_counter() - self._begin, 1e-6)
        self.amount = max(1, int(self.amount * min(SLICE / spent, 4)))
