"""The WebSocket protocol of a connection: uvicorn's, with fewer calls of the system for every message.

uvicorn stops reading after each message until it is handled, and writes each message by itself. Here reading
goes on while few messages wait, and what is sent in one step of the event loop is written at once.
"""

import asyncio
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from gipfel.server.socket.compression import LongMessageDeflate, LongMessageDeflateFactory
from gipfel.server.socket.message_queue import MessageQueue

FEW = 4
"""Messages that may wait to be handled while more are read."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Like uvicorn's protocol, but compresses only messages over 8 kB, and unpacks few at a time."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn.available_extensions = [LongMessageDeflateFactory()]
        self.queue = cast("asyncio.Queue[Any]", MessageQueue[Any]())
        self._write_due = False

    # --- Sending ---------------------------------------------------------------------------------------

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.send" and message.get("text") is not None and self._is_open:
            self._send_soon(message["text"])
            return
        await super().send(message)
        if message["type"] == "websocket.accept":
            # uvicorn keeps both as long as the page is connected; the headers would take 4 kB.
            self.request.headers.clear()
            self.response.headers.clear()

    @property
    def _is_open(self) -> bool:
        """Can a message be sent at once? Otherwise uvicorn waits for the client, or raises an error."""
        return (
            self.writable.is_set()
            and self.handshake_complete
            and not self.close_sent
            and not self.transport.is_closing()
        )

    def _send_soon(self, text: str) -> None:
        """Send a text together with others that follow at once. A close would be sent after it."""
        self.conn.send_text(text.encode())
        if not self._write_due:
            self._write_due = True
            self.loop.call_soon(self._write)

    def _write(self) -> None:
        self._write_due = False
        data = b"".join(self.conn.data_to_send())
        if data and not self.transport.is_closing():
            self.transport.write(data)

    # --- Receiving -------------------------------------------------------------------------------------

    def send_receive_event_to_app(self) -> None:
        if self.read_paused or self.queue.qsize() >= FEW:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # uvicorn would stop reading
        super().send_receive_event_to_app()
        self.read_paused = False

    async def receive(self) -> Any:
        event: Any = await super().receive()
        for extension in self.conn.extensions:
            if isinstance(extension, LongMessageDeflate) and event["type"] == "websocket.receive":
                text = event.get("text")
                extension.unread -= len(event["bytes"] if text is None else text.encode())
        return event
