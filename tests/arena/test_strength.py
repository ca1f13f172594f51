"""Trials of the levels, and the report on them."""

import json
import re
from pathlib import Path

import pytest

import gipfel
from gipfel.arena.ladder import STEP, Goal, Kind, Verdict, trials
from gipfel.arena.rating_scale import rating_scale
from gipfel.arena.standings import compute_standings
from gipfel.arena.statistics import Pairs
from gipfel.arena.strength_report import Results, StrengthProblem, page_text, pictures
from tests.helpers.matches import result
from tests.helpers.paths import ROOT


def test_the_trials_of_a_game() -> None:
    found = [*trials(gipfel.game("yinsh"), [*Kind], games=201)]
    assert [[player.text for player in trial.match.players] for trial in found] == [
        *[[f"level:{n}", f"level:{n - 1}"] for n in range(2, 11)],
        ["level:10", "uct"],
        ["level:10", "greedy"],
    ]
    assert {trial.match.games() for trial in found} == {202}
    assert len({trial.file_name for trial in found}) == 11
    assert found[0].file_name == "yinsh-standard-level2-level1.jsonl"
    assert [str(trial.goal) for trial in found[8:]] == ["≥ 60 %, surely > 50 %", "≥ 90 %", "≥ 97 %"]


def test_a_goal_wants_certainty_too() -> None:
    goal = Goal(0.6, surely=0.5)
    assert goal.verdict(Pairs((10, 0, 40, 0, 50))) is Verdict.REACHED
    assert goal.verdict(Pairs((1, 0, 4, 0, 5))) is Verdict.MISSED
    assert goal.verdict(Pairs((100, 0, 400, 0, 240))) is Verdict.MISSED
    assert goal.verdict(Pairs()) is Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("counts", "verdict"),
    [
        ((20, 0, 40, 0, 40), Verdict.UNKNOWN),  # 60 % of 200 games: ± 53 Elo
        ((40, 0, 80, 0, 80), Verdict.REACHED),  # the same of 400: ± 37
        ((90, 0, 180, 0, 130), Verdict.MISSED),  # 55 %, known well
        ((4, 0, 20, 0, 76), Verdict.REACHED),  # 86 %: a clear step needs no more than 200 games,
        ((2, 0, 10, 0, 38), Verdict.UNKNOWN),  # but not fewer
        ((1, 0, 8, 0, 91), Verdict.HOLE),  # 95 %
        ((0, 0, 1, 0, 9), Verdict.HOLE),  # also after a few games
    ],
)
def test_what_a_step_between_levels_shows(counts: tuple[int, int, int, int, int], verdict: Verdict) -> None:
    assert STEP.verdict(Pairs(counts)) is verdict


def test_a_step_gets_games_until_it_is_known_well() -> None:
    even = Pairs((20, 0, 40, 0, 40))
    wanted = STEP.games_wanted(even, 200, 1000)
    assert 300 < wanted < 400
    assert wanted % 20 == 0
    assert STEP.games_wanted(even, 200, 260) == 260
    assert STEP.games_wanted(even, 200, 200) == 200
    assert STEP.games_wanted(Pairs((40, 0, 80, 0, 80)), 200, 1000) == 400, "± 37 is enough"
    assert STEP.games_wanted(Pairs((4, 0, 20, 0, 76)), 200, 1000) == 200, "a clear step"
    assert STEP.games_wanted(Pairs(), 200, 1000) == 200
    assert STEP.games_wanted(Pairs((2, 0, 4, 0, 4)), 20, 1000) == 40, "a few games must not decide on many"
    assert STEP.games_wanted(Pairs((20, 0, 0, 0, 0)), 40, 1000) == 80, "all lost: the error is infinite"
    assert Goal(0.9).games_wanted(even, 200, 1000) == 200


def test_the_scale_adds_up_the_steps() -> None:
    step = Pairs((100, 0, 400, 0, 500))
    scale = rating_scale(dict.fromkeys(range(2, 11), step))
    assert [*scale] == [*range(1, 11)]
    assert (scale[1].elo, scale[1].error) == (0.0, 0.0)
    assert scale[10].elo == pytest.approx(9 * scale[2].elo)
    assert scale[2].elo == pytest.approx(step.elo, abs=2)
    assert scale[2].error == pytest.approx(step.elo_error, rel=0.05)
    assert scale[10].error == pytest.approx(3 * scale[2].error, rel=0.01), "errors of steps are independent"


def test_the_scale_ends_where_a_step_is_missing() -> None:
    step = Pairs((1, 0, 4, 0, 5))
    assert [*rating_scale({2: step, 3: step, 5: step})] == [1, 2, 3]
    assert [*rating_scale({3: step})] == [1]
    assert [*rating_scale({2: Pairs()})] == [1]


def test_the_page_holds_what_was_measured(tmp_path: Path) -> None:
    page, game = tmp_path / "strength.md", gipfel.game("zertz")
    for trial in [*trials(game, [Kind.GREEDY], 2), *trials(game, [Kind.LADDER], 2)][:3]:
        results = Results(page, game)
        games = [
            result(0, 1, n, swapped, "0-1" if swapped else "1-0") for n in (0, 1) for swapped in (False, True)
        ]
        results.note(trial, compute_standings(trial.match, games), "2026-11-15")
        results.path.parent.mkdir(exist_ok=True)
        results.path.write_text(results.text())
    rows = [line for line in page_text(page).splitlines() if line.startswith("| level:")]
    assert [row.split(" | ")[:3] for row in rows] == [
        ["| level:2", "level:1", "4"],
        ["| level:3", "level:2", "4"],
        ["| level:10", "greedy", "4"],
    ]
    assert "| 100.0 % |" in rows[2]
    assert "## ZÈRTZ basic" in page_text(page)
    assert "\nGames: 4 between two levels, 4 against `greedy`.\n" in page_text(page)
    scale = [line for line in page_text(page).splitlines() if re.match(r"\| \d+ \|", line)]
    assert [row.split(" | ")[0] for row in scale] == ["| 1", "| 2", "| 3"]
    assert "a hole: too far above level 2" in scale[2]
    assert [path.name for path in pictures(page)] == ["zertz-basic.svg"]
    assert "](strength/zertz-basic.svg)" in page_text(page)
    stored = json.loads(results.path.read_text())
    assert stored["ratings"]["level:1"] == {"elo": 0.0, "error": 0.0}
    assert stored["ratings"]["level:3"]["elo"] > stored["ratings"]["level:2"]["elo"] > 0
    results.path.write_text("{}")
    with pytest.raises(StrengthProblem):
        page_text(page)


def test_the_numbers_of_games_of_an_unfinished_ladder(tmp_path: Path) -> None:
    """Steps of the ladder that have different numbers of games are told as a range."""
    page, game = tmp_path / "strength.md", gipfel.game("zertz")
    results = Results(page, game)
    for number, trial in enumerate([*trials(game, [Kind.LADDER], 8)][:3], 1):
        games = [result(0, 1, n, swapped, "1-0") for n in range(number) for swapped in (False, True)]
        results.note(trial, compute_standings(trial.match, games), "2026-11-15")
    results.path.parent.mkdir()
    results.path.write_text(results.text())
    assert "\nGames: 2 to 6 between two levels.\n" in page_text(page)


def test_the_report_is_what_its_data_say() -> None:
    page = ROOT / "docs" / "reports" / "strength.md"
    assert page.read_text(encoding="utf-8") == page_text(page)
    for path, svg in pictures(page).items():
        assert path.read_text(encoding="utf-8") == svg
