"""Messages of one connection that wait to be sent or to be handled."""

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class MessageQueue(Generic[T]):
    """A queue with one reader. An `asyncio.Queue` would take 3 kB more for every connection.

    Its methods have the names of `asyncio.Queue`, which uvicorn calls.
    """

    __slots__ = ("_arrival", "_waiting")

    def __init__(self) -> None:
        self._waiting: list[T] = []
        self._arrival: asyncio.Future[None] | None = None
        """Done as soon as there is something to read, if the reader waits for it."""

    def qsize(self) -> int:
        return len(self._waiting)

    def empty(self) -> bool:
        return not self._waiting

    def put_nowait(self, message: T) -> None:
        self._waiting.append(message)
        if self._arrival is not None and not self._arrival.done():
            self._arrival.set_result(None)

    async def get(self) -> T:
        """The next message, as soon as there is one."""
        while not self._waiting:
            self._arrival = asyncio.get_running_loop().create_future()
            await self._arrival
        return self._waiting.pop(0)
