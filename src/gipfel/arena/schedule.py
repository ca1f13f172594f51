"""Who plays whom, how often, and on which terms."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import combinations, pairwise
from typing import Any

from gipfel.arena.games import GameJob, GameKey, Terms
from gipfel.engine.players.player import PlayerSource
from gipfel.games.core.game import Game
from gipfel.notation.errors import OptionError


class Schedule(StrEnum):
    """Which players meet."""

    ROUND_ROBIN = "round-robin"
    LADDER = "ladder"
    GAUNTLET = "gauntlet"

    def pairings(self, players: int) -> list[tuple[int, int]]:
        """The players that meet: everybody, neighbours in the list, or the first one all others."""
        everybody = range(players)
        if self is Schedule.LADDER:
            return [*pairwise(everybody)]
        if self is Schedule.GAUNTLET:
            return [(0, other) for other in everybody[1:]]
        return [*combinations(everybody, 2)]


@dataclass(frozen=True)
class Match:
    """A match of two or more players."""

    game: Game
    players: tuple[PlayerSource, ...]
    terms: Terms
    pairs: int
    """Pairs of games for each two players that meet."""
    schedule: Schedule = Schedule.ROUND_ROBIN

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise OptionError("a match needs two players or more; name each one with --player")

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """The players that meet, by number."""
        return self.schedule.pairings(len(self.players))

    @property
    def games(self) -> int:
        """The number of games."""
        return 2 * self.pairs * len(self.pairings)

    def jobs(self) -> Iterator[GameJob]:
        """All games: the first pair of each pairing, then the second pair of each, and so on."""
        for pair in range(self.pairs):
            for first, second in self.pairings:
                for swapped in (False, True):
                    yield self.job(GameKey(first, second, pair, swapped))

    def job(self, key: GameKey) -> GameJob:
        """The game of a key."""
        return GameJob(key, self.game, self.players[key.white], self.players[key.black], self.terms)

    @property
    def names(self) -> list[str]:
        """The names of the players; equal names get numbers."""
        names = [player.name for player in self.players]
        often = Counter(names)
        return [
            name if often[name] == 1 else f"{name} ({names[: i + 1].count(name)})"
            for i, name in enumerate(names)
        ]

    @property
    def identity(self) -> dict[str, Any]:
        """What identifies the match; the number of games may change."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "options": {name: str(value) for name, value in self.game.written_options.items()},
            "players": [player.text for player in self.players],
            "schedule": str(self.schedule) if len(self.players) > 2 else "",
            **asdict(self.terms),
        }
