"""Levels 1 to 10: how far the engine looks, and how clearly it sees.

The lowest levels look one decision ahead and misjudge positions a little, each always in its own way, as
people do. From level 4 on nothing is blurred and each level looks at several times as many positions as the
one below; level 10 thinks as long as it may. What that is worth is measured: docs/strength.md.
"""

from dataclasses import dataclass
from random import randrange

from gipfel.engine.thought import Limits, Thinker
from gipfel.games.game import Game

LOWEST, HIGHEST = 1, 10
USUAL_SECONDS = 1.0
"""For a turn of the highest level, if nobody says how long it may think."""

BLURS = {1: 100, 2: 60, 3: 12}
"""How much the lowest levels misjudge positions, in per cent of the lowest one's blur."""
FIRST_CLEAR = 4
"""From this level on the number of positions decides."""

GROWING = 1.3
"""The farther one sees, the less the same multiple is worth; 1 would be the same multiple at all levels."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How far and how clearly the levels of a game see."""

    blur: int
    """How much the lowest level misjudges positions, in the units of scores."""
    least: int
    """How many positions the first clear level looks at."""
    most: int
    """The same for the last one but the highest; it thinks for some hundredths of a second."""

    def nodes(self, level: int) -> int:
        """Every level looks at a multiple of the one below, the higher the larger."""
        part = ((level - FIRST_CLEAR) / (HIGHEST - 1 - FIRST_CLEAR)) ** GROWING
        return int(self.least * (self.most / self.least) ** part)


REACHES = {
    "gipf": Reach(1000, 120, 120_000),
    "punct": Reach(700, 2_500, 60_000),
    "yinsh": Reach(2000, 250, 50_000),
    "tzaar": Reach(1600, 180, 60_000),
    "zertz": Reach(800, 150, 120_000),
    "dvonn": Reach(1000, 200, 150_000),
    "tamsk": Reach(800, 250, 200_000),
    "project": Reach(800, 500, 30_000),
}


DEEP, WIDE = "deep", "wide"
"""The two searches: as deep as possible with alpha and beta, or best first."""
SEARCHES = {"punct": WIDE}
"""Which games use which search; all others go deep. Measured: docs/engine.md."""


def limits_of(game: Game, level: int) -> Limits:
    """How far a level looks in a game."""
    if level >= HIGHEST:
        return Limits(seconds=USUAL_SECONDS)
    if level < FIRST_CLEAR:
        return Limits(depth=1)
    return Limits(nodes=REACHES[game.name].nodes(level))


def blur_of(game: Game, level: int) -> int:
    """How much a level misjudges positions, in the units of scores."""
    return BLURS.get(level, 0) * REACHES[game.name].blur // 100


def thinker(
    game: Game,
    level: int = HIGHEST,
    threads: int = 1,
    seed: int | None = None,
    search: str = "",
) -> Thinker:
    """The engine for a game; `seed` decides what a low level misjudges, no `search` is the usual one."""
    blur = blur_of(game, level)
    seed = randrange(1 << 32) if seed is None else seed
    if (search or SEARCHES.get(game.name, DEEP)) == WIDE:
        from gipfel.engine.tree import BestFirstSearcher

        return BestFirstSearcher(game, blur=blur, seed=seed)
    from gipfel.engine.searcher import Searcher

    return Searcher(game, threads, blur=blur, seed=seed)
