"""Judges positions and turns by White's chances: for the page, for records and for analyses of whole games.

What a turn gives up is measured in points of the expected result: from 60 % to 50 % it loses 10. The page
judges by the same numbers (web/learn/guide-words.js): up to GOOD a turn is good, up to FINE it is fine.
"""

from gipfel.engine.search.analysis import Analysis
from gipfel.games.core.position import Position
from gipfel.games.core.side import Side
from gipfel.kernel.evaluation import CERTAIN, FARTHEST_WIN, per_cent
from gipfel.notation.annotations import Evaluation

GOOD, FINE, BAD = 5.0, 13.0, 25.0
"""A turn that loses more points than this is dubious (?!), a mistake (?), or a blunder (??)."""
ONLY = "!"
"""The mark of the best turn if all others would have been mistakes."""
MARKS = {"?!": GOOD, "?": FINE, "??": BAD}


def mark_for(loss: float) -> str:
    """The mark of a turn that gives up this many points; empty for a good one."""
    return next((mark for mark, limit in reversed(MARKS.items()) if loss > limit), "")


def mark_of(best: float, second: float | None, chance: float, same: bool) -> str:
    """The mark of a turn: `!` if it was the only good one, otherwise that of what it gave up.

    `best` and `second` are the expected results of its player with the best and the second best turn,
    `chance` is the one after the turn, in per cent; `same`: the engine would have played it, too.
    """
    if same:
        return ONLY if second is not None and best - second > FINE else ""
    return mark_for(max(0.0, best - chance))


def white_score(analysis: Analysis) -> int:
    """The score of the best line, for White."""
    score = analysis.lines[0].score
    return score if analysis.position.side == Side.WHITE else -score


def score_without_search(position: Position) -> int:
    """White's score where nobody decides: certain after the end, otherwise (chance decides) even."""
    winner = None if position.outcome is None else position.outcome.winner
    return 0 if winner is None else CERTAIN if winner == Side.WHITE else -CERTAIN


def evaluation_of(score: int, depth: int | None) -> Evaluation:
    """What a record says about a position with a score for White."""
    chance = per_cent(score)
    to_go = CERTAIN - abs(score)
    if to_go > FARTHEST_WIN:
        return Evaluation(chance, score, None, depth)
    return Evaluation(chance, None, (to_go if score > 0 else -to_go) or None, depth)
