"""How levels are calibrated: equal steps, settings between measured ones, levels as text."""

import ast

import pytest
from scripts.calibrate_levels import Curve, Knot, added, between, equal_steps, rewritten, source

import gipfel
from gipfel.engine.players.levels import levels_of, settings_of
from gipfel.engine.players.specs import PlayerSpec
from gipfel.engine.search.analysis import SearchLimits
from gipfel.games.core.level_settings import LevelSettings, level_settings, listed_levels
from gipfel.games.core.registry import folder_of


def free(found: object) -> float:
    return 1e9


def knot(noise: int, nodes: int | None) -> Knot:
    return Knot(LevelSettings(noise, nodes))


def test_steps_are_equal_where_nothing_forbids_it() -> None:
    assert equal_steps(0.0, 900.0, [free] * 8) == pytest.approx([100.0 * n for n in range(10)])


def test_a_level_that_may_not_be_stronger_leaves_the_rest_to_the_others() -> None:
    limits = [free, free, lambda found: 150.0, free, free, free, free, free]
    found = equal_steps(0.0, 900.0, limits)
    assert found[:4] == pytest.approx([0.0, 50.0, 100.0, 150.0])
    assert found[3:] == pytest.approx([150.0 + 125.0 * n for n in range(7)])


def test_a_limit_may_depend_on_the_level_below() -> None:
    found = equal_steps(0.0, 1000.0, [lambda found: 100.0, lambda found: found[1] + 120.0, free])
    assert found == pytest.approx([0.0, 100.0, 220.0, 610.0, 1000.0])


def test_settings_between_two() -> None:
    assert between(knot(0, 100), knot(0, 10_000)) == knot(0, 1000)
    assert between(knot(800, None), knot(400, None), 0.25) == knot(700, None)
    assert between(knot(800, 480), knot(0, 480)) == knot(400, 480)
    assert between(knot(96, None), knot(0, 250)) is None
    assert between(knot(0, 250), Knot(None)) is None


def test_what_is_put_between_neighbours_that_are_far_apart() -> None:
    assert added(knot(0, 100), knot(0, 10_000)) == knot(0, 1000)
    assert added(knot(0, 100), knot(0, 140)) is None
    assert added(knot(96, None), knot(0, 240)) == knot(0, 80)
    assert added(knot(96, None), knot(0, 20)) is None
    assert added(knot(60, None), knot(50, None)) is None
    assert added(knot(0, 100), Knot(None)) is None


def test_a_curve_gives_settings_of_the_wanted_kind() -> None:
    knots = [knot(1000, None), knot(100, None), knot(0, 100), knot(0, 10_000), Knot(None)]
    curve = Curve(knots, [0.0, 200.0, 400.0, 800.0, 1000.0])
    quick, deep = knots[:2], knots[2:4]
    assert curve.settings(100.0, quick.__contains__) == (LevelSettings(550, None), 100.0)
    assert curve.settings(300.0, quick.__contains__) == (LevelSettings(100, None), 200.0), "the nearest one"
    assert curve.settings(600.0, deep.__contains__) == (LevelSettings(0, 1000), 600.0)
    assert curve.settings(300.0, deep.__contains__) == (LevelSettings(0, 100), 400.0)
    assert curve.settings(700.0, deep.__contains__) == (LevelSettings(0, 3200), 700.0), (
        "two digits are enough"
    )
    assert curve.settings(290.0, knots[:4].__contains__) == (LevelSettings(100, None), 200.0), "another kind"
    assert curve.rating(LevelSettings(0, 10_000)) == 800.0


@pytest.mark.parametrize("name", gipfel.game_names())
def test_a_knot_plays_like_the_level_with_its_settings(name: str) -> None:
    """Compiled kernels would only be quicker; levels 1 to 3 judge by the features alone."""
    game = gipfel.game(name)
    position = game.start(seed=3)
    for level in (1, 3):
        quick = Knot(settings_of(game, level)).spec.make_player(5, fast=False)
        own = PlayerSpec.read(f"level:{level}").make_player(5, fast=False)
        assert quick.choose(position, SearchLimits()) == own.choose(position, SearchLimits())


def test_levels_as_text() -> None:
    listed = listed_levels((1000, 600, 120), (60, 250, 12_000))
    assert source(listed) == "listed_levels((1000, 600, 120), (60, 250, 12_000))"
    assert eval(source(listed)) == listed
    mixed = (LevelSettings(3000, None), LevelSettings(150, 480), LevelSettings(0, 8000))
    assert eval(source(mixed)) == mixed


@pytest.mark.parametrize("name", gipfel.game_names())
def test_the_levels_of_a_game_can_be_rewritten(name: str) -> None:
    text = (folder_of(name) / "about.py").read_text(encoding="utf-8")
    new = source(level_settings(1000, 50, 9000))
    changed = rewritten(text, new)
    assert new in changed
    assert "import listed_levels\n" in changed
    ast.parse(changed)
    assert rewritten(changed, source(levels_of(gipfel.game(name)))) != changed
