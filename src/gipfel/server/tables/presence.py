"""The clients of a table: how many play each side and how many watch, in this and in other processes."""

import asyncio
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple, Protocol
from weakref import proxy

from gipfel.games.core.side import Side
from gipfel.server.contract import server_messages as sent
from gipfel.table.clock import Now

if TYPE_CHECKING:
    from gipfel.server.tables.live_table import LiveTable

ANNOUNCE_DELAY = 0.05
"""Seconds until a change is announced, as many clients may come at once."""
DELAY_FOR_EACH = 0.0005
"""Additional seconds for each client, so that a crowd is not kept busy by announcements."""
SILENT = 8_000
"""Milliseconds; a process that is silent for this long is considered gone."""


class Client(Protocol):
    """A page that is connected to a table."""

    @property
    def address(self) -> str:
        """The address for which the client is counted; empty if it is not limited."""

    @property
    def sides(self) -> frozenset[Side]:
        """The seats the client plays now; none for a spectator."""

    @property
    def credit(self) -> int:
        """Milliseconds given back for each decision because the connection is slow."""

    def send(self, message: sent.ServerMessage) -> None:
        """Send a message."""

    def send_table(self) -> None:
        """Send the table, which has changed."""

    def send_time(self) -> None:
        """Send the time, in a game with time."""

    def close(self, reason: str) -> None:
        """Say why, and close the connection."""


class Count(NamedTuple):
    """How many clients play each side, and how many watch."""

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
    """The number of clients of each kind, given the sides that each of them plays."""
    known = [*seats]
    white, black = (sum(side in sides for sides in known) for side in (Side.WHITE, Side.BLACK))
    return Count(white, black, sum(not sides for sides in known))


class RemotePresence:
    """The clients of other processes, as these processes have announced them."""

    def __init__(self, now: Now, process: str = "") -> None:
        self.process = process
        self._now = now
        self._counts: dict[str, dict[str, Count]] = {}
        self._heard: dict[str, int] = {}
        self.publish: Callable[[str, Count], None] = lambda table, count: None
        """Announces to other processes how many clients a table has here."""

    def note(self, process: str, counts: dict[str, Count]) -> bool:
        """Store the counts of a process; was it unknown until now?"""
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
        """Forget processes that have been silent for too long; returns the tables whose counts changed."""
        late = self._now() - SILENT
        return {
            table for process in [*self._heard] if self._heard[process] < late for table in self.end(process)
        }

    def end(self, process: str) -> set[str]:
        """Forget a process; returns the tables whose counts changed."""
        self._heard.pop(process, None)
        return {*self._counts.pop(process, {})}

    def forget_all(self) -> set[str]:
        """Forget all processes; returns the tables whose counts changed."""
        return {table for process in [*self._heard] for table in self.end(process)}

    def at(self, table: str) -> dict[str, Count]:
        """The counts of a table, by process."""
        return {process: counts[table] for process, counts in self._counts.items() if table in counts}


class Presence:
    """The clients of one table."""

    def __init__(self, live: "LiveTable", remote: RemotePresence) -> None:
        self._live = proxy(live)  # as in `ViewCache`
        self._remote = remote
        self._here: Count | None = None
        """Cached, as there may be many clients to count."""
        self._announced: Count | None = None
        self._published = NOBODY
        self._timer: asyncio.TimerHandle | None = None

    @property
    def here(self) -> Count:
        if self._here is None:
            self._here = counted(client.sides for client in self._live.clients)
        return self._here

    @property
    def everywhere(self) -> Count:
        elsewhere = self._remote.at(self._live.id)
        if not elsewhere:
            return self.here
        counts = [self.here, *elsewhere.values()]
        return Count(*(sum(numbers) for numbers in zip(*counts, strict=True)))

    def show(self) -> sent.Present:
        """The counts for a page, which may receive them before they are announced."""
        everywhere = self.everywhere
        if everywhere != self._announced:
            self._announced = None  # who goes before the announcement has been shown: it must not be left out
        return {"white": everywhere.white, "black": everywhere.black, "watching": everywhere.watching}

    @property
    def elsewhere(self) -> frozenset[str]:
        """The other processes that have clients at this table."""
        return frozenset(self._remote.at(self._live.id))

    def plays_elsewhere(self, side: Side) -> bool:
        """Does a client of another process play a side?"""
        return any(count.of(side) for count in self._remote.at(self._live.id).values())

    @property
    def leads(self) -> bool:
        """Is this the one process that runs the engines of this table, in a game with time?"""
        alone = not self._live.table.persons
        others = self._remote.at(self._live.id).items()
        here = alone or self.here.players > 0
        return here and all(process > self._remote.process for process, n in others if alone or n.players)

    def pages(self, side: Side) -> list[Client]:
        """The clients of this process that play a side."""
        return [client for client in self._live.clients if side in client.sides]

    # --- Announcing ------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Clients or their seats may have changed: announce it soon."""
        self._here = None
        if self._timer is None:
            pause = ANNOUNCE_DELAY + DELAY_FOR_EACH * len(self._live.clients)
            self._timer = asyncio.get_running_loop().call_later(pause, self._live.announce_presence)

    @property
    def due(self) -> float | None:
        """When the next announcement is due, in the event loop's time; None if nothing has changed."""
        return None if self._timer is None else self._timer.when()

    def announce(self) -> None:
        """Send the counts to clients and other processes, if they have changed."""
        self.stop()
        here, everywhere = self.here, self.everywhere
        if here != self._published:
            self._published = here
            self._remote.publish(self._live.id, here)
        if everywhere != self._announced:
            self._announced = everywhere
            for client in [*self._live.clients]:
                client.send({"type": "present", **self.show()})

    def stop(self) -> None:
        """Cancel a pending announcement."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
