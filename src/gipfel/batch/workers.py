"""Threads that share the work of a batch.

A step may take only a tenth of a millisecond. So threads that have no work wait for it inside of a compiled
kernel (`sharing`) for a moment, before they go to sleep: to wake one up takes a good part of such a step.
"""

import os
from collections.abc import Callable
from threading import Lock, Thread
from time import sleep
from typing import Any, NamedTuple
from weakref import finalize

from gipfel.batch.kernels import Room
from gipfel.batch.sharing import CHUNKS, DONE, PATIENCE, SPINS, VERSION
from gipfel.kernel.state import State

SharedKernel = Callable[..., int]
"""A kernel of `sharing`. Its last arguments are a room, the number of the thread, and the version."""
MOMENT = 50e-6
"""How long a thread sleeps that has waited long for another one, in seconds."""


class Job(NamedTuple):
    """What all threads run."""

    kernel: SharedKernel
    arguments: tuple[Any, ...]
    version: int


class _Shared:
    """What the threads know. It does not refer to the workers: when they are deleted, the threads end."""

    def __init__(self) -> None:
        self.job: Job | None = None
        self.asleep: list[Any] = []
        """The locks on which threads sleep. To release one wakes its thread."""
        self.stopped = False


class Workers:
    """As many threads as there are rooms, the caller's included; one thread for interpreted kernels."""

    def __init__(self, control: State, rooms: list[Room]) -> None:
        """`control` is shared by all kernels that will be run."""
        self._control = control
        self._rooms = rooms
        self._shared = _Shared()
        self._running = False
        control[SPINS] = PATIENCE if _processors() >= len(rooms) else 1
        for number, room in enumerate(rooms[1:], 1):
            arguments = (self._shared, room, number)
            Thread(target=_work, args=arguments, name="gipfel-batch", daemon=True).start()
        self.close = finalize(self, _stop, self._shared)
        """End the threads; it happens by itself when the workers are no longer used."""

    def run(self, kernel: SharedKernel, arguments: tuple[Any, ...]) -> None:
        """Run a pass of a kernel in all threads, and wait until it is complete."""
        shared = self._shared
        self._wait()  # after a KeyboardInterrupt the last pass may not be complete
        job = shared.job
        if job is None or job.kernel is not kernel or job.arguments is not arguments:
            version = self._control[VERSION] = self._control[VERSION] + 1
            shared.job = job = Job(kernel, arguments, version)
        while shared.asleep:
            shared.asleep.pop().release()
        self._running = True
        if kernel(*arguments, self._rooms[0], 0, job.version):
            self._running = False
        self._wait()

    def _wait(self) -> None:
        """Wait until the pass is complete."""
        while self._running:
            if self._control[DONE] == self._control[CHUNKS]:
                self._running = False
            else:
                sleep(MOMENT)


def _work(shared: _Shared, room: Room, number: int) -> None:
    """What a thread does until it is told to stop."""
    lock = Lock()
    lock.acquire()
    while not shared.stopped:
        job = shared.job
        if job is not None:
            job.kernel(*job.arguments, room, number, job.version)
        if shared.job is job:
            del job
            shared.asleep.append(lock)
            if not shared.stopped:
                lock.acquire()


def _stop(shared: _Shared) -> None:
    shared.stopped = True
    while shared.asleep:
        shared.asleep.pop().release()


def _processors() -> int:
    """How many processors this program may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
