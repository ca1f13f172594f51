"""A line between a browser and a server that can be bad: it loses what the server says, or breaks."""

import socket
import threading
from contextlib import suppress
from types import TracebackType

ANY = 65536
"""Bytes read at once."""


class Relay:
    """Passes everything on in both directions, until a test says otherwise."""

    def __init__(self, port: int) -> None:
        """`port` is where the server listens on this machine."""
        self._server = port
        self._lines: list[socket.socket] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self._deaf = threading.Event()
        self._broken = threading.Event()
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._welcome, daemon=True).start()

    def lose_answers(self) -> None:
        """What the page says arrives; what the server says does not."""
        self._deaf.set()

    def break_down(self) -> None:
        """End every line, and let no new one come about."""
        self._broken.set()
        self.cut()

    def mend(self) -> None:
        """New lines work again."""
        self._broken.clear()

    def cut(self) -> None:
        """End every line; new ones work."""
        self._deaf.clear()
        lines, self._lines = self._lines, []
        for line in lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def _welcome(self) -> None:
        with suppress(OSError):
            while True:
                page, _ = self._door.accept()
                if self._broken.is_set():
                    page.close()
                    continue
                server = socket.create_connection(("127.0.0.1", self._server))
                self._lines += [page, server]
                for one, other, loses in ((page, server, None), (server, page, self._deaf)):
                    threading.Thread(target=_pass_on, args=(one, other, loses), daemon=True).start()

    def __enter__(self) -> "Relay":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self.cut()


def _pass_on(one: socket.socket, other: socket.socket, loses: threading.Event | None) -> None:
    with suppress(OSError):
        while data := one.recv(ANY):
            if loses is None or not loses.is_set():
                other.sendall(data)
        other.shutdown(socket.SHUT_WR)
