"""The clocks of a table: which one counts, when it runs, and what happens when time is over.

A contest has a clock of its own, or the patience of the other side; the clock of the game stands meanwhile.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gipfel.games.core.contest import Contest
from gipfel.games.core.side import Outcome, Side
from gipfel.games.core.time_limit import NO_CLOCK, TimeLimit
from gipfel.locale import note, say
from gipfel.notation.errors import IllegalDecision
from gipfel.table.actions import play
from gipfel.table.clock import PATIENCE, Clock
from gipfel.table.endings import TIME
from gipfel.table.events import (
    Aborted,
    Accepted,
    Claimed,
    Decided,
    Event,
    Offered,
    Redone,
    Resigned,
    Seated,
    ServerOff,
    TimedOut,
    Undone,
)
from gipfel.table.offers import FREE_TURNS, TIE

if TYPE_CHECKING:
    from gipfel.table.table import Table


@dataclass(frozen=True, slots=True)
class Lapse:
    """A contest that a side lost because it decided too late. That cannot be undone."""

    number: int
    """How many decisions had been made after it."""
    side: Side
    claimed: bool
    """The other side claimed it; otherwise the clock ran out."""


IN_TIME = (Decided, Undone, Redone, Resigned, Offered, Accepted, Aborted)
"""Events that are possible only while the side whose clock runs has time left."""
DUE_AGAIN = (Undone, Redone, Accepted, Seated)
"""Events, besides decisions, after which the decision that is due is another one, or another player's."""


def check_in_time(table: "Table", event: Event) -> None:
    """Raises IllegalDecision if an event comes too late."""
    clock = table.clock
    if clock is None or clock.running is None or not isinstance(event, IN_TIME):
        return
    if clock.is_out(table.at, _lag(event)):
        raise IllegalDecision(note("{side} has no time left.", side=table.name(clock.running)))


def update_clock(table: "Table", event: Event) -> None:
    """Start or stop the clock after an event, so that it runs for the side to act."""
    if _decides(event):
        table.server_off = 0
    _change_clock(table, event)
    if table.clock is None:
        return
    if _is_stopped(table):
        table.clock = table.clock.paused(table.at, _lag(event))
        return
    claims = table.clock.limit.kind == PATIENCE
    decided = _decides(event) or (claims and isinstance(event, DUE_AGAIN))
    shown = event.shown if isinstance(event, Decided) else 0
    table.clock = table.clock.switched(_awaited(table), table.at, _lag(event), decided, shown)


def _decides(event: Event) -> bool:
    """Is a decision made with an event, if only that a contest is over?"""
    if isinstance(event, Accepted):
        return event.what == TIE
    return isinstance(event, Decided | TimedOut | Claimed)


def _change_clock(table: "Table", event: Event) -> None:
    """Stop the clock and use another one when a contest begins or ends.

    After an undo, a contest goes on with the time that was left in it.
    """
    purpose = "" if table.contest is None else table.contest.purpose
    if purpose == table.clock_of:
        return
    stopped = None if table.clock is None else table.clock.paused(table.at, _lag(event))
    table.clocks = {**table.clocks, table.clock_of: stopped}
    if purpose not in table.clocks and table.contest is not None:
        table.clocks[purpose] = Clock.of(_limit(table, table.contest))
    table.clock, table.clock_of = table.clocks[purpose], purpose


def _limit(table: "Table", contest: Contest) -> TimeLimit:
    """The clock of a contest; without one, the patience of the players."""
    limit = table.game.contest_limit(table.setup.clock) if contest.clocked else NO_CLOCK
    if limit == NO_CLOCK and table.game.patience:
        return TimeLimit(PATIENCE, days=table.game.patience)
    return limit


def _is_stopped(table: "Table") -> bool:
    """No clock runs before both sides have played a turn, and when the game is over."""
    if any(seat.waits for seat in table.seats.values()) or table.outcome is not None:
        return True
    return table.position.turn < FREE_TURNS and table.contest is None


def _awaited(table: "Table") -> Side | None:
    """The side whose clock runs."""
    side = table.position.side
    if table.by_chance or not table.seats[side].person:
        return None  # An engine has its own limit, and thinks only while somebody watches.
    claims = table.clock is not None and table.clock.limit.kind == PATIENCE
    return None if claims and not table.seats[side.other].person else side


def _lag(event: Event) -> int:
    return event.lag if isinstance(event, Decided) else 0


def time_out(table: "Table", out: TimedOut) -> None:
    table.check_not_over()
    if table.clock is None or table.clock.running != out.side or not table.clock.is_out(table.at):
        raise IllegalDecision(f"{table.name(out.side)}'s time is not up")
    if table.contest is not None:
        _lose_contest(table, out.side, claimed=False)
    else:
        table.ended, table.timed_out = Outcome(out.side.other, TIME), True


def why_no_claim(table: "Table", side: Side) -> str:
    """Why a side cannot claim the contest now; empty if it can."""
    if table.outcome is not None:
        return say("The game is over.")
    if table.contest is None:
        return say("No contest is being played.")
    other = say(table.name(side.other))
    if not is_waiting(table, side):
        return say("You cannot claim this contest: no decision of {side} is due.", side=other)
    if table.clock is None or table.clock.claimable is None or table.at < table.clock.claimable:
        return say("You cannot claim this contest yet: {side} still has time.", side=other)
    return ""


def is_waiting(table: "Table", side: Side) -> bool:
    """Will a side be able to claim the contest if the other side decides nothing?"""
    clock = table.clock
    return clock is not None and clock.claimable is not None and clock.running == side.other


def claim(table: "Table", claimed: Claimed) -> None:
    if why := why_no_claim(table, claimed.side):
        raise IllegalDecision(why)
    _lose_contest(table, claimed.side.other, claimed=True)


def _lose_contest(table: "Table", side: Side, claimed: bool) -> None:
    conceded = table.position.concede(side)
    assert conceded is not None  # a contest is played
    play(table, conceded)
    table.lapse, table.offer = Lapse(table.number, side, claimed), None


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


HANDLERS: "dict[type[Event], Callable[[Table, Any], None]]" = {
    TimedOut: time_out,
    Claimed: claim,
    ServerOff: server_off,
}
