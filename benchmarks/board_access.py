"""How often a second an evaluation in Python can look at the board, in every game.

    .venv/bin/python benchmarks/board_access.py

Calls of `Position.pieces` and `Position.reserves` for positions of random games, in CPU time and
interpreted; beside them `Position.scene`, which is what had to be used before.
"""

from collections.abc import Callable
from random import Random
from time import process_time

import gipfel

POSITIONS = 60
SECONDS = 0.3


def positions_of(name: str) -> list[gipfel.Position]:
    """Positions along random games."""
    chance, found = Random(1), [gipfel.game(name).start(seed=1)]
    while len(found) < POSITIONS:
        position = found[-1]
        if position.outcome is not None:
            position = gipfel.game(name).start(seed=len(found))
        found.append(position.play(position.throw(chance) or chance.choice(position.decisions())))
    return found


def rate(call: Callable[[gipfel.Position], object], positions: list[gipfel.Position]) -> float:
    """Calls in a second."""
    calls, begin = 0, process_time()
    while (spent := process_time() - begin) < SECONDS:
        for position in positions:
            call(position)
        calls += len(positions)
    return calls / spent


def main() -> None:
    """Print a line for each game."""
    print(f"{'calls a second':16} {'pieces':>10} {'reserves':>10} {'scene':>10}")
    for name in gipfel.game_names():
        positions = positions_of(name)
        rates = (
            rate(lambda position: position.pieces(), positions),
            rate(lambda position: position.reserves(gipfel.WHITE), positions),
            rate(lambda position: position.scene(), positions),
        )
        print(f"{name:16} " + " ".join(f"{one:10,.0f}" for one in rates), flush=True)


if __name__ == "__main__":
    main()
