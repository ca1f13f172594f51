"""Studies: made from tables and files, changed, exported, and who may do what."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gipfel import read_record
from gipfel.studies import read_study
from gipfel.table.storage.studies import MOST_CHAPTERS
from tests.helpers.server.running import RunningServer, Visitor, serving

RECORD = """Gipfel record 2
game: gipf
version: basic

1. e1-e3 [!]
> 1. a1-c3  # name: The corner
> 2. c2
2. c2  # too quiet
3. g2
result: *
"""
STUDY = f"""Gipfel study 1
title: Openings
language: de

chapter: One

Before.

{RECORD}
Between.

{RECORD}
chapter: Only text

Nothing else.
"""


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server for others: nobody is its owner."""
    options = ("--public-url", "http://127.0.0.1")
    with serving(Path(tmp_path_factory.mktemp("hosted")) / "tables.sqlite", *options) as server:
        yield server


def made(server: RunningServer, text: str = STUDY) -> str:
    answer = server.client.post("/api/study-files", content=text.encode())
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def view(server: RunningServer, study: str, chapter: str = "") -> dict[str, Any]:
    answer = server.client.get(f"/api/studies/{study}", params={"chapter": chapter})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def changed(chapter: dict[str, Any], **more: Any) -> dict[str, Any]:
    parts = {name: chapter[name] for name in ("version", "title", "before", "after")}
    tree = chapter["board"]["tree"] if chapter["board"] else {"notes": [], "nodes": []}
    return {**parts, "tree": tree, **more}


def test_a_file_becomes_a_study_and_a_file_again(server: RunningServer) -> None:
    study = made(server)
    found = view(server, study)
    assert found["title"] == "Openings"
    assert [one["title"] for one in found["chapters"]] == ["One", "One (2)", "Only text"]
    assert (found["edit"], found["own"]) == (True, True)
    chapter = found["chapter"]
    assert (chapter["before"], chapter["after"]) == ("Before.", "Between.")
    assert [node.get("name") for node in chapter["board"]["tree"]["nodes"]] == ["The corner", None]
    assert [turn["text"] for turn in chapter["board"]["turns"]] == ["e1-e3", "c2", "g2"]
    answer = server.client.get(f"/api/studies/{study}/file")
    assert "attachment" in answer.headers["content-disposition"]
    exported = read_study(answer.text)
    assert exported.language == "de"
    assert [len(one.blocks) for one in exported.chapters] == [3, 1, 1]
    assert exported.boards[0].turns == read_record(RECORD).turns
    again = read_study(server.client.get(f"/api/studies/{made(server, answer.text)}/file").text)
    assert again == exported


def test_the_page_of_a_study(server: RunningServer) -> None:
    answer = server.client.get(f"/api/studies/{made(server)}/page")
    assert "attachment" in answer.headers["content-disposition"]
    assert answer.text.startswith("<!doctype html>")
    assert "The corner" in answer.text
    assert '<html lang="de"' in answer.text


def test_a_table_with_its_analysis_becomes_a_study(server: RunningServer) -> None:
    table = server.new(record=RECORD)
    tree = server.client.get(f"/api/tables/{table}/analysis").json()["tree"]
    created = server.client.post("/api/studies", json={"table": table, "tree": tree})
    assert created.status_code == 201, created.text
    study = created.json()["id"]
    assert study in [one["id"] for one in server.client.get("/api/studies").json()["studies"]]
    added = server.client.post(f"/api/studies/{study}/chapters", json={"title": "Again", "table": table})
    chapter = added.json()["chapter"]
    server.client.delete(f"/api/tables/{table}")
    assert view(server, study)["chapter"]["board"]["tree"] == tree
    assert view(server, study, chapter)["chapter"]["board"]["tree"] == {"notes": [], "nodes": []}
    assert read_study(server.client.get(f"/api/studies/{study}/file").text).chapters[1].title == "Again"


def test_a_chapter_is_changed_but_not_over_the_change_of_somebody_else(server: RunningServer) -> None:
    study = made(server)
    chapter = view(server, study)["chapter"]
    address = f"/api/studies/{study}/chapters/{chapter['id']}"
    tree = chapter["board"]["tree"]
    tree["nodes"][0]["comment"] = "new"
    answer = server.client.put(address, json=changed(chapter, before="Other.", title="  ", tree=tree))
    assert answer.json() == {"version": chapter["version"] + 1}
    found = view(server, study)["chapter"]
    assert (found["title"], found["before"]) == ("One", "Other.")
    assert found["board"]["tree"]["nodes"][0]["comment"] == "new"
    refused = server.client.put(address, json=changed(chapter, before="Older."))
    assert refused.status_code == 409
    assert view(server, study)["chapter"]["before"] == "Other."


