"""How many tables for two a server can handle: decisions a second, CPU and bytes for each, latency, memory.

    .venv/bin/python -m benchmarks.tables                   everything, about ten minutes
    .venv/bin/python -m benchmarks.tables speed pace        of speed, flat, seats, pace, postgresql these two
    .venv/bin/python -m benchmarks.tables --quick           everything in small, about a minute
    .venv/bin/python -m benchmarks.tables --write           puts the figures into docs/reports/speed.md

Real servers, real WebSockets, both players of every table connected; the players are processes of their own.
In the same run, in turn, they also play at a bare server, which stores decisions as durably as ours and does
nothing else (`benchmarks/bare_server.py`). Against it players use the libraries that most programs use, and
limit it; where players take CPU from the servers, they use sockets that cost little, and one line shows the
bare server with such players. The cost of a decision is that of the first decisions at new tables, with
everybody seated; the lines of game after game contain the sitting down, once every 34 decisions. Players and
servers share the machine, so the CPU time of both is printed. Bytes are what a player receives over TCP for a
decision after which the game goes on: frames with their headers, compressed if they are. The table at the end
compares what was measured with what a server must reach.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean, median

from benchmarks.document import DOCS, table, write_figures
from tests.helpers.server.crowd import SHORTEST_GAME, Crowd, Figures, Plan, PlayersLost, crowd
from tests.helpers.server.running import RunningServer, ServerProcess

PACE = 2.0
"""Seconds between the decisions at a table where people think."""
ALREADY_MADE = 30
"""Decisions that have been made at tables whose memory is measured."""
LONGEST = 600.0
"""Seconds after which a measurement ends at the latest."""
TURNS = 3
"""How often servers with few and with many tables are compared in each round."""
WARM_UP = 0.15
"""The part of a measurement's time for which players play before it."""
TICKS = os.sysconf("SC_CLK_TCK")


# --- Servers ---------------------------------------------------------------------------------------------


class BareServer(ServerProcess):
    """The bare server in a process of its own."""

    def __init__(self, database: Path) -> None:
        command = [sys.executable, "-m", "benchmarks.bare_server", str(database)]
        super().__init__(command, database.with_suffix(".log"))


@contextmanager
def bare(folder: Path) -> Iterator[list[ServerProcess]]:
    """The bare server, with an empty database."""
    with stopped_at_the_end(BareServer(Path(tempfile.mkdtemp(dir=folder)) / "bare.db")) as servers:
        yield servers


@contextmanager
def ours(folder: Path, url: str = "", number: int = 1) -> Iterator[list[ServerProcess]]:
    """Our server, with an empty database of its own, or some with the same PostgreSQL."""
    arguments = ["--database-url", url] if url else []
    place = Path(tempfile.mkdtemp(dir=folder))
    servers = [RunningServer(place / f"ours{i}.db", *arguments) for i in range(number)]
    with stopped_at_the_end(*servers):
        yield [*servers]


@contextmanager
def stopped_at_the_end(*servers: ServerProcess) -> Iterator[list[ServerProcess]]:
    try:
        yield [*servers]
    finally:
        for server in servers:
            print(server.stop(), end="")


def cpu(server: ServerProcess) -> float:
    """The CPU time of the server's process in seconds."""
    return cpu_of(server.process.pid)


def cpu_of(pid: int) -> float:
    """The CPU time of a process in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(server: ServerProcess) -> float:
    """The memory of the server's process in megabytes."""
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


