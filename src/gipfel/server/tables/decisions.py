"""What is to happen at a table: decisions that count once and in time, and what was planned for then."""

from collections.abc import Callable, Sequence

from gipfel.games.core.side import Side
from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.table.events import Decided, Event, Failed
from gipfel.table.table import Table

LONGEST_REASON = 300
MOST_PLANNED = 100
"""So many planned decisions follow one that was made; there are never so many."""

TableChange = Callable[[Table], Sequence[Event]]
"""What is to happen, given the table as it is then; nothing if there is no need. Raises GipfelError."""


class OutdatedClient(GipfelError):
    """Somebody decides in a position that is no more."""

    def __init__(self, number: int) -> None:
        super().__init__(say("The table has gone on: {number} decisions have been made.", number=number))


def apply_with_plans(table: Table, happened: Sequence[Event], at: int) -> list[Event]:
    """Let things happen at a table, and then what was planned for that case. Raises GipfelError."""
    made: list[Event] = []
    for event in happened:
        table.apply(event, at)
        made.append(event)
    if any(isinstance(event, Decided) for event in happened):
        while len(made) < MOST_PLANNED and (planned := table.follow_up()) is not None:
            table.apply(planned, at)
            made.append(planned)
    return made


def check_up_to_date(table: Table, number: int, seen: int | None = None) -> None:
    """Has a page seen the decisions that have been made, so many, and whatever was taken back? Raises Behind.

    `seen`: how many things had happened as far as it knew.
    """
    if number != table.number or (seen is not None and seen < table.undone_at):
        raise OutdatedClient(table.number)


def idempotent_decision(
    text: str, side: Side | None, number: int, ms: int | None, seen: int | None = None, lag: int = 0
) -> TableChange:
    """A person's decision that follows so many others; the same again is harmless. Raises GipfelError.

    `seen`: how many things had happened as far as its page knew; `lag`: so long it was on its way.
    """

    def change(table: Table) -> Sequence[Event]:
        if number < table.number and _is_repeated(table, number, text, side):
            return ()
        if not table.real_time:
            check_up_to_date(table, number, seen)
        if not table.real_time:
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
    """Chance decides."""
    return [table.thrown()]


def failed(side: Side, reason: str) -> Failed:
    """An engine's failure, in one line."""
    return Failed(side, " ".join(reason.split())[:LONGEST_REASON])
