"""Turns as a table lists them, and the memory that positions of earlier turns use."""

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


def clear_cached(position: Position) -> None:
    """Drop the cached properties of a position that is no longer the current one.

    Thousands of decisions in each of a hundred positions of many tables need too much memory.
    """
    for left in (position, position.board):
        for name in _cached_properties(type(left)):
            left.__dict__.pop(name, None)


def _cached_properties(kind: type[Position]) -> tuple[str, ...]:
    """The names of the cached properties of a class."""
    named = (item for base in kind.__mro__ for item in vars(base).items())
    return tuple(name for name, value in named if isinstance(value, cached_property))
