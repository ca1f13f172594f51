"""Options of a game, and the check of their values."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gipfel.locale import say, sentence
from gipfel.notation.errors import OptionError

Value = int | str


@dataclass(frozen=True, slots=True)
class Option:
    """One option with the values it may have; the first is the default."""

    name: str
    values: tuple[Value, ...]
    help: str
    """What it is for, in English: a `note`. A phrase without a full stop, or a question."""
    versions: tuple[str, ...] = ()
    """In which versions it exists; none named means all."""
    between: tuple[int, int] | None = None
    """All whole numbers from the first to the second are allowed too."""

    @property
    def default(self) -> Value:
        return self.values[0]

    @property
    def explanation(self) -> str:
        """What it is for, as a sentence in the current language."""
        if not self.help.endswith("?"):
            return sentence(self.help)
        question = say(self.help)
        return f"{question[:1].upper()}{question[1:]}"

    def offered(self, titles: Mapping[Value, str]) -> list[tuple[Value, str]]:
        """The values to choose from with their titles; of numbers within a range only those that have one."""
        named = [value for value in self.values if self.between is None or value in titles]
        return [(value, titles.get(value, str(value))) for value in named]

    def check(self, value: Any) -> Value:
        """The allowed value that is meant; numbers may be given as text. Raises OptionError."""
        for allowed in self.values:
            if type(value) is type(allowed) and value == allowed:
                return allowed
            if isinstance(value, str) and value == str(allowed):
                return allowed
        if self.between is not None:
            return self._check_number(value, *self.between)
        values = ", ".join(str(allowed) for allowed in self.values)
        raise OptionError(f"option {self.name} cannot be {value!r}; allowed: {values}")

    def _check_number(self, value: Any, least: int, most: int) -> int:
        number = value if type(value) is int else None
        if isinstance(value, str) and re.fullmatch("[0-9]{1,12}", value):
            number = int(value)
        if number is None or not least <= number <= most:
            given = repr(value)[:40] if number is None else "that large" if number > 10**12 else str(number)
            names = "".join(f"{allowed}, " for allowed in self.values if isinstance(allowed, str))
            raise OptionError(f"option {self.name} cannot be {given}; allowed: {names}{least} to {most}")
        return number


def check_options(given: Mapping[str, Any], known: tuple[Option, ...], whose: str) -> dict[str, Value]:
    """The values of all options, with defaults for those that are not given. Raises OptionError."""
    by_name = {option.name: option for option in known}
    for name in given:
        if name not in by_name:
            names = f"it has {', '.join(by_name)}" if by_name else "it has none"
            raise OptionError(f"{whose} has no option {name!r}; {names}")
    return {
        option.name: option.check(given[option.name]) if option.name in given else option.default
        for option in known
    }
