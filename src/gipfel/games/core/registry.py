"""Which games there are. A game is loaded when it is first asked for."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from gipfel.games.core.game import Game
from gipfel.notation.errors import PositionError, UnknownGame

NAMES = ("gipf", "punct", "yinsh", "tzaar", "zertz", "dvonn", "tamsk")
"""The folders of this package that hold games; each offers its Game as GAME."""


_modules = {name: f"gipfel.games.{name}" for name in NAMES}
"""Where the Game class of each name is found, as GAME."""


def register(name: str, module: str) -> None:
    """Make a game known that lives elsewhere; its module offers the Game class as GAME."""
    _modules[name] = module


def game_names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_modules)


def game_type(name: str) -> type[Game]:
    """The Game class behind a name. Raises UnknownGame."""
    if name not in _modules:
        raise UnknownGame(f"there is no game {name!r}; there are {', '.join(_modules)}")
    kind: type[Game] = import_module(_modules[name]).GAME
    return kind


def game(name: str, version: str | None = None, **options: Any) -> Game:
    """A game in a version (the first one if none is named) with its options."""
    return game_type(name)(version, **options)


def game_of_position(
    name: str, text: str, version: str | None = None, options: Mapping[str, Any] | None = None
) -> Game:
    """The game a position text is written for: the text decides, a contradicting version is an error."""
    kind = game_type(name)
    options = dict(options or {})
    said = kind.version_in(text)
    if said is None:
        return kind(version, **options)
    said_version, said_options = said
    if version is not None and kind(version).version != said_version:
        raise PositionError(f"the position is one of {name} {said_version}, not of {version}")
    for option, value in options.items():
        if option in said_options and str(said_options[option]) != str(value):
            raise PositionError(f"the position has {option}={said_options[option]}, not {value}")
    return kind(said_version, **{**said_options, **options})
