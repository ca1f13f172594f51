"""A private PostgreSQL for tests: one server for each process, started when it is first needed.

python -m tests.helpers.postgres     installs the distribution's if there is none and that is possible
"""

import atexit
import gc
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from secrets import token_hex

import psycopg
import pytest

from tests.helpers.debian import install, is_root
from tests.helpers.waiting import wait_until

VARIABLE = "GIPFEL_POSTGRESQL"
"""An environment variable that names another folder with `initdb` and `postgres`."""
PACKAGES = ("postgresql",)
USERS = ("postgres", "nobody")
"""Users that run the server if the tests are run by root, which PostgreSQL refuses."""
SETTINGS = {
    "shared_buffers": "32MB",
    "max_connections": "100",
    "fsync": "on",
    "unix_socket_directories": "''",
}
ATTEMPTS = 3
MISSING = (
    "The tests with PostgreSQL are skipped: no initdb was found here. "
    f"Install it (Debian: apt-get install postgresql), or name its folder with {VARIABLE}=/path/to/bin."
)


class Cannot(Exception):
    """No server can be started here; the text says why."""


@cache
def programs() -> Path | None:
    """The folder of `initdb` and `postgres`; None if there is none."""
    named = os.environ.get(VARIABLE)
    found = shutil.which("initdb")
    newest = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version, reverse=True)
    places = [Path(named)] if named else [*([Path(found).resolve().parent] if found else []), *newest]
    return next((place for place in places if _complete(place)), None)


def _version(folder: Path) -> float:
    with suppress(ValueError):
        return float(folder.parent.name)
    return 0


def _complete(folder: Path) -> bool:
    return all(os.access(folder / name, os.X_OK) for name in ("initdb", "pg_ctl", "postgres"))


def missing() -> str:
    """Why the tests with PostgreSQL are skipped, and what to do; empty if they are not."""
    if programs() is None:
        named = os.environ.get(VARIABLE)
        return f"The tests with PostgreSQL are skipped: there is no initdb in {named}." if named else MISSING
    try:
        _server()
    except Cannot as problem:
        return f"The tests with PostgreSQL are skipped: {problem}"
    return ""


@contextmanager
def database() -> Iterator[str]:
    """The URL of a new empty database; the test is skipped if PostgreSQL cannot be started."""
    if why := missing():
        pytest.skip(why)
    server = _server()
    name = f"gipfel_{token_hex(4)}"
    server.order(f"create database {name}")
    try:
        yield server.address(name)
    finally:
        gc.collect()  # closes connections that were given up while they were made; dropping waits for them
        server.order(f"drop database {name} with (force)")


@contextmanager
def own_server() -> Iterator["Server"]:
    """A server that no other test uses, to be stopped or killed."""
    if why := missing():
        pytest.skip(why)
    server = Server()
    try:
        yield server
    finally:
        server.stop()


def stop() -> None:
    """Stop the server of this process, if one was started."""
    if _server.cache_info().currsize:
        _server().stop()
        _server.cache_clear()


@cache
def _server() -> "Server":
    server = Server()
    atexit.register(server.stop)
    return server


class Server:
    """PostgreSQL in a folder of its own, on a free port of this machine, with a password."""

    def __init__(self) -> None:
        folder = programs()
        assert folder is not None
        self._programs = folder
        self._user = _other_user() if is_root() else None
        self._password = token_hex(8)
        self._folder = Path(tempfile.mkdtemp(prefix="gipfel-postgresql-"))
        try:
            self._prepare()
            self._start()
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise

    def _prepare(self) -> None:
        secret = self._folder / "password"
        secret.write_text(self._password)
        if self._user is not None:
            for path in (self._folder, secret):
                shutil.chown(path, self._user)
        command = [self._programs / "initdb", "--pgdata", self._data, "--username=gipfel", "--encoding=UTF8"]
        command += ["--no-locale", "--no-sync", "--auth=scram-sha-256", "--pwfile", secret]
        done = subprocess.run(command, capture_output=True, text=True, user=self._user, cwd=self._folder)
        if done.returncode:
            raise Cannot(f"initdb failed: {_last_line(done.stderr or done.stdout)}")

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def _start(self) -> None:
        for _ in range(ATTEMPTS):  # somebody else may take the port first
            self.port = _free_port()
            if self._start_at_port():
                return
        said = self._log.read_text() if self._log.exists() else ""
        raise Cannot(f"postgres does not start: {_last_line(said)}")

    def _start_at_port(self) -> bool:
        settings = " ".join(f"-c {name}={value}" for name, value in SETTINGS.items())
        options = f"-h 127.0.0.1 -p {self.port} {settings}"
        return self._control("start", "--log", str(self._log), "--options", options) == 0

    def pause(self) -> None:
        """Stop the server as for a restart; its data stay."""
        assert self._control("stop", "--mode", "fast") == 0

    def kill(self) -> None:
        """Kill all processes of the server, as a loss of power does; its data stay."""
        first = int((self._data / "postmaster.pid").read_text().split()[0])
        others = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        for process in (first, *map(int, others)):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)

    def resume(self) -> None:
        """Start the server again at the same port."""
        wait_until(self._start_at_port)  # processes of a killed server may still end

    @property
    def _log(self) -> Path:
        return self._folder / "log"

    def _control(self, *arguments: str) -> int:
        """Start or stop the server, and wait until that is done."""
        command = [self._programs / "pg_ctl", "--wait", "--pgdata", self._data, *arguments]
        quiet = subprocess.DEVNULL  # the server keeps what it is given for as long as it runs
        done = subprocess.run(command, stdout=quiet, stderr=quiet, user=self._user, cwd=self._folder)
        return done.returncode

    def address(self, name: str) -> str:
        """How to reach one of its databases."""
        return f"postgresql://gipfel:{self._password}@127.0.0.1:{self.port}/{name}"

    def order(self, command: str) -> None:
        with psycopg.connect(self.address("postgres"), autocommit=True, connect_timeout=5) as connection:
            connection.execute(command.encode())

    def stop(self) -> None:
        if self._folder.exists():
            self._control("stop", "--mode", "fast")
            shutil.rmtree(self._folder, ignore_errors=True)


def _other_user() -> str:
    for name in USERS:
        with suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    raise Cannot("root may not run it, and there is no other user here")


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def _last_line(said: str) -> str:
    return (said.strip().splitlines() or ["nothing was said"])[-1]


def main() -> int:
    """Find or install; the tests are skipped without it, so this never fails."""
    if programs() is None and not os.environ.get(VARIABLE):
        install("PostgreSQL", PACKAGES)
        programs.cache_clear()
    if programs() is None:
        print(missing())
    return 0


if __name__ == "__main__":
    sys.exit(main())
