"""How strong the players of a recorded game were, as its headers say."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from gipfel.games.core.side import SIDES, Side

RATINGS = range(-10_000, 10_001)
"""Ratings outside are taken for mistakes."""
LEVELS = range(1, 101)

_NUMBER = re.compile(r"[+-]?[0-9]{1,6}(\.[0-9]{1,6})?")
_LEVEL = re.compile(r"level:\s*([0-9]{1,3})\b")


@dataclass(frozen=True, slots=True)
class Strength:
    """How strong a player was; None for what the record does not say."""

    rating: int | None = None
    """A number in the header `white rating` or `black rating`."""
    level: int | None = None
    """The level of a player `level:7`, or a number in the header `white level` or `black level`."""


def strengths(headers: Mapping[str, str]) -> tuple[Strength, Strength]:
    """The strengths of White and of Black in the headers of a record."""
    white, black = (_strength(headers, side) for side in SIDES)
    return white, black


def _strength(headers: Mapping[str, str], side: Side) -> Strength:
    who = str(side).lower()
    named = _LEVEL.match(headers.get(who, ""))
    level = headers.get(f"{who} level", named[1] if named else "")
    return Strength(_within(RATINGS, headers.get(f"{who} rating", "")), _within(LEVELS, level))


def _within(allowed: range, text: str) -> int | None:
    """The number that a text begins with, rounded; None if there is none, or if it is not allowed."""
    found = _NUMBER.match(text.strip())
    number = None if found is None else round(float(found[0]))
    return number if number in allowed else None
