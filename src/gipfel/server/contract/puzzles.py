"""Puzzles over HTTP; an exercise is in `gipfel.learn.exercise_types`."""

from typing_extensions import TypedDict

from gipfel.learn.exercise_types import Exercise, ShownLine


class Theme(TypedDict):
    """What puzzles are about."""

    name: str
    title: str
    """In the language of the request."""
    number: int
    """Of puzzles."""


class PuzzleGame(TypedDict):
    """The puzzles of a game in numbers."""

    game: str
    title: str
    puzzles: int
    easiest: int
    hardest: int
    first_rating: int
    """The rating that somebody new begins with."""
    themes: list[Theme]


class PuzzleGameCard(PuzzleGame):
    """The puzzles of a game among those of all games."""

    picture: str
    """SVG."""


class PuzzleOverview(TypedDict):
    """All games that have puzzles."""

    games: list[PuzzleGameCard]


class PuzzleInfo(TypedDict):
    """A puzzle in a list."""

    id: str
    """Unique among the puzzles of its game."""
    rating: int
    themes: list[str]
    """The names of its themes."""


class PuzzleList(PuzzleGame):
    """The puzzles of a game, the easiest first."""

    all: list[PuzzleInfo]


class TodaysPuzzle(TypedDict):
    """The puzzle of the day, the same for everybody."""

    date: str
    """The day in UTC, as in `2026-11-18`."""
    seconds: int
    """Until the next one."""
    game: str
    id: str
    title: str
    """Of the game, with its version if there are several."""
    rating: int
    question: str
    picture: str
    """SVG."""


class Puzzle(TypedDict):
    """A puzzle. Node n of its exercise is the position after n decisions of the line."""

    game: str
    id: str
    title: str
    """Of the game, with its version if there are several."""
    rating: int
    question: str
    """What is to be found."""
    themes: list[str]
    """In the language of the request."""
    exercise: Exercise


class Refutation(TypedDict):
    """How an engine answers a wrong decision."""

    line: ShownLine
    """The decision, and what the engine expects after it."""
    text: str
    """Who is better then."""
