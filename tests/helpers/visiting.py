"""Visitors of a real server: each with a cookie of their own, over a fast line or a slow one."""

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import create_connection
from threading import Event, Thread
from typing import Any

import uvicorn
from websockets.sync.client import connect

from gipfel.server.app import create_app
from gipfel.server.settings import Settings
from gipfel.table.clock import Now, real_now
from gipfel.table.storage.store import Store, sqlite_url
from tests.helpers.serving import PATIENCE, Page, Plain, client_of


class Answering(Page):
    """A page that answers pings at once, and keeps what it is told beside the table."""

    def receive(self) -> Plain:
        if not hasattr(self, "told"):
            self.told: dict[str, Plain] = {}
        message = super().receive()
        if message["type"] == "ping":
            self.socket.send(json.dumps({"type": "pong", "n": message["n"]}))
        if message["type"] == "present":
            self.table["present"] = {name: number for name, number in message.items() if name != "type"}
        self.told[message["type"]] = message
        return message

    def until_so(self, **parts: Any) -> Plain:
        """The table as soon as parts of it are like this."""
        while any(self.table[name] != part for name, part in parts.items()):
            self.receive()
        return self.table

    def refused(self, kind: str, **rest: Any) -> str:
        """Why something is not done."""
        answer = self.ask(kind, **rest)
        assert answer["type"] == "refused", answer
        reason: str = answer["reason"]
        return reason


class Visitor:
    """Somebody with a browser."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._client = client_of(server)

    def post(self, address: str, **body: Any) -> Plain:
        answer = self._client.post(address, json=body)
        assert answer.status_code < 300, answer.text
        plain: Plain = answer.json()
        return plain

    def stranger(self) -> "Visitor":
        """Somebody else at the same server."""
        return Visitor(self._server)

    def at(self, server: str) -> "Visitor":
        """The same visitor, served by another process."""
        twin = Visitor(server)
        twin._client.cookies.update(dict(self._client.cookies))
        return twin

    @contextmanager
    def page(self, table_id: str, port: int | None = None) -> Iterator[Answering]:
        """A page at a table; through another port if one is named."""
        cookie = "; ".join(f"{name}={value}" for name, value in self._client.cookies.items())
        address = f"ws://{self._server}/api/tables/{table_id}/socket?v=1&language=en"
        where: Plain = {} if port is None else {"sock": create_connection(("127.0.0.1", port))}
        with connect(
            address,
            max_size=None,
            compression=None,
            proxy=None,
            additional_headers={"Cookie": cookie} if cookie else {},
            **where,
        ) as line:
            yield Answering(line)

    def close(self) -> None:
        self._client.close()


def invited(ada: Visitor, ben: Visitor, **new: Any) -> str:
    """A table where Ada has White and Ben, whom she has sent the link, Black."""
    made = ada.post("/api/tables", **new, invite={"side": "white", "name": "Ada"})
    ben.post(f"/api/tables/{made['id']}/sit", key=made["key"], name="Ben")
    table_id: str = made["id"]
    return table_id


@contextmanager
def slow_line(name: str, seconds: float) -> Iterator[int]:
    """A port of this machine that passes everything on to a server, so much later in each direction."""
    host, _, port = name.rpartition(":")
    loop = asyncio.new_event_loop()
    tasks: set[asyncio.Task[None]] = set()

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            loop.call_later(seconds, writer.write, data)
        loop.call_later(seconds, writer.close)

    async def come(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        to_reader, to_writer = await asyncio.open_connection(host, int(port))
        for way in (pass_on(reader, to_writer), pass_on(to_reader, writer)):
            tasks.add(loop.create_task(way))

    # In a thread from the beginning: a browser's loop may run in this one.
    thread = Thread(target=loop.run_forever)
    thread.start()
    listening = asyncio.start_server(come, "127.0.0.1", 0)
    server = asyncio.run_coroutine_threadsafe(listening, loop).result(PATIENCE)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        asyncio.run_coroutine_threadsafe(_end(server, tasks), loop).result(PATIENCE)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _end(server: asyncio.Server, tasks: "set[asyncio.Task[None]]") -> None:
    server.close()
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks)


@contextmanager
def served_here(database: Path | str, now: Now = real_now, settings: Settings | None = None) -> Iterator[str]:
    """A server in this process, by its name, that believes what time it is told."""
    url = sqlite_url(database) if isinstance(database, Path) else database
    app = create_app(settings or Settings(), Store(url), now)
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_config=None, ws="websockets-sansio")
    started, names = Event(), list[str]()

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            names.extend("{}:{}".format(*line.getsockname()) for line in self.servers[0].sockets)
            started.set()

    server = Server(config)
    thread = Thread(target=server.run)
    thread.start()
    try:
        assert started.wait(PATIENCE)
        yield names[0]
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
