"""How strong the levels are: each against the one below, the highest against simple players."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

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


class Kind(StrEnum):
    """What is compared."""

    LADDER = "ladder"
    UCT = "uct"
    GREEDY = "greedy"


@dataclass(frozen=True, slots=True)
class Goal:
    """The score that a player should reach."""

    score: float
    surely: float = 0.0
    """What the 95 % interval has to lie above."""

    def reached(self, pairs: Pairs) -> bool:
        """Does the score reach this goal?"""
        return pairs.number > 0 and pairs.score >= self.score and pairs.interval[0] > self.surely

    def __str__(self) -> str:
        return f"≥ {100 * self.score:g} %" + (f", surely > {100 * self.surely:g} %" if self.surely else "")


STEP = Goal(0.6, surely=0.5)
AGAINST_GREEDY = Goal(0.97)


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


def trials(game: Game, kinds: Iterable[Kind], games: int) -> Iterator[Trial]:
    """All comparisons of a game, with `games` games each."""
    wanted = {*kinds}
    highest = LEVELS[-1]
    if Kind.LADDER in wanted:
        for level in LEVELS[1:]:
            # The highest level has no limit of its own; the others do.
            seconds = YARDSTICK_SECONDS if level == highest else None
            match = _match(game, f"{LEVEL}:{level}", f"{LEVEL}:{level - 1}", seconds, games)
            yield Trial(Kind.LADDER, match, STEP)
    if Kind.UCT in wanted:
        match = _match(game, f"{LEVEL}:{highest}", UCT, YARDSTICK_SECONDS, games)
        yield Trial(Kind.UCT, match, Goal(about(game.name).score_against_uct))
    if Kind.GREEDY in wanted:
        match = _match(game, f"{LEVEL}:{highest}", GREEDY, YARDSTICK_SECONDS, games)
        yield Trial(Kind.GREEDY, match, AGAINST_GREEDY)


def _match(game: Game, first: str, second: str, seconds: float | None, games: int) -> Match:
    terms = Terms(seconds=seconds, opening_turns=usual_turns(game), seed=SEED)
    return Match(game, (PlayerSpec.read(first), PlayerSpec.read(second)), terms, pairs=-(-games // 2))
