"""Train the network of a game's evaluation on games that the engine has played against itself.

    gipfel selfplay gipf --version standard --opening 3 --positions 2000000 --out gipf.games
    python -m scripts.train_network gipf gipf.games --out gipf.network
    gipfel arena gipf -p level:8,weights=gipf.network -p level:8

What a position is worth is learned from a mix of the score of a search and of the result of the game. Colours
are exchanged by construction; in each batch the board is turned or mirrored at random. Every position goes
through the network by itself, in a function compiled by Numba: inputs are few and the network is small, so
this is many times as fast as a library for large networks. At the end the weights are rounded to integers
(gipfel.kernel.network). The same arguments and files give the same network on one kind of processor.
With `--start` training goes on from a network, usually the one that has played the games.
"""

import argparse
import json
import sys
import time
from array import array
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

import gipfel
from gipfel.arena.selfplay.data_file import read_games, read_head
from gipfel.arena.selfplay.examples import Examples, examples_of
from gipfel.games.core.game import Game
from gipfel.kernel.evaluation import LOGIT
from gipfel.kernel.network import HIDDEN, OUT_BITS, BadNetwork, Network, NetworkInputs, read_network

LARGEST = 1.98
"""No weight of the first layer is larger: this leaves enough steps when they are rounded."""
HELD_BACK = 0.04
"""The part of the games that is kept for checking."""
WARM_UP = 0.1
"""The part of the steps in which the rate rises; then it falls to nothing."""
MOMENTUM, SPREAD, TINY = 0.9, 0.999, 1e-8
"""Of Adam: how long gradients and their squares are remembered."""


@njit(fastmath=True, cache=True)  # type: ignore[untyped-decorator]
def add_gradients(
    chosen: Any,
    inputs: Any,
    side: Any,
    bucket: Any,
    features: Any,
    target: Any,
    views: Any,
    weights: Any,
    gradients: Any,
) -> float:
    """Add the gradients of some examples to `gradients`, if there are any; returns the sum of their losses.

    Weights and gradients are tuples: rows, always, sums, constant, features.
    """
    rows, always, sums, constant, of_features = weights
    none = len(views[0]) - 1
    own = np.empty(HIDDEN, np.float32)
    other = np.empty(HIDDEN, np.float32)
    total = 0.0
    for r in chosen:
        mine = views[side[r]]
        theirs = views[1 - side[r]]
        b = bucket[r]
        own[:] = always
        other[:] = always
        for i in inputs[r]:
            if i == none:
                break
            own += rows[mine[i]]
            other += rows[theirs[i]]
        value = constant[b]
        for k in range(HIDDEN):
            value += min(max(own[k], 0), 1) * sums[b, k] + min(max(other[k], 0), 1) * sums[b, HIDDEN + k]
        for k in range(features.shape[1]):
            value += features[r, k] * of_features[b, k]
        chance = 1 / (1 + np.exp(-value))
        total -= target[r] * np.log(chance + 1e-12) + (1 - target[r]) * np.log(1 - chance + 1e-12)
        if len(gradients[3]) == 0:
            continue
        wrong = np.float32(chance - target[r])
        gradients[3][b] += wrong
        for k in range(features.shape[1]):
            gradients[4][b, k] += wrong * features[r, k]
        for k in range(HIDDEN):
            gradients[2][b, k] += wrong * min(max(own[k], 0), 1)
            gradients[2][b, HIDDEN + k] += wrong * min(max(other[k], 0), 1)
            own[k] = wrong * sums[b, k] if 0 < own[k] < 1 else np.float32(0)
            other[k] = wrong * sums[b, HIDDEN + k] if 0 < other[k] < 1 else np.float32(0)
            gradients[1][k] += own[k] + other[k]
        for i in inputs[r]:
            if i == none:
                break
            gradients[0][mine[i]] += own
            gradients[0][theirs[i]] += other
    return total


