"""Random games for tests, and every game in every version."""

from random import Random

import gipfel
from gipfel.games.core.registry import game_type
from gipfel.testing.random_games import positions, random_game, sample

__all__ = ["VERSIONS", "positions", "positions_with_choice", "random_game", "sample", "winning_position"]
VERSIONS = [(name, version) for name in gipfel.game_names() for version in game_type(name).versions]
"""Every game in every version."""


def winning_position(name: str) -> tuple[gipfel.Position, set[str]]:
    """A position of a random game in which some decisions, but not all, win at once; and those that win."""
    game = gipfel.game(name)
    for seed in range(100):
        position, chance = game.start(seed=seed), Random(seed)
        while decisions := position.decisions():
            wins = {decision.text for decision in decisions if _wins(position, decision)}
            if 0 < len(wins) < len(decisions):
                return position, wins
            position = position.play(chance.choice(decisions))
    raise AssertionError(name)


def _wins(position: gipfel.Position, decision: gipfel.Decision) -> bool:
    outcome = position.play(decision).outcome
    return outcome is not None and outcome.winner == position.side


def positions_with_choice(game: gipfel.Game, seed: int, number: int) -> list[gipfel.Position]:
    """Positions of random games, after the first turns, in which somebody has a choice."""
    chance = Random(seed)
    found: list[gipfel.Position] = []
    position = game.start(seed=seed)
    while len(found) < number:
        if position.outcome is not None:
            position = game.start(seed=seed)
        if len(position.codes) > 1 and position.turn > 2 and chance.random() < 0.2:
            found.append(position)
        position = position.play(chance.choice(position.decisions()))
    return found
