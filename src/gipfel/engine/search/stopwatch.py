"""The time of a search, and when it is over."""

import os
from time import perf_counter, thread_time

from gipfel.engine.search.analysis import SearchLimits

CLOCK = "GIPFEL_CLOCK"
"""If this environment variable is `cpu`, limits are in CPU time, which is fair on a busy machine."""


def now() -> float:
    """The time in seconds by the clock that limits refer to."""
    return thread_time() if os.environ.get(CLOCK) == "cpu" else perf_counter()


class Stopwatch:
    """Measures the time of one search and compares it with the limits."""

    def __init__(self, limits: SearchLimits) -> None:
        self._limits = limits
        self._start = now()

    @property
    def seconds(self) -> float:
        """The time since the search began."""
        return now() - self._start

    @property
    def left(self) -> float | None:
        """The seconds left; None without a time limit."""
        return None if self._limits.seconds is None else self._limits.seconds - self.seconds

    def over(self, nodes: int) -> bool:
        """Has the search, which has searched this number of nodes, reached a limit?"""
        if self._limits.nodes is not None and nodes >= self._limits.nodes:
            return True
        return self._limits.seconds is not None and self.seconds >= self._limits.seconds
