"""Many pairs of players at tables for two, in one event loop; cheap, so that one machine can run hundreds.

They play scripted games, and read only the number of decisions from what they are sent.
"""

import asyncio
import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from random import Random
from time import perf_counter

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_websocket
from websockets.exceptions import ConnectionClosed

import gipfel
from gipfel.server.contract.shared import Json
from tests.helpers.random_games import random_game
from tests.helpers.server.lean_posts import Posts
from tests.helpers.server.lean_socket import LeanSocket, open_lean
from tests.helpers.server.library_posts import LibraryPosts
from tests.helpers.server.proxied import NAME
from tests.helpers.server.running import OWNER

PATIENCE = 60
GAME, VERSION = "gipf", "standard"
BEGINNING = 400
"""Bytes; the number of decisions is near the beginning of a message."""
NUMBER = re.compile(rb'"number": ?(\d+)')
SHOWN, REFUSED = re.compile(rb'"type": ?"(?:table|update)"'), re.compile(rb'"type": ?"refused"')
"""A message that shows the table, all of it or what has changed; a message that was refused."""


@dataclass(frozen=True)
class Script:
    """A game to be played: its decisions, and the side that makes each."""

    decisions: tuple[str, ...]
    sides: tuple[int, ...]
    opening: str = ""
    """A record of the decisions that have been made when the players sit down."""


def scripts(number: int, already_made: int = 0) -> list[Script]:
    """Random games of GIPF, in which `already_made` decisions (at most all but one) have been made."""
    return [_script(random_game(GAME, VERSION, seed), already_made) for seed in range(number)]


def _script(game: gipfel.Playthrough, already_made: int) -> Script:
    made, opening = game.decisions, ""
    if already_made:
        part = gipfel.Playthrough(game.start)
        for decision in made[: min(already_made, len(made) - 1)]:
            part.play(decision)
        opening = gipfel.write_record(part.record())
    return Script(tuple(one.text for one in made), tuple(int(one.side) for one in made), opening)


class CountingConnection(ClientConnection):
    """A connection that counts the bytes on the wire: frames as they arrive, compressed if they are."""

    received = 0

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        super().data_received(data)


class Refused(AssertionError):
    """The server has refused a message."""


@dataclass
class Player:
    """A page at a table."""

    server: str
    table: str
    headers: dict[str, str]
    """Of all its requests."""
    compressed: bool = False
    lean: bool = False
    """A socket that costs little, not the one of a library?"""
    number: int = -1
    """The number of decisions that this player has been shown."""
    socket: ClientConnection | LeanSocket | None = None

    async def connect(self) -> None:
        """Connect, and receive the table."""
        self.socket = await (self._open_lean() if self.lean else self._open())
        self.number = -1
        await self.until(0)

    async def _open(self) -> ClientConnection:
        host, _, port = self.server.rpartition(":")
        name = self.headers.get("Host", self.server)
        return await open_websocket(
            f"ws://{name}{self._address}",
            host=host,
            port=int(port),
            additional_headers={key: text for key, text in self.headers.items() if key != "Host"},
            compression="deflate" if self.compressed else None,
            max_size=None,
            ping_interval=None,
            open_timeout=PATIENCE,
            proxy=None,
            create_connection=CountingConnection,
        )

    async def _open_lean(self) -> LeanSocket:
        host, _, port = self.server.rpartition(":")
        headers = {"Host": self.server, **self.headers}
        async with asyncio.timeout(PATIENCE):
            return await open_lean(host, int(port), self._address, headers, self.compressed)

    @property
    def _address(self) -> str:
        return f"/api/tables/{self.table}/socket?v=1&language=en&updates=1"

    async def until(self, number: int) -> None:
        """Read until this number of decisions have been made."""
        async with asyncio.timeout(PATIENCE):
            while self.number < number:
                await self._read()

    async def _read(self) -> None:
        assert self.socket is not None
        data = await self.socket.recv(decode=False)
        head = data[:BEGINNING]
        if REFUSED.search(head):
            raise Refused(data.decode())
        found = NUMBER.search(head)
        if found and SHOWN.search(head):
            self.number = int(found[1])

    @property
    def received(self) -> int:
        """Bytes on the wire over the present connection."""
        return self.socket.received if isinstance(self.socket, CountingConnection | LeanSocket) else 0

    async def decide(self, number: int, decision: str) -> None:
        assert self.socket is not None
        message = f'{{"type":"decide","id":{number},"number":{number},"decision":"{decision}"}}'
        await self.socket.send(message)

    async def disconnect(self) -> None:
        if self.socket is not None:
            await self.socket.close()

    def drop(self) -> None:
        """Lose the connection without closing it."""
        if self.socket is not None:
            self.socket.transport.abort()


