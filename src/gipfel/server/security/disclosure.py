"""What visitors are told about errors: nothing about where the database is."""

import logging
from time import monotonic

from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.table.storage.migrations import DatabaseProblem

LOG = logging.getLogger("gipfel.server")
PAUSE = 10.0
"""The fewest seconds between two lines about problems of the database, so that nobody can flood the log."""
_logged_at: dict[str, float] = {}
"""When a problem of each kind was logged."""


def message_for_visitors(error: GipfelError) -> str:
    """The message of an error in the current language; that of a database goes to the log.

    A database may name a host and a port.
    """
    if not isinstance(error, DatabaseProblem):
        return error.translated
    log_database_problem(error)
    return database_message()


def database_message() -> str:
    """What visitors are told instead of a database's own message."""
    return say("The database does not answer; try again soon.")


def log_database_problem(error: GipfelError) -> None:
    """Log what a database says, unless a problem of the same kind was logged a short time ago."""
    kind, now = type(error).__name__, monotonic()
    if now - _logged_at.get(kind, -PAUSE) >= PAUSE:
        _logged_at[kind] = now
        LOG.warning("a request failed: %s", error)
