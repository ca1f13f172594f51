"""Calls functions of other people, and gives up on those that do not return in time."""

import ctypes
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from time import perf_counter, process_time
from typing import Any

WAITING = 3.0
"""A call may last this many times its CPU time: machines are busy, and some functions wait for something."""
SHORTEST_WAIT = 0.01


class TookTooLong(Exception):
    """A function did not return in time."""


class _Interrupted(BaseException):
    """Raised inside of a function that did not return in time."""


class TimedCaller:
    """Calls functions one after the other, in a thread of its own.

    A function that takes too long is interrupted, if it is Python code; otherwise its thread is left alone.
    Threads of this class do not keep the program from ending.
    """

    def __init__(self) -> None:
        self._worker: _Worker | None = None

    def call(self, function: Callable[..., Any], *arguments: object, seconds: float) -> Any:
        """The result of a call. Raises TookTooLong, or what the function raises."""
        worker = self._worker
        if worker is None:
            worker = self._worker = _Worker()
        begin = perf_counter(), process_time()
        worker.calls.put((function, arguments))
        wait = seconds
        while True:
            try:
                result, error = worker.results.get(timeout=wait)
                break
            except Empty:
                spent, busy = perf_counter() - begin[0], process_time() - begin[1]
                wait = max(seconds - max(busy, spent / WAITING), SHORTEST_WAIT)
            if busy >= seconds or spent >= WAITING * seconds:
                self._worker = None
                worker.interrupt()
                raise TookTooLong(f"more than {seconds:.3g} s")
        if error is not None:
            raise error
        return result

    def close(self) -> None:
        """End the thread once its function has returned."""
        if self._worker is not None:
            self._worker.calls.put(None)
            self._worker = None


class _Worker(Thread):
    """The thread in which functions are called."""

    def __init__(self) -> None:
        super().__init__(daemon=True, name="gipfel bot")
        self.calls: SimpleQueue[tuple[Callable[..., Any], tuple[object, ...]] | None] = SimpleQueue()
        self.results: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()
        self.start()

    def run(self) -> None:
        while (call := self.calls.get()) is not None:
            function, arguments = call
            try:
                self.results.put((function(*arguments), None))
            except _Interrupted:
                return
            except BaseException as error:  # also SystemExit: it is raised for the caller
                self.results.put((None, error))

    def interrupt(self) -> None:
        """Raise an exception in the thread at its next step of Python code."""
        self.calls.put(None)
        if self.ident is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(self.ident), ctypes.py_object(_Interrupted)
            )
