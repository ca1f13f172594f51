"""Find out which weights of an evaluation win games: players with random weights play each other.

    python -m scripts.fit_by_games punct standard --games 300 --vary "free pieces:-150:200"

Both players draw each weight named with --vary (which may be repeated) from its range for every game, and
search --nodes positions for each decision with the best-first search. A logistic regression of the results on
the differences of the weights then tells for each of them what 100 more are worth, in logits, and how certain
that is. Unlike a fit to positions (scripts/fit_evaluation.py) this also finds weights that are good because
of what they make a player do. The gain holds in the middle of the ranges: go there and play again.

The same arguments play the same games on every machine.
"""

import argparse
import sys
from dataclasses import replace
from random import Random
from types import FunctionType

import numpy as np
from rich.progress import track

import gipfel
from gipfel.arena.openings import opening, usual_turns
from gipfel.engine.players.levels import tuning_of
from gipfel.engine.players.weights import with_evaluation
from gipfel.engine.search.analysis import SearchLimits
from gipfel.engine.search.best_first_searcher import BestFirstSearcher
from gipfel.games.core.game import Game
from gipfel.games.core.level_settings import HIGHEST
from gipfel.games.core.side import Side
from gipfel.kernel.evaluation import HIGHEST as HIGHEST_SCORE
from gipfel.kernel.evaluation import Evaluation
from gipfel.kernel.link import kernel
from gipfel.kernel.state import State

AT = BestFirstSearcher.SCRATCH - 64
"""Where a searcher's scratch space holds its weights; no evaluation needs that much."""
UNIT = 100
LONGEST_GAME = 300


@kernel("int64(int64[::1], int64[::1])")
def weighted_by_room(values: State, weights: State) -> int:
    """`weighted` of gipfel.kernel.evaluation with the weights that are in the scratch space."""
    score = 0
    for i in range(len(weights)):
        score += values[i] * values[AT + i]
    return min(max(score, -HIGHEST_SCORE), HIGHEST_SCORE)


def with_loose_weights(evaluation: Evaluation) -> Evaluation:
    """The same evaluation, whose weights are read from the scratch space."""
    old = evaluation.evaluate
    assert isinstance(old, FunctionType)
    twin = FunctionType(old.__code__, {**old.__globals__, "weighted": weighted_by_room}, old.__name__)
    twin.__module__ = old.__module__
    twin.__dict__.update(old.__dict__)
    return replace(evaluation, evaluate=twin)


class LoosePlayer:
    """A searcher whose weights can be changed between games."""

    def __init__(self, game: Game, nodes: int) -> None:
        self._searcher = BestFirstSearcher(game, tuning=tuning_of(game, HIGHEST))
        self._limits = SearchLimits(nodes=nodes)

    def take(self, weights: list[int]) -> None:
        for i, weight in enumerate(weights):
            self._searcher.scratch[AT + i] = weight

    def choose(self, position: gipfel.Position) -> gipfel.Decision:
        return self._searcher.think(position, self._limits).decision


def drawn(evaluation: Evaluation, ranges: dict[str, tuple[int, int]], chance: Random) -> list[int]:
    """The weights of a player: random where there is a range."""
    return [
        chance.randint(*ranges[name]) if name in ranges else weight
        for name, weight in evaluation.features.items()
    ]


def result(game: Game, players: list[LoosePlayer], seed: int, number: int) -> float | None:
    """Play a game; White's result, None if it is too long."""
    playthrough = opening(game, usual_turns(game), seed, number)
    while playthrough.position.outcome is None:
        if len(playthrough.decisions) >= LONGEST_GAME:
            return None
        playthrough.play(players[playthrough.position.side].choose(playthrough.position))
    winner = playthrough.position.outcome.winner
    return 0.5 if winner is None else float(winner is Side.WHITE)


def regression(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The coefficients of a logistic regression with a weak ridge penalty, and their standard errors."""
    w = np.zeros(x.shape[1])
    curvature = np.eye(x.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        curvature = (x * (p * (1 - p))[:, None]).T @ x + np.eye(x.shape[1])
        w += np.linalg.solve(curvature, x.T @ (y - p) - w)
    return w, np.sqrt(np.diag(np.linalg.inv(curvature)))


def read_range(text: str, evaluation: Evaluation) -> tuple[str, tuple[int, int]]:
    """Read FEATURE:LOW:HIGH."""
    try:
        name, low, high = text.rsplit(":", 2)
        bounds = int(low), int(high)
    except ValueError:
        sys.exit(f"--vary {text!r} is not possible; write FEATURE:LOW:HIGH, such as 'free pieces:-150:200'")
    if name not in evaluation.features:
        sys.exit(f"there is no feature {name!r}; there are {', '.join(evaluation.features)}")
    if bounds[0] >= bounds[1]:
        sys.exit(f"--vary {text!r} is not possible; the second number must be higher than the first")
    return name, bounds


def parsed() -> argparse.Namespace:
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    parser.add_argument("game")
    parser.add_argument("version")
    parser.add_argument("--games", type=int, default=300, help="games to play (default %(default)s)")
    parser.add_argument("--nodes", type=int, default=3200, help="positions for each decision")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--vary", action="append", required=True, metavar="FEATURE:LOW:HIGH")
    return parser.parse_args()


def main() -> None:
    arguments = parsed()
    try:
        game = gipfel.game(arguments.game, arguments.version)
    except gipfel.GipfelError as error:
        sys.exit(str(error))
    ranges = dict(read_range(text, game.evaluation) for text in arguments.vary)
    game.compile()
    loose = with_evaluation(game, with_loose_weights(game.evaluation))
    players = [LoosePlayer(loose, arguments.nodes) for _ in Side]
    differences, results = [], []
    for number in track(range(arguments.games), "Playing"):
        chance = Random(f"{arguments.seed} {number}")
        weights = [drawn(game.evaluation, ranges, chance) for _ in Side]
        for player, own in zip(players, weights, strict=True):
            player.take(own)
        found = result(game, players, arguments.seed, number)
        if found is not None:
            differences.append(np.subtract(*weights) / UNIT)
            results.append(found)
    varied = [i for i, name in enumerate(game.evaluation.features) if name in ranges]
    gains, errors = regression(np.array(differences)[:, varied], np.array(results))
    print(f"{len(results)} games; White scored {100 * np.mean(results):.1f} %")
    for i, gain, error in zip(varied, gains, errors, strict=True):
        name = [*game.evaluation.features][i]
        low, high = ranges[name]
        print(f"{name:30} {low:5} to {high:5}: {gain:+.2f} ± {error:.2f} logits for {UNIT} more")


if __name__ == "__main__":
    main()
