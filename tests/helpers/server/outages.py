"""Databases that do not answer for a while."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from gipfel.table.storage.store import sqlite_url
from tests.helpers import postgres
from tests.helpers.server.running import PATIENCE


class Outage(Protocol):
    """A database that a test makes unavailable and available again."""

    url: str

    def begin(self) -> None: ...

    def end(self) -> None: ...


class LockedFile:
    """A SQLite file that another process does not stop writing to."""

    def __init__(self, path: Path) -> None:
        self.url = sqlite_url(path).render_as_string()
        self._path = path
        self._other: sqlite3.Connection | None = None

    def begin(self) -> None:
        self._other = sqlite3.connect(self._path, isolation_level=None, timeout=PATIENCE)
        self._other.execute("begin exclusive")

    def end(self) -> None:
        if self._other is not None:
            self._other.close()
            self._other = None


class StoppedServer:
    """PostgreSQL that is stopped as for a restart."""

    def __init__(self, server: postgres.Server) -> None:
        server.order("create database tables")
        self.url = server.address("tables")
        self._server = server

    def begin(self) -> None:
        self._server.pause()

    def end(self) -> None:
        self._server.resume()


class KilledServer(StoppedServer):
    """PostgreSQL that is killed."""

    def begin(self) -> None:
        self._server.kill()


class ReadOnlyServer(StoppedServer):
    """PostgreSQL that refuses to write, and whose connections were ended."""

    def begin(self) -> None:
        self._set("on")

    def end(self) -> None:
        self._set("off")

    def _set(self, read_only: str) -> None:
        self._server.order(f"alter database tables set default_transaction_read_only = {read_only}")
        self._server.order("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'tables'")


SERVERS = {"stopped": StoppedServer, "killed": KilledServer, "read-only": ReadOnlyServer}
OUTAGES = ("locked", *SERVERS)


@contextmanager
def outage_of(kind: str, folder: Path) -> Iterator[Outage]:
    """A database that will have an outage of a kind; it is over at the end of the test."""
    if kind == "locked":
        locked = LockedFile(folder / "tables.db")
        yield locked
        locked.end()
        return
    with postgres.own_server() as server:
        yield SERVERS[kind](server)
