"""Converts setups, events and tables to rows of the database, and back."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import CursorResult, Row

from gipfel.games.core.registry import upgraded_options
from gipfel.games.core.side import Side
from gipfel.games.core.time_limit import TimeLimit
from gipfel.notation import formats
from gipfel.notation.errors import GipfelError
from gipfel.table.clock import PATIENCE, Clock, limit_to_dict, read_limit
from gipfel.table.events import Event, read_event, write_event
from gipfel.table.matches import GameResult, MatchScore, contests_won
from gipfel.table.seats import Seats, read_seats, read_side, seats_to_dict, side_word
from gipfel.table.setup import NO_MATCH, MatchPlace, TableSetup
from gipfel.table.storage.database import first_line
from gipfel.table.storage.schema import SUMMARIES
from gipfel.table.table import Table

LOG = logging.getLogger("gipfel.table")

MOST_GAMES = 1_000_000
"""More games than any match has."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)
NO_DEADLINE = 2**62
"""The deadline of a clock that runs but by which nobody loses."""

StoredEvents = Sequence[tuple[str, int]]
"""Events as texts, with their instants."""


class BrokenTable(GipfelError):
    """A stored table cannot be replayed; the message says where the problem is."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The state of a table, for lists; reading it replays no events."""

    id: str
    setup: TableSetup
    seats: dict[str, Any]
    turn: int
    position: str
    score: str
    """Empty while the game is played."""
    reason: str
    changed: datetime
    side: Side | None = None
    """The side to act; None when the game is over, and at tables unchanged since schema 0001."""
    clock: Clock | None = None
    mine: frozenset[Side] = frozenset()
    """The seats of the visitor for whom the list is made."""
    keyed: bool = False
    """Does the table have keys? Without any it is open."""
    match: MatchScore | None = None
    """The score of the match that the table belongs to."""


# --- Instants --------------------------------------------------------------------------------------------


def to_datetime(at: int) -> datetime:
    """An instant in milliseconds as the database stores it."""
    return EPOCH + at * MILLISECOND


def to_milliseconds(kept: datetime) -> int:
    return (with_zone(kept) - EPOCH) // MILLISECOND


def with_zone(kept: datetime) -> datetime:
    return kept if kept.tzinfo else kept.replace(tzinfo=UTC)  # SQLite does not store the zone


# --- Setups and events -----------------------------------------------------------------------------------


def event_rows(table_id: str, begin: int, events: Sequence[Event], at: int) -> list[dict[str, Any]]:
    when = to_datetime(at)
    return [
        {"table": table_id, "number": number, "at": when, "what": write_event(event)}
        for number, event in enumerate(events, begin)
    ]


def setup_columns(setup: TableSetup) -> dict[str, Any]:
    """The columns of a table's own row."""
    return {
        "game": setup.game,
        "version": setup.version,
        "options": dict(setup.options),
        "seats": seats_to_dict(setup.seats),
        "start": setup.start,
        "seed": setup.seed,
        "title": setup.title,
        "clock": None if setup.clock == TimeLimit() else limit_to_dict(setup.clock),
        "format": formats.NEWEST,
        **_match_columns(setup.match),
    }


def _match_columns(place: MatchPlace) -> dict[str, Any]:
    in_match = place != NO_MATCH
    return {
        "match": place.first or None,
        "match_number": place.number if in_match else None,
        "first_to": place.first_to or None,
    }


def _match_place(columns: Mapping[Any, Any]) -> MatchPlace:
    """The place in a match; rows from before schema 0006 have none. Raises GipfelError."""
    first, number, first_to = (columns[name] for name in ("match", "match_number", "first_to"))
    fits = [each is None or (type(each) is int and 0 < each <= MOST_GAMES) for each in (number, first_to)]
    if not all(fits) or not (first is None or isinstance(first, str)):
        raise GipfelError("its place in a match must be a table and numbers")
    return MatchPlace(first or "", number or 1, first_to or 0)


def read_setup(columns: Mapping[Any, Any]) -> TableSetup:
    """The setup that the columns of a row describe. Raises GipfelError."""
    setup = _setup(columns, read_seats(columns["seats"]))
    clock = columns["clock"]
    return setup if clock is None else replace(setup, clock=read_limit(clock))


def _setup(columns: Mapping[Any, Any], seats: Seats) -> TableSetup:
    if not isinstance(columns["options"], dict):
        raise GipfelError("its options must be names with values")
    return TableSetup(
        columns["game"],
        columns["version"],
        upgraded_options(columns["game"], _format(columns), columns["version"], columns["options"]),
        seats,
        columns["start"],
        columns["seed"],
        columns["title"],
        match=_match_place(columns),
    )


def _format(columns: Mapping[Any, Any]) -> int:
    """The format of a row's options; rows from before schema 0005 do not name it."""
    number = columns["format"]
    if number is None:
        return formats.READABLE[0]
    if type(number) is not int:
        raise GipfelError("the format of its options must be a number")
    return number


def replay(table_id: str, columns: Mapping[Any, Any], events: StoredEvents) -> Table:
    """The table after all its events. Raises BrokenTable."""
    try:
        table = Table(read_setup(columns))
    except GipfelError as error:
        raise BrokenTable(f"table {table_id} cannot be set up: {error}") from error
    apply_all(table_id, table, events)
    return table


def apply_all(table_id: str, table: Table, events: StoredEvents) -> None:
    """Apply stored events to a table. Raises BrokenTable."""
    for text, at in events:
        try:
            table.apply(read_event(text), at)
        except GipfelError as error:
            raise BrokenTable(
                f"table {table_id} cannot be played beyond number {table.event_count}: {error}"
            ) from error


