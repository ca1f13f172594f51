"""What players are told, in the current language."""

from collections.abc import Mapping

from gipfel.games.core.side import Side
from gipfel.locale import current_language, say
from gipfel.table.table import Table


def turn_title(table: Table) -> str:
    """The game that is played."""
    return table.game.full_title


def turn_sentence(table: Table, side: Side) -> str:
    """Who has played, for the player of a side."""
    decisions = table.play.decisions
    if not decisions or decisions[-1].side == side:
        return say("It is your turn.")
    other = table.seats[side.other].title or say(table.name(side.other))
    return say("{name} has played; it is your turn.", name=other)


def push_content(table_id: str, table: Table, side: Side) -> Mapping[str, str]:
    """What the service worker of a browser gets; the browser's own cookie opens the seat."""
    return {
        "table": table_id,
        "title": say("Your turn: {table}", table=turn_title(table)),
        "body": turn_sentence(table, side),
        "language": current_language(),
    }
