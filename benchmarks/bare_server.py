"""The yardstick for our server: a bare one that stores decisions and shows them to both players.

    .venv/bin/python -m benchmarks.bare_server FILE

Starlette and uvicorn, as ours, but no rules, seats, clocks, pictures or limits. A decision is a row in
SQLite, committed durably before both players are told; a thread commits everything that waits at once. It
understands just enough of the messages to serve the players of `benchmarks.tables`.
"""

import asyncio
import json
import socket
import sqlite3
import sys
from collections import defaultdict
from contextlib import suppress
from itertools import count
from queue import SimpleQueue
from threading import Thread
from typing import NamedTuple

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

SCHEMA = "create table decisions (game text, number integer, decision text, primary key (game, number))"
INSERT = "insert into decisions values (?, ?, ?)"


class Row(NamedTuple):
    """A decision to be stored."""

    game: str
    number: int
    decision: str


class Writer(Thread):
    """Stores decisions; those that arrive during a commit are stored with the next one."""

    def __init__(self, file: str) -> None:
        super().__init__(daemon=True)
        self._file = file
        self._waiting: SimpleQueue[tuple[Row, asyncio.Future[None]]] = SimpleQueue()

    async def store(self, row: Row) -> None:
        """Return as soon as the row is on the disk."""
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put((row, stored))
        await stored

    def run(self) -> None:
        database = sqlite3.connect(self._file)
        database.execute("pragma journal_mode = wal")
        database.execute("pragma synchronous = full")
        database.execute(SCHEMA)
        while True:
            taken = [self._waiting.get()]
            taken += [self._waiting.get_nowait() for _ in range(self._waiting.qsize())]
            with database:
                database.executemany(INSERT, [row for row, _ in taken])
            futures = [stored for _, stored in taken]
            futures[0].get_loop().call_soon_threadsafe(_all_are_stored, futures)


def _all_are_stored(futures: "list[asyncio.Future[None]]") -> None:
    for stored in futures:
        if not stored.done():
            stored.set_result(None)


class BareServer:
    """Tables with the pages that are connected to them."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._names = count()
        self._numbers: defaultdict[str, int] = defaultdict(int)
        self._pages: defaultdict[str, list[WebSocket]] = defaultdict(list)

    def app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/api/tables", self.create, methods=["POST"]),
                Route("/api/tables/{table}/sit", self.sit, methods=["POST"]),
                WebSocketRoute("/api/tables/{table}/socket", self.connect),
            ]
        )

    async def create(self, request: Request) -> JSONResponse:
        return JSONResponse({"id": f"table{next(self._names)}", "key": "none"}, status_code=201)

    async def sit(self, request: Request) -> JSONResponse:
        return JSONResponse({})

    async def connect(self, page: WebSocket) -> None:
        """Serve a page until it leaves."""
        table = page.path_params["table"]
        await page.accept()
        self._pages[table].append(page)
        try:
            await page.send_text(self._message(table, ""))
            while True:
                await self._decide(table, json.loads(await page.receive_text()))
        except WebSocketDisconnect:
            self._pages[table].remove(page)

    async def _decide(self, table: str, message: dict[str, object]) -> None:
        decision = str(message["decision"])
        await self._writer.store(Row(table, self._numbers[table], decision))
        self._numbers[table] += 1
        text = self._message(table, decision)
        for page in self._pages[table]:
            await page.send_text(text)

    def _message(self, table: str, decision: str) -> str:
        """About 120 bytes."""
        number = self._numbers[table]
        side = "black" if number % 2 else "white"
        return json.dumps(
            {"type": "update", "number": number, "side": side, "last": decision, "outcome": None, "id": table}
        )


def main() -> None:
    writer = Writer(sys.argv[1])
    writer.start()
    listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
    config = uvicorn.Config(
        BareServer(writer).app(),
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
    )
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
