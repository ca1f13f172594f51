"""Deletes what the database knows about the person on a seat: the name, and where they are told.

Events are never changed otherwise. The names in them go, so that nothing of the name is left; all other
parts of them stay, as the game follows from them. The name also goes from chapters of studies that were made
of the table; what their authors have written stays.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, RowMapping, delete, select, update

from gipfel.games.core.side import Side
from gipfel.notation.errors import GipfelError
from gipfel.notation.record import Record, read_record, write_record
from gipfel.table.events import Event, Renamed, Seated, read_event, write_event
from gipfel.table.seats import side_word
from gipfel.table.storage.schema import CHAPTERS, EVENTS, STUDIES, SUBSCRIPTIONS, TABLES
from gipfel.table.storage.store import Store, subscriptions_of_seat

WITH_NAMES = tuple(f'%"kind": "{event.kind}"%' for event in (Seated, Renamed))
"""How events begin that contain names."""


Title = Callable[[Record], str]
"""What a chapter of a game is called unless its author writes something else."""


def forget_person(store: Store, table_id: str, side: Side, before: int, title: Title) -> None:
    """Delete the name in the setup, the first `before` events and studies, and the seat's subscriptions."""
    with store.writing() as connection:
        _forget_in_setup(connection, table_id, side)
        _forget_in_events(connection, table_id, side, before)
        _forget_in_studies(connection, table_id, side, title)
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


def _forget_in_studies(connection: Connection, table_id: str, side: Side, title: Title) -> None:
    """Chapters get a new version, so that no page that has the old one writes the name again."""
    wanted = select(CHAPTERS).where(CHAPTERS.c.table == table_id)
    for chapter in connection.execute(wanted).mappings().all():
        record = read_record(chapter["record"])
        headers = {name: value for name, value in record.headers.items() if name != side_word(side)}
        nameless = replace(record, headers=headers)
        if nameless == record:
            continue
        own = CHAPTERS.c.study == chapter["study"], CHAPTERS.c.id == chapter["id"]
        changed = {"record": write_record(nameless), **_next_version(chapter)}
        if chapter["title"] == title(record):
            changed["title"] = title(nameless)
            _rename_study(connection, chapter["study"], chapter["title"], title(nameless))
        connection.execute(update(CHAPTERS).where(*own).values(**changed))


def _rename_study(connection: Connection, study_id: str, title: str, new: str) -> None:
    """Change the title of a study if it is the one that it got from its first game."""
    own = STUDIES.c.id == study_id, STUDIES.c.title == title
    if study := connection.execute(select(STUDIES).where(*own)).mappings().one_or_none():
        connection.execute(update(STUDIES).where(*own).values(title=new, **_next_version(study)))


def _next_version(row: RowMapping) -> dict[str, Any]:
    """The columns of a version that no page has written."""
    return {"version": row["version"] + 1, "writer": "", "since": row["version"] + 1}
