"""Levels 1 to 10: how far the engine looks, and how clearly it sees.

The lowest levels look one decision ahead and misjudge positions a little, each always in its own way, as
people do. Then nothing is blurred and each level looks at several times as many positions as the one below;
level 10 thinks as long as it may. What that is worth is measured: docs/strength.md.
"""

from dataclasses import dataclass
from random import randrange

from gipfel.engine.search.analysis import Limits, Searcher
from gipfel.games.core.game import Game

LOWEST, HIGHEST = 1, 10
DEFAULT_SECONDS = 1.0
"""For a turn of the highest level, if nobody says how long it may think."""

NOISES = (100, 60, 12)
"""How much the lowest levels misjudge positions, in per cent of the lowest one's blur."""
GROWING = 1.3
"""The farther one sees, the less the same multiple is worth; 1 would be the same multiple at all levels."""


@dataclass(frozen=True, slots=True)
class LevelSettings:
    """How far and how clearly a level sees."""

    noise: int
    """How much it misjudges positions, in the units of scores."""
    nodes: int | None
    """How many positions it looks at; None is one decision ahead."""


def level_settings(noise: int, least: int, most: int, growing: float = GROWING) -> tuple[LevelSettings, ...]:
    """The levels below the highest: blurred ones, then clear ones from the least positions to the most.

    The last one thinks for some hundredths of a second.
    """
    clear = HIGHEST - LOWEST - len(NOISES)
    parts = ((i / (clear - 1)) ** growing for i in range(clear))
    return (
        *(LevelSettings(noise * part // 100, None) for part in NOISES),
        *(LevelSettings(0, int(least * (most / least) ** part)) for part in parts),
    )


SIGHTS = {
    "gipf": level_settings(1000, 170, 120_000),
    "yinsh": level_settings(2000, 250, 50_000),
    "tzaar": level_settings(1600, 180, 60_000, growing=1.1),
    "zertz": level_settings(800, 150, 120_000),
    "dvonn": level_settings(1000, 200, 130_000, growing=1.2),
    "tamsk": level_settings(800, 250, 200_000),
    "project": level_settings(800, 500, 30_000),
    # In PÜNCT the first few looks ahead are worth most, and there are too few of them for nine levels.
    "punct": (
        *(LevelSettings(noise, None) for noise in (12_000, 3000, 1400, 700, 200)),
        *(LevelSettings(noise, 480) for noise in (1000, 150)),
        *(LevelSettings(0, nodes) for nodes in (1100, 8000)),
    ),
}
"""The levels of each game from the lowest to the last but the highest."""


DEEP, WIDE = "deep", "wide"
"""The two searches: as deep as possible with alpha and beta, or best first."""
SEARCHES = {"punct": WIDE}
"""Which games use which search; all others go deep. Measured: docs/engine.md."""


def limits_of(game: Game, level: int) -> Limits:
    """How far a level looks in a game."""
    if level >= HIGHEST:
        return Limits(seconds=DEFAULT_SECONDS)
    nodes = SIGHTS[game.name][level - LOWEST].nodes
    return Limits(depth=1) if nodes is None else Limits(nodes=nodes)


def noise_of(game: Game, level: int) -> int:
    """How much a level misjudges positions, in the units of scores."""
    return 0 if level >= HIGHEST else SIGHTS[game.name][level - LOWEST].noise


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
    if (search or SEARCHES.get(game.name, DEEP)) == WIDE:
        from gipfel.engine.search.best_first_searcher import BestFirstSearcher

        return BestFirstSearcher(game, noise=noise, seed=seed)
    from gipfel.engine.search.alpha_beta_searcher import AlphaBetaSearcher

    return AlphaBetaSearcher(game, threads, noise=noise, seed=seed)
