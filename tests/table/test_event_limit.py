"""The number of events of a table besides decisions is limited."""

from random import Random

import pytest

from gipfel import BLACK, WHITE, GipfelError
from gipfel.table import event_limit
from gipfel.table.event_limit import FOR_EACH_DECISION, MOST_OTHERS, check_event_limit
from gipfel.table.events import (
    Decided,
    Event,
    MessageSent,
    Offered,
    Planned,
    Redone,
    Renamed,
    Resigned,
    Seated,
    TimePassed,
    Undone,
)
from gipfel.table.seats import Seat
from gipfel.table.table import Table
from tests.helpers.tables import decide, new_table, play_at_random

LIMITED: list[Event] = [
    Undone(0),
    Redone(1),
    Renamed(WHITE, "Ada"),
    Seated(WHITE, Seat("engine", player="random")),
    Offered(WHITE, "draw"),
    MessageSent(WHITE, "hello"),
    Planned(WHITE, ()),
]


def repeat(table: Table, *events: Event) -> int:
    """Apply events again and again until that is refused; how many there were."""
    before = table.event_count
    for _ in range(10_000):
        for event in events:
            try:
                check_event_limit(table, event)
            except GipfelError:
                return table.event_count - before
            table.apply(event)
    raise AssertionError("nothing was refused")


def test_what_can_be_repeated_is_refused_in_the_end() -> None:
    table = new_table()
    assert repeat(table, Renamed(WHITE, "Ada"), Renamed(WHITE, "Eve")) == MOST_OTHERS
    for event in LIMITED:
        with pytest.raises(GipfelError, match="Too much"):
            check_event_limit(table, event)


def test_time_that_passes_uses_nothing_up() -> None:
    table = new_table("tamsk", "level2")
    for ms in range(1, MOST_OTHERS + 10):
        table.apply(TimePassed(ms))
    assert repeat(table, Renamed(WHITE, "Ada"), Renamed(WHITE, "Eve")) == MOST_OTHERS


def test_the_game_can_be_played_to_its_end() -> None:
    table = new_table()
    repeat(table, Renamed(WHITE, "Ada"), Renamed(WHITE, "Eve"))
    for event in play_at_random(table.copy(), Random(1), 1000):
        assert isinstance(event, Decided)
        check_event_limit(table, event)
        table.apply(event)
    assert table.outcome is not None
    check_event_limit(table, Resigned(WHITE))


def test_decisions_allow_more() -> None:
    table = decide(new_table(), "e1-e3", "e9-e7")
    assert repeat(table, Renamed(WHITE, "Ada")) == MOST_OTHERS + 2 * FOR_EACH_DECISION


@pytest.mark.parametrize(
    "events", [(Undone(0), Redone(1)), (Undone(0), Decided("e1-e3", WHITE))], ids=["redo", "another decision"]
)
def test_undoing_again_and_again_is_refused(events: tuple[Event, ...]) -> None:
    assert MOST_OTHERS // 2 < repeat(decide(new_table(), "e1-e3"), *events) <= MOST_OTHERS + 10


def test_somebody_who_was_invited_can_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_limit, "MOST_OTHERS", 0)
    table = new_table(black=Seat(waits=True))
    check_event_limit(table, Seated(BLACK, Seat(name="Ben")))
    table.apply(Seated(BLACK, Seat(name="Ben")))
    with pytest.raises(GipfelError, match="Too much"):
        check_event_limit(table, Seated(BLACK, Seat(waits=True)))
