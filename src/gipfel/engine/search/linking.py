"""Searches linked to a game: its rules, and what it says about positions."""

from gipfel.games.core.game import Game
from gipfel.kernel.hints import NO_HINTS
from gipfel.kernel.link import F, announced, can_compile, link


def linked(game: Game, generic: F, fast: bool | None = None) -> F:
    """A generic search linked to a game; compiled if possible, unless `fast` says otherwise."""
    bind = {**NO_HINTS, **game.rules.bind, **game.evaluation.bind}
    if not (can_compile() if fast is None else fast):
        return link(generic, bind, fast=False)
    with announced(f"{game.rules.title}, {generic.__name__}", game.rules.decisions):
        return link(generic, bind, fast=True)
