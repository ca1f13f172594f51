"""Programs that choose decisions: searches, players with their levels, and the engine protocol."""

from typing import TYPE_CHECKING

from gipfel.engine.game_analysis import JudgedTurn, Summary, analyse, annotated, summaries
from gipfel.engine.search.analysis import Analysis, Line, SearchLimits
from gipfel.engine.thinking import Thinking, think, thinking

if TYPE_CHECKING:
    from gipfel.engine.solving import CannotSolve, Solution, solve

__all__ = [
    "Analysis",
    "CannotSolve",
    "JudgedTurn",
    "Line",
    "SearchLimits",
    "Solution",
    "Summary",
    "Thinking",
    "analyse",
    "annotated",
    "solve",
    "summaries",
    "think",
    "thinking",
]


def __getattr__(name: str) -> object:
    """Names of `solving`, which is imported when one of them is first used."""
    if name in ("CannotSolve", "Solution", "solve"):
        from gipfel.engine import solving

        return getattr(solving, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
