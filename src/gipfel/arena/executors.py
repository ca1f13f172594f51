"""Executors that play games: processes of this machine, or a Dask cluster."""

import logging
import os
import signal
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from importlib import import_module
from multiprocessing import active_children, get_context
from typing import Any, ClassVar, TypeVar

from gipfel.engine.parent_process import end_with_parent
from gipfel.notation.errors import GipfelError

T = TypeVar("T")

CLOSE_TIMEOUT = 2
"""Seconds a cluster may take to say goodbye."""
CONNECT_TIMEOUT = "10s"
"""How long a cluster may take to answer."""


class ExecutorLost(GipfelError):
    """The executor cannot play any more games."""


class GameExecutor(ABC):
    """An executor that can be restarted after it has lost a process."""

    executor: Executor
    all_break_together: ClassVar[bool]
    """Are the games of all processes lost when one process dies?"""

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of games played at the same time; it may change. Raises ExecutorLost."""

    def check(self) -> None:  # noqa: B027 (processes of this machine tell by their futures)
        """Raises ExecutorLost if no game will ever be finished, although none says so."""

    @property
    def trouble(self) -> str:
        """Why no game goes on for now, in one sentence; empty if nothing is wrong. Raises ExecutorLost."""
        return ""

    def submit(self, work: Callable[..., T], *arguments: object) -> "Future[T]":
        """Run a function in another process."""
        return self.executor.submit(work, *arguments)

    @abstractmethod
    def is_lost(self, error: BaseException) -> bool:
        """Does an error mean that a process was lost, and not that the function failed?"""

    @abstractmethod
    def restart(self) -> None:
        """Replace lost processes; nothing may be running. Raises ExecutorLost."""

    @abstractmethod
    def stop(self, at_once: bool) -> None:
        """Stop: at once, or when the running games are finished."""


class LocalExecutor(GameExecutor):
    """Processes of this machine, by default one for each core."""

    all_break_together = True

    def __init__(self, size: int | None = None) -> None:
        self._size = size or cores()
        self._other_processes = set(active_children())
        self.executor = self._pool()

    @property
    def size(self) -> int:
        return self._size

    def _pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._size, mp_context=get_context("spawn"), initializer=_initialize_process
        )

    def is_lost(self, error: BaseException) -> bool:
        return isinstance(error, BrokenExecutor | CancelledError)

    def restart(self) -> None:
        self.executor.shutdown(wait=False)
        self.executor = self._pool()

    def stop(self, at_once: bool) -> None:
        if at_once:
            for process in set(active_children()) - self._other_processes:
                process.terminate()
        self.executor.shutdown(cancel_futures=True)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _initialize_process() -> None:
    """Leave Ctrl-C to the process that runs the match, and end together with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


class ClusterExecutor(GameExecutor):
    """A Dask cluster, which itself gives the work of a dead worker to another one."""

    all_break_together = False

    def __init__(self, address: str, size: int | None = None) -> None:
        try:
            self.distributed: Any = import_module("distributed")
        except ImportError as error:
            raise ExecutorLost(
                "a cluster needs the package 'distributed'; install it with: pip install 'gipfel[cluster]'"
            ) from error
        _silence_dask()
        try:
            import_module("distributed.comm").get_address_host(address)  # a client stumbles over a bad one
            self.client = self.distributed.Client(address, timeout=CONNECT_TIMEOUT, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ExecutorLost(f"there is no Dask cluster at {address}: {error}") from error
        self.address = address
        self._size = size
        self.executor = self.client.get_executor(pure=False)
        if not self._threads():
            self.client.close()
            raise ExecutorLost(
                f"the Dask cluster at {address} has no workers; start some with: dask worker {address}"
            )

    @property
    def size(self) -> int:
        """As many as the workers have threads now: workers may join or leave at any time."""
        return self._size or max(1, self._threads())

    def check(self) -> None:
        if self.client.status != "running":
            raise self._gone()
        self._threads()

    @property
    def trouble(self) -> str:
        if self._threads():
            return ""
        return (
            f"the Dask cluster at {self.address} has no workers any more; the match goes on as soon as one "
            f"comes back: dask worker {self.address}"
        )

    def _threads(self) -> int:
        """The threads of all workers. Raises ExecutorLost if the scheduler does not answer."""
        try:
            return int(sum(self.client.nthreads().values()))
        except Exception as error:  # Dask raises errors of many kinds when a scheduler goes away
            raise self._gone() from error

    def _gone(self) -> ExecutorLost:
        return ExecutorLost(
            f"the scheduler of the Dask cluster at {self.address} does not answer any more; what was played "
            "is kept, and the same command continues when it is back"
        )

    def is_lost(self, error: BaseException) -> bool:
        return isinstance(error, self.distributed.KilledWorker | CancelledError)

    def restart(self) -> None:
        self.check()

    def stop(self, at_once: bool) -> None:
        try:
            self.executor.shutdown(wait=not at_once)
        except Exception:  # of many kinds when the scheduler is gone, and all work with it
            if self.client.status == "running":
                raise
        self.client.close(timeout=CLOSE_TIMEOUT)


def _silence_dask() -> None:
    """Dask logs long traces when a connection breaks; what matters is said in one sentence."""
    for name in [*logging.root.manager.loggerDict]:
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def make_executor(cluster: str | None, size: int | None) -> GameExecutor:
    """The executor for a cluster if one is named, otherwise for this machine."""
    return LocalExecutor(size) if cluster is None else ClusterExecutor(cluster, size)
