"""Clocks for games with time. Rules never read a clock: they are given the time."""

from time import monotonic_ns
from typing import Protocol


class GameClock(Protocol):
    """The game time, in milliseconds; it never goes back."""

    def now_ms(self) -> int:
        """The game time now."""


class RealClock:
    """Runs in real time, from the given game time on."""

    def __init__(self, start_ms: int = 0) -> None:
        self._at_zero = monotonic_ns() // 1_000_000 - start_ms

    def now_ms(self) -> int:
        return monotonic_ns() // 1_000_000 - self._at_zero


class ManualClock:
    """Stands still until it is set: for scripted games and for tests."""

    def __init__(self, start_ms: int = 0) -> None:
        self._ms = start_ms

    def now_ms(self) -> int:
        return self._ms

    def set(self, ms: int) -> None:
        """Set the clock to a later time."""
        if ms < self._ms:
            raise ValueError(f"a clock does not go back, from {self._ms} to {ms} ms")
        self._ms = ms

    def advance(self, ms: int) -> None:
        """Set the clock forward."""
        self.set(self._ms + ms)
