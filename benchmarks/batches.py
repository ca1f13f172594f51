"""How fast batches are: every game, and pgx and OpenSpiel where they are installed.

    .venv/bin/python benchmarks/batches.py [GAME ...] [--seconds 4] [--games 2048]

CPU time, one thread unless stated otherwise, in short chunks that take turns; the mean counts.

    raw        random games one after the other (`kernel.playout`), the most that can be hoped for
    lists      2048 games step by step: `Batch.random_numbers` chooses from each legal list, which counts;
               `Batch.choose` checks the numbers, plays them, and lists what is legal then
    by action  the same with `Batch.random_actions` and `Batch.step`, which checks that they are legal
    encoded    with lists, and observations and masks are written into arrays in every step
    random     `Batch.random_steps`

The speed-up by a second thread is that of the time on the clock, which needs two idle cores. Chunks with one
thread and with two take turns; it is the median of the quotients of neighbours. Threads wait for each other
in a loop, so their CPU time says nothing about it.

The others are measured in the same run: pgx with its compiled step on as many games (it computes observations
and masks, too), and OpenSpiel from Python, one game after the other.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import numpy as np

import gipfel
from gipfel.batch import Batch
from gipfel.kernel.bench import LONGEST_GAME
from gipfel.kernel.playout import playouts
from gipfel.kernel.random_numbers import seeded_generator

ROUNDS = 8
RAW_GAMES = 64
"""Random games of one call."""
WARM_UP = 97
"""Random decisions before measuring, so that the games are in different phases."""
Work = Callable[[], int]
"""Something to measure: it returns the number of decisions it has played."""


@dataclass
class Rate:
    """Decisions and the time they have taken."""

    decisions: int = 0
    cpu: float = 0.0
    chunks: list[float] = field(default_factory=list)
    on_clock: list[float] = field(default_factory=list)
    """Decisions per second on the clock, of each chunk."""

    def measure(self, work: Work, seconds: float) -> None:
        """Work for about this CPU time."""
        decisions, clock, cpu = 0, time.perf_counter(), time.process_time()
        while time.process_time() - cpu < seconds:
            decisions += work()
        spent, passed = time.process_time() - cpu, time.perf_counter() - clock
        self.decisions += decisions
        self.cpu += spent
        self.chunks.append(decisions / spent)
        self.on_clock.append(decisions / passed)

    @property
    def per_second(self) -> float:
        return self.decisions / self.cpu

    @property
    def spread(self) -> float:
        """Half the difference of the best and the worst chunk, as a part of the mean."""
        return (max(self.chunks) - min(self.chunks)) / 2 / self.per_second


def raw(game: gipfel.Game) -> Work:
    """Random games, one after the other."""
    kernels, rules = game.rules.linked(True), game.rules
    run, generator = rules.link(playouts, True), kernels.array(seeded_generator(1))
    states = [kernels.array(game.start_state(seed)) for seed in range(16 if game.random_start else 1)]
    each = (RAW_GAMES if game.rules.most < 5000 else 16) // len(states)
    room = kernels.zeros(rules.size), kernels.zeros(rules.most)
    results = kernels.zeros(4)
    return lambda: sum(int(run(start, *room, generator, each, LONGEST_GAME, results)) for start in states)


def stepping(batch: Batch, encoded: bool) -> Work:
    """Step by step with legal lists, perhaps with observations and masks."""
    numbers = batch.random_numbers()
    arrays: list[Any] = [None, None]
    if encoded:
        arrays = [batch.observe(), batch.masks()]
    batch.random_steps(WARM_UP)

    def work() -> int:
        for _ in range(4):
            batch.choose(batch.random_numbers(numbers), *arrays)
        return 4 * batch.number

    return work


def by_action(batch: Batch) -> Work:
    """The same with actions, which `step` checks."""
    actions = batch.random_actions()
    batch.random_steps(WARM_UP)

    def work() -> int:
        batch.step(batch.random_actions(actions))
        return batch.number

    return work


def random_play(batch: Batch) -> Work:
    """Random decisions chosen inside the batch."""
    return lambda: batch.random_steps(8).decisions


def measured(works: dict[str, Work], seconds: float) -> dict[str, Rate]:
    """The rates of several kinds of work that take turns."""
    rates = {name: Rate() for name in works}
    for work in works.values():
        work()  # compiles what is not compiled yet
    for _ in range(ROUNDS):
        for name, work in works.items():
            rates[name].measure(work, seconds / ROUNDS / len(works))
    return rates


def row(game: gipfel.Game, number: int, seconds: float) -> str:
    """A line of the table."""
    one, two = Batch(game, number, seed=1), Batch(game, number, seed=1, threads=2)
    rates = measured(
        {
            "raw": raw(game),
            "actions": by_action(one),
            "lists": stepping(one, False),
            "lists 2": stepping(two, False),
            "encoded": stepping(one, True),
            "encoded 2": stepping(two, True),
            "random": random_play(one),
            "random 2": random_play(two),
            "playouts": lambda: one.playouts(1).decisions,
            "playouts 2": lambda: two.playouts(1).decisions,
        },
        seconds,
    )
    base = rates["raw"].per_second
    cells = [f"{base / 1e6:.1f} ± {rates['raw'].spread:.0%}"]
    cells += [f"{rates[name].per_second / 1e6:.2f}" for name in ("lists", "actions", "encoded", "random")]
    cells[1:] = [
        f"{cell} ({rates[name].per_second / base:.2f} ×)"
        for cell, name in zip(cells[1:], ("lists", "actions", "encoded", "random"), strict=True)
    ]
    cells += [
        speed_up(rates[name], rates[f"{name} 2"]) for name in ("lists", "encoded", "random", "playouts")
    ]
    return f"| {game.title} {game.version} | {' | '.join(cells)} |"


def speed_up(one: Rate, two: Rate) -> str:
    """How much faster two threads are on the clock."""
    return f"{median(b / a for a, b in zip(one.on_clock, two.on_clock, strict=True)):.2f} ×"


# --- Others -----------------------------------------------------------------------------------------


def others(number: int) -> Iterator[tuple[str, Work]]:
    """What is installed of other people's libraries."""
    for name in ("hex", "othello"):
        with suppress(ImportError):
            yield f"pgx {name}", pgx_steps(name, number)
        with suppress(ImportError):
            yield f"OpenSpiel {name}, with observations", open_spiel_games(name, True)
            yield f"OpenSpiel {name}", open_spiel_games(name, False)


