"""Measuring: how many nodes the engine searches in a second."""

from random import Random
from time import perf_counter, process_time

from gipfel.engine.players.levels import make_searcher
from gipfel.engine.search.analysis import SearchLimits
from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.kernel.bench import Figure, figure

POSITIONS = 6
DECISIONS_APART = 4
"""Every fourth position of a random game is searched."""
ROUNDS = 3


def search_rates(game: Game, seconds: float, threads: int = 1) -> tuple[Figure, Figure]:
    """Nodes per second of CPU time and per second of elapsed time: the mean of some rounds, and their spread.

    The engine searches positions of a random game, each with an empty table, for about `seconds` in all.
    """
    engine = make_searcher(game, threads=threads)
    positions = sample(game)
    limits = SearchLimits(seconds=seconds / (ROUNDS * len(positions)))
    engine.think(positions[0], SearchLimits(nodes=1))
    rounds = []
    for _ in range(ROUNDS):
        nodes, cpu, elapsed = 0, process_time(), perf_counter()
        for position in positions:
            engine.forget()
            nodes += engine.think(position, limits).nodes
        rounds.append((nodes, process_time() - cpu, perf_counter() - elapsed))
    nodes, cpu, elapsed = map(sum, zip(*rounds, strict=True))
    return (
        figure(nodes, cpu, [found / spent for found, spent, _ in rounds]),
        figure(nodes, elapsed, [found / spent for found, _, spent in rounds]),
    )


def sample(game: Game) -> list[Position]:
    """Positions of a random game, some decisions apart, in which the side to act has a choice."""
    chance = Random(0)
    positions: list[Position] = []
    position = game.start(seed=0)
    for number in range(1, 1000):
        if position.outcome is not None:
            position = game.start(seed=number)
        if not position.by_chance and number % DECISIONS_APART == 0 and len(position.codes) > 1:
            positions.append(position)
        if len(positions) == POSITIONS:
            break
        position = position.play(position.throw() or chance.choice(position.decisions()))
    return positions
