"""A WebSocket of a player that costs little: for measurements in which the players take CPU from the servers.

It understands what our server sends a well-behaved page, and nothing else: whole messages, some of them
compressed, each by itself. It costs a quarter of the `websockets` library.
"""

import asyncio
import os
import zlib
from base64 import b64encode
from collections import deque
from struct import pack, unpack_from

from websockets.exceptions import ConnectionClosedError

END_OF_HEAD = b"\r\n\r\n"
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
LAST, COMPRESSED, MASKED = 0x80, 0x40, 0x80
NO_MASK = bytes(4)
"""A mask that changes nothing: masks protect proxies, and there are none here."""
END_OF_BLOCK = b"\x00\x00\xff\xff"
"""What the extension leaves out at the end of a compressed message."""
UNCOMPRESSED, TWO_BYTES = 125, 126
"""The largest length that a frame's second byte can say, and what it says if two bytes follow."""


class LeanSocket(asyncio.Protocol):
    """A connection after its handshake; it counts the bytes on the wire."""

    def __init__(self) -> None:
        self.received = 0
        self.transport: asyncio.Transport
        self._head: asyncio.Future[None] | None = asyncio.get_running_loop().create_future()
        self._buffer = b""
        self._messages: deque[bytes] = deque()
        self._waiting: asyncio.Future[None] | None = None
        self._lost = False

    async def shake_hands(self, address: str, headers: dict[str, str], compressed: bool) -> None:
        """Ask the server for a WebSocket. Raises ConnectionClosedError."""
        asked = {
            **headers,
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": b64encode(os.urandom(16)).decode(),
        }
        if compressed:
            asked["Sec-WebSocket-Extensions"] = "permessage-deflate"
        lines = "".join(f"{name}: {text}\r\n" for name, text in asked.items())
        self.transport.write(f"GET {address} HTTP/1.1\r\n{lines}\r\n".encode())
        assert self._head is not None
        await self._head

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, problem: Exception | None) -> None:
        self._lost = True
        if self._head is not None and not self._head.done():
            self._head.set_exception(ConnectionClosedError(None, None))
        self._wake()

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        self._buffer += data
        if self._head is not None:
            self._read_head(self._head)
        if self._head is None:
            self._read_frames()
            if self._messages:
                self._wake()

    def _read_head(self, waiting: "asyncio.Future[None]") -> None:
        head, found, rest = self._buffer.partition(END_OF_HEAD)
        if not found:
            return
        if head.split(None, 2)[1] != b"101":
            waiting.set_exception(AssertionError(self._buffer.decode()))
            return
        self._buffer, self._head = rest, None
        waiting.set_result(None)

    def _read_frames(self) -> None:
        buffer, at = self._buffer, 0
        while len(buffer) >= at + 2:
            size, begin = buffer[at + 1], at + 2
            if size > UNCOMPRESSED:
                wide = ">H" if size == TWO_BYTES else ">Q"
                begin += 2 if size == TWO_BYTES else 8
                if len(buffer) < begin:
                    break
                (size,) = unpack_from(wide, buffer, at + 2)
            if len(buffer) < begin + size:
                break
            self._frame(buffer[at], buffer[begin : begin + size])
            at = begin + size
        self._buffer = buffer[at:]

    def _frame(self, first: int, data: bytes) -> None:
        kind = first & 15
        if kind == PING:
            self._write(PONG, data)
        elif kind == CLOSE:
            self.transport.close()
        elif kind == TEXT and first & COMPRESSED:
            self._messages.append(zlib.decompressobj(-zlib.MAX_WBITS).decompress(data + END_OF_BLOCK))
        elif kind == TEXT:
            self._messages.append(data)

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def recv(self, decode: bool = False) -> bytes:
        """The next message. Raises ConnectionClosedError."""
        assert not decode
        while not self._messages:
            if self._lost:
                raise ConnectionClosedError(None, None)
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        return self._messages.popleft()

    async def send(self, message: str) -> None:
        self._write(TEXT, message.encode())

    def _write(self, kind: int, data: bytes) -> None:
        size = len(data)
        length = bytes([MASKED | size]) if size <= UNCOMPRESSED else pack(">BH", MASKED | TWO_BYTES, size)
        self.transport.write(bytes([LAST | kind]) + length + NO_MASK + data)

    async def close(self) -> None:
        self._write(CLOSE, pack(">H", 1000))
        self.transport.close()


async def open_lean(
    host: str, port: int, address: str, headers: dict[str, str], compressed: bool
) -> LeanSocket:
    """Connect. Raises ConnectionClosedError, OSError or AssertionError."""
    _, socket = await asyncio.get_running_loop().create_connection(LeanSocket, host, port)
    await socket.shake_hands(address, headers, compressed)
    return socket
