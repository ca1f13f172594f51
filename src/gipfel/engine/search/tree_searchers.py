"""Searches that grow a tree node by node, as thinkers: UCT with random games, and best-first search."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from threading import Event
from time import perf_counter

from gipfel.engine.search import best_first, uct
from gipfel.engine.search.contest_odds import agreed_odds
from gipfel.engine.search.expectation import WHOLE, score_for
from gipfel.engine.search.linking import linked
from gipfel.engine.search.stopwatch import Stopwatch
from gipfel.engine.search.thought import Limits, Line, Report, Thought
from gipfel.engine.search.transposition import shifted
from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision, Position
from gipfel.kernel.evaluation import CERTAIN, HIGHEST
from gipfel.kernel.link import can_compile
from gipfel.kernel.random_numbers import chance_from
from gipfel.kernel.state import BLACK

SLICE = 0.003
"""Seconds; about so long a tree grows before somebody looks at the clock."""
BETWEEN_REPORTS = 0.1
"""Seconds."""
MOST_WORK = 1 << 30
LONGEST_PATH = 600
"""Decisions; no path in a tree is longer."""


class Grown(ABC):
    """Thinks by growing a tree in slices."""

    game: Game
    NODES_A_STEP = 1
    """How many positions are judged, at most, when the tree grows once."""

    def forget(self) -> None:  # noqa: B027
        """A new game begins; no tree outlives the position it was grown for."""

    def think(
        self,
        position: Position,
        limits: Limits,
        stop: Event | None = None,
        report: Report | None = None,
    ) -> Thought:
        """Grow a tree until a limit is reached, the result is certain, or `stop` is set."""
        watch = Stopwatch(limits)
        told = 0.0
        pace = _Pace()
        self.plant(position)
        while True:
            with pace:
                self.grow(min(pace.amount, self._within(limits)))
            enough = self.is_done() or watch.over(self.nodes) or (stop is not None and stop.is_set())
            due = report is not None and watch.seconds - told >= BETWEEN_REPORTS
            if enough or due or limits.depth is not None:
                thought = self._thought(position, limits.lines, watch)
                if enough or (limits.depth is not None and thought.depth >= limits.depth):
                    return thought
                if report is not None and due:
                    report(thought)
                    told = watch.seconds

    def _within(self, limits: Limits) -> int:
        """How much work stays within a limit of nodes; what a level does must not depend on the clock."""
        if limits.nodes is None:
            return MOST_WORK
        return max(1, (limits.nodes - self.nodes) // self.NODES_A_STEP)

    def _thought(self, position: Position, wanted: int, watch: Stopwatch) -> Thought:
        lines = tuple(
            Line(score, decisions_of(position, codes)) for score, codes in self.best_lines(position, wanted)
        )
        return Thought(position, lines, len(lines[0].decisions), self.nodes, watch.seconds)

    @abstractmethod
    def plant(self, position: Position) -> None:
        """A tree with only its root."""

    @abstractmethod
    def grow(self, amount: int) -> None:
        """Work so much on the tree."""

    @property
    @abstractmethod
    def nodes(self) -> int:
        """How many positions were judged."""

    def is_done(self) -> bool:
        """Is there nothing more to find out?"""
        return False

    @abstractmethod
    def best_lines(self, position: Position, wanted: int) -> list[tuple[int, list[int]]]:
        """The scores for the side to act and the decisions of so many best lines, if there are so many."""


class _Pace:
    """How much work is a slice: measured again and again, since positions differ."""

    def __init__(self) -> None:
        self.amount = 1
        self._begin = 0.0

    def __enter__(self) -> None:
        self._begin = perf_counter()

    def __exit__(self, *_: object) -> None:
        spent = max(perf_counter() - self._begin, 1e-6)
        self.amount = max(1, int(self.amount * min(SLICE / spent, 4)))


def decisions_of(position: Position, codes: Iterable[int]) -> tuple[Decision, ...]:
    """A line of numbers as decisions, as far as somebody decides in it."""
    decisions: list[Decision] = []
    clockwork = position.game.clockwork
    for code in codes:
        if position.outcome is not None or code not in position.codes:
            break
        decisions.append(Decision(position, code))
        position = position.play(decisions[-1])
        if clockwork is not None and position.outcome is None:
            position = position.at(position.time + clockwork.reaction)
    return tuple(decisions)


class UctSearcher(Grown):
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
        self._chance = kernels.array(chance_from(seed))
        self._agreed = kernels.array(agreed_odds(game))
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
        score = score_for(chance)
        return -score if for_black else score


class BestFirstSearcher(Grown):
    """Grows a tree of evaluated positions where both sides' best play leads."""

    NODES = 1_000_000
    NODES_INTERPRETED = 100_000
    NODES_A_STEP = best_first.CLOSER_LOOK
    ROOM = 4096
    """Integers; scratch space for any evaluation with its survey."""
    SEEN = 4
    """A decision is as good as its score if it was visited at least 1/SEEN as often as any other."""

    def __init__(self, game: Game, blur: int = 0, seed: int = 0) -> None:
        fast = can_compile()
        kernels = game.rules.linked(fast)
        self.game = game
        self._kernels = kernels
        self._plant = linked(game, best_first.plant, fast)
        self._grow = linked(game, best_first.grow, fast)
        self._tree = kernels.table(best_first.FIELDS, self.NODES if fast else self.NODES_INTERPRETED)
        self._numbers = kernels.zeros(best_first.NUMBERS)
        self._numbers[best_first.REPEATS] = int(game.repetitions > 0)
        self._numbers[best_first.BLUR] = blur
        self._numbers[best_first.BLUR_SEED] = seed & 0xFFFFFFFF
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
