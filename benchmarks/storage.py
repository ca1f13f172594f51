"""How many events a second can be stored while a number of tables write at the same time.

    .venv/bin/python benchmarks/storage.py [--seconds 3] [--postgresql]

Events are committed before clients are told about them. `one by one` makes a commit for each event;
`together` is what the server does: events that arrive during a commit are written with the next one. For
PostgreSQL a private server is started, as for the tests.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.helpers import postgres

from gipfel.games.core.side import Side
from gipfel.server.tables import async_store
from gipfel.server.tables.async_store import AsyncStore
from gipfel.table.clock import real_now
from gipfel.table.events import Renamed
from gipfel.table.seats import read_seats
from gipfel.table.setup import new_setup
from gipfel.table.storage.store import Store, sqlite_url
from gipfel.table.table import Table

TABLES = (1, 20, 200)


class Method(NamedTuple):
    """How events are written: connections, and events in one commit."""

    connections: int
    most_at_once: int


METHODS = {"one by one": Method(1, 1), "together": Method(1, 200)}
MORE_METHODS = {
    "4 connections, one by one": Method(4, 1),
    "8 connections, one by one": Method(8, 1),
    "2 connections, together": Method(2, 200),
}


@contextmanager
def database(kind: str) -> Iterator[Store]:
    if kind == "PostgreSQL":
        with postgres.database() as url:
            store = Store(url)
            yield store
            store.close()
    else:
        with tempfile.TemporaryDirectory() as folder:
            store = Store(sqlite_url(Path(folder) / "tables.db"))
            yield store
            store.close()


async def keep_writing(
    store: AsyncStore, table_id: str, table: Table, until: float, times: list[float]
) -> None:
    """One table at which events happen as quickly as they can be stored."""
    while (begin := time.perf_counter()) < until:
        number, at = table.event_count, real_now()
        event = Renamed(Side.WHITE, f"Ada {number}")
        table.apply(event, at)
        await store.add(table_id, number, [event], table, at)
        times.append(time.perf_counter() - begin)


async def measure(store: Store, tables: int, method: Method, seconds: float) -> list[float]:
    """The time of each event."""
    async_store.MOST_AT_ONCE = method.most_at_once
    writer = AsyncStore(store, savers=method.connections)
    setup = new_setup("gipf", None, {}, read_seats(None))
    made = [await writer.create(setup, []) for _ in range(tables)]
    times: list[float] = []
    until = time.perf_counter() + seconds
    await asyncio.gather(*(keep_writing(writer, table_id, table, until, times) for table_id, table in made))
    return times


def line(kind: str, name: str, tables: int, times: list[float], seconds: float) -> str:
    ordered = sorted(times)
    middle, late = (1000 * ordered[int(len(ordered) * part)] for part in (0.5, 0.99))
    return f"{kind:11} {name:27} {tables:6} {len(times) / seconds:9.0f} {middle:8.1f} {late:8.1f}"


def main() -> None:
    """Print a line for each method and number of tables."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--seconds", type=float, default=3.0)
    reader.add_argument("--postgresql", action="store_true", help="also a private PostgreSQL")
    asked = reader.parse_args()
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"{'':11} {'':27} {'tables':>6} {'a second':>9} {'p50 ms':>8} {'p99 ms':>8}")
    for kind in ("SQLite", "PostgreSQL") if asked.postgresql else ("SQLite",):
        methods = {**METHODS, **MORE_METHODS} if kind == "PostgreSQL" else METHODS
        for name, method in methods.items():
            for tables in TABLES:
                with database(kind) as store:
                    times = asyncio.run(measure(store, tables, method, asked.seconds))
                print(line(kind, name, tables, times, asked.seconds), flush=True)
    postgres.stop()


if __name__ == "__main__":
    main()
