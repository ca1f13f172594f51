"""Tables that begin with what was played elsewhere: in a record, or at another table."""

from collections.abc import Sequence

from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Decision
from gipfel.notation.record import Record
from gipfel.project.menu.menu import TimeLimit
from gipfel.table.clock import NO_CLOCK
from gipfel.table.endings import RESIGNATION, SCORES, draw_by_length
from gipfel.table.events import Decided, Ended, Event, Lifted, Reached, Resigned
from gipfel.table.seats import Seats
from gipfel.table.setup import TableSetup
from gipfel.table.table import Table


def decided_events(decisions: Sequence[Decision]) -> list[Event]:
    """Decisions that were made elsewhere, as happenings of a table."""
    happened: list[Event] = []
    for number, made in enumerate(decisions):
        if number == len(happened) and draw_by_length(made.position, number):
            happened.append(Lifted())
        happened.append(Decided(made.text_with_proof, made.side, made.position.time))
    return happened


def setup_from_record(
    record: Record, played: Playthrough, seats: Seats, clock: TimeLimit = NO_CLOCK
) -> tuple[TableSetup, list[Event]]:
    """How a table begins that goes on with a recorded game, and what has happened at it."""
    happened = decided_events(played.decisions)
    if played.start.game.clockwork is not None:
        happened.append(Reached(played.position.time))
    too_long = draw_by_length(played.position, len(played.decisions))
    by_itself = too_long is not None and too_long.reason == record.reason
    if played.position.outcome is None and record.result in SCORES and not by_itself:
        happened.append(_ending(record))
    return TableSetup.of(played.start, seats, played.seed, clock=clock), happened


def _ending(record: Record) -> Event:
    """How a recorded game ended beside the board."""
    winner = SCORES[record.result]
    if winner is not None and record.reason == RESIGNATION:
        return Resigned(winner.other)
    return Ended(record.result, record.reason)


def setup_from_table(table: Table, at: int, seats: Seats | None) -> tuple[TableSetup, list[Event]]:
    """How a table begins that goes on from the position after so many decisions of another one.

    It has the same rule for the clock, and all time again.
    """
    position = table.position_at(at)
    happened = decided_events(table.play.decisions[:at])
    if table.real_time:
        happened.append(Reached(position.time))
    return table.setup.with_seats(seats or table.seats), happened
