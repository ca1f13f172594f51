"""Writes games of ZÈRTZ for other programs."""

from gipfel.games.core.exports import BoardspaceDialect, Properties
from gipfel.games.core.position import Decision, Position
from gipfel.games.zertz.notation import jump_ends, ring_name
from gipfel.games.zertz.rules import JUMP, NUMBER_OF_POINTS, PASS, POOL, REMOVE, supply_of

BOARDS = {"basic": "Zertz", "tournament": "Zertz+11", "large": "Zertz+24"}
"""The board of the server for each version that it has."""
RESERVE = 2
"""The rack of the marbles that belong to nobody."""


def _properties(start: Position) -> Properties | None:
    board = BOARDS.get(start.game.version)
    if board is None or start != start.game.start():
        return None
    return [("GM", "22"), ("VV", "2"), ("SU", board)]


def _steps(decision: Decision) -> list[str]:
    code, state = decision.code, decision.position.state
    if code == PASS:
        return ["Pass"]

    def ring(point: int) -> str:
        return " ".join(ring_name(state, point).upper())

    if code >= JUMP:
        origin, goal = jump_ends(code)
        return [f"BtoB {ring(origin)} {ring(goal)}"]
    if code >= REMOVE:
        return [f"R- {ring(code - REMOVE)}"]
    colour, point = divmod(code, NUMBER_OF_POINTS)
    rack = RESERVE if supply_of(state) == POOL else int(decision.side)
    return [f"RtoB {rack} {colour} {ring(point)}"]


BOARDSPACE = BoardspaceDialect(_properties, _steps)
