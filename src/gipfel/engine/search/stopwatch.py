"""When a search has thought enough."""

import os
from time import perf_counter, thread_time

from gipfel.engine.search.analysis import Limits

CLOCK = "GIPFEL_CLOCK"
"""Set to `cpu`, thinking time is CPU time: fair on a machine that has other things to do."""


def now() -> float:
    """The time by the clock that limits go by, in seconds."""
    return thread_time() if os.environ.get(CLOCK) == "cpu" else perf_counter()


class Stopwatch:
    """Runs from its making, and knows the limits of one search."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._start = now()

    @property
    def seconds(self) -> float:
        """How long it has been running."""
        return now() - self._start

    @property
    def left(self) -> float | None:
        """How many seconds are left; None without a limit."""
        return None if self._limits.seconds is None else self._limits.seconds - self.seconds

    def over(self, nodes: int) -> bool:
        """Has a search that looked at so many positions reached its limit of time or of nodes?"""
        if self._limits.nodes is not None and nodes >= self._limits.nodes:
            return True
        return self._limits.seconds is not None and self.seconds >= self._limits.seconds
