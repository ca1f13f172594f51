"""A real server on a free port, and clients that play over real WebSockets; for tests and benchmarks."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from socket import create_connection
from time import monotonic
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from gipfel.server.contract.shared import Json
from gipfel.server.security.owner import COOKIE, VARIABLE
from tests.helpers.server.patches import patched

PATIENCE = 60
"""Seconds to wait for a message."""
TOKEN = "ThisIsTheOwnerOfAllServersOfTheTests"
OWNER = f"{COOKIE}={TOKEN}"
"""The cookie of the owner of a local server; all clients send it unless a test says otherwise."""


def client_of(name: str) -> httpx.Client:
    """An HTTP client of a server, by its host and port; without TLS no certificates have to be read."""
    cookies = {COOKIE: TOKEN}
    return httpx.Client(base_url=f"http://{name}", timeout=PATIENCE, verify=False, cookies=cookies)


class Server:
    """A server by its host and port, wherever it runs."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.client = client_of(name)

    def new(self, **wanted: Any) -> str:
        """The id of a new table."""
        answer = self.client.post("/api/tables", json=wanted)
        assert answer.status_code == 201, answer.text
        table_id: str = answer.json()["id"]
        return table_id

    @contextmanager
    def page(
        self,
        table_id: str,
        language: str = "en",
        kind: "type[Page] | None" = None,
        headers: Mapping[str, str] | None = None,
        port: int | None = None,
        updates: bool = True,
    ) -> Iterator["Page"]:
        """A page at a table; `port`: connect through another port of this machine.

        Without `updates` it is sent the whole table after every change.
        """
        address = f"ws://{self.name}/api/tables/{table_id}/socket?v=1&language={language}"
        address += "&updates=1" if updates else ""
        through: Json = {} if port is None else {"sock": create_connection(("127.0.0.1", port))}
        headers = {"Cookie": OWNER} if headers is None else headers
        with connect(
            address, max_size=None, compression=None, proxy=None, additional_headers=headers, **through
        ) as socket:
            yield (kind or Page)(socket)

    @contextmanager
    def visitor(self, cookie: str | None = None) -> Iterator["Visitor"]:
        """A visitor with cookies of their own; `cookie`: one that they have already."""
        with client_of(self.name) as client:
            visitor = Visitor(self, client)
            if cookie is not None:
                visitor.take(cookie)
            yield visitor


