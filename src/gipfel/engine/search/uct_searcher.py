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
    """UCT with random games and nothing else: the yardstick for all engines."""

    NODES = 2_500_000
    """The tree stops growing when it has so many; games go on from its leaves."""
    NODES_INTERPRETED = 100_000
    TRUSTED = 10
    """Visits; a line goes on only through nodes that were visited so often."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        fast = can_compile()
        kernels = game.rules.linked(fast)
        self.game = game
        self._kernels = kernels
        self._plant = linked(game, uct.plant, fast)
        self._grow = linked(game, uct.grow, fast)
        self._tree = kernels.table(uct.FIELDS, self.NODES if fast else self.NODES_INTERPRETED)
        self._numbers = kernels.zeros(uct.NUMBERS)
        self._start = kernels.zeros(game.rules.size)
        self._state = kernels.zeros(game.rules.size)
        self._out = kernels.zeros(game.rules.most)
        self._path = kernels.zeros(LONGEST_PATH)
        self._chance = kernels.array(seeded_generator(seed))
        self._agreed = kernels.array(game.contest_odds())
        self._likely = kernels.zeros(game.rules.most)

    def plant(self, position: Position) -> None:
        self._start = self._kernels.array(position.state)
        self._plant(self._tree, self._numbers)

    def grow(self, amount: int) -> None:
        self._grow(
            self._tree,
            self._numbers,
            self._start,
            self._state,
            self._out,
            self._path,
            self._chance,
            self._agreed,
            self._likely,
            amount,
        )

    @property
    def nodes(self) -> int:
        return int(self._numbers[uct.PLAYED])

    def best_lines(self, position: Position, wanted: int) -> list[tuple[int, list[int]]]:
        for_black = position.side == BLACK
        best = sorted(self._children(0), key=lambda child: self._rank(child, for_black), reverse=True)
        return [(self._score(child, for_black), self._line_from(child)) for child in best[:wanted]]

    def _children(self, node: int) -> range:
        first = int(self._tree[uct.FIRST][node])
        return range(first, first + int(self._tree[uct.COUNT][node]))

    def _rank(self, node: int, for_black: bool) -> tuple[int, int]:
        """The most visited child is the best one; among equals, that with the most points."""
        visits, points = int(self._tree[uct.VISITS][node]), int(self._tree[uct.POINTS][node])
        return visits, -points if for_black else points

    def _line_from(self, node: int) -> list[int]:
        """The decision that leads to a node, and the most visited way on."""
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
