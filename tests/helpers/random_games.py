"""Random games for tests: reproducible, and played only once per run."""

from functools import cache
from random import Random

import gipfel
from gipfel.games.core.registry import game_type

MOST_DECISIONS = 400

VERSIONS = [(name, version) for name in gipfel.game_names() for version in game_type(name).versions]
"""Every game in every version."""


@cache
def random_game(name: str, version: str, seed: int) -> gipfel.Playthrough:
    """A random game from the start to its end (or to a decision limit for endless ones)."""
    game = gipfel.game(name, version)
    playthrough = gipfel.Playthrough(game.start(seed=seed), seed)
    chance = Random(seed)
    while (decisions := playthrough.position.decisions()) and len(playthrough.decisions) < MOST_DECISIONS:
        playthrough.play(chance.choice(decisions))
    return playthrough


def positions(name: str, version: str, seed: int) -> list[gipfel.Position]:
    """All positions of a random game, the last one included."""
    game = random_game(name, version, seed)
    return [decision.position for decision in game.decisions] + [game.position]


def sample(items: list[gipfel.Position], number: int) -> list[gipfel.Position]:
    """Some of many positions, evenly spread, the first and the last among them."""
    step = max(1, len(items) // number)
    return [*items[::step], items[-1]]