# --- Summaries -------------------------------------------------------------------------------------------


def summary_columns(table: Table, at: int) -> dict[str, Any]:
    """The columns of a table's summary."""
    return {
        **state_columns(table, at),
        "seats": seats_to_dict(table.seats),
        **clock_columns(table.clock),
    }


def decided_columns(table: Table, at: int) -> dict[str, Any]:
    """The columns of a table's summary that decisions can change: no seats, and a clock if there is one."""
    has_clock = table.clock is not None or table.clocks
    return {**state_columns(table, at), **(clock_columns(table.clock) if has_clock else {})}


def state_columns(table: Table, at: int) -> dict[str, Any]:
    """The columns of a table's summary that show its game."""
    outcome = table.outcome
    return {
        "happened": table.event_count,
        "changed": to_datetime(at),
        "finished": outcome is not None,
        "turn": table.position.turn,
        "position": str(table.position),
        "score": table.score if outcome else "",
        "reason": outcome.reason if outcome else "",
        "side": None if outcome else side_word(table.position.side),
        "contests": _contests(table) if outcome else None,
    }


def _contests(table: Table) -> dict[str, int]:
    """The games that each side has won inside the game."""
    return {side_word(side): won for side, won in zip(Side, contests_won(table), strict=True)}


def read_summaries(rows: "CursorResult[Any]") -> Iterator[Summary]:
    """Summaries one by one; a row that cannot be read is logged and left out."""
    while True:
        try:
            if (row := rows.fetchone()) is None:
                return
            summary = _read_summary(row)
        except (GipfelError, ValueError, TypeError) as error:  # somebody has edited the database by hand
            LOG.warning("a table cannot be listed: %s", first_line(error))
        else:
            yield summary


def _read_summary(row: "Row[Any]") -> Summary:
    """The summary in a row. Raises GipfelError."""
    columns = row._mapping
    clock, side = columns[SUMMARIES.c.clock], row.side
    return Summary(
        id=row.id,
        setup=_setup(columns, read_seats(None)),  # the first seats do not matter in a list
        seats=seats_to_dict(read_seats(columns[SUMMARIES.c.seats])),
        turn=row.turn,
        position=row.position,
        score=row.score,
        reason=row.reason,
        changed=with_zone(row.changed),
        side=None if side is None else read_side(side),
        clock=None if clock is None else read_clock(clock),
    )


def read_result(columns: Mapping[Any, Any]) -> GameResult:
    """The result of a table as a game of a match; without what cannot be read."""
    contests = columns["contests"]
    kept = contests if isinstance(contests, dict) else {}
    won = [kept.get(side_word(side), 0) for side in Side]
    known = all(type(number) is int for number in won)
    return GameResult(columns["match_number"] or 1, columns["score"], (won[0], won[1]) if known else (0, 0))


# --- Clocks ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RunningClock:
    """The clock of a table, from its summary."""

    id: str
    happened: int
    """The number of events."""
    changed: int
    """The instant of the last event."""
    clock: Clock


def clock_columns(clock: Clock | None) -> dict[str, Any]:
    """The columns of a table's summary that show its clock."""
    if clock is None:
        return {"clock": None, "deadline": None}
    deadline = clock.deadline if clock.claimable is None else NO_DEADLINE
    return {"clock": clock_to_dict(clock), "deadline": deadline}


def read_running_clocks(rows: "CursorResult[Any]") -> Iterator[RunningClock]:
    """Clocks one by one; a row that cannot be read is logged and left out."""
    while True:
        try:
            if (row := rows.fetchone()) is None:
                return
            clock = RunningClock(row.table, row.happened, to_milliseconds(row.changed), read_clock(row.clock))
        except (GipfelError, ValueError, TypeError) as error:  # somebody has edited the database by hand
            LOG.warning("the clock of a table cannot be read: %s", first_line(error))
        else:
            yield clock


def clock_to_dict(clock: Clock) -> dict[str, Any]:
    """The state of a clock as JSON."""
    return {
        "limit": limit_to_dict(clock.limit),
        "left": _by_side(clock.left),
        "running": _word(clock.running),
        "since": clock.since,
        "free": clock.free,
        "stretch": _word(clock.stretch),
        "lag_left": _by_side(clock.lag_left),
    }


def read_clock(data: Any) -> Clock:
    """The clock that JSON describes. Raises GipfelError, ValueError or TypeError for other data."""
    try:
        running, stretch = _side(data["running"]), _side(data["stretch"])
        left, since, free = _read_by_side(data["left"]), int(data["since"]), int(data["free"])
        clock = Clock(_read_stored_limit(data["limit"]), left, running, since, free, stretch)
        # Older rows have no budget.
        return replace(clock, lag_left=_read_by_side(data["lag_left"])) if "lag_left" in data else clock
    except (KeyError, TypeError) as error:
        raise GipfelError("its clock cannot be read") from error


def _read_stored_limit(data: Any) -> TimeLimit:
    if data["kind"] == PATIENCE:
        return TimeLimit(PATIENCE, days=int(data["days"]))
    return read_limit(data)


def _by_side(numbers: Mapping[Side, int]) -> dict[str, int]:
    return {side_word(side): numbers[side] for side in Side}


def _read_by_side(data: Any) -> dict[Side, int]:
    return {side: int(data[side_word(side)]) for side in Side}


def _word(side: Side | None) -> str | None:
    return None if side is None else side_word(side)


def _side(word: object) -> Side | None:
    return None if word is None else read_side(word)
