"""Compression of WebSocket messages: long ones are compressed, each by itself; short ones are not.

Compression with a memory of earlier messages would take 43 kB for every connection. What a client has
compressed is unpacked only while little of it waits to be read: 250 kB of frames can unpack to 250 MB, and
uvicorn unpacks all that has arrived at once. uvicorn has no setting for any of this, so the classes of
uvicorn and websockets are subclassed.
"""

from collections.abc import Sequence
from typing import Any

from websockets.exceptions import PayloadTooBig
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.typing import ExtensionParameter

from gipfel.server.contract.client_messages import LARGEST
from gipfel.server.telemetry.logs import refused

LONG = 8_000
"""Bytes; a table with a new board is longer, one after a decision mostly shorter."""
DATA = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)
MOST_UNREAD = 4 * LARGEST
"""Bytes of messages of one connection that may wait to be read; with more, the connection is closed."""


class LongMessageDeflate(PerMessageDeflate):
    """Compresses only long messages, as the extension allows, and unpacks only what soon can be read."""

    unread = 0
    """Bytes that were unpacked and not read yet."""

    def encode(self, frame: Frame) -> Frame:
        return frame if len(frame.data) < LONG else super().encode(frame)

    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        room = MOST_UNREAD - self.unread
        if room <= 0:
            refused("unpacked")
            raise PayloadTooBig(None, MOST_UNREAD)
        decoded = super().decode(frame, max_size=room if max_size is None else min(room, max_size))
        if frame.opcode in DATA:
            self.unread += len(decoded.data)
        return decoded


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
