"""Keys of positions: the same for all images, stable for ever, different for different games."""

from pathlib import Path

import pytest

import gipfel
from gipfel.games.core.position_keys import SCHEME, identity_of, position_keys, probe
from gipfel.testing.key_checks import check_keys
from gipfel.testing.random_games import positions, sample
from tests.helpers.declared_games import GAMES, installed

PROBES = {
    "gipf": 1492997564370433415,
    "tzaar": 3074257274386668776,
    "zertz": 68501361252397204,
    "dvonn": 2285435560614678106,
    "punct": 2267207271571912834,
    "yinsh": 319043494432403208,
    "tamsk": 78609340362697490,
    "project": 897293209237027455,
}
"""Stored explorers have these keys: with another SCHEME, and not without it, they may change."""


@pytest.mark.parametrize("name", PROBES)
def test_keys_never_change(name: str) -> None:
    assert SCHEME == 1
    assert probe(gipfel.game(name)) == PROBES[name]


def test_every_game_of_the_series_has_keys_of_its_own() -> None:
    assert {name for name in gipfel.game_names() if position_keys(gipfel.game(name)).layout} >= {*PROBES}


def test_versions_and_options_have_other_keys() -> None:
    games = [
        gipfel.game("zertz", "basic"),
        gipfel.game("zertz", "large"),
        gipfel.game("gipf", "basic"),
        gipfel.game("gipf", "basic", extra_white=1),
        gipfel.game("dvonn", "standard"),
        gipfel.game("tamsk", "level1"),
        gipfel.game("tamsk", "level1", stagnation=50),
    ]
    assert len({position_keys(game).key(game.start().state) for game in games}) == len(games)
    assert len({identity_of(game) for game in games}) == len(games)


def test_compiled_states_have_the_same_keys() -> None:
    game = gipfel.game("yinsh")
    position = game.start().play("a2")
    key = position_keys(game).key(position.state)
    if game.compile():
        assert position_keys(game).key(game.start().play("a2").state) == key


def test_many_positions_at_once_have_the_keys_that_each_has_alone() -> None:
    found = positions("dvonn", "standard", 1)
    states = [position.state for position in found] * 30
    keys = position_keys(found[0].game)
    assert keys.keys(states) == [keys.key(position.state) for position in found] * 30
    assert keys.keys([]) == []


def test_a_game_without_keys_of_its_own(tmp_path: Path) -> None:
    with installed(tmp_path, GAMES):
        assert position_keys(gipfel.game("noughts")).layout is None
        check_keys(sample(positions("noughts", "standard", 1), 20))
