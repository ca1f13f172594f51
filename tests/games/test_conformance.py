"""What every game must do; see gipfel.testing. A game is tested here by being there."""

from typing import ClassVar

from gipfel.testing import Conformance
from gipfel.testing.conformance import SEEDS
from tests.helpers.check import some_of
from tests.helpers.own_games import OWN, WITH_RULEBOOK, versions_of
from tests.helpers.paths import GOLDEN


class TestGames(Conformance):
    games: ClassVar = OWN
    seeds: ClassVar = tuple(some_of(SEEDS, 1))
    golden: ClassVar = GOLDEN


def test_every_version_of_a_game_with_a_rulebook_has_a_golden_playthrough() -> None:
    recorded = {path.stem for path in GOLDEN.glob("*.txt")}
    assert {f"{name}-{version}" for name, version in versions_of(WITH_RULEBOOK)} <= recorded
