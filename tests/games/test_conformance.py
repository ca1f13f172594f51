"""What every game must do; see gipfel.testing. A game is tested here by being there."""

from typing import ClassVar

import gipfel
from gipfel.testing import Conformance
from tests.helpers.paths import GOLDEN


class TestGames(Conformance):
    games: ClassVar = gipfel.game_names()
    golden: ClassVar = GOLDEN


def test_every_version_has_a_golden_playthrough() -> None:
    recorded = {path.stem for path in GOLDEN.glob("*.txt")}
    versions = {
        f"{name}-{version}" for name in TestGames.games for version in type(gipfel.game(name)).versions
    }
    assert versions <= recorded
