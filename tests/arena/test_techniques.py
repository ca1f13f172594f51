"""What techniques of the search are worth: who plays whom, what is kept, and when a measurement ends."""

import json
from pathlib import Path

import pytest
from scripts.measure_techniques import (
    BATCH,
    MOST_PAIRS,
    PAGE,
    TECHNIQUES,
    Measurement,
    Measurements,
    Technique,
    measure,
    measured_games,
    page_text,
    play_pair,
)

import gipfel
from gipfel.arena.statistics import Pairs
from gipfel.engine.players.specs import PlayerSpec

BY_NAME = {technique.name: technique for technique in TECHNIQUES}


@pytest.mark.parametrize("name", gipfel.game_names())
def test_both_players_can_play_and_differ(name: str) -> None:
    (game,) = measured_games([name])
    suitable = [technique for technique in TECHNIQUES if technique.suits(game)]
    assert suitable
    for technique in suitable:
        first, second = technique.players(game)
        assert first != second
        assert PlayerSpec.read(first) != PlayerSpec.read(second)


def test_a_technique_that_is_used_is_switched_off_and_another_one_on() -> None:
    hopeless = BY_NAME["Hopeless positions"]
    assert hopeless.players(gipfel.game("tzaar")) == ("level:10", "level:10,tuning=hopeless:0")
    assert hopeless.players(gipfel.game("zertz")) == (
        "level:10,tuning=hopeless:300/hopeless_depth:2",
        "level:10",
    )
    assert not BY_NAME["Threats"].suits(gipfel.game("dvonn")), "it has no kernel for threats"
    assert not hopeless.suits(gipfel.game("punct")), "it has another search"


@pytest.mark.parametrize(
    ("counts", "answer", "finished"),
    [
        ((0, 0, 2, 1, 2), "open", False),
        ((20, 0, 40, 0, 140), "gains", True),
        ((90, 0, 240, 0, 60), "no gain", True),
        ((250, 0, 485, 0, 265), "open", True),
    ],
)
def test_a_measurement_ends_with_an_answer_or_after_all_games(
    counts: tuple[int, int, int, int, int], answer: str, finished: bool
) -> None:
    one = Measurement(TECHNIQUES[0], ("a", "b"), Pairs(counts), "2026-01-01")
    assert (one.answer, one.is_finished) == (answer, finished)
    assert sum(counts) <= MOST_PAIRS


def test_a_measurement_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    game = gipfel.game("zertz")
    first = Measurements(tmp_path, game)
    first.all[0].pairs = Pairs((2, 0, 4, 0, 1))
    first.write()
    again = Measurements(tmp_path, game)
    assert [one.pairs.number for one in again.all][:2] == [7, 0]
    again.all = again.all[:1]
    measure([again], minutes=0.0001, seconds=0.001)
    assert again.all[0].pairs.number == 7 + BATCH
    known = Measurements(tmp_path, game)
    assert known.all[0].pairs == again.all[0].pairs
    assert not known.other_code


def test_games_of_another_tuning_do_not_count(tmp_path: Path) -> None:
    game = gipfel.game("tzaar")
    known = Measurements(tmp_path, game)
    known.all[0].players = ("level:10", "level:10,tuning=futility:7")
    known.all[0].pairs = Pairs((1, 1, 1, 1, 1))
    known.write()
    assert Measurements(tmp_path, game).all[0].pairs.number == 0


def test_another_file_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "tzaar-fixed.json").write_text('{"trials": {}}', encoding="utf-8")
    with pytest.raises(SystemExit, match="was not written by"):
        Measurements(tmp_path, gipfel.game("tzaar"))


def test_a_pair_is_played() -> None:
    technique = Technique("Table", "table:32", "table:16")
    game = gipfel.game("zertz")
    assert 0 <= play_pair(game, technique.players(game), 0, seconds=0.001) <= 4


def test_the_page_is_that_of_the_files() -> None:
    games = measured_games(gipfel.game_names())
    measurements = [Measurements(PAGE.with_suffix(""), game) for game in games]
    assert PAGE.read_text(encoding="utf-8") == page_text(measurements)
    for path in PAGE.with_suffix("").glob("*.json"):
        data = json.loads(path.read_text(encoding="utf-8"))
        assert f"{data['game']}-{data['version']}.json" == path.name
