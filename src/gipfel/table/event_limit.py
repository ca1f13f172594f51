"""How many events a table may have besides the decisions of its game.

Undoing, renaming, planning, offering and talking can be repeated without end, and each of them is stored,
and read again whenever the table is. A table that has more events already can still be read and played on.
"""

from typing import TYPE_CHECKING

from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.table.events import (
    Event,
    MessageSent,
    Offered,
    Planned,
    Redone,
    Renamed,
    Seated,
    Undone,
)

if TYPE_CHECKING:
    from gipfel.table.table import Table

MOST_OTHERS, FOR_EACH_DECISION = 1000, 4
"""How many events there may be besides the decisions of the game, and how many more for each decision."""
LIMITED = (Undone, Redone, Seated, Renamed, Offered, MessageSent, Planned)
"""Events that can be repeated without end; answers and ends of games follow others."""


def check_event_limit(table: "Table", event: Event) -> None:
    """Raises GipfelError if there were too many events to add another one of this kind.

    Decisions that were undone count like all others that are not part of the game.
    """
    others = table.event_count - table.number - table.events_of_time
    if others < MOST_OTHERS + FOR_EACH_DECISION * table.number or not isinstance(event, LIMITED):
        return
    if isinstance(event, Seated) and table.seats[event.side].waits:
        return  # somebody who was invited comes
    if isinstance(event, Renamed) and not event.name:
        return  # somebody wants to be forgotten
    raise GipfelError(
        say("Too much besides decisions has happened here: you can only play on, or use another table.")
    )
