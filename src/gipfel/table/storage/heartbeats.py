"""Heartbeats of servers, and the time in which no server ran.

While the clock of any table runs, each process regularly writes a heartbeat: its row says when it lived last.
A process that starts, or that could not write for some time, compares: the time since the last heartbeat of
any process is an *outage*. Running clocks get it back by an event of their table (`ServerOff`). An outage
is forgotten as soon as all tables have that event.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from gipfel.table.clock import Clock
from gipfel.table.events import ServerOff
from gipfel.table.storage.rows import (
    RunningClock,
    clock_columns,
    event_rows,
    read_running_clocks,
    to_milliseconds,
)
from gipfel.table.storage.schema import HEARTBEATS, OUTAGES, SUMMARIES
from gipfel.table.storage.store import Store
from gipfel.table.timeouts import owed_outages, with_time_back

SILENT = 5000
"""Milliseconds; with PostgreSQL, a process that did not end by itself may be alive for this long."""
BATCH = 200
"""The number of tables that get time back with one commit."""

_RUNNING = SUMMARIES.c.deadline.is_not(None) & ~SUMMARIES.c.finished
"""Tables with a running clock."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What a process learns when it writes its heartbeat."""

    latest: int
    """The instant of the last heartbeat of any process; 0 if there is none."""
    outages: tuple[ServerOff, ...]
    """Outages that may not have been given back everywhere, the oldest first."""


@dataclass(frozen=True, slots=True)
class ClockAddition:
    """Events that give time back; nothing else at the table changes, so it need not be replayed."""

    id: str
    number: int
    events: Sequence[ServerOff]
    clock: Clock
    """The clock after these events."""
    at: int
    tried: bool = False

    def rows(self) -> list[dict[str, Any]]:
        return event_rows(self.id, self.number, self.events, self.at)

    def summary(self) -> dict[str, Any]:
        return {"happened": self.number + len(self.events), **clock_columns(self.clock)}


@dataclass(frozen=True, slots=True)
class Batch:
    """Some tables that were checked."""

    last: str | None
    """The last one; None if there are no more."""
    changed: Sequence[str] = ()
    """Those that got time back."""
    complete: bool = True
    """Did all that should get time back get it? Another process may have written to one just now."""


class Heartbeats:
    """The heartbeats in a database. The methods block, and raise DatabaseProblem."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._own = HEARTBEATS.c.process == store.process

    def latest_instant(self) -> int:
        """The latest instant of a heartbeat or of an event at an unfinished table; 0 if there is none."""
        with self._store.snapshot() as connection:
            beat = connection.scalar(select(func.max(HEARTBEATS.c.at))) or 0
            changed = connection.scalar(select(func.max(SUMMARIES.c.changed)).where(~SUMMARIES.c.finished))
        return beat if changed is None else max(beat, to_milliseconds(changed))

    def beat(self, now: int, resumes: bool) -> Signs:
        """Write a heartbeat, if a clock runs or if the process resumes.

        `resumes`: it starts, or its last heartbeat could not be written.
        """
        with self._store.writing() as connection:
            latest = connection.scalar(select(func.max(HEARTBEATS.c.at))) or 0
            running = connection.execute(select(SUMMARIES.c.table).where(_RUNNING).limit(1)).first()
            if resumes and running is not None:
                self._note_outage(connection, latest, now)
            if resumes or running is not None:
                self._write(connection, now)
            rows = connection.execute(select(OUTAGES).order_by(OUTAGES.c.until)).all()
        return Signs(latest, tuple(ServerOff(row.since, row.until) for row in rows))

    def end(self, now: int) -> None:
        """Write the last heartbeat of this process."""
        with self._store.writing() as connection:
            connection.execute(update(HEARTBEATS).where(self._own).values(at=now, ended=True))

    def _note_outage(self, connection: Connection, latest: int, now: int) -> None:
        """Note the time since the last heartbeat, if no process lives; forget processes that are gone."""
        silent = now - SILENT if self._store.concurrent else now
        lives = select(HEARTBEATS.c.process).where(~HEARTBEATS.c.ended, HEARTBEATS.c.at > silent)
        if 0 < latest < now and connection.execute(lives.limit(1)).first() is None:
            connection.execute(delete(OUTAGES).where(OUTAGES.c.until == now))  # of a process that starts, too
            connection.execute(insert(OUTAGES).values(since=latest, until=now))
        connection.execute(delete(HEARTBEATS).where(~self._own, HEARTBEATS.c.at <= silent))

    def _write(self, connection: Connection, now: int) -> None:
        values = {"at": now, "ended": False}
        if connection.execute(update(HEARTBEATS).where(self._own).values(values)).rowcount == 0:
            connection.execute(insert(HEARTBEATS).values(process=self._store.process, **values))

    # --- Giving time back ------------------------------------------------------------------------------

    def give_back(self, outages: Sequence[ServerOff], after: str) -> Batch:
        """Give outages back to the next tables in the order of their ids."""
        columns = (SUMMARIES.c.table, SUMMARIES.c.happened, SUMMARIES.c.changed, SUMMARIES.c.clock)
        wanted = select(*columns).where(_RUNNING, SUMMARIES.c.table > after)
        with self._store.snapshot() as connection:
            found = [
                *read_running_clocks(connection.execute(wanted.order_by(SUMMARIES.c.table).limit(BATCH)))
            ]
        additions = [_addition(row, owed) for row in found if (owed := owed_outages(row.clock, outages))]
        problems = self._store.add_all(additions) if additions else []
        changed = [one.id for one, problem in zip(additions, problems, strict=True) if problem is None]
        return Batch(found[-1].id if found else None, changed, len(changed) == len(additions))

    def forget_outages(self, until: int) -> None:
        """Forget outages up to an instant: all tables have got them back."""
        with self._store.writing() as connection:
            connection.execute(delete(OUTAGES).where(OUTAGES.c.until <= until))


def _addition(row: RunningClock, owed: Sequence[ServerOff]) -> ClockAddition:
    clock = with_time_back(row.clock, owed)
    # With the instant of the event before it, the table keeps its place in lists.
    return ClockAddition(row.id, row.happened, owed, clock, row.changed)
