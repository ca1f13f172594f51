"""Tests that every game must pass, for the games of Gipfel and for those of other packages.

    from gipfel.testing import Conformance

    class TestMyGame(Conformance):
        games = ("mygame",)

pytest then plays random games of every version and of every option value and checks what holds in all games.
This package needs pytest; nothing else in Gipfel imports it.
"""

import pytest

pytest.register_assert_rewrite("gipfel.testing.conformance", "gipfel.testing.encoding_checks")

from gipfel.testing.conformance import Conformance, MissingPart  # noqa: E402
from gipfel.testing.random_games import positions, random_game, sample  # noqa: E402

__all__ = ["Conformance", "MissingPart", "positions", "random_game", "sample"]
