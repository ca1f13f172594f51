"""A Dask cluster on this machine: a scheduler and workers, each a process that a test can kill."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from types import TracebackType

from tests.helpers.processes import workers_of

HOST = "127.0.0.1"


class DaskCluster:
    """A scheduler, and workers with one thread each."""

    def __init__(self, folder: Path, workers: int = 2) -> None:
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            self._port = int(probe.getsockname()[1])
        self._folder = folder
        self._size = workers
        self._scheduler: subprocess.Popen[bytes] | None = None
        self._workers: list[subprocess.Popen[bytes]] = []
        self._hanging: set[int] = set()
        """Processes of Dask workers that cannot end by themselves."""

    @property
    def address(self) -> str:
        return f"tcp://{HOST}:{self._port}"

    def start_scheduler(self) -> None:
        self._scheduler = self._start("dask_scheduler", "--port", str(self._port))

    def start_workers(self) -> None:
        for _ in range(self._size):
            self._workers.append(self._start("dask_worker", self.address, "--nthreads", "1", "--no-nanny"))

    def _start(self, program: str, *arguments: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", f"distributed.cli.{program}", *arguments, "--host", HOST]
        with (self._folder / "dask.log").open("a") as log:
            return subprocess.Popen([*command, "--no-dashboard"], cwd=self._folder, stdout=log, stderr=log)

    def hosted(self) -> dict[int, set[int]]:
        """The processes that each Dask worker has started for servers, by the number of its own process."""
        return {worker.pid: workers_of(worker.pid) for worker in self._workers if worker.poll() is None}

    def all_hosted(self) -> set[int]:
        """The processes that all Dask workers have started for servers."""
        return set[int]().union(*self.hosted().values())

    def kill_workers(self, *pids: int) -> None:
        """Kill Dask workers; all if none is named."""
        for worker in [worker for worker in self._workers if not pids or worker.pid in pids]:
            os.kill(worker.pid, signal.SIGKILL)
            worker.wait()
            self._workers.remove(worker)

    def stop_worker(self, pid: int) -> None:
        """Let a Dask worker, and what it has started, stand still without an end, as if its machine hung."""
        hanging = self.hosted()[pid]
        for process in (pid, *hanging):
            os.kill(process, signal.SIGSTOP)
        self._hanging |= hanging

    def kill_scheduler(self) -> None:
        if self._scheduler is not None:
            self._scheduler.kill()
            self._scheduler.wait()

    def __enter__(self) -> "DaskCluster":
        self.start_scheduler()
        self.start_workers()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill_workers()
        self.kill_scheduler()
        for process in self._hanging:
            os.kill(process, signal.SIGKILL)
