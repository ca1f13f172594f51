"""Best-first search as a searcher; the kernels are in `best_first`."""

from gipfel.engine.search import best_first
from gipfel.engine.search.linking import linked
from gipfel.engine.search.transposition import shifted
from gipfel.engine.search.tree_searcher import LONGEST_PATH, TreeSearcher
from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.games.core.search_tuning import FORMER, SearchTuning
from gipfel.kernel.evaluation import CERTAIN, HIGHEST
from gipfel.kernel.link import can_compile
from gipfel.kernel.state import BLACK, State


class BestFirstSearcher(TreeSearcher):
    """Grows a tree of evaluated positions where best play of both sides leads."""

    NODES = 1_000_000
    NODES_INTERPRETED = 100_000
    SCRATCH = 4096
    """Integers; temporary memory for any evaluation with its survey."""
    TRUSTED = 4
    """A score is trusted if its decision has at least 1/TRUSTED of the visits of the most visited one."""

    def __init__(
        self,
        game: Game,
        noise: int = 0,
        seed: int = 0,
        fast: bool | None = None,
        tuning: SearchTuning = FORMER,
    ) -> None:
        fast = can_compile() if fast is None else fast
        kernels = game.rules.arrays(fast)
        self.game = game
        self._kernels = kernels
        self._plant = linked(game, best_first.plant, fast)
        self._grow = linked(game, best_first.grow, fast)
        self._work = best_first.Workspace(
            tree=kernels.table(best_first.FIELDS, self.NODES if fast else self.NODES_INTERPRETED),
            control=kernels.zeros(best_first.CONTROL),
            start=kernels.zeros(game.rules.size),
            state=kernels.zeros(game.rules.size),
            after=kernels.zeros(game.rules.size),
            beyond=kernels.zeros(game.rules.size),
            out=kernels.zeros(game.rules.most),
            hints=kernels.zeros(game.rules.most + best_first.BUCKETS),
            chosen=kernels.table(best_first.CHOSEN_FIELDS, max(tuning.children, best_first.REPLIES)),
            scratch=kernels.zeros(self.SCRATCH),
            path=kernels.table(best_first.STEP_FIELDS, LONGEST_PATH),
        )
        self._tree = self._work.tree
        self._control = self._work.control
        self._control[best_first.REPEATS] = int(game.repetitions > 0)
        self._control[best_first.NOISE] = noise
        self._control[best_first.NOISE_SEED] = seed & 0xFFFFFFFF
        self._control[best_first.LOOKS] = tuning.looks
        self._control[best_first.ROOT_LOOKS] = tuning.root_looks
        self._control[best_first.CHILDREN] = tuning.children
        self._control[best_first.EXPLORATION] = tuning.exploration
        self._control[best_first.TEMPERATURE] = tuning.temperature
        self.nodes_per_step = tuning.looks

    def plant(self, position: Position) -> None:
        self._work = self._work._replace(start=self._kernels.array(position.state))
        self._plant(self._work)
        self._position = position
        self._repetitions_known: set[int] = set()

    def grow(self, amount: int) -> None:
        self._grow(self._work, amount)
        if self._position.may_repeat:
            self._settle_repetitions()

    def _settle_repetitions(self) -> None:
        """Settle the best decision of the root as a draw if it repeats a position once too often."""
        for node in self._ranked()[:1]:
            if node not in self._repetitions_known:
                self._repetitions_known.add(node)
                outcome = self._position.play(int(self._tree[best_first.DECISION][node])).outcome
                if outcome is not None and outcome.winner is None:
                    self._tree[best_first.SCORE][node] = 0
                    self._tree[best_first.SETTLED][node] = 1
                    self._tree[best_first.COUNT][node] = 0

    @property
    def scratch(self) -> State:
        """The temporary memory of the evaluation; the search leaves what is behind its needs alone."""
        return self._work.scratch

    @property
    def nodes(self) -> int:
        return int(self._control[best_first.EVALUATED])

    def is_done(self) -> bool:
        is_full = int(self._control[best_first.USED]) + len(self._work.out) > len(self._tree[0])
        return bool(self._tree[best_first.SETTLED][0]) or is_full

    def best_lines(self, position: Position, wanted: int) -> list[tuple[int, list[int]]]:
        sign = -1 if position.side == BLACK else 1
        # A lost line proves nothing while some decisions have not been searched.
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
        """The children of the root, best first; those with few visits come last."""
        children = self._children(0)
        sign = -1 if self._position.side == BLACK else 1
        visits, scores, settled = (
            self._tree[field] for field in (best_first.VISITS, best_first.SCORE, best_first.SETTLED)
        )
        trusted = max((int(visits[child]) for child in children), default=0) / self.TRUSTED

        def rank(child: int) -> tuple[bool, int, int]:
            return (
                bool(settled[child]) or visits[child] >= trusted,
                sign * int(scores[child]),
                int(visits[child]),
            )

        return sorted(children, key=rank, reverse=True)

    def _line_from(self, node: int) -> list[int]:
        """The codes of the decision that leads to a node and of the best line from there."""
        visits, scores = self._tree[best_first.VISITS], self._tree[best_first.SCORE]
        codes = [int(self._tree[best_first.DECISION][node])]
        while children := self._children(node):
            score = int(scores[node])
            meant = [child for child in children if shifted(int(scores[child]), -1) == score]
            node = max(meant or children, key=lambda child: visits[child])
            codes.append(int(self._tree[best_first.DECISION][node]))
        return codes
