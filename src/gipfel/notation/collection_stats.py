"""Statistics of many records: results, lengths, players and first moves, collected one record at a time."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from gipfel.notation.record import Record

_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)?")
_SCORE = re.compile(r"(?<![0-9])([0-9]{1,9})\s?[-:]\s?([0-9]{1,9})(?![0-9])")

WHITE_WINS, BLACK_WINS, DRAW, UNFINISHED = "1-0", "0-1", "1/2-1/2", "*"


@dataclass(slots=True)
class Results:
    """How games ended."""

    games: int = 0
    white: int = 0
    black: int = 0
    draws: int = 0
    unfinished: int = 0

    def add(self, result: str) -> None:
        """Count one more game."""
        self.games += 1
        self.white += result == WHITE_WINS
        self.black += result == BLACK_WINS
        self.draws += result == DRAW
        self.unfinished += result == UNFINISHED

    @property
    def per_cent(self) -> float | None:
        """White's points of 100 in the games that were finished; None if there are none."""
        finished = self.white + self.black + self.draws
        return round(100 * (self.white + self.draws / 2) / finished, 1) if finished else None

    def data(self) -> dict[str, Any]:
        """As data that JSON can hold."""
        return {
            "games": self.games,
            "white wins": self.white,
            "black wins": self.black,
            "draws": self.draws,
            "unfinished": self.unfinished,
            "white per cent": self.per_cent,
        }


def reason_kind(reason: str) -> str:
    """The wording of a reason without its numbers: the score of a game differs each time."""
    return " ".join(_NUMBER.sub("", _SCORE.sub("", reason)).split()).strip(" ,:;-")


@dataclass(slots=True)
class Scores:
    """The scores with which games ended, as far as their reasons name them."""

    games: int = 0
    white: int = 0
    black: int = 0
    margins: int = 0
    """The sum of all differences."""
    widest: tuple[int, int] = (0, 0)
    """The score with the largest difference, White's first."""

    def add(self, reason: str) -> None:
        """Count one more game, if its reason has a score."""
        found = _SCORE.search(reason)
        if found is None:
            return
        white, black = int(found[1]), int(found[2])
        self.games += 1
        self.white += white
        self.black += black
        self.margins += abs(white - black)
        if abs(white - black) > abs(self.widest[0] - self.widest[1]) or self.games == 1:
            self.widest = white, black

    def data(self) -> dict[str, Any]:
        """As data that JSON can hold: means, and the widest score."""
        sums = {"white": self.white, "black": self.black, "difference": self.margins}
        means = {name: round(value / self.games, 1) for name, value in sums.items()}
        return {"games": self.games, **means, "widest": [*self.widest]}


@dataclass(slots=True)
class VersionStats:
    """The games of one version of a game."""

    results: Results = field(default_factory=Results)
    lengths: Counter[int] = field(default_factory=Counter)
    first_turns: dict[str, Results] = field(default_factory=dict)
    reasons: Counter[str] = field(default_factory=Counter)
    """Kinds of reasons (see `reason_kind`)."""
    scores: Scores = field(default_factory=Scores)

    def add(self, record: Record) -> None:
        """Count one more game."""
        self.results.add(record.result)
        self.lengths[len(record.turns)] += 1
        if record.reason:
            self.reasons[reason_kind(record.reason) or record.reason] += 1
            self.scores.add(record.reason)
        if record.turns:
            self.first_turns.setdefault(record.turns[0].text, Results()).add(record.result)

    def length_data(self) -> dict[str, float]:
        """The shortest, the median, the mean and the longest number of turns."""
        number = self.lengths.total()
        return {
            "shortest": min(self.lengths),
            "median": self._median(number),
            "mean": round(sum(turns * times for turns, times in self.lengths.items()) / number, 1),
            "longest": max(self.lengths),
        }

    def _median(self, number: int) -> float:
        ordered = sorted(self.lengths.items())
        return (_at(ordered, (number - 1) // 2) + _at(ordered, number // 2)) / 2


def _at(ordered: list[tuple[int, int]], place: int) -> int:
    """The number of turns of the game in this place, if games are ordered by length."""
    for turns, times in ordered:
        if place < times:
            return turns
        place -= times
    raise IndexError(place)


@dataclass(slots=True)
class Player:
    """The games of a player."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add(self, result: str, win: str, loss: str) -> None:
        """Count one more game."""
        self.games += 1
        self.wins += result == win
        self.losses += result == loss
        self.draws += result == DRAW

    @property
    def per_cent(self) -> float | None:
        """Points of 100 in the games that were finished; None if there are none."""
        finished = self.wins + self.draws + self.losses
        return round(100 * (self.wins + self.draws / 2) / finished, 1) if finished else None


class CollectionStats:
    """Counts records; `data` and the attributes have the numbers."""

    def __init__(self) -> None:
        self.results = Results()
        self.versions: dict[tuple[str, str], VersionStats] = {}
        self.players: dict[str, Player] = {}
        self.dates: tuple[str, str] | None = None
        """The first and the last date."""

    def add(self, record: Record) -> None:
        """Count one more game."""
        headers = record.headers
        self.results.add(record.result)
        key = headers["game"], headers.get("version", "")
        self.versions.setdefault(key, VersionStats()).add(record)
        self._add_players(record)
        if date := headers.get("date"):
            first, last = self.dates or (date, date)
            self.dates = min(first, date), max(last, date)

    def _add_players(self, record: Record) -> None:
        for side, win, loss in (("white", WHITE_WINS, BLACK_WINS), ("black", BLACK_WINS, WHITE_WINS)):
            if name := record.headers.get(side):
                self.players.setdefault(name, Player()).add(record.result, win, loss)

    def most_active(self, number: int) -> list[tuple[str, Player]]:
        """The players with the most games."""
        return sorted(self.players.items(), key=lambda item: (-item[1].games, item[0]))[:number]

    def data(self, most: int) -> dict[str, Any]:
        """Everything as data that JSON can hold; at most this number of players and first turns."""
        return {
            "results": self.results.data(),
            "dates": None if self.dates is None else [*self.dates],
            "versions": [
                {"game": game, "version": version, **_version_data(stats, most)}
                for (game, version), stats in sorted(self.versions.items())
            ],
            "players": [
                {
                    "name": name,
                    "games": player.games,
                    "wins": player.wins,
                    "draws": player.draws,
                    "losses": player.losses,
                    "per cent": player.per_cent,
                }
                for name, player in self.most_active(most)
            ],
        }


def most_played(stats: VersionStats, number: int) -> list[tuple[str, Results]]:
    """The first turns that were played most often."""
    return sorted(stats.first_turns.items(), key=lambda item: (-item[1].games, item[0]))[:number]


def _version_data(stats: VersionStats, most: int) -> dict[str, Any]:
    return {
        **stats.results.data(),
        "turns": stats.length_data(),
        "reasons": dict(stats.reasons.most_common(most)),
        "scores": stats.scores.data() if stats.scores.games else None,
        "first turns": [{"turn": turn, **results.data()} for turn, results in most_played(stats, most)],
    }
