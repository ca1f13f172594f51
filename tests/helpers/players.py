"""Two people at a table without a line between them and the server, and a clock that a test sets."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from gipfel import BLACK, WHITE, Side
from gipfel.games.core.time_limit import TimeLimit
from gipfel.server.contract.client_messages import read_message
from gipfel.server.engines.service import EngineService
from gipfel.server.security.permissions import Access
from gipfel.server.settings import Settings
from gipfel.server.socket.actions import ActionHandlers
from gipfel.server.socket.offers import OfferHandlers
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.tables.live_table import LiveTable
from gipfel.table.seats import Seat
from gipfel.table.setup import new_setup
from gipfel.table.storage.store import Store, sqlite_url
from tests.helpers.asynchronous import run

Plain = dict[str, Any]
ADA, BEN, EVE = "ada" * 20, "ben" * 20, "eve" * 20
"""Hashes of visitors' numbers."""
BEGIN = 1_800_000_000_000
MINUTE = 60_000
BLITZ = TimeLimit("sudden-death", minutes=3)


class Time:
    """What time it is; it stands still until a test lets some pass."""

    def __init__(self) -> None:
        self.ms = BEGIN

    def __call__(self) -> int:
        return self.ms

    def pass_by(self, ms: int) -> None:
        self.ms += ms


class Player:
    """A visitor at a table: does what a page does, and keeps what it is told."""

    def __init__(self, live: LiveTable, tables: TableDirectory, visitor: str) -> None:
        self.live = live
        self.visitor = visitor
        self.told: list[Plain] = []
        self.shown = 0
        self.farewell = ""
        self.manners = OfferHandlers(live, tables, self.access, self.told.append)
        acting = ActionHandlers(live, tables, self.access, lambda: self.credit)
        self._handlers = {**acting.handlers, **self.manners.handlers}

    def access(self) -> Access:
        return self.live.access(self.visitor)

    @property
    def sides(self) -> frozenset[Side]:
        return frozenset(self.access().plays(self.live.table))

    @property
    def credit(self) -> int:
        return self.manners.credit

    def send(self, message: Plain) -> None:
        self.told.append(message)

    def send_table(self) -> None:
        self.shown += 1

    def send_time(self) -> None:
        pass

    def close(self, reason: str) -> None:
        self.farewell = reason

    def come(self) -> "Player":
        self.live.connect(self)
        self.manners.come()
        return self

    async def go(self) -> None:
        self.manners.go()
        await self.live.disconnect(self)

    async def ask(self, kind: str, **rest: Any) -> Plain | None:
        """What a message is answered with. Raises GipfelError where a page would be refused."""
        message = read_message(json.dumps({"type": kind, **rest}))
        return await self._handlers[message.__class__](message)

    async def decide(self, text: str = "") -> Plain | None:
        """A decision, the first that is legal if none is named."""
        table = self.live.table
        text = text or table.position.decisions()[0].text
        return await self.ask("decide", number=table.number, decision=text, happened=table.event_count)

    def last(self, kind: str) -> Plain:
        """What was said last about something."""
        return next((message for message in reversed(self.told) if message["type"] == kind), {})


@asynccontextmanager
async def tables_at(database: Path | str, now: Callable[[], int]) -> AsyncIterator[TableDirectory]:
    """All tables of a server, without the server; nothing happens by itself in it."""
    engines = EngineService(1)
    url = sqlite_url(database) if isinstance(database, Path) else database
    tables = TableDirectory(Store(url), engines, Settings(), now)
    try:
        yield tables
    finally:
        await tables.close()
        await engines.close()


async def table_for_two(
    tables: TableDirectory,
    game: str = "gipf",
    version: str | None = None,
    clock: TimeLimit = BLITZ,
    waits: bool = False,
) -> str:
    """A table where Ada plays White and Ben plays Black, who may not have come yet."""
    seats = {WHITE: Seat(name="Ada"), BLACK: Seat(name="Ben", waits=waits)}
    setup = new_setup(game, version, {}, seats, clock=clock)
    table_id, _ = await tables._store.create(setup, (), [(WHITE, ADA), (BLACK, BEN)], tables.now())
    return table_id


@asynccontextmanager
async def two_at(tables: TableDirectory, table_id: str) -> AsyncIterator[tuple[Player, Player]]:
    """Ada and Ben at a table."""
    live = await tables.get(table_id)
    both = Player(live, tables, ADA).come(), Player(live, tables, BEN).come()
    try:
        yield both
    finally:
        for player in both:
            await player.go()


async def begin(ada: Player, ben: Player) -> None:
    """The first turn of each, which costs nobody any time."""
    while ada.live.table.position.turn < 2:
        await (ada if ada.live.table.position.side == WHITE else ben).decide()


async def until(true: Callable[[], bool]) -> None:
    """Let everything else happen until something is so."""
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.005)


def played(what: Callable[[TableDirectory, Time], Awaitable[None]], database: Path | str) -> None:
    """Something that is done with the tables of a server, and a clock."""

    async def running() -> None:
        time = Time()
        async with tables_at(database, time) as tables:
            await asyncio.wait_for(what(tables, time), 30)

    run(running())