# --- Measuring -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Result:
    """A line of the output."""

    what: str
    figures: Sequence[Figures]
    """Of each process of players."""
    server_cpu: float
    """Seconds."""

    @property
    def decisions(self) -> int:
        return sum(len(figures.times) for figures in self.figures)

    @property
    def seconds(self) -> float:
        return max(figures.seconds for figures in self.figures)

    @property
    def rate(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds

    @property
    def cost(self) -> float:
        """Milliseconds of the servers' CPU for a decision."""
        return 1000 * self.server_cpu / max(1, self.decisions)

    @property
    def players_cpu(self) -> float:
        return sum(figures.cpu for figures in self.figures)

    @property
    def bytes(self) -> float:
        """Bytes to a player for an ordinary decision."""
        ordinary = sum(figures.ordinary for figures in self.figures)
        return sum(figures.received for figures in self.figures) / max(1, ordinary) / 2

    def quantile(self, part: float) -> float:
        """A quantile of the waiting times, in milliseconds."""
        return quantile([time for figures in self.figures for time in figures.times], part)

    def cells(self) -> tuple[str, ...]:
        """The figures, in the order of COLUMNS."""
        return (
            f"{self.rate:.0f}/s",
            f"{self.quantile(0.5):.1f}",
            f"{self.quantile(0.99):.1f}",
            f"{self.cost:.2f}",
            f"{100 * self.server_cpu / self.seconds:.0f} %",
            f"{1000 * self.players_cpu / max(1, self.decisions):.2f}",
            f"{100 * self.players_cpu / self.seconds:.0f} %",
            f"{self.bytes:.0f}",
        )

    def line(self) -> str:
        return f"{self.what:52}" + "".join(f"{cell:>11}" for cell in self.cells())


COLUMNS = ("decisions", "p50 ms", "p99 ms", "server ms", "CPU", "players ms", "CPU", "bytes")
RESULTS: list["Result"] = []
"""All results so far."""
HEAD = f"{'':52}" + "".join(f"{name:>11}" for name in COLUMNS)


def quantile(times: list[float], part: float) -> float:
    """A quantile of times in seconds, in milliseconds."""
    ordered = sorted(times) or [0.0]
    return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def measure(what: str, servers: list[ServerProcess], players: Crowd, seconds: float) -> Result:
    """Let players play game after game; the figures are printed, too."""
    players.play(WARM_UP * seconds)
    return _measured(what, servers, lambda: players.play(seconds))


def measure_first_decisions(what: str, servers: list[ServerProcess], players: Crowd) -> Result:
    """Let players who have just sat down decide some times: nobody sits down meanwhile."""
    most = SHORTEST_GAME - 1
    what = f"{what}, the first {most} decisions at each"
    return _measured(what, servers, lambda: players.play(LONGEST, most))


def _measured(what: str, servers: list[ServerProcess], play: Callable[[], list[Figures]]) -> Result:
    before = sum(map(cpu, servers))
    figures = play()
    result = Result(what, figures, sum(map(cpu, servers)) - before)
    print(result.line(), flush=True)
    RESULTS.append(result)
    return result


@dataclass(frozen=True)
class Must:
    """What a server must reach, and what was measured."""

    what: str
    asked: str
    measured: str
    reached: bool


@dataclass(frozen=True)
class Setting:
    """What the measurements have in common."""

    folder: Path
    wanted: argparse.Namespace
    lean: bool = False
    """Do players use sockets that cost little?"""

    def plan(self, servers: list[ServerProcess], pace: float = 0.0, apart: bool = False) -> Plan:
        """Players at the usual number of tables; `apart`: the two of a table at different servers."""
        return self.plan_of(servers, self.wanted.tables, pace, apart)

    def plan_of(
        self, servers: list[ServerProcess], tables: int, pace: float = 0.0, apart: bool = False
    ) -> Plan:
        names = [server.name for server in servers]
        places = (
            tuple(zip(names, names[1:] + names[:1], strict=True)) if apart else tuple((n,) for n in names)
        )
        return Plan(
            places,
            tables,
            pace,
            invites=self.wanted.invites,
            compressed=self.wanted.compressed,
            lean=self.lean,
        )

    def play_first(self, what: str, servers: list[ServerProcess], plan: Plan) -> Result:
        """Let players sit down, and make their first decisions."""
        with crowd(plan, self.wanted.players) as players:
            players.sit()
            return measure_first_decisions(f"{what}: {plan.tables} tables", servers, players)

    def play(self, what: str, servers: list[ServerProcess], plan: Plan) -> Result:
        """Let players sit down, play and leave."""
        with crowd(plan, self.wanted.players) as players:
            players.sit()
            return measure(f"{what}: {plan.tables} tables", servers, players, self.wanted.seconds)


# --- The measurements ------------------------------------------------------------------------------------


def speed(setting: Setting) -> list[Must]:
    """As fast as possible on SQLite, the bare server and ours in turn."""
    yardsticks, results, first = [], [], []
    lean = replace(setting, lean=True)
    for _ in range(setting.wanted.rounds):
        with bare(setting.folder) as servers:
            yardsticks.append(
                setting.play("bare server, as fast as possible", servers, setting.plan(servers))
            )
        with ours(setting.folder) as servers:
            results.append(setting.play("ours, as fast as possible", servers, setting.plan(servers)))
            first.append(lean.play_first("ours, as fast as possible", servers, lean.plan(servers)))
    with bare(setting.folder) as servers:
        lean.play("bare server, players that cost little", servers, lean.plan(servers))
    cost, size = mean(result.cost for result in first), mean(result.bytes for result in results)
    with_seats = mean(result.cost for result in results)
    ratio = sum(result.rate for result in results) / sum(result.rate for result in yardsticks)
    bare_cost = mean(result.cost for result in yardsticks)
    tables = setting.wanted.tables
    return [
        Must(
            f"CPU of a decision, {tables} tables",
            "≤ 0.8 ms",
            f"{cost:.2f} ms ({with_seats:.2f} with sitting down; bare {bare_cost:.2f})",
            cost <= 0.8,
        ),
        Must("decisions a second against the bare server", "≥ 0.35 ×", f"{ratio:.2f} ×", ratio >= 0.35),
        Must("to a player for an ordinary decision", "≤ 2000 bytes", f"{size:.0f} bytes", size <= 2000),
    ]


def flat(setting: Setting) -> list[Must]:
    """The cost of a decision while other tables are in memory, with their players connected.

    The servers with few and with many tables are measured in turn, in changing order and many times, and the
    results of a turn are compared, as the machine is not always equally fast.
    """
    setting = replace(setting, lean=True)
    busy = setting.wanted.tables
    sizes = [size for size in (busy, setting.wanted.open // 2, setting.wanted.open) if size >= busy]
    results: dict[int, list[Result]] = {size: [] for size in sizes}
    with ExitStack() as stack:
        servers_of = {size: stack.enter_context(ours(setting.folder)) for size in sizes}
        for size, servers in servers_of.items():
            setting.play("ours, before it is measured", servers, setting.plan(servers))
            if size > busy:
                stack.enter_context(crowd(setting.plan_of(servers, size - busy))).sit()
        for turn in range(TURNS * setting.wanted.rounds):
            for size in rotated(sizes, turn):
                servers, what = servers_of[size], f"ours, busy ones of {size} tables"
                results[size].append(setting.play_first(what, servers, setting.plan(servers)))
    costs = [median(result.cost for result in found) for found in results.values()]
    few = [result.cost for result in results[busy]]
    ratios = (
        median(result.cost / least for result, least in zip(found, few, strict=True))
        for found in results.values()
    )
    change = max((ratio - 1 for ratio in ratios), key=abs)
    measured = f"{', '.join(f'{cost:.2f}' for cost in costs)} ms"
    what = f"CPU of a decision with {', '.join(map(str, sizes))} tables in memory"
    return [Must(what, "± 15 %", f"{measured} ({change:+.0%})", abs(change) <= 0.15)]


def rotated(sizes: list[int], turn: int) -> list[int]:
    """The same in another order, in each turn."""
    first = turn % len(sizes)
    return [*sizes[first:], *sizes[:first]]


def seats(setting: Setting) -> list[Must]:
    """Seating many tables of two players in the middle of their games, and their memory."""
    number = setting.wanted.open
    with ours(setting.folder) as servers:
        empty, used = memory(servers[0]), cpu(servers[0])
        plan = replace(setting.plan_of(servers, number), already_made=ALREADY_MADE)
        with crowd(plan, setting.wanted.players) as players:
            seconds = players.sit()
            full = memory(servers[0])
            used = cpu(servers[0]) - used
        left = memory(servers[0])
    each = 1000 * (full - empty) / number
    print(
        f"ours: {number} tables seated in {seconds:.1f} s, {used:.1f} s of CPU; {empty:.0f} MB at first,",
        end=" ",
    )
    print(f"{full:.0f} MB with all of them, {left:.0f} MB after all have left", flush=True)
    return [
        Must(f"{number} tables of two players seated", "< 60 s", f"{seconds:.1f} s", seconds < 60),
        Must("memory of a table with two players", "≤ 100 kB", f"{each:.0f} kB", each <= 100),
    ]


def pace(setting: Setting) -> list[Must]:
    """Tables where people think."""
    what = f"a decision every {PACE:g} s"
    with bare(setting.folder) as servers:
        setting.play(f"bare server, {what}", servers, setting.plan(servers, PACE))
    with ours(setting.folder) as servers:
        result = setting.play(f"ours, {what}", servers, setting.plan(servers, PACE))
    median, slow = result.quantile(0.5), result.quantile(0.99)
    measured = f"{slow:.1f} ms (p50 {median:.1f})"
    return [Must(f"{setting.wanted.tables} tables, {what}: p99", "< 30 ms", measured, slow < 30)]


def postgresql(setting: Setting) -> list[Must]:
    """Two processes against one, with the players of a table at the same one or at different ones."""
    from tests.helpers.postgres import database, missing

    if problem := missing():
        print(problem)
        return []
    setting = replace(setting, lean=True)  # players and database share two cores with two servers
    one, two, apart = 0.0, 0.0, 0.0
    with database() as url:
        for _ in range(setting.wanted.rounds):
            with ours(setting.folder, url) as servers:
                one += setting.play("PostgreSQL, one process", servers, setting.plan(servers)).rate
            with ours(setting.folder, url, 2) as servers:
                two += setting.play("PostgreSQL, two processes", servers, setting.plan(servers)).rate
                divided = setting.plan(servers, apart=True)
                apart += setting.play("PostgreSQL, two, players apart", servers, divided).rate
    together, divided_ratio = two / one, apart / one
    return [
        Must("two processes against one on PostgreSQL", "≥ 1.4 ×", f"{together:.2f} ×", together >= 1.4),
        Must("the same with players apart", "≥ 1.1 ×", f"{divided_ratio:.2f} ×", divided_ratio >= 1.1),
    ]


MEASUREMENTS: dict[str, Callable[[Setting], list[Must]]] = {
    "speed": speed,
    "flat": flat,
    "seats": seats,
    "pace": pace,
    "postgresql": postgresql,
}


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", nargs="*", help=f"some of: {', '.join(MEASUREMENTS)}; all of them by default")
    parser.add_argument("--quick", action="store_true", help="a short run: 20 tables, 2 seconds each")
    parser.add_argument("--write", action="store_true", help="put the figures into docs/reports/speed.md")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each measurement takes")
    parser.add_argument("--rounds", type=int, default=3, help="how often the two servers are compared")
    parser.add_argument("--tables", type=int, default=200, help="tables that are played at")
    parser.add_argument("--open", type=int, default=2000, help="tables in memory")
    parser.add_argument("--players", type=int, default=1, help="processes of players")
    parser.add_argument(
        "--uncompressed", dest="compressed", action="store_false", help="do not compress frames"
    )
    parser.add_argument("--no-keys", dest="invites", action="store_false", help="tables that are open to all")
    wanted = parser.parse_args()
    if unknown := {*wanted.what} - {*MEASUREMENTS}:
        parser.error(f"there is no measurement {', '.join(sorted(unknown))}")
    if wanted.quick:
        wanted.seconds, wanted.rounds, wanted.tables, wanted.open = 2.0, 1, 20, 80
    return wanted


def table_of(musts: list[Must]) -> str:
    """What must be reached, what was measured, and whether it is."""
    lines = [f"{'must':56}{'':16}{'measured':32}reached"]
    for must in musts:
        lines.append(f"{must.what:56}{must.asked:16}{must.measured:32}{'yes' if must.reached else 'NO'}")
    return "\n".join(lines)


def report(musts: list[Must]) -> str:
    """What was measured, for the document."""
    reached = [[must.what, must.asked, must.measured, "yes" if must.reached else "no"] for must in musts]
    results = [[result.what, *result.cells()] for result in RESULTS]
    first = f"On {os.cpu_count()} cores, at a load of the machine of {os.getloadavg()[0]:.1f} at the end:\n"
    tables = table(["", "must", "measured", "reached"], reached), table(["", *COLUMNS], results)
    return "\n".join([first, *tables])


def main() -> None:
    wanted = read_arguments()
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n{HEAD}")
    musts = []
    with tempfile.TemporaryDirectory() as folder:
        for name in wanted.what or MEASUREMENTS:
            try:
                musts += MEASUREMENTS[name](Setting(Path(folder), wanted))
            except PlayersLost as problem:
                musts.append(Must(name, "a measurement", str(problem), reached=False))
    print(f"\n{table_of(musts)}\nload of the machine: {os.getloadavg()[0]:.1f}")
    if wanted.write:
        write_figures(DOCS / "reports" / "speed.md", report(musts))


if __name__ == "__main__":
    main()
