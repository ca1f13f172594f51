"""Measuring: how many positions the engine of a game looks at in a second."""

from random import Random
from time import perf_counter, process_time

from gipfel.engine.players.levels import make_searcher
from gipfel.engine.search.analysis import Limits
from gipfel.games.core.game import Game
from gipfel.games.core.position import Position

POSITIONS = 6
DECISIONS_APART = 4
"""Between the positions of the measurement, all from one random game."""
ROUNDS = 3


def search_rates(game: Game, seconds: float, threads: int = 1) -> tuple[float, float]:
    """Positions per second of CPU time, and per second on the clock; the best of some rounds each.

    The engine searches positions of a random game, from an empty table each, for about `seconds` in all.
    """
    engine = make_searcher(game, threads=threads)
    positions = sample(game)
    limits = Limits(seconds=seconds / (ROUNDS * len(positions)))
    engine.think(positions[0], Limits(nodes=1))
    busy, passed = 0.0, 0.0
    for _ in range(ROUNDS):
        nodes, cpu, clock = 0, process_time(), perf_counter()
        for position in positions:
            engine.forget()
            nodes += engine.think(position, limits).nodes
        busy = max(busy, nodes / (process_time() - cpu))
        passed = max(passed, nodes / (perf_counter() - clock))
    return busy, passed


def sample(game: Game) -> list[Position]:
    """Positions of a random game, some decisions apart, in which somebody has a choice."""
    chance = Random(0)
    positions: list[Position] = []
    position = game.start(seed=0)
    for number in range(1, 1000):
        if position.outcome is not None:
            position = game.start(seed=number)
        if position.draw() is None and number % DECISIONS_APART == 0 and len(position.codes) > 1:
            positions.append(position)
        if len(positions) == POSITIONS:
            break
        position = position.play(position.draw() or chance.choice(position.decisions()))
    return positions
