"""What was played in a position, over HTTP."""

from typing import Literal

from typing_extensions import TypedDict


class ExplorerTally(TypedDict):
    """In how many games something was played, and how they ended for the side that acted."""

    games: int
    wins: int
    draws: int
    losses: int
    unfinished: int
    """Games without a result."""
    score: float | None
    """The share of points, 0 to 1; a draw is half a point. Null if no game has a result."""
    rating: float | None
    """The average rating of the players who acted, of those games that state it; null if none does."""
    level: float | None
    """The average level of the engines that acted; null if none is known."""


class ExplorerDecision(ExplorerTally):
    """A decision that was played."""

    decision: str
    """In notation."""
    equivalents: list[str]
    """Other decisions that lead to the same position or to an image of it, and are counted with it."""


class ExplorerAnswer(TypedDict):
    """What was played in a position and in its images under the symmetries of the board."""

    game: str
    version: str
    options: dict[str, int | str]
    """Those that differ from their defaults."""
    position: str
    side: Literal["white", "black"]
    """To act."""
    turns: int
    """The explorer has this number of turns of each game; positions after them are not found."""
    total: ExplorerTally
    decisions: list[ExplorerDecision]
    """The most frequent one first, at most 100."""
    more: int
    """How many decisions are left out."""


class OwnExplorerAnswer(ExplorerAnswer):
    """What the visitor's own finished games have of a position."""

    waiting: int
    """How many of them are not counted yet; the same request goes on with them."""


class ExplorerGames(TypedDict):
    """How many games of one version there are."""

    game: str
    version: str
    options: dict[str, str]
    """Those that differ from their defaults."""
    games: int


class ExplorerContents(TypedDict):
    """What the explorer of the server contains."""

    turns: int
    """Of each game."""
    games: list[ExplorerGames]
    """The version with most games first."""
