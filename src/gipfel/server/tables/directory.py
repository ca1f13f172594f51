"""All tables of a server: those in memory, and access to the stored ones."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from gipfel.engine.players.specs import PlayerSpec
from gipfel.games.core.side import Side
from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.server.contract import answers
from gipfel.server.contract.requests import (
    BadRequest,
    BranchRequest,
    LinkRequest,
    NewTableRequest,
    SitRequest,
)
from gipfel.server.security.limits import LONGEST_GAME, AddressLimits
from gipfel.server.security.owner import owns, require_owner
from gipfel.server.security.permissions import PermissionDenied, Permissions
from gipfel.server.security.players import PlayerNotAllowed, check_player, check_thinking_time
from gipfel.server.settings import Settings
from gipfel.server.tables.async_store import AsyncStore
from gipfel.server.tables.clocks import Clocks
from gipfel.server.tables.creation import invitation_seats, starting_setup, with_seats_taken
from gipfel.server.tables.heartbeat import Heartbeat
from gipfel.server.tables.live_table import LiveTable, TableServices
from gipfel.server.tables.memory_budget import MemoryBudget
from gipfel.server.tables.presence import RemotePresence
from gipfel.server.tables.pubsub import ProcessSync
from gipfel.server.tables.rematches import create_rematch
from gipfel.server.tables.seat_links import SeatKeys
from gipfel.server.tables.untouched_tables import UntouchedTables
from gipfel.server.tables.watched_tables import WatchedTables
from gipfel.server.views.summaries import TableLists, summary_of
from gipfel.table.clock import GameTime, Now, real_now
from gipfel.table.continuations import setup_from_table
from gipfel.table.keys import hashed, new_key
from gipfel.table.seats import Seat, Seats, read_seats, side_word
from gipfel.table.storage.store import A_PAGE, BrokenTable, Store, UnknownTable
from gipfel.table.table import Table

if TYPE_CHECKING:
    from gipfel.server.engines.service import EngineService

LOG = logging.getLogger("gipfel.server")
T = TypeVar("T")


class TableDirectory:
    """Finds, creates and removes tables."""

    def __init__(
        self,
        store: Store,
        engines: "EngineService",
        settings: Settings,
        now: Now = real_now,
        limits: AddressLimits | None = None,
    ) -> None:
        self._store = AsyncStore(store, limits)
        self._store.health.on_change = self._on_database_change
        self.now = GameTime(now)
        self.heartbeat = Heartbeat(self._store, self.now, self._on_given_back)
        self.clocks = Clocks(self._store, self.get, self.now, self.heartbeat)
        remote = RemotePresence(self.now, store.process)
        self.sync = ProcessSync(store.listening_url, remote, self, store.notice_secret)
        self._engines = engines
        self._local = settings.local
        self.watched = WatchedTables()
        self.memory = MemoryBudget()
        self._services = TableServices(
            self._store,
            engines,
            self.now,
            self.clocks,
            self.heartbeat,
            remote,
            self.watched,
            self.memory,
            settings.local,
        )
        self._seat_keys = SeatKeys(self._store)
        self._lists = TableLists(self._store, self.now, local=settings.local)
        self._live: dict[str, asyncio.Future[LiveTable]] = {}
        self._remote = remote
        self.untouched = UntouchedTables(self._store, self._in_use, self._remove_stored)

    @property
    def store(self) -> AsyncStore:
        """The storage of all tables."""
        return self._store

    # --- Tables in memory ------------------------------------------------------------------------------

    async def get(self, table_id: str) -> LiveTable:
        """A table by its id. Raises UnknownTable, or BrokenTable if it cannot be played through."""
        while True:
            known = table_id in self._live
            live = await self._load_once(table_id)
            if known and not live.clients:
                await live.catch_up(keys=True)
            if self._has(live):  # else it was forgotten or removed just now
                return live

    async def _load_once(self, table_id: str) -> LiveTable:
        task = self._live.get(table_id)
        if task is None:
            task = self._live[table_id] = asyncio.create_task(self._load(table_id))
        try:
            live = await asyncio.shield(task)
        except Exception:
            if self._live.get(table_id) is task:
                del self._live[table_id]
            raise
        if self._live.get(table_id) is task:
            self.memory.add(live)
            self._make_room(live)
        return live

    def _has(self, live: LiveTable) -> bool:
        """Is this the current object of its table?"""
        task = self._live.get(live.id)
        return task is not None and task.done() and not task.exception() and task.result() is live

    async def _load(self, table_id: str) -> LiveTable:
        keys = await self._store.keys(table_id)
        table = await self._store.load(table_id)
        earlier = await self._store.earlier_results(table.setup.match)
        return LiveTable(table_id, table, keys, self._services, earlier)

    def _keep(self, table_id: str, table: Table, keys: list[tuple[Side, str]]) -> None:
        """Keep a new table in memory: its players will connect soon."""
        sides_of: dict[str, frozenset[Side]] = {}
        for side, key in keys:
            sides_of[key] = sides_of.get(key, frozenset()) | {side}
        live = LiveTable(table_id, table, sides_of, self._services)
        self._live[table_id] = asyncio.get_running_loop().create_future()
        self._live[table_id].set_result(live)
        self.memory.add(live)
        self._make_room(live)

    def _make_room(self, wanted: LiveTable) -> None:
        """Drop tables without clients if all tables need too much memory."""
        while (live := self.memory.to_drop(wanted)) is not None:
            del self._live[live.id]
            self.memory.forget(live.id)
            self.clocks.forget(live.id)

    def in_memory(self) -> list[LiveTable]:
        """All tables in memory."""
        return [task.result() for task in self._live.values() if task.done() and not task.exception()]

    def when_loaded(self, table_id: str, do: Callable[[LiveTable], None]) -> None:
        """Call a function with a table if it is in memory, or as soon as it has been read."""

        def loaded(task: "asyncio.Future[LiveTable]") -> None:
            if not task.cancelled() and not task.exception():
                do(task.result())

        if (task := self._live.get(table_id)) is None:
            return
        if task.done():
            loaded(task)
        else:
            task.add_done_callback(loaded)

    def _on_database_change(self) -> None:
        """The database does not answer, or answers again."""
        for live in self.in_memory():
            try:
                live.on_database_change()
            except Exception:  # the other tables are told all the same
                LOG.exception("table %s cannot be told whether the database answers", live.id)

    def _on_given_back(self, table_id: str) -> None:
        """A table has got time back in the database."""
        self.when_loaded(table_id, lambda live: live.refresh_later())

    async def start(self) -> None:
        """Start the heartbeat, the clocks and the channel to other processes."""
        await self.heartbeat.start()
        self.clocks.start()
        self.sync.start()
        self.untouched.start()

    async def close(self) -> None:
        """Stop everything; all events are stored, unless the database does not answer."""
        self._store.stop_waiting()
        await self.untouched.close()
        await self.clocks.close()
        await self.sync.close()
        for task in [*self._live.values()]:
            if task.done() and not task.exception():
                await task.result().close()
        self._live.clear()
        await self.heartbeat.close()
        self._store.close()

    # --- New tables ------------------------------------------------------------------------------------

    async def create(self, request: NewTableRequest, visitor: str | None = None) -> answers.Created:
        """Create a table; an invitation also has a key. Raises GipfelError."""
        require_owner(self._local)
        self._check_record(request.record or "")
        if request.invite is not None:
            return await self._invite(request, visitor)
        seats = self.check_seats(request.seats)
        return {"id": await self._create(request, seats, self._keys_for(visitor))}

    async def _invite(self, request: NewTableRequest, visitor: str | None) -> answers.Created:
        if request.invite is None or visitor is None:
            raise PermissionDenied(say("Without cookies nobody can be invited; allow them in your browser."))
        side, seats = invitation_seats(request.invite)
        key = new_key()
        keys = [(side, visitor), (side.other, hashed(key))]
        table_id = await self._create(request, seats, keys)
        return {"id": table_id, "side": side_word(side), "key": key}

    async def _create(self, request: NewTableRequest, seats: Seats, keys: list[tuple[Side, str]]) -> str:
        replayed = request.record is not None
        table_id, table = await self._store.create_from(
            lambda: starting_setup(request, seats), keys, self.now(), expensive=replayed
        )
        self._keep(table_id, table, keys)
        return table_id

    def _keys_for(self, visitor: str | None) -> list[tuple[Side, str]]:
        """On a server for others, all seats belong to the visitor who creates the table."""
        return [] if self._local or visitor is None else [(side, visitor) for side in Side]

    async def branch(self, table_id: str, request: BranchRequest, visitor: str | None = None) -> str:
        """The id of a new table that begins with some decisions of another one. Raises GipfelError."""
        require_owner(self._local)
        table = (await self.get(table_id)).table
        seats = self._same_seats(table) if request.seats is None else self.check_seats(request.seats)
        keys = self._keys_for(visitor)
        new_id, new = await self._store.create_from(
            lambda: setup_from_table(table, request.at, seats), keys, self.now()
        )
        self._keep(new_id, new, keys)
        return new_id

    def _same_seats(self, table: Table) -> Seats:
        """The seats of a table for another one; a person takes the place of an engine that may not run."""
        seats = with_seats_taken(table.seats)
        for side, seat in seats.items():
            try:
                self.check_seat(seat)
            except PlayerNotAllowed:
                seats[side] = Seat()
        return seats

    def _check_record(self, text: str) -> None:
        """Limits the length of records on a server for others."""
        if not self._local and len(text) > LONGEST_GAME:
            raise BadRequest(f"a record has at most {LONGEST_GAME} letters here, not {len(text)}", 413)

    def check_seats(self, data: object) -> Seats:
        """The seats in a request. Raises GipfelError."""
        seats = with_seats_taken(read_seats(data))
        for seat in seats.values():
            self.check_seat(seat)
        return seats

    def check_seat(self, seat: Seat) -> None:
        """Raises PlayerNotAllowed for an engine that this server does not run, or OptionError."""
        if not seat.person:
            spec = PlayerSpec.read(seat.player)
            check_thinking_time(seat.seconds, owns(self._local))
            check_player(spec, owns(self._local))
            spec.with_existing_files()

    async def remove(self, table_id: str, visitor: str | None = None) -> None:
        """Delete a table. Raises UnknownTable, or PermissionDenied if somebody else plays, too."""
        await self._may_remove(table_id, visitor)
        await self._remove_stored(table_id)

    async def _remove_stored(self, table_id: str) -> None:
        if not await self._store.remove(table_id):
            raise UnknownTable(f"there is no table {table_id[:40]!r}")
        await self.forget_removed(table_id)

    def _in_use(self, table_id: str) -> bool:
        """Is a client connected to this table, here or in another process?"""
        here = any(live.id == table_id and live.clients for live in self.in_memory())
        return here or bool(self._remote.at(table_id))

    def is_present(self, table_id: str, side: Side) -> bool:
        """Has the player of a side a page open at this table, here or in another process?"""
        task = self._live.get(table_id)
        here = task is not None and task.done() and not task.exception()
        if task is not None and here and task.result().presence.here.of(side):
            return True
        return any(count.of(side) for count in self._remote.at(table_id).values())

    async def _may_remove(self, table_id: str, visitor: str | None) -> None:
        keys = await self._store.keys(table_id)
        try:
            table = (await self.get(table_id)).table
        except BrokenTable:
            table = None
        Permissions.of(keys, visitor, owns(self._local)).require_removal(table, keys)

    async def forget_removed(self, table_id: str) -> None:
        """A table was deleted by this or another process."""
        task = self._live.pop(table_id, None)
        self.memory.forget(table_id)
        if task is not None:
            with suppress(GipfelError):  # it may not have been readable
                await (await task).close(say("This table was deleted."))
        await self._engines.leave(table_id)

    async def rematch(self, live: LiveTable) -> str:
        """The table where the players of one play again. Raises GipfelError."""
        return await create_rematch(live, self._store)

    async def do(self, work: Callable[[], T]) -> T:
        """Run something slow in a thread."""
        return await self._store.do(work)

    # --- Lists -----------------------------------------------------------------------------------------

    async def summaries(
        self, finished: bool, begin: int = 0, most: int = A_PAGE, visitor: str | None = None
    ) -> list[answers.Summary]:
        """The visitor's tables, the latest first; on a local server also open ones."""
        return await self._lists.of(visitor, finished, begin, most)

    async def summary(self, table_id: str, visitor: str | None) -> answers.Summary:
        """One table, for any visitor. Raises GipfelError."""
        live = await self.get(table_id)
        summary = replace(summary_of(table_id, live.table, live.keys, visitor), match=live.shown_match)
        return (await self._lists.shown(summary))[0]

    async def awaited(self, visitor: str | None) -> list[answers.AwaitedTable]:
        """The tables where it is the visitor's turn and somebody else waits."""
        return [] if visitor is None else await self._lists.awaited(visitor)

    # --- Seats -----------------------------------------------------------------------------------------

    async def sit(self, table_id: str, visitor: str, request: SitRequest) -> answers.TakenSeat:
        """Take a seat with its key. Raises GipfelError."""
        return await self._seat_keys.sit(await self._load_once(table_id), visitor, request)

    async def link(self, table_id: str, visitor: str | None, request: LinkRequest) -> answers.SeatLink:
        """A key of a seat, for a link. Raises GipfelError."""
        return await self._seat_keys.link(await self._load_once(table_id), visitor, request)
