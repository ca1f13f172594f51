"""Writes games of DVONN for other programs."""

from gipfel.games.core.exports import BoardspaceDialect, Properties
from gipfel.games.core.position import Decision, Position
from gipfel.games.dvonn.notation import ends, name_of
from gipfel.games.dvonn.rules import MOVE, PASS


def _properties(start: Position) -> Properties | None:
    if start != start.game.start() or start.game.random_start:
        return None
    return [("GM", "Dvonn"), ("VV", "1"), ("SU", "dvonn 0")]


def _steps(decision: Decision) -> list[str]:
    if decision.code == PASS:
        return ["pass"]
    if decision.code < MOVE:
        return [f"dropb {_space(decision.code)}"]
    origin, goal = ends(decision.code)
    return [f"move {_space(origin)} {_space(goal)}"]


def _space(number: int) -> str:
    """A space as `A 1`."""
    return " ".join(name_of(number).upper())


BOARDSPACE = BoardspaceDialect(_properties, _steps)
