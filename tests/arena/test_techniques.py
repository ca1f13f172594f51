"""What techniques of the search are worth: who plays whom, what is kept, and when a measurement ends."""

import json
from pathlib import Path
from random import Random

import pytest
from scripts.measure_techniques import (
    BATCH,
    LEAST_GAMES,
    LOTS,
    MOST_GAMES,
    PAGE,
    SAME,
    TECHNIQUES,
    TEST,
    Measurement,
    PlayedPair,
    Series,
    Technique,
    drawn,
    effects,
    llr,
    measure,
    measured_games,
    page_text,
    play_pair,
)

import gipfel
from gipfel.arena.ratings import Rating
from gipfel.arena.statistics import expected
from gipfel.engine.players.specs import PlayerSpec

BY_NAME = {technique.name: technique for technique in TECHNIQUES}


@pytest.mark.parametrize("name", gipfel.game_names())
def test_both_players_can_play_and_differ(name: str, tmp_path: Path) -> None:
    (game,) = measured_games([name])
    series = Series(tmp_path, game)
    assert series.techniques
    for number in range(len(series.techniques)):
        lots = [SAME] * len(series.techniques)
        lots[number] = "+"
        first, second = series.players("".join(lots))
        assert first != second
        assert PlayerSpec.read(first) != PlayerSpec.read(second)


def test_a_technique_that_is_used_is_switched_off_and_another_one_on(tmp_path: Path) -> None:
    tzaar, zertz = Series(tmp_path, gipfel.game("tzaar")), Series(tmp_path, gipfel.game("zertz"))
    assert tzaar.players(".+........") == ("level:10", "level:10,tuning=hopeless:0")
    assert tzaar.players(".-........") == ("level:10,tuning=hopeless:0", "level:10")
    assert zertz.players(".+........") == ("level:10,tuning=hopeless:300/hopeless_depth:2", "level:10")
    assert tzaar.players("+-...+....") == (
        "level:10,tuning=hopeless:0",
        "level:10,tuning=futility:0/internal:0",
    )
    assert not BY_NAME["Threats"].suits(gipfel.game("zertz")), "it has no kernel for threats"
    assert not BY_NAME["Hopeless positions"].suits(gipfel.game("punct")), "it has another search"


def test_half_of_the_open_techniques_differ_and_at_least_one() -> None:
    is_open = [True, False, True, True]
    lots = [drawn(number, is_open) for number in range(400)]
    assert lots == [drawn(number, is_open) for number in range(400)]
    assert {lot[1] for lot in lots} == {SAME}
    assert all(set(lot) != {SAME} for lot in lots)
    for technique in (0, 2, 3):
        counts = {lot: sum(one[technique] == lot for one in lots) for lot in LOTS}
        assert all(90 <= count <= 190 for count in counts.values())


def _pairs(worth: list[float], number: int, seed: int) -> list[PlayedPair]:
    """Games between players who differ in techniques that are worth so much."""
    lots, chance = [drawn(n, [True] * len(worth)) for n in range(number)], Random(seed)
    pairs = []
    for lot in lots:
        difference = sum(
            elo * (which == "+") - elo * (which == "-") for elo, which in zip(worth, lot, strict=True)
        )
        wins = sum(chance.random() < expected(difference) for _ in range(2))
        pairs.append(PlayedPair(lot, 2 * wins))
    return pairs


def test_what_each_technique_is_worth_is_found_in_one_series() -> None:
    worth = [150.0, 0.0, -80.0, 30.0]
    found = effects(_pairs(worth, 3000, 1), 4)
    for elo, effect in zip(worth, found, strict=True):
        assert abs(effect.elo - elo) < 1.5 * effect.error
        assert 8 < effect.error < 20


def test_without_games_nothing_is_known() -> None:
    for effect in effects([], 3):
        assert effect.elo == pytest.approx(0)
        assert effect.error > 300
        assert abs(llr(effect)) < 0.1


def test_the_llr_asks_on_which_side_of_the_middle_an_effect_is() -> None:
    low, high = TEST.bounds
    assert llr(Rating(7.5, 10.0)) == pytest.approx(0)
    assert llr(Rating(60.0, 30.0)) > high
    assert llr(Rating(-40.0, 30.0)) < low
    assert low < llr(Rating(20.0, 30.0)) < high


