"""Answers over HTTP about the story of an evening."""

from typing_extensions import TypedDict

from gipfel.draw.picture_types import Side
from gipfel.server.contract.server_messages import ContestKind, Turn


class StoryContest(TypedDict):
    """A contest of an evening, over or not. Its numbers are those of decisions of the game around it."""

    number: int
    title: str
    """What was played."""
    kind: ContestKind
    attempt: int
    turn: int
    """The number of the turn in which it was played."""
    user: Side
    """The side that gets what is at stake if it wins."""
    stake: str
    begins: Side | None
    """Who began the game that was played in it."""
    over: bool
    winner: Side | None
    """Null while it goes on, and if it is tied."""
    result: str
    """How it ended and what followed; empty while it goes on."""
    throws: list[str]
    """What chance has brought, each throw in one sentence."""
    begin: int
    end: int
    opens: bool
    """It has a board and turns of its own."""


class Story(TypedDict):
    """The contests of an evening, the first one first; at most 200, then the first ones are left out."""

    contests: list[StoryContest]


class ContestGame(TypedDict):
    """A contest as a game of its own."""

    contest: StoryContest
    game: str
    sides: list[str]
    """What the player who began is called in this game, and the other one."""
    turns: list[Turn]
    """Their `at` counts decisions of this game."""
    first: int
    """How many decisions of the game around it were made before this game."""
    previous: int | None
    """The contest before it that has a game of its own, by its number."""
    next: int | None
