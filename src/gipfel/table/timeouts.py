"""Time at a table: when its clock runs, and what happens when it has run out."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gipfel.games.core.side import Outcome
from gipfel.locale import say
from gipfel.notation.errors import IllegalDecision
from gipfel.table.endings import TIME
from gipfel.table.events import (
    Aborted,
    Accepted,
    Decided,
    Event,
    Offered,
    Redone,
    Resigned,
    TimedOut,
    Undone,
)
from gipfel.table.offers import FREE_TURNS

if TYPE_CHECKING:
    from gipfel.table.table import Table

IN_TIME = (Decided, Undone, Redone, Resigned, Offered, Accepted, Aborted)
"""What can happen only while the side whose time runs has some left."""


def must_be_in_time(table: "Table", event: Event) -> None:
    """Raises IllegalDecision for what comes too late."""
    clock = table.clock
    if clock is None or clock.running is None or not isinstance(event, IN_TIME):
        return
    if clock.is_out(table.at, _lag(event)):
        raise IllegalDecision(say("{side} has no time left.", side=say(table.name(clock.running))))


def turn_clock(table: "Table", event: Event) -> None:
    """Let the time of the side run that is to act after something has happened."""
    if table.clock is None:
        return
    if _stands(table):
        table.clock = table.clock.paused(table.at, _lag(event))
        return
    # An engine has a limit of its own, and thinks only while somebody looks.
    side = table.position.side if table.seats[table.position.side].person else None
    table.clock = table.clock.handed(side, table.at, _lag(event), isinstance(event, Decided))


def _stands(table: "Table") -> bool:
    """Nobody's time runs before the game has begun for both, in contests, and when it is over."""
    if table.position.turn < FREE_TURNS or any(seat.waits for seat in table.seats.values()):
        return True
    return table.contest is not None or table.outcome is not None


def _lag(event: Event) -> int:
    return event.lag if isinstance(event, Decided) else 0


def time_out(table: "Table", out: TimedOut) -> None:
    table.must_go_on()
    if table.clock is None or table.clock.running != out.side or not table.clock.is_out(table.at):
        raise IllegalDecision(f"{table.name(out.side)}'s time is not up")
    table.ended, table.timed_out = Outcome(out.side.other, TIME), True


WAYS: "dict[type[Event], Callable[[Table, Any], None]]" = {TimedOut: time_out}
