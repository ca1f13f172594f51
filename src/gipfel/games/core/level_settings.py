"""The strength of the engine's levels: data that each game sets for itself."""

from collections.abc import Sequence
from dataclasses import dataclass

LOWEST, HIGHEST = 1, 10
"""The levels. The highest searches as long as it may."""
HIGHEST_QUICK = 3
"""Levels up to this one decide within a moment even interpreted: they look only one decision ahead."""
LOWEST_WITH_BOOK = 8
"""Levels from this one on use the opening book of a game."""
NOISES = (100, 60, 12)
"""The noise of the lowest levels, in per cent of the lowest one's."""
GROWING = 1.3
"""With 1, all levels would search the same multiple of the level below; high levels need a larger one."""


@dataclass(frozen=True, slots=True)
class LevelSettings:
    """The strength of a level in one game."""

    noise: int
    """How much it misjudges positions, in units of scores."""
    nodes: int | None
    """How many nodes it searches; None is one decision ahead."""


def level_settings(noise: int, least: int, most: int) -> tuple[LevelSettings, ...]:
    """All levels but the highest: some with noise, the others with `least` to `most` nodes.

    The last of them searches for some hundredths of a second.
    """
    clear = HIGHEST - LOWEST - len(NOISES)
    parts = ((i / (clear - 1)) ** GROWING for i in range(clear))
    return (
        *(LevelSettings(noise * part // 100, None) for part in NOISES),
        *(LevelSettings(0, int(least * (most / least) ** part)) for part in parts),
    )


def listed_levels(noises: Sequence[int], nodes: Sequence[int]) -> tuple[LevelSettings, ...]:
    """All levels but the highest, as `scripts/calibrate_levels.py` measures them.

    The first ones look one decision ahead with these noises, the others search these numbers of nodes.
    """
    return (
        *(LevelSettings(noise, None) for noise in noises),
        *(LevelSettings(0, number) for number in nodes),
    )


DEFAULT_LEVELS = level_settings(1000, 200, 60_000)
"""The levels of a game that does not set its own."""
PLAYOUT_LEVELS = tuple(LevelSettings(0, playouts) for playouts in (4, 8, 16, 40, 100, 250, 600, 1500, 4000))
"""The levels of a game without an evaluation, by the number of random games that are played."""
