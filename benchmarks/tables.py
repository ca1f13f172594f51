"""How many tables for two a server can handle: latency of decisions, decisions a second, memory.

    .venv/bin/python -m benchmarks.tables                   everything, some minutes
    .venv/bin/python -m benchmarks.tables --quick           about ten seconds
    .venv/bin/python -m benchmarks.tables --postgresql      on PostgreSQL, also with two processes

Real servers, real WebSockets, both players of every table connected; the players are processes of their own,
play prepared random games of GIPF, and read nothing but the number of decisions. The CPU time of servers and
players is printed beside the elapsed time, because players and servers share the machine.
"""

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from time import perf_counter, process_time

from tests.helpers.server.player_pairs import Host, Pair, scripts
from tests.helpers.server.running import RunningServer

GAMES = 40
"""The number of different games."""
AT_ONCE = 50
"""Players who connect at the same time."""
PACE = 2.0
"""Seconds between the decisions at a table where people think."""
ALREADY_MADE = 30
"""Decisions that have been made at tables whose memory is measured."""
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Plan:
    """The task of a process of players."""

    servers: tuple[tuple[str, ...], ...]
    """The servers of the tables, in turn: one of both players, or one of each."""
    tables: int
    seconds: float
    pace: float
    """Seconds between two decisions at a table; 0: as fast as possible."""
    invites: bool
    compressed: bool
    already_made: int
    """Decisions that have been made when players sit down."""
    seed: int


@dataclass(frozen=True)
class Figures:
    """The result of a task."""

    times: list[float]
    seconds: float
    cpu: float
    received: int


# --- Players, in processes of their own ------------------------------------------------------------------


def play(plan: Plan, line: Connection) -> None:
    """Take seats, report, play when told to, and report the result."""
    asyncio.run(_play(plan, line))


async def _play(plan: Plan, line: Connection) -> None:
    games = scripts(GAMES, plan.already_made)
    hosts = [Host(*names, invites=plan.invites, compressed=plan.compressed) for names in plan.servers]
    pairs = [Pair(hosts[i % len(hosts)], games, Random(plan.seed + i)) for i in range(plan.tables)]
    await _some_at_once([pair.begin for pair in pairs])
    line.send("ready")
    while (order := await asyncio.to_thread(line.recv)) == "play":
        line.send(await _played(plan, pairs))
    await _some_at_once([pair.leave for pair in pairs])
    for host in hosts:
        await host.close()
    line.send(order)


async def _some_at_once(calls: list[Callable[[], Awaitable[None]]]) -> None:
    for i in range(0, len(calls), AT_ONCE):
        await asyncio.gather(*(call() for call in calls[i : i + AT_ONCE]))


async def _played(plan: Plan, pairs: list[Pair]) -> Figures:
    for pair in pairs:
        pair.times.clear()
    before = sum(pair.received for pair in pairs)
    begin, cpu = perf_counter(), process_time()
    await asyncio.gather(*(_go_on(pair, plan, begin) for pair in pairs))
    times = [time for pair in pairs for time in pair.times]
    received = sum(pair.received for pair in pairs) - before
    return Figures(times, perf_counter() - begin, process_time() - cpu, received)


async def _go_on(pair: Pair, plan: Plan, begin: float) -> None:
    due = begin + pair.chance.random() * plan.pace
    while max(due, perf_counter()) < begin + plan.seconds:
        await asyncio.sleep(max(0.0, due - perf_counter()))  # players make decisions at a given rate
        await pair.decide()
        due += plan.pace


