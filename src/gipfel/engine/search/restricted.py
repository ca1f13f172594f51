"""Searches only some decisions of a position, for searchers that cannot leave decisions out themselves.

The position after each of these decisions is searched with an equal part of the limits.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from threading import Event

from gipfel.engine.search.analysis import Analysis, Line, Report, SearchLimits
from gipfel.engine.search.stopwatch import Stopwatch
from gipfel.games.core.position import Decision, Position
from gipfel.kernel.evaluation import CERTAIN

FIRST_PASS = 0.05
"""Seconds for each decision at first, if there is no limit; they double until the search is stopped."""

Think = Callable[[Position, SearchLimits, Event | None], Analysis]
"""Searches a position without restriction."""


def search_only(
    think: Think,
    position: Position,
    limits: SearchLimits,
    stop: Event | None = None,
    report: Report | None = None,
) -> Analysis:
    """Search the decisions `limits.only`; the best of them first."""
    watch = Stopwatch(limits)
    stop = stop or Event()
    codes = [code for code in position.codes if code in limits.only]
    found = {code: Line(0, (Decision(position, code),)) for code in codes}
    nodes = 0
    analysis = Analysis(position, tuple(found.values())[: limits.lines], 0, 0, 0.0)
    for passes, part in enumerate(_parts(limits, len(codes)), 1):
        for code in codes:
            if not stop.is_set():
                found[code], searched = _line(think, position, code, part, stop)
                nodes += searched
        lines = tuple(sorted(found.values(), key=lambda line: -line.score)[: limits.lines])
        analysis = Analysis(position, lines, passes, nodes, watch.seconds)
        if report is not None:
            report(analysis)
        if stop.is_set() or watch.over(nodes) or all(line.proven for line in found.values()):
            break
    return analysis


def _parts(limits: SearchLimits, decisions: int) -> Iterator[SearchLimits]:
    """The limits for each decision: once an equal part, or more and more time if there is no limit."""
    free = replace(limits, only=frozenset(), without=frozenset(), lines=1)
    if (limits.seconds, limits.nodes, limits.depth) != (None, None, None):
        seconds = None if limits.seconds is None else limits.seconds / decisions
        nodes = None if limits.nodes is None else max(1, limits.nodes // decisions)
        depth = None if limits.depth is None else max(1, limits.depth - 1)
        yield replace(free, seconds=seconds, nodes=nodes, depth=depth, soft=None)
        return
    for number in count():
        yield replace(free, seconds=FIRST_PASS * 2**number)


def _line(think: Think, position: Position, code: int, part: SearchLimits, stop: Event) -> tuple[Line, int]:
    """What a decision leads to, with its score for the side to act, and the nodes it took."""
    first = Decision(position, code)
    after = position.play(first)
    if after.timed and after.outcome is None:
        after = after.at(after.time + after.reaction)
    if (outcome := after.outcome) is not None:
        score = (
            0 if outcome.winner is None else CERTAIN - 1 if outcome.winner == position.side else 1 - CERTAIN
        )
        return Line(score, (first,)), 1
    analysis = think(after, part, stop)
    best = analysis.lines[0]
    # A proven result is one decision farther away than it is from there.
    score = best.score - (1 if best.score > 0 else -1) if best.proven else best.score
    score = score if after.side == position.side else -score
    return Line(score, (first, *best.decisions)), analysis.nodes
