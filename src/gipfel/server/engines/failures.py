"""Failures that are the server's own fault: nobody loses a game by them."""

import logging

from gipfel.notation.errors import GipfelError

LOG = logging.getLogger("gipfel.server")

FIRST_PAUSE = 1.0
"""Seconds until the second attempt; each pause is twice as long as the one before."""
MOST_DOUBLINGS = 10


class EngineUnavailable(GipfelError):
    """The server cannot run one of its own engines at the moment. The message tells why."""


class WorkerDied(Exception):
    """The process of a worker died during a call."""


def closed() -> EngineUnavailable:
    """The error for calls after the engines have been closed."""
    return EngineUnavailable("the engines have been closed")


def growing_pause(failures: int, longest: float) -> float:
    """Seconds until the next attempt, if this number of pauses have been in vain; at most the longest."""
    return min(FIRST_PAUSE * 2.0 ** min(failures, MOST_DOUBLINGS), longest)


def log_failure(table_id: str, failure: EngineUnavailable) -> None:
    """Log why an engine has failed, with the traceback if the program has an error."""
    cause = failure.__cause__
    unexpected = isinstance(cause, Exception) and not isinstance(cause, GipfelError)
    LOG.warning("table %s: %s", table_id, failure, exc_info=cause if unexpected else None)
