"""How much of its clock a player uses for a turn.

A search with a clock has two limits. After the *soft* one no new depth is begun; the *hard* one ends the
search at once. The soft limit moves with what the search finds: it is later while the best decision changes
or its score falls, and earlier if the decision stays the same or no other is nearly as good.
"""

from dataclasses import dataclass

from gipfel.games.core.position import Position
from gipfel.games.core.registry import about

LEAST_TURNS = 5.0
"""A player expects this many turns more, however long the game has lasted,"""
LEAST_PART = 0.1
"""and this part of a usual game."""
INCREMENT_USED = 0.9
"""The part of an increment that is used at once."""
LATENCY = 0.03
"""Seconds that may pass between a search and the clock: messages, a busy machine."""
OVERHEAD = 0.006
"""Seconds that every turn takes besides its search; an increment pays for them."""
LONGER = 15.0
"""They are kept back for this many turns at least: a game may last much longer than expected."""
SOFT = 0.65
"""The soft limit, in shares of the clock."""
HARD = 2.5
"""The hard limit, in shares of the clock,"""
MOST_OF_CLOCK = 0.4
"""and as a part of the clock."""


@dataclass(frozen=True, slots=True)
class ClockTime:
    """What the clock of a side shows when it begins to think."""

    left: float
    """Seconds."""
    increment: float = 0.0
    """Seconds it gets for each turn."""
    turns: int | None = None
    """The turns for which the time has to last; None for the rest of the game."""


@dataclass(frozen=True, slots=True)
class Allotment:
    """The seconds for one decision."""

    hard: float
    soft: float | None = None
    """None if the hard limit is the only one."""


def soft_and_hard(clock: ClockTime, turns: float) -> Allotment:
    """A soft and a hard limit for a decision, if the clock has to last for a number of turns."""
    share = _share(clock, turns)
    hard = min(HARD * share, MOST_OF_CLOCK * _usable(clock, turns))
    return Allotment(hard, min(SOFT * share, hard))


def even(clock: ClockTime, turns: float) -> Allotment:
    """The same time for every turn, as a hard limit; what the soft limit is compared with."""
    return Allotment(min(_share(clock, turns), MOST_OF_CLOCK * _usable(clock, turns)))


TIMINGS = {"soft": soft_and_hard, "even": even}
"""The ways to use a clock, by name."""


def _share(clock: ClockTime, turns: float) -> float:
    return _usable(clock, turns) / turns + INCREMENT_USED * clock.increment


def _usable(clock: ClockTime, turns: float) -> float:
    """The time on a clock that searches can use."""
    kept = LATENCY + max(turns, LONGER) * max(0.0, OVERHEAD - clock.increment)
    return max(0.0, clock.left - kept)


def turns_left(position: Position, clock: ClockTime) -> float:
    """For how many turns of one side the clock has to last; a game inside a contest comes first."""
    played = position.played
    if played is not None and played is not position:
        expected = _expected(played) + _expected(position)
    else:
        expected = _expected(position)
    return expected if clock.turns is None else max(1.0, min(expected, float(clock.turns)))


def _expected(position: Position) -> float:
    """How many turns a side will probably still have in a game."""
    length = about(position.game.name).length
    return max(LEAST_TURNS, LEAST_PART * length, (length - position.turn) / 2)


# --- The soft limit ---------------------------------------------------------------------------------------

CALM = 0.7
"""A search whose best decision has not changed lately stops at this part of its soft limit,"""
UNREST = 0.8
"""one whose best decision has just changed at this much more,"""
FALLING = 0.4
"""and one whose score has fallen at this much more."""
FALL = 150
"""A fall of the score that matters, in thousandths of a logit."""
MEMORY = 0.5
"""How much of the unrest is left after one more depth."""
ONE_CHOICE = 0.35
"""If only one decision is reasonable, the soft limit is this part of what it would be."""
CLEARLY_WORSE = 700
"""A decision whose score is worse by this much than the best one is not reasonable."""
CHECK_FROM = 0.2
"""Whether there is one reasonable decision is looked at after this part of the soft limit."""


class Pacing:
    """Decides, each time a search has got further, whether it goes on beyond its soft limit."""

    def __init__(self, soft: float | None) -> None:
        self.soft = soft
        self.unrest = 0.0
        self.fell = False
        self.one_choice = False
        self.checked = False
        """Was it looked at whether only one decision is reasonable?"""
        self._choice: int | None = None
        self._score = 0

    def note(self, choice: int, score: int) -> None:
        """The best decision, and its score, after one more depth."""
        changed = self._choice is not None and choice != self._choice
        self.fell = self._choice is not None and score <= self._score - FALL
        self.unrest = MEMORY * self.unrest + changed
        self.one_choice = self.one_choice and not changed
        self._choice, self._score = choice, score

    @property
    def limit(self) -> float | None:
        """The seconds after which no new depth is begun, as things are; None if there is no such limit."""
        if self.soft is None:
            return None
        stretch = CALM + UNREST * min(1.0, self.unrest) + FALLING * self.fell
        return self.soft * stretch * (ONE_CHOICE if self.one_choice else 1.0)

    def should_check(self, seconds: float) -> bool:
        """Is it time to find out whether only one decision is reasonable? True at most once."""
        if self.soft is None or self.checked or seconds < CHECK_FROM * self.soft or self.unrest > MEMORY:
            return False
        self.checked = True
        return True

    def is_over(self, seconds: float) -> bool:
        """Should no new depth be begun?"""
        return self.limit is not None and seconds >= self.limit
