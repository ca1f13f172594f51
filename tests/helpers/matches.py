"""Small matches between random players."""

import json
from pathlib import Path

import gipfel
from gipfel.arena.games import GameKey, GameResult, Terms
from gipfel.arena.schedule import Match
from gipfel.engine.players.specs import PlayerSpec

RANDOM = PlayerSpec.read("random")
GIPF = gipfel.game("gipf")
QUICK = Terms(seconds=1.0, opening_turns=4, seed=5)


def random_match(pairs: int = 4, terms: Terms = QUICK) -> Match:
    """A match of two players that play at random."""
    return Match(GIPF, (RANDOM, RANDOM), terms, pairs)


def result(first: int, second: int, pair: int, swapped: bool, score: str, failed: str = "") -> GameResult:
    """The result of a game that nobody has played."""
    return GameResult(GameKey(first, second, pair, swapped), score, "why", failed, 10, 10, (1.0, 2.0), "")


def all_once(match: Match, path: Path) -> bool:
    """Is every game of the match in the file, and none twice?"""
    keys = [GameKey(**json.loads(line)["key"]) for line in path.read_text().splitlines()[1:]]
    return sorted(keys, key=repr) == sorted((job.key for job in match.jobs()), key=repr)
