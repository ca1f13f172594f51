"""Programs that choose decisions: searches, players with their levels, and the engine protocol."""

from functools import cache
from typing import TYPE_CHECKING

from gipfel.engine.search.analysis import Analysis, Line, SearchLimits
from gipfel.games.core.position import Position
from gipfel.notation.errors import GipfelError

if TYPE_CHECKING:
    from gipfel.engine.players.multi_game_searcher import MultiGameSearcher
    from gipfel.engine.solving import CannotSolve, Solution, solve

__all__ = ["Analysis", "CannotSolve", "Line", "SearchLimits", "Solution", "solve", "think"]


def think(
    position: Position,
    seconds: float | None = None,
    *,
    nodes: int | None = None,
    depth: int | None = None,
    lines: int = 1,
    level: int = 10,
    threads: int = 1,
) -> Analysis:
    """Analyse a position in which the game is not over: the best decision, lines, scores.

    Without limits, a level uses its own; the highest level searches for one second.
    """
    if position.outcome is not None:
        raise GipfelError(f"the game is over ({position.outcome}); there is nothing to think about")
    if level == 10 and (seconds, nodes, depth) == (None, None, None):
        seconds = 1.0
    return _searcher(level, threads).think(position, SearchLimits(seconds, nodes, depth, lines))


@cache
def _searcher(level: int, threads: int) -> "MultiGameSearcher":
    from gipfel.engine.players.factory import level_searcher

    return level_searcher(level, SearchLimits(), threads)


def __getattr__(name: str) -> object:
    """Names of `solving`, which is imported when one of them is first used."""
    if name in ("CannotSolve", "Solution", "solve"):
        from gipfel.engine import solving

        return getattr(solving, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
