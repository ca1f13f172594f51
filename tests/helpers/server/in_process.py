"""A server in the process of the tests, with a clock that a test may set."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import uvicorn

from gipfel.server.app import create_app
from gipfel.server.settings import Settings
from gipfel.table.clock import Now, real_now
from gipfel.table.storage.database import SERVER_BUSY_TIMEOUT_MS
from gipfel.table.storage.store import Store, sqlite_url
from tests.helpers.server.running import PATIENCE


@contextmanager
def served_here(database: Path | str, now: Now = real_now, settings: Settings | None = None) -> Iterator[str]:
    """Run a server in a thread; its host and port."""
    url = sqlite_url(database) if isinstance(database, Path) else database
    app = create_app(settings or Settings(), Store(url, busy_timeout_ms=SERVER_BUSY_TIMEOUT_MS), now)
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_config=None, ws="websockets-sansio")
    started, names = Event(), list[str]()

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            names.extend("{}:{}".format(*listening.getsockname()) for listening in self.servers[0].sockets)
            started.set()

    server = Server(config)
    thread = Thread(target=server.run)
    thread.start()
    try:
        assert started.wait(PATIENCE)
        yield names[0]
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
