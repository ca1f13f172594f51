"""Clocks: what a driver of a game with time looks at. The rules never do; they are told the time."""

from time import monotonic_ns
from typing import Protocol


class Clock(Protocol):
    """The game time, in milliseconds; it never goes back."""

    def now_ms(self) -> int:
        """What time it is."""


class RealClock:
    """The time of the real world; begins at the game time that is given."""

    def __init__(self, start_ms: int = 0) -> None:
        self._at_zero = monotonic_ns() // 1_000_000 - start_ms

    def now_ms(self) -> int:
        return monotonic_ns() // 1_000_000 - self._at_zero


class FakeClock:
    """A clock that stands still until it is set; for tests and for playing through old games."""

    def __init__(self, start_ms: int = 0) -> None:
        self._ms = start_ms

    def now_ms(self) -> int:
        return self._ms

    def set(self, ms: int) -> None:
        """Let it be later."""
        if ms < self._ms:
            raise ValueError(f"a clock does not go back, from {self._ms} to {ms} ms")
        self._ms = ms

    def pass_by(self, ms: int) -> None:
        """Let some time pass."""
        self.set(self._ms + ms)
