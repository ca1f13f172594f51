"""How strong the levels are: each against the one below, the highest against simple players."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from math import ceil

from gipfel.arena.games import Terms
from gipfel.arena.openings import usual_turns
from gipfel.arena.schedule import Match
from gipfel.arena.statistics import Pairs
from gipfel.engine.players.specs import GREEDY, LEVEL, LEVELS, UCT, PlayerSpec
from gipfel.games.core.game import Game
from gipfel.games.core.registry import about

SEED = 1
YARDSTICK_SECONDS = 0.2
"""The time for each turn of the highest level and of its opponent."""
CLEAR = 0.8
"""From this score on a step is clear, and its size need not be known precisely."""
TOO_FAR = 0.95
"""From this score on nobody finds an opponent of his strength between the two levels."""
BATCH = 20
"""Games are added to a comparison in multiples of this number."""


class Kind(StrEnum):
    """What is compared."""

    LADDER = "ladder"
    UCT = "uct"
    GREEDY = "greedy"


class Verdict(StrEnum):
    """What a comparison says about its goal."""

    REACHED = "yes"
    MISSED = "no"
    UNKNOWN = "too few games"
    HOLE = "levels too far apart"


@dataclass(frozen=True, slots=True)
class Goal:
    """The score that a player should reach, and how well it has to be known."""

    score: float
    surely: float = 0.0
    """What the 95 % interval has to lie above."""
    games: int = 0
    """The fewest games that can tell."""
    within: float = 0.0
    """Below CLEAR, the 95 % error in Elo must not be larger than this; 0 if it may be."""
    too_much: float = 1.01
    """The score from which on the players are too far apart."""

    def verdict(self, pairs: Pairs) -> Verdict:
        """Is this goal reached?"""
        if pairs.number and pairs.score >= self.too_much:
            return Verdict.HOLE
        if not pairs.number or 2 * pairs.number < self.games or not self._is_precise(pairs):
            return Verdict.UNKNOWN
        reached = pairs.score >= self.score and pairs.interval[0] > self.surely
        return Verdict.REACHED if reached else Verdict.MISSED

    def games_wanted(self, pairs: Pairs, least: int, most: int) -> int:
        """How many games the comparison should have, judging by those that were played."""
        played = 2 * pairs.number
        if played < least:
            return least
        if self._is_precise(pairs) or played >= most:
            return played
        # The error falls with the square root of the number of games.
        enough = played * (pairs.elo_error / self.within) ** 2
        return min(max(least, most), BATCH * ceil(min(enough, 2 * played) / BATCH))

    def _is_precise(self, pairs: Pairs) -> bool:
        return not self.within or pairs.score >= CLEAR or pairs.elo_error <= self.within

    def __str__(self) -> str:
        return f"≥ {100 * self.score:g} %" + (f", surely > {100 * self.surely:g} %" if self.surely else "")


STEP = Goal(0.6, surely=0.5, games=200, within=40.0, too_much=TOO_FAR)
AGAINST_GREEDY = Goal(0.97)


def goal_of(game: str, kind: Kind) -> Goal:
    """What a comparison of a game should show."""
    if kind is Kind.LADDER:
        return STEP
    return Goal(about(game).score_against_uct) if kind is Kind.UCT else AGAINST_GREEDY


@dataclass(frozen=True)
class Trial:
    """One comparison: a match of two players, and the score that the first one should reach."""

    kind: Kind
    match: Match
    goal: Goal

    @property
    def file_name(self) -> str:
        """The file its games are kept in."""
        game = self.match.game
        players = "-".join(player.text.replace(":", "") for player in self.match.players)
        return f"{game.name}-{game.version}-{players}.jsonl"

    def with_games(self, games: int) -> "Trial":
        """The same comparison with another number of games."""
        return replace(self, match=replace(self.match, pairs=_pairs(games)))


def trials(game: Game, kinds: Iterable[Kind], games: int) -> Iterator[Trial]:
    """All comparisons of a game, with `games` games each."""
    wanted = {*kinds}
    highest = LEVELS[-1]
    if Kind.LADDER in wanted:
        for level in LEVELS[1:]:
            # The highest level has no limit of its own; the others do.
            seconds = YARDSTICK_SECONDS if level == highest else None
            match = _match(game, f"{LEVEL}:{level}", f"{LEVEL}:{level - 1}", seconds, games)
            yield Trial(Kind.LADDER, match, goal_of(game.name, Kind.LADDER))
    for kind, opponent in ((Kind.UCT, UCT), (Kind.GREEDY, GREEDY)):
        if kind in wanted:
            match = _match(game, f"{LEVEL}:{highest}", opponent, YARDSTICK_SECONDS, games)
            yield Trial(kind, match, goal_of(game.name, kind))


def _match(game: Game, first: str, second: str, seconds: float | None, games: int) -> Match:
    terms = Terms(seconds=seconds, opening_turns=usual_turns(game), seed=SEED)
    return Match(game, (PlayerSpec.read(first), PlayerSpec.read(second)), terms, _pairs(games))


def _pairs(games: int) -> int:
    return -(-games // 2)
