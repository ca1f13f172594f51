"""The rules of `noughts` with a scene that fails."""

from typing import ClassVar

from tests.helpers.games.fragile import scene
from tests.helpers.games.noughts import notation, rules
from tests.helpers.games.noughts.game import Noughts


class Fragile(Noughts):
    """Three in a row with an error in its scene."""

    name: ClassVar[str] = "fragile"
    title: ClassVar[str] = "FRAGILE"
    rules_module = rules
    notation = notation
    pictures = scene


GAME = Fragile
