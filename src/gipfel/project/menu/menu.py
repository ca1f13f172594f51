"""Menus: what two players agree on for an evening, as an object and as a short TOML text.

    title = "Friday"
    preset = "ultimate"
    basics = { white = 21, black = 23 }

    [links]
    zertz = "zertz blitz"
    challenges = 2

Everything a menu does not name stays as its preset has it. A menu can also name any other game.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from gipfel.games.core.game import Game
from gipfel.games.core.options import Value
from gipfel.games.core.registry import game_type
from gipfel.games.core.replay import recorded_game
from gipfel.games.core.time_limit import NO_CLOCK, TimeLimit, agreed_headers
from gipfel.notation.errors import GipfelError, MenuError
from gipfel.notation.record import CLOCK, TITLE, Record
from gipfel.notation.toml import TomlProblem, key_lines, read_toml
from gipfel.project.menu import writing
from gipfel.project.menu.keys import EMPTY, KINDS, LINK_KEYS, OPTION_KEYS, OWN_LINK_KEYS, SIDES
from gipfel.project.menu.reading import MenuReader
from gipfel.project.menu.remarks import Remark, remarks
from gipfel.project.potentials.agreement import PROJECT, read_pool
from gipfel.project.potentials.linking import KIND_LETTERS, own_value

LARGEST = 20_000
"""Bytes; longer texts are refused."""
SUFFIX = ".toml"


@dataclass(frozen=True)
class Menu:
    """What two players agreed on: a game, its version or preset, its options, a clock."""

    title: str = ""
    name: str = PROJECT
    """The game: `project` is GIPF with potentials."""
    version: str = ""
    """The preset of a project game, the version of any other; if none is named, `menu` or the first one."""
    changes: Mapping[str, Value] = field(default_factory=dict, hash=False)
    """Options by their names in the game; only those that differ from the version's own are kept."""
    clock: TimeLimit = NO_CLOCK

    def __post_init__(self) -> None:
        """Normalise the fields, so that menus with the same meaning are equal."""
        game = self.game()
        object.__setattr__(self, "title", " ".join(self.title.split()))
        object.__setattr__(self, "version", game.version)
        object.__setattr__(self, "changes", game.changed_options)

    def game(self) -> Game:
        """The game to play."""
        return self._game

    @cached_property
    def _game(self) -> Game:
        version = self.version or (EMPTY if self.has_potentials else None)
        return game_type(self.name)(version, **self.changes)

    @property
    def has_potentials(self) -> bool:
        """Is it GIPF with potentials?"""
        return self.name == PROJECT

    # The parts of the agreement, with everything the preset gives. Only `options` is for all games.

    @property
    def preset(self) -> str | None:
        """The preset it began with."""
        return self.version if self.has_potentials else None

    @property
    def base(self) -> str:
        """Which GIPF the potentials are added to."""
        return str(self.game().options["base"])

    @property
    def basics(self) -> dict[str, Value]:
        """The number of basic pieces of each side, or `auto`."""
        return {side: self.game().options[f"basics_{side}"] for side in SIDES}

    @property
    def potentials(self) -> dict[str, dict[str, int]]:
        """How many potentials of each kind each side has."""
        return {side: self._pool(str(self.game().options[f"pool_{side}"])) for side in SIDES}

    def _pool(self, text: str) -> dict[str, int]:
        return dict(zip(KINDS, read_pool(text) or [0] * len(KIND_LETTERS), strict=True))

    @property
    def links(self) -> dict[str, Value]:
        """What each kind is linked to, and how links are played, by the keys of [links]."""
        return {key: self.game().agreed_options[option] for key, option in LINK_KEYS.items()}

    @property
    def own_links(self) -> dict[str, dict[str, Value]]:
        """What each side has for itself, by the keys of [links.white] and [links.black]; or `shared`."""
        options = self.game().agreed_options
        return {
            side: {key: options[option] for key, option in keys.items()}
            for side, keys in OWN_LINK_KEYS.items()
        }

    def links_of(self, side: str) -> dict[str, Value]:
        """What is said about links for a side: its own, or what is said for both."""
        options, keys = self.game().agreed_options, OWN_LINK_KEYS[side]
        own = {key: own_value(options, LINK_KEYS[key], SIDES.index(side)) for key in keys}
        return {**self.links, **own}

    @property
    def options(self) -> dict[str, Value]:
        """All other options of the game."""
        options = dict(self.game().options)
        return {name: options[name] for name in OPTION_KEYS} if self.has_potentials else options

    # Records.

    @property
    def headers(self) -> dict[str, str]:
        """The title and the clock, as headers of a record; the game writes the rest itself."""
        return agreed_headers(self.title, self.clock)

    @classmethod
    def of_record(cls, record: Record) -> "Menu":
        """The menu that a recorded game was played by. Raises GipfelError."""
        game, agreed = recorded_game(record), record.agreed
        clock = MenuReader({CLOCK: _clock_data(agreed.get(CLOCK, NO_CLOCK.kind))}).clock()
        return cls(agreed.get(TITLE, ""), game.name, game.version, game.changed_options, TimeLimit(**clock))

    # In words.

    def text(self) -> str:
        """The menu as TOML, each line explained; reading it gives the same menu."""
        return writing.write_menu(self)

    @property
    def remarks(self) -> list[Remark]:
        """What the menu says without effect; as texts they are sentences."""
        return remarks(self)

    def summary(self) -> str:
        """What will be played, in a few lines."""
        return writing.summary(self)


