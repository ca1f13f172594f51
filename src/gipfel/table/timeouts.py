"""The clock of a table: when it runs, and what happens when time is over."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from gipfel.games.core.side import Outcome
from gipfel.locale import say
from gipfel.notation.errors import IllegalDecision
from gipfel.table.clock import Clock
from gipfel.table.endings import TIME
from gipfel.table.events import (
    Aborted,
    Accepted,
    Decided,
    Event,
    Offered,
    Redone,
    Resigned,
    ServerOff,
    TimedOut,
    Undone,
)
from gipfel.table.offers import FREE_TURNS

if TYPE_CHECKING:
    from gipfel.table.table import Table

IN_TIME = (Decided, Undone, Redone, Resigned, Offered, Accepted, Aborted)
"""Events that are possible only while the side whose clock runs has time left."""


def check_in_time(table: "Table", event: Event) -> None:
    """Raises IllegalDecision if an event comes too late."""
    clock = table.clock
    if clock is None or clock.running is None or not isinstance(event, IN_TIME):
        return
    if clock.is_out(table.at, _lag(event)):
        raise IllegalDecision(say("{side} has no time left.", side=say(table.name(clock.running))))


def update_clock(table: "Table", event: Event) -> None:
    """Start or stop the clock after an event, so that it runs for the side to act."""
    if table.clock is None:
        return
    if isinstance(event, Decided):
        table.server_off = 0
    if _is_stopped(table):
        table.clock = table.clock.paused(table.at, _lag(event))
        return
    # An engine has its own limit, and thinks only while somebody watches.
    side = table.position.side if table.seats[table.position.side].person else None
    table.clock = table.clock.switched(side, table.at, _lag(event), isinstance(event, Decided))


def _is_stopped(table: "Table") -> bool:
    """No clock runs before both sides have played a turn, in contests, and when the game is over."""
    if table.position.turn < FREE_TURNS or any(seat.waits for seat in table.seats.values()):
        return True
    return table.contest is not None or table.outcome is not None


def _lag(event: Event) -> int:
    return event.lag if isinstance(event, Decided) else 0


def time_out(table: "Table", out: TimedOut) -> None:
    table.check_not_over()
    if table.clock is None or table.clock.running != out.side or not table.clock.is_out(table.at):
        raise IllegalDecision(f"{table.name(out.side)}'s time is not up")
    table.ended, table.timed_out = Outcome(out.side.other, TIME), True


def server_off(table: "Table", off: ServerOff) -> None:
    if owed_outages(table.clock, [off]) and table.clock is not None:
        table.server_off += off.until - max(off.since, table.clock.since)
        table.clock = table.clock.interrupted(off.since, off.until)


def owed_outages(clock: Clock | None, outages: Sequence[ServerOff]) -> list[ServerOff]:
    """Those of some outages, the oldest first, that a running clock has not got back yet."""
    if clock is None or clock.running is None:
        return []
    return [off for off in outages if clock.since < off.until]


def with_time_back(clock: Clock, outages: Sequence[ServerOff]) -> Clock:
    """A clock after outages, the oldest first."""
    for off in outages:
        clock = clock.interrupted(off.since, off.until)
    return clock


HANDLERS: "dict[type[Event], Callable[[Table, Any], None]]" = {TimedOut: time_out, ServerOff: server_off}
