"""Plays many games of the engine against itself, in processes of this machine or on a cluster."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from gipfel.arena.executors import ExecutorLost, GameExecutor
from gipfel.arena.openings import SEEDS
from gipfel.arena.selfplay.data_file import DataFile, PlayedGame, chunk_bytes
from gipfel.arena.selfplay.games import play_game
from gipfel.engine.players.weights import at_full_strength, with_weights
from gipfel.engine.search.alpha_beta import GAME
from gipfel.engine.search.alpha_beta_searcher import AlphaBetaSearcher
from gipfel.engine.search.linking import linked
from gipfel.games.core.game import Game
from gipfel.games.core.playthrough import MOST_TURNS
from gipfel.kernel.random_numbers import draw, seeded_generator
from gipfel.kernel.state import RESULT

CHUNK_GAMES = 100
"""The games of a chunk are played one after the other with one table; so every chunk can be played again."""
VARIETY = 8
"""Games begin with up to this number of random decisions more than in a match."""
TABLE_BITS = 16
MOST_DECISIONS = 2 * MOST_TURNS
DIGITS = 16
"""Of a digest that is written down."""
AHEAD = 2
"""Chunks a process has to play before their predecessors are stored."""


@dataclass(frozen=True)
class SelfPlay:
    """How games are played."""

    game: Game
    nodes: int
    """For each decision."""
    seed: int
    opening: int
    """Random decisions each game begins with; some games have more, fewer than VARIETY."""
    weights: str = ""
    """A file with weights for the evaluation; empty for the game's own."""

    @property
    def terms(self) -> dict[str, Any]:
        """What the first line of the file says."""
        game = self.game
        return {
            "game": game.name,
            "version": game.version,
            "options": dict(game.options),
            "nodes": self.nodes,
            "seed": self.seed,
            "opening": self.opening,
            "weights": _identity(self.weights),
        }


def _identity(weights: str) -> str:
    """What tells weights apart: a digest of their file."""
    path = Path(weights)
    return sha256(path.read_bytes()).hexdigest()[:DIGITS] if weights and path.is_file() else weights


def play_until(
    wanted: int, plan: SelfPlay, file: DataFile, executor: GameExecutor, report: Callable[[int, int], None]
) -> None:
    """Play chunks until the file has as many positions as wanted. Raises ExecutorLost."""
    waiting: deque[Future[bytes]] = deque()
    number = file.chunks
    report(file.positions, wanted)
    while file.positions < wanted:
        with _losses_told(executor):
            while len(waiting) < AHEAD * executor.size:
                waiting.append(executor.submit(play_chunk, plan, number))
                number += 1
            chunk = waiting.popleft().result()
        file.add(chunk)
        report(min(file.positions, wanted), wanted)
    for job in waiting:
        job.cancel()


@contextmanager
def _losses_told(executor: GameExecutor) -> Iterator[None]:
    """Say in one sentence that a process was lost."""
    try:
        yield
    except Exception as error:
        if not executor.is_lost(error):
            raise
        raise ExecutorLost("a process that played has died; the same command continues") from error


def play_chunk(plan: SelfPlay, number: int) -> bytes:
    """Play the games of a chunk; they depend on nothing but the plan and the number."""
    player = _player(plan)
    player.begin_chunk()
    first = number * CHUNK_GAMES
    return chunk_bytes(number, [player.play(game) for game in range(first, first + CHUNK_GAMES)])


@lru_cache(maxsize=1)
def _player(plan: SelfPlay) -> "_SelfPlayer":
    return _SelfPlayer(plan)


class _SelfPlayer:
    """Plays games in this process."""

    def __init__(self, plan: SelfPlay) -> None:
        import numpy as np

        self.plan = plan
        game = with_weights(plan.game, plan.weights) if plan.weights else at_full_strength(plan.game)
        self.game = game
        self.searcher = AlphaBetaSearcher(game, table_bits=TABLE_BITS)
        self.play_game = linked(game, play_game, self.searcher.kernels.fast)
        self.codes: Any = np.zeros(MOST_DECISIONS, np.int64)
        self.scores: Any = np.zeros(MOST_DECISIONS, np.int64)

    def begin_chunk(self) -> None:
        """Forget everything that earlier games have left behind."""
        table: Any = self.searcher.table
        table[:] = 0
        self.searcher.played = 0

    def play(self, number: int) -> PlayedGame:
        """Play one game."""
        generator = seeded_generator(self.plan.seed * SEEDS + number)
        seed = draw(generator, 1 << 31)
        random = self.plan.opening + draw(generator, VARIETY)
        self.searcher.forget()
        work = self.searcher.search_threads[0].work
        work.control[GAME] = self.searcher.played
        state: Any = work.states[0]
        state[:] = self.game.start(seed=seed).state
        terms = self.searcher.kernels.array([random, self.plan.nodes, *generator])
        n = self.play_game(work, terms, self.codes, self.scores)
        return PlayedGame(number, seed, int(state[RESULT]), self.codes[:n].copy(), self.scores[:n].copy())
