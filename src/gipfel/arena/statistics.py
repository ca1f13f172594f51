"""Statistics of a match: score, Elo, error bars, and who is probably better.

Games come in pairs: the same opening twice, with colours swapped. The two games of a pair are not
independent (an opening that is good for White brings both players a win), two pairs are. So everything is
computed from the results of pairs: 0, 1/2, 1, 3/2 or 2 points for the first player.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, isinf, log10, sqrt
from statistics import NormalDist

OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The possible scores of the first player in a pair, as a share of its points."""
ELO_SCALE = 400.0
CONFIDENCE = NormalDist().inv_cdf(0.975)
"""Standard deviations on both sides of the mean that contain 95 %."""
PRIOR = (0.25, 0.0, 0.5, 0.0, 0.25)
"""One virtual pair, so that a few equal results do not look certain."""


def elo(score: float) -> float:
    """The difference in rating for which a score between 0 and 1 is expected."""
    if score <= 0:
        return -inf
    return inf if score >= 1 else ELO_SCALE * log10(score / (1 - score))


def expected(difference: float) -> float:
    """The score that is expected for a difference in rating."""
    return 1 / (1 + 10 ** (-difference / ELO_SCALE))


@dataclass(frozen=True, slots=True)
class Pairs:
    """How often the first player scored 0, 1/2, 1, 3/2 and 2 points in a pair of games."""

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @classmethod
    def of(cls, half_points: Iterable[int]) -> "Pairs":
        """From the half points, 0 to 4, of each pair."""
        counts = [0] * len(OUTCOMES)
        for number in half_points:
            counts[number] += 1
        return cls((counts[0], counts[1], counts[2], counts[3], counts[4]))

    @property
    def number(self) -> int:
        """The number of pairs."""
        return sum(self.counts)

    @property
    def score(self) -> float:
        """The first player's share of all points; one half before the first pair."""
        if not self.number:
            return 0.5
        return _mean(self.counts)

    @property
    def error(self) -> float:
        """The standard error of the score, corrected for a small number of pairs."""
        return sqrt(_variance(self._with_prior) / (self.number + 1))

    @property
    def _with_prior(self) -> tuple[float, ...]:
        return tuple(count + prior for count, prior in zip(self.counts, PRIOR, strict=True))

    @property
    def weight(self) -> float:
        """The number of independent games without draws that would give the same error."""
        mean = _mean(self._with_prior)
        return mean * (1 - mean) / self.error**2

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score (Wilson's, for as many games as the pairs are worth)."""
        if not self.number:
            return 0.0, 1.0
        n, z2 = self.weight, CONFIDENCE**2
        middle = (self.score + z2 / (2 * n)) / (1 + z2 / n)
        half = CONFIDENCE / (1 + z2 / n) * sqrt(self.score * (1 - self.score) / n + z2 / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def elo(self) -> float:
        """By how much the first player is better; infinite if it won or lost all games."""
        return elo(self.score)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95 % interval of that."""
        low, high = self.interval
        return elo(low), elo(high)

    @property
    def elo_error(self) -> float:
        """Half the width of that interval."""
        low, high = self.elo_interval
        return (high - low) / 2

    @property
    def superiority(self) -> float:
        """How likely it is that the first player is the better one."""
        if not self.number:
            return 0.5
        return NormalDist().cdf((_mean(self._with_prior) - 0.5) / self.error)


def _mean(counts: Iterable[float]) -> float:
    weighed = [*counts]
    return sum(o * c for o, c in zip(OUTCOMES, weighed, strict=True)) / sum(weighed)


def _variance(counts: Iterable[float]) -> float:
    """Of one pair's score."""
    weighed = [*counts]
    mean = _mean(weighed)
    return sum(c * (o - mean) ** 2 for o, c in zip(OUTCOMES, weighed, strict=True)) / sum(weighed)


def elo_text(pairs: Pairs) -> str:
    """The difference with its error, such as `+35 ± 20`, or its lower or upper bound."""
    low, high = pairs.elo_interval
    if not pairs.number:
        return "unknown"
    if isinf(pairs.elo):
        return f"> {low:+z.0f}" if pairs.elo > 0 else f"< {high:+z.0f}"
    return f"{pairs.elo:+z.0f} ± {pairs.elo_error:.0f}"
