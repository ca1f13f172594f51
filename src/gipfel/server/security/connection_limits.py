"""Connections before anything was asked: nobody may hold too many of them, or be silent."""

import asyncio
from collections import Counter

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from gipfel.server.security.limits import network_of
from gipfel.server.settings import Settings, is_among, is_loopback
from gipfel.server.telemetry.logs import refused

ASKED_WITHIN = 20.0
"""Seconds in which a request's first lines have to be complete."""
LINES = 250
"""Connections one address may have, for whatever; a proxy may have more."""


def http_protocol(settings: Settings) -> type[H11Protocol]:
    """How a server speaks HTTP: as uvicorn does, but without endless patience."""
    open_lines: Counter[str] = Counter()

    class Line(H11Protocol):
        """One connection."""

        _counted = ""
        _deadline: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            host = self.client[0] if self.client else ""
            if not (is_loopback(host) or is_among(host, settings.proxies)):
                self._counted = network_of(host)
                open_lines[self._counted] += 1
            if open_lines[self._counted] > LINES:
                refused("lines")
                transport.abort()
            else:
                self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            self._wait_no_more()
            self._forget()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.cycle is not None and not self.cycle.response_complete:
                self._wait_no_more()
            elif self._deadline is None and self.transport.get_protocol() is self:  # no page at a table
                self._wait()

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            # From now on there are pings, and another limit.
            self._wait_no_more()
            self._forget()
            super().handle_websocket_upgrade(event)

        def send_400_response(self, msg: str) -> None:
            """Say that this was no HTTP, if an answer can still be given; nobody hears another one then."""
            if self.cycle is not None:
                self.cycle.disconnected = True
                self.cycle.message_event.set()
            if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
                super().send_400_response(msg)
            else:
                self.transport.close()

        def _forget(self) -> None:
            if self._counted:
                open_lines[self._counted] -= 1
                if not open_lines[self._counted]:
                    del open_lines[self._counted]
            self._counted = ""

        def _wait(self) -> None:
            self._deadline = self.loop.call_later(ASKED_WITHIN, self._give_up)

        def _wait_no_more(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

        def _give_up(self) -> None:
            refused("silent")
            self.transport.abort()

    return Line
