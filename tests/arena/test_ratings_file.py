"""Ratings over several matches."""

import json
from pathlib import Path

import pytest

from gipfel.arena.ratings_file import BadRatings, check_ratings, rated, update_ratings
from gipfel.arena.schedule import Match
from gipfel.arena.standings import compute_standings
from gipfel.arena.statistics import Pairs
from gipfel.cli import main
from gipfel.engine.players.specs import PlayerSpec
from tests.helpers.matches import GIPF, QUICK, result


def kept(path: Path, first: str, second: str, wins: int, pairs: int = 10) -> dict[str, float]:
    """Keep a match in which the first player has won some pairs, and lost the others; the ratings."""
    match = Match(GIPF, (PlayerSpec.read(first), PlayerSpec.read(second)), QUICK, pairs)
    results = {}
    for pair in range(pairs):
        for swapped in (False, True):
            first_wins = pair < wins
            score = "1-0" if first_wins != swapped else "0-1"
            one = result(0, 1, pair, swapped, score)
            results[one.key] = one
    found = update_ratings(path, match, compute_standings(match, results.values()), results)
    return {rating.player: rating.elo for rating in found}


def test_ratings_grow_with_matches(tmp_path: Path) -> None:
    path = tmp_path / "ratings.json"
    check_ratings(path)
    once = kept(path, "level:2", "level:1", 8)
    assert once["level:2"] == -once["level:1"] > 0
    both = kept(path, "level:3", "level:2", 8)
    assert both["level:3"] > both["level:2"] > both["level:1"]
    data = json.loads(path.read_text())
    assert len(data["matches"]) == 2
    assert [row["player"] for row in data["ratings"]["gipf basic"]] == ["level:3", "level:2", "level:1"]
    assert all(row["error"] > 0 and row["group"] == 1 for row in data["ratings"]["gipf basic"])


def test_a_match_that_is_continued_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "ratings.json"
    kept(path, "level:2", "level:1", 4, pairs=5)
    once = kept(path, "level:2", "level:1", 8)
    assert kept(path, "level:2", "level:1", 8) == once
    assert json.loads(path.read_text())["ratings"]["gipf basic"][0]["pairs"] == 10


def test_who_has_not_met_is_not_compared(tmp_path: Path) -> None:
    found = rated([("a", "b", Pairs.of([4, 3])), ("c", "d", Pairs.of([4])), ("b", "e", Pairs.of([2]))])
    assert {rating.player: rating.group for rating in found} == {"a": 1, "b": 1, "e": 1, "c": 2, "d": 2}
    for group in (1, 2):
        assert sum(rating.elo for rating in found if rating.group == group) == pytest.approx(0, abs=0.3)
    turned = rated([("b", "a", Pairs.of([0, 1])), ("d", "c", Pairs.of([0])), ("e", "b", Pairs.of([2]))])
    assert turned == found, "it does not matter who is named first"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        '{"gipfel ratings": 1}',
        '{"gipfel ratings": 1, "matches": {"x": {"game": "gipf basic", "results": [{}]}}}',
        '{"gipfel ratings": 1, "matches": {"x": {"game": "g", "results": [{"first": "a", "second": "b", '
        '"pairs": [1, 2, 3, 4, -5]}]}}}',
        "[" * 100_000,
    ],
)
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "ratings.json"
    path.write_text(text)
    with pytest.raises(BadRatings, match="is not a file of ratings, or it is damaged"):
        check_ratings(path)
    assert path.read_text() == text


def test_the_command_keeps_ratings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ratings.json"
    players = ["-p", "greedy", "-p", "random", "--pairs", "1", "-n", "1"]
    command = ["arena", "gipf", *players, "--ratings", str(path)]
    assert main(command) == 0
    assert "Ratings in" in capsys.readouterr().out
    rows = json.loads(path.read_text())["ratings"]["gipf basic"]
    assert {row["player"] for row in rows} == {"greedy", "random"}
    assert main([*command[:-1], str(tmp_path / "no" / "folder.json")]) == 2
    assert "there is no folder" in capsys.readouterr().err
