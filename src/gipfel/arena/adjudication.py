"""Ends games early whose result both players agree on, by the scores that they report.

A player that reports no score, as random and greedy players and many small engines, is never adjudicated
against: both sides have to see the same for a number of turns in a row.
"""

import re
from dataclasses import dataclass

from gipfel.games.core.side import Outcome, Side
from gipfel.kernel.evaluation import per_cent
from gipfel.notation.errors import OptionError

ADJUDICATED = "adjudicated: "
"""How the reasons of such results begin."""
MOST_TURNS = 10_000
EVEN = 50.0


@dataclass(frozen=True, slots=True)
class WinRule:
    """A side wins if both players give it this many per cent or more for a number of turns in a row."""

    per_cent: float
    turns: int

    @classmethod
    def read(cls, text: str) -> "WinRule":
        """Read a rule such as `98,6`. Raises OptionError."""
        numbers = _numbers(text, 2)
        if numbers is None or not EVEN < numbers[0] <= 100 or numbers[1] < 1:
            raise OptionError(
                f"--adjudicate-win {text[:40]} is not possible; write per cent above 50 and a number of "
                "turns, such as 98,6"
            )
        return cls(numbers[0], int(numbers[1]))


@dataclass(frozen=True, slots=True)
class DrawRule:
    """A game is drawn if both players see it within some per cent of even for a number of turns in a row."""

    per_cent: float
    turns: int
    earliest: int = 0
    """Not before this turn of the game."""

    @classmethod
    def read(cls, text: str) -> "DrawRule":
        """Read a rule such as `2,20` or `2,20,80`. Raises OptionError."""
        numbers = _numbers(text, 2) or _numbers(text, 3)
        if numbers is None or numbers[0] >= EVEN or numbers[1] < 1:
            raise OptionError(
                f"--adjudicate-draw {text[:40]} is not possible; write per cent from even, a number of turns "
                "and, if you like, the first turn it counts from, such as 2,20 or 2,20,80"
            )
        return cls(numbers[0], int(numbers[1]), int(numbers[2]) if len(numbers) == 3 else 0)


def _numbers(text: str, count: int) -> list[float] | None:
    """The numbers of a rule: per cent, then whole numbers."""
    parts = text.strip().split(",")
    if len(parts) != count or not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,6})?", parts[0].strip()):
        return None
    if not all(re.fullmatch("[0-9]{1,5}", part.strip()) for part in parts[1:]):
        return None
    numbers = [float(part) for part in parts]
    return numbers if max(numbers[1:]) <= MOST_TURNS else None


@dataclass(slots=True)
class _Streak:
    """For how many turns a side has seen the same."""

    seen: Side | None = None
    """Who wins in its eyes; None for nobody."""
    turns: int = 0
    turn: int = -1
    """The last turn that was counted."""

    def note(self, seen: Side | None, turn: int) -> None:
        """Count a score; several of one turn count once, and the last of them decides."""
        if seen != self.seen:
            self.seen, self.turns = seen, 0
        if turn != self.turn or not self.turns:
            self.turns += 1
        self.turn = turn


class Adjudicator:
    """Watches the scores of a game."""

    def __init__(self, win: WinRule | None, draw: DrawRule | None) -> None:
        self._win, self._draw = win, draw
        self._winning = {side: _Streak() for side in Side}
        self._even = {side: _Streak() for side in Side}

    def note(self, side: Side, score: int | None, turn: int) -> None:
        """A side has reported what it thinks of a position, for itself; None changes nothing."""
        if score is None:
            return
        own = per_cent(score)
        if self._win is not None:
            clear = max(own, 100 - own) >= self._win.per_cent
            self._winning[side].note((side if own > EVEN else side.other) if clear else None, turn)
        if self._draw is not None:
            even = abs(own - EVEN) <= self._draw.per_cent
            self._even[side].note(side if even else None, turn)

    def outcome(self, turn: int) -> Outcome | None:
        """The result on which both sides agree; None if the game goes on."""
        winners = {streak.seen for streak in self._winning.values()}
        if self._win is not None and len(winners) == 1 and self._long_enough(self._winning, self._win.turns):
            winner = winners.pop()
            if winner is not None:
                return Outcome(
                    winner,
                    f"{ADJUDICATED}both sides gave {winner} {self._win.per_cent:g} % or more "
                    f"for {self._win.turns} turns",
                )
        if self._draw is not None and turn >= self._draw.earliest:
            even = all(streak.seen is not None for streak in self._even.values())
            if even and self._long_enough(self._even, self._draw.turns):
                return Outcome(
                    None,
                    f"{ADJUDICATED}both sides saw it within {self._draw.per_cent:g} % of even "
                    f"for {self._draw.turns} turns",
                )
        return None

    @staticmethod
    def _long_enough(streaks: dict[Side, _Streak], turns: int) -> bool:
        return all(streak.turns >= turns for streak in streaks.values())
