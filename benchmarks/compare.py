"""Is Gipfel as fast as another version of its sources? Both run `gipfel bench` in alternation.

    .venv/bin/python -m benchmarks.compare FOLDER [GAME ...] [--rounds N] [--seconds S]

FOLDER is another checkout (`git worktree add ../before COMMIT`). A shared machine is faster one second
than the next: both states are measured in turn, many times for a short time, and the best of each counts.
"""

import argparse
import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).parents[1]

Best = dict[tuple[str, str], float]
"""The best rate so far of a game and what was measured."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the speed of two states of the sources.")
    parser.add_argument("folder", type=Path, help="a checkout of the other state")
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to measure; all if none is named")
    parser.add_argument("--rounds", type=int, default=10, help="measurements of each state")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time of each measurement of a game")
    arguments = parser.parse_args()
    states = {"before": arguments.folder.resolve(), "now": HERE}
    for state, folder in states.items():
        if not (folder / "src" / "gipfel").is_dir():
            parser.error(f"{folder} is not a checkout of Gipfel: it has no folder src/gipfel")
        _measure(folder, arguments.games, 0.001)  # compile what is missing
        print(f"{state}: {folder}", file=sys.stderr)
    best: dict[str, Best] = defaultdict(dict)
    for i in range(arguments.rounds):
        for state, folder in states.items():
            for what, rate in _measure(folder, arguments.games, arguments.seconds).items():
                best[state][what] = max(rate, best[state].get(what, 0.0))
        print(f"{i + 1} of {arguments.rounds} rounds", file=sys.stderr)
    _print(best["before"], best["now"])


def _measure(folder: Path, games: list[str], seconds: float) -> Best:
    """The compiled rates of one state, measured in a process of its own."""
    command = [sys.executable, "-m", "gipfel", "bench", *games, "--seconds", str(seconds), "--json"]
    environment = os.environ | {"PYTHONPATH": str(folder / "src")}
    done = subprocess.run(command, env=environment, cwd=folder, check=True, stdout=subprocess.PIPE)
    return {
        (game, what): rate["compiled"]
        for game, rates in json.loads(done.stdout).items()
        for what, rate in rates.items()
        if rate["compiled"]
    }


def _print(before: Best, now: Best) -> None:
    print(f"{'game':10}{'compiled':20}{'before':>16}{'now':>16}{'now/before':>12}")
    for game, what in (found for found in before if found in now):
        old, new = before[game, what], now[game, what]
        print(f"{game:10}{what:20}{old:>16,.0f}{new:>16,.0f}{new / old:>12.3f}")


if __name__ == "__main__":
    main()
