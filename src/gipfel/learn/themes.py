"""Themes of puzzles: words for what happens in a line.

Most are asked from what every game answers: the pieces a decision moves, the rows a picture marks, the number
of replies. A game's folder may have a module `themes` for what only that game knows:

    def themes(state: State, code: int) -> tuple[str, ...]

It returns words of `THEMES` for a decision of the solver.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import cast

from gipfel.draw.scene import OWNERS
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.registry import part_of
from gipfel.games.core.side import Side
from gipfel.kernel.state import State
from gipfel.locale import note

ROW = note("row")
CAPTURE = note("capture")
SACRIFICE = note("sacrifice")
TEMPO = note("tempo")
ISOLATION = note("isolation")
CUT_OFF = note("cut-off")
BRIDGE = note("bridge")
DOUBLE_THREAT = note("double threat")
TURNING = note("turning over")
QUIET = note("quiet move")
FINISH = note("last move")
THEMES: tuple[str, ...] = (
    *(ROW, CAPTURE, SACRIFICE, TEMPO, ISOLATION),
    *(CUT_OFF, BRIDGE, TURNING, DOUBLE_THREAT, QUIET, FINISH),
)
"""All theme words, in the order in which they are listed; a player reads them translated."""

MOST_TRIED = 20_000
"""A double threat is looked for if at most this number of pairs of a reply and an answer has to be tried."""

OwnThemes = Callable[[State, int], tuple[str, ...]]


def themes_of(line: Sequence[Decision]) -> tuple[str, ...]:
    """The themes of a line, which begins with a decision of the solver."""
    found = {*_themes(line)}
    return tuple(theme for theme in THEMES if theme in found)


def _themes(line: Sequence[Decision]) -> Iterator[str]:
    solver = line[0].side
    own_themes = _own_themes(line[0].position.game.name)
    for decision in line:
        if decision.side == solver:
            yield from own_themes(decision.position.state, decision.code)
            yield from _of_own(decision)
        elif _takes(decision, solver.other):
            yield SACRIFICE
    replies = [decision.position for decision in line if decision.side != solver]
    if replies and all(len(position.codes) == 1 for position in replies):
        yield TEMPO
    if is_quiet(line[0], own_themes):
        yield QUIET
    end = line[-1].position.play(line[-1])
    if end.outcome is not None and end.outcome.winner == solver:
        yield FINISH
        if len(line) > 1 and line[-2].side != solver and is_double_threat(line[-2].position, solver):
            yield DOUBLE_THREAT


def _own_themes(name: str) -> OwnThemes:
    """What the game's folder says about a decision; nothing if it has no module for it."""
    module = part_of(name, "themes")
    return cast(OwnThemes, getattr(module, "themes", lambda state, code: ()))


def _of_own(decision: Decision) -> Iterator[str]:
    """What every game can say about a decision of the solver."""
    if _takes(decision, decision.side):
        yield CAPTURE
    if _has_row(decision.position) or _has_row(decision.position.play(decision)):
        yield ROW
    if any(change.kind == "flip" for change in decision.changes):
        yield TURNING


def _takes(decision: Decision, side: Side) -> bool:
    """Is a piece lifted that does not belong to this side?"""
    lifted = {change.origin for change in decision.changes if change.kind == "lift"}
    if not lifted:
        return False
    pieces = decision.position.scene().pieces
    return any(piece.target in lifted and piece.colour != OWNERS[side] for piece in pieces)


def _has_row(position: Position) -> bool:
    """Is there a row to take?"""
    return position.outcome is None and any(mark.kind == "row" for mark in position.scene().marks)


def is_quiet(decision: Decision, own_themes: OwnThemes) -> bool:
    """Does a decision neither take, nor turn over, nor complete anything?"""
    if own_themes(decision.position.state, decision.code) or any(_of_own(decision)):
        return False
    return all(change.kind in ("move", "enter") for change in decision.changes)


def is_double_threat(position: Position, solver: Side) -> bool:
    """Does every reply of the side to act lose at once, though no single answer refutes them all?"""
    replies, tried = list[Position](), 0
    for code in position.codes:
        reply = position.play(code)
        if reply.outcome is not None or reply.side != solver:
            return False
        replies.append(reply)
        tried += len(reply.codes)
        if tried > MOST_TRIED:
            return False
    answers = [_wins_at_once(reply) for reply in replies]
    return all(answers) and not frozenset.intersection(*answers)


def _wins_at_once(position: Position) -> frozenset[int]:
    """The decisions with which the side to act wins at once."""
    ends = ((code, position.play(code).outcome) for code in position.codes)
    return frozenset(code for code, end in ends if end is not None and end.winner == position.side)
