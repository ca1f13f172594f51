"""What it takes to serve many busy tables: predicted by a simulation from times that are measured here.

    .venv/bin/python -m benchmarks.scaling                    about eight minutes
    .venv/bin/python -m benchmarks.scaling --quick            about a minute, for a look
    .venv/bin/python -m benchmarks.scaling --write            puts the tables into docs/scaling.md

Real servers are measured first: with one table as fast as possible, which waits for nobody, with many, and
with an engine. From these times `benchmarks/queueing.py` predicts how long decisions take. The predictions
are compared with real runs of the sizes that fit on this machine, and made for sizes that do not.
"""

import argparse
import os
import tempfile
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from statistics import median

import psycopg
from benchmarks.document import DOCS, table, write_figures
from benchmarks.queueing import Costs, Load, Prediction, ServiceTimes, Simulation, Size, size_for
from benchmarks.tables import ALREADY_MADE, HEAD, PACE, WARM_UP, Result, cpu, cpu_of, measure, memory, ours
from tests.helpers import postgres
from tests.helpers.server.bystanders import Opponent
from tests.helpers.server.crowd import Plan, crowd
from tests.helpers.server.proxied import HOSTED
from tests.helpers.server.running import ServerProcess, serving

DOCUMENT = DOCS / "scaling.md"
SIZES = (1_000, 10_000, 100_000)
CHECKED = (50, 100, 200)
MANY = 50
"""Tables that keep a process busy."""
DECISIONS = 20_000
"""Decisions of a simulation."""
PROCESSES_OF_A_DATABASE, CORES_OF_A_DATABASE = 8, 8
ENGINES = 0.25
"""The share of decisions that engines make: one of the two sides at half of the tables."""
REPLIES = 15


@dataclass(frozen=True)
class Measured:
    """The times of one kind of database."""

    name: str
    service: ServiceTimes
    checks: list[tuple[Load, Result]]
    """Real runs to compare predictions with."""


# --- Measuring ------------------------------------------------------------------------------------------


def run(what: str, servers: list[ServerProcess], tables: int, pace: float, seconds: float) -> Result:
    """Let players play at some tables of a server."""
    with crowd(Plan(tuple((server.name,) for server in servers), tables, pace)) as players:
        players.sit()
        return measure(f"{what}: {tables} tables", servers, players, seconds)


def measured_on(name: str, folder: Path, wanted: argparse.Namespace, url: str = "") -> Measured:
    with ours(folder, url) as servers:
        alone = run(f"{name}, as fast as possible", servers, 1, 0.0, wanted.seconds)
        many, used, heard = busy_run(name, servers, folder, wanted, url)
        service = service_times(alone, many, used, heard)
        checks = []
        for tables in wanted.checked:
            load = Load(tables, PACE)
            what = f"{name}, a decision every {PACE:g} s"
            checks.append((load, run(what, servers, tables, PACE, wanted.seconds)))
        load = Load(wanted.checked[-1], 0.0)
        checks.append((load, run(f"{name}, as fast as possible", servers, load.tables, 0.0, wanted.seconds)))
    return Measured(name, service, checks)


def busy_run(
    name: str, servers: list[ServerProcess], folder: Path, wanted: argparse.Namespace, url: str
) -> tuple[Result, float, float]:
    """Many tables; for a decision, the CPU of PostgreSQL and of a process that only hears of it."""
    what = f"{name}, as fast as possible"
    if not url:
        return run(what, servers, MANY, 0.0, wanted.seconds), 0.0, 0.0
    with ours(folder, url) as others:
        before = cpu_of_database(url), cpu(others[0])
        result = run(what, servers, MANY, 0.0, wanted.seconds)
        used, heard = cpu_of_database(url) - before[0], cpu(others[0]) - before[1]
    decisions = (1 + WARM_UP) * result.decisions
    return result, used / decisions, heard / decisions


def service_times(alone: Result, many: Result, database: float, notice: float) -> ServiceTimes:
    """The times of single steps. Alone, each decision has a commit of its own; of many, some share one."""
    each, first = many.cost / 1000, alone.cost / 1000
    players = alone.players_cpu / alone.decisions
    times = [time for figures in alone.figures for time in figures.times]
    return ServiceTimes(
        loop=each,
        loop_per_commit=max(0.0, first - each),
        commits=[max(0.0, time - first - players - database) for time in times],
        database=database,
        notice=notice,
        players=players,
    )


def cpu_of_database(url: str) -> float:
    """Seconds of CPU that the processes of a PostgreSQL server have used; 0 without one."""
    if not url:
        return 0.0
    with psycopg.connect(url) as connection:
        rows = connection.execute("select pid from pg_stat_activity").fetchall()
    return sum(cpu_of(pid) for (pid,) in rows)


def memory_of_a_table(folder: Path, tables: int) -> float:
    """Bytes of the server for a table in the middle of its game, with two players."""
    with ours(folder) as servers:
        empty = memory(servers[0])
        with crowd(Plan(((servers[0].name,),), tables, already_made=ALREADY_MADE)) as players:
            players.sit()
            return 1e6 * (memory(servers[0]) - empty) / tables


