"""Somebody who comes from outside, through a proxy: the proxy says from which address."""

from collections.abc import Iterator
from contextlib import contextmanager
from socket import create_connection
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.helpers.serving import Server, client_of

NAME = "gipfel.example.org"
PUBLIC_URL = f"https://{NAME}"
HOSTED = ("--public-url", PUBLIC_URL)


class Outside:
    """A browser somewhere; what it says reaches the server as a proxy would tell it."""

    def __init__(self, server: Server, address: str) -> None:
        self._server = server
        self.headers = {"host": NAME, "x-forwarded-for": address, "x-forwarded-proto": "https"}
        self.client = client_of(server.name)

    def ask(self, method: str, path: str, **rest: Any) -> httpx.Response:
        answer = self.client.request(method, path, headers=self.headers, **rest)
        if cookie := answer.headers.get("set-cookie", "").partition(";")[0]:
            self.headers["cookie"] = cookie  # a client would not give a secure one to http://127.0.0.1
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
        """A line to a table."""
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
        ) as line:
            yield line
