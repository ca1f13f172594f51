"""Games written for other programs: what a game's folder needs to do it.

A folder may have a module `exports` that knows how a server writes its game:

    BOARDSPACE = BoardspaceDialect(properties, steps)

`properties` gives the first node of a game, or None if that server does not have it: a version, an option or
a start it does not know. `steps` gives what is clicked for a decision; the caller confirms the turn.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from gipfel.games.core import registry
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import BLACK, WHITE
from gipfel.notation.boardspace import WrittenStep, write_boardspace
from gipfel.notation.record import Record

Properties = list[tuple[str, str]]
DONE = "Done"


@dataclass(frozen=True, slots=True)
class BoardspaceDialect:
    """How Boardspace writes a game."""

    properties: Callable[[Position], Properties | None]
    """The properties of the first node of a game that begins in a position."""
    steps: Callable[[Decision], Sequence[str]]
    """The clicks that make a decision."""
    confirms_decisions: bool = False
    """Is every decision confirmed, and not only every turn?"""


def boardspace_dialect(name: str) -> BoardspaceDialect | None:
    """How Boardspace writes a game; None if it does not have it, or if that is not known here."""
    found = getattr(registry.part_of(name, "exports"), "BOARDSPACE", None)
    return found if isinstance(found, BoardspaceDialect) else None


def boardspace_text(record: Record, game: Playthrough) -> str | None:
    """A game as Boardspace writes it; None if that server does not have the game in this form."""
    dialect = boardspace_dialect(game.start.game.name)
    properties = dialect.properties(game.start) if dialect else None
    if dialect is None or properties is None:
        return None
    names = (record.headers.get("white") or "White", record.headers.get("black") or "Black")
    more: Properties = []
    if written := _written_date(record.headers.get("date", "")):
        more.append(("DT", written))
    if result := _result(record, names):
        more.append(("RE", result))
    return write_boardspace([*properties, *more], names, _steps(record, game, dialect))


def _written_date(text: str) -> str:
    """A date as the server writes it; empty if it is none."""
    try:
        return f"{date.fromisoformat(text):%a %b %d 00:00:00 GMT %Y}"
    except ValueError:
        return ""


def _result(record: Record, names: tuple[str, str]) -> str:
    if record.result == "1/2-1/2":
        return "The game is a draw"
    return f"Game won by {names[record.result == '0-1']}" if record.result in ("1-0", "0-1") else ""


def _steps(record: Record, game: Playthrough, dialect: BoardspaceDialect) -> Iterator[WrittenStep]:
    times: dict[int, int] = {}
    yield WHITE, "Start P0", None
    for number, (turn, finished) in enumerate(game.turns()):
        used = record.turns[number].used if number < len(record.turns) else None
        side = turn[0].side
        if used is not None:
            times[side] = times.get(side, 0) + used
        for decision in turn:
            yield from ((decision.side, step, None) for step in dialect.steps(decision))
            if dialect.confirms_decisions or (decision is turn[-1] and finished):
                yield decision.side, DONE, times.get(side) if used is not None else None
    yield from ((player, step, None) for player, step in _ending(record, game.position))


def _ending(record: Record, position: Position) -> Iterator[tuple[int, str]]:
    """How a game ended that did not end on the board."""
    if position.outcome is not None:
        return
    if record.result in ("1-0", "0-1"):
        winner = WHITE if record.result == "1-0" else BLACK
        if record.reason == "time":
            yield winner, "WinOnTime"
        elif record.reason == "resignation":
            yield from ((winner.other, step) for step in ("Resign", DONE))
    elif record.reason == "agreement":
        yield from ((position.side, step) for step in ("AcceptDraw", DONE))
