"""All tables of a server: those in memory, and the way to the others."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from gipfel.engine.specs import LEVEL, PlayerSpec
from gipfel.games.replay import replay
from gipfel.locale import say, spoken_language
from gipfel.notation.errors import GipfelError, OptionError
from gipfel.notation.record import read_record
from gipfel.project.menu import read_menu
from gipfel.server.live import Live
from gipfel.server.requests import Branch, New
from gipfel.server.settings import Settings
from gipfel.server.shelf import Shelf
from gipfel.server.views import Plain, broken_view, summary_view
from gipfel.table.beginning import Beginning, new_beginning
from gipfel.table.happenings import Happening
from gipfel.table.seats import SIDES, Seat, Seats, checked_name, read_seats
from gipfel.table.store import A_PAGE, Store, Summary, UnknownTable
from gipfel.table.table import branched, from_record

if TYPE_CHECKING:
    from gipfel.server.engines import Engines

T = TypeVar("T")

IN_MEMORY = 300
"""So many tables are kept at hand; others are read again when somebody comes."""
REMEMBERED = 1000
"""Pictures of tables for lists."""


class Tables:
    """Finds, makes and removes tables."""

    def __init__(self, store: Store, engines: "Engines", settings: Settings) -> None:
        self._shelf = Shelf(store)
        self._engines = engines
        self._local = settings.local
        self._live: dict[str, asyncio.Task[Live]] = {}
        self._listed: dict[tuple[str, str, str], Plain] = {}
        self._listing = Lock()

    # --- Tables at hand --------------------------------------------------------------------------------

    async def get(self, id: str) -> Live:
        """A table by its id. Raises UnknownTable, or BrokenTable if it cannot be played through."""
        known = id in self._live
        live = await self._at_hand(id)
        if known and not live.watchers:
            await live.catch_up()
        return live

    async def _at_hand(self, id: str) -> Live:
        if id not in self._live:
            self._make_room()
            self._live[id] = asyncio.create_task(self._load(id))
        task = self._live.pop(id)
        self._live[id] = task  # the one used last stands last
        try:
            return await asyncio.shield(task)
        except Exception:
            if self._live.get(id) is task:
                del self._live[id]
            raise

    async def _load(self, id: str) -> Live:
        return Live(id, await self._shelf.load(id), self._shelf, self._engines)

    def _make_room(self) -> None:
        """Forget tables nobody has looked at for longest, if there are too many."""
        if len(self._live) < IN_MEMORY:
            return
        for id, task in [*self._live.items()]:
            if task.done() and (task.exception() or task.result().idle):
                del self._live[id]
                return

    async def close(self) -> None:
        """Keep everything, and stop."""
        for task in [*self._live.values()]:
            if task.done() and not task.exception():
                await task.result().close()
        self._live.clear()
        self._shelf.close()

    # --- New tables ------------------------------------------------------------------------------------

    async def create(self, new: dict[str, Any]) -> str:
        """The id of a new table as somebody wants it. Raises GipfelError."""
        wanted = New.read(new)
        beginning, happened = await self._shelf.do(lambda: self._begun(wanted))
        id, _ = await self._shelf.create(beginning, happened)
        return id

    def _begun(self, new: New) -> tuple[Beginning, list[Happening]]:
        seats = self.checked_seats(new.seats)
        if new.record is not None:
            record = read_record(new.record)
            named = _named(seats, record.headers) if new.seats is None else seats
            return from_record(record, replay(record), named)
        if new.menu is not None:
            menu = read_menu(new.menu)
            return new_beginning(menu.name, menu.version, menu.changes, seats, title=menu.title), []
        begun = new_beginning(
            new.game or "", new.version, new.options or {}, seats, new.position or "", new.seed
        )
        return begun, []

    async def branch(self, id: str, plain: dict[str, Any]) -> str:
        """The id of a new table that begins with some decisions of another one. Raises GipfelError."""
        wanted = Branch.read(plain)
        table = (await self.get(id)).table
        seats = None if wanted.seats is None else self.checked_seats(wanted.seats)
        beginning, happened = await self._shelf.do(lambda: branched(table, wanted.at, seats))
        new, _ = await self._shelf.create(beginning, happened)
        return new

    def checked_seats(self, plain: object) -> Seats:
        """Seats as somebody wants them. Raises GipfelError."""
        seats = read_seats(plain)
        for seat in seats.values():
            self.check_seat(seat)
        return seats

    def check_seat(self, seat: Seat) -> None:
        """May this player sit down? Others than this machine's user name no programs or files to start.

        Raises OptionError.
        """
        if self._local or seat.person:
            return
        spec = PlayerSpec.read(seat.player)
        plain = PlayerSpec(spec.kind, spec.level) if spec.kind == LEVEL else PlayerSpec(spec.kind)
        if seat.program or spec != plain:
            raise OptionError(
                say(
                    "This server has only its own engines, without settings: level:1 to level:10, random, ..."
                )
            )

    async def remove(self, id: str) -> None:
        """Forget a table for ever. Raises UnknownTable."""
        if not await self._shelf.remove(id):
            raise UnknownTable(f"there is no table {id[:40]!r}")
        task = self._live.pop(id, None)
        if task is not None:
            with suppress(GipfelError):  # it may not have been found any more
                await (await task).close(say("This table was removed."))
        await self._engines.leave(id)

    async def do(self, work: Callable[[], T]) -> T:
        """Something that takes long, beside everything else."""
        return await self._shelf.do(work)

    # --- Lists -----------------------------------------------------------------------------------------

    async def summaries(self, finished: bool, begin: int = 0, most: int = A_PAGE) -> list[Plain]:
        """Finished or unfinished tables, the latest first, in the language spoken now."""
        found = await self._shelf.summaries(finished, begin, most)
        return await self._shelf.do(lambda: [self._summary(summary) for summary in found])

    def _summary(self, summary: Summary) -> Plain:
        key = (summary.id, summary.changed.isoformat(), spoken_language())
        shown = self._listed.get(key) or _listed(summary)
        with self._listing:
            self._listed[key] = shown
            while len(self._listed) > REMEMBERED:
                self._listed.pop(next(iter(self._listed)))
        return shown


def _listed(summary: Summary) -> Plain:
    """A table in a list; one that cannot be shown does not hide the others."""
    try:
        return summary_view(summary)
    except GipfelError as error:
        return broken_view(summary, str(error))


def _named(seats: Seats, headers: dict[str, str]) -> Seats:
    """People with the names a record gives them; a record cannot make anything play."""
    named = {**seats}
    for word, side in SIDES.items():
        try:
            named[side] = Seat(name=checked_name(headers.get(word, "")))
        except GipfelError:
            named[side] = Seat()
    return named
