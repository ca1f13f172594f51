"""Calls that wait until a test lets them go on."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest


class HeldCall:
    """The next call of an asynchronous method waits for the test; `reached` says that it has been made."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, of: object, name: str, after: bool = False) -> None:
        """`after`: the method does its work at once, and only its answer waits."""
        self._real: Callable[..., Awaitable[Any]] = getattr(of, name)
        self._after = after
        self.reached, self.go_on = asyncio.Event(), asyncio.Event()
        monkeypatch.setattr(of, name, self._held)
        self._undo = lambda: monkeypatch.setattr(of, name, self._real)

    async def _held(self, *arguments: Any) -> Any:
        self._undo()  # only the first call waits
        if self._after:
            done = await self._real(*arguments)
        self.reached.set()
        await self.go_on.wait()
        return done if self._after else await self._real(*arguments)
