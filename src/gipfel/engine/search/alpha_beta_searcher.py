"""Alpha-beta search as a searcher: iterative deepening in slices, with one thread or several."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Event, Thread
from time import perf_counter
from typing import Any, cast
from weakref import proxy

from gipfel.engine.search.alpha_beta import (
    ACTS,
    AGE,
    ALPHA,
    BEST,
    BETA,
    BY_CHANCE,
    CHOICE,
    CONTROL,
    COST,
    COUNT,
    CURSOR,
    DEPTH,
    FLOOR,
    FORESIGHT,
    FRAME,
    FUTILITY,
    FUTILITY_DEPTH,
    GAME,
    HISTORY,
    HOPELESS,
    HOPELESS_DEPTH,
    INFINITE,
    INTERNAL,
    KEY,
    KILLER,
    LAZY,
    LEADER,
    LINE,
    MODE,
    NEXT,
    NODES,
    NOISE,
    NOISE_SEED,
    PAIRED,
    PENALTIES,
    PLIES,
    PLY,
    PROMISED,
    PRUNING,
    PRUNING_DEPTH,
    QUOTA,
    REDUCTIONS,
    REPEATS,
    SECOND_KILLER,
    STATIC,
    THREATS,
    TRIED,
    UNKNOWN,
    USUAL_GAP,
    Workspace,
    evaluate_decisions,
    halve,
    ranked,
    search,
)
from gipfel.engine.search.analysis import Analysis, Report, SearchLimits, line_of
from gipfel.engine.search.linking import linked
from gipfel.engine.search.stopwatch import Stopwatch
from gipfel.engine.search.time_control import CLEARLY_WORSE, Pacing
from gipfel.engine.search.transposition import AGE_BITS, key_of
from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.games.core.registry import about
from gipfel.games.core.search_tuning import SearchTuning
from gipfel.kernel.evaluation import CERTAIN, FARTHEST_WIN, SCRATCH, SLOT
from gipfel.kernel.link import can_compile
from gipfel.kernel.rules import LinkedRules
from gipfel.kernel.state import SIDE, State

SLOT_BYTES = 16
MEGABYTE = 1 << 20
CACHE_LINE = 64
"""Bytes; a bucket that spans two cache lines takes twice as long to load."""
LARGEST_INTERPRETED_TABLE = 20
"""Interpreted searches are slow and their tables are lists: 2 to the power of this slots are enough."""
SLICE = 0.004
"""Seconds; the search checks the clock about this often."""
FIRST_SLICE = 500
"""Nodes in the first slice, while the speed is not known."""
DEEPEST_SEARCH = 100

NodesLeft = Callable[[], int]
"""How many more nodes may be searched now; 0 to stop."""
UNLIMITED = 1 << 60


@dataclass(frozen=True, slots=True)
class Found:
    """A line of play as decision codes, with its score for the side to act."""

    score: int
    codes: list[int]

    @property
    def proven(self) -> bool:
        return abs(self.score) >= CERTAIN - FARTHEST_WIN


class AlphaBetaSearcher:
    """Searches positions of one game. Not for use by several threads at a time."""

    def __init__(
        self,
        game: Game,
        threads: int = 1,
        noise: int = 0,
        seed: int = 0,
        table_bits: int | None = None,
        fast: bool | None = None,
        tuning: SearchTuning | None = None,
    ) -> None:
        """`table_bits`: the table has 2 to the power of this slots; by default as many as the tuning says.

        `tuning`: which techniques the search uses; by default those of the game.
        """
        self.game = game
        self.tuning = about(game.name).tuning if tuning is None else tuning
        self.kernels = game.rules.arrays(can_compile() if fast is None else fast)
        self.table = _table(self.kernels, self._table_bits() if table_bits is None else table_bits)
        self.played = 0
        self.age = 0
        self.search_threads = [_SearchThread(self, noise, seed) for _ in range(threads)]

    def _table_bits(self) -> int:
        bits = (self.tuning.table * MEGABYTE // SLOT_BYTES).bit_length() - 1
        return bits if self.kernels.fast else min(bits, LARGEST_INTERPRETED_TABLE)

    def prepare(self) -> None:
        """Let the system provide the table's memory now; otherwise the first searches pay for it in time."""
        if self.kernels.fast:
            table: Any = self.table
            table.fill(0)

    def forget(self) -> None:
        """Begin a new game: nothing is known from the one before."""
        self.played += 1
        for thread in self.search_threads:
            thread.forget()

    def think(
        self,
        position: Position,
        limits: SearchLimits,
        stop: Event | None = None,
        report: Report | None = None,
    ) -> Analysis:
        """Search deeper and deeper until a limit is reached, the result is certain, or `stop` is set."""
        watch = Stopwatch(limits)
        stopped = stop or Event()
        self.age = (self.age + 1) % (1 << AGE_BITS)
        codes, drawn = self._root_codes(position, limits.without, limits.only)
        if not codes:
            return Analysis(
                position, (line_of(position, drawn[0].score, drawn[0].codes),), 0, 0, watch.seconds
            )
        for thread in self.search_threads:
            thread.set_up(position.state, codes)
        pacing = Pacing(limits.soft)
        leader = self.search_threads[0]

        def nodes_left() -> int:
            return self._nodes_left(limits, watch, stopped)

        with _SearchThreads(self.search_threads[1:]):
            depth, found = 0, drawn
            deepest = min(limits.depth or DEEPEST_SEARCH, DEEPEST_SEARCH)
            for depth, best in leader.deepen(limits.lines, deepest, nodes_left):
                found = [*best, *drawn]
                if report and depth:
                    report(self._analysis(position, found, depth, limits.lines, watch))
                if depth:
                    pacing.note(best[0].codes[0], best[0].score)
                if pacing.should_check(watch.seconds):
                    pacing.one_choice = leader.has_one_choice(best[0], depth, nodes_left)
                if pacing.is_over(watch.seconds):
                    break
        return self._analysis(position, found, depth, limits.lines, watch)

    def _root_codes(
        self, position: Position, without: frozenset[int] = frozenset(), only: frozenset[int] = frozenset()
    ) -> tuple[list[int], list[Found]]:
        """The decisions to search, and those that draw at once because they repeat a position."""
        codes = [code for code in position.codes if code in only] if only else self._considered(position)
        codes = [code for code in codes if code not in without] or codes
        if not position.may_repeat:
            return codes, []
        over = {code: position.play(code).outcome for code in codes}
        drawn = [code for code, outcome in over.items() if outcome is not None and outcome.winner is None]
        return [code for code in codes if code not in drawn], [Found(0, [code]) for code in drawn]

    def _considered(self, position: Position) -> list[int]:
        """The decisions that are searched: all, unless the game's evaluation selects some."""
        considered = self.game.evaluation.considered
        if considered is None:
            return position.codes
        out = [0] * self.game.rules.most
        return out[: considered([*position.state], out)]

    @property
    def nodes(self) -> int:
        """How many nodes all threads have searched for this position."""
        return sum(thread.nodes for thread in self.search_threads)

    def _nodes_left(self, limits: SearchLimits, watch: Stopwatch, stopped: Event) -> int:
        nodes = self.nodes
        if stopped.is_set() or watch.over(nodes):
            return 0
        return UNLIMITED if limits.nodes is None else limits.nodes - nodes

    def _analysis(
        self, position: Position, found: list[Found], depth: int, wanted: int, watch: Stopwatch
    ) -> Analysis:
        best = sorted(found, key=lambda f: -f.score)[:wanted]
        lines = tuple(line_of(position, found.score, found.codes) for found in best)
        return Analysis(position, lines, depth, self.nodes, watch.seconds)


