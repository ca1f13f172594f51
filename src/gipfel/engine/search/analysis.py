"""What an engine is asked, and what it answers."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import Protocol

from gipfel.games.core.position import Decision, Position
from gipfel.kernel.evaluation import CERTAIN, FARTHEST_WIN, per_cent


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to think about one decision; whatever is reached first ends it. None is no limit."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    lines: int = 1
    """How many best lines are wanted."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play that an engine expects, and what it is worth for the side to act."""

    score: int
    """In thousandths of a logit, or within FARTHEST_WIN of plus or minus CERTAIN."""
    decisions: tuple[Decision, ...]

    @property
    def per_cent(self) -> float:
        """The result the side to act can expect, 100 for a win."""
        return per_cent(self.score)

    @property
    def proven(self) -> bool:
        """Is the line a forced win or a forced loss?"""
        return abs(self.score) >= CERTAIN - FARTHEST_WIN


@dataclass(frozen=True, slots=True)
class Analysis:
    """What an engine thinks of a position so far."""

    position: Position
    lines: tuple[Line, ...]
    """The best one first; each begins with another decision."""
    depth: int
    nodes: int
    seconds: float

    @property
    def decision(self) -> Decision:
        """The decision it would make."""
        return self.lines[0].decisions[0]


Report = Callable[[Analysis], None]
"""Told whenever a search is one depth further."""


class Searcher(Protocol):
    """Something that chooses decisions by thinking."""

    def think(
        self,
        position: Position,
        limits: Limits,
        stop: Event | None = None,
        report: Report | None = None,
    ) -> Analysis:
        """The best it finds within the limits, or until `stop` is set. The position is not over."""
        ...

    def forget(self) -> None:
        """A new game begins."""
        ...
