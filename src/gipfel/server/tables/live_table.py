"""One table in memory: what happens at it is checked, stored, committed, and only then announced."""

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from gipfel.engine.players.player import EngineFailure
from gipfel.games.core.position import Position
from gipfel.games.core.side import Side
from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.server.contract import server_messages as sent
from gipfel.server.contract.shared import ClockFace
from gipfel.server.security.permissions import Access, Keys
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
from gipfel.server.tables.event_log import log_events
from gipfel.server.tables.presence import Client, Presence, RemotePresence
from gipfel.server.tables.real_time import RealTime
from gipfel.server.views.cache import ViewCache
from gipfel.server.views.pointing import Pointer
from gipfel.server.views.table import Thinking
from gipfel.table.clock import Now, real_now
from gipfel.table.events import Event, TimedOut
from gipfel.table.seats import Seat, side_word
from gipfel.table.storage.store import UnknownTable, WriteConflict
from gipfel.table.table import Table

if TYPE_CHECKING:
    from gipfel.server.engines.service import EngineService

__all__ = ["LiveTable", "OutdatedClient", "TableChange", "failed", "idempotent_decision"]

LOG = logging.getLogger("gipfel.server")

PAUSE = 0.4
"""Seconds between the decisions of two engines, so that people can watch."""
ATTEMPTS = 5
"""So often something is tried again because another process has written to the table."""