@dataclass
class Pair:
    """Two players who play game after game, each at a new table, on one server or on two."""

    host: "Host"
    games: Sequence[Script]
    chance: Random
    times: list[float] = field(default_factory=list)
    """Seconds until both players have seen a decision."""
    tables: int = 0
    reconnected: int = 0
    received: int = 0
    """Bytes on the wire to both players for ordinary decisions: those after which the game goes on."""
    ordinary: int = 0
    """The number of these decisions."""
    _players: tuple[Player, ...] = ()
    _game: Script = Script((), ())

    async def begin(self) -> None:
        """Sit down at a new table."""
        await self.leave()
        self._game = self.chance.choice(self.games)
        self._players = await self.host.seat(self._game.opening)
        for player in self._players:
            await player.connect()
        self.tables += 1

    async def leave(self) -> None:
        for player in self._players:
            with suppress(ConnectionClosed):
                await player.disconnect()
        self._players = ()

    async def decide(self) -> None:
        """The next decision, at a new table if the game is over."""
        number = await self._ready()
        begin, before = perf_counter(), self._on_the_wire()
        await self._send(number)
        await self._confirmed(number)
        self.times.append(perf_counter() - begin)
        if number + 1 < len(self._game.decisions):
            self.received += self._on_the_wire() - before
            self.ordinary += 1

    def _on_the_wire(self) -> int:
        return sum(player.received for player in self._players)

    async def decide_with_drop(self) -> None:
        """A decision during which connections are lost; who reconnects sees the current table."""
        number = await self._ready()
        if self.chance.random() < 0.5:
            await self._send(number)
        for player in self.chance.sample(self._players, self.chance.randint(1, 2)):
            player.drop()
            await player.connect()
            self.reconnected += 1
        await self._send(number)  # a decision that got lost is made again; the same again is harmless
        await self._confirmed(number)

    async def _ready(self) -> int:
        """The number of decisions at a table where one more can be made."""
        if not self._players or self._players[0].number >= len(self._game.decisions):
            await self.begin()
        return self._players[0].number

    async def _send(self, number: int) -> None:
        await self._players[self._game.sides[number]].decide(number, self._game.decisions[number])

    async def _confirmed(self, number: int) -> None:
        for player in self._players:
            await player.until(number + 1)


class Host:
    """Creates tables for two on a server; the second player may use another server with the same database.

    `hosted`: the server has a public URL, and every player comes from another address through its proxy.
    """

    def __init__(
        self,
        *servers: str,
        invites: bool = False,
        compressed: bool = False,
        hosted: bool = False,
        lean: bool = False,
    ) -> None:
        self._servers = (servers[0], servers[-1])
        self._invites = invites
        self._compressed = compressed
        self._hosted = hosted
        self._lean = lean
        self._visitors = count(1)
        self._posts: Posts | LibraryPosts = (Posts if lean else LibraryPosts)(servers[0])

    async def seat(self, record: str = "") -> tuple[Player, Player]:
        """White and Black at a new table, which may continue a record."""
        new: Json = {"record": record} if record else {"game": GAME, "version": VERSION}
        if self._invites:
            new["invite"] = {"side": "white"}
        white, black = self._headers(), self._headers()
        made = await self._post("tables", new, white)
        if self._invites:
            await self._post(f"tables/{made['id']}/sit", {"key": made["key"]}, black)
        return self._player(0, made["id"], white), self._player(1, made["id"], black)

    def _headers(self) -> dict[str, str]:
        """The headers of a new visitor."""
        if not self._hosted:
            return {"Cookie": OWNER}
        number = next(self._visitors)
        address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
        return {"Host": NAME, "X-Forwarded-For": address, "X-Forwarded-Proto": "https", "Cookie": OWNER}

    def _player(self, side: int, table: str, headers: dict[str, str]) -> Player:
        return Player(self._servers[side], table, headers, self._compressed, self._lean)

    async def _post(self, what: str, body: Json, headers: dict[str, str]) -> Json:
        """The answer; a cookie that comes with it is added to the headers."""
        async with asyncio.timeout(PATIENCE):
            answer = await self._posts.post(f"/api/{what}", body, headers)
        assert answer.status < 300, answer.body
        if answer.cookie:
            headers["Cookie"] = f"{answer.cookie}; {headers['Cookie']}"
        found: Json = json.loads(answer.body)
        return found

    async def close(self) -> None:
        await self._posts.close()
