"""Deep searches of one choice: the best decision, and how far it is ahead of every other one.

A puzzle is sound if at each own choice of its line one decision is ahead of all others. The same measurement
makes puzzles and, with other limits and another tuning of the search, checks them.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from gipfel.engine.players.levels import make_searcher, search_of
from gipfel.engine.search.analysis import SearchLimits
from gipfel.engine.search.proof_number_searcher import Claim, ProofNumberSearcher
from gipfel.games.core.about import WIDE
from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.games.core.registry import about
from gipfel.games.core.search_tuning import SearchTuning
from gipfel.kernel.evaluation import CERTAIN, FARTHEST_WIN, per_cent

RIVALS = 6
"""In games with very many decisions this number of other decisions is searched one by one."""
EQUALS, TOLERANCE = 4, 2.0
"""At most this number of decisions count as equally good: those within this number of points."""
TABLE = 8
"""The usual size of the tables, in MB: enough for about a million nodes. Clearing a large one takes time."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The best decision of a position and the best of all others."""

    best: int
    score: int
    """For the side to act, as in `Line`."""
    second: int | None
    """None if there is only one decision."""
    second_score: int

    @property
    def margin(self) -> float:
        """By how many points of winning chance, of 100, the best decision is ahead."""
        return 100.0 if self.second is None else per_cent(self.score) - per_cent(self.second_score)

    @property
    def wins(self) -> bool:
        """Does the search see a forced win?"""
        return self.score >= CERTAIN - FARTHEST_WIN


class DeepSearch:
    """Searches choices of one game with numbers of nodes, so that the result is always the same."""

    def __init__(self, game: Game, tuning: SearchTuning | None = None, table: int = TABLE) -> None:
        """`tuning`: by default that of the game; `table`: the size of the table, in MB."""
        self.game = game
        tuning = replace(tuning or about(game.name).tuning, table=table)
        self._searcher = make_searcher(game, seed=0, tuning=tuning)
        self.is_wide = search_of(game) == WIDE
        """Has the game very many decisions, so that few of them are searched?"""
        self.proofs = ProofNumberSearcher(game, table)

    def choice(self, position: Position, nodes: int) -> Choice:
        """The best decision after a search of this number of nodes, and the best of all others."""
        if len(position.codes) == 1:
            return Choice(position.codes[0], 0, None, 0)
        self._searcher.forget()
        self._searcher.prepare()
        return self._among_many(position, nodes) if self.is_wide else self._two_best(position, nodes)

    def glance(self, position: Position, nodes: int) -> Choice:
        """The same by one search alone, which in games with very many decisions takes less time."""
        if len(position.codes) == 1:
            return Choice(position.codes[0], 0, None, 0)
        self._searcher.forget()
        self._searcher.prepare()
        return self._two_best(position, nodes)

    def _two_best(self, position: Position, nodes: int) -> Choice:
        lines = self._searcher.think(position, SearchLimits(nodes=nodes, lines=2)).lines
        return _choice([(line.score, line.decisions[0].code) for line in lines])

    def _among_many(self, position: Position, nodes: int) -> Choice:
        """A best-first search hardly looks at what is not best: each rival is searched by itself."""
        lines = self._searcher.think(position, SearchLimits(nodes=nodes, lines=1 + RIVALS)).lines
        codes = [line.decisions[0].code for line in lines]
        return _choice([(self._after(position, code, nodes), code) for code in codes])

    def _after(self, position: Position, code: int, nodes: int) -> int:
        """The score of a decision, from a search of the position after it."""
        after = position.play(code)
        if after.outcome is not None:
            return _final(after, position)
        score = self._searcher.think(after, SearchLimits(nodes=nodes // 2)).lines[0].score
        score -= (score > 0) - (score < 0) if abs(score) >= CERTAIN - FARTHEST_WIN else 0
        return score if after.side == position.side else -score

    def equal_best(self, position: Position, nodes: int) -> list[int]:
        """The best decision and those that are as good: a loss that is as far away, or as good a chance."""
        if len(position.codes) == 1:
            return position.codes
        self._searcher.forget()
        self._searcher.prepare()
        lines = self._searcher.think(position, SearchLimits(nodes=nodes, lines=EQUALS)).lines
        best = lines[0]
        if best.proven:
            return [line.decisions[0].code for line in lines if line.score == best.score]
        return [line.decisions[0].code for line in lines if best.per_cent - line.per_cent <= TOLERANCE]

    def is_proven(self, position: Position, nodes: int) -> int:
        """The number of positions that prove that the side to act wins; 0 if it is not proven."""
        answer = self.proofs.ask(position.state, position.side, _within(nodes))
        return answer.nodes if answer.claim is Claim.PROVEN else 0

    def other_wins(self, position: Position, best: int, nodes: int) -> list[int]:
        """The decisions other than `best` after which a win is proven, with this number of nodes for all."""
        others = [code for code in position.codes if code != best]
        each = max(1, nodes // max(1, len(others)))
        return [code for code in others if self._is_won_by(position, code, each)]

    def _is_won_by(self, position: Position, code: int, nodes: int) -> bool:
        after = position.play(code)
        if after.outcome is not None:
            return after.outcome.winner == position.side
        return self.proofs.ask(after.state, position.side, _within(nodes)).claim is Claim.PROVEN


def _choice(scored: list[tuple[int, int]]) -> Choice:
    """The choice between scored decisions; a single one is ahead of none, as others are unknown."""
    (best_score, best), *others = sorted(scored, key=lambda one: -one[0])
    score, second = others[0] if others else (best_score, best)
    return Choice(best, best_score, second, score)


def _within(nodes: int) -> Callable[[int], int]:
    return lambda used: nodes - used


def _final(after: Position, before: Position) -> int:
    """The score of a decision that ends the game."""
    assert after.outcome is not None
    if after.outcome.winner is None:
        return 0
    return CERTAIN - 1 if after.outcome.winner == before.side else 1 - CERTAIN
