"""How many positions the search looks at in a second of CPU time, now and in another version of the sources.

    .venv/bin/python -m benchmarks.search_speed FOLDER [GAME ...] [--nodes N] [--rounds N]
    .venv/bin/python -m benchmarks.search_speed FOLDER dvonn --sampled 12 --shares 0.62 0.7 0.78 0.86

FOLDER is another checkout (`git worktree add ../before COMMIT`). Both search the same positions, from the
opening to the ending, with an empty table and up to the same number of nodes. They take turns with every
position, so that a busy machine is fair to both; of each position the fastest round counts. The sources of
now search in three ways: as level 10 does, without the network, and also with the tuning `former`, which is
the search of commit 750ecd9.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

HERE = Path(__file__).parents[1]
WAYS = {"level 10": "strongest", "features only": "features", "former tuning": "former"}
"""What the ways to search are called, and how a worker is told."""
SHARES = (0.05, 0.2, 0.35, 0.5, 0.65, 0.8)
RANDOM_DECISIONS = 4
GUIDED_NODES = 1000


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="a checkout of the other state")
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to measure; default: yinsh")
    parser.add_argument("--nodes", type=int, default=100_000, help="for each position (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=5, help="searches of a position (default: %(default)s)")
    parser.add_argument(
        "--sampled", type=int, default=4, help="games positions are from (default: %(default)s)"
    )
    parser.add_argument(
        "--shares", type=float, nargs="+", default=SHARES, help="how much of a game has been played there"
    )
    arguments = parser.parse_args()
    if not (arguments.folder / "src" / "gipfel").is_dir():
        parser.error(f"{arguments.folder} is not a checkout of Gipfel: it has no folder src/gipfel")
    for game in arguments.games or ["yinsh"]:
        positions = sample(game, arguments.sampled, arguments.shares)
        compare(game, positions, arguments.folder.resolve(), arguments.nodes, arguments.rounds)


def compare(game: str, positions: list[str], folder: Path, nodes: int, rounds: int) -> None:
    """Measure one game, and print a line for each way to search."""
    workers = {"before": Worker(folder, game, "strongest")}
    workers |= {name: Worker(HERE, game, way) for name, way in WAYS.items()}
    best: dict[str, list[dict[str, Any]]] = {name: [] for name in workers}
    for number in range(rounds):
        for i, position in enumerate(positions):
            for name, worker in workers.items():
                found = worker.search(position, nodes)
                if number == 0:
                    best[name].append(found)
                elif found["seconds"] < best[name][i]["seconds"]:
                    best[name][i] = found
        print(f"{game}: {number + 1} of {rounds} rounds", file=sys.stderr)
    for worker in workers.values():
        worker.close()
    print(f"{game}: {len(positions)} positions, {nodes:,} nodes each")
    print(f"{'':16}{'nodes/s':>12}{'ratio':>8}{'depth':>8}")
    for name, results in best.items():
        depth = sum(found["depth"] for found in results) / len(results)
        print(f"{name:16}{rate(results):>12,.0f}{rate(results) / rate(best['before']):>8.3f}{depth:>8.2f}")


def rate(results: list[dict[str, Any]]) -> float:
    """Nodes a second of all positions together."""
    return sum(found["nodes"] for found in results) / sum(found["seconds"] for found in results)


def sample(name: str, games: int, shares: Sequence[float]) -> list[str]:
    """Positions of games that begin at random and are played sensibly, in the order of their progress."""
    from gipfel import game as find
    from gipfel.engine.players.levels import make_searcher
    from gipfel.engine.search.analysis import SearchLimits

    game, chance = find(name), Random(0)
    engine = make_searcher(game, seed=0)
    taken: list[list[str]] = []
    for number in range(games):
        engine.forget()
        position, passed = game.start(seed=number), []
        while position.outcome is None:
            passed.append(position)
            if position.by_chance or len(passed) <= RANDOM_DECISIONS:
                decision = position.throw() or chance.choice(position.decisions())
            else:
                decision = engine.think(position, SearchLimits(nodes=GUIDED_NODES)).decision
            position = position.play(decision)
        choices = [found for found in passed if not found.by_chance and len(found.codes) > 2]
        taken.append([str(choices[int(share * len(choices))]) for share in shares])
    return [found for same in zip(*taken, strict=True) for found in same]


class Worker:
    """A process that searches with the sources of one state."""

    def __init__(self, folder: Path, game: str, way: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__, game, way],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(folder / "src"), "GIPFEL_CLOCK": "cpu"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def search(self, position: str, nodes: int) -> dict[str, Any]:
        """How many nodes were searched, in which time and how deep, and what was found."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(position, nodes, sep="\t", file=self.process.stdin, flush=True)
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


def work(name: str, way: str) -> None:
    """Search what is asked for; runs in another process, perhaps with the sources of another state."""
    from gipfel import game as find
    from gipfel.engine.players.levels import make_searcher
    from gipfel.engine.search.alpha_beta_searcher import AlphaBetaSearcher
    from gipfel.engine.search.analysis import SearchLimits

    game = find(name)
    if way == "strongest":
        engine: Any = make_searcher(game, seed=0)
    elif way == "features":
        engine = AlphaBetaSearcher(game)
    else:
        from gipfel.games.core.search_tuning import FORMER

        engine = AlphaBetaSearcher(game, tuning=FORMER)
    for line in sys.stdin:
        text, nodes = line.split("\t")
        position = game.position(text)
        engine.forget()
        engine.think(position, SearchLimits(nodes=100))
        engine.forget()
        begin = process_time()
        found = engine.think(position, SearchLimits(nodes=int(nodes)))
        seconds = process_time() - begin
        best = found.lines[0]
        line = [decision.code for decision in best.decisions]
        searched = {"nodes": found.nodes, "seconds": seconds, "depth": found.depth}
        print(
            json.dumps({**searched, "score": best.score, "line": line}),
            flush=True,
        )


if __name__ == "__main__":
    main() if "-m" in sys.orig_argv else work(*sys.argv[1:])
