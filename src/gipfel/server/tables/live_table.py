"""One table in memory: every change is checked, stored and committed before it is sent to clients."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from gipfel.engine.players.player import EngineFailure
from gipfel.engine.search.time_control import ClockTime
from gipfel.games.core.position import Position
from gipfel.games.core.side import Side
from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.server.contract import server_messages as sent
from gipfel.server.contract.shared import ClockFace
from gipfel.server.engines.failures import EngineUnavailable
from gipfel.server.security.permissions import Keys, Permissions
from gipfel.server.security.players import PlayerNotAllowed
from gipfel.server.tables.async_store import AsyncStore
from gipfel.server.tables.clocks import ELSEWHERE, Clocks
from gipfel.server.tables.decisions import (
    OutdatedClient,
    TableChange,
    apply_with_plans,
    failed,
    idempotent_decision,
    throw,
)
from gipfel.server.tables.engine_retries import EngineRetries
from gipfel.server.tables.event_log import log_events
from gipfel.server.tables.heartbeat import Heartbeat
from gipfel.server.tables.memory_budget import MemoryBudget
from gipfel.server.tables.presence import Client, Presence, RemotePresence
from gipfel.server.tables.real_time import RealTime
from gipfel.server.tables.watched_tables import WatchedTables
from gipfel.server.views.cache import ViewCache
from gipfel.server.views.pointing import Pointer
from gipfel.server.views.table import Thinking
from gipfel.table.clock import MOST_LAG, Clock, Now
from gipfel.table.events import Event, Renamed, TimedOut
from gipfel.table.matches import GameResult, MatchScore, match_score, result_of
from gipfel.table.seats import LONGEST_NAME, Seat, side_word
from gipfel.table.setup import NO_MATCH
from gipfel.table.storage.rows import BrokenTable, StoredEvents, apply_all
from gipfel.table.storage.store import DatabaseAway, UnknownTable, UsedKey, WriteConflict
from gipfel.table.table import Table

if TYPE_CHECKING:
    from gipfel.server.engines.service import EngineService

__all__ = ["LiveTable", "OutdatedClient", "TableChange", "TableServices", "failed", "idempotent_decision"]

LOG = logging.getLogger("gipfel.server")

PAUSE = 0.4
"""Seconds between the decisions of two engines, so that people can watch."""
NEXT_ATTEMPT = 10.0
"""Seconds after which an engine is asked again if its decision could not be stored."""
ATTEMPTS = 5
"""How often a change is tried if other processes write to the table at the same time."""


@dataclass(frozen=True, slots=True)
class TableServices:
    """What all tables of a server share."""

    store: AsyncStore
    engines: "EngineService"
    now: Now
    clocks: Clocks
    heartbeat: Heartbeat
    remote: RemotePresence
    watched: WatchedTables
    memory: MemoryBudget
    local: bool
    """At a table without keys everybody may play, as only people on this machine can connect."""


class LiveTable:
    """A table in memory, with its clients, its clock and its engines."""

    def __init__(
        self,
        table_id: str,
        table: Table,
        keys: Keys,
        services: TableServices,
        earlier: Sequence[GameResult] = (),
    ) -> None:
        """`earlier`: the results of the games before this one in its match."""
        self.id = table_id
        self._earlier = earlier
        self.table = table
        self.keys = keys
        self._services = services
        self.engines = services.engines
        self.now = services.now
        self.local = services.local
        self.clients: dict[Client, None] = {}
        """In the order in which they have connected."""
        self._address = ""
        self.has_turn = True
        """May this table go on? Of those where only engines play, an address has a limited number."""
        self.thinking: Thinking | None = None
        self._lock = asyncio.Lock()
        self._engine_task: asyncio.Task[None] | None = None
        self._engine_task_for: tuple[Position, Seat] | None = None
        self.retries = EngineRetries(table_id)
        self.views = ViewCache(self)
        self.seat_lock = asyncio.Lock()
        """Seats are taken and links created one at a time."""
        self._pointer: Pointer | None = None
        self._closed = False
        self._reading_keys = asyncio.Lock()
        """Keys are read one at a time, so that an older answer never replaces a newer one."""
        self._behind = self._keys_behind = False
        """Has another process written something that was not read yet?"""
        self._refreshing: asyncio.Task[None] | None = None
        self._sent_messages = len(table.messages), table.messages[-1:]
        """The number of chat messages, and the last one, when they were sent last."""
        self.presence = Presence(self, services.remote)
        timed = table.real_time or table.game.has_contests
        self._real_time = RealTime(self) if timed else None
        self._schedule_flag()

    # --- Views -----------------------------------------------------------------------------------------

    @property
    def real_time(self) -> RealTime | None:
        """The clock of a game with time, or of a contest in real time; None while no time runs."""
        return self._real_time if self.table.real_time else None

    @property
    def position(self) -> Position:
        """The current position; while time runs, by its clock."""
        return self.table.position if self.real_time is None else self.real_time.position

    @property
    def pointer(self) -> Pointer:
        """What can be pointed at in the current position."""
        position = self.position
        if self._pointer is None or self._pointer.position is not position:
            self._pointer = Pointer(position)
        return self._pointer

    @property
    def match(self) -> MatchScore:
        """The score of the match after this game."""
        place = self.table.setup.match
        return match_score(place.number, place.first_to, [*self._earlier, result_of(self.table)])

    @property
    def shown_match(self) -> MatchScore | None:
        """The same; None if this game does not follow another one."""
        return None if self.table.setup.match == NO_MATCH else self.match

    def moment(self) -> sent.Moment:
        """The part of a table that is different whenever it is sent."""
        clock = self._clock(self.table.shown_clock)
        face = None if clock is None else cast(ClockFace | None, clock.face(self.now()))
        return {"clock": face, "patience": self._patience(), "present": self.presence.show()}

    def _patience(self) -> sent.Patience | None:
        """How long the other side of a contest has to wait before it may claim it."""
        clock = self._clock(self.table.clock)
        if clock is None or clock.claimable is None or clock.running is None:
            return None
        return {"side": side_word(clock.running), "left": max(0, clock.claimable - self.now())}

    # --- Permissions -----------------------------------------------------------------------------------

    def permissions(self, visitor: str | None, owner: bool = True) -> Permissions:
        """The current permissions of a visitor; `owner`: of the owner, if the server is local."""
        return Permissions.of(self.keys, visitor, self.local and owner)

    async def reload_keys(self) -> None:
        """Read the keys again, as a seat may have been taken here or in another process."""
        async with self._reading_keys:
            keys = await self._services.store.keys(self.id)
            if keys == self.keys:
                return
            self.keys = keys
        self._keys_changed()

    def _keys_changed(self) -> None:
        """Other visitors may play now: send everything that depends on it."""
        self.views.clear()
        self._resume()
        self.announce()
        self.presence.changed()
        self._send_chat(again=True)

    # --- Clients ---------------------------------------------------------------------------------------

    @property
    def idle(self) -> bool:
        """Are there no clients and no running tasks?"""
        locks = (self._lock, self.seat_lock, self._reading_keys)
        busy = (
            self._engine_task is not None
            or self._refreshing is not None
            or any(lock.locked() for lock in locks)
        )
        return not self.clients and not busy and not (self._real_time and self._real_time.busy)

    def connect(self, client: Client) -> None:
        """Add a client."""
        self.clients[client] = None
        self._services.memory.note(self)
        self.presence.changed()
        self._resume()
        if self._behind:
            self.refresh_later()
        if self.database_away:
            client.send({"type": "storage", "answers": False})

    def _resume(self) -> None:
        """Start the clock or an engine if it is their turn."""
        self._prepare_engines()
        if self.real_time is None:
            if self._real_time is not None:
                self._real_time.rest()
            self._start_engine()
            return
        if self._engine_task is not None:
            self._cancel_engine()  # perhaps a contest has just begun
        self._take_turn()
        if self.thinking is not None and self.thinking.what == "waits":
            self._set_thinking(None)
        for side in Side:
            if self.table.outcome is None and self.is_refused(side):
                self._set_thinking(Thinking(side, "not allowed"))
        if not self.has_turn:
            self._set_thinking(Thinking(self.table.position.side, "waits"))
        self.real_time.go_on()

    async def disconnect(self, client: Client) -> None:
        """Remove a client."""
        self.clients.pop(client, None)
        if not self.clients:
            self.views.forget()
            self._pointer = None
        self._services.memory.note(self)
        self.presence.changed()
        self._schedule_flag()
        self._change_address()
        if self.real_time is not None:
            self.real_time.client_disconnected()
        await self._release_engines()

    def _change_address(self) -> None:
        """Where only engines play: they may now think for another address, as a client has disconnected."""
        if not self.clients or self._closed or self.table.persons:
            self._take_turn()
            return
        before = self.thinking
        self._resume()
        if self.thinking != before:
            self.announce()

    async def _release_engines(self) -> None:
        """Stop external engines of this table once there are no clients and no engine thinks."""
        if not self.clients and self._engine_task is None:
            await self.engines.leave(self.id)

    def announce(self) -> None:
        """Send the table to all clients."""
        for client in [*self.clients]:
            client.send_table()

    def announce_presence(self) -> None:
        """Send who is here, after a change of it; the table stays in memory until then."""
        self.presence.announce()

    def messages(self) -> sent.ChatMessages:
        """The chat messages of the players."""
        messages: list[sent.ChatMessage] = [
            {"side": side_word(m.side), "text": m.text, "at": m.at} for m in self.table.messages
        ]
        return {"type": "messages", "messages": messages}

    def _send_chat(self, again: bool = False) -> None:
        """Send chat messages to the players' clients, if there are new ones."""
        latest = len(self.table.messages), self.table.messages[-1:]
        if again or latest != self._sent_messages:
            self._sent_messages = latest
            for client in [*self.clients]:
                if client.sides:
                    client.send(self.messages())

    # --- Changes ---------------------------------------------------------------------------------------

    async def take_seat(self, change: TableChange, key: UsedKey) -> None:
        """Like `apply`; the key is used up by the same commit. Raises KeyGone if it does not fit any more."""
        async with self._reading_keys:
            await self.apply(change, key=key)
            self.keys = key.used_in(self.keys)
        self._keys_changed()

    async def apply(self, change: TableChange, at: int | None = None, key: UsedKey | None = None) -> None:
        """Check and store a change, then send the table to all clients. Raises GipfelError.

        `at` is the instant of the request, if that was not just now.
        """
        at = self.now() if at is None else at
        async with self._lock:
            before = self.table
            try:
                await self._apply_with_retries(change, at, key)
            finally:
                if self.table is not before:
                    self._changed(before)

    async def _apply_with_retries(self, change: TableChange, at: int, key: UsedKey | None) -> None:
        for _ in range(ATTEMPTS):
            owed = self._services.heartbeat.owed(self.table.clock)
            if owed and not await self._store_events(owed, self.table.at):
                continue
            happened = change(self.table)
            if not (happened or key) or await self._store_events(happened, max(at, self.table.at), key):
                return
        raise GipfelError(say("Too much happens at this table at once; try again."))

    async def _store_events(self, happened: Sequence[Event], at: int, key: UsedKey | None = None) -> bool:
        """Store events; False if another process wrote first, after reading what it wrote."""
        after = self.table.copy()
        happened = apply_with_plans(after, happened, at)
        try:
            await self._services.store.add(self.id, self.table.event_count, happened, after, at, key)
        except WriteConflict:
            self.table = await self._services.store.caught_up(self.id, self.table, patient=True)
            return False
        log_events(self.id, self.table, happened, after)
        self.table = after
        return True

    def _changed(self, before: Table) -> None:
        """The table was changed by this or by another process."""
        self.views.clear()
        if self.table.seats != before.seats:
            self.presence.changed()
        self._schedule_flag()
        self._resume()
        # The client that made the change is answered before all clients get the table.
        asyncio.get_running_loop().call_soon(self._announce_change)

    def _announce_change(self) -> None:
        self.announce()
        self._send_chat()

    # --- The database ----------------------------------------------------------------------------------

    @property
    def database_away(self) -> bool:
        """Does the database not answer at the moment? Then everything that changes the table waits."""
        return self._services.store.health.away

    def on_database_change(self) -> None:
        """The database does not answer, or answers again: tell the clients, and go on if it does."""
        for client in [*self.clients]:
            client.send({"type": "storage", "answers": not self.database_away})
        if self.real_time is not None:
            self.real_time.on_database_change()
        if not self.database_away:
            self._schedule_flag()

    # --- Other processes -------------------------------------------------------------------------------

    async def catch_up(self, keys: bool = False) -> None:
        """Read what other processes have written; `keys`: even if no change of keys is known.

        Raises GipfelError.
        """
        keys = keys or self._keys_behind
        self._behind = self._keys_behind = False
        try:
            await (self._read_all() if keys else self._read_events())
        except BaseException:
            self._behind, self._keys_behind = True, self._keys_behind or keys
            raise

    async def _read_events(self) -> None:
        async with self._lock:
            self._replace(await self._services.store.caught_up(self.id, self.table))

    async def _read_all(self) -> None:
        """Read events and keys."""
        async with self._reading_keys, self._lock:
            after, keys = await self._services.store.news(self.id, self.table)
            self._replace(after)
            if keys == self.keys:
                return
            self.keys = keys
        self._keys_changed()

    def _replace(self, after: Table) -> None:
        """Go on with the table as it was read again."""
        if after.event_count != self.table.event_count:
            before, self.table = self.table, after
            self._changed(before)

    def follow(self, number: int, events: StoredEvents) -> None:
        """Another process has written events from this number on: apply them, or read what is missing."""
        if number + len(events) <= self.table.event_count:
            return
        if self._behind or self._lock.locked() or not self.clients or number != self.table.event_count:
            self.refresh_later()
            return
        after = self.table.copy()
        try:
            apply_all(self.id, after, events)
        except BrokenTable:  # the database knows better
            self.refresh_later()
        else:
            self._replace(after)

    def refresh_later(self, keys: bool = False) -> None:
        """Another process has written something: read it now, or when a client connects."""
        self._behind = True
        self._keys_behind |= keys
        if self.clients and self._refreshing is None:
            self._refreshing = asyncio.create_task(self._refresh())

    async def _refresh(self) -> None:
        try:
            while self._behind:
                await self._catch_up_patiently()
        except UnknownTable:
            await self.close(say("This table was deleted."))
        except GipfelError as error:
            # For instance, the database is damaged; the next notice or client tries again.
            LOG.warning("table %s: %s", self.id, error)
        finally:
            self._refreshing = None

    async def _catch_up_patiently(self) -> None:
        try:
            await self.catch_up()
        except DatabaseAway:
            await self._services.store.health.answering()

    @property
    def refreshing(self) -> bool:
        """Is what other processes have written being read?"""
        return self._refreshing is not None

    def remote_presence_changed(self) -> None:
        """The clients of another process have changed."""
        self.presence.changed()
        self._schedule_flag()
        if self.real_time is not None:
            self.real_time.remote_clients_changed()

    # --- The clock -------------------------------------------------------------------------------------

    def _clock(self, clock: Clock | None) -> Clock | None:
        """A clock of the table. What it gets back because the server was off may not be stored yet."""
        return None if clock is None else self._services.heartbeat.with_time_back(clock)

    def _schedule_flag(self) -> None:
        """Schedule the check of the flag."""
        if not self._closed:
            self._services.clocks.schedule(self, self._flag_due())

    def _flag_due(self) -> int | None:
        """When the flag falls, with time for a decision that is still on its way."""
        clock = self._clock(self.table.clock)
        if clock is None or clock.running is None or clock.deadline is None:
            return None
        lag = max((page.credit for page in self.presence.pages(clock.running)), default=0)
        if self.presence.plays_elsewhere(clock.running):  # the latency of its clients is unknown here
            return clock.deadline + clock.granted(clock.running, MOST_LAG) + ELSEWHERE
        return clock.deadline + clock.granted(clock.running, lag)

    async def check_flag(self) -> None:
        """End the game if the time of the side to act is over. Raises GipfelError."""

        def change(table: Table) -> Sequence[Event]:
            due, clock = self._flag_due(), table.clock
            if due is None or self.now() < due or clock is None or clock.running is None:
                return ()
            return [TimedOut(clock.running)]

        await self.apply(change)
        self._schedule_flag()

    # --- Engines ---------------------------------------------------------------------------------------

    def _prepare_engines(self) -> None:
        """Let engines that play here get ready before it is their turn."""
        if self.table.outcome is not None or not self.clients or self._closed:
            return
        for side, seat in self.table.seats.items():
            if not seat.person:
                self.engines.prepare(seat.player, self.table.position, side, self.id, self.engine_address())

    def _start_engine(self) -> None:
        """Start the engine whose turn it is, or throw if chance decides and no person plays.

        An engine that thinks about an outdated position is stopped. Nothing is started without clients.
        """
        position = self.table.position
        seat = self.table.seats[position.side]
        waits = self._waits_for_engine()
        thinks = self._engine_task is not None and waits and self._thinks_about(position, seat)
        if not thinks and (self._engine_task or self.thinking):
            self._cancel_engine()
        self._take_turn()
        if waits and not self.table.by_chance and self.is_refused(position.side):
            self._set_thinking(Thinking(position.side, "not allowed"))
            return
        if self._engine_task is None and waits and self.clients:
            if not self.has_turn:
                self._set_thinking(Thinking(position.side, "waits"))
                return
            self._engine_task_for = position, seat
            self._set_thinking(None if self.table.by_chance else Thinking(position.side))
            self._engine_task = asyncio.create_task(self._act(position))

    def _take_turn(self) -> None:
        """Where only engines play: go on if the address has not too many such tables, else wait."""
        table = self.table
        watched = table.outcome is None and not table.persons and not any(map(self.is_refused, Side))
        if watched and self.clients and not self._closed:
            self.has_turn = self._services.watched.enter(self.engine_address(), self.id, self._on_turn)
        elif not watched or self._engine_task is None or self._closed:
            self.has_turn = True
            self._services.watched.leave(self.id)

    def _on_turn(self) -> None:
        """Go on after another table of the same address has ended, or after something could not be stored."""
        if not self._closed and self.clients:
            self._resume()
            self.announce()

    def engine_address(self) -> str:
        """The address that the engines think for.

        It is that of the client that has been connected for the longest time, of a player if there is one.
        Without clients, it is the last one.
        """
        if self.clients:
            first = next(iter(self.clients))
            players = (client for client in self.clients if client.sides)
            self._address = (next(players, first) if self.table.persons else first).address
        return self._address

    def is_refused(self, side: Side) -> bool:
        """Is an engine on a seat that this server does not run? Then the game waits."""
        seat = self.table.seats[side]
        return not seat.person and not self.engines.may_run(seat.player)

    def _thinks_about(self, position: Position, seat: Seat) -> bool:
        """Does the running task think about this position for this seat?"""
        about = self._engine_task_for
        return about is not None and about[0] is position and about[1] == seat

    def _waits_for_engine(self) -> bool:
        table = self.table
        if table.outcome is not None:
            return False
        return not table.persons if table.by_chance else not table.seats[table.position.side].person

    def _cancel_engine(self) -> None:
        # The current task may be the engine's own: it has done its work and ends by itself.
        if self._engine_task is not None and self._engine_task is not asyncio.current_task():
            self._engine_task.cancel()
        self._engine_task = self._engine_task_for = None
        self._set_thinking(None)

    def _set_thinking(self, thinking: Thinking | None) -> None:
        """Note which engine thinks, if any."""
        self.thinking = thinking
        self.views.clear()

    async def _act(self, position: Position) -> None:
        """Get and make the decision of an engine, or throw."""
        try:
            if not self.table.persons and self.table.number:
                await asyncio.sleep(PAUSE)
            change = throw if self.table.by_chance else await self._chosen(position)
            await self.apply(lambda table: change(table) if table.position is position else ())
        except EngineUnavailable:
            pass  # nobody is here any more; the engine tries again when somebody connects
        except GipfelError as error:
            # For instance, the database is damaged, or others write to this table all the time.
            LOG.warning("table %s: %s", self.id, error)
            asyncio.get_running_loop().call_later(NEXT_ATTEMPT, self._on_turn)
        except Exception:
            LOG.exception("table %s: the engine's decision cannot be made", self.id)
        finally:
            if self._engine_task is asyncio.current_task():
                self._cancel_engine()
                self.announce()
        self._take_turn()
        await self._release_engines()

    async def _chosen(self, position: Position) -> TableChange:
        """The change an engine makes. For an engine that cannot think, the game waits while clients are here.

        Raises EngineUnavailable if there are none.
        """
        self.retries.reset()
        while True:
            try:
                event = await self._engine_event(position)
                return lambda table: [event]
            except EngineUnavailable as problem:
                if not self.clients:
                    raise
                self.show_failure(position.side)
                await self.retries.pause(problem)

    async def _engine_event(self, position: Position) -> Event:
        """The decision of an engine; an external engine that fails loses. Raises EngineUnavailable."""
        side = position.side
        try:
            text = await self.ask_engine(side, position)
            return self.table.decided(text or "", side)
        except EngineFailure as failure:
            return failed(side, str(failure))
        except (EngineUnavailable, PlayerNotAllowed):
            raise  # the game waits: the engine did nothing wrong
        except GipfelError as error:
            reason = f"the engine decided something that cannot be done: {error}"
            if self.table.seats[side].program:
                return failed(side, reason)
            raise EngineUnavailable(reason) from error

    def show_failure(self, side: Side) -> None:
        """Tell clients that an engine cannot think at the moment."""
        self._set_thinking(Thinking(side, "failed"))
        self.announce()

    def retry_engine(self) -> None:
        """Let an engine that cannot think try again at once, because a client asks for it."""
        if self.thinking is not None and self.thinking.what == "failed":
            self._set_thinking(Thinking(self.thinking.side))
            self.retries.end_pause()
            self.announce()

    async def ask_engine(self, side: Side, position: Position) -> str | None:
        """The decision of the engine on a seat.

        Raises EngineFailure, EngineUnavailable or PlayerNotAllowed.
        """
        seat = self.table.seats[side]
        text = await self.engines.choose(
            seat.player,
            position,
            side,
            seat.seconds,
            self.id,
            lambda: self._show_preparation(side),
            address=self.engine_address(),
            watched=not self.table.persons,
            clock=lambda: self.engine_clock(side),
        )
        if seat.program and not seat.name:
            await self._name_program(side, seat)
        return text

    async def _name_program(self, side: Side, seat: Seat) -> None:
        """Call a program by the name that it has told, at the table and in the record."""
        name = (await self.engines.told_name(seat.player, side, self.id))[:LONGEST_NAME].strip()
        if name:
            await self.apply(lambda table: [Renamed(side, name)] if table.seats[side] == seat else ())

    def engine_clock(self, side: Side) -> ClockTime | None:
        """The clock that an engine has to watch; None if no clock of its side runs, or nobody loses by it."""
        clock = self._clock(self.table.clock)
        if clock is None or clock.running != side or clock.deadline is None:
            return None
        return ClockTime(max(0, clock.deadline - self.now()) / 1000, clock.limit.seconds)

    async def until_engine_ready(self, side: Side, position: Position) -> None:
        """Wait until the engine on a seat can decide without delay. Raises what `ask_engine` raises."""
        player, address = self.table.seats[side].player, self.engine_address()
        await self.engines.until_ready(
            player, position, side, self.id, lambda: self._show_preparation(side), address
        )

    def _show_preparation(self, side: Side) -> None:
        """Tell clients that an engine is not ready yet."""
        if self.thinking is not None and self.thinking.what == "failed":
            return  # clients see that the game waits
        self._set_thinking(Thinking(side, "prepares"))
        self.announce()

    async def close(self, reason: str = "") -> None:
        """Stop everything; with a reason, also close the connections of all clients."""
        self._closed = True
        engine_task, refreshing = self._engine_task, self._refreshing
        self._cancel_engine()
        self._take_turn()
        self.presence.stop()
        self._services.clocks.forget(self.id)
        if engine_task is not None:
            await asyncio.wait({engine_task})
        if refreshing is not None and refreshing is not asyncio.current_task():
            await asyncio.wait({refreshing})
        if self._real_time is not None:
            await self._real_time.close()
        if reason:
            for client in [*self.clients]:
                client.close(reason)
