"""What decisions change on the board that is shown."""

from typing import cast

from gipfel.draw.picture import target_parts
from gipfel.games.core.game import Change
from gipfel.games.core.position import Decision, Position
from gipfel.server.contract import server_messages as sent


def changes_shown(last: Decision | None, position: Position) -> list[sent.Change]:
    """What the last decision changed on the board that is shown; nothing if it was made on another board."""
    if last is None or board_shown(last.position) != board_shown(position):
        return []
    return [change_view(change) for change in last.changes]


def change_view(change: Change) -> sent.Change:
    return {
        "kind": cast(sent.ChangeKind, change.kind),
        "from": target_parts(change.origin) if change.origin else None,
        "to": target_parts(change.goal) if change.goal else None,
    }


def board_shown(position: Position) -> str:
    """Identifies the board that is shown: by the purpose of a contest, or empty for the game's own board."""
    contest = position.contest
    return contest.purpose if contest is not None and contest.played is not None else ""
