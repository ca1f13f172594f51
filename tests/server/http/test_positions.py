"""Positions: read from text, changed by pointing."""

from random import Random

import pytest
from starlette.testclient import TestClient

from gipfel.games.core.editing import Grid, PlaceList
from gipfel.games.core.registry import about, game
from gipfel.server.editor import grid
from tests.helpers.check import some_of
from tests.helpers.random_games import VERSIONS
from tests.helpers.server.problems import is_one_sentence

SIDES = ("white", "black")


# --- Positions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_the_start_is_a_position(client: TestClient, name: str, version: str) -> None:
    asked = {"game": name, "version": version, "options": {}, "position": ""}
    start = client.post("/api/positions", json=asked).json()
    again = client.post("/api/positions", json={**asked, "position": start["position"]}).json()
    assert again == start
    assert start["sentence"]
    assert start["picture"]["board"]
    assert not start["over"]
    assert start["position"] == str(game(name, version).start(seed=1))


def test_the_text_says_the_version(client: TestClient) -> None:
    asked = {"game": "gipf", "position": "B2W/5/6/W5B/6/5/B2W w 12/12 0/0 S s"}
    assert client.post("/api/positions", json=asked).json()["version"] == "standard"


BAD = [
    "x",
    "b2w/5/6 w",
    "w" * 4000,
    "🙂 w",
    "<b>",
    "null",
    "- w Q",
    "0",
    "W:18//G1",
    "\u202e",
    "a=b,c=d w m",
]


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_bad_positions_get_one_clear_sentence(client: TestClient, name: str, version: str) -> None:
    good = str(game(name, version).start(seed=1))
    broken = [*BAD, good + " x", good[1:], good[:-3], good.replace("w", "q"), good * 2]
    for text in (text for text in broken if text.strip() != good):
        asked = {"game": name, "version": version, "options": {}, "position": text}
        answer = client.post("/api/positions", json=asked)
        assert answer.status_code == 422, text
        assert is_one_sentence(answer.json()["problem"]), answer.json()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b"[" * 50_000,
        b'{"game": 3}',
        b'{"game": "chess", "position": ""}',
        b'{"game": "gipf", "version": "giant"}',
        b'{"game": "gipf", "version": "basic", "options": []}',
        b'{"game": "gipf", "version": "basic", "options": {"rings": 3}}',
        b'{"game": "gipf", "version": "basic", "options": {"extra_white": 9}}',
        b'{"game": "gipf", "position": "' + b"w" * 6000 + b'"}',
        b'{"game": "gipf", "position": {}}',
    ],
)
def test_bad_requests(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/positions", content=body)
    assert 400 <= answer.status_code < 500
    assert is_one_sentence(answer.json()["problem"])


# --- Positions, by pointing -----------------------------------------------------------------------

POINTED = [(name, version) for name, version in VERSIONS if isinstance(about(name).editor, Grid | PlaceList)]
"""The versions of games whose text lists what stands at each place."""


@pytest.mark.parametrize(("name", "version"), POINTED)
def test_what_stands_where_is_what_is_drawn(name: str, version: str) -> None:
    """Reading and writing the places of a text changes nothing, and pieces stand where the text says."""
    random = Random(1)
    position = game(name, version).start(seed=1)
    for _ in range(40):
        text = str(position)
        found = grid.read_cells(name, version, text)
        assert grid.write_cells(name, version, text, found) == text
        drawn = {piece.target.name for piece in position.scene().pieces if piece.target is not None}
        assert {place for place, sign in found.items() if sign.strip(".-0")} <= drawn
        if position.outcome or not position.decisions():
            break
        position = position.play(random.choice(position.decisions()))
        if position.contest is not None:  # another board is drawn
            break


def _edited(client: TestClient, name: str, version: str, text: str, **change: str) -> str:
    asked = {"game": name, "version": version, "position": text, **change}
    answer = client.post("/api/positions/edit", json=asked)
    assert answer.status_code == 200, answer.json()
    return str(answer.json()["position"])


@pytest.mark.parametrize(
    ("name", "version", "before", "change", "after"),
    [
        ("gipf", "standard", "B2W/5/6/W5B/6/5/B2W w 12/12 0/0 S s", {"from": "b2", "to": "e5"},
         "3W/5/6/W2B2B/6/5/B2W w 12/12 0/0 S s"),
        ("gipf", "standard", "B2W/5/6/W5B/6/5/B2W w 12/12 0/0 S s", {"at": "e5", "piece": "w"},
         "B2W/5/6/W2w2B/6/5/B2W w 11/12 0/0 S s"),
        ("gipf", "standard", "B2W/5/6/W5B/6/5/B2W w 12/12 0/0 S s", {"at": "b2", "piece": ""},
         "3W/5/6/W5B/6/5/B2W w 12/14 0/0 S s"),
        ("tzaar", "fixed", str(game("tzaar", "fixed").start()), {"at": "a1", "piece": ""},
         ".tttT/TaaaAT/TAzzZAT/TAZtTZAT/TAZTtzat/taztTzat/tazZZat/taAAAt/tTTTT b 1"),
        ("dvonn", "standard", "........./........../.........../........../......... W P",
         {"at": "a1", "piece": "R"}, "........./........../.........../........../R........ B P"),
        ("project", "menu", "- w m W:18//G1 B:18//G1 0/0", {"at": "e5", "piece": "Wp"},
         "e5=Wp w m W:18//G1 B:18//G1 0/0"),
    ],
)  # fmt: skip
def test_what_is_beside_the_board_follows_only_if_it_must(
    client: TestClient, name: str, version: str, before: str, change: dict[str, str], after: str
) -> None:
    assert _edited(client, name, version, before, **change) == after


@pytest.mark.parametrize(("name", "version"), some_of(POINTED, 9))
def test_every_piece_of_the_palette_can_be_laid_down(client: TestClient, name: str, version: str) -> None:
    asked = {"game": name, "version": version, "options": {}, "position": ""}
    start = client.post("/api/positions", json=asked).json()
    assert start["palette"]
    place = next(p["target"][1] for p in start["picture"]["places"] if p["target"][0] != "dot")
    for known in start["palette"]:
        text = _edited(client, name, version, start["position"], at=place, piece=known["piece"])
        assert grid.read_cells(name, version, text)[place] == known["piece"]
        answer = client.post("/api/positions", json={**asked, "position": text})
        assert answer.status_code == 200 or is_one_sentence(answer.json()["problem"])


@pytest.mark.parametrize(
    "change",
    [
        {"at": "z9", "piece": "w"},
        {"at": "e5", "piece": "w w"},
        {"at": "e5", "piece": "w" * 50},
        {"from": "e5"},
        {"from": "e5", "to": "z1"},
        {"at": "e5"},
        {"at": "e5", "piece": "w", "position": "nonsense"},
        {"at": "e5", "piece": "w", "position": ""},
        {"at": "e5", "piece": "w", "game": "punct", "version": "basic"},
    ],
)
def test_what_cannot_be_pointed_at(client: TestClient, change: dict[str, str]) -> None:
    start = {"game": "gipf", "version": "standard", "position": str(game("gipf", "standard").start())}
    answer = client.post("/api/positions/edit", json=start | change)
    assert answer.status_code == 422
    assert is_one_sentence(answer.json()["problem"])


def test_the_position_of_a_table(client: TestClient) -> None:
    seats = {side: {"kind": "person"} for side in SIDES}
    asked = {"game": "gipf", "version": "basic", "options": {}, "seats": seats}
    table_id = client.post("/api/tables", json=asked).json()["id"]
    start = str(game("gipf", "basic").start())
    for at in ("", "?at=0"):
        assert client.get(f"/api/tables/{table_id}/position{at}").json() == {"position": start}
    for where in (
        f"{table_id}/position?at=9",
        f"{table_id}/position?at=x",
        f"{table_id}/position?at=²",
        "nowhere/position",
    ):
        assert is_one_sentence(client.get(f"/api/tables/{where}").json()["problem"])
