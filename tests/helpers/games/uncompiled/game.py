"""The game `noughts` with a kernel that runs only as plain Python."""

from typing import ClassVar

from tests.helpers.games.noughts import notation, scene
from tests.helpers.games.noughts.game import Noughts
from tests.helpers.games.uncompiled import rules


class Uncompiled(Noughts):
    """Three in a row with an error in its kernel."""

    name: ClassVar[str] = "uncompiled"
    title: ClassVar[str] = "UNCOMPILED"
    rules_module = rules
    notation = notation
    pictures = scene
    rules = rules.RULES


GAME = Uncompiled
