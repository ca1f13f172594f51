"""Two players at a live table, without a connection between them and the server; a test sets the clock."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from gipfel import BLACK, WHITE, Side
from gipfel.games.core.time_limit import TimeLimit
from gipfel.server.contract.client_messages import read_message
from gipfel.server.contract.requests import InviteRequest, NewTableRequest
from gipfel.server.contract.shared import Json
from gipfel.server.engines.service import EngineService
from gipfel.server.security.permissions import Permissions
from gipfel.server.settings import Settings
from gipfel.server.socket.actions import ACTIONS, ActionHandlers
from gipfel.server.socket.offers import OFFERS, OfferHandlers
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.tables.live_table import LiveTable
from gipfel.table.seats import Seat
from gipfel.table.setup import new_setup
from gipfel.table.storage.database import SERVER_BUSY_TIMEOUT_MS
from gipfel.table.storage.store import Store, sqlite_url
from tests.helpers.asynchronous import run

ADA, BEN, EVE = "ada" * 20, "ben" * 20, "eve" * 20
"""Hashes of three visitors' cookies."""
BEGIN = 1_800_000_000_000
MINUTE = 60_000
BLITZ = TimeLimit("sudden-death", minutes=3)
DAYS = TimeLimit("correspondence", days=2)
INVITATION = NewTableRequest(game="gipf", invite=InviteRequest(side="white"))
"""A table for a player and a guest, who gets a link."""


class Time:
    """A clock that stands still until a test lets time pass."""

    def __init__(self) -> None:
        self.ms = BEGIN

    def __call__(self) -> int:
        return self.ms

    def pass_by(self, ms: int) -> None:
        self.ms += ms


class Player:
    """A client at a table: it does what a page does, and keeps the messages it gets."""

    def __init__(self, live: LiveTable, tables: TableDirectory, visitor: str) -> None:
        self.live = live
        self.visitor = visitor
        self.address = ""
        self.told: list[Json] = []
        self.shown = 0
        self.farewell = ""
        self.offers = OfferHandlers(live, tables, self.permissions, self.told.append)
        self.actions = ActionHandlers(live, tables, self.permissions, lambda: self.credit)

    def permissions(self) -> Permissions:
        return self.live.permissions(self.visitor)

    @property
    def sides(self) -> frozenset[Side]:
        return frozenset(self.permissions().plays(self.live.table))

    @property
    def credit(self) -> int:
        return self.offers.credit

    def send(self, message: Json) -> None:
        self.told.append(message)

    def send_table(self) -> None:
        self.shown += 1

    def send_time(self) -> None:
        pass

    def close(self, reason: str) -> None:
        self.farewell = reason

    def come(self) -> "Player":
        self.live.connect(self)
        self.offers.on_connect()
        return self

    async def go(self) -> None:
        self.offers.on_disconnect()
        await self.live.disconnect(self)

    async def ask(self, kind: str, **rest: Any) -> Json | None:
        """Handle a message; its answer. Raises GipfelError where a page would be refused."""
        message = read_message(json.dumps({"type": kind, **rest}))
        kind_of_message = type(message)
        if kind_of_message in ACTIONS:
            return await ACTIONS[kind_of_message](self.actions, message)
        return await OFFERS[kind_of_message](self.offers, message)

    async def answer_ping(self, time: Time, ms: int) -> None:
        """Answer a new ping after some milliseconds."""
        self.offers.ping()
        time.pass_by(ms)
        await self.ask("pong", n=self.last("ping")["n"])

    async def decide(self, text: str = "") -> Json | None:
        """Make a decision; the first legal one if none is named."""
        table = self.live.table
        text = text or table.position.decisions()[0].text
        return await self.ask("decide", number=table.number, decision=text, happened=table.event_count)

    def last(self, kind: str) -> Json:
        """The last message of a type; empty if there was none."""
        return next((message for message in reversed(self.told) if message["type"] == kind), {})


@asynccontextmanager
async def tables_at(database: Path | str, now: Callable[[], int]) -> AsyncIterator[TableDirectory]:
    """The tables of a server, without the server; clocks and notices are not started."""
    engines = EngineService(1)
    url = sqlite_url(database) if isinstance(database, Path) else database
    store = Store(url, busy_timeout_ms=SERVER_BUSY_TIMEOUT_MS)
    tables = TableDirectory(store, engines, Settings(), now)
    try:
        yield tables
    finally:
        await tables.close()
        await engines.close()


async def new_table(tables: TableDirectory, **request: Any) -> LiveTable:
    """A new table, from the fields of a request."""
    return await tables.get((await tables.create(NewTableRequest.read(request)))["id"])


async def table_for_two(
    tables: TableDirectory,
    game: str = "gipf",
    version: str | None = None,
    clock: TimeLimit = BLITZ,
    waits: bool = False,
) -> str:
    """A table where Ada plays White and Ben plays Black; `waits`: his seat is still free."""
    seats = {WHITE: Seat(name="Ada"), BLACK: Seat(name="Ben", waits=waits)}
    setup = new_setup(game, version, {}, seats, clock=clock)
    table_id, _ = await tables.store.create(setup, (), [(WHITE, ADA), (BLACK, BEN)], tables.now())
    return table_id


@asynccontextmanager
async def two_at(tables: TableDirectory, table_id: str) -> AsyncIterator[tuple[Player, Player]]:
    """Ada and Ben, connected to a table."""
    live = await tables.get(table_id)
    both = Player(live, tables, ADA).come(), Player(live, tables, BEN).come()
    try:
        yield both
    finally:
        for player in both:
            await player.go()


async def begin(ada: Player, ben: Player) -> None:
    """The first turn of each side, which costs no time."""
    while ada.live.table.position.turn < 2:
        await (ada if ada.live.table.position.side == WHITE else ben).decide()


def played(what: Callable[[TableDirectory, Time], Awaitable[None]], database: Path | str) -> None:
    """Run a test with the tables of a server and a clock."""

    async def running() -> None:
        time = Time()
        async with tables_at(database, time) as tables:
            await asyncio.wait_for(what(tables, time), 30)

    run(running())
