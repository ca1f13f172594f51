"""The priority of processes that work for the server."""

import os

NICENESS = 5


def lower_priority() -> None:
    """Let this process run only when the server, which players wait for, does not need the processor."""
    if hasattr(os, "nice"):  # Windows has none
        os.nice(NICENESS)
