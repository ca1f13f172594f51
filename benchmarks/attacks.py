"""What others notice of a client that attacks the server: their waiting time, beside that of an idle server.

    .venv/bin/python -m benchmarks.attacks

A hosted server runs in a process of its own. One address attacks it, another one asks for a position again
and again. The table shows how long the second one waits, and how the memory of the server has grown. In the
last rows one address watches games between engines, and another one plays against level 3: the table shows
how long the replies of level 3 take. `--engines` shows only these rows.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep

from rich.console import Console
from rich.table import Table
from tests.helpers.server.attacks import ENGINE_DELAY, LIMITS, Attacker, AttackerProcess, watched_engines
from tests.helpers.server.bystanders import ADDRESS, Opponent, peak_memory, waiting_times
from tests.helpers.server.proxied import HOSTED, ProxiedClient
from tests.helpers.server.running import serving

QUIET = 3.0
"""Seconds for which the idle server is measured."""


def nothing(attacker: Attacker) -> None:
    """The control."""
    sleep(QUIET)  # the idle server is measured meanwhile


def waiting_table() -> Table:
    table = Table(
        "attack",
        "visits",
        "median wait ms",
        "99 % ms",
        "longest ms",
        "must ms",
        "memory + MB",
        "must MB",
        "answers to the attacker",
    )
    for attack in (nothing, *LIMITS):
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "tables.db", *HOSTED) as server:
            table_id = ProxiedClient(server, ADDRESS).new(game="gipf")["id"]
            attacker, before = AttackerProcess(server, table_id, attack), peak_memory(server)
            with waiting_times(server, table_id) as times:
                counted = attacker.attack()
            attacker.end()
            grown = f"{peak_memory(server) - before:.0f}"
        answers = ", ".join(f"{number} × {answer}" for answer, number in sorted(counted.items()))
        limit = LIMITS.get(attack)
        wait, most = ("", "") if limit is None else (f"{1000 * limit.wait:.0f}", f"{limit.megabytes:.0f}")
        table.add_row(name_of(attack), str(len(times)), *summary(times), wait, grown, most, answers)
    return table


def reply_table() -> Table:
    table = Table("engines", "replies", "median ms", "99 % ms", "longest ms", "must ms")
    for attack in (nothing, watched_engines):
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "tables.db", *HOSTED) as server:
            attacker = AttackerProcess(server, "", attack)
            times = Opponent(server).play_while(attacker.attack)
            attacker.end()
        must = f"think time + {1000 * ENGINE_DELAY:.0f}"
        table.add_row(name_of(attack), str(len(times)), *summary(times), must)
    return table


def name_of(attack: Callable[..., None]) -> str:
    return attack.__name__.replace("_", " ")


def summary(times: list[float]) -> Iterator[str]:
    """The median, the time that 99 % are below, and the longest one, in milliseconds."""
    times = sorted(1000 * waited for waited in times)
    return (f"{time:.1f}" for time in (times[len(times) // 2], times[int(len(times) * 0.99)], times[-1]))


def main() -> None:
    if "--engines" not in sys.argv[1:]:
        Console().print(waiting_table())
    Console().print(reply_table())


if __name__ == "__main__":
    main()
