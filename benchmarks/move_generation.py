"""How long it takes to generate all legal decisions of a position, in every game and version.

    .venv/bin/python benchmarks/move_generation.py

Positions from random games, evenly spread; CPU time of the kernel alone, the best of several calls for each
position, because machines are noisy. The mean and the worst position are printed.
"""

import time
from random import Random

import gipfel
from gipfel.games.core.registry import game_type
from gipfel.kernel.rules import LinkedRules
from gipfel.kernel.state import State

GAMES = 4
LONGEST = 120
EVERY = 5


def states_of(name: str, version: str) -> list[State]:
    """States along a few random games."""
    found: list[State] = []
    for seed in range(GAMES):
        chance, position = Random(seed), gipfel.game(name, version).start(seed=seed)
        for number in range(LONGEST):
            if position.outcome is not None:
                break
            if number % EVERY == 0:
                found.append(position.state)
            position = position.play(position.throw() or chance.choice(position.decisions()))
    return found


def milliseconds(kernels: LinkedRules, state: State, most: int, calls: int) -> float:
    """The best time of one call."""
    ready, out = kernels.array(state), kernels.array([0] * most)
    times = []
    for _ in range(calls):
        begin = time.process_time_ns()
        kernels.decisions(ready, out)
        times.append(time.process_time_ns() - begin)
    return min(times) / 1e6


def main() -> None:
    """Print a line for each version."""
    print(f"{'ms':24} {'interpreted':>18} {'compiled':>20}")
    for name in gipfel.game_names():
        for version in game_type(name).versions:
            states, rules = states_of(name, version), game_type(name)(version).rules
            line = f"{name} {version:20}"[:24].ljust(24)
            for fast, calls in ((False, 3), (True, 50)):
                kernels = rules.linked(fast)
                times = [milliseconds(kernels, state, rules.most, calls) for state in states]
                line += f"  mean {sum(times) / len(times):7.4f} worst {max(times):7.4f}"
            print(line, flush=True)


if __name__ == "__main__":
    main()
