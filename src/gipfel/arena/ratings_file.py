"""Ratings over several matches: a file that keeps the results of each match and the ratings of all of them.

The file is JSON: `matches` has the results of each match, by what identifies it, so a match that is continued
replaces its own results; `ratings` has the ratings of each game and version, computed anew each time.
"""

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from gipfel.arena.names import lasting_names
from gipfel.arena.ratings import ratings
from gipfel.arena.rounds import Results
from gipfel.arena.schedule import Match
from gipfel.arena.standings import Standings
from gipfel.arena.statistics import OUTCOMES, Pairs
from gipfel.games.core.game import Game
from gipfel.notation.errors import GipfelError

HEAD = "gipfel ratings"
FORMAT = 1
LARGEST = 50_000_000
"""The most bytes of such a file."""
MOST_PAIRS = 10**9


class BadRatings(GipfelError):
    """A file of ratings that cannot be used."""


@dataclass(frozen=True, slots=True)
class KeptRating:
    """The rating of a player over all kept matches of a game."""

    player: str
    elo: float
    """The mean of its group is 0."""
    error: float
    """Of 95 %."""
    pairs: int
    """How many pairs of games it rests on."""
    group: int
    """Ratings are comparable within a group; players of two groups have not met, not even through others."""


def check_ratings(path: Path) -> None:
    """Check, before a match is played, that a file can be used. Raises BadRatings."""
    _read(path)
    if not path.parent.is_dir():
        raise BadRatings(f"cannot write {path}: there is no folder {path.parent}")


def update_ratings(path: Path, match: Match, standings: Standings, results: Results) -> list[KeptRating]:
    """Put the results of a match into a file; the ratings of all matches of its game. Raises BadRatings."""
    with _locked(path):
        data = _read(path)
        identity = json.dumps(match.identity, sort_keys=True)
        data["matches"][sha256(identity.encode()).hexdigest()[:12]] = {
            "game": _title(match.game),
            "event": match.event,
            "match": match.identity,
            "results": _results(match, standings, results),
        }
        kept = {game: rated(_matches_of(data, game)) for game in _games(data)}
        data["ratings"] = {game: [asdict(rating) for rating in found] for game, found in kept.items()}
        _write(path, data)
    return kept[_title(match.game)]


def _title(game: Game) -> str:
    options = [f"{name}={value}" for name, value in game.written_options.items()]
    return " ".join([game.name, game.version, *options])


def _results(match: Match, standings: Standings, results: Results) -> list[dict[str, Any]]:
    """The complete pairs of each two players. Two players of one name are the same player."""
    names = lasting_names(match.own_names, match.players)
    both = zip(match.pairings(results), standings.meetings, strict=True)
    return [
        {"first": names[first], "second": names[second], "pairs": list(meeting.pairs.counts)}
        for (first, second), meeting in both
        if meeting.pairs.number and names[first] != names[second]
    ]


# --- Ratings ------------------------------------------------------------------------------------------


def rated(results: list[tuple[str, str, Pairs]]) -> list[KeptRating]:
    """The ratings that explain all results best, the largest group of players first."""
    games: Counter[str] = Counter()
    for first, second, pairs in results:
        games[first] += pairs.number
        games[second] += pairs.number
    found: list[KeptRating] = []
    for number, group in enumerate(_groups(results), 1):
        added: dict[tuple[int, int], list[int]] = {}
        for first, second, pairs in results:
            if first in group:
                _add(added, group.index(first), group.index(second), pairs)
        rating = ratings(len(group), {both: _pairs(total) for both, total in added.items()})
        rows = [
            KeptRating(name, round(one.elo, 1), round(one.error, 1), games[name], number)
            for name, one in zip(group, rating, strict=True)
        ]
        found += sorted(rows, key=lambda row: -row.elo)
    return found


def _add(added: dict[tuple[int, int], list[int]], first: int, second: int, pairs: Pairs) -> None:
    """Add the pairs of two players to those of other matches, always in the same order."""
    counts = pairs.counts if first < second else pairs.counts[::-1]
    total = added.setdefault((min(first, second), max(first, second)), [0] * len(OUTCOMES))
    for place, count in enumerate(counts):
        total[place] += count


def _pairs(counts: list[int]) -> Pairs:
    none, half, one, more, both = counts
    return Pairs((none, half, one, more, both))


def _groups(results: list[tuple[str, str, Pairs]]) -> list[list[str]]:
    """Players who have met, directly or through others, the largest group first."""
    groups: list[set[str]] = []
    for first, second, _ in results:
        joined = {first, second}.union(*(group for group in groups if group & {first, second}))
        groups = [group for group in groups if not group & joined] + [joined]
    return sorted((sorted(group) for group in groups), key=lambda group: (-len(group), group))


# --- The file -----------------------------------------------------------------------------------------


def _games(data: Mapping[str, Any]) -> list[str]:
    return sorted({match["game"] for match in data["matches"].values()})


def _matches_of(data: Mapping[str, Any], game: str) -> list[tuple[str, str, Pairs]]:
    return [
        (result["first"], result["second"], _pairs(result["pairs"]))
        for match in data["matches"].values()
        if match["game"] == game
        for result in match["results"]
    ]


def _read(path: Path) -> dict[str, Any]:
    """The file as it is, or a new one. Raises BadRatings."""
    try:
        with open(path, "rb") as file:
            text = file.read(LARGEST + 1)
    except FileNotFoundError:
        return {HEAD: FORMAT, "matches": {}, "ratings": {}}
    except OSError as error:
        raise BadRatings(f"cannot read {path}: {error.strerror}") from error
    try:
        data = json.loads(text) if len(text) <= LARGEST else None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or data.get(HEAD) != FORMAT or not _is_sound(data.get("matches")):
        raise BadRatings(f"{path} is not a file of ratings, or it is damaged; choose another name")
    return data


def _is_sound(matches: object) -> bool:
    """Do all matches have the form in which they were written?"""
    if not isinstance(matches, dict):
        return False
    for match in matches.values():
        if not isinstance(match, dict) or not isinstance(match.get("game"), str):
            return False
        results = match.get("results")
        if not isinstance(results, list) or not all(isinstance(one, dict) for one in results):
            return False
        for one in results:
            names = (one.get("first"), one.get("second"))
            counts = one.get("pairs")
            if not all(isinstance(name, str) for name in names) or names[0] == names[1]:
                return False
            if not isinstance(counts, list) or len(counts) != len(OUTCOMES):
                return False
            if not all(type(count) is int and 0 <= count <= MOST_PAIRS for count in counts):
                return False
    return True


def _write(path: Path, data: dict[str, Any]) -> None:
    partial = path.with_name(f"{path.name}.partial")
    try:
        partial.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        os.replace(partial, path)
    except OSError as error:
        raise BadRatings(f"cannot write {path}: {error.strerror}") from error


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """One match after the other: each reads what the one before has written."""
    try:
        lock = open(path.with_name(f"{path.name}.lock"), "w")  # noqa: SIM115
    except OSError as error:
        raise BadRatings(f"cannot write {path}: {error.strerror}") from error
    with lock:
        with suppress(ImportError):
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