def _table(kernels: LinkedRules, bits: int) -> State:
    """An empty transposition table of 2 to the power of `bits` slots; compiled, in whole cache lines."""
    size = 2 << bits
    if not kernels.fast:
        return kernels.zeros(size)
    table: Any = kernels.zeros(size + CACHE_LINE // 8)
    first = -table.ctypes.data % CACHE_LINE // 8
    return cast(State, table[first : first + size])


def _control(kernels: LinkedRules, tuning: SearchTuning) -> State:
    """The numbers for the search's `control` that a tuning determines."""
    control = kernels.zeros(CONTROL)
    control[FUTILITY] = tuning.futility
    control[FUTILITY_DEPTH] = tuning.futility_depth if tuning.futility else 0
    control[HOPELESS] = tuning.hopeless
    control[HOPELESS_DEPTH] = tuning.hopeless_depth if tuning.hopeless else 0
    control[PRUNING] = tuning.pruning
    control[PRUNING_DEPTH] = tuning.pruning_depth if tuning.pruning else 0
    control[PROMISED] = tuning.promised
    control[FORESIGHT] = tuning.foresight
    control[REDUCTIONS] = tuning.reductions
    control[INTERNAL] = tuning.internal
    control[PENALTIES] = tuning.penalties
    control[LAZY] = tuning.lazy
    control[THREATS] = tuning.threats
    control[PAIRED] = tuning.paired
    return control


def _workspace(searcher: AlphaBetaSearcher) -> Workspace:
    """Fresh arrays for one thread, of the kind the searcher's kernels work on."""
    kernels, rules = searcher.kernels, searcher.game.rules
    return Workspace(
        control=_control(kernels, searcher.tuning),
        states=kernels.table(PLIES + 1, rules.size),
        frames=kernels.zeros(PLIES * FRAME),
        moves=kernels.zeros(PLIES * rules.most),
        merits=kernels.zeros(PLIES * rules.most),
        lines=kernels.zeros(PLIES * LINE),
        history=kernels.zeros(2 * HISTORY),
        table=searcher.table,
        contest_odds=kernels.array(searcher.game.contest_odds()),
        scratch=kernels.zeros(SCRATCH + PLIES * SLOT),
        out=kernels.zeros(rules.most),
    )


class _SearchThreads:
    """Further threads that search the same root; all threads share the transposition table."""

    def __init__(self, search_threads: "list[_SearchThread]") -> None:
        self.halt = Event()
        self.threads = [Thread(target=self._run, args=(one,), daemon=True) for one in search_threads]

    def __enter__(self) -> None:
        for thread in self.threads:
            thread.start()

    def __exit__(self, *_: object) -> None:
        self.halt.set()
        for thread in self.threads:
            thread.join()

    def _run(self, search_thread: "_SearchThread") -> None:
        # One deeper than the first thread, which then finds these positions in the table.
        for _ in search_thread.deepen(1, DEEPEST_SEARCH, self._nodes_left, first_depth=2):
            pass

    def _nodes_left(self) -> int:
        return 0 if self.halt.is_set() else UNLIMITED


class _SearchThread:
    """One thread's workspace, and the order of the root's decisions."""

    def __init__(self, searcher: AlphaBetaSearcher, noise: int, seed: int) -> None:
        game, fast = searcher.game, searcher.kernels.fast
        # A proxy: a cycle would keep the table of a searcher that nobody uses until Python looks for cycles.
        self.searcher = proxy(searcher)
        self.search = linked(game, search, fast)
        self.evaluate_decisions = linked(game, evaluate_decisions, fast)
        self.halve = linked(game, halve, fast)
        self.work = _workspace(searcher)
        self.work.control[NOISE] = noise
        self.work.control[NOISE_SEED] = seed & 0xFFFFFFFF
        self.work.control[REPEATS] = int(game.repetitions > 0)
        self.slice = FIRST_SLICE
        self.order: list[int] = []
        self.first_scores: dict[int, int] = {}
        self.forget()

    def forget(self) -> None:
        """Begin a new game."""
        self.work.control[USUAL_GAP] = 0
        self.work = self.work._replace(history=self.searcher.kernels.zeros(2 * HISTORY))
        frames = self.work.frames
        for f in range(0, len(frames), FRAME):
            frames[f + KILLER] = frames[f + SECOND_KILLER] = -1

    @property
    def nodes(self) -> int:
        return int(self.work.control[NODES])

    def set_up(self, state: State, codes: list[int]) -> None:
        """Set the position to search, and sort its decisions by their scores without a search."""
        work = self.work
        work.control[NODES] = len(codes)
        work.control[GAME] = self.searcher.played
        work.control[AGE] = self.searcher.age
        for i, value in enumerate(state):
            work.states[0][i] = value
        work.frames[KEY] = key_of(state, self.searcher.played)
        work.frames[ACTS] = state[SIDE]
        for i, code in enumerate(codes):
            work.moves[i] = code
        self.evaluate_decisions(work, len(codes))
        self.first_scores = {code: int(work.merits[i]) for i, code in enumerate(codes)}
        self.order = sorted(codes, key=lambda code: -self.first_scores[code])
        self.halve(work.history)

    def deepen(
        self, wanted: int, deepest: int, nodes_left: NodesLeft, first_depth: int = 1
    ) -> Iterator[tuple[int, list[Found]]]:
        """Yield the best lines after each depth; the last depth may be unfinished."""
        wanted = min(wanted, len(self.order))
        best = [Found(self.first_scores[code], [code]) for code in self.order[:wanted]]
        yield 0, best
        for depth in range(first_depth, deepest + 1):
            finished, best = self._one_deeper(best, depth, nodes_left)
            ahead = [found.codes[0] for found in best]
            self.order = ahead + [code for code in self.order if code not in ahead]
            yield depth if finished else depth - 1, best
            if not finished or all(found.proven for found in best):
                return

    def has_one_choice(self, best: Found, depth: int, nodes_left: NodesLeft) -> bool:
        """Is every other decision clearly worse than the best one? The search for it is half as deep."""
        others = [code for code in self.order if code != best.codes[0]]
        if best.proven or not others:
            return not best.proven
        bound = best.score - CLEARLY_WORSE
        finished = self._search_root(others, max(1, depth // 2), bound - 1, bound, nodes_left)
        return finished and int(self.work.frames[BEST]) < bound

    def _one_deeper(self, before: list[Found], depth: int, nodes_left: NodesLeft) -> tuple[bool, list[Found]]:
        """As many best lines as before, one deeper; those found so far if there is no time to finish."""
        found: list[Found] = []
        for rank in range(len(before)):
            taken = {f.codes[0] for f in found}
            finished, best = self._best_of(
                [code for code in self.order if code not in taken], depth, before[rank].score, nodes_left
            )
            if best is not None:
                found.append(best)
            if not finished:
                taken = {f.codes[0] for f in found}
                rest = [f for f in before if f.codes[0] not in taken]
                return False, (found + rest)[: len(before)]
        return True, sorted(found, key=lambda f: -f.score)

    def _best_of(
        self, codes: list[int], depth: int, guess: int, nodes_left: NodesLeft
    ) -> tuple[bool, Found | None]:
        """The best of some decisions of the root; None if the time was over before anything was found."""
        low, high = -INFINITE, INFINITE
        aspiration = self.searcher.tuning.aspiration or INFINITE
        if depth > 2 and abs(guess) < CERTAIN - FARTHEST_WIN:
            low, high = guess - aspiration, guess + aspiration
        while True:
            finished = self._search_root(codes, depth, low, high, nodes_left)
            score = int(self.work.frames[BEST])
            if not finished:
                return False, self._found(score) if score > low else None
            if low < score < high:
                return True, self._found(score)
            if score <= low:
                low = -INFINITE
            else:
                high = INFINITE

    def _found(self, score: int) -> Found:
        length = int(self.work.lines[0])
        return Found(score, [int(code) for code in self.work.lines[1 : 1 + length]])

    def _search_root(self, codes: list[int], depth: int, low: int, high: int, nodes_left: NodesLeft) -> bool:
        """Search the root with a window, slice by slice; False if the limit was reached first."""
        work = self.work
        frame = work.frames  # that of the root comes first
        for i, code in enumerate(codes):
            work.moves[i] = code
            work.merits[i] = ranked(len(codes) - i, i)
        frame[ALPHA] = frame[FLOOR] = low
        frame[BETA] = high
        frame[BEST] = -INFINITE
        frame[CHOICE] = frame[TRIED] = frame[LEADER] = frame[CURSOR] = frame[BY_CHANCE] = 0
        frame[COUNT] = frame[QUOTA] = len(codes)
        frame[STATIC] = UNKNOWN
        frame[DEPTH] = depth
        frame[COST] = 1
        frame[MODE] = NEXT
        work.lines[0] = 0
        work.control[PLY] = 0
        while (nodes := nodes_left()) > 0:
            if self._run_slice(nodes):
                return True
        return False

    def _run_slice(self, nodes: int) -> bool:
        """Search one slice, of at most `nodes` nodes; True if the root is done."""
        count = min(self.slice, nodes)
        begin = perf_counter()
        done = self.search(self.work, self.nodes + count)
        spent = perf_counter() - begin
        if not done and count == self.slice:
            self.slice = max(FIRST_SLICE // 10, int(count * min(max(SLICE / spent, 0.25), 4)))
        return bool(done)
