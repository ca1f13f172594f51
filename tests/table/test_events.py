"""Events of a table: written, read, refused."""

import pytest

from gipfel import BLACK, WHITE, GipfelError
from gipfel.table import events
from gipfel.table.events import (
    KINDS,
    Aborted,
    Accepted,
    Decided,
    Declined,
    Ended,
    Event,
    Failed,
    LengthLimitLifted,
    MessageSent,
    Offered,
    Planned,
    Redone,
    Rematched,
    Renamed,
    Resigned,
    Seated,
    TimedOut,
    TimePassed,
    Undone,
    read_event,
    write_event,
)
from gipfel.table.seats import Seat


@pytest.mark.parametrize(
    "event",
    [
        Decided("e1-e3", WHITE),
        Decided("a1-b1+", BLACK, 1234),
        Undone(3),
        Redone(4),
        Resigned(BLACK),
        Failed(WHITE, "it died"),
        Ended("1/2-1/2", "agreement"),
        LengthLimitLifted(),
        Seated(WHITE, Seat("engine", player="level:3", seconds=1.0)),
        Seated(BLACK, Seat(name="Åsa")),
        Renamed(BLACK, "Ада"),
        TimePassed(99),
        Decided("e1-e3", WHITE, 0, 120),
        TimedOut(WHITE),
        Offered(BLACK, "undo"),
        Accepted(WHITE, "undo"),
        Declined(WHITE, "draw"),
        Aborted(BLACK),
        MessageSent(WHITE, "درود 👋"),
        Planned(WHITE, ("e9-e7", "a1-c3"), True),
        Planned(BLACK, ()),
        Rematched("abc"),
        Seated(BLACK, Seat(waits=True)),
    ],
    ids=lambda event: event.kind,
)
def test_events_are_written_and_read(event: Event) -> None:
    assert read_event(write_event(event)) == event


def test_events_of_older_databases_are_read() -> None:
    old = '{"kind": "decided", "text": "e1-e3", "side": "white", "ms": 0}'
    assert read_event(old) == Decided("e1-e3", WHITE)
    seated = '{"kind": "seated", "side": "white", "seat": {"kind": "person", "name": "Ada"}}'
    assert read_event(seated) == Seated(WHITE, Seat(name="Ada"))


def test_all_kinds_have_names_of_their_own() -> None:
    assert {*KINDS.values()} == {kind for kind in vars(events).values() if _is_kind(kind)}


def _is_kind(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Event) and kind is not Event


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"kind": "dragon"}',
        '{"kind": "undone"}',
        '{"kind": "undone", "to": "3"}',
        '{"kind": "undone", "to": 3, "more": 1}',
        '{"kind": "resigned", "side": "red"}',
        '{"kind": "seated", "side": "white", "seat": {"kind": "ghost"}}',
        '{"kind": "planned", "side": "white", "line": "e1-e3"}',
        '{"kind": "planned", "side": "white", "line": [1]}',
        '{"kind": "planned", "side": "white", "line": [], "always": 1}',
        '{"kind": "offered", "side": "white"}',
    ],
)
def test_nothing_else_can_happen(text: str) -> None:
    with pytest.raises(GipfelError):
        read_event(text)
