"""The games: modules that all games share, and one folder for each game.

`gipfel.game_names()` lists the games and `gipfel.game()` gives one of them.
"""

import sys
from types import ModuleType
from typing import NoReturn


class _GamesPackage(ModuleType):
    """The type of this package: calling `gipfel.games()` raises an error that names `game_names()`."""

    def __call__(self, *_arguments: object, **_options: object) -> NoReturn:
        raise TypeError("gipfel.games is a package; gipfel.game_names() returns the names of the games")


sys.modules[__name__].__class__ = _GamesPackage
