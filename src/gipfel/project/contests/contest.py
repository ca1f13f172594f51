"""The base of all contests of links, and contests that end by resignation or agreement.

A contest is immutable, like a position: it says who decides, what can be decided, and what follows.
"""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Self

from gipfel.draw.scene import Scene
from gipfel.games.core.contest import AGREED, SETTLEMENTS, Contest, Verdict
from gipfel.games.core.position import Position
from gipfel.games.core.side import Side
from gipfel.locale import note, note_list, say
from gipfel.notation.errors import IllegalDecision, NotationError
from gipfel.project.contests.commit_reveal import Proof

COLOURS = "WB"
SETTLED = 10**9
"""Codes from here on are settlements; they are never listed (L-4)."""


def verdict_of(winner: Side | None, user: Side) -> Verdict:
    """How a contest with this winner ended for the user."""
    if winner is None:
        return Verdict.TIED
    return Verdict.WON if winner == user else Verdict.LOST


@dataclass(frozen=True)
class LinkedContest(Contest):
    """A contest for the use of a potential, carried out as the potential's link says."""

    @property
    def id(self) -> str:
        """The first word of the name, as it is written after a contested move."""
        return self.name.split()[0]

    @property
    @abstractmethod
    def codes(self) -> list[int]:
        """The possible decisions, or the possible results of chance."""

    def codes_of(self, side: Side) -> list[int]:
        """The decisions of a side; out of turn there are some only in a game that runs in real time."""
        return self.codes if side == self.side else []

    def side_of(self, code: int) -> Side:
        """The side that makes a decision."""
        return self.side

    @abstractmethod
    def text(self, code: int) -> str:
        """A listed decision of the contest in notation."""

    def read(self, text: str, side: Side | None = None) -> int:
        """The listed decision (of a side) that a text describes. Raises NotationError or IllegalDecision."""
        for code in self.codes:
            if self.text(code) == text:
                return code
        some = note_list([self.text(code) for code in self.codes[:3]])
        raise IllegalDecision(
            note("{text} is not legal in this contest; e.g. {examples} is", text=text, examples=some)
        )

    def thrown(self, proof: Proof) -> int:
        """The result of chance that follows from two secrets."""
        raise IllegalDecision(note("Nothing is left to chance now."))

    def shown(self, code: int) -> str:
        return self.text(code)

    def after(self, code: int) -> "LinkedContest":
        if code < SETTLED:
            return self._after(code)
        how = SETTLEMENTS[code - SETTLED]
        return Settled(self.name, self.user, self.purpose, self.attempt, self, how)

    @abstractmethod
    def _after(self, code: int) -> "LinkedContest":
        """The contest after a listed decision."""

    def later(self, ms: int) -> "LinkedContest":
        """The contest at a later time of its game if nobody decides anything; the same one without time."""
        return self

    def at(self, text: str) -> Self:
        """The contest in the state that a text describes. Raises NotationError or PositionError."""
        placed = self if text == "-" else self._at(text)
        if placed is None:
            raise NotationError(f"a contest of {self.name} has no state {text[:60]!r}")
        return placed

    def _at(self, text: str) -> Self | None:
        """The contest in a state other than the first; None if the text does not describe one."""
        return None

    @property
    def winner(self) -> Side | None:
        """The winner; None while the contest goes on, and if it is tied."""
        if self.verdict in (None, Verdict.TIED):
            return None
        return self.user if self.verdict is Verdict.WON else self.user.other

    @property
    def result(self) -> str:
        """W, B or = as written after the contested move; pairs of dice and cards are written as such."""
        if self.verdict is None:
            return ""
        return "=" if self.winner is None else COLOURS[self.winner]

    @property
    @abstractmethod
    def task(self) -> str:
        """What to do now, in one sentence."""

    def scene(self, around: Scene) -> Scene:
        """What to draw: the GIPF board with the contest's sentence, unless it has a board of its own."""
        return replace(around, sentence=self.task)


@dataclass(frozen=True)
class Settled(LinkedContest):
    """A contest that ended by resignation or agreement."""

    before: LinkedContest
    how: str

    @property
    def kind(self) -> str:
        return self.before.kind

    @property
    def title(self) -> str:
        return self.before.title

    @property
    def played(self) -> Position | None:
        return self.before.played

    @property
    def begins(self) -> Side | None:
        return self.before.begins

    @property
    def codes(self) -> list[int]:
        return []

    def text(self, code: int) -> str:
        return ""

    def _after(self, code: int) -> LinkedContest:
        raise IllegalDecision(note("The contest is over."))

    @property
    def verdict(self) -> Verdict:
        if self.how == AGREED:
            return Verdict.TIED
        return verdict_of(Side(COLOURS.index(self.how[-1])).other, self.user)

    @property
    def state_text(self) -> str:
        return self.how

    @property
    def task(self) -> str:
        return say("The contest is over.")
