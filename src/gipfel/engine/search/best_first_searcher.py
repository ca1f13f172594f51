"""Best-first search as a searcher; the kernels are in `best_first`."""

from gipfel.engine.search import best_first
from gipfel.engine.search.linking import linked
from gipfel.engine.search.transposition import shifted
from gipfel.engine.search.tree_searcher import LONGEST_PATH, TreeSearcher
from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.kernel.evaluation import CERTAIN, HIGHEST
from gipfel.kernel.link import can_compile
from gipfel.kernel.state import BLACK


class BestFirstSearcher(TreeSearcher):
    """Grows a tree of evaluated positions where both sides' best play leads."""

    NODES = 1_000_000
    NODES_INTERPRETED = 100_000
    NODES_A_STEP = best_first.CLOSER_LOOK
    ROOM = 4096
    """Integers; scratch space for any evaluation with its survey."""
    SEEN = 4
    """A decision is as good as its score if it was visited at least 1/SEEN as often as any other."""

    def __init__(self, game: Game, noise: int = 0, seed: int = 0) -> None:
        fast = can_compile()
        kernels = game.rules.linked(fast)
        self.game = game
        self._kernels = kernels
        self._plant = linked(game, best_first.plant, fast)
        self._grow = linked(game, best_first.grow, fast)
        self._tree = kernels.table(best_first.FIELDS, self.NODES if fast else self.NODES_INTERPRETED)
        self._numbers = kernels.zeros(best_first.NUMBERS)
        self._numbers[best_first.REPEATS] = int(game.repetitions > 0)
        self._numbers[best_first.NOISE] = noise
        self._numbers[best_first.NOISE_SEED] = seed & 0xFFFFFFFF
        self._start = kernels.zeros(game.rules.size)
        self._state = kernels.zeros(game.rules.size)
        self._after = kernels.zeros(game.rules.size)
        self._beyond = kernels.zeros(game.rules.size)
        self._out = kernels.zeros(game.rules.most)
        self._hints = kernels.zeros(game.rules.most + best_first.BUCKETS)
        self._chosen = kernels.table(best_first.CHOSEN_FIELDS, best_first.CHILDREN)
        self._room = kernels.zeros(self.ROOM)
        self._path = kernels.table(best_first.STEP_FIELDS, LONGEST_PATH)

    def plant(self, position: Position) -> None:
        self._start = self._kernels.array(position.state)
        self._plant(self._tree, self._numbers)
        self._position = position
        self._repetitions_known: set[int] = set()

    def grow(self, amount: int) -> None:
        self._grow(
            self._tree,
            self._numbers,
            self._start,
            self._state,
            self._after,
            self._beyond,
            self._out,
            self._hints,
            self._chosen,
            self._room,
            self._path,
            amount,
        )
        if self._position.may_repeat:
            self._settle_repetitions()

    def _settle_repetitions(self) -> None:
        """Where the best decision of the root repeats a position once too often, it is a draw."""
        for node in self._ranked()[:1]:
            if node not in self._repetitions_known:
                self._repetitions_known.add(node)
                outcome = self._position.play(int(self._tree[best_first.DECISION][node])).outcome
                if outcome is not None and outcome.winner is None:
                    self._tree[best_first.SCORE][node] = 0
                    self._tree[best_first.SETTLED][node] = 1
                    self._tree[best_first.COUNT][node] = 0

    @property
    def nodes(self) -> int:
        return int(self._numbers[best_first.JUDGED])

    def is_done(self) -> bool:
        used_up = int(self._numbers[best_first.USED]) + len(self._out) > len(self._tree[0])
        return bool(self._tree[best_first.SETTLED][0]) or used_up

    def best_lines(self, position: Position, wanted: int) -> list[tuple[int, list[int]]]:
        sign = -1 if position.side == BLACK else 1
        # A lost line proves nothing while there are decisions at which nobody has looked.
        lowest = -2 * CERTAIN if self._tree[best_first.WHOLLY][0] else -HIGHEST
        lines = []
        for node in self._ranked()[:wanted]:
            score = sign * shifted(int(self._tree[best_first.SCORE][node]), -1)
            lines.append((max(score, lowest), self._line_from(node)))
        return lines

    def _children(self, node: int) -> range:
        first = int(self._tree[best_first.FIRST][node])
        return range(first, first + int(self._tree[best_first.COUNT][node]))

    def _ranked(self) -> list[int]:
        """The children of the root, the best one first; a score that was hardly looked at counts less."""
        children = self._children(0)
        sign = -1 if self._position.side == BLACK else 1
        visits, scores, settled = (
            self._tree[field] for field in (best_first.VISITS, best_first.SCORE, best_first.SETTLED)
        )
        trusted = max((int(visits[child]) for child in children), default=0) / self.SEEN

        def rank(child: int) -> tuple[bool, int, int]:
            return (
                bool(settled[child]) or visits[child] >= trusted,
                sign * int(scores[child]),
                int(visits[child]),
            )

        return sorted(children, key=rank, reverse=True)

    def _line_from(self, node: int) -> list[int]:
        """The decision that leads to a node, and the best way on from there."""
        visits, scores = self._tree[best_first.VISITS], self._tree[best_first.SCORE]
        codes = [int(self._tree[best_first.DECISION][node])]
        while children := self._children(node):
            score = int(scores[node])
            meant = [child for child in children if shifted(int(scores[child]), -1) == score]
            node = max(meant or children, key=lambda child: visits[child])
            codes.append(int(self._tree[best_first.DECISION][node]))
        return codes
