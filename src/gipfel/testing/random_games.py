"""Random games for tests: reproducible, and played only once per run."""

from copy import copy
from functools import cache
from random import Random

import gipfel

MOST_DECISIONS = 400


def random_game(name: str, version: str, seed: int) -> gipfel.Playthrough:
    """A random game from the start to its end (or to a decision limit for endless ones).

    Each call returns a copy, so a test may undo decisions.
    """
    return copy(_random_game(name, version, seed))


@cache
def _random_game(name: str, version: str, seed: int) -> gipfel.Playthrough:
    return played_at_random(gipfel.game(name, version), seed, MOST_DECISIONS)


def played_at_random(game: gipfel.Game, seed: int, most: int) -> gipfel.Playthrough:
    """A game of random decisions, at most this number of them."""
    playthrough = gipfel.Playthrough(game.start(seed=seed), seed)
    chance = Random(seed)
    while (decisions := playthrough.position.decisions()) and len(playthrough.decisions) < most:
        playthrough.play(chance.choice(decisions))
    return playthrough


def positions(name: str, version: str, seed: int) -> list[gipfel.Position]:
    """All positions of a random game, the last one included."""
    return positions_of(random_game(name, version, seed))


def positions_of(game: gipfel.Playthrough) -> list[gipfel.Position]:
    """All positions of a game, the last one included."""
    return [decision.position for decision in game.decisions] + [game.position]


def sample(items: list[gipfel.Position], number: int) -> list[gipfel.Position]:
    """Some of many positions, evenly spread, the first and the last among them."""
    step = max(1, len(items) // number)
    return [*items[::step], items[-1]]
