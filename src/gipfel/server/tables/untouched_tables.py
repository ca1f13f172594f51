"""Deletes tables at which nobody has done anything for a day: somebody had a look at a game and left.

Lists do not show them even before that, but an address still leads to them.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

from gipfel.server.tables.async_store import AsyncStore

LOG = logging.getLogger("gipfel.server")

KEPT = timedelta(days=1)
"""How long such a table exists at least."""
INTERVAL = 3600.0
"""Seconds between two deletions."""


class UntouchedTables:
    """Deletes untouched tables regularly."""

    def __init__(
        self, store: AsyncStore, in_use: Callable[[str], bool], remove: Callable[[str], Awaitable[None]]
    ) -> None:
        """`in_use`: is somebody connected to a table?"""
        self._store = store
        self._in_use = in_use
        self._remove = remove
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._regularly())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def delete_old_ones(self, now: datetime | None = None) -> None:
        """Delete those that are old enough and that nobody has open."""
        for table_id in await self._store.untouched((now or datetime.now(UTC)) - KEPT):
            if not self._in_use(table_id):
                await self._remove(table_id)

    async def _regularly(self) -> None:
        while True:
            try:
                await self.delete_old_ones()
            except Exception:
                LOG.exception("untouched tables cannot be deleted")
            await asyncio.sleep(INTERVAL)
