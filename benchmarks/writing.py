"""How many events a second can be stored while a number of tables write at the same time.

    .venv/bin/python benchmarks/writing.py [--seconds 3] [--postgresql]

Everything that happens is on the disk before anybody is told. `one by one` commits each by itself, `together`
is what the server does: what has come while one commit was on its way is written with the next one. For
PostgreSQL a private server is started, as for the tests.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

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
Prepare = Callable[[AsyncStore], None]


def together(_: AsyncStore) -> None:
    async_store.MOST_AT_ONCE = 200


def one_by_one(_: AsyncStore) -> None:
    async_store.MOST_AT_ONCE = 1


def several(number: int, most: int) -> Prepare:
    """Several connections, each of which commits several events at once."""

    def prepare(store: AsyncStore) -> None:
        async_store.MOST_AT_ONCE = most
        store._savers = ThreadPoolExecutor(number)

    return prepare


METHODS: dict[str, Prepare] = {"one by one": one_by_one, "together": together}
MORE_METHODS: dict[str, Prepare] = {
    "4 connections, one by one": several(4, 1),
    "8 connections, one by one": several(8, 1),
    "2 connections, together": several(2, 200),
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


async def measure(store: Store, tables: int, prepare: Prepare, seconds: float) -> list[float]:
    """The time of each event."""
    writer = AsyncStore(store)
    prepare(writer)
    setup = new_setup("gipf", None, {}, read_seats(None))
    made = [await writer.create(setup, []) for _ in range(tables)]
    times: list[float] = []
    until = time.perf_counter() + seconds
    await asyncio.gather(*(keep_writing(writer, table_id, table, until, times) for table_id, table in made))
    return times


def line(kind: str, way: str, tables: int, times: list[float], seconds: float) -> str:
    ordered = sorted(times)
    middle, late = (1000 * ordered[int(len(ordered) * part)] for part in (0.5, 0.99))
    return f"{kind:11} {way:27} {tables:6} {len(times) / seconds:9.0f} {middle:8.1f} {late:8.1f}"


def main() -> None:
    """Print a line for each method and number of tables."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--seconds", type=float, default=3.0)
    reader.add_argument("--postgresql", action="store_true", help="also a private PostgreSQL")
    asked = reader.parse_args()
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"{'':11} {'':27} {'tables':>6} {'a second':>9} {'p50 ms':>8} {'p99 ms':>8}")
    for kind in ("SQLite", "PostgreSQL") if asked.postgresql else ("SQLite",):
        ways = {**METHODS, **MORE_METHODS} if kind == "PostgreSQL" else METHODS
        for way, prepare in ways.items():
            for tables in TABLES:
                with database(kind) as store:
                    times = asyncio.run(measure(store, tables, prepare, asked.seconds))
                print(line(kind, way, tables, times, asked.seconds), flush=True)
    postgres.stop()


if __name__ == "__main__":
    main()
