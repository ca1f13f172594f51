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

    @classmethod
    def read(cls, text: str) -> "ClockTerms":
        """Read a clock such as `10+0.1` or `60`. Raises OptionError."""
        match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(?:\+([0-9]+(?:\.[0-9]+)?))?", text.strip(), re.ASCII)
        seconds, increment = (float(number or 0) for number in match.groups()) if match else (0.0, 0.0)
        if not 0 < seconds <= LONGEST or increment > LONGEST:
            raise OptionError(
                f"{text[:40]!r} is not a clock; write seconds for the game and for each turn, such as 10+0.1"
            )
        return cls(seconds, increment)

    def __str__(self) -> str:
        return f"{self.seconds:g}+{self.increment:g}"


class GameClock:
    """Two clocks. Times come from the caller; a clock never reads the time itself."""

    def __init__(self, terms: ClockTerms) -> None:
        self.terms = terms
        self.left = dict.fromkeys(Side, terms.seconds)
        self._side: Side | None = None
        """The side that has used its clock since the other one was to act."""

    def shown(self, side: Side) -> ClockTime:
        """What a side sees on its clock."""
        return ClockTime(self.left[side], self.terms.increment)

    def charge(self, side: Side, seconds: float) -> bool:
        """Take the time of a decision from a clock; False if it runs out."""
        self._side = side
        self.left[side] -= seconds
        return self.left[side] >= 0

    def pass_to(self, side: Side) -> None:
        """A side is to act: the other one gets its increment if it has decided something."""
        if self._side is not None and side != self._side:
            self.left[self._side] += self.terms.increment
            self._side = None
