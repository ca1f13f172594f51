"""Clients that reach a server through a reverse proxy, which names their addresses."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from socket import create_connection
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.helpers.server.running import Page, RunningServer, Server, client_of

NAME = "gipfel.example.org"
PUBLIC_URL = f"https://{NAME}"
HOSTED = ("--public-url", PUBLIC_URL)
"""The arguments of a server with a public URL."""


class ProxiedClient:
    """A browser elsewhere; the server gets its requests as a proxy would forward them."""

    def __init__(self, server: Server, address: str) -> None:
        self._server = server
        self.headers = {"host": NAME, "x-forwarded-for": address, "x-forwarded-proto": "https"}
        self.client = client_of(server.name)

    def ask(self, method: str, path: str, **rest: Any) -> httpx.Response:
        answer = self.client.request(method, path, headers=self.headers, **rest)
        if cookie := answer.headers.get("set-cookie", "").partition(";")[0]:
            self.headers["cookie"] = cookie  # httpx would not send a secure one to http://127.0.0.1
        return answer

    def new(self, **wanted: Any) -> dict[str, Any]:
        """A new table."""
        answer = self.ask("POST", "/api/tables", json=wanted)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    @contextmanager
    def socket(
        self, table_id: str, origin: str | None = PUBLIC_URL, **rest: Any
    ) -> Iterator[ClientConnection]:
        """A WebSocket to a table."""
        host, port = self._server.name.split(":")
        headers = {name: text for name, text in self.headers.items() if name != "host"}
        with connect(
            f"ws://{NAME}/api/tables/{table_id}/socket?v=1",
            sock=create_connection((host, int(port))),
            origin=origin,  # type: ignore[arg-type]
            additional_headers=headers,
            max_size=None,
            proxy=None,
            **rest,
        ) as websocket:
            yield websocket

    @contextmanager
    def page(self, table_id: str) -> Iterator[Page]:
        """A page at a table."""
        with self.socket(table_id) as websocket:
            yield Page(websocket)


class HostedServer(RunningServer):
    """A server with a public URL, whose tables are created and played from different addresses."""

    def __init__(self, database: Path, *arguments: str, makers: dict[str, dict[str, str]]) -> None:
        """`makers`: the headers of those who have created tables, for servers with the same database."""
        super().__init__(database, *HOSTED, *arguments)
        self._makers = makers
        self._numbers = count(len(makers))

    def new(self, **wanted: Any) -> str:
        number = next(self._numbers)
        client = ProxiedClient(self, f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
        table_id: str = client.new(**wanted)["id"]
        self._makers[table_id] = client.headers
        return table_id

    @contextmanager
    def page(self, table_id: str, **rest: Any) -> Iterator[Page]:
        """A page of the visitor who has created the table."""
        client = ProxiedClient(self, "")
        client.headers = self._makers[table_id]
        with client.socket(table_id, compression=None, **rest) as websocket:
            yield Page(websocket)
