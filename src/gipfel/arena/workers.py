"""Where games are played: in processes of this machine, or on a Dask cluster."""

import os
import signal
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from importlib import import_module
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import Any, ClassVar, TypeVar

from gipfel.notation.errors import GipfelError

T = TypeVar("T")

PATIENCE = "10s"
"""How long a cluster may take to answer."""


class WorkersLost(GipfelError):
    """Nobody is left to play the games."""


class Workers(ABC):
    """An executor that can be had again after it broke."""

    size: int
    """How many games are played at a time."""
    executor: Executor
    all_break_together: ClassVar[bool]
    """Does one worker that dies take the games of all others with it?"""

    def submit(self, work: Callable[..., T], *arguments: object) -> "Future[T]":
        """Do some work, some time."""
        return self.executor.submit(work, *arguments)

    @abstractmethod
    def lost(self, error: BaseException) -> bool:
        """Does an error mean that a worker was lost, and not that the work failed?"""

    @abstractmethod
    def renew(self) -> None:
        """Go on after workers were lost. Nothing is running. Raises WorkersLost."""

    @abstractmethod
    def stop(self, at_once: bool) -> None:
        """No more work; what is running is given up or finished."""


class LocalWorkers(Workers):
    """Processes of this machine, as many as it has cores unless somebody says otherwise."""

    all_break_together = True

    def __init__(self, size: int | None = None) -> None:
        self.size = size or cores()
        self._others = set(active_children())
        self.executor = self._pool()

    def _pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.size, mp_context=get_context("spawn"), initializer=_become_a_worker)

    def lost(self, error: BaseException) -> bool:
        return isinstance(error, BrokenExecutor | CancelledError)

    def renew(self) -> None:
        self.executor.shutdown(wait=False)
        self.executor = self._pool()

    def stop(self, at_once: bool) -> None:
        if at_once:
            for process in set(active_children()) - self._others:
                process.terminate()
        self.executor.shutdown(cancel_futures=True)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _become_a_worker() -> None:
    """Ctrl-C is for the process that runs the match; without that process there is nothing to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class ClusterWorkers(Workers):
    """The workers of a Dask cluster, which gives the work of a dead one to another by itself."""

    all_break_together = False

    def __init__(self, address: str, size: int | None = None) -> None:
        try:
            self.distributed: Any = import_module("distributed")
        except ImportError as error:
            raise WorkersLost(
                "a cluster needs the package 'distributed'; install it with: pip install 'gipfel[cluster]'"
            ) from error
        try:
            self.client = self.distributed.Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise WorkersLost(f"there is no Dask cluster at {address}: {error}") from error
        self.address = address
        self.size = size or self._threads()
        self.executor = self.client.get_executor(pure=False)

    def _threads(self) -> int:
        threads = sum(self.client.nthreads().values())
        if not threads:
            raise WorkersLost(f"the Dask cluster at {self.address} has no workers")
        return int(threads)

    def lost(self, error: BaseException) -> bool:
        return isinstance(error, self.distributed.KilledWorker | CancelledError)

    def renew(self) -> None:
        if self.client.status != "running":
            raise WorkersLost(f"the Dask cluster at {self.address} is gone; the same command goes on later")

    def stop(self, at_once: bool) -> None:
        self.executor.shutdown(wait=not at_once)
        self.client.close()


def workers(cluster: str | None, size: int | None) -> Workers:
    """Workers of a cluster if there is one, otherwise of this machine."""
    return LocalWorkers(size) if cluster is None else ClusterWorkers(cluster, size)
