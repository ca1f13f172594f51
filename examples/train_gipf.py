"""Trains a small network for GIPF by self-play, with NumPy alone, and lets it play against other players.

    python examples/train_gipf.py                    some minutes on one core; beats random and greedy
    python examples/train_gipf.py --decisions 20000  a short try
    python examples/train_gipf.py --save net.npz     keeps the weights

The network looks at the 21 lines of the board. It has one weight for each pattern of pieces on a line, shared
by all lines of the same length and by both directions, and weights for reserves, losses and the phase. The
tanh of their sum is the value of a position for the side to act: 1 is a win, -1 a loss.

256 games are played at the same time. In each of them the next decision is mostly the one with the best value
after it (sometimes a random one). When a game is over, the value of each of its positions is moved towards
what came out, a mixture of the later values and the result: TD(lambda).

The weights follow from the seed. Two kernels do what NumPy cannot: list and play all decisions of many games.
"""

import argparse
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

import gipfel
from gipfel.games.core.encoding import observe
from gipfel.kernel.link import kernel, link
from gipfel.kernel.rules import decisions, play
from gipfel.kernel.state import BLACK, BLACK_WINS, RESULT, SIDE, WHITE, WHITE_WINS

GAME = gipfel.game("gipf", "basic")
ENCODING = GAME.encoding
BOARD = ENCODING.board

GAMES = 256
LAMBDA = 0.9
RANDOM = 0.05
"""How often a random decision is made."""
OPENING = 4
"""Each game begins with this number of random decisions."""
LONGEST = 400
"""Decisions; then a game counts as a draw."""
LEARNING_RATE = 0.004
BATCH = 1024

# --- Kernels --------------------------------------------------------------------------------------


@kernel("int64(int64[:, ::1], int64[::1], int64[::1], int64[::1], int8[:, ::1], int64[::1], int64[::1])")
def look_ahead(states: Any, after: Any, firsts: Any, codes: Any, rows: Any, sides: Any, results: Any) -> int:
    """Play each legal decision of each state, and write what follows; returns the number of decisions.

    `firsts` has the number of the first decision of each state.
    """
    number = 0
    for i in range(len(states)):
        firsts[i] = number
        end = number + decisions(states[i], codes[number:])
        while number < end:
            for j in range(len(after)):
                after[j] = states[i][j]
            play(after, codes[number])
            observe(after, rows[number])
            sides[number] = after[SIDE]
            results[number] = after[RESULT]
            number += 1
    firsts[len(states)] = number
    return number


@kernel("void(int64[:, ::1], int64[::1])")
def play_all(states: Any, codes: Any) -> None:
    """Play one decision in each state."""
    for i in range(len(states)):
        play(states[i], codes[i])


class Ahead:
    """All legal decisions of some states, and what follows from each."""

    look_ahead = staticmethod(link(look_ahead, {**GAME.rules.bind, **ENCODING.bind}, title="looking ahead"))
    play_all = staticmethod(link(play_all, GAME.rules.bind, title="playing"))

    def __init__(self, states: Any, network: "Network") -> None:
        most = 64 * len(states) + GAME.rules.most
        after = np.zeros(GAME.rules.size, np.int64)
        self.firsts = np.zeros(len(states) + 1, np.int64)
        self.codes, self.sides, self.results = (np.zeros(most, np.int64) for _ in range(3))
        self.rows = np.zeros((most, ENCODING.size), np.int8)
        number = self.look_ahead(states, after, self.firsts, self.codes, self.rows, self.sides, self.results)
        for name in ("codes", "sides", "results", "rows"):
            setattr(self, name, getattr(self, name)[:number])
        self.counts = np.diff(self.firsts)
        movers = np.repeat(states[:, SIDE], self.counts)
        self.patterns = patterns_of(self.rows)
        self.values = network.values(self.patterns)
        """For the side to act afterwards."""
        self.for_white = (self.results == WHITE_WINS) * 1.0 - (self.results == BLACK_WINS)
        merits = np.where(self.sides == movers, self.values, -self.values)
        final = np.where(movers == WHITE, self.for_white, -self.for_white)
        self.merits = np.where(self.results != 0, final, merits)
        """For the side that decides."""

    def best(self, merits: Any) -> Any:
        """The number of the best decision of each state."""
        highest = np.repeat(np.maximum.reduceat(merits, self.firsts[:-1]), self.counts)
        number = np.flatnonzero(merits == highest)
        state = np.searchsorted(self.firsts, number, "right") - 1
        chosen = np.zeros(len(self.counts), np.int64)
        chosen[state] = number
        return chosen


