"""Turns as a table lists them."""

from dataclasses import dataclass

from gipfel.games.core.side import Side


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that was played, in notation."""

    text: str
    side: Side
    at: int
    """How many decisions had been made after it."""