class Model:
    """The network in floats, as `gipfel.kernel.network` computes it in integers."""

    def __init__(self, known: NetworkInputs, game: Game, scale: Any, chance: np.random.Generator) -> None:
        self.known = known
        self.scale = scale
        """Features are divided by this, so that they are about as large as sums."""
        first = np.array([*game.evaluation.features.values()], float) / LOGIT * scale
        values = (
            chance.normal(0, 0.05, (known.number, HIDDEN)),
            np.full(HIDDEN, 0.2),
            chance.normal(0, 0.1, (known.buckets, 2 * HIDDEN)),
            np.zeros(known.buckets),
            np.tile(first, (known.buckets, 1)),
        )
        self.weights = tuple(value.astype(np.float32) for value in values)
        self.forget()

    def begin_with(self, network: Network) -> None:
        """Take the weights of a network, so that training goes on from there."""
        unit = LOGIT * (1 << OUT_BITS)
        rows = np.array(network.rows, float).reshape(-1, HIDDEN) / network.one
        out = np.array(network.out, float).reshape(self.known.buckets, -1)
        sums, constant, features = np.split(out, [2 * HIDDEN, 2 * HIDDEN + 1], axis=1)
        values = (
            rows[:-1],
            rows[-1],
            sums * network.one / unit,
            constant[:, 0] / unit,
            features / LOGIT * self.scale,
        )
        self.weights = tuple(value.astype(np.float32) for value in values)
        self.forget()

    def forget(self) -> None:
        """Begin to remember gradients anew."""
        self.means = tuple(np.zeros_like(weight) for weight in self.weights)
        self.squares = tuple(np.zeros_like(weight) for weight in self.weights)
        self.steps = 0

    def step(self, gradients: tuple[Any, ...], rate: float) -> None:
        """One step of Adam; the first layer stays small enough to be rounded."""
        self.steps += 1
        rate *= (1 - SPREAD**self.steps) ** 0.5 / (1 - MOMENTUM**self.steps)
        for weight, gradient, mean, square in zip(
            self.weights, gradients, self.means, self.squares, strict=True
        ):
            mean += (1 - MOMENTUM) * (gradient - mean)
            square += (1 - SPREAD) * (gradient * gradient - square)
            weight -= np.float32(rate) * mean / (np.sqrt(square) + TINY)
        for weight in self.weights[:2]:
            np.clip(weight, -LARGEST, LARGEST, out=weight)

    def network(self, about: dict[str, Any]) -> Network:
        """The same in integers."""
        one = int(self.known.middle / LARGEST)
        rows, always, sums, constant, features = self.weights
        unit = LOGIT * (1 << OUT_BITS)
        out = np.concatenate([sums * unit / one, constant[:, None] * unit, features / self.scale * LOGIT], 1)
        return Network(
            one, integers("h", np.concatenate([rows, always[None]]) * one), integers("i", out), about
        )


def integers(kind: str, values: Any) -> "array[int]":
    return array(kind, (int(value) for value in np.rint(values).flatten()))


class Batches:
    """Examples with what they teach, from the view of the side to act."""

    def __init__(self, examples: Examples, known: NetworkInputs, game: Game, share: float) -> None:
        sign = 1 - 2 * examples.side.astype(np.float32)
        signed = examples.features * sign[:, None]
        self.scale = np.maximum(np.sqrt((signed**2).mean(axis=0)), 1e-6).astype(np.float32)
        chance = 1 / (1 + np.exp(-examples.score / LOGIT))
        target = (share * chance + (1 - share) * examples.result).astype(np.float32)
        self.arrays = (examples.inputs, examples.side, examples.bucket, signed / self.scale, target)
        self.views = [views_of(known, symmetry) for symmetry in game.symmetries]

    def __len__(self) -> int:
        return len(self.arrays[0])

    def add_gradients(self, chosen: Any, symmetry: int, model: Model, gradients: tuple[Any, ...]) -> float:
        """Add the gradients of some examples, with the board turned; returns the sum of their losses."""
        return float(add_gradients(chosen, *self.arrays, self.views[symmetry], model.weights, gradients))

    def loss(self, chosen: Any, model: Model) -> float:
        """The mean loss of some examples."""
        nothing = tuple(np.zeros((0,) * weight.ndim, np.float32) for weight in model.weights)
        return self.add_gradients(chosen, 0, model, nothing) / len(chosen)


def views_of(known: NetworkInputs, symmetry: Any) -> Any:
    """For White and for Black: as which input each one is seen, with the board turned."""
    every = range(known.number)
    orders = (every, [known.partner(i) for i in every])
    none = known.number
    return np.array([[*(known.moved(i, symmetry) for i in order), none] for order in orders], np.int64)


