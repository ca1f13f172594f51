"""Links searches to a game: to its rules, its evaluation and its hints."""

from gipfel.games.core.game import Game
from gipfel.kernel.hints import NO_HINTS
from gipfel.kernel.link import F, can_compile, link


def linked(game: Game, generic: F, fast: bool | None = None) -> F:
    """A generic search linked to a game; compiled if possible, unless `fast` says otherwise."""
    bind = {**NO_HINTS, **game.rules.bind, **game.evaluation.bind}
    fast = can_compile() if fast is None else fast
    return link(generic, bind, fast, f"{game.rules.title}, {generic.__name__}")