def _series(folder: Path, name: str, worth: list[float], pairs: int) -> Series:
    series = Series(folder, gipfel.game(name))
    series.pairs = _pairs(worth, pairs, 2)
    return series


def test_a_technique_with_an_answer_keeps_it_and_is_no_longer_tried(tmp_path: Path) -> None:
    series = _series(tmp_path, "punct", [200.0, 0.0, -200.0], 20)
    series.note_answers()
    assert not series.answers, f"no answer before {LEAST_GAMES} games"
    series.pairs = _pairs([200.0, 0.0, -200.0], 200, 2)
    series.note_answers()
    names = [technique.name for technique in series.techniques]
    assert series.answers == {names[0]: "gains", names[2]: "no gain"}
    series.pairs += _pairs([-200.0, 0.0, 200.0], 600, 3)
    series.note_answers()
    assert series.answers == {names[0]: "gains", names[2]: "no gain"}
    assert [one.is_finished for one in series.measurements()] == [True, False, True]
    assert not series.is_finished()


def test_a_measurement_ends_after_all_games() -> None:
    assert Measurement(TECHNIQUES[0], Rating(5, 20), MOST_GAMES).is_finished
    assert not Measurement(TECHNIQUES[0], Rating(5, 20), MOST_GAMES - 2).is_finished


def test_a_series_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    first = _series(tmp_path, "punct", [0.0, 0.0, 0.0], 7)
    first.answers = {"20 children, not 40": "no gain"}
    first.write()
    again = Series(tmp_path, gipfel.game("punct"))
    assert (again.pairs, again.answers) == (first.pairs, first.answers)
    measure([again], minutes=0.0001, seconds=0.001)
    known = Series(tmp_path, gipfel.game("punct"))
    assert known.pairs == again.pairs
    assert len(known.pairs) == 7 + BATCH
    assert all(pair.lots[2] == SAME for pair in known.pairs[7:])
    assert not known.other_code


def test_games_of_another_tuning_do_not_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    series = _series(tmp_path, "punct", [0.0, 0.0, 0.0], 7)
    series.write()
    data = json.loads(series.path.read_text(encoding="utf-8"))
    data["tried"]["20 children, not 40"] = "children:41"
    series.path.write_text(json.dumps(data), encoding="utf-8")
    assert not Series(tmp_path, gipfel.game("punct")).pairs
    assert "of another tuning; the series begins again" in capsys.readouterr().err


@pytest.mark.parametrize("text", ['{"trials": {}}', "[]", "nonsense", '{"tried": 1, "pairs": ["?"]}'])
def test_another_file_is_not_overwritten(tmp_path: Path, text: str) -> None:
    (tmp_path / "tzaar-fixed.json").write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit, match="was not written by"):
        Series(tmp_path, gipfel.game("tzaar"))


@pytest.mark.parametrize("pair", ["++ 3", "+?. 3", "+.. 5", "+..3", "+.. "])
def test_a_pair_that_cannot_be_read_is_refused(tmp_path: Path, pair: str) -> None:
    series = _series(tmp_path, "punct", [0.0, 0.0, 0.0], 1)
    series.write()
    data = json.loads(series.path.read_text(encoding="utf-8")) | {"pairs": [pair]}
    series.path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(SystemExit, match="was not written by"):
        Series(tmp_path, gipfel.game("punct"))


def test_a_pair_is_played() -> None:
    game = gipfel.game("zertz")
    players = ("level:10", f"level:10,tuning={Technique('Table', 'table:32', 'table:16').switched(game)}")
    assert 0 <= play_pair(game, players, 0, seconds=0.001) <= 4


def test_the_page_is_that_of_the_files() -> None:
    all_series = [Series(PAGE.with_suffix(""), game) for game in measured_games(gipfel.game_names())]
    assert PAGE.read_text(encoding="utf-8") == page_text(all_series)
    for path in PAGE.with_suffix("").glob("*.json"):
        data = json.loads(path.read_text(encoding="utf-8"))
        assert f"{data['game']}-{data['version']}.json" == path.name
