"""What is kept of a person who solves puzzles: a rating and a streak for each game, and what was tried.

Ratings of different games cannot be compared, so each game has its own.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

from gipfel.errors import GipfelError
from gipfel.learn.puzzle_rating import changed_rating
from gipfel.learn.puzzles import Puzzle

FORMAT = 1
NEAR = 5
"""The next puzzle is one of this number whose ratings are nearest to the solver's."""


class BadProgress(GipfelError):
    """Kept progress that cannot be read; the message says why."""


@dataclass(slots=True)
class GameProgress:
    """How a person is doing in one game."""

    rating: float | None = None
    """None before the first puzzle."""
    rated: int = 0
    """How many puzzles have changed the rating."""
    streak: int = 0
    """How many puzzles in a row were solved without a mistake."""
    best_streak: int = 0
    solved: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    """Ids of puzzles; one that is solved later is no longer missed."""

    def note(self, puzzle: Puzzle, solved: bool, first_rating: float, rated: bool = True) -> None:
        """A puzzle was solved without a mistake, or not. Its first try changes the rating."""
        if rated and puzzle.id not in self.solved and puzzle.id not in self.missed:
            before = first_rating if self.rating is None else self.rating
            self.rating = changed_rating(before, puzzle.rating, solved, self.rated)
            self.rated += 1
        self.streak = self.streak + 1 if solved else 0
        self.best_streak = max(self.best_streak, self.streak)
        for ids in (self.solved, self.missed):
            if puzzle.id in ids:
                ids.remove(puzzle.id)
        (self.solved if solved else self.missed).append(puzzle.id)


@dataclass(slots=True)
class Progress:
    """How a person is doing in all games."""

    games: dict[str, GameProgress] = field(default_factory=dict)

    def of(self, name: str) -> GameProgress:
        """The progress in a game."""
        return self.games.setdefault(name, GameProgress())

    def text(self) -> str:
        """As it is kept."""
        games = {name: asdict(one) for name, one in self.games.items()}
        return json.dumps({"format": FORMAT, "games": games}, indent=1) + "\n"


def read_progress(text: str) -> Progress:
    """What `Progress.text` has written. Raises BadProgress."""
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise BadProgress(f"its format is {data['format']!r}, not {FORMAT}")
        return Progress({name: _read_game(one) for name, one in data["games"].items()})
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadProgress("it is not what Gipfel has written") from error


def _read_game(data: dict[str, Any]) -> GameProgress:
    """Raises KeyError or TypeError."""
    rating = data["rating"]
    return GameProgress(
        rating=None if rating is None else float(rating),
        rated=_count(data["rated"]),
        streak=_count(data["streak"]),
        best_streak=_count(data["best_streak"]),
        solved=_ids(data["solved"]),
        missed=_ids(data["missed"]),
    )


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise TypeError(value)
    return value


def _ids(value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise TypeError(value)
    return [*value]


def middle_rating(puzzles: Sequence[Puzzle]) -> float:
    """The rating a new solver begins with: a third of all puzzles are easier."""
    ratings = sorted(puzzle.rating for puzzle in puzzles)
    return float(ratings[len(ratings) // 3])


def next_puzzle(
    puzzles: Sequence[Puzzle], progress: GameProgress, chance: Random, rating: float | None = None
) -> Puzzle:
    """A puzzle of about a rating, the solver's by default: a new one, or else a missed one, or any."""
    if rating is None:
        rating = middle_rating(puzzles) if progress.rating is None else progress.rating
    new = [one for one in puzzles if one.id not in progress.solved and one.id not in progress.missed]
    missed = [one for one in puzzles if one.id in progress.missed]
    wanted = rating
    nearest = sorted(new or missed or puzzles, key=lambda puzzle: abs(puzzle.rating - wanted))[:NEAR]
    return chance.choice(nearest)
