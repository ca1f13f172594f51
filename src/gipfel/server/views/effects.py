"""What a decision would do: the pieces that would change, and the rows that would result."""

from collections import Counter
from collections.abc import Sequence
from functools import reduce

from gipfel.draw.picture import mark_parts, piece_parts
from gipfel.draw.scene import Mark, Piece, Scene
from gipfel.draw.target import Target
from gipfel.games.core.game import Change
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.shown import board_shown, change_view
from gipfel.locale import say, say_many
from gipfel.server.contract import server_messages as sent

ARRIVING = ("move", "enter")


def effect_of(before: Scene, decision: Decision) -> sent.Effect:
    """What a decision would do in its position, whose scene is `before`.

    Where another board would be shown afterwards, there are only the changes.
    """
    position, changes = decision.position, decision.changes
    after = position.play(decision)
    shown = after.scene() if board_shown(after) == board_shown(position) else before
    come, gone = _come_and_gone(before, shown, changes)
    rows = [mark for mark in shown.marks if mark.kind == "row" and mark not in before.marks]
    pieces, looks = piece_parts(come)
    return {
        "changes": [change_view(change) for change in changes],
        "pieces": pieces,
        "gone": piece_parts(gone)[0],
        "rows": mark_parts(rows),
        "looks": looks,
        "text": _text(changes, come, rows, after),
    }


def _come_and_gone(before: Scene, after: Scene, changes: Sequence[Change]) -> tuple[list[Piece], list[Piece]]:
    """The pieces that come or change, and those that go or change.

    Among them are pieces that are replaced by equal ones, as in a block that moves on.
    """
    old, new = set(before.pieces), set(after.pieces)
    replaced = _replaced(changes) if before is not after else frozenset()
    come = [piece for piece in after.pieces if piece not in old or piece.target in replaced]
    gone = [piece for piece in before.pieces if piece not in new or piece.target in replaced]
    return come, gone


def _replaced(changes: Sequence[Change]) -> frozenset[Target]:
    """The places that one piece leaves and another one reaches."""
    moving = [change for change in changes if change.kind in ARRIVING and change.origin != change.goal]
    left = {change.origin for change in moving if change.kind == "move"}
    return frozenset(change.goal for change in moving if change.goal is not None and change.goal in left)


def _text(changes: Sequence[Change], come: Sequence[Piece], rows: Sequence[Mark], after: Position) -> str:
    kinds = Counter(change.kind for change in changes)
    parts = [_arrivals(changes, come)]
    if turned := kinds["flip"]:
        parts.append(say_many("{n} piece is turned over", "{n} pieces are turned over", turned))
    if lifted := kinds["lift"]:
        parts.append(say_many("{n} piece leaves the board", "{n} pieces leave the board", lifted))
    if rows:
        parts.append(say_many("a row is complete", "{n} rows are complete", len(rows)))
    told = _joined([part for part in parts if part])
    if told and after.outcome is not None:
        return f"{told}. {after.task}"
    return told


def _joined(parts: Sequence[str]) -> str:
    """Parts of a sentence, with the commas of the language."""
    return reduce(lambda one, more: say("{one}, {more}", one=one, more=more), parts) if parts else ""


def _arrivals(changes: Sequence[Change], come: Sequence[Piece]) -> str:
    """What arrives where; how many pieces move if there are several."""
    arriving = [change for change in changes if change.kind in ARRIVING]
    moving = [change for change in arriving if change.origin is not None] or arriving
    if len(moving) > 1:
        return say_many("{n} piece moves", "{n} pieces move", len(moving))
    goals = [change.goal for change in moving]
    return next(
        (
            say("{piece} on {place}", piece=str(piece), place=piece.target.name)
            for piece in reversed(come)
            if piece.target is not None and piece.target in goals
        ),
        "",
    )
