"""Random games for tests, and every game in every version."""

import gipfel
from gipfel.games.core.registry import game_type
from gipfel.testing.random_games import positions, random_game, sample

__all__ = ["VERSIONS", "positions", "random_game", "sample"]

VERSIONS = [(name, version) for name in gipfel.game_names() for version in game_type(name).versions]
"""Every game in every version."""
