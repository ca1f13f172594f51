"""Turns as players say them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TurnWords:
    """A turn in short words, for lists."""

    text: str
    time: str = ""
    """When it was played, in a game with time, as in `1:32`."""
