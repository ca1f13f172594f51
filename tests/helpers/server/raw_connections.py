"""Raw bytes to a server: handshakes and frames that no proper client would send."""

import base64
import socket
import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from random import Random

from tests.helpers.server.running import PATIENCE

TEXT, BINARY, CLOSE, PING, PONG, CONTINUED = 1, 2, 8, 9, 10, 0
HUGE = 1 << 62
MASK = bytes(4)
"""A mask that changes nothing; clients may choose any."""
HEADERS: tuple[tuple[str, str], ...] = (
    ("Cookie", "gipfel="),
    ("Cookie", "gipfel=" + "x" * 32),
    ("Cookie", "gipfel=é; gipfel=\x01;;=;,"),
    ("Cookie", "x" * 20_000),
    ("Cookie", '$Version=1; gipfel="' + "x" * 32),
    ("Accept-Language", "fa;q=x,,*"),
    ("Origin", "null"),
    ("Origin", "https://["),
    ("Origin", "https://evil.example"),
    ("Host", "[::1"),
    ("Host", ""),
    ("Host", "a" * 300),
    ("X-Forwarded-For", "unknown, , 999.1.1.1"),
    ("X-Forwarded-For", ""),
    ("X-Forwarded-Proto", "gopher"),
    ("Upgrade", "h2c"),
    ("Connection", "close"),
    ("Sec-WebSocket-Key", "short"),
    ("Sec-WebSocket-Version", "12"),
    ("Sec-WebSocket-Protocol", "chat, é"),
    ("Sec-WebSocket-Extensions", "permessage-deflate"),
    ("Sec-WebSocket-Extensions", "permessage-deflate; server_max_window_bits=99"),
    ("Content-Length", "-1"),
    ("Content-Length", "5"),
    ("Transfer-Encoding", "chunked"),
    ("Expect", "x"),
    ("Te", "x\x00y"),
)
PATHS = (
    "/api/tables/{id}/socket",
    "/api/tables/{id}/socket?v=2",
    "/api/tables/{id}/socket?v=1&language=%ff%fe",
    "/api/tables/{id}/socket?v=" + "9" * 5000,
    "/api/tables/{id}%00/socket?v=1",
    "/api/tables/%F0%9F%8E%B2/socket?v=1",
    "/api/tables/" + "x" * 3000 + "/socket?v=1",
    "/api/tables/../../socket",
    "/api/tables//socket",
    "/api/home",
    "*",
    "http://evil.example/api/tables/{id}/socket",
)


@contextmanager
def connected(name: str) -> Iterator[socket.socket]:
    """A TCP connection to a server, by its host and port."""
    host, _, port = name.rpartition(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
        yield connection


def exchange(connection: socket.socket, data: bytes, ends: bool = True) -> bytes:
    """Send bytes and read until the server closes the connection; `ends`: nothing more will be sent."""
    answer = b""
    try:
        connection.sendall(data)
        if ends:
            connection.shutdown(socket.SHUT_WR)
        while part := connection.recv(65536):
            answer += part
    except TimeoutError:
        raise
    except OSError:
        return answer  # the server may close the connection at any time
    return answer


def head(path: str, headers: Mapping[str, str], method: str = "GET", version: str = "1.1") -> bytes:
    lines = [f"{method} {path} HTTP/{version}", *(f"{name}: {text}" for name, text in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", errors="replace")


def upgrade(path: str, headers: Mapping[str, str], chance: Random) -> bytes:
    """The request with which a page opens a WebSocket."""
    asked = {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": base64.b64encode(chance.randbytes(16)).decode(),
    }
    return head(path, {**asked, **headers})


def frame(
    kind: int, data: bytes, *, last: bool = True, odd: int = 0, hidden: bool = True, size: int | None = None
) -> bytes:
    """A frame; `odd`: its reserved bits, `hidden`: is it masked? `size`: the length it claims to have."""
    size = len(data) if size is None else size
    first = (last << 7) | (odd << 4) | kind
    if size < 126:
        begin = struct.pack("!BB", first, (hidden << 7) | size)
    elif size < 1 << 16:
        begin = struct.pack("!BBH", first, (hidden << 7) | 126, size)
    else:
        begin = struct.pack("!BBQ", first, (hidden << 7) | 127, size)
    return begin + (MASK if hidden else b"") + data


def odd_frames(text: bytes, chance: Random) -> bytes:
    """One or several frames that break the rules of WebSockets, or nearly."""
    control = chance.choice((CLOSE, PING, PONG))
    half = len(text) // 2
    first_frame = frame(TEXT, text[:half], last=False)
    rest = frame(CONTINUED, text[half:])
    return chance.choice(
        (
            first_frame + frame(PING, b"?") + rest,
            first_frame + frame(CLOSE, struct.pack("!H", 1000)) + rest,
            first_frame + frame(TEXT, text),
            first_frame,
            rest,
            frame(TEXT, b'{"type": "\xff\xfe"}'),
            frame(TEXT, text[:half] + b"\xc3", last=False) + frame(CONTINUED, b"("),
            frame(BINARY, chance.randbytes(chance.randrange(300))),
            frame(chance.choice((3, 7, 11, 15)), text),
            frame(TEXT, text, odd=chance.randint(1, 7)),
            frame(TEXT, text, hidden=False),
            frame(TEXT, text, size=HUGE),
            frame(TEXT, text, size=len(text) + 100),
            frame(control, b"x" * 126),
            frame(control, b"x", last=False),
            frame(CLOSE, b"\x03"),
            frame(CLOSE, struct.pack("!H", chance.choice((0, 999, 1005, 1006, 1015, 2999, 5000, 65535)))),
            frame(CLOSE, struct.pack("!H", 1000) + b"\xff\xff"),
            frame(CLOSE, b"") + frame(TEXT, text),
            frame(TEXT, b"x" * 70_000),
            frame(TEXT, b"x" * 1_100_000),
            frame(TEXT, b"", last=False) * 300 + frame(CONTINUED, text),
            frame(PING, b"x") * 200 + frame(TEXT, text),
            chance.randbytes(chance.randint(1, 400)),
        )
    )
