"""The base class of searches that grow a tree in memory, node by node."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from threading import Event
from time import perf_counter

from gipfel.engine.search.analysis import Analysis, Limits, Line, Report
from gipfel.engine.search.stopwatch import Stopwatch
from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision, Position

SLICE = 0.003
"""Seconds; about so long a tree grows before somebody looks at the clock."""
BETWEEN_REPORTS = 0.1
"""Seconds."""
MOST_WORK = 1 << 30
LONGEST_PATH = 600
"""Decisions; no path in a tree is longer."""


class TreeSearcher(ABC):
    """Thinks by growing a tree in slices."""

    game: Game
    NODES_A_STEP = 1
    """How many positions are judged, at most, when the tree grows once."""

    def forget(self) -> None:  # noqa: B027
        """A new game begins; no tree outlives the position it was grown for."""

    def think(
        self,
        position: Position,
        limits: Limits,
        stop: Event | None = None,
        report: Report | None = None,
    ) -> Analysis:
        """Grow a tree until a limit is reached, the result is certain, or `stop` is set."""
        watch = Stopwatch(limits)
        told = 0.0
        pace = _Pace()
        self.plant(position)
        while True:
            with pace:
                self.grow(min(pace.amount, self._within(limits)))
            enough = self.is_done() or watch.over(self.nodes) or (stop is not None and stop.is_set())
            due = report is not None and watch.seconds - told >= BETWEEN_REPORTS
            if enough or due or limits.depth is not None:
                analysis = self._analysis(position, limits.lines, watch)
                if enough or (limits.depth is not None and analysis.depth >= limits.depth):
                    return analysis
                if report is not None and due:
                    report(analysis)
                    told = watch.seconds

    def _within(self, limits: Limits) -> int:
        """How much work stays within a limit of nodes; what a level does must not depend on the clock."""
        if limits.nodes is None:
            return MOST_WORK
        return max(1, (limits.nodes - self.nodes) // self.NODES_A_STEP)

    def _analysis(self, position: Position, wanted: int, watch: Stopwatch) -> Analysis:
        lines = tuple(
            Line(score, decisions_of(position, codes)) for score, codes in self.best_lines(position, wanted)
        )
        return Analysis(position, lines, len(lines[0].decisions), self.nodes, watch.seconds)

    @abstractmethod
    def plant(self, position: Position) -> None:
        """A tree with only its root."""

    @abstractmethod
    def grow(self, amount: int) -> None:
        """Work so much on the tree."""

    @property
    @abstractmethod
    def nodes(self) -> int:
        """How many positions were judged."""

    def is_done(self) -> bool:
        """Is there nothing more to find out?"""
        return False

    @abstractmethod
    def best_lines(self, position: Position, wanted: int) -> list[tuple[int, list[int]]]:
        """The scores for the side to act and the decisions of so many best lines, if there are so many."""


class _Pace:
    """How much work is a slice: measured again and again, since positions differ."""

    def __init__(self) -> None:
        self.amount = 1
        self._begin = 0.0

    def __enter__(self) -> None:
        self._begin = perf_counter()

    def __exit__(self, *_: object) -> None:
        spent = max(perf_counter() - self._begin, 1e-6)
        self.amount = max(1, int(self.amount * min(SLICE / spent, 4)))


def decisions_of(position: Position, codes: Iterable[int]) -> tuple[Decision, ...]:
    """A line of numbers as decisions, as far as somebody decides in it."""
    decisions: list[Decision] = []
    clockwork = position.game.clockwork
    for code in codes:
        if position.outcome is not None or code not in position.codes:
            break
        decisions.append(Decision(position, code))
        position = position.play(decisions[-1])
        if clockwork is not None and position.outcome is None:
            position = position.at(position.time + clockwork.reaction)
    return tuple(decisions)
