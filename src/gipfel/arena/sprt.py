"""A test that stops a match as soon as it is clear enough who is better.

The sequential probability ratio test asks whether the first player is better by `elo1` rather than by
`elo0`. After each pair of games it compares how well the two answers explain the results. It uses the
distribution of pair results as they are, so draws and biased openings need no model of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from gipfel.arena.statistics import OUTCOMES, Pairs, expected
from gipfel.notation.errors import OptionError

RARE = 1e-3
"""Stands for a result that has not occurred yet."""
STEPS = 100
"""Of bisection; more than a float has digits."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """The two answers, and how often each may be given by mistake."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """How often `elo1` may be accepted though `elo0` is true."""
    beta: float = 0.05
    """How often `elo0` may be accepted though `elo1` is true."""

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise OptionError(f"the lower bound of the test, {self.elo0:g}, must be below {self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise OptionError("alpha and beta of the test must be between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the test stops: `elo0` is accepted below the first, `elo1` above the second."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Pairs) -> float:
        """The logarithm of how much better `elo1` explains the pairs than `elo0`."""
        counts = [count or RARE for count in pairs.counts] if pairs.number else []
        if not counts:
            return 0.0
        total = sum(counts)
        seen = [count / total for count in counts]
        low = _closest(seen, expected(self.elo0))
        high = _closest(seen, expected(self.elo1))
        return sum(count * log(h / w) for count, w, h in zip(counts, low, high, strict=True))

    def verdict(self, pairs: Pairs) -> str | None:
        """Why the match can stop; None if it cannot."""
        llr = self.llr(pairs)
        lower, upper = self.bounds
        if lower < llr < upper:
            return None
        if llr >= upper:
            accepted, bound = f"better by {self.elo1:g} Elo rather than {self.elo0:g}", upper
        else:
            accepted, bound = f"not better by {self.elo1:g} Elo, rather by {self.elo0:g}", lower
        return f"SPRT: the first player is {accepted} (LLR {llr:.2f} has passed {bound:.2f})"


def _closest(seen: Sequence[float], mean: float) -> list[float]:
    """The distribution with a given mean that explains what was seen best."""
    # Its weights are seen / (1 + tilt * (outcome - mean)); the tilt is where their mean is the one asked for.
    low, high = -1 / (OUTCOMES[-1] - mean), 1 / (mean - OUTCOMES[0])
    for _ in range(STEPS):
        tilt = (low + high) / 2
        pull = sum(
            part * (o - mean) / (1 + tilt * (o - mean)) for part, o in zip(seen, OUTCOMES, strict=True)
        )
        low, high = (tilt, high) if pull > 0 else (low, tilt)
    return [part / (1 + tilt * (o - mean)) for part, o in zip(seen, OUTCOMES, strict=True)]
