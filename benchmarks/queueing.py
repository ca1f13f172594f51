"""A simulation of servers with many busy tables: from the times of single steps to the time of a decision.

A decision is accepted by the event loop of its process, waits for a commit, and is announced by the same
loop. A process makes one commit at a time, which contains everything that waits. All processes share the
cores of one database, which makes one commit after the other: PostgreSQL does so with commits that notify
other processes. A table makes its next decision some seconds after the one before, or as soon as that is
announced.
"""

import heapq
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from math import ceil
from random import Random

ACCEPTING = 0.5
"""The part of a decision's work in the event loop that is done before it is stored."""


@dataclass(frozen=True)
class ServiceTimes:
    """What the work for decisions takes, in seconds."""

    loop: float
    """Of the event loop, for each decision."""
    loop_per_commit: float
    """Of the event loop, for each commit, however many decisions it contains."""
    commits: Sequence[float]
    """Measured times of a commit, without any of the other times."""
    database: float = 0.0
    """Of a core of the database, for each decision."""
    notice: float = 0.0
    """Of the event loop, for each decision that another process has made."""
    players: float = 0.0
    """Of the players, for each decision: here they share the machine with the server."""


@dataclass(frozen=True)
class Load:
    """Busy tables, and who serves them."""

    tables: int
    pace: float
    """Seconds between two decisions at a table; 0: as soon as the one before is announced."""
    processes: int = 1
    database_cores: int = 1


@dataclass(frozen=True)
class Prediction:
    """The result of a simulation."""

    times: list[float]
    """Seconds from each decision until it was announced, in order."""
    seconds: float

    @property
    def rate(self) -> float:
        """Decisions a second."""
        return len(self.times) / self.seconds

    def quantile(self, part: float) -> float:
        """A quantile of the times, in milliseconds."""
        return 1000 * self.times[min(len(self.times) - 1, int(len(self.times) * part))]


class Simulation:
    """Events in the order of their times."""

    def __init__(self, service: ServiceTimes, load: Load, seed: int = 1) -> None:
        self.service = service
        self.load = load
        self.chance = Random(seed)
        self.now = 0.0
        self.times: list[float] = []
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()
        self.database = Workers(self, load.database_cores)
        self.disk = Workers(self, 1)
        self._processes = [Process(self) for _ in range(load.processes)]

    def after(self, seconds: float, call: Callable[[], None]) -> None:
        """Call a function later."""
        heapq.heappush(self._events, (self.now + seconds, next(self._order), call))

    def run(self, decisions: int) -> Prediction:
        """Announce half as many decisions to settle, then this number of decisions, which are measured."""
        for number in range(self.load.tables):
            process = self._processes[number % len(self._processes)]
            self._decide_later(process, self.chance.random() * self.load.pace)
        self._until(decisions // 2)
        self.times.clear()
        begin = self.now
        self._until(decisions)
        return Prediction(sorted(self.times), self.now - begin)

    def _until(self, decisions: int) -> None:
        while len(self.times) < decisions:
            self.now, _, call = heapq.heappop(self._events)
            call()

    def notify(self, sender: "Process", decisions: int) -> None:
        """All other processes hear of decisions."""
        if self.service.notice:
            for process in self._processes:
                if process is not sender:
                    process.loop.work(decisions * self.service.notice, lambda: None)

    def _decide_later(self, process: "Process", seconds: float) -> None:
        self.after(seconds, lambda: process.decide(self._announced(process)))

    def _announced(self, process: "Process") -> Callable[[], None]:
        begin = self.now

        def seen() -> None:
            self.times.append(self.now - begin)
            self._decide_later(process, max(0.0, begin + self.load.pace - self.now))

        return lambda: self.after(self.service.players, seen)


class Workers:
    """Some workers that share a queue: the event loop of a process is one, a database has several cores."""

    def __init__(self, simulation: Simulation, number: int) -> None:
        self._simulation = simulation
        self._free = number
        self._waiting: deque[tuple[float, Callable[[], None]]] = deque()

    def work(self, seconds: float, done: Callable[[], None]) -> None:
        """Work as soon as one of them is free, and then call a function."""
        self._waiting.append((seconds, done))
        self._go_on()

    def _go_on(self) -> None:
        if self._free and self._waiting:
            self._free -= 1
            seconds, done = self._waiting.popleft()
            self._simulation.after(seconds, lambda: self._done(done))

    def _done(self, done: Callable[[], None]) -> None:
        self._free += 1
        self._go_on()
        done()


class Process:
    """A process of the server: its event loop, and the decisions that wait for a commit."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self.loop = Workers(simulation, 1)
        self._waiting: list[Callable[[], None]] = []
        self._committing = False

    def decide(self, announced: Callable[[], None]) -> None:
        """A decision arrives."""
        service = self._simulation.service
        self.loop.work(ACCEPTING * service.loop, lambda: self._accepted(announced))

    def _accepted(self, announced: Callable[[], None]) -> None:
        self._waiting.append(announced)
        self._commit()

    def _commit(self) -> None:
        if self._committing or not self._waiting:
            return
        self._committing = True
        batch, self._waiting = self._waiting, []
        service, simulation = self._simulation.service, self._simulation
        pause = simulation.chance.choice(service.commits)
        work = service.database * len(batch)
        simulation.database.work(work, lambda: simulation.disk.work(pause, lambda: self._committed(batch)))

    def _committed(self, batch: list[Callable[[], None]]) -> None:
        service = self._simulation.service
        self._committing = False
        self._simulation.notify(self, len(batch))
        self.loop.work(service.loop_per_commit, lambda: None)
        for announced in batch:
            self.loop.work((1 - ACCEPTING) * service.loop, announced)
        self._commit()


# --- How much is needed ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Costs:
    """What a busy table costs, besides the service times."""

    memory: float
    """Bytes of a process for a table with two players."""
    sent: float
    """Bytes to a player for a decision."""
    thinking: float
    """Seconds of a core for a decision of an engine."""


@dataclass(frozen=True)
class Busy:
    """How busy a core should be on average, so that peaks find room."""

    loop: float = 0.6
    database: float = 0.5
    engines: float = 0.7


@dataclass(frozen=True)
class Size:
    """What a number of busy tables needs."""

    tables: int
    rate: float
    """Decisions a second."""
    processes: int
    databases: int
    database_cores: float
    engine_cores: float
    gigabytes: float
    megabits: float
    """A second, to the players."""

    @property
    def cores(self) -> int:
        """All cores: each process has one."""
        return self.processes + ceil(self.database_cores) + ceil(self.engine_cores)


def size_for(
    tables: int,
    pace: float,
    service: ServiceTimes,
    costs: Costs,
    engines: float,
    processes_of_a_database: int,
    busy: Busy | None = None,
) -> Size:
    """What is needed; `engines`: the share of decisions that engines make.

    A process hears of all decisions of its database. The more processes share one, the more of their time
    this takes, and the longer commits wait for each other.
    """
    busy = busy or Busy()
    rate = tables / pace
    work = service.loop + service.loop_per_commit
    decisions = busy.loop / (work + (processes_of_a_database - 1) * service.notice)
    processes = max(1, ceil(rate / decisions))
    database_cores = rate * service.database / busy.database
    return Size(
        tables=tables,
        rate=rate,
        processes=processes,
        databases=ceil(processes / processes_of_a_database),
        database_cores=database_cores,
        engine_cores=engines * rate * costs.thinking / busy.engines,
        gigabytes=tables * costs.memory / 1e9,
        megabits=2 * rate * costs.sent * 8 / 1e6,
    )