class LiveTable:
    """A table that is in use."""

    def __init__(
        self,
        table_id: str,
        table: Table,
        store: AsyncStore,
        engines: "EngineService",
        now: Now = real_now,
        keys: Keys | None = None,
        clocks: Clocks | None = None,
        remote: RemotePresence | None = None,
        local: bool = True,
    ) -> None:
        self.id = table_id
        self.table = table
        self.engines = engines
        self.now = now
        self.keys: Keys = keys or {}
        self._local = local
        self.clients: set[Client] = set()
        self.thinking: Thinking | None = None
        self._store = store
        self._lock = asyncio.Lock()
        self._thought: asyncio.Task[None] | None = None
        self._thought_about: tuple[Position, Seat] | None = None
        self.views = ViewCache(self)
        self.seating = asyncio.Lock()
        """Who sits down or makes a link does so one after the other."""
        self._pointer: Pointer | None = None
        self._clocks = clocks
        self._closed = False
        self._reading_keys = asyncio.Lock()
        """So that what was read first does not count last."""
        self._behind = self._keys_behind = False
        """Have others written something that is not seen here yet?"""
        self._looking: asyncio.Task[None] | None = None
        self._said = len(table.messages), table.messages[-1:]
        self.presence = Presence(self, remote or RemotePresence(now))
        self.real_time = RealTime(self) if table.real_time else None
        self._wind()

    # --- What is seen ----------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position now, by the clock if there is one."""
        return self.table.position if self.real_time is None else self.real_time.position

    @property
    def pointer(self) -> Pointer:
        """What can be pointed at in the position now."""
        position = self.position
        if self._pointer is None or self._pointer.position is not position:
            self._pointer = Pointer(position)
        return self._pointer

    def moment(self) -> sent.Moment:
        """What is different whenever somebody looks."""
        clock = self.table.clock
        face = None if clock is None else cast(ClockFace, clock.face(self.now()))
        return {"clock": face, "present": self.presence.plain()}

    # --- Who may do what -------------------------------------------------------------------------------

    def access(self, visitor: str | None) -> Access:
        """What a visitor may do here now."""
        return Access.of(self.keys, visitor, self._local)

    async def reload_keys(self) -> None:
        """See which keys there are; somebody may have sat down, here or in another process."""
        async with self._reading_keys:
            keys = await self._store.keys(self.id)
            if keys == self.keys:
                return
            self.keys = keys
        self.views.clear()
        self._go_on()
        self.announce()
        self.presence.changed()
        self._tell_messages(again=True)

    # --- Who looks -------------------------------------------------------------------------------------

    @property
    def idle(self) -> bool:
        """Does nobody look, and nothing go on?"""
        locks = (self._lock, self.seating, self._reading_keys)
        busy = self._thought is not None or self._looking is not None or any(lock.locked() for lock in locks)
        return not self.clients and not busy and not (self.real_time and self.real_time.busy)

    def come(self, client: Client) -> None:
        """Somebody begins to look."""
        self.clients.add(client)
        self.presence.changed()
        self._go_on()
        if self._behind:
            self.refresh_later()

    def _go_on(self) -> None:
        """Let clock and engines do what they have to do now."""
        if self.real_time is not None:
            self.real_time.go_on()
        else:
            self._let_engines_act()

    async def go(self, client: Client) -> None:
        """Somebody looks no more."""
        self.clients.discard(client)
        self.presence.changed()
        self._wind()
        if self.real_time is not None:
            self.real_time.somebody_went()
        await self._let_engines_go()

    async def _let_engines_go(self) -> None:
        """Programs that play here end when nobody looks and nothing is thought about any more."""
        if not self.clients and self._thought is None:
            await self.engines.leave(self.id)

    def announce(self) -> None:
        """Show the table to everybody who looks."""
        for client in [*self.clients]:
            client.show()

    def messages(self) -> sent.ChatMessages:
        """What the players have said to each other."""
        said: list[sent.ChatMessage] = [
            {"side": side_word(m.side), "text": m.text, "at": m.at} for m in self.table.messages
        ]
        return {"type": "messages", "messages": said}

    def _tell_messages(self, again: bool = False) -> None:
        """Tell who plays here what was said, if that is new."""
        said = len(self.table.messages), self.table.messages[-1:]
        if again or said != self._said:
            self._said = said
            for client in [*self.clients]:
                if client.sides:
                    client.tell(self.messages())

    # --- What happens ----------------------------------------------------------------------------------

    async def apply(self, change: TableChange, at: int | None = None) -> None:
        """Let something happen: check it, store it, then tell everybody. Raises GipfelError.

        `at` is the instant at which it was wanted, if that was not just now.
        """
        at = self.now() if at is None else at
        async with self._lock:
            before = self.table
            try:
                await self._apply_with_retries(change, at)
            finally:
                if self.table is not before:
                    self._changed()

    async def _apply_with_retries(self, change: TableChange, at: int) -> None:
        for _ in range(ATTEMPTS):
            happened = change(self.table)
            if not happened or await self._stored(happened, max(at, self.table.at)):
                return
        raise GipfelError(say("Too much happens at this table at once; try again."))

    async def _stored(self, happened: Sequence[Event], at: int) -> bool:
        """Store what happens next; False if others wrote something first, which has happened now."""
        after = self.table.copy()
        happened = apply_with_plans(after, happened, at)
        try:
            await self._store.add(self.id, self.table.event_count, happened, after, at)
        except WriteConflict:
            self.table = await self._store.caught_up(self.id, self.table)
            return False
        log_events(self.id, self.table, happened, after)
        self.table = after
        return True

    def _changed(self) -> None:
        """The table is another one now, by what happened here or by what others wrote."""
        self.views.clear()
        self.presence.changed()
        self._wind()
        self._go_on()
        # Who asked for it hears that it is done before everybody sees it.
        loop = asyncio.get_running_loop()
        loop.call_soon(self.announce)
        loop.call_soon(self._tell_messages)

    # --- What others do --------------------------------------------------------------------------------

    async def catch_up(self) -> None:
        """See what another process may have written while nobody looked here. Raises GipfelError."""
        keys, self._behind, self._keys_behind = self._keys_behind, False, False
        try:
            await self._read_on()
            if keys:
                await self.reload_keys()
        except BaseException:
            self._behind, self._keys_behind = True, self._keys_behind or keys
            raise

    async def _read_on(self) -> None:
        async with self._lock:
            after = await self._store.caught_up(self.id, self.table)
            if after.event_count != self.table.event_count:
                self.table = after
                self._changed()

    def refresh_later(self, keys: bool = False) -> None:
        """Others have written something: see it now, or when somebody comes."""
        self._behind = True
        self._keys_behind |= keys
        if self.clients and self._looking is None:
            self._looking = asyncio.create_task(self._look())

    async def _look(self) -> None:
        try:
            while self._behind:
                await self.catch_up()
        except UnknownTable:
            await self.close(say("This table was deleted."))
        except GipfelError as error:
            # The database, for instance; the next note, or who comes next, tries again.
            LOG.warning("table %s: %s", self.id, error)
        finally:
            self._looking = None

    def remote_presence_changed(self) -> None:
        """Somebody has come or gone whom another process serves."""
        self.presence.changed()
        self._wind()
        if self.real_time is not None:
            self.real_time.somebody_elsewhere()

    # --- The clock -------------------------------------------------------------------------------------

    def _wind(self) -> None:
        """Have the flag looked after."""
        if self._clocks is not None and not self._closed:
            self._clocks.wind(self, self._flag_due())

    def _flag_due(self) -> int | None:
        """When the flag falls: what is still on its way from who has to decide is waited for."""
        clock = self.table.clock
        if clock is None or clock.running is None or clock.deadline is None:
            return None
        here = max((page.credit for page in self.presence.pages(clock.running)), default=0)
        return clock.deadline + max(here, ELSEWHERE if self.presence.plays_elsewhere(clock.running) else 0)

    async def fall(self) -> None:
        """Let the flag fall if it is due. Raises GipfelError."""

        def change(table: Table) -> Sequence[Event]:
            due, clock = self._flag_due(), table.clock
            if due is None or self.now() < due or clock is None or clock.running is None:
                return ()
            return [TimedOut(clock.running)]

        await self.apply(change)
        self._wind()

    # --- What engines do -------------------------------------------------------------------------------

    def _let_engines_act(self) -> None:
        """Let the engine think whose turn it is, or chance if no person is there to throw.

        What is thought about a position that is no more is forgotten. Without anybody who looks nothing
        new is begun: nobody wants a machine to be busy for that.
        """
        position = self.table.position
        seat = self.table.seats[position.side]
        waits = self._waits_for_machine()
        if self._thought is not None and not (waits and self._is_about(position, seat)):
            self._forget()
        if self._thought is None and waits and self.clients:
            self._thought_about = position, seat
            self._think(None if self.table.by_chance else Thinking(position.side))
            self._thought = asyncio.create_task(self._act(position))

    def _is_about(self, position: Position, seat: Seat) -> bool:
        """Is this what is thought about, and by whom?"""
        about = self._thought_about
        return about is not None and about[0] is position and about[1] == seat

    def _waits_for_machine(self) -> bool:
        table = self.table
        if table.outcome is not None:
            return False
        return not table.persons if table.by_chance else not table.seats[table.position.side].person

    def _forget(self) -> None:
        # The task that asks may be the one that thought: it has done its work, and goes on to its end.
        if self._thought is not None and self._thought is not asyncio.current_task():
            self._thought.cancel()
        self._thought = self._thought_about = None
        self._think(None)

    def _think(self, thinking: Thinking | None) -> None:
        """Somebody begins to think, or nobody does."""
        self.thinking = thinking
        self.views.clear()

    async def _act(self, position: Position) -> None:
        """Choose and make the decision of an engine, or throw."""
        try:
            if not self.table.persons and self.table.number:
                await asyncio.sleep(PAUSE)
            change = throw if self.table.by_chance else await self._chosen(position)
            await self.apply(lambda table: change(table) if table.position is position else ())
        except GipfelError as error:
            # The database, for instance: as long as it does not work nothing can be done here.
            LOG.warning("table %s: %s", self.id, error)
        except Exception:
            LOG.exception("table %s: the engine's decision cannot be made", self.id)
        finally:
            if self._thought is asyncio.current_task():
                self._forget()
                self.announce()
        await self._let_engines_go()

    async def _chosen(self, position: Position) -> TableChange:
        """What an engine decides; one that fails loses."""
        side = position.side
        try:
            text = await self.ask_engine(side, position)
            event: Event = self.table.decided(text or "", side)
        except EngineFailure as failure:
            event = failed(side, str(failure))
        except GipfelError as error:
            event = failed(side, f"the engine decided something that cannot be done: {error}")
        return lambda table: [event]

    async def ask_engine(self, side: Side, position: Position) -> str | None:
        """What the engine on a seat decides. Raises EngineFailure."""
        seat = self.table.seats[side]

        def prepares() -> None:
            self._think(Thinking(side, prepares=True))
            self.announce()

        return await self.engines.choose(seat.player, position, side, seat.seconds, self.id, prepares)

    async def close(self, reason: str = "") -> None:
        """Nothing more happens at this table here."""
        self._closed = True
        thought, looking = self._thought, self._looking
        self._forget()
        self.presence.stop()
        if self._clocks is not None:
            self._clocks.forget(self.id)
        if thought is not None:
            await asyncio.wait({thought})
        if looking is not None and looking is not asyncio.current_task():
            await asyncio.wait({looking})
        if self.real_time is not None:
            await self.real_time.close()
        if reason:
            for client in [*self.clients]:
                client.say_farewell(reason)
