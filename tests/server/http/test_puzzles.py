"""Puzzles over HTTP."""

import re
from datetime import date, timedelta

import pytest
from starlette.testclient import TestClient

from gipfel.draw.picture import target_parts
from gipfel.learn.exercise import transfer_size
from gipfel.learn.puzzle_exercise import games_with_puzzles, puzzle_of_day
from gipfel.learn.puzzles import puzzle_of, puzzles_of
from tests.helpers.check import CHECK
from tests.helpers.server.problems import is_one_sentence

LARGEST = 40_000
"""Bytes of a puzzle when it is sent; PÜNCT has thousands of decisions in each position."""


def test_the_games_are_listed_with_numbers_ratings_and_themes(client: TestClient) -> None:
    listed = client.get("/api/puzzles").json()["games"]
    assert [one["game"] for one in listed] == games_with_puzzles()
    for one in listed:
        puzzles = puzzles_of(one["game"])
        assert one["puzzles"] == len(puzzles)
        assert one["easiest"] <= one["first_rating"] <= one["hardest"]
        for theme in one["themes"]:
            assert theme["number"] == sum(theme["name"] in puzzle.themes for puzzle in puzzles) > 0


@pytest.mark.parametrize("name", games_with_puzzles())
def test_the_puzzles_of_a_game_and_one_of_them(client: TestClient, name: str) -> None:
    listed = client.get(f"/api/puzzles/{name}").json()
    assert [one["id"] for one in listed["all"]] == [one.id for one in puzzles_of(name)]
    puzzle = puzzles_of(name)[0]
    answer = client.get(f"/api/puzzles/{name}/{puzzle.id}")
    sent = answer.json()
    assert (sent["game"], sent["id"], sent["rating"]) == (name, puzzle.id, puzzle.rating)
    assert len(sent["exercise"]["nodes"]) == len(puzzle.line) + 1
    assert transfer_size(sent["exercise"]) < LARGEST
    again = client.get(f"/api/puzzles/{name}/{puzzle.id}", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_puzzle_of_the_day_is_the_same_for_everybody(client: TestClient) -> None:
    first, second = (client.get("/api/puzzles/today").json() for _ in range(2))
    assert (first["game"], first["id"]) == (second["game"], second["id"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", first["date"])
    expected = puzzle_of_day(date.fromisoformat(first["date"]))
    assert (first["game"], first["id"]) == (expected.game, expected.id)
    assert 0 <= first["seconds"] <= 24 * 60 * 60
    assert first["picture"].startswith("<svg")


def test_another_day_has_another_game_and_no_puzzle_comes_twice_soon() -> None:
    begin, games = date(2026, 11, 18), len(games_with_puzzles())
    least = min(len(puzzles_of(name)) for name in games_with_puzzles())
    found = [puzzle_of_day(begin + timedelta(days=day)) for day in range(games * least)]
    assert len({(one.game, one.id) for one in found}) == len(found)
    assert {one.game for one in found[:games]} == set(games_with_puzzles())


@pytest.mark.parametrize("name", games_with_puzzles() if CHECK else ["gipf"])
def test_why_not_shows_the_wrong_decision_and_the_answer_to_it(client: TestClient, name: str) -> None:
    puzzle = puzzles_of(name)[0]
    start = puzzle.start()
    wrong = next(one for one in start.decisions() if one.text != puzzle.line[0])
    body = {"played": 0, "path": [target_parts(target) for target in wrong.path]}
    answer = client.post(f"/api/puzzles/{name}/{puzzle.id}/why", json=body)
    assert answer.status_code == 200, answer.text
    line = answer.json()["line"]
    assert line["played"][0]["decision"] == wrong.text
    position = start
    for shown in line["played"]:
        decision = position.decision(shown["decision"])
        position = position.play(decision)
        assert line["boards"][shown["picture"]["board"]]
    assert len(line["played"]) > 1 or position.outcome is not None
    assert answer.json()["text"]


def test_why_not_explains_only_wrong_decisions(client: TestClient) -> None:
    puzzle = puzzles_of("gipf")[0]
    address = f"/api/puzzles/gipf/{puzzle.id}/why"
    right = puzzle_of("gipf", puzzle.id).decisions()[0]
    path = [target_parts(target) for target in right.path]
    for body in (
        {"played": 0, "path": path},
        {"played": 0, "path": path[:1]},
        {"played": 1, "path": path},
        {"played": 50, "path": path},
        {"played": 0, "path": [["dot", "z99"]]},
        {"played": -1, "path": []},
        {"path": []},
        {"played": 0, "path": [["dot"]]},
    ):
        answer = client.post(address, json=body)
        assert answer.status_code == 422, body
        assert is_one_sentence(answer.json()["problem"])


@pytest.mark.parametrize("path", ["chess", "gipf/none", "chess/none", "gipf/../gipf/none"])
def test_what_does_not_exist_is_said_in_one_sentence(client: TestClient, path: str) -> None:
    answer = client.get(f"/api/puzzles/{path}")
    assert answer.status_code == 404
    assert is_one_sentence(answer.json()["problem"])


def test_themes_and_questions_are_in_the_language_of_the_request(client: TestClient) -> None:
    puzzle = puzzles_of("gipf")[0]
    english, german = (
        client.get(f"/api/puzzles/gipf/{puzzle.id}", params={"language": code}).json()
        for code in ("en", "de")
    )
    assert english["exercise"]["nodes"][0]["sentence"] != german["exercise"]["nodes"][0]["sentence"]
