"""Waiting for something that announces itself to nobody.

Where there is an event, a line on a pipe or a message to wait for, a test waits for that instead.
"""

import asyncio
from collections.abc import Callable
from time import monotonic, sleep

INTERVAL = 0.01
"""Seconds between two questions."""
TIMEOUT = 60.0


def wait_until(condition: Callable[[], object], seconds: float = TIMEOUT) -> None:
    """Ask again and again until a condition is true; fail if it does not become true in time."""
    end = monotonic() + seconds
    while not condition():
        assert monotonic() < end, f"nothing happened within {seconds} s"
        sleep(INTERVAL)


async def until(condition: Callable[[], object], seconds: float = TIMEOUT) -> None:
    """Like `wait_until`, while other tasks of the event loop go on."""
    end = monotonic() + seconds
    while not condition():
        assert monotonic() < end, f"nothing happened within {seconds} s"
        await asyncio.sleep(INTERVAL)
