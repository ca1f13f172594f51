"""A real server in a process of its own, with a database of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx

TIMEOUT = 30.0
"""Seconds until a server has to answer."""
PERSONS = {"white": {"kind": "person", "name": "Ada"}, "black": {"kind": "person", "name": "Emmy"}}
"""Two people on one screen."""
ENGLISH = {"Accept-Language": "en"}


class Server:
    """`gipfel serve`; the same object can be stopped and started again on the same port and data."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[str] | None = None
        self._client = httpx.Client(base_url=self.url, timeout=TIMEOUT, headers=ENGLISH)

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "gipfel", "serve", "--no-browser", "--port", str(self.port)]
        command += ["--database-url", f"sqlite:///{self.folder / 'tables.sqlite'}"]
        environment = {**os.environ, "XDG_DATA_HOME": str(self.folder)}
        with self.log.open("a", encoding="utf-8") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, text=True, env=environment)
        try:
            self._wait()
        except BaseException:
            self.stop()
            raise

    @property
    def log(self) -> Path:
        """The output of the server."""
        return self.folder / "server.log"

    def _wait(self) -> None:
        deadline = time.monotonic() + TIMEOUT
        while time.monotonic() < deadline:
            assert self._process is not None
            if self._process.poll() is not None:
                raise RuntimeError(f"the server stopped: {self.log.read_text(encoding='utf-8')[-2000:]}")
            with suppress(httpx.TransportError):
                if self._client.get("/").is_success:
                    return
            time.sleep(0.05)
        raise RuntimeError(f"no answer in {TIMEOUT:g} s: {self.log.read_text(encoding='utf-8')[-2000:]}")

    def kill(self) -> None:
        """End it at once, as a crash would."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        """Ask it to stop; kill it if it does not."""
        if self._process is None or self._process.poll() is not None:
            return
        self._process.terminate()
        try:
            self._process.wait(timeout=5)
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

    def table(self, game: str, version: str, **more: Any) -> str:
        """Create a table for two people on one screen, unless `seats` says otherwise; its id."""
        body = {"game": game, "version": version, "options": {}, "seats": PERSONS, **more}
        return str(self.post("/api/tables", body)["id"])

    def table_of(self, record: str) -> str:
        """Create a table that continues a record; its id."""
        return str(self.post("/api/tables", {"record": record, "seats": PERSONS})["id"])


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