# --- The network ----------------------------------------------------------------------------------

LENGTHS = sorted({len(line) for line in BOARD.lines})
SCALARS = ENCODING.scalars_of(np.arange(ENCODING.size, dtype=np.int64))  # type: ignore[arg-type]
COUNTED = SCALARS[:4]
"""Where an observation has our and their reserve, and our and their losses."""
PHASES = SCALARS[4:7]
MOST = 22


def _canonical() -> tuple[Any, dict[int, int]]:
    """For each pattern its weight, the same for both directions; and where the patterns of a length begin."""
    weights, begins, numbers = [], {}, {}
    for length in LENGTHS:
        begins[length] = len(weights)
        for backwards in product(range(3), repeat=length):
            line = backwards[::-1]
            numbers.setdefault(min(line, backwards), len(numbers))
            weights.append(numbers[min(line, backwards)])
    return np.array(weights), begins


WEIGHT_OF, BEGINS = _canonical()
FIRST = np.array([BEGINS[len(line)] for line in BOARD.lines])
POWERS = np.zeros((len(BOARD), len(BOARD.lines)), np.float32)
for _number, _line in enumerate(BOARD.lines):
    POWERS[list(_line), _number] = 3.0 ** np.arange(len(_line))
LINE_WEIGHTS = int(WEIGHT_OF.max()) + 1
WEIGHTS = LINE_WEIGHTS + len(COUNTED) * MOST + len(PHASES)


def patterns_of(rows: Any) -> Any:
    """The numbers of the weights that count in each observation."""
    points = len(BOARD)
    pieces = rows[:, :points].astype(np.float32) + 2 * rows[:, points : 2 * points]
    lines = WEIGHT_OF[(pieces @ POWERS).astype(np.int64) + FIRST]
    counts = LINE_WEIGHTS + MOST * np.arange(len(COUNTED)) + np.minimum(rows[:, COUNTED], MOST - 1)
    phase = WEIGHTS - len(PHASES) + rows[:, PHASES].argmax(axis=1)
    return np.concatenate([lines, counts, phase[:, None]], axis=1)


class Network:
    """The weights, and Adam, which changes them."""

    def __init__(self) -> None:
        self.weights = np.zeros(WEIGHTS)
        self.mean = np.zeros(WEIGHTS)
        self.square = np.zeros(WEIGHTS)
        self.steps = 0

    def values(self, patterns: Any) -> Any:
        """The values of positions for the side to act."""
        return np.tanh(self.weights[patterns].sum(axis=1))

    def learn(self, patterns: Any, targets: Any, rate: float) -> float:
        """Move the values towards targets; returns the mean square of the errors before."""
        errors = self.values(patterns) - targets
        share = np.repeat(2 * errors / len(errors), patterns.shape[1])
        gradient = np.bincount(patterns.ravel(), share, WEIGHTS)
        self.steps += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient**2 - self.square)
        mean = self.mean / (1 - 0.9**self.steps)
        square = self.square / (1 - 0.999**self.steps)
        self.weights -= rate * mean / (np.sqrt(square) + 1e-8)
        return float((errors**2).mean())


# --- Self-play ------------------------------------------------------------------------------------


