"""Courses over HTTP."""

import gzip
import json

import pytest
from starlette.testclient import TestClient

from gipfel.learn.courses import all_courses
from tests.helpers.server.problems import is_one_sentence

LARGEST_FIRST_STEP = 25_000
"""Bytes of the texts of a course and of its first exercise; the modules of the page come on top."""


def test_all_courses_are_listed(client: TestClient) -> None:
    listed = client.get("/api/courses").json()["courses"]
    known = [*all_courses()]
    assert [(one["game"], one["name"]) for one in listed] == [(one.game.name, one.name) for one in known]
    assert [one["steps"] for one in listed] == [[step.name for step in one.steps] for one in known]
    assert all(one["title"] and one["summary"] and one["game_title"] for one in listed)


@pytest.mark.parametrize("taught", [*all_courses()], ids=lambda one: f"{one.game.name}-{one.name}")
def test_a_course_and_its_first_step(client: TestClient, taught) -> None:
    path = f"/api/courses/{taught.game.name}/{taught.name}"
    texts = client.get(path).json()
    assert [step["name"] for step in texts["steps"]] == [step.name for step in taught.steps]
    assert all(step["again"] for step in texts["steps"])
    first = client.get(f"{path}/{taught.steps[0].name}").json()
    assert first["exercise"]["nodes"][0]["paths"]
    size = sum(len(gzip.compress(json.dumps(one, ensure_ascii=False).encode())) for one in (texts, first))
    assert size < LARGEST_FIRST_STEP


def test_answers_are_cached_by_browsers(client: TestClient) -> None:
    path = "/api/courses/gipf/basic/push"
    answer = client.get(path)
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["cache-control"] == "no-cache"
    again = client.get(path, headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_language_of_the_request_is_spoken(client: TestClient) -> None:
    """What stands below the board is translated already where a table says it, too."""
    path = "/api/courses/gipf/basic/push"
    english, german = (client.get(path, params={"language": code}).json() for code in ("en", "de"))
    sentences = [one["exercise"]["nodes"][0]["sentence"] for one in (english, german)]
    assert sentences[0] != sentences[1]


@pytest.mark.parametrize("path", ["chess/basic", "gipf/none", "gipf/basic/none", "gipf/../basic"])
def test_what_does_not_exist_is_said_in_one_sentence(client: TestClient, path: str) -> None:
    answer = client.get(f"/api/courses/{path}")
    assert answer.status_code == 404
    assert is_one_sentence(answer.json()["problem"])
