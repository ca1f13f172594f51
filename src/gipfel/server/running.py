"""Running the server in this process, until somebody wants it to end."""

import socket
from collections.abc import Callable

import uvicorn

from gipfel.server.app import create_app
from gipfel.server.messages import LARGEST
from gipfel.server.settings import Settings
from gipfel.table.store import Store

FAREWELL = 1
"""Seconds; who has not ended a connection by then is cut off."""


class Server(uvicorn.Server):
    """Tells when it answers."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def server(host: str, database_url: str | None, ready: Callable[[], None]) -> Server:
    """A server to run; `ready` is called when it answers. Raises GipfelError."""
    settings = Settings(host, database_url)
    config = uvicorn.Config(
        create_app(settings, Store(database_url)),
        host=host,
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=16 * LARGEST,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=FAREWELL,
        server_header=False,
    )
    return Server(config, ready)
