"""Requests with bodies that make no sense."""

from typing import Any

import pytest

from tests.helpers.check import only_in_check
from tests.helpers.server.proxied import ProxiedClient
from tests.helpers.server.running import RunningServer


@pytest.mark.parametrize("body", [b"", b"\xff", b"[]", b"NaN", b'{"game": "\\ud800"}', b"\x00"])
@pytest.mark.parametrize("path", ["/api/tables", "/api/positions", "/api/positions/edit", "/api/menu"])
def test_bodies_that_are_no_objects_in_json(server: RunningServer, path: str, body: bytes) -> None:
    answer = server.client.post(path, content=body)
    assert answer.status_code == 400
    assert "JSON" in answer.json()["problem"]


@pytest.mark.parametrize(
    "change",
    [
        {"at": "a" + "9" * 5000, "piece": "Wp"},
        {"position": "", "at": "a1", "piece": "Wp"},
        {"position": "9999999999 w", "at": "a1", "piece": "Wp"},
        {
            "game": "gipf",
            "version": "standard",
            "position": "9999999999/5/6/7/6/5/4 w",
            "from": "b2",
            "to": "b3",
        },
        {"game": "gipf", "version": "standard", "position": f"B2W/5/6/W5B/6/5/B2W w {'9' * 4500}/12"},
    ],
    ids=lambda change: str(change)[:60],
)
def test_positions_that_cannot_be_changed(server: RunningServer, change: dict[str, str]) -> None:
    wanted = {"game": "project", "version": "ultimate", "position": "- w", "from": "e5", "to": "e4"} | change
    if "at" in change:
        del wanted["from"]
    answer = server.client.post("/api/positions/edit", json=wanted)
    assert answer.status_code in (200, 422)
    assert len(answer.text) < 6000


def test_bodies_that_are_too_long(server: RunningServer) -> None:
    assert server.client.post("/api/tables", content=b" " * 3_000_000).status_code == 413


@only_in_check
@pytest.mark.parametrize(
    ("path", "size"), [("/sit", 4_100), ("/link", 4_100), ("/branch", 4_100), ("", 300_100)]
)
def test_where_little_is_needed_little_is_read(hosted: RunningServer, path: str, size: int) -> None:
    ada = ProxiedClient(hosted, "203.0.113.7")
    where = f"/api/tables/{ada.new(game='gipf')['id']}{path}" if path else "/api/tables"
    assert ada.ask("POST", where, content=b" " * size).status_code == 413
    assert ada.ask("POST", where, content=b" " * (size - 200)).status_code == 400


@pytest.mark.parametrize(
    "body",
    [
        {f"key {number}": number for number in range(101)},
        {"game": "gipf", "options": {f"key {number}": number for number in range(101)}},
        {"game": "gipf", "seats": [[] for _ in range(3_100)]},
        {"game": "gipf", "seats": [0 for _ in range(20_100)]},
    ],
    ids=["keys", "inner keys", "lists", "items"],
)
def test_what_has_too_many_parts_is_not_even_read(server: RunningServer, body: dict[str, Any]) -> None:
    answer = server.client.post("/api/tables", json=body)
    assert answer.status_code == 413
    assert answer.json()["problem"] == "This is too long."
