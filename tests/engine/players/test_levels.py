"""Levels of the engine: how far and how clearly they see."""

import pytest

import gipfel
from gipfel.engine.players.factory import level_searcher
from gipfel.engine.players.levels import limits_of, make_searcher, noise_of, tuning_of
from gipfel.engine.players.specs import PlayerSpec
from gipfel.engine.search.analysis import SearchLimits
from gipfel.games.core.level_settings import HIGHEST, HIGHEST_QUICK, LOWEST
from gipfel.kernel.evaluation import CERTAIN, FARTHEST_WIN
from gipfel.kernel.link import can_compile
from tests.helpers.check import some_of
from tests.helpers.own_games import WITH_EVALUATION
from tests.helpers.random_games import positions_with_choice


def test_levels_see_further_and_clearer() -> None:
    for name in WITH_EVALUATION:
        game = gipfel.game(name)
        levels = range(LOWEST, HIGHEST)
        sights = [(limits_of(game, level).nodes or 0, -noise_of(game, level)) for level in levels]
        assert sights == sorted({*sights})
        assert noise_of(game, LOWEST) > 0 == noise_of(game, HIGHEST)


def test_what_a_low_level_misjudges_follows_from_its_seed() -> None:
    game = gipfel.game("gipf", "standard")
    position = positions_with_choice(game, seed=3, number=1)[0]
    scores = {
        seed: make_searcher(game, LOWEST, seed=seed).think(position, SearchLimits(depth=1)).lines[0].score
        for seed in (1, 2, 1)
    }
    again = make_searcher(game, LOWEST, seed=1).think(position, SearchLimits(depth=1)).lines[0].score
    assert scores[1] == again != scores[2]
    assert abs(again) < CERTAIN - FARTHEST_WIN


def test_a_tuning_changes_how_far_the_engine_sees() -> None:
    game = gipfel.game("tamsk", "level1")
    position = positions_with_choice(game, seed=3, number=1)[0]
    depths = {}
    for changes, table in (("", 0), ("", 1), ("former", 0)):
        tuning = tuning_of(game, HIGHEST, changes, table)
        assert tuning.table == (table or tuning.table)
        engine = level_searcher(HIGHEST, SearchLimits(), seed=1, tuning=lambda _, one=tuning: one)
        depths[changes, table] = engine.think(position, SearchLimits(nodes=20_000)).depth
    assert depths["former", 0] < depths["", 0] == depths["", 1]


@pytest.mark.skipif(not can_compile(), reason="Numba is not here")
@pytest.mark.parametrize("name", some_of(WITH_EVALUATION, 3))
def test_low_levels_decide_the_same_interpreted_and_compiled(name: str) -> None:
    game = gipfel.game(name)
    positions = positions_with_choice(game, seed=5, number=3)
    for level in range(LOWEST, HIGHEST_QUICK + 1):
        spec = PlayerSpec.read(f"level:{level}")
        assert spec.is_quick
        decided = []
        for fast in (False, True):
            player = spec.make_player(seed=7, fast=fast)
            player.begin(game)
            decided.append([player.choose(position, SearchLimits()).text for position in positions])
        assert decided[0] == decided[1]


@pytest.mark.parametrize(
    ("player", "is_quick"),
    [
        ("level:3", True),
        ("level:3,seconds=1", True),
        ("level:2,contests=3", True),
        ("random", True),
        ("level:4", False),
        ("level:2,contests=4", False),
        ("level:3,nodes=100000", False),
        ("level:3,depth=9", False),
        ("level:3,search=wide", False),
        ("greedy", False),
        ("uct", False),
        ("engine:program", False),
    ],
)
def test_who_decides_at_once_without_a_compiler(player: str, is_quick: bool) -> None:
    assert PlayerSpec.read(player).is_quick == is_quick
