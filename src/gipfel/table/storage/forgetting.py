"""Deletes what the database knows about the person on a seat: the name, and where they are told.

Events are never changed otherwise. The names in them go, so that nothing of the name is left; all other
parts of them stay, as the game follows from them.
"""

from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, delete, select, update

from gipfel.games.core.side import Side
from gipfel.notation.errors import GipfelError
from gipfel.table.events import Event, Renamed, Seated, read_event, write_event
from gipfel.table.seats import side_word
from gipfel.table.storage.schema import EVENTS, SUBSCRIPTIONS, TABLES
from gipfel.table.storage.store import Store, subscriptions_of_seat

WITH_NAMES = tuple(f'%"kind": "{event.kind}"%' for event in (Seated, Renamed))
"""How events begin that contain names."""


def forget_person(store: Store, table_id: str, side: Side, before: int) -> None:
    """Delete the name in the setup and in the first `before` events, and all subscriptions of the seat."""
    with store.writing() as connection:
        _forget_in_setup(connection, table_id, side)
        _forget_in_events(connection, table_id, side, before)
        connection.execute(delete(SUBSCRIPTIONS).where(subscriptions_of_seat(table_id, side)))


def _forget_in_setup(connection: Connection, table_id: str, side: Side) -> None:
    own, word = TABLES.c.id == table_id, side_word(side)
    seats: dict[str, Any] | None = connection.scalar(select(TABLES.c.seats).where(own))
    if seats is not None and seats.get(word, {}).get("kind") == "person":
        changed = {**seats, word: {**seats[word], "name": ""}}
        connection.execute(update(TABLES).where(own).values(seats=changed))


def _forget_in_events(connection: Connection, table_id: str, side: Side, before: int) -> None:
    for pattern in WITH_NAMES:
        named = EVENTS.c.table == table_id, EVENTS.c.number < before, EVENTS.c.what.like(pattern)
        for number, text in connection.execute(select(EVENTS.c.number, EVENTS.c.what).where(*named)).all():
            if (changed := _without_name(text, side)) != text:
                own = EVENTS.c.table == table_id, EVENTS.c.number == number
                connection.execute(update(EVENTS).where(*own).values(what=changed))


def _without_name(text: str, side: Side) -> str:
    """The text of an event in which the person on this seat has no name."""
    try:
        event: Event = read_event(text)
    except GipfelError:  # what cannot be read is left as it is
        return text
    if isinstance(event, Renamed) and event.side == side:
        return write_event(replace(event, name=""))
    if isinstance(event, Seated) and event.side == side and event.seat.person:
        return write_event(replace(event, seat=replace(event.seat, name="")))
    return text
