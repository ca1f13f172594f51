"""Threads that share the work of a batch.

A step may take only a tenth of a millisecond: an executor with its futures would take a good part of that.
"""

from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any
from weakref import finalize

Job = Callable[[int], Any]


class Workers:
    """This number of threads, the caller's included."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._jobs: SimpleQueue[tuple[Job, int] | None] = SimpleQueue()
        self._done: SimpleQueue[BaseException | None] = SimpleQueue()
        for _ in range(number - 1):
            Thread(target=_work, args=(self._jobs, self._done), name="gipfel-batch", daemon=True).start()
        self.close = finalize(self, _stop, self._jobs, number - 1)
        """End the threads; it happens by itself when the workers are no longer used."""

    def run(self, job: Job) -> None:
        """Run a job for each thread, with its number, and wait for all. Raises what a job raises."""
        for number in range(1, self.number):
            self._jobs.put((job, number))
        errors: list[BaseException | None] = [None]
        try:
            job(0)
        except BaseException as error:  # the other threads are waited for first
            errors[0] = error
        errors += [self._done.get() for _ in range(1, self.number)]
        for problem in errors:
            if problem is not None:
                raise problem


def _work(jobs: "SimpleQueue[tuple[Job, int] | None]", done: "SimpleQueue[BaseException | None]") -> None:
    """What a thread does until it is told to stop."""
    while (task := jobs.get()) is not None:
        job, number = task
        try:
            job(number)
            done.put(None)
        except BaseException as error:  # raised in the caller's thread
            done.put(error)
        del task, job


def _stop(jobs: "SimpleQueue[tuple[Job, int] | None]", number: int) -> None:
    for _ in range(number):
        jobs.put(None)
