"""Compressed messages that unpack to very much: the connection is closed before they fill the memory."""

import socket
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from gipfel.server.contract.client_messages import LARGEST
from tests.helpers.server.raw_connections import PING, TEXT, connected, frame, upgrade
from tests.helpers.server.running import RunningServer, serving

DEFLATE = {"Sec-WebSocket-Extensions": "permessage-deflate"}
COMPRESSED = 4
"""The reserved bit of a frame that says that a message is compressed."""
CONNECTIONS, MESSAGES = 6, 4000
"""1.5 MB of frames in all, which unpack to 1.5 GB."""
MOST_MEMORY = 50_000
"""Kilobytes that the attack may cost."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with serving(tmp_path_factory.mktemp("bombs") / "tables.db", "--host", "0.0.0.0") as running:
        yield running
        assert running.errors() == ""


def bomb(size: int) -> bytes:
    """A frame that unpacks to a message of this size."""
    packer = zlib.compressobj(9, wbits=-15)
    packed = packer.compress(b" " * size) + packer.flush(zlib.Z_SYNC_FLUSH)
    return frame(TEXT, packed[:-4], odd=COMPRESSED)


def opened(server: RunningServer, table_id: str, stack: ExitStack) -> socket.socket:
    """A WebSocket that may send compressed messages."""
    connection = stack.enter_context(connected(server.name))
    address = f"/api/tables/{table_id}/socket?v=1"
    connection.sendall(upgrade(address, {"Host": server.name, **DEFLATE}, Random(1)))
    assert b"permessage-deflate" in connection.recv(65536)
    return connection


def read_to_the_end(connection: socket.socket) -> None:
    """Read until the server has closed a connection."""
    with suppress(ConnectionResetError):  # a part of the attack was not even read
        while connection.recv(65536):
            pass


def memory(server: RunningServer) -> int:
    """The most memory the server has used, in kilobytes."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))


def test_a_bomb_closes_its_connection_and_takes_no_memory(server: RunningServer) -> None:
    table_id = server.new(game="gipf", version="basic")
    attack = bomb(LARGEST) * MESSAGES
    with ExitStack() as stack:
        connections = [opened(server, table_id, stack) for _ in range(CONNECTIONS)]
        before = memory(server)
        threads = [Thread(target=_send, args=(connection, attack)) for connection in connections]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for connection in connections:
            read_to_the_end(connection)
        assert memory(server) - before < MOST_MEMORY
    assert server.client.get("/health").status_code == 200


def _send(connection: socket.socket, data: bytes) -> None:
    with suppress(OSError):  # the server may close the connection before all of it is sent
        connection.sendall(data)


def test_one_compressed_message_of_an_honest_page_is_read(server: RunningServer) -> None:
    table_id = server.new(game="gipf", version="basic")
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(b'{"type": "why", "id": 7, "target": ["dot", "e1"], "prefix": []}')
    packed = (packed + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]
    with ExitStack() as stack:
        connection = opened(server, table_id, stack)
        for _ in range(3):  # more than one, so that nothing adds up
            connection.sendall(frame(TEXT, packed, odd=COMPRESSED) + frame(PING, b"?"))
            received = b""
            while b'"id":7' not in received.replace(b" ", b""):
                received += connection.recv(65536)
