"""Blocking calls in threads: all are answered, in order, and a failure or a lost caller concerns no other."""

import asyncio
from collections.abc import Iterator
from threading import Event

import pytest

from gipfel.server.tables.call_threads import CallThreads
from tests.helpers.asynchronous import run


@pytest.fixture
def threads() -> Iterator[CallThreads]:
    one = CallThreads(1, "test", shared=True)
    yield one
    one.shutdown()


def fail() -> None:
    raise ValueError("no")


def test_every_call_is_answered(threads: CallThreads) -> None:
    made: list[int] = []

    def note(number: int) -> int:
        made.append(number)
        return number

    async def calling() -> list[int]:
        return await asyncio.gather(*(threads.run(note, number) for number in range(200)))

    assert run(calling()) == made == [*range(200)]


def test_an_error_is_raised_where_the_call_was_made(threads: CallThreads) -> None:
    async def calling() -> None:
        failing, other = await asyncio.gather(
            threads.run(fail), threads.run(lambda: 1), return_exceptions=True
        )
        assert isinstance(failing, ValueError)
        assert other == 1

    run(calling())


def test_a_call_is_made_even_if_its_caller_is_cancelled(threads: CallThreads) -> None:
    hold, made = Event(), Event()

    async def calling() -> None:
        first = asyncio.create_task(threads.run(hold.wait))
        second = asyncio.create_task(threads.run(made.set))
        await asyncio.wait({second}, timeout=0)  # it has begun
        second.cancel()
        hold.set()
        assert await first
        assert await threads.run(made.is_set)

    run(calling())


def test_a_slow_call_delays_no_later_one_if_there_are_two_threads() -> None:
    threads, begun, hold = CallThreads(2, "test", shared=True), Event(), Event()

    def slow() -> bool:
        begun.set()
        return hold.wait(10)

    async def calling() -> None:
        first = asyncio.create_task(threads.run(slow))
        await asyncio.to_thread(begun.wait, 10)
        await threads.run(hold.set)
        assert await first

    run(calling())
    threads.shutdown()
