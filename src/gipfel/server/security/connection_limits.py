"""Limits on connections before a request is complete: their number per address, and silence.

uvicorn has no settings for either, so its protocol class is subclassed.
"""

import asyncio
from collections import Counter
from functools import partial
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from gipfel.server.security.limits import network_of
from gipfel.server.settings import Settings, is_among, is_loopback
from gipfel.server.telemetry.logs import refused

HEAD_TIMEOUT = 20.0
"""Seconds within which the head of a request has to arrive."""
CONNECTIONS = 250
"""Open connections of one address; proxies may have more."""


class LimitedHttpProtocol(H11Protocol):
    """Like uvicorn's protocol, but limits the connections of an address and the time for a request's head."""

    def __init__(
        self, *arguments: Any, settings: Settings, open_connections: Counter[str], **named: Any
    ) -> None:
        super().__init__(*arguments, **named)
        self._settings = settings
        self._open_connections = open_connections
        self._counted = ""
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if not (is_loopback(host) or is_among(host, self._settings.proxies)):
            self._counted = network_of(host)
            self._open_connections[self._counted] += 1
        if self._open_connections[self._counted] > CONNECTIONS:
            refused("open connections")
            transport.abort()
        else:
            self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        self._uncount()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_timer()
        elif self._deadline is None and self.transport.get_protocol() is self:  # not upgraded to a WebSocket
            self._start_timer()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        # From now on there are pings, and the limit of WebSocket connections.
        self._stop_timer()
        self._uncount()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP, if an answer can still be given, and end the request in progress."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def _uncount(self) -> None:
        if self._counted:
            self._open_connections[self._counted] -= 1
            if not self._open_connections[self._counted]:
                del self._open_connections[self._counted]
        self._counted = ""

    def _start_timer(self) -> None:
        self._deadline = self.loop.call_later(HEAD_TIMEOUT, self._time_out)

    def _stop_timer(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _time_out(self) -> None:
        refused("silent")
        self.transport.abort()


def http_protocol(settings: Settings) -> type[asyncio.Protocol]:
    """The protocol class for uvicorn; all its connections are counted together."""
    made = partial(LimitedHttpProtocol, settings=settings, open_connections=Counter())
    return made  # type: ignore[return-value]  # uvicorn only calls it
