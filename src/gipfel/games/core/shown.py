"""What pages show of positions and decisions: what moved, what moved last, and what can be pointed at."""

from collections.abc import Mapping, Sequence
from typing import cast

from gipfel.draw import picture_types as types
from gipfel.draw.picture import target_parts
from gipfel.draw.scene import Mark, Scene
from gipfel.draw.target import Target
from gipfel.games.core.game import Change
from gipfel.games.core.marks import last_move
from gipfel.games.core.names import button_text
from gipfel.games.core.position import Decision, Position

BESIDE = "turn"
"""The kind of targets that stand for the orientation of a piece and not for a place."""
NO_WARNINGS: Mapping[Target, str] = {}


def described(
    position: Position,
    target: Target,
    shown: types.PossibleTarget,
    warnings: Mapping[Target, str] = NO_WARNINGS,
) -> types.PossibleTarget:
    """A target with what is written on it if it is a button, and with what it warns of."""
    if target.kind == "button":
        board, whole = position.board.game, position.game
        shown["text"] = button_text(target.name, board.name, whole.name)
    return {**shown, "warning": warnings[target]} if target in warnings else shown


def changes_shown(last: Decision | None, position: Position) -> list[types.Change]:
    """What the last decision changed on the board that is shown; nothing if it was made on another board."""
    if last is None or board_shown(last.position) != board_shown(position):
        return []
    return [change_view(change) for change in last.changes]


def change_view(change: Change) -> types.Change:
    return {
        "kind": cast(types.ChangeKind, change.kind),
        "from": target_parts(change.origin) if change.origin else None,
        "to": target_parts(change.goal) if change.goal else None,
    }


def board_shown(position: Position) -> str:
    """Identifies the board that is shown: by the purpose of a contest, or empty for the game's own board."""
    contest = position.contest
    return contest.purpose if contest is not None and contest.played is not None else ""


def marks_of_last_turn(
    decisions: Sequence[Decision], position: Position, scene: Scene | None = None
) -> tuple[Mark, ...]:
    """Marks of what the last turn moved; none if it was played on another board than the one shown.

    `scene`: that of the position, if it is known.
    """
    if not decisions:
        return ()
    turn = _turn_shown(decisions[-1].position)
    if board_shown(position) != turn[0]:
        return ()
    marks: list[Mark] = []
    for made in reversed(decisions):
        if _turn_shown(made.position) != turn:
            break
        marks[:0] = last_move(made, scene)
    return tuple(marks)


def _turn_shown(position: Position) -> tuple[str, int]:
    return board_shown(position), position.board.turn