def test_a_page_whose_answer_was_lost_goes_on(server: RunningServer) -> None:
    study = made(server)
    chapter = view(server, study)["chapter"]
    address = f"/api/studies/{study}/chapters/{chapter['id']}"
    for text in ("One.", "One. Two.", "One. Two. Three."):
        answer = server.client.put(address, json=changed(chapter, before=text, writer="a"))
        assert answer.status_code == 200, answer.text
    assert answer.json()["version"] == chapter["version"] + 3
    assert server.client.put(address, json=changed(chapter, writer="b")).status_code == 409
    newest = view(server, study)["chapter"]
    assert server.client.put(address, json=changed(newest, writer="b")).status_code == 200
    assert server.client.put(address, json=changed(newest, writer="a")).status_code == 409
    head = {"version": 1, "title": "New", "chapters": [chapter["id"]], "writer": "a"}
    for _ in range(2):
        assert server.client.put(f"/api/studies/{study}", json=head).status_code == 200
    assert server.client.put(f"/api/studies/{study}", json={**head, "writer": "b"}).status_code == 409


def test_chapters_are_ordered_and_deleted(server: RunningServer) -> None:
    study = made(server)
    found = view(server, study)
    one, two, three = [chapter["id"] for chapter in found["chapters"]]
    body = {"version": found["version"], "title": "New", "chapters": [three, one]}
    answer = server.client.put(f"/api/studies/{study}", json=body)
    assert answer.status_code == 200, answer.text
    after = view(server, study)
    assert ([chapter["id"] for chapter in after["chapters"]], after["title"]) == ([three, one], "New")
    assert server.client.get(f"/api/studies/{study}", params={"chapter": two}).status_code == 404
    assert server.client.put(f"/api/studies/{study}", json=body).status_code == 409
    wrong = {**body, "version": after["version"], "chapters": [two]}
    assert server.client.put(f"/api/studies/{study}", json=wrong).status_code == 409


def test_a_position_of_a_variation(server: RunningServer) -> None:
    study = made(server)
    chapter = view(server, study)["chapter"]["id"]
    address = f"/api/studies/{study}/chapters/{chapter}/position"
    answer = server.client.post(address, json={"at": 0, "line": ["a1-c3", "c2"]})
    assert [turn["text"] for turn in answer.json()["turns"]] == ["a1-c3", "c2"]
    assert answer.json()["targets"]
    wrong = server.client.post(address, json={"at": 0, "line": ["a1-z9"]})
    assert wrong.status_code == 422
    assert server.client.post(address, json={"at": 99}).status_code == 422


def test_a_tree_that_does_not_fit_is_refused(server: RunningServer) -> None:
    study = made(server)
    chapter = view(server, study)["chapter"]
    tree = chapter["board"]["tree"]
    tree["nodes"][0]["decisions"] = ["z9"]
    address = f"/api/studies/{study}/chapters/{chapter['id']}"
    assert server.client.put(address, json=changed(chapter, tree=tree)).status_code == 422


def test_what_is_too_much(server: RunningServer) -> None:
    study = made(server)
    for _ in range(MOST_CHAPTERS - 3):
        assert server.client.post(f"/api/studies/{study}/chapters", json={}).status_code == 201
    full = server.client.post(f"/api/studies/{study}/chapters", json={})
    assert full.status_code == 422
    assert str(MOST_CHAPTERS) in full.json()["problem"]
    assert len(view(server, study)["chapters"]) == MOST_CHAPTERS
    chapter = view(server, study)["chapter"]
    address = f"/api/studies/{study}/chapters/{chapter['id']}"
    assert server.client.put(address, json=changed(chapter, before="x" * 20_001)).status_code == 422
    assert server.client.post("/api/study-files", content=b"x" * 1_900_001).status_code == 413
    for body in (b"Gipfel study 9\n", b"\xff\xfe", b"", STUDY.replace("e1-e3", "e1-e9").encode()):
        assert server.client.post("/api/study-files", content=body).status_code == 422


def test_nothing_is_there(server: RunningServer) -> None:
    for address in ("nothing", "nothing/file", "nothing/page", "..%00"):
        assert server.client.get(f"/api/studies/{address}").status_code == 404
    study = made(server)
    assert server.client.get(f"/embed/{study}/nothing").status_code == 404
    text = view(server, study)["chapters"][2]["id"]
    assert server.client.get(f"/embed/{study}/{text}").status_code == 404


def test_a_board_may_be_framed_and_its_study_may_not(server: RunningServer) -> None:
    study = made(server)
    chapter = view(server, study)["chapter"]["id"]
    answer = server.client.get(f"/embed/{study}/{chapter}")
    assert "The corner" in answer.text
    assert "frame-ancestors *" in answer.headers["content-security-policy"]
    assert "x-frame-options" not in answer.headers
    assert "set-cookie" not in answer.headers
    for address in ("", "/page", "/file"):
        assert server.client.get(f"/api/studies/{study}{address}").headers["x-frame-options"] == "DENY"