def pgx_steps(name: str, number: int) -> Work:
    """Random steps of pgx: all in one compiled loop, which suits it best."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    environment: Any = pgx.make(name)
    step = auto_reset(environment.step, environment.init)

    def random_step(_: int, carried: Any) -> Any:
        state, key = carried
        key, drawn, resets = jax.random.split(key, 3)
        scores = jax.random.uniform(drawn, state.legal_action_mask.shape)
        actions = (scores * state.legal_action_mask).argmax(axis=1)
        return jax.vmap(step)(state, actions, jax.random.split(resets, number)), key

    run = jax.jit(lambda state, key: jax.lax.fori_loop(0, 10, random_step, (state, key)))
    keys = jax.random.split(jax.random.PRNGKey(0), number)
    carried = [jax.jit(jax.vmap(environment.init))(keys), jax.random.PRNGKey(1)]

    def work() -> int:
        carried[:] = jax.block_until_ready(run(*carried))
        return 10 * number

    return work


def open_spiel_games(name: str, observed: bool) -> Work:
    """A random game of OpenSpiel from Python."""
    import pyspiel

    game, chance = pyspiel.load_game(name), np.random.default_rng(1)

    def work() -> int:
        state, played = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            if observed:
                state.observation_tensor()
                state.legal_actions_mask()
            state.apply_action(legal[int(chance.random() * len(legal))])
            played += 1
        return played

    return work


def compare(number: int, seconds: float) -> Iterator[str]:
    """A table of other libraries beside GIPF."""
    batch = Batch(gipfel.game("gipf"), number, seed=1)
    own = {"lists": stepping(batch, False), "encoded": stepping(batch, True)}
    works = {**own, **dict(others(number))}
    rates = measured(works, seconds * len(works) / 4)
    yield "| | million decisions/s | GIPF with lists | GIPF, encoded |\n|---|---|---|---|"
    for name, rate in rates.items():
        title = f"Gipfel, {batch.game.full_title}, {name}" if name in own else name
        factors = [f"{rates[one].per_second / rate.per_second:.1f} ×" for one in own]
        yield f"| {title} | {rate.per_second / 1e6:.3f} | {' | '.join(factors)} |"


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME[:VERSION]")
    parser.add_argument("--seconds", type=float, default=6.0, help="CPU time for each game")
    parser.add_argument("--games", type=int, default=2048, dest="number", help="how many at once")
    parser.add_argument("--others", action="store_true", help="only compare with other libraries")
    chosen = parser.parse_args()
    if not chosen.others:
        print_games(chosen.games or gipfel.game_names(), chosen.number, chosen.seconds)
    for line in compare(chosen.number, chosen.seconds):
        print(line, flush=True)


def print_games(names: list[str], most: int, seconds: float) -> None:
    """Print the table of games."""
    print("| game | raw | lists | by action | encoded | random | 2: lists | encoded | random | playouts |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for text in names:
        name, _, version = text.partition(":")
        game = gipfel.game(name, version or None)
        number = most if game.encoding.number_of_actions < 100_000 else min(most, 64)
        print(row(game, number, seconds), flush=True)
    print()


if __name__ == "__main__":
    main()
