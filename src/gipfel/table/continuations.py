"""Tables that continue a game from a record or from another table."""

from collections.abc import Sequence
from dataclasses import replace

from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.time_limit import NO_CLOCK, TimeLimit
from gipfel.notation.record import TITLE, Record
from gipfel.table.endings import RESIGNATION, SCORES, draw_by_length
from gipfel.table.events import Decided, Ended, Event, LengthLimitLifted, Resigned, TimePassed
from gipfel.table.seats import Seats
from gipfel.table.setup import NO_MATCH, TableSetup
from gipfel.table.table import Table


def decided_events(decisions: Sequence[Decision]) -> list[Event]:
    """Decisions that were made elsewhere, as events of a table."""
    events: list[Event] = []
    for number, made in enumerate(decisions):
        if number == len(events) and draw_by_length(made.position, number):
            events.append(LengthLimitLifted())
        events.append(Decided(made.text_with_proof, made.side, made.position.time))
    return events


def _time_passed(decisions: Sequence[Decision], position: Position) -> list[Event]:
    """The event that time has passed since the last decision, if it has."""
    last = decisions[-1] if decisions else None
    begun = position.timed if last is None else last.position.play(last).timed
    return [TimePassed(position.time)] if begun else []


def setup_from_record(
    record: Record, played: Playthrough, seats: Seats, clock: TimeLimit = NO_CLOCK
) -> tuple[TableSetup, list[Event]]:
    """The setup and the events of a table that continues a recorded game."""
    events = [*decided_events(played.decisions), *_time_passed(played.decisions, played.position)]
    too_long = draw_by_length(played.position, len(played.decisions))
    by_itself = too_long is not None and too_long.reason == record.reason
    if played.position.outcome is None and record.result in SCORES and not by_itself:
        events.append(_ending(record))
    title = played.agreed.get(TITLE, "")
    return TableSetup.of(played.start, seats, played.seed, title, clock), events


def _ending(record: Record) -> Event:
    """The event with which a recorded game ended other than on the board."""
    winner = SCORES[record.result]
    if winner is not None and record.reason == RESIGNATION:
        return Resigned(winner.other)
    return Ended(record.result, record.reason)


def setup_from_table(table: Table, at: int, seats: Seats | None) -> tuple[TableSetup, list[Event]]:
    """The setup and the events of a table that continues another one after `at` decisions.

    It has the same kind of clock, with its full time.
    """
    position = table.position_at(at)
    made = table.play.decisions[:at]
    events = [*decided_events(made), *_time_passed(made, position)]
    return replace(table.setup, seats=seats or table.seats, match=NO_MATCH), events