class ServerProcess(Server):
    """A server in a process of its own, which prints its address when it is ready."""

    def __init__(self, command: list[str], log: Path, environment: Mapping[str, str] | None = None) -> None:
        self._log = log
        variables = {**os.environ, VARIABLE: TOKEN, **(environment or {})}
        with log.open("w") as file:  # a full pipe would block the server
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=file, text=True, env=variables
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://([^/]+)/", line)
        if found is None:
            self.process.communicate()
            raise AssertionError(f"the server did not start: {line} {self.errors()}")
        super().__init__(found[1])

    def stop(self, how: int = signal.SIGINT) -> str:
        """Stop the server; what it has written to stderr."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.communicate(timeout=PATIENCE)
        self.client.close()
        return self.errors()

    def errors(self) -> str:
        """What the server has written to stderr so far."""
        return self._log.read_text()


class RunningServer(ServerProcess):
    """`gipfel serve` in a process of its own."""

    def __init__(self, database: Path, *arguments: str, environment: Mapping[str, str] | None = None) -> None:
        command = [sys.executable, "-m", "gipfel", "serve", "--no-browser", "--port", "0"]
        command += ["--database-url", f"sqlite:///{database}", *arguments]
        self.database = database
        super().__init__(command, database.with_suffix(".log"), environment)


class Visitor:
    """A visitor, whom the server recognises by a cookie."""

    def __init__(self, server: Server, client: httpx.Client) -> None:
        self.server = server
        self.client = client

    @property
    def cookie(self) -> str | None:
        return self.client.cookies.get("gipfel")

    def take(self, cookie: str) -> None:
        """Use another cookie from now on."""
        self.client.cookies.clear()
        self.client.headers["cookie"] = f"gipfel={cookie}; {OWNER}"

    @property
    def headers(self) -> dict[str, str]:
        """The headers that their browser sends when it opens a WebSocket."""
        given = self.client.headers.get("cookie")
        return {"Cookie": given or (f"gipfel={self.cookie}; {OWNER}" if self.cookie else OWNER)}

    def new(self, **wanted: Any) -> Json:
        """The answer for a new table."""
        answer = self.client.post("/api/tables", json=wanted)
        assert answer.status_code == 201, answer.text
        made: Json = answer.json()
        return made

    def invite(self, side: str = "white", **wanted: Any) -> Json:
        """A new table for two."""
        wanted = {"game": "gipf", "version": "standard", **wanted}
        return self.new(invite={"side": side, "name": "Ada"}, **wanted)

    def invite_player(self, other: "Visitor", **wanted: Any) -> str:
        """A new table at which this visitor, Ada, has White and another one, Ben, has Black; its id."""
        made = self.invite(**wanted)
        answer = other.sit(made["id"], made["key"], name="Ben")
        assert answer.status_code == 200, answer.text
        table_id: str = made["id"]
        return table_id

    def sit(self, table_id: str, key: str, **rest: str) -> httpx.Response:
        return self.client.post(f"/api/tables/{table_id}/sit", json={"key": key, **rest})

    def link(self, table_id: str, **rest: Any) -> httpx.Response:
        return self.client.post(f"/api/tables/{table_id}/link", json=rest)

    @contextmanager
    def page(self, table_id: str, language: str = "en") -> Iterator["Page"]:
        """A page of this visitor at a table."""
        with self.server.page(table_id, language, headers=self.headers) as page:
            yield page

    @contextmanager
    def answering_page(self, table_id: str, port: int | None = None) -> Iterator["AnsweringPage"]:
        """A page of this visitor that answers pings; `port`: connect through another port."""
        with self.server.page(table_id, kind=AnsweringPage, headers=self.headers, port=port) as page:
            assert isinstance(page, AnsweringPage)
            yield page


@contextmanager
def serving(database: Path, *arguments: str) -> Iterator[RunningServer]:
    """Run a server while a test needs it."""
    server = RunningServer(database, *arguments)
    try:
        yield server
    finally:
        server.stop()


class Page:
    """A client that does what the page does, without drawing."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.asked = 0
        self.looks: set[str] = set()
        self.board = ""
        self.places: list[Json] = []
        self.table: Json = {}
        self.updates = 0
        """How many updates have come instead of a whole table."""
        self._base: Json = {}
        """The last table as it was sent; `table` also has what came later."""
        self._last_board: Json = {}
        self.until("table")

    def receive(self) -> Json:
        return self.accept(json.loads(self.socket.recv(timeout=PATIENCE)))

    def accept(self, message: Json) -> Json:
        """Remember what a message says; an update becomes the whole table."""
        if message["type"] == "update":
            self.updates += 1
            message = self._updated(message)
        if message["type"] == "table":
            self._see(message["picture"])
            self.table, self._base = message, {**message}
            if message["contest"] and message["contest"]["around"]:
                self._know(message["contest"]["around"])
        elif message["type"] == "time":
            parts = ("yours", "targets", "side")
            self.table.update({name: message[name] for name in parts if name in message})
            self._know(message)
        return message

    def _updated(self, update: Json) -> Json:
        """The whole table after an update."""
        moment = {name: update[name] for name in ("number", "clock", "present")}
        table: Json = {**patched(self._base, update["patch"]), **moment}
        table["picture"] = {**table["picture"], "looks": update["looks"]}
        return table

    def _see(self, picture: Json) -> None:
        """Remember a picture. The server has sent the looks of all its pieces, now or before."""
        for part in ("board", "coordinates", "places"):
            picture.setdefault(part, self._last_board.get(part))
            self._last_board[part] = picture[part]
        self.board, self.places = picture["board"], picture["places"]
        assert self.board
        self._know(picture)

    def _know(self, picture: Json) -> None:
        self.looks |= picture["looks"].keys()
        assert {piece["look"] for piece in picture.get("pieces", ())} <= self.looks

    def messages(self) -> Iterator[Json]:
        """The next messages; fails if a test still waits for another one after a minute."""
        end = monotonic() + PATIENCE
        while monotonic() < end:
            yield self.receive()
        raise AssertionError(f"what was expected did not come within {PATIENCE} s")

    def until(self, *types: str) -> Json:
        """The next message of one of these types."""
        return next(message for message in self.messages() if message["type"] in types)

    def until_so(self, **parts: Any) -> Json:
        """The table as soon as some of its parts have these values."""
        messages = self.messages()
        while any(self.table[name] != part for name, part in parts.items()):
            next(messages)
        return self.table

    def until_number(self, number: int) -> Json:
        """The table after this number of decisions."""
        return self.until_so(number=number)

    def send(self, kind: str, **rest: Any) -> int:
        self.asked += 1
        self.socket.send(json.dumps({"type": kind, "id": self.asked, **rest}))
        return self.asked

    def ask(self, kind: str, **rest: Any) -> Json:
        """Send a message; its answer."""
        asked = self.send(kind, **rest)
        return next(message for message in self.messages() if message.get("id") == asked)

    def do(self, kind: str, **rest: Any) -> Json:
        """Send a message that is not refused; the table after it."""
        answer = self.ask(kind, **rest)
        assert answer["type"] == "done", answer
        self.until("table")
        return self.table

    def decide(self, decision: str, **rest: Any) -> Json:
        return self.do("decide", number=self.table["number"], decision=decision, **rest)

    def point_at_random(self, chance: Random) -> Json | None:
        """Point at targets until they make a decision; None if time has made that impossible."""
        prefix: list[list[str]] = []
        targets = self.table["targets"]
        while targets:
            prefix.append(chance.choice(targets)["target"])
            found = self.ask("point", number=self.table["number"], prefix=prefix)
            assert found["type"] == "pointing", found
            if found["decision"] is not None and (not found["targets"] or chance.random() < 0.5):
                return found
            targets = found["targets"]
        assert self.table["time"] is not None, self.table
        return None

    def play_at_random(self, chance: Random, most: int) -> None:
        """Play by pointing only, until the game is over or has this number of decisions."""
        while self.table["outcome"] is None and self.table["number"] < most:
            if self.table["chance"] is not None:
                self.do("roll")
            elif not self.table["yours"]:
                self.until("table", "time")
            elif found := self.point_at_random(chance):
                self._decide_found(found)

    def _decide_found(self, found: Json) -> None:
        number = self.table["number"]
        answer = self.ask("decide", number=number, decision=found["decision"], side=found["side"])
        if answer["type"] == "done":
            self.until("table")
        else:
            assert self.table["time"] is not None, answer  # in a game with time it may be too late


class AnsweringPage(Page):
    """A page that answers pings at once, and keeps the last message of each type."""

    def __init__(self, socket: ClientConnection) -> None:
        self.last: dict[str, Json] = {}
        super().__init__(socket)

    def receive(self) -> Json:
        message = super().receive()
        if message["type"] == "ping":
            self.socket.send(json.dumps({"type": "pong", "n": message["n"]}))
        if message["type"] == "present":
            self.table["present"] = {name: number for name, number in message.items() if name != "type"}
        self.last[message["type"]] = message
        return message

    def refused(self, kind: str, **rest: Any) -> str:
        """Send a message that is refused; the reason."""
        answer = self.ask(kind, **rest)
        assert answer["type"] == "refused", answer
        reason: str = answer["reason"]
        return reason


def play_together(pages: list[Page], most: int) -> None:
    """Play at random until a table has this number of decisions; all its pages see each."""
    chance = Random(1)
    while (number := pages[0].table["number"]) < most:
        if pages[0].table["chance"] is not None:
            pages[0].do("roll")
        else:
            player = next(page for page in pages if page.table["yours"])
            found = player.point_at_random(chance)
            assert found is not None
            player.decide(found["decision"])
        for page in pages:
            page.until_number(number + 1)
