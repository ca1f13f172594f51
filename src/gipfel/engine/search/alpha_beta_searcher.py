"""The search as a searcher: deeper and deeper, in slices, with one thread or several."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Event, Thread
from time import perf_counter

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
    FRAME,
    GAME,
    HISTORY,
    INFINITE,
    KEY,
    KILLER,
    LEADER,
    LINE,
    MODE,
    NEXT,
    NODES,
    NOISE,
    NOISE_SEED,
    PLIES,
    PLY,
    REPEATS,
    SECOND_KILLER,
    TRIED,
    fade,
    ranked,
    search,
    survey,
)
from gipfel.engine.search.analysis import Analysis, Limits, Line, Report
from gipfel.engine.search.linking import linked
from gipfel.engine.search.stopwatch import Stopwatch
from gipfel.engine.search.transposition import AGE_BITS, key_of
from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision, Position
from gipfel.kernel.evaluation import CERTAIN, FARTHEST_WIN, SCRATCH
from gipfel.kernel.link import can_compile
from gipfel.kernel.state import SIDE, State

TABLE_BITS = 20
"""The table has two to this power entries of 16 bytes."""
SLICE = 0.004
"""Seconds; about so long the search runs before it looks at the clock."""
FIRST_SLICE = 500
"""Nodes; the first slice, while the speed is not known."""
ASPIRATION = 400
"""How far from the last score the next one is first looked for."""
DEEPEST_SEARCH = 100

Spare = Callable[[], int]
"""How many more nodes may be looked at now; 0 to stop."""
UNLIMITED = 1 << 60


@dataclass(frozen=True, slots=True)
class Found:
    """A line of play as numbers, and its score for the side to act."""

    score: int
    codes: list[int]

    @property
    def proven(self) -> bool:
        return abs(self.score) >= CERTAIN - FARTHEST_WIN


class AlphaBetaSearcher:
    """Thinks about positions of one game by searching; not for two threads at a time."""

    def __init__(
        self, game: Game, threads: int = 1, noise: int = 0, seed: int = 0, table_bits: int = TABLE_BITS
    ) -> None:
        self.game = game
        self.kernels = game.rules.linked(can_compile())
        self.table = self.kernels.zeros(2 << table_bits)
        self.played = 0
        self.age = 0
        self.workers = [_Worker(self, noise, seed) for _ in range(threads)]

    def forget(self) -> None:
        """A new game begins, in which nothing is known from the one before."""
        self.played += 1
        for worker in self.workers:
            worker.forget()

    def think(
        self,
        position: Position,
        limits: Limits,
        stop: Event | None = None,
        report: Report | None = None,
    ) -> Analysis:
        """Search deeper and deeper until a limit is reached, the result is certain, or `stop` is set."""
        watch = Stopwatch(limits)
        stopped = stop or Event()
        self.age = (self.age + 1) % (1 << AGE_BITS)
        codes, drawn = self._root_codes(position)
        if not codes:
            return Analysis(position, (_line(position, drawn[0]),), 0, 0, watch.seconds)
        for worker in self.workers:
            worker.set_up(position.state, codes)
        with _Company(self.workers[1:]):
            depth, found = 0, drawn
            for depth, best in self.workers[0].deepen(
                limits.lines, limits.depth or DEEPEST_SEARCH, lambda: self._spare(limits, watch, stopped)
            ):
                found = [*best, *drawn]
                if report and depth:
                    report(self._analysis(position, found, depth, limits.lines, watch))
        return self._analysis(position, found, depth, limits.lines, watch)

    def _root_codes(self, position: Position) -> tuple[list[int], list[Found]]:
        """The decisions to search, and those that draw at once because they repeat a position."""
        codes = self._considered(position)
        if not position.may_repeat:
            return codes, []
        over = {code: position.play(code).outcome for code in codes}
        drawn = [code for code, outcome in over.items() if outcome is not None and outcome.winner is None]
        return [code for code in codes if code not in drawn], [Found(0, [code]) for code in drawn]

    def _considered(self, position: Position) -> list[int]:
        """The decisions that are worth a search."""
        considered = self.game.evaluation.considered
        if considered is None:
            return position.codes
        out = [0] * self.game.rules.most
        return out[: considered([*position.state], out)]

    @property
    def nodes(self) -> int:
        """How many positions all workers have looked at since they were set up."""
        return sum(worker.nodes for worker in self.workers)

    def _spare(self, limits: Limits, watch: Stopwatch, stopped: Event) -> int:
        nodes = self.nodes
        if stopped.is_set() or watch.over(nodes):
            return 0
        return UNLIMITED if limits.nodes is None else limits.nodes - nodes

    def _analysis(
        self, position: Position, found: list[Found], depth: int, wanted: int, watch: Stopwatch
    ) -> Analysis:
        best = sorted(found, key=lambda f: -f.score)[:wanted]
        lines = tuple(_line(position, f) for f in best)
        return Analysis(position, lines, depth, self.nodes, watch.seconds)


class _Company:
    """Lets other workers search the same root while the first one does; they share what they know."""

    def __init__(self, workers: "list[_Worker]") -> None:
        self.halt = Event()
        self.threads = [Thread(target=self._run, args=(worker,), daemon=True) for worker in workers]

    def __enter__(self) -> None:
        for thread in self.threads:
            thread.start()

    def __exit__(self, *_: object) -> None:
        self.halt.set()
        for thread in self.threads:
            thread.join()

    def _run(self, worker: "_Worker") -> None:
        # One deeper than the first worker: it finds known positions when it gets there.
        for _ in worker.deepen(1, DEEPEST_SEARCH, self._spare, first_depth=2):
            pass

    def _spare(self) -> int:
        return 0 if self.halt.is_set() else UNLIMITED


class _Worker:
    """One thread's stack, and what it learned about the order of decisions."""

    def __init__(self, searcher: AlphaBetaSearcher, noise: int, seed: int) -> None:
        game = searcher.game
        kernels = searcher.kernels
        self.searcher = searcher
        self.search = linked(game, search)
        self.survey = linked(game, survey)
        self.fade = linked(game, fade)
        self.control = kernels.zeros(CONTROL)
        self.control[NOISE] = noise
        self.control[NOISE_SEED] = seed & 0xFFFFFFFF
        self.control[REPEATS] = int(game.repetitions > 0)
        self.states = kernels.table(PLIES + 1, game.rules.size)
        self.frames = kernels.zeros(PLIES * FRAME)
        self.moves = kernels.zeros(PLIES * game.rules.most)
        self.merits = kernels.zeros(PLIES * game.rules.most)
        self.lines = kernels.zeros(PLIES * LINE)
        self.out = kernels.zeros(game.rules.most)
        self.agreed = kernels.array(game.contest_odds())
        self.room = kernels.zeros(SCRATCH)
        self.slice = FIRST_SLICE
        self.order: list[int] = []
        self.first_sight: dict[int, int] = {}
        self.forget()

    def forget(self) -> None:
        """A new game begins."""
        self.history = self.searcher.kernels.zeros(2 * HISTORY)
        for f in range(0, len(self.frames), FRAME):
            self.frames[f + KILLER] = self.frames[f + SECOND_KILLER] = -1

    @property
    def nodes(self) -> int:
        return int(self.control[NODES])

    def set_up(self, state: State, codes: list[int]) -> None:
        """A position to think about, and its decisions in the order of their value at first sight."""
        self.control[NODES] = len(codes)
        self.control[GAME] = self.searcher.played
        self.control[AGE] = self.searcher.age
        for i, value in enumerate(state):
            self.states[0][i] = value
        self.frames[KEY] = key_of(state, self.searcher.played)
        self.frames[ACTS] = state[SIDE]
        for i, code in enumerate(codes):
            self.moves[i] = code
        self.survey(
            self.control, self.states[0], self.states[1], self.moves, self.merits, self.room, len(codes)
        )
        self.first_sight = {code: int(self.merits[i]) for i, code in enumerate(codes)}
        self.order = sorted(codes, key=lambda code: -self.first_sight[code])
        self.fade(self.history)

    def deepen(
        self, wanted: int, deepest: int, spare: Spare, first_depth: int = 1
    ) -> Iterator[tuple[int, list[Found]]]:
        """The best lines after each depth; the last ones may be of a depth that was not finished."""
        wanted = min(wanted, len(self.order))
        best = [Found(self.first_sight[code], [code]) for code in self.order[:wanted]]
        yield 0, best
        for depth in range(first_depth, deepest + 1):
            finished, best = self._one_deeper(best, depth, spare)
            ahead = [found.codes[0] for found in best]
            self.order = ahead + [code for code in self.order if code not in ahead]
            yield depth if finished else depth - 1, best
            if not finished or all(found.proven for found in best):
                return

    def _one_deeper(self, before: list[Found], depth: int, spare: Spare) -> tuple[bool, list[Found]]:
        """As many best lines as before, one deeper; what was found so far if there is no time."""
        found: list[Found] = []
        for rank in range(len(before)):
            taken = {f.codes[0] for f in found}
            finished, best = self._best_of(
                [code for code in self.order if code not in taken], depth, before[rank].score, spare
            )
            if best is not None:
                found.append(best)
            if not finished:
                taken = {f.codes[0] for f in found}
                rest = [f for f in before if f.codes[0] not in taken]
                return False, (found + rest)[: len(before)]
        return True, sorted(found, key=lambda f: -f.score)

    def _best_of(self, codes: list[int], depth: int, guess: int, spare: Spare) -> tuple[bool, Found | None]:
        """The best of some decisions of the root; None if nothing was found out before the time was over."""
        low, high = -INFINITE, INFINITE
        if depth > 2 and abs(guess) < CERTAIN - FARTHEST_WIN:
            low, high = guess - ASPIRATION, guess + ASPIRATION
        while True:
            finished = self._search_root(codes, depth, low, high, spare)
            score = int(self.frames[BEST])
            if not finished:
                return False, self._found(score) if score > low else None
            if low < score < high:
                return True, self._found(score)
            if score <= low:
                low = -INFINITE
            else:
                high = INFINITE

    def _found(self, score: int) -> Found:
        length = int(self.lines[0])
        return Found(score, [int(code) for code in self.lines[1 : 1 + length]])

    def _search_root(self, codes: list[int], depth: int, low: int, high: int, spare: Spare) -> bool:
        """Search the root with a window, slice by slice; False if there was no time to finish."""
        frame = self.frames
        for i, code in enumerate(codes):
            self.moves[i] = code
            self.merits[i] = ranked(len(codes) - i, i)
        frame[ALPHA] = frame[FLOOR] = low
        frame[BETA] = high
        frame[BEST] = -INFINITE
        frame[CHOICE] = frame[TRIED] = frame[LEADER] = frame[CURSOR] = frame[BY_CHANCE] = 0
        frame[COUNT] = len(codes)
        frame[DEPTH] = depth
        frame[COST] = 1
        frame[MODE] = NEXT
        self.lines[0] = 0
        self.control[PLY] = 0
        while (nodes := spare()) > 0:
            if self._run_slice(nodes):
                return True
        return False

    def _run_slice(self, nodes: int) -> bool:
        """Search on for a moment, or for so many nodes; True if the root is done."""
        count = min(self.slice, nodes)
        begin = perf_counter()
        done = self.search(
            self.control,
            self.states,
            self.frames,
            self.moves,
            self.merits,
            self.lines,
            self.history,
            self.searcher.table,
            self.agreed,
            self.room,
            self.out,
            self.nodes + count,
        )
        spent = perf_counter() - begin
        if not done and count == self.slice:
            self.slice = max(FIRST_SLICE // 10, int(count * min(max(SLICE / spent, 0.25), 4)))
        return bool(done)


def _line(position: Position, found: Found) -> Line:
    """A line of numbers as decisions, as far as somebody decides in it."""
    decisions: list[Decision] = []
    clockwork = position.game.clockwork
    for code in found.codes:
        if position.outcome is not None or code not in position.codes:
            break
        decisions.append(Decision(position, code))
        position = position.play(decisions[-1])
        if clockwork is not None and position.outcome is None:
            position = position.at(position.time + clockwork.reaction)
    return Line(found.score, tuple(decisions))
