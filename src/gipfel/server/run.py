"""Runs the server in this process until it is stopped.

uvicorn's server is subclassed because it has no callback for when it starts or stops answering.
"""

import ctypes
import gc
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_network

import uvicorn

from gipfel.server.app import create_app, server_store
from gipfel.server.contract.client_messages import LARGEST
from gipfel.server.security.connection_limits import http_protocol
from gipfel.server.settings import Settings
from gipfel.server.socket.protocol import WebSocketProtocol
from gipfel.server.telemetry import logs

M_ARENA_MAX = -8
"""The number of this option in `malloc.h`."""
COLLECTOR_THRESHOLDS = (20_000, 20, 20)
"""New objects before a collection, collections of young objects before one of older ones, and so on."""
SWITCH_INTERVAL = 0.0005
"""Seconds after which a busy thread lets another one run.

While a thread plays through a long record, the event loop waits for that long after each call of the system;
with Python's 5 ms, players would wait for tenths of a second.
"""
SHUTDOWN_TIMEOUT = 1
"""Seconds before open connections are cut when the server stops."""
PING = 20
"""Seconds between two pings of a WebSocket, and for the answer to one."""
MAPPED = "::ffff:"
"""How a server that listens to IPv6 writes an IPv4 address."""


class Server(uvicorn.Server):
    """Calls `ready` when it answers, and `stopped` when it has stopped."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[], None], stopped: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self._stopped = stopped

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        tune_garbage_collector()
        share_memory_between_threads()
        sys.setswitchinterval(SWITCH_INTERVAL)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        self._stopped()


def tune_garbage_collector() -> None:
    """Collect garbage rarely, and never look at what was there at the start.

    Nearly everything is freed without the collector, which took an eighth of the CPU time with its defaults:
    a server keeps many objects for a long time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTOR_THRESHOLDS)


def share_memory_between_threads() -> None:
    """Let all threads take their memory from one arena, if the C library is glibc.

    It would give each thread an arena of its own, and what one has freed is of no use to the others.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def server(settings: Settings, ready: Callable[[], None], stopped: Callable[[], None]) -> Server:
    """A server to run; it calls `ready` when it answers, and `stopped`. Raises GipfelError."""
    logs.set_up(settings.json_log, settings.database_url)
    config = uvicorn.Config(
        create_app(settings, server_store(settings)),
        host=settings.host,
        http=http_protocol(settings),
        log_config=None,
        log_level="warning",
        access_log=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=trusted_addresses(settings.proxies),
        ws=WebSocketProtocol,
        ws_max_size=16 * LARGEST,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
        server_header=False,
    )
    return Server(config, ready, stopped)


def trusted_addresses(proxies: tuple[str, ...]) -> list[str]:
    """The addresses of proxies, also as IPv6 servers write them."""
    mapped = []
    for text in proxies:
        network = ip_network(text)
        if network.version == 4:
            mapped.append(f"{MAPPED}{network.network_address}/{96 + network.prefixlen}")
    return [*proxies, *mapped]
