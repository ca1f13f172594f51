"""Databases that do not answer for a while."""

import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Protocol

import pytest

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


class FullDisk:
    """A SQLite file on a file system of its own, which becomes full."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "tables.db"
        self.url = sqlite_url(self._path).render_as_string()
        self._rest = folder / "rest"

    def begin(self) -> None:
        with closing(sqlite3.connect(self._path, timeout=PATIENCE)) as other:
            other.execute("pragma wal_checkpoint(truncate)")  # what is written next needs room
        with suppress(OSError), self._rest.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    def end(self) -> None:
        self._rest.unlink(missing_ok=True)


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A folder that is a file system of four megabytes; a test is skipped where none may be mounted."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("no file system may be mounted here; root may mount one")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


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
OUTAGES = ("locked", "full disk", *SERVERS)


@contextmanager
def outage_of(kind: str, folder: Path) -> Iterator[Outage]:
    """A database that will have an outage of a kind; it is over at the end of the test."""
    if kind == "locked":
        locked = LockedFile(folder / "tables.db")
        yield locked
        locked.end()
        return
    if kind == "full disk":
        with small_disk(folder / "disk") as disk:
            full = FullDisk(disk)
            yield full
            full.end()
        return
    with postgres.own_server() as server:
        yield SERVERS[kind](server)
