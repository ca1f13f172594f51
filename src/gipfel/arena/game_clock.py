"""The clocks of a game in the arena: a time for the whole game, and an increment for each turn."""

import re
from dataclasses import dataclass

from gipfel.engine.search.time_control import ClockTime
from gipfel.games.core.side import Side
from gipfel.notation.errors import OptionError

LONGEST = 86_400.0
"""The most seconds of a clock."""


@dataclass(frozen=True, slots=True)
class ClockTerms:
    """The seconds each side begins with, and those it gets whenever the other side is to act."""

    seconds: float
    increment: float = 0.0
    turns: int | None = None
    """After this many turns a side gets its seconds again; None if they are for the whole game."""

    @classmethod
    def read(cls, text: str) -> "ClockTerms":
        """Read a clock such as `10+0.1`, `60` or `40/60+0.5`. Raises OptionError."""
        number = r"([0-9]{1,9}(?:\.[0-9]{1,9})?)"
        match = re.fullmatch(rf"(?:([0-9]{{1,4}})/)?{number}(?:\+{number})?", text.strip(), re.ASCII)
        parts = match.groups() if match else ("0", "0", "0")
        turns, seconds, increment = (float(part or 0) for part in parts)
        no_turns = match is not None and match[1] is not None and not turns
        if not 0 < seconds <= LONGEST or increment > LONGEST or no_turns:
            raise OptionError(
                f"{text[:40]!r} is not a clock; write seconds for the game and for each turn, such as "
                "10+0.1, or a number of turns and their seconds, such as 40/60"
            )
        return cls(seconds, increment, int(turns) or None)

    def __str__(self) -> str:
        turns = "" if self.turns is None else f"{self.turns}/"
        return f"{turns}{self.seconds:g}+{self.increment:g}"


class GameClock:
    """Two clocks. Times come from the caller; a clock never reads the time itself."""

    def __init__(self, terms: ClockTerms) -> None:
        self.terms = terms
        self.left = dict.fromkeys(Side, terms.seconds)
        self._turns = dict.fromkeys(Side, 0)
        """How many turns each side has finished."""
        self._side: Side | None = None
        """The side that has used its clock since the other one was to act."""

    def shown(self, side: Side) -> ClockTime:
        """What a side sees on its clock."""
        every = self.terms.turns
        turns = None if every is None else every - self._turns[side] % every
        return ClockTime(self.left[side], self.terms.increment, turns)

    def charge(self, side: Side, seconds: float) -> bool:
        """Take the time of a decision from a clock; False if it runs out."""
        self._side = side
        self.left[side] -= seconds
        return self.left[side] >= 0

    def pass_to(self, side: Side) -> None:
        """A side is to act: the other one gets its increment if it has decided something."""
        if self._side is not None and side != self._side:
            self.left[self._side] += self.terms.increment
            self._turns[self._side] += 1
            if self.terms.turns is not None and self._turns[self._side] % self.terms.turns == 0:
                self.left[self._side] += self.terms.seconds
            self._side = None
