"""Measuring: random playouts, the decisions in them and perft per second, interpreted and compiled.

Time is CPU time. The work is done in chunks, alternately interpreted and compiled, because a machine is not
always equally fast. A rate is the mean of all chunks, and its spread tells how much they differ. No random
game is played twice.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, cycle
from statistics import stdev
from time import process_time

from gipfel.kernel.link import can_compile
from gipfel.kernel.perft import Perft
from gipfel.kernel.playout import playouts
from gipfel.kernel.random_numbers import seeded_generator
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import State

LONGEST_GAME = 5000
"""Decisions; random games that go on longer are cut off."""
ROUNDS = 5
"""About this number of chunks of each kind fits into the time."""
CALLS = 20
"""About this number of times a chunk calls a kernel, if it can: to call it has a price."""
SHORT = 0.0005
"""Seconds; a shorter count is mostly work of Python and says nothing about a deeper one."""

Amounts = tuple[int, ...]
Work = Callable[[], Amounts]
Progress = Callable[[float], None]
"""Called after each chunk with the part of the time that is used up."""


@dataclass(frozen=True, slots=True)
class Figure:
    """Something per second: the mean, and how much chunks of the measurement differ from it."""

    mean: float
    spread: float | None
    """The standard deviation of the chunks as a part of the mean; None if there was only one."""


def figure(amount: float, spent: float, rates: Sequence[float]) -> Figure:
    """The rate of an amount in some time, which was measured in chunks with these rates."""
    mean = amount / spent
    return Figure(mean, stdev(rates) / mean if len(rates) > 1 and mean else None)


@dataclass(frozen=True, slots=True)
class Rate:
    """Something per second; None where it was not measured or cannot be compiled."""

    interpreted: Figure | None
    compiled: Figure | None

    @property
    def ratio(self) -> float | None:
        """How many times faster compiled kernels are."""
        if self.compiled is None or self.interpreted is None:
            return None
        return self.compiled.mean / self.interpreted.mean


@dataclass(frozen=True, slots=True)
class Speed:
    """What was measured for one game."""

    playouts: Rate
    decisions: Rate
    perft: Rate


def measure(rules: Rules, starts: Sequence[State], seconds: float, progress: Progress | None = None) -> Speed:
    """Measure a game from some starts for about `seconds` of CPU time; compiling does not count.

    Perft is counted from the first start.
    """
    kinds = (False, True) if can_compile() else (False,)
    chunk = seconds / (2 * len(kinds) * ROUNDS)
    stopwatches = [_Stopwatch(_random_play(rules, starts, fast, chunk), chunk) for fast in kinds]
    stopwatches += [_Stopwatch(_counting(rules, starts[0], fast, chunk), chunk) for fast in kinds]
    for spent in _rounds(stopwatches, seconds):
        if progress:
            progress(min(spent / seconds, 1.0))
    play, counting = stopwatches[: len(kinds)], stopwatches[len(kinds) :]
    return Speed(_rate(play, 0), _rate(play, 1), _rate(counting, 0))


def _rounds(stopwatches: "list[_Stopwatch]", seconds: float) -> Iterator[float]:
    """Run all stopwatches in turn, at least twice each, until the time is used up; yield the time spent."""
    begin = process_time()
    for i in count():
        if i >= 2 * len(stopwatches) and process_time() - begin >= seconds:
            return
        stopwatches[i % len(stopwatches)].run_chunk()
        yield process_time() - begin


def _rate(stopwatches: "list[_Stopwatch]", what: int) -> Rate:
    figures = [stopwatch.figure(what) for stopwatch in stopwatches]
    return Rate(figures[0], figures[1] if len(figures) > 1 else None)


class _Stopwatch:
    """Does a piece of work again and again for chunks of time."""

    def __init__(self, work: Work, chunk: float) -> None:
        self.work = work
        self.chunk = chunk
        self.done: list[tuple[Amounts, float]] = []
        """What was done in each chunk, and how long it took."""

    def run_chunk(self) -> None:
        begin = process_time()
        amounts = self.work()
        while (spent := process_time() - begin) < self.chunk or spent == 0:
            amounts = tuple(map(sum, zip(amounts, self.work(), strict=True)))
        self.done.append((amounts, spent))

    def figure(self, what: int) -> Figure:
        """How much was done in a second."""
        amount, time = (sum(column) for column in zip(*((a[what], t) for a, t in self.done), strict=True))
        return figure(amount, time, [amounts[what] / spent for amounts, spent in self.done])


def _random_play(rules: Rules, starts: Sequence[State], fast: bool, seconds: float) -> Work:
    """Work that plays random games, others each time: it returns their number and that of their decisions."""
    linked = rules.linked(fast)
    run = rules.link(playouts, fast)
    begins = cycle([linked.array(start) for start in starts])
    state, out, results = (linked.array([0] * size) for size in (rules.size, rules.most, 4))
    generator = linked.array(seeded_generator(0))

    def play(games: int) -> Amounts:
        return games, int(run(next(begins), state, out, generator, games, LONGEST_GAME, results))

    games = 1
    while _time_of(play, games) < seconds / CALLS:
        games *= 2
    return lambda: play(games)


def _time_of(play: Callable[[int], Amounts], games: int) -> float:
    """The CPU time of a number of games."""
    begin = process_time()
    play(games)
    return process_time() - begin


def _counting(rules: Rules, start: State, fast: bool, seconds: float) -> Work:
    """Work that counts perft as deep as possible in about this time: it returns the count."""
    perft = Perft(rules, fast)
    perft.count(start, 1)  # what is slow only the first time must not be measured
    depth, found, growth, spent = 0, 1, 1.0, 0.0
    while spent * growth <= seconds or spent < SHORT:
        begin = process_time()
        number = perft.count(start, depth + 1)
        spent = process_time() - begin
        if number == 0:
            break
        depth, found, growth = depth + 1, number, number / found

    def work() -> Amounts:
        return (perft.count(start, depth),)

    return work
