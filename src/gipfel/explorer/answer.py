"""What an explorer answers."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from gipfel.games.core.position import Decision, Position


@dataclass(frozen=True, slots=True)
class Tally:
    """In how many games something was played, and how these games ended for the side that played it."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    rated: int = 0
    """In how many games the player's rating is known."""
    ratings: int = 0
    """The sum of these ratings."""
    with_level: int = 0
    levels: int = 0

    @property
    def unfinished(self) -> int:
        """Games without a result."""
        return self.games - self.wins - self.draws - self.losses

    @property
    def score(self) -> float | None:
        """The share of points of the side that acted, a draw is half a point; None without results."""
        finished = self.wins + self.draws + self.losses
        return (self.wins + self.draws / 2) / finished if finished else None

    @property
    def rating(self) -> float | None:
        """The average rating of the players who chose it; None if none is known."""
        return self.ratings / self.rated if self.rated else None

    @property
    def level(self) -> float | None:
        """The average level of the engines that chose it; None if none is known."""
        return self.levels / self.with_level if self.with_level else None

    @property
    def values(self) -> tuple[int, ...]:
        """The numbers in the order of the fields."""
        return (
            *(self.games, self.wins, self.draws, self.losses),
            *(self.rated, self.ratings, self.with_level, self.levels),
        )

    def to_dict(self) -> dict[str, Any]:
        """The tally as JSON; averages have one place after the point, the score three."""
        return {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "unfinished": self.unfinished,
            "score": None if self.score is None else round(self.score, 3),
            "rating": None if self.rating is None else round(self.rating, 1),
            "level": None if self.level is None else round(self.level, 1),
        }


@dataclass(frozen=True, slots=True)
class PlayedDecision:
    """A decision that was played in a position, or in one of its images."""

    decision: Decision
    other_codes: tuple[int, ...]
    """The numbers of its equivalents."""
    tally: Tally

    @property
    def equivalents(self) -> tuple[Decision, ...]:
        """Other decisions that lead to the same position or to an image of it; they are counted together."""
        return tuple(Decision(self.decision.position, code) for code in self.other_codes)

    @property
    def text(self) -> str:
        """The decision in notation."""
        return self.decision.text

    @property
    def games(self) -> int:
        """In how many games it was played."""
        return self.tally.games

    @property
    def score(self) -> float | None:
        """The share of points of the side that acted."""
        return self.tally.score

    def to_dict(self) -> dict[str, Any]:
        """The decision as JSON."""
        others = [other.text for other in self.equivalents]
        return {"decision": self.text, "equivalents": others, **self.tally.to_dict()}


@dataclass(frozen=True, slots=True)
class Answer:
    """What was played in a position."""

    position: Position
    decisions: tuple[PlayedDecision, ...]
    """The most frequent one first."""
    total: Tally
    """All decisions together."""
    turns: int
    """The database has the decisions of this number of turns of each game."""

    @property
    def games(self) -> int:
        """How often the position occurred with a decision after it."""
        return self.total.games

    def to_dict(self, most: int | None = None) -> dict[str, Any]:
        """The answer as JSON, with at most this number of decisions."""
        game = self.position.game
        shown = self.decisions[:most]
        return {
            "game": game.name,
            "version": game.version,
            "options": dict(game.changed_options),
            "position": str(self.position),
            "side": str(self.position.side).lower(),
            "turns": self.turns,
            "total": self.total.to_dict(),
            "decisions": [played.to_dict() for played in shown],
            "more": len(self.decisions) - len(shown),
        }


def total_of(tallies: Iterable[Tally]) -> Tally:
    """The sum of tallies."""
    return Tally(*map(sum, zip(*(tally.values for tally in tallies), strict=True)))
