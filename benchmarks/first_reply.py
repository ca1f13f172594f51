"""How long a new user waits for the first reply of an engine: every game, levels 1 to 3, nothing compiled.

    .venv/bin/python -m benchmarks.first_reply                     every game and version, about five minutes
    .venv/bin/python -m benchmarks.first_reply punct gipf          these games
    .venv/bin/python -m benchmarks.first_reply --rounds 5          the median of five servers each
    .venv/bin/python -m benchmarks.first_reply --levels 3          only this level

Each figure comes from a real server that has just been started, with an empty cache of compiled kernels: from
sending the last decision of White's first turn over a real WebSocket to receiving the engine's decision.
Versions in which time runs are left out: there the clock waits until the engine is ready.
"""

import argparse
import tempfile
from pathlib import Path
from statistics import median

from tests.helpers.server.first_reply import cold_server, first_reply

import gipfel
from gipfel.games.core.registry import game_type

LIMIT = 1.5
"""Seconds that the first reply may take."""
LEVELS = (1, 2, 3)


def measured(game: str, version: str, level: int, rounds: int) -> list[float]:
    """The seconds of the first reply, each on a server of its own."""
    times = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder, cold_server(Path(folder)) as server:
            times.append(first_reply(server, game, version, level))
    return times


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="*", choices=[*gipfel.game_names(), []], metavar="GAME")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--levels", type=int, nargs="+", default=LEVELS)
    arguments = parser.parse_args()
    slowest = 0.0
    print(f"{'first reply in s':22}" + "".join(f"   level {level}" for level in arguments.levels))
    for game in arguments.games or gipfel.game_names():
        for version in game_type(game).versions:
            if gipfel.game(game, version).clockwork is None:
                times = [
                    median(measured(game, version, level, arguments.rounds)) for level in arguments.levels
                ]
                slowest = max(slowest, *times)
                row = "".join(f"{seconds:10.2f}" for seconds in times)
                print(f"{game + ' ' + version:22}{row}", flush=True)
    print(f"\nslowest: {slowest:.2f} s; limit: {LIMIT} s")
    return 0 if slowest <= LIMIT else 1


if __name__ == "__main__":
    raise SystemExit(main())
