"""How long a contest may take (rules 9.3 point 4, L-4): its clock, and the patience of the other player."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gipfel.games.core.options import Option, Value
from gipfel.games.core.time_limit import CLOCKS, NO_CLOCK, TimeLimit
from gipfel.locale import note
from gipfel.notation.errors import OptionError
from gipfel.project.potentials.linking import AUTO, CLOCK, OFF

PATIENCE = "link.patience"
USUAL_DAYS = 3
LONGEST_DAYS = 365

OFFERED: dict[Value, str] = {
    "sudden-death minutes=5": note("5 minutes each"),
    "sudden-death minutes=10": note("10 minutes each"),
    "sudden-death minutes=20": note("20 minutes each"),
}
"""Some clocks to choose from; any other one can be written."""


class ClockOption(Option):
    """The clock of a contest: auto, off, or a kind with its numbers, like `increment minutes=5 seconds=3`."""

    def offered(self, titles: Mapping[Value, str]) -> list[tuple[Value, str]]:
        return [*((value, titles.get(value, str(value))) for value in self.values), *OFFERED.items()]

    def check(self, value: Any) -> Value:
        text = " ".join(str(value).split())
        return text if text in self.values else str(self._read(text))

    def _read(self, text: str) -> TimeLimit:
        kind, *numbers = text.split(" ")
        if kind not in CLOCKS or not CLOCKS[kind].numbers:
            kinds = ", ".join(_example(name) for name in CLOCKS if CLOCKS[name].numbers)
            raise OptionError(f"option {self.name} cannot be {text[:60]!r}; allowed: {AUTO}, {OFF}, {kinds}")
        given = dict(number.partition("=")[::2] for number in numbers)
        needed = CLOCKS[kind].numbers
        if list(given) != list(needed) or len(given) != len(numbers):
            raise OptionError(f"option {self.name} cannot be {text[:60]!r}; write it like {_example(kind)}")
        checked = {key: self._number(key, given[key], *needed[key]) for key in needed}
        return TimeLimit(kind, **checked)

    def _number(self, key: str, given: str, least: int, most: int) -> int:
        number = int(given) if given.isascii() and given.isdigit() and len(given) <= len(str(most)) else -1
        if not least <= number <= most:
            raise OptionError(f"option {self.name}: {key} must be {least} to {most}, not {given[:40]!r}")
        return number


def _example(kind: str) -> str:
    """A clock of a kind, as it is written."""
    numbers = {"minutes": 5, "seconds": 3, "days": 2}
    return " ".join([kind, *(f"{key}={numbers[key]}" for key in CLOCKS[kind].numbers)])


def contest_limit(options: Mapping[str, Value], table: TimeLimit) -> TimeLimit:
    """The clock of a contest that is a game, at a table with a clock."""
    agreed = str(options[CLOCK])
    if agreed == OFF:
        return NO_CLOCK
    if agreed != AUTO:
        kind, *numbers = agreed.split(" ")
        return TimeLimit(kind, **{key: int(number) for key, number in (one.split("=") for one in numbers)})
    return replace(table, divisor=2) if table.minutes else table


def patience(options: Mapping[str, Value]) -> int:
    """After how many days a contest without a clock can be claimed; 0 for never."""
    days = options[PATIENCE]
    return 0 if days == OFF else int(days)
