"""Contests inside a turn, as all layers see them: something else is played, rolled, tossed or drawn.

`Position.contest` is the contest that is going on. Only a game that has contests implements them; all others
use this class and need not know the kinds.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from gipfel.games.core.side import Side

if TYPE_CHECKING:
    from gipfel.games.core.position import Decision, Position

SETTLEMENTS = ("forfeit:W", "forfeit:B", "agree:=")
"""Decisions that end any contest beside its board: White or Black gives it up, or both agree on a tie.

They are legal throughout a contest, but never listed.
"""
AGREED = SETTLEMENTS[-1]
"""Both sides call a contest a tie."""


class Verdict(Enum):
    """How a contest ended for the side that wanted something."""

    WON = "won"
    LOST = "lost"
    TIED = "tied"


@dataclass(frozen=True, slots=True)
class Revealed:
    """What one side contributed to a result of chance: it committed to a secret and revealed it later."""

    side: Side
    commitment: str
    secret: str


@dataclass(frozen=True)
class Contest(ABC):
    """A contest that is going on or has just ended. It is immutable, like a position."""

    name: str
    """What it is, as records name it: `die`, `outside`, `zertz basic`, ..."""
    user: Side
    """The side that gets what is at stake if it wins."""
    purpose: str = field(compare=False)
    """Identifies this contest among all of the game."""
    attempt: int = field(compare=False)
    """1, or more when ties are played again."""

    @property
    @abstractmethod
    def kind(self) -> str:
        """`game`, `die`, `card`, `coin` or `report`."""

    @property
    @abstractmethod
    def title(self) -> str:
        """What players call it, in the current language."""

    @property
    def side(self) -> Side:
        """Who decides next."""
        return self.user

    @property
    def chance(self) -> str:
        """What decides next instead of a player: `die`, `card`, `coin` or `lot`; empty if a player does."""
        return ""

    @property
    def by_chance(self) -> bool:
        """Does chance decide next?"""
        return bool(self.chance)

    @property
    def played(self) -> "Position | None":
        """The position of the game that is played in this contest; None if there is none, or not yet."""
        return None

    @property
    def clocked(self) -> bool:
        """Can it have a clock? Only a game can, unless it has time of its own."""
        return False

    def outer_code(self, code: int) -> int:
        """The contest's decision for a decision of the game played in it."""
        return code

    def inner_code(self, code: int) -> int:
        """The other way round: the decision of the game that is played for one of the contest."""
        return code

    def inner_side(self, side: Side) -> Side:
        """The side of the game that is played in this contest that a player of the game around it has."""
        return side if self.begins in (None, Side.WHITE) else side.other

    @property
    def begins(self) -> Side | None:
        """Who begins the game that is played; None without one, and until lots have decided."""
        return None

    @property
    def roles(self) -> tuple[str, str] | None:
        """What White and Black of the game around it are called in the game that is played; None without."""
        if self.played is None or self.begins is None:
            return None
        first, second = self.played.game.side_names
        return (first, second) if self.begins == Side.WHITE else (second, first)

    @property
    def usual(self) -> int | None:
        """The default decision of an engine, if there is one: it confirms a report."""
        return None

    @property
    @abstractmethod
    def state_text(self) -> str:
        """The state of the contest, in one line."""

    @property
    def occasion(self) -> str:
        """Identifies the next result of chance among all of the game."""
        return f"{self.purpose} {self.state_text}"

    @abstractmethod
    def shown(self, code: int) -> str:
        """What chance has brought, in one sentence."""

    @abstractmethod
    def after(self, code: int) -> "Contest":
        """The contest one decision later, or one settlement later."""

    @property
    def timed(self) -> bool:
        """Does time run? It does in a game with time that is played in real time."""
        return False

    def run_out(self) -> "Contest":
        """The contest after all the time in the world, if nobody decides anything; the same without time."""
        return self

    @property
    @abstractmethod
    def verdict(self) -> Verdict | None:
        """How it ended; None while it goes on."""

    @property
    @abstractmethod
    def result(self) -> str:
        """The result as notation writes it; empty while the contest goes on."""


def contest_after(decision: "Decision", now: Contest | None) -> Contest | None:
    """How far the contest has got that a decision belongs to; None if it belongs to none.

    `now` is the contest that goes on. If it is another one, the decision has ended this one, or time has.
    """
    contest = decision.position.contest
    if contest is None:
        return None
    if now is not None and now.purpose == contest.purpose:
        return now
    return contest.after(decision.code).run_out()


def same_contest(one: "Position", other: "Position") -> bool:
    """Is the same contest played in two positions, or none in both?"""
    return _purpose(one) == _purpose(other)


def _purpose(position: "Position") -> str:
    return "" if position.contest is None else position.contest.purpose
