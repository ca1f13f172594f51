"""Programs that choose decisions: searches, players with their levels, and the engine protocol."""

from typing import TYPE_CHECKING

from gipfel.engine.search.analysis import Analysis, Line, SearchLimits
from gipfel.engine.thinking import Thinking, think, thinking

if TYPE_CHECKING:
    from gipfel.engine.solving import CannotSolve, Solution, solve

__all__ = [
    "Analysis",
    "CannotSolve",
    "Line",
    "SearchLimits",
    "Solution",
    "Thinking",
    "solve",
    "think",
    "thinking",
]


def __getattr__(name: str) -> object:
    """Names of `solving`, which is imported when one of them is first used."""
    if name in ("CannotSolve", "Solution", "solve"):
        from gipfel.engine import solving

        return getattr(solving, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
