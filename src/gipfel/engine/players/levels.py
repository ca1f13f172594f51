"""Levels 1 to 10: how far the engine looks, and how clearly it sees.

The lowest levels look one decision ahead and misjudge positions a little, each always in its own way, as
people do. Then nothing is blurred and each level looks at several times as many positions as the one below;
level 10 thinks as long as it may. What that is worth is measured: docs/reports/strength.md.
"""

from random import randrange

from gipfel.engine.search.analysis import Limits, Searcher
from gipfel.games.core.about import DEEP, PLAYOUTS, WIDE
from gipfel.games.core.game import Game
from gipfel.games.core.level_settings import (
    DEFAULT_LEVELS,
    HIGHEST,
    LOWEST,
    PLAYOUT_LEVELS,
    LevelSettings,
)
from gipfel.games.core.registry import about

DEFAULT_SECONDS = 1.0
"""For a turn of the highest level, if nobody says how long it may think."""


def levels_of(game: Game) -> tuple[LevelSettings, ...]:
    """The levels of a game from the lowest to the last but the highest."""
    default = PLAYOUT_LEVELS if search_of(game) == PLAYOUTS else DEFAULT_LEVELS
    return about(game.name).levels or default


def search_of(game: Game) -> str:
    """Which search a game uses: the one it names, else as deep as possible if it has an evaluation."""
    return about(game.name).search or (DEEP if game.has_evaluation else PLAYOUTS)


def settings_of(game: Game, level: int) -> LevelSettings:
    """How far and how clearly a level below the highest sees; the last one listed if there are too few."""
    levels = levels_of(game)
    return levels[min(level - LOWEST, len(levels) - 1)]


def limits_of(game: Game, level: int) -> Limits:
    """How far a level looks in a game."""
    if level >= HIGHEST:
        return Limits(seconds=DEFAULT_SECONDS)
    nodes = settings_of(game, level).nodes
    return Limits(depth=1) if nodes is None else Limits(nodes=nodes)


def noise_of(game: Game, level: int) -> int:
    """How much a level misjudges positions, in the units of scores."""
    return 0 if level >= HIGHEST else settings_of(game, level).noise


def make_searcher(
    game: Game,
    level: int = HIGHEST,
    threads: int = 1,
    seed: int | None = None,
    search: str = "",
) -> Searcher:
    """The engine for a game; `seed` decides what a low level misjudges, no `search` is the usual one."""
    noise = noise_of(game, level)
    seed = randrange(1 << 32) if seed is None else seed
    search = search or search_of(game)
    if search == PLAYOUTS:
        from gipfel.engine.search.uct_searcher import UctSearcher

        return UctSearcher(game, seed)
    if search == WIDE:
        from gipfel.engine.search.best_first_searcher import BestFirstSearcher

        return BestFirstSearcher(game, noise=noise, seed=seed)
    from gipfel.engine.search.alpha_beta_searcher import AlphaBetaSearcher

    return AlphaBetaSearcher(game, threads, noise=noise, seed=seed)
