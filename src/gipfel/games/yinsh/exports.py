"""Writes games of YINSH for other programs."""

from gipfel.games.core.exports import BoardspaceDialect, Properties
from gipfel.games.core.position import Decision, Position
from gipfel.games.yinsh.notation import move_of, row_of
from gipfel.games.yinsh.rules import GO, LIFT, PASS, SPACES, TAKE

GAMES = {"standard": "Yinsh", "blitz": "Yinsh-Blitz"}
"""The game of the server for each version."""


def _properties(start: Position) -> Properties | None:
    if start != start.game.start():
        return None
    return [("GM", "24"), ("VV", "2"), ("SU", GAMES[start.game.version])]


def _steps(decision: Decision) -> list[str]:
    code, colour = decision.code, "wb"[decision.side]
    if code >= GO:
        return [f"move {' '.join(map(_space, move_of(code)))}"]
    if code == PASS:
        return ["Pass"]
    if code >= TAKE:
        row = row_of(code)
        return [f"remove {colour} {_space(row[0])} {_space(row[-1])}"]
    if code >= LIFT:
        return [f"remove {colour}r {_space(code - LIFT)}"]
    return [f"place {colour}r {_space(code)}"]


def _space(space: int) -> str:
    """A space as `A 2`."""
    name = SPACES.names[space].upper()
    return f"{name[0]} {name[1:]}"


BOARDSPACE = BoardspaceDialect(_properties, _steps, confirms_decisions=True)
