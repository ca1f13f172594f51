"""What goes over a WebSocket: long messages are compressed, short ones are not worth the time and the memory.

Compressing with a memory of what was sent before would need 43 kB for every page that looks at a table.
"""

from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

WORTH_IT = 8_000
"""Bytes; a new board is longer, most decisions are not."""


class LongMessageDeflate(PerMessageDeflate):
    """Compresses what is long; each message may be compressed or not."""

    def encode(self, frame: Frame) -> Frame:
        return frame if len(frame.data) < WORTH_IT else super().encode(frame)


class LongMessageDeflateFactory(ServerPerMessageDeflateFactory):
    """Agrees with a page on compressing each message by itself."""

    def __init__(self) -> None:
        super().__init__(server_no_context_takeover=True, client_no_context_takeover=True)

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Any
    ) -> tuple[list[ExtensionParameter], LongMessageDeflate]:
        answer, usual = super().process_request_params(params, accepted_extensions)
        sparing = LongMessageDeflate(
            usual.remote_no_context_takeover,
            usual.local_no_context_takeover,
            usual.remote_max_window_bits,
            usual.local_max_window_bits,
        )
        return answer, sparing


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """How the server speaks WebSocket: as uvicorn does, but sparing."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn.available_extensions = [LongMessageDeflateFactory()]
