"""Analyses over HTTP: kept for their owner, shown to others, and written into records."""

from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

import gipfel
from gipfel.server.app import create_app
from gipfel.server.settings import Settings

RECORD = """Gipfel record 2
game: gipf
version: basic

1. e1-e3 [!]
> 1. a1-c3  # name: The corner
> 2. c2
2. c2
result: *
"""

LONG = ("f7", "c2", "g2", "a2-d2", "h6-h4", "d8-g6", "b4", "c6", "b6-b3", "g7-g5")
"""A legal beginning of a game."""


def _node(at: int, text: str, **more: Any) -> dict[str, Any]:
    return {
        "parent": None,
        "at": at,
        "text": text,
        "side": "black",
        "decisions": [text],
        "finished": True,
    } | more


def test_a_record_opens_with_its_variations(client: TestClient) -> None:
    table = client.post("/api/tables", json={"record": RECORD}).json()["id"]
    answer = client.get(f"/api/tables/{table}/analysis").json()
    assert [node["text"] for node in answer["tree"]["nodes"]] == ["a1-c3", "c2"]
    assert answer["tree"]["nodes"][0]["name"] == "The corner"
    assert answer["tree"]["notes"] == [{"at": 1, "mark": "!"}]
    assert answer["decisions"] == ["e1-e3", "c2"]
    written = client.get(f"/api/tables/{table}/record?analysis=own").text
    assert "1. e1-e3 [!]\n> 1. a1-c3  # name: The corner\n> 2. c2\n2. c2\n" in written
    assert ">" not in client.get(f"/api/tables/{table}/record").text


def test_an_analysis_is_kept_and_opened_by_its_link(client: TestClient) -> None:
    table = client.post("/api/tables", json={"game": "gipf", "version": "basic"}).json()["id"]
    empty = client.get(f"/api/tables/{table}/analysis").json()
    assert (empty["id"], empty["tree"]) == (None, {"notes": [], "nodes": []})
    tree = {"notes": [], "nodes": [_node(0, "e1-e3", side="white", name="First", comment="good")]}
    kept = client.put(f"/api/tables/{table}/analysis", json={"tree": tree})
    assert kept.status_code == 200, kept.text
    again = client.put(f"/api/tables/{table}/analysis", json={"tree": tree}).json()
    assert again == kept.json()
    shared = client.get(f"/api/analyses/{again['id']}").json()
    assert (shared["table"], shared["own"], shared["tree"]) == (table, True, tree)
    assert client.get("/api/analyses/nothing").status_code == 404


def test_what_is_too_large_or_does_not_fit_is_refused(client: TestClient) -> None:
    table = client.post("/api/tables", json={"record": RECORD}).json()["id"]
    wrong: list[Any] = [
        {"notes": [], "nodes": [_node(7, "b3")]},
        {"notes": [], "nodes": [_node(0, "b3", parent=0)]},
        {"notes": [], "nodes": [_node(0, "b3", comment="x" * 5000)]},
        {"notes": [], "nodes": [_node(0, "b3")] * 101},
        {"notes": [], "nodes": [_node(0, "b3", more=1)]},
        {"notes": "none", "nodes": []},
    ]
    for tree in wrong:
        answer = client.put(f"/api/tables/{table}/analysis", json={"tree": tree})
        assert answer.status_code in (413, 422), answer.text
    before = client.get(f"/api/tables/{table}/analysis").json()["tree"]
    assert len(before["nodes"]) == 2


def test_a_record_with_too_many_variations_makes_no_table(client: TestClient) -> None:
    lines = [f"> {number}. {turn}" for _ in range(99) for number, turn in enumerate(LONG, 1)]
    record = "\n".join(
        ["Gipfel record 2", "game: gipf", "version: basic", "", "1. e1-e3", *lines, "result: *", ""]
    )
    before = client.get("/api/tables").json()["tables"]
    answer = client.post("/api/tables", json={"record": record})
    assert answer.status_code == 422
    assert "too many variations" in answer.json()["problem"]
    assert client.get("/api/tables").json()["tables"] == before


FULL = """Gipfel record 2
game: gipf
version: basic

1. e1-e3 [!, white 61%]  # the main line
> 1. a1-c3 [?!, white 40%]  # name: The corner
> 2. c2  # quiet
>> 2. b3
2. c2 [white 55%]
result: *
"""


def test_a_saved_record_opens_with_everything_that_was_saved(client: TestClient) -> None:
    """Variations, names, comments, marks and evaluations go round."""
    first = client.post("/api/tables", json={"record": FULL}).json()["id"]
    saved = client.get(f"/api/tables/{first}/record?analysis=own").text
    second = client.post("/api/tables", json={"record": saved}).json()["id"]
    trees = [client.get(f"/api/tables/{table}/analysis").json()["tree"] for table in (first, second)]
    assert trees[0] == trees[1]
    assert [note.get("chance") for note in trees[1]["notes"]] == [61, 55]
    assert trees[1]["nodes"][0] | {"name": "The corner", "mark": "?!", "chance": 40} == trees[1]["nodes"][0]
    assert gipfel.read_record(saved).turns == gipfel.read_record(FULL).turns


def test_a_link_gives_no_right_to_change(tmp_path: Path) -> None:
    """Another visitor reads the analysis, and keeps a copy of their own."""
    app = create_app(Settings("0.0.0.0", f"sqlite:///{tmp_path / 'tables.db'}"))
    with TestClient(app, base_url="http://127.0.0.1") as ada:
        emmy = TestClient(app, base_url="http://127.0.0.1")
        table = ada.post("/api/tables", json={"record": FULL}).json()["id"]
        link = ada.get(f"/api/tables/{table}/analysis").json()
        shown = emmy.get(f"/api/analyses/{link['id']}").json()
        assert (shown["own"], shown["tree"]) == (False, link["tree"])
        copy = emmy.put(f"/api/tables/{table}/analysis", json={"tree": {"notes": [], "nodes": []}}).json()
        assert copy["id"] != link["id"]
        assert ada.get(f"/api/analyses/{link['id']}").json() == link
        for method in ("PUT", "POST", "DELETE"):
            answer = emmy.request(method, f"/api/analyses/{link['id']}", json={"tree": EMPTY})
            assert answer.status_code == 405
        assert "ada" not in str(shown).lower()


EMPTY: dict[str, list[Any]] = {"notes": [], "nodes": []}
