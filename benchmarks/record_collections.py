"""How long it takes to check a collection of games, for every game and version.

    .venv/bin/python benchmarks/record_collections.py
    .venv/bin/python benchmarks/record_collections.py gipf punct:basic --games 1000
    .venv/bin/python benchmarks/record_collections.py gipf:basic --games 2000 --repeat 50

Random games are written into one file. It is then read and each game is played by the rules, with compiled
kernels and in one thread, as `gipfel replay` does it. CPU time; compiling is not counted. The last column
says how long 100 000 such games take. `--repeat` writes the games several times, for a large file from few
games.
"""

import argparse
import gc
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import gipfel
from gipfel.games.core.checking import Checker
from gipfel.testing.random_games import played_at_random

LONGEST = 2000
"""Decisions; a random game that is longer is left unfinished."""
WARM_UP = 20
"""Games that are checked before time is taken: kernels are compiled when they are needed."""


def main() -> None:
    """Print a row for each version."""
    arguments = _arguments()
    print("| game | turns | kB | read, ms | read and check, ms | 100 000 games |\n|---|---|---|---|---|---|")
    for name, version in _named(arguments.games_named) or _named(gipfel.game_names()):
        print(_row(name, version, arguments.games, arguments.repeat), flush=True)


def _named(texts: Sequence[str]) -> list[tuple[str, str]]:
    """The versions that are named as GAME, for all of them, or as GAME:VERSION. Raises GipfelError."""
    found = []
    for text in texts:
        name, _, version = text.partition(":")
        versions = [version] if version else gipfel.game(name).versions
        found += [(name, gipfel.game(name, each).version) for each in versions]
    return found


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How long it takes to check a collection of games.")
    parser.add_argument("games_named", nargs="*", metavar="GAME[:VERSION]", help="all games if none is named")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="random games of each version")
    parser.add_argument(
        "--repeat", type=int, default=1, metavar="N", help="how often each stands in the file"
    )
    return parser.parse_args()


def _row(name: str, version: str, number: int, repeat: int) -> str:
    records = [*_random_games(name, version, number)]
    checker = Checker(compile_after=0)
    for record in records[:WARM_UP]:
        checker.check(record)
    turns = sum(len(record.turns) for record in records) / number
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.txt"
        gipfel.write_collection(path, (record for _ in range(repeat) for record in records))
        size = path.stat().st_size / 1000
        records.clear()  # `gipfel replay` keeps no game; Python's garbage collector would look at all of them
        gc.collect()
        begin = time.process_time()
        read = sum(1 for _ in gipfel.read_collection(path))
        middle = time.process_time()
        checked = sum(_is_right(checker, game) for _, game in gipfel.games_in(path))
        end = time.process_time()
    assert read == checked == number * repeat
    reading, checking = (1000 * seconds / read for seconds in (middle - begin, end - middle))
    times = f"{reading:.2f} | {checking:.2f} | {checking * 100 / 60:.1f} min"
    return f"| {name} {version} | {turns:.0f} | {size / read:.1f} | {times} |"


def _random_games(name: str, version: str, number: int) -> Iterator[gipfel.Record]:
    game = gipfel.game(name, version)
    game.compile(contests=True)
    for seed in range(number):
        yield played_at_random(game, seed, LONGEST).record(white="random", black="random")


def _is_right(checker: Checker, game: gipfel.Record | gipfel.GameProblem) -> bool:
    assert isinstance(game, gipfel.Record), game
    checker.check(game)
    return True


if __name__ == "__main__":
    main()
