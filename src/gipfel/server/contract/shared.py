"""Types that appear both in answers over HTTP and in messages over a WebSocket."""

from typing import Annotated, Any, Literal, NotRequired

from typing_extensions import TypedDict

from gipfel.draw.picture_types import JavaScript
from gipfel.draw.picture_types import Side as Side

Json = dict[str, Any]
"""An object read from JSON that has not been checked yet."""
Value = str | int
"""The value of an option or of a choice."""


Range = Annotated[list[int], JavaScript("[least: number, most: number]")]


class PersonSeat(TypedDict):
    """A seat for a person."""

    kind: Literal["person"]
    name: NotRequired[str]
    waits: NotRequired[bool]
    """Nobody has taken the seat yet."""


class EngineSeat(TypedDict):
    """A seat for an engine."""

    kind: Literal["engine"]
    player: str
    """As for `gipfel terminal`, e.g. `level:3`."""
    seconds: NotRequired[float | None]
    """Time to think for each decision; null for the player's own limit."""
    name: NotRequired[str]
    """The name that a program has told."""


Seat = PersonSeat | EngineSeat


class Seats(TypedDict):
    """Both seats of a table."""

    white: Seat
    black: Seat


ClockKind = Literal["none", "sudden-death", "increment", "delay", "correspondence"]


class Clock(TypedDict):
    """The rule of a clock; which numbers it has depends on its kind."""

    kind: ClockKind
    minutes: NotRequired[int]
    seconds: NotRequired[int]
    days: NotRequired[int]


class TimeLeft(TypedDict):
    """Milliseconds each side has left."""

    white: int
    black: int


class ClockFace(Clock):
    """A clock as it stands when it is sent: its rule, and what is left."""

    left: TimeLeft
    running: Side | None
    free: int
    """Milliseconds before the time of the side to act begins to count (delay)."""


class SideNumbers(TypedDict):
    """A number for each side."""

    white: int
    black: int


class Match(TypedDict):
    """The score of a match of several games, for the sides of the game that shows it."""

    number: int
    """The number of this game in the match."""
    first_to: int | None
    """The number of wins that decides the match."""
    won: SideNumbers
    drawn: int
    games: SideNumbers | None
    """Won games together with those inside others; null if none was won inside."""
    winner: Side | None
    """Who has won the match."""
    text: str
    """The score in one line."""
    ended: str | None
    """How the match ended, in one sentence."""


class Outcome(TypedDict):
    """How a game ended."""

    winner: Side | None
    score: str
    reason: str
    text: str
