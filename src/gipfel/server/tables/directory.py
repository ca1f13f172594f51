"""All tables of a server: those in memory, and the way to the others."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from gipfel.engine.players.specs import LEVEL, PlayerSpec
from gipfel.games.core.side import Side
from gipfel.locale import say
from gipfel.notation.errors import GipfelError, OptionError
from gipfel.server.contract import answers
from gipfel.server.contract.requests import Branch, New, NewLink, SitDown
from gipfel.server.contract.shared import Json
from gipfel.server.http.json_body import Refusal
from gipfel.server.security.limits import LONGEST_GAME, THINKING, Limits
from gipfel.server.security.permissions import Access, NotYours, taken
from gipfel.server.settings import Settings
from gipfel.server.tables.async_store import Shelf
from gipfel.server.tables.clocks import Clocks
from gipfel.server.tables.creation import begun, invited, taken_seats
from gipfel.server.tables.live_table import Live
from gipfel.server.tables.presence import Elsewhere
from gipfel.server.tables.pubsub import Bulletin
from gipfel.server.tables.rematches import play_again
from gipfel.server.tables.seat_links import Seating
from gipfel.server.views.summaries import Lists, summary_of
from gipfel.table.clock import Now, real_now
from gipfel.table.continuations import setup_from_table
from gipfel.table.keys import hashed, new_key
from gipfel.table.seats import Seat, Seats, read_seats, side_word
from gipfel.table.storage.store import A_PAGE, BrokenTable, Store, UnknownTable

if TYPE_CHECKING:
    from gipfel.server.engines.service import Engines

T = TypeVar("T")

IN_MEMORY = 300
"""So many tables are kept at hand; others are read again when somebody comes."""


class Tables:
    """Finds, makes and removes tables."""

    def __init__(
        self,
        store: Store,
        engines: "Engines",
        settings: Settings,
        now: Now = real_now,
        limits: Limits | None = None,
    ) -> None:
        self._shelf = Shelf(store, limits)
        self.now = now
        self.clocks = Clocks(self._shelf, self.get, now)
        self._elsewhere = Elsewhere(now, store.process)
        self.bulletin = Bulletin(store.listening_url, self._elsewhere, self)
        self._engines = engines
        self._local = settings.local
        self._seating = Seating(self._shelf)
        self._lists = Lists(self._shelf, now, open_ones=settings.local)
        self._live: dict[str, asyncio.Task[Live]] = {}

    # --- Tables at hand --------------------------------------------------------------------------------

    async def get(self, table_id: str) -> Live:
        """A table by its id. Raises UnknownTable, or BrokenTable if it cannot be played through."""
        while True:
            known = table_id in self._live
            live = await self._at_hand(table_id)
            if known and not live.watchers:
                await live.catch_up()
                await live.keys_changed()
            if self._has(live):  # else it was forgotten or removed just now
                return live

    async def _at_hand(self, table_id: str) -> Live:
        task = self._live.pop(table_id, None) or asyncio.create_task(self._load(table_id))
        self._live[table_id] = task  # the one used last stands last
        try:
            live = await asyncio.shield(task)
        except Exception:
            if self._live.get(table_id) is task:
                del self._live[table_id]
            raise
        self._make_room(live)
        return live

    def _has(self, live: Live) -> bool:
        """Is this what everybody gets who asks for the table?"""
        task = self._live.get(live.id)
        return task is not None and task.done() and not task.exception() and task.result() is live

    async def _load(self, table_id: str) -> Live:
        keys = await self._shelf.keys(table_id)
        table = await self._shelf.load(table_id)
        shelf, engines = self._shelf, self._engines
        return Live(
            table_id, table, shelf, engines, self.now, keys, self.clocks, self._elsewhere, local=self._local
        )

    def _make_room(self, wanted: Live) -> None:
        """Forget tables nobody has looked at for longest, as long as there are too many."""
        too_many = len(self._live) - IN_MEMORY
        if too_many <= 0:
            return
        idle = (live for live in self.all_at_hand() if live.idle and live is not wanted)
        for live in islice(idle, too_many):
            del self._live[live.id]
            self.clocks.forget(live.id)

    def all_at_hand(self) -> list[Live]:
        """All tables in memory."""
        return [task.result() for task in self._live.values() if task.done() and not task.exception()]

    def when_at_hand(self, table_id: str, do: Callable[[Live], None]) -> None:
        """Do something with a table if it is in memory, or as soon as it is if it is being read."""

        def loaded(task: "asyncio.Task[Live]") -> None:
            if not task.cancelled() and not task.exception():
                do(task.result())

        if (task := self._live.get(table_id)) is None:
            return
        if task.done():
            loaded(task)
        else:
            task.add_done_callback(loaded)

    def start(self) -> None:
        """Look after clocks, and listen to other processes."""
        self.clocks.start()
        self.bulletin.start()

    async def close(self) -> None:
        """Keep everything, and stop."""
        await self.clocks.close()
        await self.bulletin.close()
        for task in [*self._live.values()]:
            if task.done() and not task.exception():
                await task.result().close()
        self._live.clear()
        self._shelf.close()

    # --- New tables ------------------------------------------------------------------------------------

    async def create(self, new: Json, visitor: str | None = None) -> str:
        """The id of a new table as somebody wants it. Raises GipfelError."""
        return (await self.begin(new, visitor))["id"]

    async def begin(self, new: Json, visitor: str | None) -> answers.Created:
        """The same, with the key for who is invited. Raises GipfelError."""
        wanted = New.read(new)
        self._check_record(wanted.record or "")
        if wanted.invite is not None:
            return await self._invite(wanted, visitor)
        seats = self.checked_seats(wanted.seats)
        return {"id": await self._make(wanted, seats, self._keys_for(visitor))}

    async def _invite(self, wanted: New, visitor: str | None) -> answers.Created:
        if wanted.invite is None or visitor is None:
            raise NotYours(say("Without cookies nobody can be invited; allow them in your browser."))
        (side, seats), key = invited(wanted.invite), new_key()
        keys = [(side, visitor), (side.other, hashed(key))]
        table_id = await self._make(wanted, seats, keys)
        return {"id": table_id, "side": side_word(side), "key": key}

    async def _make(self, wanted: New, seats: Seats, keys: list[tuple[Side, str]]) -> str:
        replayed = wanted.record is not None
        table_id, _ = await self._shelf.make(lambda: begun(wanted, seats), keys, self.now(), work=replayed)
        return table_id

    def _keys_for(self, visitor: str | None) -> list[tuple[Side, str]]:
        """Where others could come, all seats are for who makes a table; also those of engines."""
        return [] if self._local or visitor is None else [(side, visitor) for side in Side]

    async def branch(self, table_id: str, plain: Json, visitor: str | None = None) -> str:
        """The id of a new table that begins with some decisions of another one. Raises GipfelError."""
        wanted = Branch.read(plain)
        table = (await self.get(table_id)).table
        seats = taken_seats(table.seats) if wanted.seats is None else self.checked_seats(wanted.seats)
        keys = self._keys_for(visitor)
        new, _ = await self._shelf.make(lambda: setup_from_table(table, wanted.at, seats), keys, self.now())
        return new

    def _check_record(self, text: str) -> None:
        """Others than this machine's user keep it busy with no longer games than are ever played."""
        if not self._local and len(text) > LONGEST_GAME:
            raise Refusal(f"a record has at most {LONGEST_GAME} letters here, not {len(text)}", 413)

    def checked_seats(self, plain: object) -> Seats:
        """Seats as somebody wants them. Raises GipfelError."""
        seats = taken_seats(read_seats(plain))
        for seat in seats.values():
            self.check_seat(seat)
        return seats

    def check_seat(self, seat: Seat) -> None:
        """May this player sit down? Others than this machine's user name no programs or files to start.

        Raises OptionError.
        """
        if self._local or seat.person:
            return
        if (seat.seconds or 0) > THINKING:
            raise OptionError(say("Here an engine thinks for at most {most} seconds.", most=round(THINKING)))
        spec = PlayerSpec.read(seat.player)
        plain = PlayerSpec(spec.kind, spec.level) if spec.kind == LEVEL else PlayerSpec(spec.kind)
        if seat.program or spec != plain:
            raise OptionError(
                say(
                    "This server has only its own engines, without settings: level:1 to level:10, random, ..."
                )
            )

    async def remove(self, table_id: str, visitor: str | None = None) -> None:
        """Forget a table for ever. Raises UnknownTable, or NotYours if somebody else plays here, too."""
        await self._may_remove(table_id, visitor)
        if not await self._shelf.remove(table_id):
            raise UnknownTable(f"there is no table {table_id[:40]!r}")
        await self.was_removed(table_id)

    async def _may_remove(self, table_id: str, visitor: str | None) -> None:
        keys = await self._shelf.keys(table_id)
        access = Access.of(keys, visitor, self._local)
        try:
            alone = taken((await self.get(table_id)).table, access.sides)
        except BrokenTable:  # nobody knows any more who sits there
            alone = all(sides <= access.sides for sides in keys.values())
        if not access.sides or not alone:
            raise NotYours(say("Only somebody who plays here without others can delete this table."))

    async def was_removed(self, table_id: str) -> None:
        """A table is no more, by what was done here or elsewhere."""
        task = self._live.pop(table_id, None)
        if task is not None:
            with suppress(GipfelError):  # it may not have been found any more
                await (await task).close(say("This table was deleted."))
        await self._engines.leave(table_id)

    async def rematch(self, live: Live) -> str:
        """The table where the players of one play again. Raises GipfelError."""
        return await play_again(live, self._shelf)

    async def do(self, work: Callable[[], T]) -> T:
        """Something that takes long, beside everything else."""
        return await self._shelf.do(work)

    # --- Lists -----------------------------------------------------------------------------------------

    async def summaries(
        self, finished: bool, begin: int = 0, most: int = A_PAGE, visitor: str | None = None
    ) -> list[answers.Summary]:
        """Tables of who asks, the latest first, in the language spoken now; here at home also open ones."""
        return await self._lists.of(visitor, finished, begin, most)

    async def summary(self, table_id: str, visitor: str | None) -> answers.Summary:
        """One table, whoever asks. Raises GipfelError."""
        live = await self.get(table_id)
        return (await self._lists.shown(summary_of(table_id, live.table, live.keys, visitor)))[0]

    async def awaited(self, visitor: str | None) -> list[answers.AwaitedTable]:
        """The tables where it is the turn of who asks, and somebody else waits for it."""
        return [] if visitor is None else await self._lists.awaited(visitor)

    # --- Seats -----------------------------------------------------------------------------------------

    async def sit(self, table_id: str, visitor: str, plain: Json) -> answers.TakenSeat:
        """Somebody who has the key of a seat takes it. Raises GipfelError."""
        asked = SitDown.read(plain)
        return await self._seating.sit(await self.get(table_id), visitor, asked)

    async def link(self, table_id: str, visitor: str | None, plain: Json) -> answers.SeatLink:
        """A key of a seat, for a link. Raises GipfelError."""
        asked = NewLink.read(plain)
        return await self._seating.link(await self.get(table_id), visitor, asked)
