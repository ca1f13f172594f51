"""A proxy between a browser and a server with faults on demand: it drops answers, or goes down."""

import socket
import threading
from contextlib import suppress
from types import TracebackType

CHUNK = 65536
"""Bytes read at once."""


class FaultyProxy:
    """Forwards everything in both directions until a test demands a fault."""

    def __init__(self, port: int) -> None:
        """`port` is the port of the server on this machine."""
        self._server = port
        self._connections: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._drops_answers = threading.Event()
        self._is_down = threading.Event()
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def drop_answers(self) -> None:
        """Requests still reach the server, but nothing comes back."""
        self._drops_answers.set()

    def go_down(self) -> None:
        """Close all connections and refuse new ones."""
        self._is_down.set()
        self.close_connections()

    def restore(self) -> None:
        """Accept connections again."""
        self._is_down.clear()

    def close_connections(self) -> None:
        """Close all connections; new ones work."""
        self._drops_answers.clear()
        connections, self._connections = self._connections, []
        for connection in connections:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                if self._is_down.is_set():
                    client.close()
                    continue
                server = socket.create_connection(("127.0.0.1", self._server))
                self._connections += [client, server]
                for source, target, drops in ((client, server, None), (server, client, self._drops_answers)):
                    threading.Thread(target=_forward, args=(source, target, drops), daemon=True).start()

    def __enter__(self) -> "FaultyProxy":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.close_connections()


def _forward(source: socket.socket, target: socket.socket, drops: threading.Event | None) -> None:
    with suppress(OSError):
        while data := source.recv(CHUNK):
            if drops is None or not drops.is_set():
                target.sendall(data)
        target.shutdown(socket.SHUT_WR)
