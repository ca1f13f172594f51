"""A real server in a process of its own, with a database of its own."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from threading import Timer
from types import TracebackType
from typing import Any

import httpx

import gipfel
from gipfel.server.security.owner import COOKIE, VARIABLE
from tests.helpers.server.running import TOKEN

TIMEOUT = 30.0
"""Seconds until a server has to start or to answer."""
PERSONS = {"white": {"kind": "person", "name": "Ada"}, "black": {"kind": "person", "name": "Emmy"}}
"""Two people on one screen."""
ENGLISH = {"Accept-Language": "en"}


OWNER: Any = {"name": COOKIE, "value": TOKEN, "domain": "127.0.0.1", "path": "/"}
"""The cookie of the owner, for a browser."""


class Server:
    """`gipfel serve`; the same object can be stopped and started again on the same port and data."""

    def __init__(self, folder: Path, *options: str) -> None:
        """`options` are further ones of `gipfel serve`."""
        self.folder = folder
        self._options = options
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[str] | None = None
        self._client = httpx.Client(
            base_url=self.url, timeout=TIMEOUT, headers=ENGLISH, cookies={COOKIE: TOKEN}
        )

    def start(self) -> None:
        """Start it and wait until it says that it runs."""
        command = [sys.executable, "-m", "gipfel", "serve", "--no-browser", "--port", str(self.port)]
        command += ["--database-url", f"sqlite:///{self.database}", *self._options]
        environment = {**os.environ, "XDG_DATA_HOME": str(self.folder), VARIABLE: TOKEN}
        with self.log.open("a", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment
            )
        line = self._first_line(self._process)
        if self.url not in line:
            self.kill()
            errors = self.log.read_text(encoding="utf-8")[-2000:]
            raise RuntimeError(f"the server did not start: {line}{errors}")

    @property
    def database(self) -> Path:
        return self.folder / "tables.sqlite"

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> Path:
        """The warnings and errors of the server."""
        return self.folder / "server.log"

    @staticmethod
    def _first_line(process: "subprocess.Popen[str]") -> str:
        """The line with the address, which is printed as soon as the server listens."""
        assert process.stdout is not None
        too_late = Timer(TIMEOUT, process.kill)
        too_late.start()
        try:
            return process.stdout.readline()
        finally:
            too_late.cancel()

    def kill(self) -> None:
        """End it at once, as a crash would."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.communicate()

    def stop(self) -> None:
        """Ask it to stop; kill it if it does not."""
        if self._process is None or self._process.poll() is not None:
            return
        self._process.terminate()
        try:
            self._process.communicate(timeout=5)
        except subprocess.TimeoutExpired:
            self.kill()

    def __enter__(self) -> "Server":
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        self._client.close()

    # Requests of tests.

    def get(self, address: str) -> Any:
        """GET JSON."""
        return self._client.get(address).raise_for_status().json()

    def text(self, address: str) -> str:
        """GET a text."""
        return self._client.get(address).raise_for_status().text

    def post(self, address: str, body: dict[str, Any]) -> Any:
        """POST JSON; raises an error with the server's message."""
        answer = self._client.post(address, json=body)
        if not answer.is_success:
            raise RuntimeError(f"{address}: {answer.status_code} {answer.text}")
        return answer.json()

    def post_text(self, address: str, text: str) -> Any:
        """POST a text; raises an error with the server's message."""
        answer = self._client.post(address, content=text.encode())
        if not answer.is_success:
            raise RuntimeError(f"{address}: {answer.status_code} {answer.text}")
        return answer.json()

    def table(self, game: str, version: str, **more: Any) -> str:
        """Create a table for two people on one screen, unless `seats` says otherwise; its id."""
        body = {"game": game, "version": version, "options": {}, "seats": PERSONS, **more}
        return str(self.post("/api/tables", body)["id"])

    def replayed(self, table: str) -> gipfel.Playthrough:
        """The game at a table, replayed from its record."""
        return gipfel.replay(gipfel.read_record(self.text(f"/api/tables/{table}/record")))

    def table_of(self, record: str) -> str:
        """Create a table that continues a record; its id."""
        return str(self.post("/api/tables", {"record": record, "seats": PERSONS})["id"])


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
