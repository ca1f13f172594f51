"""Measuring: random playouts, the decisions in them and perft per second, interpreted and compiled.

Time is CPU time. Measurements are noisy, so the work is done in chunks, alternately interpreted and compiled,
and the best chunk of each kind counts. Every chunk of random games plays the same games.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from time import process_time

from gipfel.kernel.link import can_compile
from gipfel.kernel.perft import Perft
from gipfel.kernel.playout import playouts
from gipfel.kernel.random_numbers import seeded_generator
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import State

LONGEST_GAME = 5000
"""Decisions; random games that go on longer are cut off."""
MOST_GAMES = 64
"""At most this number of random games make one run, which a chunk repeats."""
ROUNDS = 5
"""About this number of chunks of each kind fits into the time."""

Amounts = tuple[int, ...]
Work = Callable[[], Amounts]
Progress = Callable[[float], None]
"""Called after each chunk with the part of the time that is used up."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Something per second; None where it was not measured or cannot be compiled."""

    interpreted: float | None
    compiled: float | None

    @property
    def ratio(self) -> float | None:
        """How many times faster compiled kernels are."""
        if self.compiled is None or self.interpreted is None:
            return None
        return self.compiled / self.interpreted


@dataclass(frozen=True, slots=True)
class Speed:
    """What was measured for one game."""

    playouts: Rate
    decisions: Rate
    perft: Rate


def measure(rules: Rules, start: State, seconds: float, progress: Progress | None = None) -> Speed:
    """Measure a game from a start for about `seconds` of CPU time; compiling does not count."""
    kinds = (False, True) if can_compile() else (False,)
    chunk = seconds / (2 * len(kinds) * ROUNDS)
    games = _games_within(rules, start, chunk)
    stopwatches = [_Stopwatch(_random_play(rules, start, fast, games), chunk) for fast in kinds]
    stopwatches += [_Stopwatch(_counting(rules, start, fast, chunk), chunk) for fast in kinds]
    for spent in _rounds(stopwatches, seconds):
        if progress:
            progress(min(spent / seconds, 1.0))
    play, counting = stopwatches[: len(kinds)], stopwatches[len(kinds) :]
    return Speed(_rate(play, 0), _rate(play, 1), _rate(counting, 0))


def _rounds(stopwatches: "list[_Stopwatch]", seconds: float) -> Iterator[float]:
    """Run all stopwatches in turn, at least once each, until the time is used up; yield the time spent."""
    begin = process_time()
    for i in count():
        if i >= len(stopwatches) and process_time() - begin >= seconds:
            return
        stopwatches[i % len(stopwatches)].run_chunk()
        yield process_time() - begin


def _rate(stopwatches: "list[_Stopwatch]", what: int) -> Rate:
    best = [stopwatch.best[what] for stopwatch in stopwatches]
    return Rate(best[0], best[1] if len(best) > 1 else None)


class _Stopwatch:
    """Repeats a piece of work for chunks of time and keeps the best rates."""

    def __init__(self, work: Work, chunk: float) -> None:
        self.work = work
        self.chunk = chunk
        self.best: list[float] = []

    def run_chunk(self) -> None:
        begin = process_time()
        amounts = self.work()
        repeats = 1
        while (spent := process_time() - begin) < self.chunk or spent == 0:
            self.work()
            repeats += 1
        rates = [amount * repeats / spent for amount in amounts]
        self.best = [max(pair) for pair in zip(rates, self.best or rates, strict=True)]


def _games_within(rules: Rules, start: State, seconds: float) -> int:
    """How many random games can be played interpreted in about this time."""
    games = 1
    while games < MOST_GAMES:
        begin = process_time()
        _random_play(rules, start, False, games)()
        if 2 * (process_time() - begin) > seconds:
            break
        games *= 2
    return games


def _random_play(rules: Rules, start: State, fast: bool, games: int) -> Work:
    """Work that plays random games: it returns their number and that of their decisions."""
    linked = rules.linked(fast)
    run = rules.link(playouts, fast)
    begin = linked.array(start)
    state, out, results = (linked.array([0] * size) for size in (rules.size, rules.most, 4))

    def work() -> Amounts:
        generator = linked.array(seeded_generator(0))
        return games, int(run(begin, state, out, generator, games, LONGEST_GAME, results))

    return work


def _counting(rules: Rules, start: State, fast: bool, seconds: float) -> Work:
    """Work that counts perft as deep as possible in about this time: it returns the count."""
    perft = Perft(rules, fast)
    perft.count(start, 1)  # what is slow only the first time must not be measured
    depth, found, growth, spent = 0, 1, 1.0, 0.0
    while spent * growth <= seconds:
        begin = process_time()
        number = perft.count(start, depth + 1)
        spent = process_time() - begin
        if number == 0:
            break
        depth, found, growth = depth + 1, number, number / found

    def work() -> Amounts:
        return (perft.count(start, depth),)

    return work