def test_an_animated_picture_of_a_chapter(server: RunningServer) -> None:
    study = made(server)
    chapter = view(server, study)["chapter"]["id"]
    answer = server.client.get(f"/api/studies/{study}/chapters/{chapter}/animation.gif?from=1&to=1")
    assert answer.content.startswith(b"GIF8")


# --- Who may do what -------------------------------------------------------------------------------------


def of(visitor: Visitor, study: str) -> dict[str, Any]:
    found: dict[str, Any] = visitor.client.get(f"/api/studies/{study}").json()
    return found


def test_only_authors_change_a_study(hosted: RunningServer) -> None:
    with hosted.visitor() as ada, hosted.visitor() as ben:
        study = ada.client.post("/api/study-files", content=STUDY.encode()).json()["id"]
        assert (of(ada, study)["edit"], of(ben, study)["edit"]) == (True, False)
        chapter = of(ben, study)["chapter"]
        addresses = (f"/api/studies/{study}/link", f"/api/studies/{study}/chapters")
        assert {ben.client.post(address, json={}).status_code for address in addresses} == {403}
        address = f"/api/studies/{study}/chapters/{chapter['id']}"
        assert ben.client.put(address, json=changed(chapter)).status_code == 403
        head = {"version": 1, "title": "x", "chapters": []}
        assert ben.client.put(f"/api/studies/{study}", json=head).status_code == 403
        assert ben.client.delete(f"/api/studies/{study}").status_code == 403
        assert ben.client.get("/api/studies").json()["studies"] == []


def test_the_link_for_editing_makes_an_author(hosted: RunningServer) -> None:
    with hosted.visitor() as ada, hosted.visitor() as ben, hosted.visitor() as cleo:
        study = ada.client.post("/api/study-files", content=STUDY.encode()).json()["id"]
        enter = f"/api/studies/{study}/enter"
        assert ben.client.post(enter, json={"key": "wrong"}).status_code == 403
        old = ada.client.post(f"/api/studies/{study}/link").json()["key"]
        assert ben.client.post(enter, json={"key": old}).status_code == 200
        assert (of(ben, study)["edit"], of(ben, study)["own"]) == (True, False)
        assert [one["id"] for one in ben.client.get("/api/studies").json()["studies"]] == [study]
        ada.client.post(f"/api/studies/{study}/link")
        assert cleo.client.post(enter, json={"key": old}).status_code == 403
        assert of(ben, study)["edit"]
        assert ben.client.delete(f"/api/studies/{study}").status_code == 403
        assert ada.client.delete(f"/api/studies/{study}").status_code == 200
        assert ben.client.get(f"/api/studies/{study}").status_code == 404


def test_a_reader_sees_no_secret(hosted: RunningServer) -> None:
    with hosted.visitor() as ada, hosted.visitor() as ben:
        study = ada.client.post("/api/study-files", content=STUDY.encode()).json()["id"]
        key = ada.client.post(f"/api/studies/{study}/link").json()["key"]
        chapter = of(ada, study)["chapter"]["id"]
        secrets = [key, *ada.client.cookies.values()]
        for address in (f"/api/studies/{study}", f"/embed/{study}/{chapter}", f"/api/studies/{study}/page"):
            text = ben.client.get(address).text
            assert not any(secret in text for secret in secrets)


def test_a_visitor_of_a_server_for_others_never_waits_for_themselves(hosted: RunningServer) -> None:
    """Slow work is done one thing at a time for each address, and only such a server knows addresses."""
    with hosted.visitor() as ada:
        ada.client.headers["x-forwarded-for"] = "203.0.113.5"
        table = ada.client.post("/api/tables", json={"record": RECORD}).json()["id"]
        study = ada.client.post("/api/studies", json={"table": table}).json()["id"]
        added = ada.client.post(f"/api/studies/{study}/chapters", json={"table": table})
        board = f"{study}/chapters/{added.json()['chapter']}"
        answers = [
            ada.client.post("/api/study-files", content=STUDY.encode()),
            ada.client.post(f"/api/studies/{board}/position", json={"at": 1, "line": [], "prefix": []}),
            *(ada.client.get(f"/api/studies/{path}") for path in (study, f"{study}/file", f"{study}/page")),
            ada.client.get(f"/api/studies/{board}/animation.gif?to=1"),
            ada.client.get(f"/api/tables/{table}/animation.png?to=1"),
            ada.client.get(f"/embed/{table}"),
            ada.client.get(f"/embed/{study}/{added.json()['chapter']}"),
        ]
        assert {answer.status_code for answer in answers} <= {200, 201}, [one.text[:80] for one in answers]
