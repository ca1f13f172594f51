"""Turns as a table lists them, and positions that it no longer shows."""

from dataclasses import dataclass
from functools import cached_property

from gipfel.games.core.position import Position
from gipfel.games.core.side import Side


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that was played, in notation."""

    text: str
    side: Side
    at: int
    """How many decisions had been made after it."""


def forget_found(position: Position) -> None:
    """Let go of what has been found out about a position that is left; it can be found again.

    Thousands of decisions in each of a hundred positions of many tables are too much to keep.
    """
    for left in (position, position.board):
        for name in _found(type(left)):
            left.__dict__.pop(name, None)


def _found(kind: type[Position]) -> tuple[str, ...]:
    """The names of what positions find out only when they are asked."""
    named = (item for base in kind.__mro__ for item in vars(base).items())
    return tuple(name for name, value in named if isinstance(value, cached_property))
