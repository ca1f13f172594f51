"""How far and how clearly the levels of the engine see: data that each game sets for itself."""

from dataclasses import dataclass

LOWEST, HIGHEST = 1, 10
"""The levels. The highest thinks as long as it may."""
NOISES = (100, 60, 12)
"""How much the lowest levels misjudge positions, in per cent of the lowest one's noise."""
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
    """The levels below the highest: noisy ones, then clear ones from the least positions to the most.

    The last one thinks for some hundredths of a second.
    """
    clear = HIGHEST - LOWEST - len(NOISES)
    parts = ((i / (clear - 1)) ** growing for i in range(clear))
    return (
        *(LevelSettings(noise * part // 100, None) for part in NOISES),
        *(LevelSettings(0, int(least * (most / least) ** part)) for part in parts),
    )


DEFAULT_LEVELS = level_settings(1000, 200, 60_000)
"""The levels of a game that does not set its own."""
PLAYOUT_LEVELS = tuple(LevelSettings(0, playouts) for playouts in (4, 8, 16, 40, 100, 250, 600, 1500, 4000))
"""The levels of a game without an evaluation, by the number of random games that are played."""