def menu(source: str | os.PathLike[str]) -> Menu:
    """The menu in a text or a file. Raises MenuError.

    A path object, the name of an existing file, or any name ending in .toml means a file.
    """
    path = _path(source)
    if path is None:
        return read_menu(str(source))
    try:
        return read_menu(_read_file(path))
    except MenuError as error:
        raise MenuError(f"{path}: {error}") from error


def _path(source: str | os.PathLike[str]) -> Path | None:
    """The file that a source names; None if the source is a text."""
    if not isinstance(source, str):
        return Path(source)
    if len(source.splitlines()) > 1 or not source.strip():
        return None
    return Path(source) if source.endswith(SUFFIX) or os.path.exists(source) else None


def _read_file(path: Path) -> str:
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise MenuError(f"cannot be read: {getattr(error, 'strerror', None) or error}") from error
    _check_size(len(data))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise MenuError(f"line {line}: this is not text in UTF-8") from error


def _check_size(size: int) -> None:
    if size > LARGEST:
        raise MenuError(f"a menu has at most {LARGEST // 1000} kB; this is more")


def read_menu(text: str) -> Menu:
    """The menu in a text. Raises MenuError, which names the line."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    _check_size(len(text))
    try:
        data = read_toml(text)
    except TomlProblem as problem:
        raise MenuError(f"line {problem.line}: {problem}") from problem
    return _menu_of(MenuReader(data, key_lines(text)))


def menu_of(data: Mapping[str, Any]) -> Menu:
    """The menu in data with the structure of the text, as a page or a program sends it."""
    return _menu_of(MenuReader(data))


def _clock_data(text: str) -> dict[str, Any]:
    """The clock of a record as a menu has it: `increment minutes=20 seconds=10`."""
    kind, *numbers = text.split()
    pairs = (number.partition("=") for number in numbers)
    return {"kind": kind, **{key: int(value) if value.isdecimal() else value for key, _, value in pairs}}


def _menu_of(reader: MenuReader) -> Menu:
    reader.check_keys()
    title, clock, options = reader.title, TimeLimit(**reader.clock()), reader.options()
    try:
        return Menu(title, reader.name, reader.version, options, clock)
    except GipfelError as error:
        reader.refuse(error)


def explain() -> str:
    """What a menu is, the presets, and all keys."""
    return writing.explain()
