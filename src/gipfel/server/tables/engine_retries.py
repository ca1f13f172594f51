"""Attempts of an engine that cannot think at the moment: the pauses between them grow."""

import asyncio
from contextlib import suppress

from gipfel.server.engines.failures import EngineUnavailable, growing_pause, log_failure

LONGEST_PAUSE = 60.0
"""Seconds."""


class EngineRetries:
    """The pauses of one table after failures of its own engines."""

    def __init__(self, table_id: str) -> None:
        self._table_id = table_id
        self._failures = 0
        self._ended = asyncio.Event()

    def reset(self) -> None:
        """The engine thinks about something else, or has thought."""
        self._failures = 0

    async def pause(self, problem: EngineUnavailable) -> None:
        """Wait before the next attempt; the first problem is logged."""
        if not self._failures:
            log_failure(self._table_id, problem)
        seconds = growing_pause(self._failures, LONGEST_PAUSE)
        self._failures += 1
        self._ended.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._ended.wait(), seconds)

    def end_pause(self) -> None:
        """Make the next attempt now."""
        self._ended.set()