class SelfPlay:
    """Many games of the network against itself."""

    def __init__(self, network: Network, seed: int, games: int = GAMES) -> None:
        self.network = network
        self.chance = np.random.default_rng(seed)
        self.start = np.array(GAME.start_state(None), np.int64)
        self.states = np.tile(self.start, (games, 1))
        self.paths: list[list[tuple[Any, int, float]]] = [[] for _ in range(games)]
        self.finished = 0

    def step(self) -> Iterator[tuple[Any, float]]:
        """Make a decision in each game; the patterns and targets of games that are over."""
        ahead = Ahead(self.states, self.network)
        chosen = self._chosen(ahead)
        Ahead.play_all(self.states, ahead.codes[chosen])
        for game, number in enumerate(chosen):
            path = self.paths[game]
            if ahead.results[number] == 0 and len(path) < LONGEST:
                path.append((ahead.patterns[number], int(ahead.sides[number]), float(ahead.values[number])))
                continue
            yield from targets(path, float(ahead.for_white[number]))
            self.finished += 1
            self.paths[game] = []
            self.states[game] = self.start

    def _chosen(self, ahead: Ahead) -> Any:
        """The best decision, or a random one: sometimes, and at the beginning of a game."""
        random = ahead.firsts[:-1] + (self.chance.random(len(self.states)) * ahead.counts).astype(np.int64)
        opening = np.array([len(path) < OPENING for path in self.paths])
        explore = opening | (self.chance.random(len(self.states)) < RANDOM)
        merits = ahead.merits + self.chance.gumbel(size=len(ahead.merits)) * 0.02
        return np.where(explore, random, ahead.best(merits))


def targets(path: list[tuple[Any, int, float]], result: float) -> Iterator[tuple[Any, float]]:
    """For each position of a game, from the last to the first, the value to learn."""
    later = result
    for patterns, side, value in reversed(path):
        sign = -1 if side == BLACK else 1
        yield patterns, sign * later
        later = LAMBDA * later + (1 - LAMBDA) * sign * value


def train(number: int, seed: int = 1, games: int = GAMES, reports: int = 10) -> Network:
    """Make this number of decisions in games against itself, and learn from them."""
    network = Network()
    selfplay, begin = SelfPlay(network, seed, games), process_time()
    shuffle = np.random.default_rng(seed + 1)
    waiting: list[tuple[Any, float]] = []
    made, error, reported = 0, 0.0, 0
    while made < number:
        waiting += selfplay.step()
        made += games
        rate = LEARNING_RATE * (1 - 0.9 * made / number)
        while len(waiting) >= 4 * BATCH:
            part, waiting = waiting[: 4 * BATCH], waiting[4 * BATCH :]
            for indices in np.split(shuffle.permutation(len(part)), 4):
                patterns = np.array([part[i][0] for i in indices])
                error = network.learn(patterns, np.array([part[i][1] for i in indices]), rate)
        if made * reports // number > reported:
            reported = made * reports // number
            print(
                f"{100 * made // number:3} %  {made} decisions  {selfplay.finished} games  "
                f"error {error:.3f}  {process_time() - begin:.0f} s",
                flush=True,
            )
    return network


# --- The player -----------------------------------------------------------------------------------


class NetworkBot:
    """Plays what is best two decisions ahead: its own one, and the best answer."""

    name = "network"

    def __init__(self, network: Network) -> None:
        self.network = network

    def choose(self, position: gipfel.Position) -> int:
        state = np.array([position.state], np.int64)
        ahead = Ahead(state, self.network)
        merits = ahead.merits.copy()
        live = np.flatnonzero(ahead.results == 0)
        if len(live):
            states = np.repeat(state, len(live), axis=0)
            Ahead.play_all(states, ahead.codes[live])
            answers = Ahead(states, self.network)
            best = np.maximum.reduceat(answers.merits, answers.firsts[:-1])
            merits[live] = np.where(states[:, SIDE] == state[0, SIDE], best, -best)
        return int(ahead.codes[merits.argmax()])


def measure(network: Network, opponents: tuple[str, ...], games: int) -> None:
    """Play matches and print their results."""
    for opponent in opponents:
        print(gipfel.play_match(GAME, NetworkBot(network), opponent, pairs=games // 2))


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a small network for GIPF by self-play.")
    parser.add_argument("--decisions", type=int, default=2_000_000, help="how many decisions to learn from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=100, help="how many games to play against each opponent")
    parser.add_argument("--save", type=Path, help="a file for the weights")
    given = parser.parse_args()
    network = train(given.decisions, given.seed)
    measure(network, ("random", "greedy"), given.games)
    if given.save:
        np.savez(given.save, weights=network.weights)


if __name__ == "__main__":
    main()
