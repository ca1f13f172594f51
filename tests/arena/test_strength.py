"""Trials of the levels, and the report on them."""

from pathlib import Path

import pytest

import gipfel
from gipfel.arena.ladder import Goal, Kind, trials
from gipfel.arena.standings import compute_standings
from gipfel.arena.statistics import Pairs
from gipfel.arena.strength_report import Results, StrengthProblem, page_text
from tests.helpers.matches import result
from tests.helpers.paths import ROOT


def test_the_trials_of_a_game() -> None:
    found = [*trials(gipfel.game("yinsh"), [*Kind], games=201)]
    assert [[player.text for player in trial.match.players] for trial in found] == [
        *[[f"level:{n}", f"level:{n - 1}"] for n in range(2, 11)],
        ["level:10", "uct"],
        ["level:10", "greedy"],
    ]
    assert {trial.match.games for trial in found} == {202}
    assert len({trial.file_name for trial in found}) == 11
    assert found[0].file_name == "yinsh-standard-level2-level1.jsonl"
    assert [str(trial.goal) for trial in found[8:]] == ["≥ 60 %, surely > 50 %", "≥ 90 %", "≥ 97 %"]


def test_a_goal_wants_certainty_too() -> None:
    goal = Goal(0.6, surely=0.5)
    assert goal.reached(Pairs((10, 0, 40, 0, 50)))
    assert not goal.reached(Pairs((1, 0, 4, 0, 5)))
    assert not goal.reached(Pairs((100, 0, 400, 0, 240)))
    assert not goal.reached(Pairs())


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
