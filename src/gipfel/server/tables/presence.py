"""Who is at a table: pages that play, pages that watch; also those that other processes serve."""

import asyncio
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from gipfel.games.core.side import Side
from gipfel.server.contract import server_messages as sent
from gipfel.table.clock import Now

if TYPE_CHECKING:
    from gipfel.server.tables.live_table import LiveTable

SOON = 0.05
"""Seconds until everybody is told who came or went: many may come at once."""
FOR_EACH = 0.0005
"""Seconds more for each page that is to be told: who comes and goes must not keep a crowd busy."""
SILENT = 30_000
"""Milliseconds; a process that says nothing for so long is no more."""


class Client(Protocol):
    """Somebody who looks at a table."""

    @property
    def sides(self) -> frozenset[Side]:
        """The seats of people where this one sits now; none if it only watches."""

    @property
    def credit(self) -> int:
        """Milliseconds that are given back because its line is slow."""

    def tell(self, message: sent.ServerMessage) -> None:
        """Send a message as it is."""

    def show(self) -> None:
        """The table has changed."""

    def show_time(self) -> None:
        """A little time has passed, in a game with time."""

    def say_farewell(self, reason: str) -> None:
        """The table is no more."""


class Count(NamedTuple):
    """How many pages play each side, and how many watch."""

    white: int = 0
    black: int = 0
    watching: int = 0

    def of(self, side: Side) -> int:
        return self.white if side == Side.WHITE else self.black

    @property
    def players(self) -> int:
        return self.white + self.black


NOBODY = Count()


def counted(seats: Iterable[frozenset[Side]]) -> Count:
    """Pages, by the sides each of them plays."""
    known = [*seats]
    white, black = (sum(side in sides for sides in known) for side in (Side.WHITE, Side.BLACK))
    return Count(white, black, sum(not sides for sides in known))


class RemotePresence:
    """Who is at which table through other processes, as they have said."""

    def __init__(self, now: Now, process: str = "") -> None:
        self.process = process
        self._now = now
        self._counts: dict[str, dict[str, Count]] = {}
        self._heard: dict[str, int] = {}
        self.tell: Callable[[str, Count], None] = lambda table, count: None
        """How the others learn who is at a table here."""

    def note(self, process: str, counts: dict[str, Count]) -> bool:
        """A process says how many are where; is it one that was not known?"""
        new = process not in self._heard
        known = self._counts.setdefault(process, {})
        for table, count in counts.items():
            if any(count):
                known[table] = count
            else:
                known.pop(table, None)
        self._heard[process] = self._now()
        return new

    def silent(self) -> set[str]:
        """Forget processes that have been silent for too long: at which tables somebody is missing now."""
        late = self._now() - SILENT
        return {
            table for process in [*self._heard] if self._heard[process] < late for table in self.end(process)
        }

    def end(self, process: str) -> set[str]:
        """A process is no more: at which tables somebody is missing now."""
        self._heard.pop(process, None)
        return {*self._counts.pop(process, {})}

    def forget_all(self) -> set[str]:
        """Nothing is known any more."""
        return {table for process in [*self._heard] for table in self.end(process)}

    def at(self, table: str) -> dict[str, Count]:
        """How many are at a table, by process."""
        return {process: counts[table] for process, counts in self._counts.items() if table in counts}


class Presence:
    """Who is at one table."""

    def __init__(self, live: "LiveTable", remote: RemotePresence) -> None:
        self._live = live
        self._remote = remote
        self._here: Count | None = None
        """As it was counted last; there may be many to count."""
        self._told: Count | None = None
        self._told_others = NOBODY
        self._soon: asyncio.TimerHandle | None = None

    @property
    def here(self) -> Count:
        if self._here is None:
            self._here = counted(client.sides for client in self._live.clients)
        return self._here

    @property
    def everywhere(self) -> Count:
        counts = [self.here, *self._remote.at(self._live.id).values()]
        return Count(*(sum(numbers) for numbers in zip(*counts, strict=True)))

    def plain(self) -> sent.Present:
        """As it is sent to pages."""
        everywhere = self.everywhere
        return {"white": everywhere.white, "black": everywhere.black, "watching": everywhere.watching}

    def plays_elsewhere(self, side: Side) -> bool:
        """Does another process serve a page that plays a side?"""
        return any(count.of(side) for count in self._remote.at(self._live.id).values())

    @property
    def leads(self) -> bool:
        """Is this the one among the processes with players here whose engines play in a game with time?"""
        alone = not self._live.table.persons
        others = self._remote.at(self._live.id).items()
        here = alone or self.here.players > 0
        return here and all(process > self._remote.process for process, n in others if alone or n.players)

    def pages(self, side: Side) -> list[Client]:
        """The pages here that play a side."""
        return [client for client in self._live.clients if side in client.sides]

    # --- Telling ---------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Somebody may have come, gone, or sat down: soon everybody is told."""
        self._here = None
        if self._soon is None:
            pause = SOON + FOR_EACH * len(self._live.clients)
            self._soon = asyncio.get_running_loop().call_later(pause, self.tell)

    def tell(self) -> None:
        """Tell pages and other processes who is here, if they do not know."""
        self.stop()
        here, everywhere = self.here, self.everywhere
        if here != self._told_others:
            self._told_others = here
            self._remote.tell(self._live.id, here)
        if everywhere != self._told:
            self._told = everywhere
            for client in [*self._live.clients]:
                client.tell({"type": "present", **self.plain()})

    def stop(self) -> None:
        """Nobody is to be told later."""
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
