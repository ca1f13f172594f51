"""Rows of the database from beginnings, happenings and tables, and back."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import CursorResult, Row

from gipfel.games.core.side import Side
from gipfel.notation.errors import GipfelError
from gipfel.project.menu.menu import TimeLimit
from gipfel.table.clock import Clock, plain_limit, read_limit
from gipfel.table.events import Happening, read_happening, write_happening
from gipfel.table.seats import Seats, plain_seats, read_seats, read_side, side_word
from gipfel.table.setup import Beginning
from gipfel.table.storage.database import first_line
from gipfel.table.storage.schema import SUMMARIES
from gipfel.table.table import Table

LOG = logging.getLogger("gipfel.table")

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)

Happened = Sequence[tuple[str, int]]
"""Texts of happenings, and when they happened."""


class BrokenTable(GipfelError):
    """What is kept of a table cannot be played through; the message says where it stops making sense."""


@dataclass(frozen=True, slots=True)
class Summary:
    """Where a table stands, without playing through everything that happened at it."""

    id: str
    beginning: Beginning
    seats: dict[str, Any]
    turn: int
    position: str
    score: str
    """Empty while the game goes on."""
    reason: str
    changed: datetime
    side: Side | None = None
    """Who acts; None when the game is over, and at tables nobody has touched since clocks came."""
    clock: Clock | None = None
    mine: frozenset[Side] = frozenset()
    """Where who asks sits."""
    keyed: bool = False
    """Has the table keys? Without any it is open."""


# --- Instants --------------------------------------------------------------------------------------------


def moment(at: int) -> datetime:
    """An instant as the database keeps it."""
    return EPOCH + at * MILLISECOND


def instant(kept: datetime) -> int:
    return (with_zone(kept) - EPOCH) // MILLISECOND


def with_zone(kept: datetime) -> datetime:
    return kept if kept.tzinfo else kept.replace(tzinfo=UTC)  # SQLite forgets the zone


# --- Beginnings and happenings ---------------------------------------------------------------------------


def happening_rows(table_id: str, begin: int, happened: Sequence[Happening], at: int) -> list[dict[str, Any]]:
    when = moment(at)
    return [
        {"table": table_id, "number": number, "at": when, "what": write_happening(what)}
        for number, what in enumerate(happened, begin)
    ]


def plain_beginning(beginning: Beginning) -> dict[str, Any]:
    """The columns of a table's own row."""
    return {
        "game": beginning.game,
        "version": beginning.version,
        "options": dict(beginning.options),
        "seats": plain_seats(beginning.seats),
        "start": beginning.start,
        "seed": beginning.seed,
        "title": beginning.title,
        "clock": None if beginning.clock == TimeLimit() else plain_limit(beginning.clock),
    }


def read_beginning(columns: Mapping[Any, Any]) -> Beginning:
    """How a table began. Raises GipfelError."""
    beginning = _beginning(columns, read_seats(columns["seats"]))
    clock = columns["clock"]
    return beginning if clock is None else replace(beginning, clock=read_limit(clock))


def _beginning(columns: Mapping[Any, Any], seats: Seats) -> Beginning:
    if not isinstance(columns["options"], dict):
        raise GipfelError("its options are no names with values")
    return Beginning(
        columns["game"],
        columns["version"],
        columns["options"],
        seats,
        columns["start"],
        columns["seed"],
        columns["title"],
    )


def replayed(table_id: str, columns: Mapping[Any, Any], happened: Happened) -> Table:
    """The table after everything that happened at it. Raises BrokenTable."""
    try:
        table = Table(read_beginning(columns))
    except GipfelError as error:
        raise BrokenTable(f"table {table_id} cannot be set up: {error}") from error
    apply_all(table_id, table, happened)
    return table


def apply_all(table_id: str, table: Table, happened: Happened) -> None:
    """Let things happen at a table. Raises BrokenTable."""
    for text, at in happened:
        try:
            table.apply(read_happening(text), at)
        except GipfelError as error:
            raise BrokenTable(
                f"table {table_id} cannot be played beyond number {table.happened}: {error}"
            ) from error


# --- Summaries -------------------------------------------------------------------------------------------


def summary_columns(table: Table, at: int) -> dict[str, Any]:
    """Where a table stands, as columns."""
    outcome = table.outcome
    return {
        "happened": table.happened,
        "changed": moment(at),
        "finished": outcome is not None,
        "turn": table.position.turn,
        "position": str(table.position),
        "seats": plain_seats(table.seats),
        "score": table.score if outcome else "",
        "reason": outcome.reason if outcome else "",
        "side": None if outcome else side_word(table.position.side),
        "clock": None if table.clock is None else plain_clock(table.clock),
        "deadline": None if outcome else table.deadline,
    }


def readable(rows: "CursorResult[Any]") -> Iterator[Summary]:
    """Summaries one by one; a row that cannot be read at all does not hide the others."""
    while True:
        try:
            if (row := rows.fetchone()) is None:
                return
            summary = _read_summary(row)
        except (GipfelError, ValueError, TypeError) as error:  # somebody has changed something by hand
            LOG.warning("a table cannot be listed: %s", first_line(error))
        else:
            yield summary


def _read_summary(row: "Row[Any]") -> Summary:
    """Where a table stands. Raises GipfelError."""
    columns = row._mapping
    clock, side = columns[SUMMARIES.c.clock], row.side
    return Summary(
        id=row.id,
        beginning=_beginning(columns, read_seats(None)),  # who sat down first does not matter in a list
        seats=plain_seats(read_seats(columns[SUMMARIES.c.seats])),
        turn=row.turn,
        position=row.position,
        score=row.score,
        reason=row.reason,
        changed=with_zone(row.changed),
        side=None if side is None else read_side(side),
        clock=None if clock is None else read_clock(clock),
    )


# --- Clocks ----------------------------------------------------------------------------------------------


def plain_clock(clock: Clock) -> dict[str, Any]:
    """What a clock shows and since when, ready to be written as JSON."""
    return {
        "limit": plain_limit(clock.limit),
        "left": {side_word(side): clock.left[side] for side in Side},
        "running": _word(clock.running),
        "since": clock.since,
        "free": clock.free,
        "stretch": _word(clock.stretch),
    }


def read_clock(plain: Any) -> Clock:
    """Raises GipfelError, or what else comes of data that are none of ours."""
    try:
        left = {side: int(plain["left"][side_word(side)]) for side in Side}
        running, stretch = _side(plain["running"]), _side(plain["stretch"])
        return Clock(
            read_limit(plain["limit"]), left, running, int(plain["since"]), int(plain["free"]), stretch
        )
    except (KeyError, TypeError) as error:
        raise GipfelError("its clock cannot be read") from error


def _word(side: Side | None) -> str | None:
    return None if side is None else side_word(side)


def _side(word: object) -> Side | None:
    return None if word is None else read_side(word)
