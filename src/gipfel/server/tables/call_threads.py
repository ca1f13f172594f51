"""Threads that make blocking calls for the event loop.

To wake a thread, and to wake the event loop when a call is done, takes longer than most calls. So calls that
arrive before a thread has begun share it, and answers that are ready before the event loop looks share a
wake-up. asyncio's `run_in_executor` does both for every call.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class Call(NamedTuple):
    """A call that waits for a thread."""

    call: Callable[..., Any]
    arguments: tuple[Any, ...]
    answer: "asyncio.Future[Any]"


class CallThreads:
    """Some threads. A call is made even if its caller is cancelled."""

    def __init__(self, number: int, name: str, shared: bool) -> None:
        """`shared`: calls that arrive together are made one after the other, by the same thread."""
        self.pool = ThreadPoolExecutor(number, name)
        self._shared = shared
        self._calls: deque[Call] = deque()
        self._done: deque[tuple[asyncio.Future[Any], Any, BaseException | None]] = deque()
        self._thread_woken = self._loop_woken = False

    async def run(self, call: Callable[..., T], *arguments: Any) -> T:
        """The answer of a call."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._calls.append(Call(call, arguments, answer))
        if not (self._shared and self._thread_woken):
            self._thread_woken = True
            self.pool.submit(self._work, loop)
        return await answer

    def _work(self, loop: asyncio.AbstractEventLoop) -> None:
        """Make the calls that wait, in a thread."""
        self._thread_woken = False  # before they are counted: what arrives from now on wakes a thread again
        with suppress(IndexError):  # another thread may have taken the rest
            for _ in range(len(self._calls)):
                self._make(self._calls.popleft(), loop)

    def _make(self, call: Call, loop: asyncio.AbstractEventLoop) -> None:
        try:
            self._done.append((call.answer, call.call(*call.arguments), None))
        except BaseException as error:
            self._done.append((call.answer, None, error))
        if not self._loop_woken:
            self._loop_woken = True
            loop.call_soon_threadsafe(self._deliver)

    def _deliver(self) -> None:
        """Give answers to those who wait for them."""
        self._loop_woken = False  # before anything is taken
        with suppress(IndexError):
            while True:
                give_answer(*self._done.popleft())

    def shutdown(self) -> None:
        """Wait for all calls."""
        self.pool.shutdown(wait=True)


def give_answer(answer: "asyncio.Future[T]", found: T, error: BaseException | None) -> None:
    """Give a result or an error to a caller, unless it was cancelled."""
    if answer.done():
        return
    if error is None:
        answer.set_result(found)
    else:
        answer.set_exception(error)
