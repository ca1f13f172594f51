"""Compression of WebSocket messages: long ones are compressed, each by itself; short ones are not.

Compression with a memory of earlier messages would take 43 kB for every connection. uvicorn has no
setting for either, so the classes of uvicorn and websockets are subclassed.
"""

from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

LONG = 8_000
"""Bytes; a table with a new board is longer, one after a decision mostly shorter."""


class LongMessageDeflate(PerMessageDeflate):
    """Compresses only long messages, as the extension allows."""

    def encode(self, frame: Frame) -> Frame:
        return frame if len(frame.data) < LONG else super().encode(frame)


class LongMessageDeflateFactory(ServerPerMessageDeflateFactory):
    """Negotiates compression of each message by itself."""

    def __init__(self) -> None:
        super().__init__(server_no_context_takeover=True, client_no_context_takeover=True)

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Any
    ) -> tuple[list[ExtensionParameter], LongMessageDeflate]:
        answer, usual = super().process_request_params(params, accepted_extensions)
        extension = LongMessageDeflate(
            usual.remote_no_context_takeover,
            usual.local_no_context_takeover,
            usual.remote_max_window_bits,
            usual.local_max_window_bits,
        )
        return answer, extension


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Like uvicorn's protocol, but compresses only messages over 8 kB."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn.available_extensions = [LongMessageDeflateFactory()]