def train(model: Model, batches: Batches, arguments: argparse.Namespace, chance: np.random.Generator) -> None:
    """Adam with a rate that rises and falls; the loss of what was held back is printed after each round."""
    held = int(HELD_BACK * len(batches))
    checked, learned = np.arange(held), np.arange(held, len(batches))
    steps = arguments.rounds * (len(learned) // arguments.batch)
    begin = time.monotonic()
    print(f"{len(batches)} positions; loss before {batches.loss(checked, model):.5f}", flush=True)
    for number in range(1, arguments.rounds + 1):
        order = chance.permutation(learned)
        total = 0.0
        for first in range(0, len(order) - arguments.batch + 1, arguments.batch):
            chosen = order[first : first + arguments.batch]
            gradients = tuple(np.zeros_like(weight) for weight in model.weights)
            total += batches.add_gradients(chosen, int(chance.integers(len(batches.views))), model, gradients)
            for gradient in gradients:
                gradient /= len(chosen)
            model.step(gradients, arguments.rate * share_of_rate(model.steps / steps))
        print(
            f"round {number}: loss {total / len(order):.5f}, of those held back "
            f"{batches.loss(checked, model):.5f}, {time.monotonic() - begin:.0f} s",
            flush=True,
        )


def share_of_rate(progress: float) -> float:
    """How much of the highest rate is used: it rises at first, then falls like a cosine."""
    if progress < WARM_UP:
        return progress / WARM_UP
    return float(0.5 + 0.5 * np.cos(np.pi * (progress - WARM_UP) / (1 - WARM_UP)))


def parsed() -> argparse.Namespace:
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    parser.add_argument("game")
    parser.add_argument("files", type=Path, nargs="+", help="files of gipfel selfplay")
    parser.add_argument("--out", type=Path, required=True, help="where to write the network")
    parser.add_argument("--rounds", type=int, default=12, help="how often each position is seen")
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=0.004)
    parser.add_argument("--share", type=float, default=0.7, help="how much the score counts, not the result")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="a network to begin with, instead of random weights")
    return parser.parse_args()


def read_examples(path: Path, name: str, known: NetworkInputs) -> Examples:
    with open(path, "rb") as file:
        head = read_head(file, path)
    if head["game"] != name:
        sys.exit(f"{path} has games of {head['game']}, not of {name}")
    return examples_of(gipfel.game(name, head["version"], **head["options"]), known, read_games(path))


def held_back_first(parts: list[Examples]) -> Examples:
    """All examples; those that are held back come first, some from every file."""
    cuts = [int(HELD_BACK * len(part)) for part in parts]

    def column(name: str) -> Any:
        values = [getattr(part, name) for part in parts]
        held = [value[:cut] for value, cut in zip(values, cuts, strict=True)]
        return np.concatenate(held + [value[cut:] for value, cut in zip(values, cuts, strict=True)])

    return Examples(*(column(field.name) for field in fields(Examples)))


def main() -> None:
    arguments = parsed()
    game = gipfel.game(arguments.game)
    learned = game.evaluation.learned
    if learned is None:
        sys.exit(f"{arguments.game} has no network; its folder would need a module network.py")
    known = learned.inputs
    chance = np.random.default_rng(arguments.seed)
    examples = held_back_first([read_examples(path, arguments.game, known) for path in arguments.files])
    batches = Batches(examples, known, game, arguments.share)
    model = Model(known, game, batches.scale, chance)
    if arguments.start:
        try:
            model.begin_with(read_network(arguments.start, known, len(game.evaluation.features)))
        except BadNetwork as error:
            sys.exit(str(error))
    train(model, batches, arguments, chance)
    about = {
        "game": arguments.game,
        "positions": len(examples),
        **{name: getattr(arguments, name) for name in ("rounds", "batch", "rate", "share", "seed")},
        **({"start": arguments.start.name} if arguments.start else {}),
    }
    model.network(about).write(arguments.out)
    print(f"written: {arguments.out}, {arguments.out.stat().st_size / 1000:.0f} kB; {json.dumps(about)}")


if __name__ == "__main__":
    main()