class Players:
    """A process of players."""

    def __init__(self, plan: Plan) -> None:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=play, args=(plan, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def wait(self) -> None:
        assert self._line.recv() == "ready"

    def start(self) -> None:
        self._line.send("play")

    def figures(self) -> Figures:
        found = self._line.recv()
        assert isinstance(found, Figures)
        return found

    def leave(self) -> None:
        self._line.send("leave")
        self._line.recv()
        self._process.join()


@contextmanager
def crowd(
    servers: list[RunningServer],
    wanted: argparse.Namespace,
    tables: int,
    pace: float,
    apart: bool = False,
    already_made: int = 0,
) -> Iterator[list[Players]]:
    """Players at a number of tables, ready to play; `apart`: at different servers."""
    names = [server.name for server in servers]
    places = tuple(zip(names, names[1:] + names[:1], strict=True)) if apart else tuple((n,) for n in names)
    each = tables // wanted.players
    plans = [
        Plan(places, each, wanted.seconds, pace, wanted.invites, wanted.compressed, already_made, 1000 * i)
        for i in range(wanted.players)
    ]
    players = [Players(plan) for plan in plans]
    for player in players:
        player.wait()
    yield players
    for player in players:
        player.leave()


# --- Measuring -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Result:
    """A line of the table."""

    what: str
    decisions: int
    seconds: float
    times: list[float]
    server_cpu: float
    players_cpu: float
    bytes: int

    @property
    def rate(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds

    def line(self) -> str:
        number = max(1, self.decisions)
        figures = [
            f"{self.rate:8.0f}/s",
            f"{share(self.times, 0.5):8.1f}",
            f"{share(self.times, 0.99):8.1f}",
            f"{1000 * self.server_cpu / number:10.2f}",
            f"{1000 * self.players_cpu / number:10.2f}",
            f"{100 * self.server_cpu / self.seconds:8.0f} %",
            f"{self.bytes / number / 1000:8.1f} kB",
        ]
        return f"{self.what:56}" + "".join(figures)


HEAD = (
    f"{'':56}{'decisions':>10}{'p50 ms':>8}{'p99 ms':>8}{'CPU ms':>10}{'players':>10}{'CPU':>10}{'JSON':>11}"
)


def share(times: list[float], part: float) -> float:
    """A quantile of the times, in milliseconds."""
    ordered = sorted(times) or [0.0]
    return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def cpu(server: RunningServer) -> float:
    """The CPU time of the server's process in seconds."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(server: RunningServer) -> float:
    """The memory of the server's process in megabytes."""
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def measure(what: str, servers: list[RunningServer], players: list[Players]) -> Result:
    before = sum(map(cpu, servers))
    for player in players:
        player.start()
    try:
        found = [player.figures() for player in players]
    except EOFError:
        ends = [_end_of(server) for server in servers]
        sys.exit("\n".join(["players could not go on (see above)", *ends]))
    used = sum(map(cpu, servers)) - before
    times = [time for figures in found for time in figures.times]
    seconds = max(figures.seconds for figures in found)
    received = sum(figures.received for figures in found)
    return Result(what, len(times), seconds, times, used, sum(figures.cpu for figures in found), received)


def _end_of(server: RunningServer) -> str:
    end = server.process.poll()
    return f"{'the server goes on' if end is None else f'the server has ended with {end}'}; {server.errors()}"


def pace(servers: list[RunningServer], wanted: argparse.Namespace, name: str, apart: bool = False) -> None:
    """Tables where people think."""
    with crowd(servers, wanted, wanted.tables, PACE, apart) as players:
        what = f"{name}: {wanted.tables} tables, a decision every {PACE:g} s"
        print(measure(what, servers, players).line(), flush=True)


def speed(servers: list[RunningServer], wanted: argparse.Namespace, name: str, apart: bool = False) -> Result:
    """As fast as possible."""
    with crowd(servers, wanted, wanted.tables, 0.0, apart) as players:
        result = measure(f"{name}: {wanted.tables} tables, as fast as possible", servers, players)
    print(result.line(), flush=True)
    return result


def weight(server: RunningServer, wanted: argparse.Namespace, name: str) -> None:
    """The memory of tables in the middle of their games."""
    empty = memory(server)
    with crowd([server], wanted, wanted.open, 0.0, already_made=ALREADY_MADE):
        loaded = memory(server)
    left = memory(server)
    print(
        f"{name}: {empty:.0f} MB at first, {loaded:.0f} MB with {wanted.open} tables and their players",
        end="",
    )
    print(
        f" ({1000 * (loaded - empty) / wanted.open:.0f} kB each), {left:.0f} MB after all have left",
        flush=True,
    )


# --- Databases and servers -------------------------------------------------------------------------------


def on_sqlite(folder: Path, wanted: argparse.Namespace) -> None:
    name = "SQLite"
    with running(folder / "pace.db") as servers:
        pace(servers, wanted, name)
        speed(servers, wanted, name)
    with running(folder / "weight.db") as servers:
        weight(servers[0], wanted, name)


def on_postgresql(folder: Path, wanted: argparse.Namespace) -> None:
    """With one server process and with two, with players of a table at the same one or not."""
    from tests.helpers.postgres import database, missing

    if problem := missing():
        print(problem)
        return
    with database() as url:
        with running(folder / "one.db", url) as servers:
            pace(servers, wanted, "PostgreSQL")
            one = speed(servers, wanted, "PostgreSQL")
        with running(folder / "two.db", url, 2) as servers:
            two = speed(servers, wanted, "two processes")
            pace(servers, wanted, "two processes, players apart", apart=True)
            apart = speed(servers, wanted, "two processes, players apart", apart=True)
    ratios = f"{two.rate / one.rate:.2f} times as many decisions a second, {apart.rate / one.rate:.2f} apart"
    print(f"two processes against one: {ratios}")


@contextmanager
def running(database: Path, url: str = "", number: int = 1) -> Iterator[list[RunningServer]]:
    arguments = ["--database-url", url] if url else []
    servers = [RunningServer(database.with_stem(f"{database.stem}{i}"), *arguments) for i in range(number)]
    try:
        yield servers
    finally:
        for server in servers:
            server.stop()


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a short run: 20 tables, 2 seconds each")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each measurement takes")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--open", type=int, default=1000, help="tables of the measurement of memory")
    parser.add_argument("--players", type=int, default=1, help="processes of players")
    parser.add_argument("--postgresql", action="store_true", help="on PostgreSQL, too")
    parser.add_argument(
        "--uncompressed", dest="compressed", action="store_false", help="do not compress frames"
    )
    parser.add_argument("--no-keys", dest="invites", action="store_false", help="tables that are open to all")
    wanted = parser.parse_args()
    if wanted.quick:
        wanted.seconds, wanted.tables, wanted.open = 2.0, 20, 50
    return wanted


def main() -> None:
    wanted = read_arguments()
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n{HEAD}")
    with tempfile.TemporaryDirectory() as folder:
        on_sqlite(Path(folder), wanted)
        if wanted.postgresql:
            on_postgresql(Path(folder), wanted)


if __name__ == "__main__":
    main()
