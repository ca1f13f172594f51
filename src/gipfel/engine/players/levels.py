"""Levels 1 to 10: how many nodes the engine searches, and how much noise its evaluation has.

The lowest levels look one decision ahead and misjudge positions; the same player always misjudges a position
in the same way, as people do. The levels above have no noise, and each searches several times as many nodes
as the one below. Level 10 searches as long as it may. docs/reports/strength.md has the measured strength.
"""

from dataclasses import replace
from random import randrange

from gipfel.engine.players.weights import at_full_strength
from gipfel.engine.search.analysis import DEFAULT_SECONDS, Searcher, SearchLimits
from gipfel.games.core.about import DEEP, PLAYOUTS, WIDE
from gipfel.games.core.game import Game
from gipfel.games.core.level_settings import (
    DEFAULT_LEVELS,
    HIGHEST,
    HIGHEST_QUICK,
    LOWEST,
    PLAYOUT_LEVELS,
    LevelSettings,
)
from gipfel.games.core.registry import about
from gipfel.games.core.search_tuning import FORMER, SearchTuning

LOWEST_WITH_ENDINGS = 9
"""From this level on, a share of the time is spent on proofs of wins where the game says so."""


def levels_of(game: Game) -> tuple[LevelSettings, ...]:
    """The settings of all levels of a game but the highest."""
    default = PLAYOUT_LEVELS if search_of(game) == PLAYOUTS else DEFAULT_LEVELS
    return about(game.name).levels or default


def search_of(game: Game) -> str:
    """The search of a game: the one it names, or alpha-beta if it has an evaluation."""
    return about(game.name).search or (DEEP if game.has_evaluation else PLAYOUTS)


def settings_of(game: Game, level: int) -> LevelSettings:
    """The settings of a level below the highest; those of the last one listed if there are too few."""
    levels = levels_of(game)
    return levels[min(level - LOWEST, len(levels) - 1)]


def limits_of(game: Game, level: int) -> SearchLimits:
    """The limits of a level in a game."""
    if level >= HIGHEST:
        return SearchLimits(seconds=DEFAULT_SECONDS)
    nodes = settings_of(game, level).nodes
    return SearchLimits(depth=1) if nodes is None else SearchLimits(nodes=nodes)


def noise_of(game: Game, level: int) -> int:
    """The evaluation noise of a level in a game."""
    return 0 if level >= HIGHEST else settings_of(game, level).noise


def tuning_of(game: Game, level: int, changes: str = "", table: int = 0) -> SearchTuning:
    """The tuning of a level in a game, with changes and another size of the table if given.

    Levels that look one decision ahead need no techniques, and those with few nodes no large table.
    """
    tuning = about(game.name).tuning
    if level < HIGHEST and not changes:
        searches = settings_of(game, level).nodes is not None
        tuning = replace(tuning, table=min(tuning.table, FORMER.table)) if searches else FORMER
    if changes:
        tuning = tuning.changed(changes)
    return replace(tuning, table=table) if table else tuning


def make_searcher(
    game: Game,
    level: int = HIGHEST,
    threads: int = 1,
    seed: int | None = None,
    search: str = "",
    fast: bool | None = None,
    tuning: SearchTuning | None = None,
    noise: int | None = None,
) -> Searcher:
    """The searcher of a level; `seed` decides what a low level misjudges, `search` overrides the default.

    `fast`: compiled or not; by default it is compiled if possible. `tuning`, `noise`: by default those of the
    level.
    """
    if level > HIGHEST_QUICK:
        game = at_full_strength(game)
    elif game.evaluation.learned is not None:
        fast = False  # These levels are quick, and other kernels would have to be compiled for them.
    noise = noise_of(game, level) if noise is None else noise
    seed = randrange(1 << 32) if seed is None else seed
    search = search or search_of(game)
    if search == PLAYOUTS:
        from gipfel.engine.search.uct_searcher import UctSearcher

        return UctSearcher(game, seed, fast)
    tuning = tuning or tuning_of(game, level)
    if search == WIDE:
        from gipfel.engine.search.best_first_searcher import BestFirstSearcher

        return BestFirstSearcher(game, noise=noise, seed=seed, fast=fast, tuning=tuning)
    from gipfel.engine.search.alpha_beta_searcher import AlphaBetaSearcher

    return AlphaBetaSearcher(game, threads, noise=noise, seed=seed, fast=fast, tuning=tuning)


def with_endings(
    searcher: Searcher,
    game: Game,
    level: int = HIGHEST,
    share: int | None = None,
    fast: bool | None = None,
) -> Searcher:
    """The searcher of a level with a share of its time, in per cent, for proofs of wins.

    By default that is the share that the game names, from a level on that searches long.
    """
    if share is None:
        share = game.endings.share if level >= LOWEST_WITH_ENDINGS else 0
    if share == 0 or game.clockwork is not None:
        return searcher
    from gipfel.engine.search.ending_searcher import EndingSearcher

    return EndingSearcher(searcher, game, share, fast)
