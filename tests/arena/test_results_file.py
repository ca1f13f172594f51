"""The file with the results of a match."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from scripts.shorten_results import shorten

import gipfel
from gipfel.arena.results_file import (
    ResultsFile,
    ResultsFileProblem,
    delete_results,
    is_outdated,
    playing_files,
)
from gipfel.arena.schedule import Match
from gipfel.engine.players.specs import PlayerSpec
from tests.helpers.matches import GIPF, QUICK, RANDOM, random_match, result


def test_a_match_goes_on_where_it_was(tmp_path: Path) -> None:
    path, match = tmp_path / "match.jsonl", random_match()
    games = [result(0, 1, 0, False, "1-0"), result(0, 1, 0, True, "0-1")]
    with ResultsFile(path, match) as results_file:
        added = [results_file.add(game) for game in [*games, replace(games[0], score="0-1")]]
        assert added == [True, True, False]
    with ResultsFile(path, match) as results_file:
        assert [*results_file.results.values()] == games
        assert not results_file.other_code


def test_a_match_goes_on_without_the_records_of_its_games(tmp_path: Path) -> None:
    path, match = tmp_path / "match.jsonl", random_match()
    game = replace(result(0, 1, 0, False, "1-0"), record="[Game gipf]")
    with ResultsFile(path, match) as results_file:
        results_file.add(game)
    shorten(path)
    with ResultsFile(path, match) as results_file:
        assert [*results_file.results.values()] == [replace(game, record="")]
        assert not results_file.other_code
    path.write_text("{}\n")
    with pytest.raises(ValueError, match="not a file of match results"):
        shorten(path)


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    path, match = tmp_path / "match.jsonl", random_match()
    with ResultsFile(path, match) as results_file:
        results_file.add(result(0, 1, 0, False, "1-0"))
    whole = path.read_bytes()
    for end in [*range(0, len(whole), 11), len(whole) - 1]:
        path.write_bytes(whole[:end])
        with ResultsFile(path, match) as results_file:
            assert len(results_file.results) == 0
        assert path.read_bytes().endswith(b"\n")
    path.write_bytes(whole)
    with ResultsFile(path, match) as results_file:
        assert len(results_file.results) == 1


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (
            replace(random_match(), players=(RANDOM, PlayerSpec.read("greedy"))),
            "players: random, random, not random, greedy",
        ),
        (replace(random_match(), game=gipfel.game("gipf", "standard")), "version: basic, not standard"),
        (replace(random_match(), game=gipfel.game("gipf", extra_white=1)), "options: nothing, not"),
        (random_match(terms=replace(QUICK, seconds=2.0)), "seconds: 1.0, not 2.0"),
        (random_match(terms=replace(QUICK, seed=6)), "seed: 5, not 6"),
    ],
)
def test_the_file_of_another_match_is_refused(tmp_path: Path, other: Match, message: str) -> None:
    path = tmp_path / "match.jsonl"
    ResultsFile(path, random_match()).__exit__()
    before = path.read_bytes()
    with pytest.raises(ResultsFileProblem, match=message):
        ResultsFile(path, other)
    assert path.read_bytes() == before


def test_a_file_of_format_1_is_of_a_match_with_the_defaults_of_that_time(tmp_path: Path) -> None:
    """A preset whose defaults have changed since is another match."""
    path = tmp_path / "match.jsonl"
    for preset, same in (("tamsk6", True), ("ultimate", False)):
        match = replace(random_match(), game=gipfel.game("project", preset))
        head = {"gipfel arena": 1, "match": {**match.identity, "options": {}}}
        path.write_text(json.dumps(head) + "\n")
        if same:
            ResultsFile(path, match).__exit__()
        else:
            with pytest.raises(ResultsFileProblem, match="holds another match; its options"):
                ResultsFile(path, match)
        old = replace(match, game=gipfel.game("project", preset, ultimate_loss="either"))
        ResultsFile(path, old).__exit__()


@pytest.mark.parametrize("text", ["Dear diary", "Dear diary\n", "{}\n", '{"gipfel arena": 2}\n', "[]\n"])
def test_a_file_that_is_something_else_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "diary.txt"
    path.write_text(text)
    for use in (lambda: ResultsFile(path, random_match()), lambda: delete_results(path)):
        with pytest.raises(ResultsFileProblem, match="not a file of match results"):
            use()
    assert path.read_text() == text


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    path, match = tmp_path / "match.jsonl", random_match()
    ResultsFile(path, match).__exit__()
    for line, message in (("{}", "line 2 is not the result"), ("oops", "line 2 is not JSON")):
        path.write_text(path.read_text().splitlines()[0] + f"\n{line}\n")
        with pytest.raises(ResultsFileProblem, match=message):
            ResultsFile(path, match)


@pytest.mark.skipif(sys.platform == "win32", reason="needs file locks")
def test_a_match_is_not_played_twice_at_the_same_time(tmp_path: Path) -> None:
    with (
        ResultsFile(tmp_path / "match.jsonl", random_match()),
        pytest.raises(ResultsFileProblem, match="already"),
    ):
        ResultsFile(tmp_path / "match.jsonl", random_match())


def test_more_pairs_are_the_same_match_and_changed_code_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    ResultsFile(path, random_match(4)).__exit__()
    ResultsFile(path, random_match(9)).__exit__()
    assert not is_outdated(path, GIPF)
    head = json.loads(path.read_text())
    path.write_text(json.dumps({**head, "code": "older"}) + "\n")
    assert is_outdated(path, GIPF)
    with ResultsFile(path, random_match()) as results_file:
        assert results_file.other_code
    delete_results(path)
    assert not path.exists()


def test_a_new_network_is_other_code() -> None:
    """What a player has learned decides how well it plays, and so do the settings of its levels."""
    names = {path.name for path in playing_files(gipfel.game("dvonn"))}
    assert {"network.bin", "level_settings.py", "search_tuning.py", "evaluation.py"} <= names
    assert "notation.py" not in names


def test_a_changed_bot_is_other_code(tmp_path: Path) -> None:
    path, bot = tmp_path / "match.jsonl", tmp_path / "my_bot.py"
    bot.write_text("def first(position):\n    return position.codes[0]\n")
    match = replace(random_match(), players=(PlayerSpec.read(f"python:{bot}:first"), RANDOM))
    for expected in (False, False):
        with ResultsFile(path, match) as results_file:
            assert results_file.other_code == expected
    bot.write_text("def first(position):\n    return position.codes[-1]\n")
    with ResultsFile(path, match) as results_file:
        assert results_file.other_code
