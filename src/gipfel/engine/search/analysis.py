"""What a search is given, and what it returns: limits, lines and analyses."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import isfinite
from numbers import Real
from operator import index
from threading import Event
from typing import Protocol

from gipfel.engine.search.time_control import ClockTime
from gipfel.games.core.position import Decision, Position
from gipfel.kernel.evaluation import CERTAIN, FARTHEST_WIN, per_cent
from gipfel.notation.errors import OptionError

DEFAULT_SECONDS = 1.0
"""The time for one decision of a player that has no limit at all."""
MOST_SECONDS = 1_000_000.0
MOST_NODES = 10**15
MOST_LINES = 100_000
MOST_THREADS = 64


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """When a search ends: as soon as one of these limits is reached. None is no limit.

    Raises OptionError for a limit with which nothing could be searched.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    lines: int = 1
    """How many best lines to find."""
    without: frozenset[int] = frozenset()
    """Decisions that are known to be bad; they are not searched if there are others."""
    only: frozenset[int] = frozenset()
    """The decisions that are searched, and no others; empty for all."""
    soft: float | None = None
    """Seconds after which no new depth is begun, sooner or later as the search finds it (`Pacing`)."""
    clock: ClockTime | None = None
    """The player's clock, from which a player works out `seconds` and `soft`; a search ignores it."""

    def __post_init__(self) -> None:
        if self.seconds is not None:
            check_seconds(self.seconds)
        if self.nodes is not None:
            check_number("nodes", self.nodes, MOST_NODES)
        if self.depth is not None:
            check_number("depth", self.depth, MOST_NODES)
        check_number("lines", self.lines, MOST_LINES)


def check_seconds(seconds: object) -> None:
    """Raises OptionError for a time limit that is none."""
    usable = isinstance(seconds, Real) and not isinstance(seconds, bool) and isfinite(seconds)
    if not usable or not 0 < seconds <= MOST_SECONDS:  # type: ignore[operator]
        raise OptionError(
            f"seconds={_shown(seconds)} is not possible; seconds is a number above 0 up to {MOST_SECONDS:.0f}"
        )


def check_number(name: str, number: object, most: int, least: int = 1) -> None:
    """Raises OptionError for a limit that is not a whole number within its bounds."""
    try:
        usable = not isinstance(number, bool) and least <= index(number) <= most  # type: ignore[arg-type]
    except TypeError:
        usable = False
    if not usable:
        raise OptionError(
            f"{name}={_shown(number)} is not possible; {name} is a whole number from {least} to {most}"
        )


def _shown(value: object) -> str:
    return repr(value)[:40]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play that an engine expects, with its score for the side to act."""

    score: int
    """In thousandths of a logit, or within FARTHEST_WIN of plus or minus CERTAIN."""
    decisions: tuple[Decision, ...]

    @property
    def per_cent(self) -> float:
        """The expected result of the side to act; 100 is a certain win."""
        return per_cent(self.score)

    @property
    def proven(self) -> bool:
        """Is the line a forced win or a forced loss?"""
        return abs(self.score) >= CERTAIN - FARTHEST_WIN


def line_of(position: Position, score: int, codes: Iterable[int]) -> Line:
    """The line with these codes from a position on, up to the first that is not a legal decision."""
    decisions: list[Decision] = []
    for code in codes:
        if position.outcome is not None or code not in position.codes:
            break
        decisions.append(Decision(position, code))
        position = position.play(decisions[-1])
        if position.timed and position.outcome is None:
            position = position.at(position.time + position.reaction)
    return Line(score, tuple(decisions))


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a search has found out about a position."""

    position: Position
    lines: tuple[Line, ...]
    """Best first; each begins with a different decision."""
    depth: int
    nodes: int
    seconds: float

    @property
    def decision(self) -> Decision:
        """The best decision."""
        return self.lines[0].decisions[0]

    def _repr_html_(self) -> str:
        """What a notebook shows: the board with the best decision, and the lines."""
        from gipfel.engine.notebook import analysis_html

        return analysis_html(self)


Report = Callable[[Analysis], None]
"""Called with the analysis so far whenever a search has got further."""


class Searcher(Protocol):
    """Searches positions of one game."""

    def think(
        self,
        position: Position,
        limits: SearchLimits,
        stop: Event | None = None,
        report: Report | None = None,
    ) -> Analysis:
        """Search a position, in which the game is not over, until a limit is reached or `stop` is set."""
        ...

    def forget(self) -> None:
        """Begin a new game; forget the one before."""
        ...

    def prepare(self) -> None:
        """Do now what would otherwise take time from the first search."""
        ...
