"""How long it takes to build an explorer of many games, how large it is, and how fast it answers.

    .venv/bin/python benchmarks/explorer.py [gipf dvonn …] [--games 100000] [--turns 40]

The games are random, but early decisions of the list of legal ones are more likely than late ones, so that
openings repeat as those of people do. They are written as records first, which is not measured. `build` is
everything a user waits for: reading the texts, checking every turn by the rules, making keys, writing the
file. Answers are measured in the start position, in positions that many games have, and in positions that
only one has; each is looked up once. Seconds and milliseconds are CPU time.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import mean, median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import NamedTuple

import gipfel
from gipfel.explorer import Explorer, build_explorer, counted_games

SKEW = 3
"""The number of the decision is a random part of the list, raised to this power."""
LONGEST = 300
"""Turns; then a game counts as a draw."""
POSITIONS = 200
"""How many positions of each kind are looked up."""
OFTEN = 100
"""A position of so many games is common."""


def random_record(game: gipfel.Game, number: int) -> gipfel.Record:
    """A random game."""
    chance = Random(number)
    played = gipfel.Playthrough(game.start(seed=number), number)
    while played.position.outcome is None and played.position.turn < LONGEST:
        position = played.position
        if position.by_chance:
            thrown = position.throw(chance)
            assert thrown is not None
            played.act(thrown)
            continue
        codes = position.codes
        played.play(gipfel.Decision(position, codes[int(len(codes) * chance.random() ** SKEW)]))
    ended = None if played.position.outcome else gipfel.Outcome(None, "too long")
    rating = {"white rating": str(chance.randrange(1000, 2000))}
    return played.record(ended, **rating, black=f"level:{chance.randrange(1, 11)}")


def random_records(game: gipfel.Game, games: int) -> Iterator[gipfel.Record]:
    for number in range(games):
        if number % 1000 == 0:
            print(f"\r{game.name}: {number:,} records written", end="", file=sys.stderr)
        yield random_record(game, number)


def refused(problem: gipfel.GameProblem) -> None:
    raise AssertionError(problem)


class Answers(NamedTuple):
    """How long answers took, in milliseconds."""

    often: list[float]
    once: list[float]
    start: float

    def line(self) -> str:
        kinds = [f"start {self.start:.1f} ms"]
        for name, times in (("common", self.often), ("rare", self.once)):
            if times:
                kinds.append(
                    f"{name} ({len(times)}) median {median(times):.1f}, mean {mean(times):.1f}, "
                    f"longest {max(times):.1f} ms"
                )
        return "; ".join(kinds)


def asked(path: Path, game: gipfel.Game, games: int) -> Answers:
    """Look positions up: the start, and positions of games that are in the explorer."""
    chance = Random(0)
    with Explorer(path) as explorer:
        start = timed(explorer, game.start(seed=0))[0]
        often: list[float] = []
        once: list[float] = []
        while len(once) < POSITIONS:
            played = gipfel.replay(random_record(game, chance.randrange(games)))
            early = [one.position for one in played.decisions if one.position.turn < explorer.turns]
            for position in (early[chance.randrange(min(8, len(early)))], early[-1]):
                if position.contest is not None:
                    continue
                fresh = game.position_of(position.state)  # its legal decisions are not known yet
                milliseconds, number = timed(explorer, fresh)
                if number >= OFTEN and len(often) < POSITIONS:
                    often.append(milliseconds)
                elif number <= 1:
                    once.append(milliseconds)
    return Answers(often, once, start)


def timed(explorer: Explorer, position: gipfel.Position) -> tuple[float, int]:
    begin = process_time()
    answer = explorer.look_up(position)
    return 1000 * (process_time() - begin), answer.games


def measure(name: str, games: int, turns: int | None) -> str:
    game = gipfel.game(name)
    with TemporaryDirectory() as folder:
        records, path = Path(folder) / "games.txt", Path(folder) / "explorer"
        gipfel.write_collection(records, random_records(game, games))
        begin, began = process_time(), perf_counter()
        report = build_explorer(path, counted_games(records, refused), turns)
        seconds, waited = process_time() - begin, perf_counter() - began
        answers = asked(path, game, games)
        size = path.stat().st_size / 1e6
    built = f"{report.added:,} games, {report.turns} turns of each, {size:.0f} MB"
    took = f"built in {seconds:.0f} s ({waited:.0f} s waited)"
    return f"{name} {game.version}: {built}, {took}\n    {answers.line()}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="*", default=["gipf"])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--turns", type=int)
    wanted = parser.parse_args()
    for name in wanted.game:
        print(f"\r{measure(name, wanted.games, wanted.turns)}", flush=True)


if __name__ == "__main__":
    main()
