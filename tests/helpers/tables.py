"""Tables for tests."""

from random import Random

import pytest

import gipfel
from gipfel import BLACK, WHITE, GipfelError
from gipfel.games.core.side import Side
from gipfel.table.continuations import setup_from_record
from gipfel.table.events import Event
from gipfel.table.seats import Seat, read_seats
from gipfel.table.setup import new_setup
from gipfel.table.table import Table

ENGINE = Seat("engine", player="random")


def new_table(name: str = "gipf", version: str | None = None, **seats: Seat) -> Table:
    """A new table, with people at its seats if nothing else is said."""
    chosen = {WHITE: seats.get("white", Seat()), BLACK: seats.get("black", Seat())}
    return Table(new_setup(name, version, {}, chosen))


def decide(table: Table, *texts: str) -> Table:
    """Let some decisions be made."""
    for text in texts:
        table.apply(table.decided(text))
    return table


def play_at_random(table: Table, chance: Random, most: int, until_chance: bool = False) -> list[Event]:
    """Let random decisions be made, at most this number; the events."""
    happened: list[Event] = []
    while table.outcome is None and len(happened) < most:
        if table.by_chance and until_chance:
            break
        if table.by_chance:
            event = table.thrown()
        else:
            event = table.decided(chance.choice(table.position.decisions()).text)
        table.apply(event)
        happened.append(event)
    return happened


def at_the_dice(version: str = "dice", **options: str) -> Table:
    """A table at which chance decides next; not every random game comes to that."""
    for seed in range(100):
        table = Table(new_setup("project", version, options, read_seats(None)))
        play_at_random(table, Random(seed), 200, until_chance=True)
        if table.by_chance:
            return table
    raise AssertionError("no dice")


def in_a_contest(kind: str = "zertz blitz", **options: str | int) -> Table:
    """A table at which White's use has led to a contest; lots have decided who begins a game."""
    more = {"base": "basic", "link.mode": "must-win", "link.Z": kind, **options}
    for seed in range(100):
        table = Table(new_setup("project", "one-shot", more, read_seats(None)))
        while table.outcome is None and table.contest is None and table.number < 300:
            play_at_random(table, Random(1000 * seed + table.number), 1)
        if table.contest is None or table.contest.user != WHITE:
            continue
        lost = table.copy()
        lost.apply(lost.resignation(WHITE))
        if lost.outcome is not None:
            continue
        if table.contest.chance == "lot":
            table.apply(table.thrown())
        return table
    raise AssertionError("no contest")


def table_from_record(record: gipfel.Record) -> Table:
    """A table that continues a record."""
    setup, happened = setup_from_record(record, gipfel.replay(record), read_seats(None))
    table = Table(setup)
    for event in happened:
        table.apply(event)
    return table


def after_the_dice() -> Table:
    """A table at which a die has been thrown, and the game goes on."""
    while True:
        table = at_the_dice()
        table.apply(table.thrown())
        if table.outcome is None:
            return table


def firsts(table: Table, number: int) -> Table:
    """Let the first legal decision be made, this number of times."""
    for _ in range(number):
        table.apply(table.decided(table.position.decisions()[0].text))
    return table


def standing(table: Table) -> object:
    """Everything about a table that events change."""
    return (
        *(table.event_count, table.at, str(table.position), table.outcome, table.offer, table.refused),
        *(table.rematch_agreed, table.rematch, table.messages, table.plans, table.outdated_at, table.clock),
    )


def refuse(table: Table, *events: Event, because: str = "") -> None:
    """None of these events can happen, and nothing changes."""
    before = standing(table)
    for event in events:
        with pytest.raises(GipfelError, match=because or None):
            table.apply(event)
    assert standing(table) == before


def conclusion(table: Table) -> str:
    """What is said about the end of a game."""
    assert table.outcome is not None
    return table.game.conclusion(table.outcome)


def planned(table: Table, side: Side, *line: str, always: bool = False) -> Table:
    """Let a player plan a line of decisions."""
    table.apply(table.check_plan(side, line, always))
    return table
