"""Tables of a server without the server, and clients that only count what they are sent."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from gipfel import Side
from gipfel.server.engines.service import EngineService
from gipfel.server.settings import Settings
from gipfel.server.tables.directory import TableDirectory
from gipfel.table.storage.database import SERVER_BUSY_TIMEOUT_MS
from gipfel.table.storage.store import Store, sqlite_url
from tests.helpers.asynchronous import run


class FakeClient:
    """A client that counts what it is sent."""

    def __init__(self, address: str = "") -> None:
        self.address = address
        self.shown = self.times = 0
        self.farewell = ""
        self.sides = frozenset(Side)
        self.credit = 0

    def send(self, message: dict[str, Any]) -> None:
        pass

    def send_table(self) -> None:
        self.shown += 1

    def send_time(self) -> None:
        self.times += 1

    def close(self, reason: str) -> None:
        self.farewell = reason


@asynccontextmanager
async def tables_in(path: Path) -> AsyncIterator[TableDirectory]:
    """The tables of a server, without the server."""
    engines = EngineService(1)
    store = Store(sqlite_url(path), busy_timeout_ms=SERVER_BUSY_TIMEOUT_MS)
    tables = TableDirectory(store, engines, Settings())
    try:
        yield tables
    finally:
        await tables.close()
        await engines.close()


def with_tables(what: Callable[[TableDirectory], Awaitable[None]], path: Path) -> None:
    async def running() -> None:
        async with tables_in(path) as tables:
            await asyncio.wait_for(what(tables), 20)

    run(running())
