"""The explorer over HTTP."""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import get_type_hints

import pytest
from pydantic import TypeAdapter
from starlette.testclient import TestClient

import gipfel
from gipfel.explorer import build_explorer
from gipfel.server.app import create_app
from gipfel.server.contract import explorer as sent
from gipfel.server.security.limits import EXPENSIVE, REQUESTS_AT_ONCE
from gipfel.server.settings import Settings, read_explorer
from gipfel.server.tables import played_games
from tests.helpers.explorer_games import counted, record_of
from tests.helpers.server.problems import is_one_sentence


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.explorer"
    build_explorer(path, [counted("b3", "b4", result="1-0", black="level:5"), counted("a1-c3", white="Ada")])
    return path


@pytest.fixture
def asking(tmp_path: Path, file: Path) -> Iterator[TestClient]:
    """A client of a server with an explorer."""
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    app = create_app(Settings(database_url=url, explorer=read_explorer(str(file))))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield client


def test_what_was_played_in_a_position(asking: TestClient) -> None:
    answer = asking.post("/api/explorer", json={"game": "gipf"}).json()
    assert [one["decision"] for one in answer["decisions"]] == ["a1-c3", "b3"]
    after = str(gipfel.game("gipf").start().play("b3"))
    answer = asking.post("/api/explorer", json={"game": "gipf", "position": after}).json()
    assert (answer["position"], answer["side"], answer["more"]) == (after, "black", 0)
    assert (answer["total"]["games"], answer["total"]["losses"], answer["total"]["level"]) == (1, 1, 5)
    assert "Ada" not in str(answer)


def test_answers_have_their_types(asking: TestClient) -> None:
    answer = asking.post("/api/explorer", json={"game": "gipf"}).json()
    contents = asking.get("/api/explorer").json()
    TypeAdapter(sent.ExplorerAnswer).validate_python(answer, strict=True)
    TypeAdapter(sent.ExplorerContents).validate_python(contents, strict=True)
    assert answer.keys() == get_type_hints(sent.ExplorerAnswer).keys()
    assert answer["decisions"][0].keys() == get_type_hints(sent.ExplorerDecision).keys()


def test_what_it_contains(asking: TestClient) -> None:
    found = asking.get("/api/explorer").json()
    assert found == {"turns": 40, "games": [{"game": "gipf", "version": "basic", "options": {}, "games": 2}]}


def test_a_position_that_nobody_played(asking: TestClient) -> None:
    answer = asking.post("/api/explorer", json={"game": "punct"}).json()
    assert (answer["total"]["games"], answer["decisions"]) == (0, [])


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"game": "chess"},
        {"game": 7},
        {"game": "gipf", "position": "nonsense"},
        {"game": "gipf", "position": "b" * 6000},
        {"game": "gipf", "version": "none"},
        {"game": "gipf", "options": {"x": 1}},
    ],
)
def test_bad_questions(asking: TestClient, body: dict[str, object]) -> None:
    answer = asking.post("/api/explorer", json=body)
    assert answer.status_code == 422
    assert is_one_sentence(answer.json()["problem"])


def test_a_server_without_explorer(client: TestClient) -> None:
    for answer in (client.get("/api/explorer"), client.post("/api/explorer", json={"game": "gipf"})):
        assert answer.status_code == 404
        assert "no explorer" in answer.json()["problem"]


def test_an_explorer_that_is_built_anew_is_used_at_once(asking: TestClient, file: Path) -> None:
    build_explorer(file, [counted("b4")])
    assert asking.get("/api/explorer").json()["games"][0]["games"] == 3


def test_visitors_do_not_learn_where_the_file_is(
    asking: TestClient, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file.write_text("nonsense" * 1000)
    with caplog.at_level(logging.WARNING):
        answer = asking.post("/api/explorer", json={"game": "gipf"})
    assert answer.status_code == 503
    assert str(file) not in answer.text
    assert str(file) in caplog.text


def test_requests_are_limited_as_others_are(tmp_path: Path, file: Path) -> None:
    url = f"sqlite:///{tmp_path / 'limited.db'}"
    settings = Settings(database_url=url, public_url="http://example.org", explorer=str(file))
    with TestClient(create_app(settings), base_url="http://example.org") as client:
        answers = {
            client.post(
                "/api/explorer", json={"game": "gipf"}, headers={"origin": "http://example.org"}
            ).status_code
            for _ in range(REQUESTS_AT_ONCE // EXPENSIVE + 40)
        }
    assert answers == {200, 429}


def loaded(client: TestClient, *turns: str, result: str) -> str:
    """A record as a table of the visitor."""
    record = gipfel.write_record(record_of(turns, result))
    return str(client.post("/api/tables", json={"record": record}).json()["id"])


def asked(client: TestClient) -> dict[str, int]:
    """How often what was played at the start in the visitor's own games."""
    answer = client.post("/api/explorer/own", json={"game": "gipf"}).json()
    TypeAdapter(sent.OwnExplorerAnswer).validate_python(answer, strict=True)
    assert answer["waiting"] == 0
    return {one["decision"]: one["games"] for one in answer["decisions"]}


def test_own_games_are_those_of_the_visitor(tmp_path: Path) -> None:
    """Finished ones, each once; nobody sees those of another visitor."""
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    app = create_app(Settings(database_url=url, host="0.0.0.0"))
    with TestClient(app, base_url="http://127.0.0.1") as ada:
        emmy = TestClient(app, base_url="http://127.0.0.1")
        assert asked(ada) == {}
        loaded(ada, "b3", "b4", result="1-0")
        loaded(ada, "b3", "c2", result="0-1")
        loaded(ada, "b3", "c2", result="0-1")
        loaded(ada, "a1-c3", result="*")
        loaded(emmy, "a1-c3", result="1-0")
        assert asked(ada) == {"b3": 2}
        assert asked(emmy) == {"a1-c3": 1}


def test_many_own_games_are_counted_in_several_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(played_games, "AT_A_TIME", 1)
    app = create_app(Settings(database_url=f"sqlite:///{tmp_path / 'tables.db'}", host="0.0.0.0"))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        loaded(client, "b3", "b4", result="1-0")
        loaded(client, "a1-c3", result="0-1")
        answers = [client.post("/api/explorer/own", json={"game": "gipf"}).json() for _ in range(2)]
        assert [(one["waiting"], one["total"]["games"]) for one in answers] == [(1, 1), (0, 2)]
