"""What it costs the server to tell a page what a decision would do, in every game and version.

    .venv/bin/python -m benchmarks.previews

Positions from random games, evenly spread; some decisions of each are pointed at, as a page does while the
pointer rests on their last targets. CPU time of the answer without JSON, interpreted, as in a server; and the
size of the JSON that a page gets which has all looks already. The median, the 95th percentile and the worst.
"""

import time
from collections.abc import Iterator
from random import Random
from statistics import median

import gipfel
from gipfel.games.core.registry import game_type
from gipfel.server.views.cache import to_json
from gipfel.server.views.pointing import Pointer

GAMES = 3
LONGEST = 90
EVERY = 3
DECISIONS = 4
"""That are pointed at in each position."""


def positions(name: str, version: str) -> Iterator[gipfel.Position]:
    """Positions along a few random games in which a player decides."""
    for seed in range(GAMES):
        chance, position = Random(seed), gipfel.game(name, version).start(seed=seed)
        for number in range(LONGEST):
            if position.outcome is not None:
                break
            if number % EVERY == 0 and not position.by_chance:
                yield position
            position = position.play(position.throw(chance) or chance.choice(position.decisions()))


def measured(position: gipfel.Position, chance: Random) -> Iterator[tuple[float, int]]:
    """Milliseconds and bytes of some answers."""
    pointer, choices = Pointer(position), position.decisions()
    for decision in chance.sample(choices, min(DECISIONS, len(choices))):
        pointer.point(decision.path[:-1], [decision.side])  # was pointed at before
        begin = time.thread_time()
        answer = pointer.point(decision.path, [decision.side], effect=True)[1]
        taken = 1000 * (time.thread_time() - begin)
        if answer["effect"]:
            answer["effect"]["looks"] = {}
            yield taken, len(to_json(answer))


def main() -> None:
    print(f"{'game':10}{'version':12}{'median':>9}{'95 %':>9}{'worst':>9}{'bytes':>9}")
    for name in gipfel.game_names():
        for version in game_type(name).versions:
            chance = Random(1)
            found = [one for position in positions(name, version) for one in measured(position, chance)]
            times = sorted(taken for taken, _ in found)
            late, size = times[int(0.95 * len(times))], median(size for _, size in found)
            print(f"{name:10}{version:12}{median(times):9.2f}{late:9.2f}{times[-1]:9.2f}{size:9.0f}")


if __name__ == "__main__":
    main()
