"""One table in memory: what happens at it is checked, stored, committed, and only then announced."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from gipfel.engine.players import EngineFailure
from gipfel.games.position import Position
from gipfel.games.side import Side
from gipfel.locale import say, spoken_language
from gipfel.notation.errors import GipfelError
from gipfel.server.pointer import Pointer
from gipfel.server.realtime import RealTime
from gipfel.server.shelf import Shelf
from gipfel.server.views import Plain, Thinking, table_view, time_view
from gipfel.table.happenings import Failed, Happening
from gipfel.table.seats import Seat
from gipfel.table.store import SomebodyElseWrote
from gipfel.table.table import Table

if TYPE_CHECKING:
    from gipfel.server.engines import Engines

LOG = logging.getLogger("gipfel.server")

PAUSE = 0.4
"""Seconds between the decisions of two engines, so that people can watch."""
ATTEMPTS = 5
"""So often something is tried again because another process has written to the table."""
LONGEST_REASON = 300

Next = Callable[[Table], Sequence[Happening]]
"""What is to happen, given the table as it is then; nothing if there is no need. Raises GipfelError."""


class Watcher(Protocol):
    """Somebody who looks at a table."""

    def show(self) -> None:
        """The table has changed."""

    def show_time(self) -> None:
        """A little time has passed, in a game with time."""

    def say_farewell(self, reason: str) -> None:
        """The table is no more."""


class Live:
    """A table that is in use."""

    def __init__(self, id: str, table: Table, shelf: Shelf, engines: "Engines") -> None:
        self.id = id
        self.table = table
        self.engines = engines
        self.watchers: set[Watcher] = set()
        self.thinking: Thinking | None = None
        self._shelf = shelf
        self._lock = asyncio.Lock()
        self._thought: asyncio.Task[None] | None = None
        self._thought_about: tuple[Position, Seat] | None = None
        self._views: dict[str, Plain] = {}
        self._pointer: Pointer | None = None
        self.real_time = RealTime(self) if table.real_time else None

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

    def view(self) -> Plain:
        """The table for all who look at it in the language spoken now."""
        if self.real_time is not None:
            return table_view(self.table, self.pointer, self.thinking, self.real_time.running)
        language = spoken_language()
        if language not in self._views:
            self._views[language] = table_view(self.table, self.pointer, self.thinking, running=False)
        return self._views[language]

    def time_view(self) -> Plain:
        """What has changed because a little time has passed, in a game with time."""
        assert self.real_time is not None
        return time_view(self.table, self.pointer, self.real_time.running)

    @property
    def idle(self) -> bool:
        """Does nobody look, and nothing go on?"""
        return not self.watchers and self._thought is None and not self._lock.locked()

    def come(self, watcher: Watcher) -> None:
        """Somebody begins to look."""
        self.watchers.add(watcher)
        self._go_on()

    def _go_on(self) -> None:
        """Let clock and engines do what they have to do now."""
        if self.real_time is not None:
            self.real_time.go_on()
        else:
            self._let_engines_act()

    async def go(self, watcher: Watcher) -> None:
        """Somebody looks no more."""
        self.watchers.discard(watcher)
        if not self.watchers and self.real_time is not None:
            self.real_time.stand_still()
        await self._let_engines_go()

    async def _let_engines_go(self) -> None:
        """Programs that play here end when nobody looks and nothing is thought about any more."""
        if not self.watchers and self._thought is None:
            await self.engines.leave(self.id)

    def announce(self) -> None:
        """Show the table to everybody who looks."""
        for watcher in [*self.watchers]:
            watcher.show()

    # --- What happens ----------------------------------------------------------------------------------

    async def happen(self, next: Next) -> None:
        """Let something happen: check it, store it, then tell everybody. Raises GipfelError."""
        async with self._lock:
            before = self.table
            try:
                await self._let_happen(next)
            finally:
                if self.table is not before:
                    self._changed()

    async def _let_happen(self, next: Next) -> None:
        for _ in range(ATTEMPTS):
            happened = next(self.table)
            if not happened or await self._stored(happened):
                return
        raise GipfelError("others are writing to this table all the time; try again")

    async def _stored(self, happened: Sequence[Happening]) -> bool:
        """Store what happens next; False if others wrote something first, which has happened now."""
        after = self.table.copy()
        for happening in happened:
            after.apply(happening)
        try:
            await self._shelf.add(self.id, self.table.happened, happened, after)
        except SomebodyElseWrote:
            self.table = await self._shelf.caught_up(self.id, self.table)
            return False
        self.table = after
        return True

    def _changed(self) -> None:
        """The table is another one now, by what happened here or by what others wrote."""
        self._views.clear()
        self._go_on()
        # Who asked for it hears that it is done before everybody sees it.
        asyncio.get_running_loop().call_soon(self.announce)

    async def catch_up(self) -> None:
        """See what another process may have written while nobody looked here. Raises GipfelError."""
        async with self._lock:
            after = await self._shelf.caught_up(self.id, self.table)
            if after.happened != self.table.happened:
                self.table = after
                self._changed()

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
        if self._thought is None and waits and self.watchers:
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
        self._views.clear()

    async def _act(self, position: Position) -> None:
        """Choose and make the decision of an engine, or throw."""
        try:
            if not self.table.persons and self.table.number:
                await asyncio.sleep(PAUSE)
            next = _throw if self.table.by_chance else await self._chosen(position)
            await self.happen(lambda table: next(table) if table.position is position else ())
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

    async def _chosen(self, position: Position) -> Next:
        """What an engine decides; one that fails loses."""
        side = position.side
        try:
            text = await self.ask_engine(side, position)
            happening: Happening = self.table.decided(text or "", side)
        except EngineFailure as failure:
            happening = failed(side, str(failure))
        except GipfelError as error:
            happening = failed(side, f"the engine decided something that cannot be done: {error}")
        return lambda table: [happening]

    async def ask_engine(self, side: Side, position: Position) -> str | None:
        """What the engine on a seat decides. Raises EngineFailure."""
        seat = self.table.seats[side]

        def prepares() -> None:
            self._think(Thinking(side, prepares=True))
            self.announce()

        return await self.engines.choose(seat.player, position, side, seat.seconds, self.id, prepares)

    async def close(self, reason: str = "") -> None:
        """Nothing more happens at this table here."""
        thought = self._thought
        self._forget()
        if thought is not None:
            await asyncio.wait({thought})
        if self.real_time is not None:
            await self.real_time.close()
        if reason:
            for watcher in [*self.watchers]:
                watcher.say_farewell(reason)


def _throw(table: Table) -> Sequence[Happening]:
    """Chance decides."""
    return [table.thrown()]


def failed(side: Side, reason: str) -> Failed:
    """An engine's failure, in one line."""
    return Failed(side, " ".join(reason.split())[:LONGEST_REASON])


def decided_once(text: str, side: Side | None, number: int, ms: int | None) -> Next:
    """A person's decision that follows so many others; the same again is harmless. Raises GipfelError."""

    def next(table: Table) -> Sequence[Happening]:
        if number < table.number and _is_repeated(table, number, text, side):
            return ()
        if number != table.number and not table.real_time:
            raise Behind(table.number)
        decided = table.decided(text, side, ms)
        if not table.seats[decided.side].person:
            name = say(table.name(decided.side))
            raise GipfelError(say("It is not your turn: {side} is to act.", side=name))
        return [decided]

    return next


def _is_repeated(table: Table, number: int, text: str, side: Side | None) -> bool:
    made = table.play.decisions[number]
    if side not in (None, made.side):
        return False
    try:
        return made.text in (text, made.position.decision(text, side).text)
    except GipfelError:
        return False


class Behind(GipfelError):
    """Somebody decides in a position that is no more."""

    def __init__(self, number: int) -> None:
        super().__init__(f"the table has gone on: {number} decisions have been made")
