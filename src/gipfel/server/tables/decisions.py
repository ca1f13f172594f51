"""Changes of a table: decisions that count once and only in the position they were made for, and plans."""

from collections.abc import Callable, Sequence

from gipfel.games.core.side import Side
from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.table.event_limit import check_event_limit
from gipfel.table.events import Event, Failed
from gipfel.table.table import Table

LONGEST_REASON = 300
MOST_PLANNED = 100
"""The most planned decisions that follow one decision; in practice there are far fewer."""

TableChange = Callable[[Table], Sequence[Event]]
"""Returns the events of a change, given the current table; none if nothing changes. Raises GipfelError."""


class OutdatedClient(GipfelError):
    """A client has decided in a position that is no longer the current one."""

    def __init__(self, number: int) -> None:
        super().__init__(say("The table has gone on: {number} decisions have been made.", number=number))


def apply_with_plans(table: Table, happened: Sequence[Event], at: int) -> list[Event]:
    """Apply events to a table, then the planned decisions that follow; returns all. Raises GipfelError."""
    made: list[Event] = []
    before = table.number
    for event in happened:
        check_event_limit(table, event)
        table.apply(event, at)
        made.append(event)
    if table.number > before:  # also if a contest ended in another way
        while len(made) < MOST_PLANNED and (planned := table.follow_up()) is not None:
            table.apply(planned, at)
            made.append(planned)
    return made


def check_up_to_date(table: Table, number: int, seen: int | None = None) -> None:
    """Raises OutdatedClient unless a page knows all decisions, and everything that was undone.

    `number` is the number of decisions the page knows, `seen` that of events.
    """
    if number != table.number or (seen is not None and seen < table.outdated_at):
        raise OutdatedClient(table.number)


def idempotent_decision(
    text: str, side: Side | None, number: int, ms: int | None, seen: int | None = None, lag: int = 0
) -> TableChange:
    """The change for a person's decision that follows `number` others; repeating it is harmless.

    `ms` is the game time, in a game with time; `seen` is the number of events the page knows; `lag` is the
    time in milliseconds to be given back for latency. The change raises GipfelError.
    """

    def change(table: Table) -> Sequence[Event]:
        if number < table.number and _is_repeated(table, number, text, side):
            return ()
        if not table.real_time:
            check_up_to_date(table, number, seen)
            table.check_turn([known for known in table.persons if side in (None, known)])
        return [table.decided(text, side, ms, lag)]

    return change


def _is_repeated(table: Table, number: int, text: str, side: Side | None) -> bool:
    made = table.play.decisions[number]
    if side not in (None, made.side):
        return False
    try:
        return made.text in (text, made.position.decision(text, side).text)
    except GipfelError:
        return False


def throw(table: Table) -> Sequence[Event]:
    """The event of a throw: chance decides."""
    return [table.thrown()]


def failed(side: Side, reason: str) -> Failed:
    """The event of an engine's failure, with its reason in one line."""
    return Failed(side, " ".join(reason.split())[:LONGEST_REASON])
