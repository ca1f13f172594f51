"""Reads a menu: every error message names the line and what would be right."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, NoReturn

from gipfel.games.core.options import Option, Value
from gipfel.games.core.registry import game_names, game_type
from gipfel.games.core.time_limit import CLOCKS
from gipfel.notation.errors import GipfelError, MenuError, OptionError
from gipfel.notation.record import LONGEST_TITLE
from gipfel.notation.toml import FAR_TOO_LARGE, LONGEST_SHOWN, Keys, LineNumbers, shown, write_value
from gipfel.project.menu.keys import (
    BOTH,
    BY_NAME,
    CLOCK_KEYS,
    EMPTY,
    KINDS,
    LINK_KEYS,
    MISPLACED,
    OPTION_KEYS,
    OWN_LINK_KEYS,
    PLAIN_KEYS,
    PROJECT_KEYS,
    SIDES,
    allowed,
)
from gipfel.project.potentials.agreement import (
    MOST_OF_A_KIND,
    PRESETS,
    PROJECT,
    LinkOption,
    read_pool,
    write_pool,
)
from gipfel.project.potentials.linking import KIND_LETTERS

Table = Mapping[str, Any]


class MenuReader:
    """Reads the tables of a menu one by one."""

    def __init__(self, data: Table, lines: LineNumbers | None = None) -> None:
        self.data = data
        self.lines = lines
        """The line of each key; None if the menu was not read from text."""

    # What is played.

    @property
    def name(self) -> str:
        """The game: `project` unless the menu names another one."""
        return self._choice("game", game_names(), default=PROJECT)

    def check_keys(self) -> None:
        """Raises MenuError unless all keys are known and at least one says what to play."""
        plain = self.name != PROJECT
        if plain:
            self._check_plain()
        elif "version" in self.data:
            self._fail(("version",), "GIPF with potentials has no version but a preset; write preset = ...")
        self._check_known(self.data, (), PLAIN_KEYS if plain else PROJECT_KEYS)
        if not self.data.keys() - {"title", "clock"}:
            self._fail((), "the menu does not say what to play; name a preset, potentials or a game")

    def _check_plain(self) -> None:
        for key in self.data:
            if key in PROJECT_KEYS and key not in PLAIN_KEYS:
                self._fail(
                    (key,),
                    f"{key} belongs to GIPF with potentials, not to {self.name}; "
                    f"leave it out, or leave out game = {write_value(self.name)}",
                )

    @property
    def version(self) -> str:
        """The preset, or the version of any other game."""
        if self.name == PROJECT:
            return self._choice("preset", PRESETS, default=EMPTY)
        versions = game_type(self.name).versions
        return self._choice("version", versions, default=versions[0])

    @property
    def title(self) -> str:
        """What the evening is called."""
        title = self.data.get("title", "")
        if not isinstance(title, str):
            self._fail(
                ("title",), f'title cannot be {shown(title)}; it must be a text in quotes like "Friday"'
            )
        title = " ".join(title.split())
        if len(title) > LONGEST_TITLE or not title.isprintable():
            self._fail(("title",), f"title must be one line of at most {LONGEST_TITLE} printable letters")
        return title

    # Options.

    def options(self) -> dict[str, Value]:
        """Every option the menu sets, by its name in the game."""
        if self.name != PROJECT:
            return self._plain_options()
        options: dict[str, Value] = {}
        if "base" in self.data:
            options["base"] = self._value(("base",), BY_NAME["base"], self.data["base"])
        options |= self._basics()
        options |= self._table_options(("links",), LINK_KEYS, inner=SIDES)
        for side in SIDES:
            options |= self._table_options(("links", side), OWN_LINK_KEYS[side])
        options |= self._table_options(("options",), {key: key for key in OPTION_KEYS})
        return options | self._potentials(options.get("min_per_kind", BY_NAME["min_per_kind"].default))

    def _basics(self) -> Iterator[tuple[str, Value]]:
        """One number for both sides, or a table with a number for each."""
        given = self.data.get("basics", {})
        if isinstance(given, Mapping):
            self._check_known(given, ("basics",), SIDES)
        for side in SIDES:
            option = BY_NAME[f"basics_{side}"]
            if not isinstance(given, Mapping):
                yield option.name, self._value(("basics",), option, given)
            elif side in given:
                yield option.name, self._value(("basics", side), option, given[side])

    def _table_options(
        self, table: Keys, names: Mapping[str, str], inner: tuple[str, ...] = ()
    ) -> Iterator[tuple[str, Value]]:
        """The options that a table sets; `inner` are tables inside it."""
        given = self._table(table)
        self._check_known(given, table, (*names, *inner))
        for key, value in given.items():
            if key in names:
                yield names[key], self._value((*table, key), BY_NAME[names[key]], value)

    def _plain_options(self) -> dict[str, Value]:
        known = {option.name: option for option in game_type(self.name).options_of(self.version)}
        given = self._table(("options",))
        for key in given:
            self._check_version_has(key, known)
        self._check_known(given, ("options",), known)
        return {key: self._value(("options", key), known[key], value) for key, value in given.items()}

    def _check_version_has(self, key: str, known: Mapping[str, Option]) -> None:
        for option in game_type(self.name).all_options:
            if option.name == key and key not in known:
                where = ", ".join(option.versions)
                self._fail(
                    ("options", key),
                    f"options.{key} exists in {self.name} {where} only, not in {self.version}",
                )

    def _value(self, keys: Keys, option: Option, value: Any) -> Value:
        """A value that the option allows; a number in quotes is not a number."""
        place = ".".join(keys)
        try:
            known = option.check(value) if type(value) in _types(option) and _is_small(value) else None
        except OptionError as error:
            if isinstance(option, LinkOption) and len(value) <= LONGEST_SHOWN:
                self._fail(keys, str(error).replace(f"option {option.name}", place))
            known = None
        if known is None or type(known) is not type(value):
            suggestion = _suggestion(value, map(str, option.values))
            self._fail(keys, f"{place} cannot be {shown(value)}; {suggestion}allowed: {allowed(option)}")
        return known

    # Potentials.

    def _potentials(self, least: Value) -> dict[str, Value]:
        """The pools of both sides: those of the preset, then `both`, then the side's own numbers."""
        given = self._table(("potentials",))
        self._check_known(given, ("potentials",), (BOTH, *SIDES))
        pools: dict[str, Value] = {}
        for side in SIDES:
            numbers = self._preset_pool(side)
            set_by: dict[str, Keys] = {}
            for whose in (BOTH, side):
                for kind, number in self._numbers(whose).items():
                    numbers[kind] = number
                    set_by[kind] = ("potentials", whose, kind)
            self._check_minimum(side, numbers, set_by, int(least))
            pools[f"pool_{side}"] = write_pool([numbers[kind] for kind in KINDS])
        return pools

    def _preset_pool(self, side: str) -> dict[str, int]:
        pool = read_pool(str(PRESETS[self.version].get(f"pool_{side}", "-"))) or [0] * len(KIND_LETTERS)
        return dict(zip(KINDS, pool, strict=True))

    def _numbers(self, whose: str) -> dict[str, int]:
        table = ("potentials", whose)
        given = self._table(table)
        self._check_known(given, table, KINDS)
        return {
            kind: self._number((*table, kind), number, 0, MOST_OF_A_KIND) for kind, number in given.items()
        }

    def _check_minimum(self, side: str, numbers: dict[str, int], set_by: dict[str, Keys], least: int) -> None:
        for kind, number in numbers.items():
            if 0 < number < least:
                keys = set_by.get(kind, ("options", "min_per_kind"))
                place = ".".join(set_by.get(kind, ("potentials", side, kind)))
                self._fail(
                    keys,
                    f"{place} = {number} is too few; of a kind that is used there must be "
                    f"{least} to {MOST_OF_A_KIND} (options.min_per_kind is {least}), or 0",
                )

    # The clock.

    def clock(self) -> dict[str, Any]:
        """The clock: its kind, and the numbers that kind needs."""
        given = self._table(("clock",))
        self._check_known(given, ("clock",), CLOCK_KEYS)
        if not given:
            return {}
        if "kind" not in given:
            self._fail(("clock",), f"the clock needs a kind; allowed: {_listed(CLOCKS)}")
        kind = self._one_of(("clock", "kind"), given["kind"], CLOCKS)
        needed = CLOCKS[kind].numbers
        for key in given:
            if key not in ("kind", *needed):
                self._fail(("clock", key), f"a clock of kind {kind} has no {key}; it has {_joined(needed)}")
        for key in needed:
            if key not in given:
                self._fail(
                    ("clock", "kind"), f"a clock of kind {kind} needs {_joined(needed)}; {key} is missing"
                )
        numbers = {key: self._number(("clock", key), given[key], *needed[key]) for key in needed}
        return {"kind": kind, **numbers}

    # Checking.

    def _table(self, keys: Keys) -> Table:
        """A table of the menu; an empty one if it is not there."""
        table: Any = self.data
        for key in keys:
            table = table.get(key, {})
        if not isinstance(table, Mapping):
            place = ".".join(keys)
            self._fail(keys, f"{place} cannot be {shown(table)}; it must be a table, begun by [{place}]")
        return table

    def _check_known(self, table: Table, keys: Keys, known: Iterable[str]) -> None:
        names = tuple(known)
        for key in table:
            if key not in names:
                where = f"[{'.'.join(keys)}]" if keys else "a menu"
                self._fail((*keys, key), f"there is no {shown(key)} in {where}; {_expected(key, names)}")

    def _choice(self, key: str, values: Iterable[str], default: str) -> str:
        return self._one_of((key,), self.data.get(key, default), values)

    def _one_of(self, keys: Keys, value: Any, values: Iterable[str]) -> str:
        names = tuple(values)
        if not isinstance(value, str) or value not in names:
            place, suggestion = ".".join(keys), _suggestion(value, names)
            self._fail(keys, f"{place} cannot be {shown(value)}; {suggestion}allowed: {_listed(names)}")
        return value

    def _number(self, keys: Keys, value: Any, least: int, most: int) -> int:
        if type(value) is not int or not least <= value <= most:
            self._fail(keys, f"{'.'.join(keys)} cannot be {shown(value)}; allowed: {least} to {most}")
        return value

    def refuse(self, error: GipfelError) -> NoReturn:
        """Report an error of the game itself as an error of the menu."""
        self._fail((), str(error))

    def _fail(self, keys: Keys, message: str) -> NoReturn:
        raise MenuError(message if self.lines is None else f"line {self._line(keys)}: {message}")

    def _line(self, keys: Keys) -> int:
        """The line of a key, or of the table it should be in."""
        assert self.lines is not None
        return self.lines.get(keys) or (self._line(keys[:-1]) if keys else 1)


def _types(option: Option) -> set[type]:
    return {type(value) for value in option.values} | ({int} if option.between else set())


def _is_small(value: Value) -> bool:
    return isinstance(value, str) or abs(value) <= FAR_TOO_LARGE


def _suggestion(word: Any, names: Iterable[str]) -> str:
    """A suggestion, if an allowed name is similar to the given word."""
    close = get_close_matches(str(word).lower(), list(names), n=1) if _is_word(word) else []
    return f"did you mean {write_value(close[0])}? " if close else ""


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_SHOWN and not value.isdigit()


def _expected(key: str, names: tuple[str, ...]) -> str:
    """Where an unknown key belongs, or which keys are allowed."""
    name = key if key in MISPLACED else key.lower()
    if name in MISPLACED:
        return f"{name} belongs {MISPLACED[name]}"
    if not names:
        return "this game has no options"
    return f"{_suggestion(key, names)}allowed: {', '.join(names)}"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(write_value(name) for name in names)


def _joined(names: Iterable[str]) -> str:
    return " and ".join(names) or "nothing but its kind"