def thinking(folder: Path, replies: int) -> float:
    """Seconds of a reply of level 3."""
    with serving(folder / "engine.db", *HOSTED) as server:
        opponent = Opponent(server)
        opponent.play(lambda: len(opponent.times) >= 3)  # the engine is compiled
        opponent.times.clear()
        opponent.play(lambda: len(opponent.times) >= replies)
        return median(opponent.times)


# --- Predicting -----------------------------------------------------------------------------------------


def predicted(service: ServiceTimes, load: Load) -> Prediction:
    return Simulation(service, load).run(DECISIONS)


def predicted_at(size: Size, service: ServiceTimes) -> Prediction:
    """The times at one of the databases, with its share of the tables and processes."""
    processes = ceil(size.processes / size.databases)
    load = Load(round(size.tables * processes / size.processes), PACE, processes, CORES_OF_A_DATABASE)
    return predicted(replace(service, players=0.0), load)


# --- Tables for the document ----------------------------------------------------------------------------


def service_table(kinds: list[Measured], costs: Costs) -> str:
    rows = [
        [
            kind.name,
            f"{1000 * kind.service.loop:.2f}",
            f"{1000 * kind.service.loop_per_commit:.2f}",
            f"{1000 * median(kind.service.commits):.1f}",
            f"{1000 * kind.service.database:.2f}" if kind.service.database else "",
            f"{1000 * kind.service.notice:.3f}" if kind.service.database else "",
        ]
        for kind in kinds
    ]
    head = ["milliseconds", "a decision", "a commit", "waiting for a commit, median"]
    head += ["database, a decision", "other processes, a decision"]
    more = table(
        ["a busy table", ""],
        [
            ["memory, with two players", f"{costs.memory / 1000:.0f} kB"],
            ["to each player for a decision", f"{costs.sent / 1000:.1f} kB"],
            ["level 3 thinks", f"{1000 * costs.thinking:.0f} ms"],
        ],
    )
    return f"{table(head, rows)}\n{more}"


def check_table(kinds: list[Measured]) -> str:
    rows = []
    for kind in kinds:
        for load, real in kind.checks:
            guess = predicted(kind.service, load)
            pace = f"every {load.pace:g} s" if load.pace else "as fast as possible"
            cells = [
                f"{guess.rate:.0f} / {real.rate:.0f}",
                *(f"{guess.quantile(part):.0f} / {real.quantile(part):.0f}" for part in (0.5, 0.99)),
            ]
            rows.append([kind.name, str(load.tables), pace, *cells])
    head = ["predicted / measured", "tables", "a decision", "decisions a second", "p50 ms", "p99 ms"]
    return table(head, rows)


def size_table(kind: Measured, costs: Costs) -> str:
    rows = []
    for tables in SIZES:
        size = size_for(tables, PACE, kind.service, costs, ENGINES, PROCESSES_OF_A_DATABASE)
        guess = predicted_at(size, kind.service)
        rows.append(
            [
                f"{tables:,}",
                f"{size.rate:,.0f}",
                f"{size.processes}",
                f"{size.databases} ({ceil(size.database_cores)})",
                f"{size.engine_cores:.0f}",
                f"{size.cores}",
                f"{size.gigabytes:.1f} GB",
                f"{size.megabits:,.0f} Mbit/s",
                f"{guess.quantile(0.5):.0f} / {guess.quantile(0.99):.0f} ms",
            ]
        )
    head = ["busy tables", "decisions a second", "processes", f"{kind.name} (cores)", "cores of engines"]
    return table([*head, "all cores", "memory", "to players", "p50 / p99"], rows)


def report(kinds: list[Measured], costs: Costs) -> str:
    parts = [
        f"Measured on {os.cpu_count()} cores; the load of the machine was {os.getloadavg()[0]:.1f}.\n",
        service_table(kinds, costs),
        check_table(kinds),
        size_table(kinds[-1], costs),
    ]
    return "\n".join(parts)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a short run")
    parser.add_argument("--write", action="store_true", help=f"put the tables into {DOCUMENT.name}")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each measurement takes")
    wanted = parser.parse_args()
    wanted.checked, wanted.open = CHECKED, 500
    if wanted.quick:
        wanted.seconds, wanted.checked, wanted.open = 3.0, (10, 20), 50
    return wanted


def main() -> None:
    wanted = read_arguments()
    print(HEAD)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        kinds = [measured_on("SQLite", folder, wanted)]
        if problem := postgres.missing():
            print(problem)
        else:
            with postgres.database() as url:
                kinds.append(measured_on("PostgreSQL", folder, wanted, url))
        sent = kinds[0].checks[-1][1].bytes
        costs = Costs(memory_of_a_table(folder, wanted.open), sent, thinking(folder, REPLIES))
    text = report(kinds, costs)
    print(f"\n{text}")
    if wanted.write:
        write_figures(DOCUMENT, text)


if __name__ == "__main__":
    main()
