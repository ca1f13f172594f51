"""Scores as chances to win and back: where chance decides, chances are averaged, not scores."""

from math import exp, log

from gipfel.kernel.evaluation import LOGIT
from gipfel.kernel.link import kernel

STEP = 8
SPAN = 12 * LOGIT
"""Higher scores have the same chance as this one."""
WHOLE = 1 << 16
"""The chance to win of a certain win."""

CHANCE: list[int] = [round(WHOLE / (1 + exp(-score / LOGIT))) for score in range(-SPAN, SPAN + 1, STEP)]
PARTS = 4096
SCORE: list[int] = [
    -SPAN,
    *[round(LOGIT * log(part / (PARTS - part))) for part in range(1, PARTS)],
    SPAN,
]


@kernel("int64(int64)")
def win_chance(score: int) -> int:
    """The chance to win with this score, in parts of WHOLE."""
    return CHANCE[(min(max(score, -SPAN), SPAN) + SPAN) // STEP]


@kernel("int64(int64)")
def score_for_chance(chance: int) -> int:
    """The score with this chance to win."""
    return SCORE[chance * PARTS // WHOLE]
