"""How quickly the server starts and answers, through real WebSockets, in every game.

    .venv/bin/python benchmarks/server.py

Elapsed time depends on the load of the machine, so the best of some runs is printed, with the server's CPU
time for each message. A decision is written to the disk before it is announced: the time of that alone is
measured, too (fsync).
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.helpers.random_games import VERSIONS
from tests.helpers.server.running import Page, RunningServer, serving

from gipfel.server.contract.shared import Json

DECISIONS = 60
RUNS = 3
STARTS = 5
SYNCS = 200
TICKS = os.sysconf("SC_CLK_TCK")
IMPORTS = """
import time; begin = time.process_time()
import gipfel.server.run
print(time.process_time() - begin)
"""


class Stopwatch(Page):
    """A page that measures times."""

    times: dict[str, list[float]]

    def ask(self, kind: str, **rest: object) -> Json:
        begin = time.perf_counter()
        answer = super().ask(kind, **rest)
        self.__dict__.setdefault("times", {}).setdefault(kind, []).append(time.perf_counter() - begin)
        return answer


def start(folder: Path) -> tuple[float, float]:
    """Seconds until a new server answers: wall-clock time, and its CPU time."""
    begin = time.perf_counter()
    server = RunningServer(folder / "tables.db")
    server.client.get("/")
    wall = time.perf_counter() - begin
    used = cpu(server)
    server.stop()
    return wall, used


def cpu(server: RunningServer) -> float:
    """The CPU time of the server's process in seconds."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def share(times: list[float], part: float) -> float:
    """A quantile of the times, in milliseconds."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def measure(server: RunningServer, name: str, version: str) -> str:
    """Play some random games; the best numbers as a line."""
    runs = [run(server, name, version) for _ in range(RUNS)]
    best = [min(figures) for figures in zip(*runs, strict=True)]
    return f"{name + ' ' + version:20} {''.join(f'{figure:9.1f}' for figure in best)}"


def run(server: RunningServer, name: str, version: str) -> list[float]:
    """Play a random game: median and p99 of pointing and deciding, and the CPU time."""
    before = cpu(server)
    with server.page(server.new(game=name, version=version, seed=1), kind=Stopwatch) as page:
        page.play_at_random(Random(1), DECISIONS)
    times: dict[str, list[float]] = page.__dict__["times"]
    asked = sum(map(len, times.values()))
    shares = [share(times[kind], part) for kind in ("point", "decide") for part in (0.5, 0.99)]
    return [*shares, 1000 * (cpu(server) - before) / asked]


def syncs(folder: Path) -> list[float]:
    """Seconds that the disk takes to store a few bytes."""
    times = []
    with (folder / "sync").open("wb", buffering=0) as file:
        for _ in range(SYNCS):
            file.write(bytes(4096))
            begin = time.perf_counter()
            os.fsync(file.fileno())
            times.append(time.perf_counter() - begin)
    return times


def main() -> None:
    """Print every number with its name."""
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        starts = [start(Path(folder)) for _ in range(STARTS)]
        wall, used = (min(figures) for figures in zip(*starts, strict=True))
        print(f"start until it answers: {wall:.2f} s, CPU {used:.2f} s")
        done = subprocess.run([sys.executable, "-c", IMPORTS], capture_output=True, text=True, check=True)
        print(f"of which imports: CPU {float(done.stdout):.2f} s")
        times = syncs(Path(folder))
        print(f"fsync alone: p50 {share(times, 0.5):.1f} ms, p99 {share(times, 0.99):.1f} ms")
        print(f"{'in ms':20}  point p50      p99   decide p50   p99   CPU/message")
        with serving(Path(folder) / "tables.db") as server:
            for name, version in VERSIONS:
                print(measure(server, name, version), flush=True)


if __name__ == "__main__":
    main()
