"""Levels of the engine: how far and how clearly they see."""

import gipfel
from gipfel.engine.players.levels import limits_of, make_searcher, noise_of
from gipfel.engine.search.analysis import SearchLimits
from gipfel.games.core.level_settings import HIGHEST, LOWEST
from gipfel.kernel.evaluation import CERTAIN, FARTHEST_WIN
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
