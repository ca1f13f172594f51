"""A searcher for positions of any game, including the games that are played inside contests."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from threading import Event
from typing import TypeVar

from gipfel.engine.players.guess import guess
from gipfel.engine.search.analysis import Analysis, Line, Report, Searcher, SearchLimits
from gipfel.engine.search.time_control import Allotment, ClockTime, soft_and_hard, turns_left
from gipfel.games.core.contest import same_contest
from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision, Position

SearcherFactory = Callable[[Game], Searcher]
LimitsOf = Callable[[Game], SearchLimits]
Timing = Callable[[ClockTime, float], Allotment]
"""How a clock is used that has to last for a number of turns."""
SHORTEST = 1e-6
"""Seconds for a search with a clock that has run out."""


def smaller(one: SearchLimits, other: SearchLimits) -> SearchLimits:
    """Limits that satisfy both; the number of lines is that of the second."""
    return SearchLimits(
        seconds=_least(one.seconds, other.seconds),
        nodes=_least(one.nodes, other.nodes),
        depth=_least(one.depth, other.depth),
        lines=other.lines,
        without=other.without,
        only=other.only,
        soft=_least(one.soft, other.soft),
    )


N = TypeVar("N", int, float)


def _least(one: N | None, other: N | None) -> N | None:
    return other if one is None else one if other is None else min(one, other)


class MultiGameSearcher:
    """Keeps one searcher a game and passes each position to the right one.

    Inside a contest that is the searcher of the contest's game. `own_limits` depends on the game, since a
    level searches fewer nodes in one game than in another.
    """

    def __init__(
        self,
        make: SearcherFactory,
        own_limits: LimitsOf,
        seed: int | None = None,
        timing: Timing = soft_and_hard,
    ) -> None:
        self._make = make
        self._own_limits = own_limits
        self._timing = timing
        self._random = Random(seed)
        self._searchers: dict[Game, Searcher] = {}

    def prepare(self, game: Game) -> None:
        """Compile what this game needs, and drop the searchers of other games."""
        self._searchers = {known: searcher for known, searcher in self._searchers.items() if known == game}
        self._searcher(game)

    def prepare_contest(self, game: Game) -> None:
        """Compile what a game inside a contest needs."""
        self._searcher(game)

    def forget(self) -> None:
        """Forget everything that was found out in the last game."""
        for searcher in self._searchers.values():
            searcher.forget()

    def think(
        self,
        position: Position,
        limits: SearchLimits,
        stop: Event | None = None,
        report: Report | None = None,
    ) -> Analysis:
        """Analyse a position with the searcher of the game that is really being played."""
        played = position.played
        if played is None:
            return self._guess(position, limits.only)
        if limits.only and played is not position:
            limits = replace(limits, only=_inner_codes(position, played, limits.only))

        def report_outer(analysis: Analysis) -> None:
            if report is not None:
                report(_outer_analysis(analysis, position))

        searcher = self._searcher(played.game)
        analysis = searcher.think(played, self.limits(position, limits), stop, report_outer)
        return _outer_analysis(analysis, position)

    def limits(self, position: Position, requested: SearchLimits) -> SearchLimits:
        """The limits that apply: the requested ones, the clock's, and the searcher's own for the game."""
        played = position.played or position
        return smaller(self._own_limits(played.game), self._timed(position, requested))

    def _timed(self, position: Position, requested: SearchLimits) -> SearchLimits:
        """The limits with what the clock allows."""
        clock = requested.clock
        if clock is None:
            return requested
        allotted = self._timing(clock, turns_left(position, clock))
        seconds = _least(requested.seconds, max(allotted.hard, SHORTEST))
        return replace(requested, seconds=seconds, soft=_least(requested.soft, allotted.soft), clock=None)

    def _guess(self, position: Position, only: frozenset[int]) -> Analysis:
        """The analysis of a contest without a game, such as calling a coin: there is nothing to search."""
        guessed = guess(position, self._random)
        if only and guessed.code not in only:
            guessed = Decision(position, min(only))
        line = Line(0, (guessed,))
        return Analysis(position, (line,), 0, 0, 0.0)

    def _searcher(self, game: Game) -> Searcher:
        if game not in self._searchers:
            self._searchers[game] = self._make(game)
        return self._searchers[game]


def _inner_codes(position: Position, played: Position, only: frozenset[int]) -> frozenset[int]:
    """Those of some decisions of the whole position that belong to the contest's game, as its decisions.

    If none does, as in agreeing on a tie, all of them are searched.
    """
    return frozenset(code for code in played.codes if position.outer_decision(code).code in only)


def _outer_analysis(analysis: Analysis, position: Position) -> Analysis:
    """The analysis of a contest's game as an analysis of the whole position."""
    if analysis.position is position:
        return analysis
    lines = tuple(replace(line, decisions=_outer_decisions(position, line)) for line in analysis.lines)
    return replace(analysis, position=position, lines=lines)


def _outer_decisions(position: Position, line: Line) -> tuple[Decision, ...]:
    """Decisions of a contest's game as decisions of the whole game, as long as the contest lasts.

    While time runs each takes the reaction time, as in the search; time alone can end the contest, too.
    """
    outer: list[Decision] = []
    now = position
    for decision in line.decisions:
        outer.append(now.outer_decision(decision.code))
        now = now.play(outer[-1])
        if now.timed:
            now = now.at(now.time + now.reaction)
        if now.outcome is not None or not same_contest(position, now):
            break
    return tuple(outer)
