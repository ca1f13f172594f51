"""Time limits: how long players may think. Players agree on one in a menu; a table keeps it."""

from dataclasses import dataclass

from gipfel.locale import note
from gipfel.notation.record import CLOCK, TITLE


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """The clock players agreed on. Numbers that its kind does not use are 0."""

    kind: str = "none"
    """A key of `CLOCKS`, which says what numbers each kind needs."""
    minutes: int = 0
    seconds: int = 0
    days: int = 0
    divisor: int = 1
    """Each side has the minutes divided by this number."""

    def __str__(self) -> str:
        """As records write it: `increment minutes=20 seconds=10`."""
        return " ".join([self.kind, *(f"{key}={getattr(self, key)}" for key in CLOCKS[self.kind].numbers)])


NO_CLOCK = TimeLimit()


def agreed_headers(title: str, clock: TimeLimit) -> dict[str, str]:
    """The title of an evening and its clock as headers of a record; what was not agreed on is left out."""
    texts = {TITLE: title, CLOCK: "" if clock == NO_CLOCK else str(clock)}
    return {name: text for name, text in texts.items() if text}


@dataclass(frozen=True, slots=True)
class ClockKind:
    """A way to limit time, with the numbers it needs."""

    title: str
    help: str
    numbers: dict[str, tuple[int, int]]
    """From least to most, by key."""


CLOCKS: dict[str, ClockKind] = {
    "none": ClockKind(note("No clock"), note("nobody looks at a clock"), {}),
    "sudden-death": ClockKind(
        note("Minutes for the whole game"),
        note("minutes for the whole game"),
        {"minutes": (1, 600)},
    ),
    "increment": ClockKind(
        note("Minutes, and seconds more for every turn"),
        note("minutes for the game, and seconds more for every turn"),
        {"minutes": (0, 600), "seconds": (1, 600)},
    ),
    "delay": ClockKind(
        note("Minutes; the first seconds of every turn are free"),
        note("minutes for the game, but the first seconds of every turn are free"),
        {"minutes": (0, 600), "seconds": (1, 600)},
    ),
    "correspondence": ClockKind(note("Days for every turn"), note("days for every turn"), {"days": (1, 365)}),
}
