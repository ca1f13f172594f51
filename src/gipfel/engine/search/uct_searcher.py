"""UCT with random playouts as a searcher; the kernels are in `uct`."""

from gipfel.engine.search import uct
from gipfel.engine.search.linking import linked
from gipfel.engine.search.tree_searcher import LONGEST_PATH, TreeSearcher
from gipfel.engine.search.win_chance import WHOLE, score_for_chance
from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.kernel.link import can_compile
from gipfel.kernel.random_numbers import seeded_generator
from gipfel.kernel.state import BLACK


class UctSearcher(TreeSearcher):
    """UCT with random games and no evaluation: the baseline for all engines."""

    NODES = 2_500_000
    """The largest tree; then games are still played from its leaves, but it grows no more."""
    NODES_INTERPRETED = 100_000
    TRUSTED = 10
    """A line ends before the first node with fewer visits than this."""

    def __init__(self, game: Game, seed: int = 0, fast: bool | None = None) -> None:
        fast = can_compile() if fast is None else fast
        kernels = game.rules.arrays(fast)
        self.game = game
        self._kernels = kernels
        self._plant = linked(game, uct.plant, fast)
        self._grow = linked(game, uct.grow, fast)
        self._work = uct.Workspace(
            tree=kernels.table(uct.FIELDS, self.NODES if fast else self.NODES_INTERPRETED),
            control=kernels.zeros(uct.CONTROL),
            start=kernels.zeros(game.rules.size),
            state=kernels.zeros(game.rules.size),
            out=kernels.zeros(game.rules.most),
            path=kernels.zeros(LONGEST_PATH),
            generator=kernels.array(seeded_generator(seed)),
            contest_odds=kernels.array(game.contest_odds()),
            likely=kernels.zeros(game.rules.most),
        )
        self._tree = self._work.tree

    def plant(self, position: Position) -> None:
        self._work = self._work._replace(start=self._kernels.array(position.state))
        self._plant(self._work)

    def grow(self, amount: int) -> None:
        self._grow(self._work, amount)

    @property
    def nodes(self) -> int:
        return int(self._work.control[uct.PLAYED])

    def is_full(self) -> bool:
        return int(self._work.control[uct.USED]) + len(self._work.out) > len(self._tree[0])

    def best_lines(self, position: Position, wanted: int) -> list[tuple[int, list[int]]]:
        for_black = position.side == BLACK
        best = sorted(self._children(0), key=lambda child: self._rank(child, for_black), reverse=True)
        return [(self._score(child, for_black), self._line_from(child)) for child in best[:wanted]]

    def _children(self, node: int) -> range:
        first = int(self._tree[uct.FIRST][node])
        return range(first, first + int(self._tree[uct.COUNT][node]))

    def _rank(self, node: int, for_black: bool) -> tuple[int, int]:
        """The most visited child is the best one; at a tie, the one with the most points."""
        visits, points = int(self._tree[uct.VISITS][node]), int(self._tree[uct.POINTS][node])
        return visits, -points if for_black else points

    def _line_from(self, node: int) -> list[int]:
        """The codes of the decision that leads to a node and of the most visited line from there."""
        visits = self._tree[uct.VISITS]
        codes = [int(self._tree[uct.DECISION][node])]
        while children := self._children(node):
            node = max(children, key=lambda child: visits[child])
            if visits[node] < self.TRUSTED:
                break
            codes.append(int(self._tree[uct.DECISION][node]))
        return codes

    def _score(self, node: int, for_black: bool) -> int:
        """The result of a node's games as a score."""
        visits = max(1, int(self._tree[uct.VISITS][node]))
        chance = int(self._tree[uct.POINTS][node]) * WHOLE // (uct.WIN * visits)
        score = score_for_chance(chance)
        return -score if for_black else score
