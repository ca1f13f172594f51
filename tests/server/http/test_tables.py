"""Tables over HTTP: made, branched, listed, exported, removed."""

from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

import gipfel
from gipfel.draw.theme import BoardTheme, Theme
from tests.helpers.server.running import RunningServer


def begun() -> str:
    """The record of a game with one decision: an untouched table would be in no list."""
    game = gipfel.Playthrough(gipfel.game("gipf", "standard").start())
    game.play(game.position.decisions()[0])
    return gipfel.write_record(game.record())


def test_a_branch_begins_with_the_same_decisions(server: RunningServer) -> None:
    table_id = server.new(game="zertz", version="basic")
    with server.page(table_id) as page:
        page.play_at_random(Random(1), 5)
    branch = server.client.post(f"/api/tables/{table_id}/branch", json={"at": 3}).json()["id"]
    with server.page(branch) as page:
        assert page.table["number"] == 3
    assert server.client.post(f"/api/tables/{table_id}/branch", json={"at": 99}).status_code == 422


def test_a_record_becomes_a_table(server: RunningServer) -> None:
    table_id = server.new(game="project", version="dice")
    with server.page(table_id) as page:
        page.play_at_random(Random(2), 40)
        before = page.table
    record = server.client.get(f"/api/tables/{table_id}/record").text
    with server.page(server.new(record=record)) as page:
        assert page.table["number"] == before["number"]
        assert page.table["turns"] == before["turns"]


def test_pictures(server: RunningServer) -> None:
    table_id = server.new(game="tzaar", version="random")
    svg = server.client.get(f"/api/tables/{table_id}/picture.svg", params={"theme": "dark"})
    assert svg.headers["content-type"] == "image/svg+xml"
    assert svg.text.startswith("<svg")
    pytest.importorskip("resvg_py")
    png = server.client.get(f"/api/tables/{table_id}/picture.png", params={"at": 0})
    assert png.content.startswith(b"\x89PNG")
    wood = server.client.get(f"/api/tables/{table_id}/picture.svg", params={"theme": "dark", "board": "wood"})
    assert Theme.DARK.tokens_of(BoardTheme.WOOD).board in wood.text
    for wrong in ("theme=pink", "board=paper", "at=9", "at=x"):
        assert server.client.get(f"/api/tables/{table_id}/picture.svg?{wrong}").status_code == 422


def test_tables_are_listed_and_removed(server: RunningServer) -> None:
    table_id = server.new(record=begun(), seats={"white": {"kind": "person", "name": "Ada"}})
    listed = server.client.get("/api/tables").json()["tables"]
    assert listed[0]["id"] == table_id
    assert listed[0]["your_turn"]
    assert listed[0]["picture"].startswith("<svg")
    with server.page(table_id) as page:
        page.do("resign")
        assert server.client.get("/api/tables?finished=true").json()["tables"][0]["id"] == table_id
        assert server.client.delete(f"/api/tables/{table_id}").json() == {}
        with pytest.raises(ConnectionClosed):
            page.until("nothing")
    assert server.client.delete(f"/api/tables/{table_id}").status_code == 404
    assert server.client.get("/api/home").status_code == 200


def test_what_stands_at_home(server: RunningServer) -> None:
    home = server.client.get("/api/home").json()
    assert home["local"]
    assert home["public_url"] == ""
    kinds = {clock["kind"]: clock["numbers"] for clock in home["clocks"]}
    assert kinds["none"] == {}
    assert kinds["increment"]["seconds"] == [1, 600]
    assert all(clock["title"] and clock["explanation"] for clock in home["clocks"])


def test_one_table_as_in_a_list(server: RunningServer) -> None:
    table_id = server.new(record=begun(), clock={"kind": "sudden-death", "minutes": 7})
    seen = server.client.get(f"/api/tables/{table_id}").json()
    listed = server.client.get("/api/tables?most=1").json()
    assert listed["more"]
    assert [table["id"] for table in listed["tables"]] == [table_id]
    assert {**listed["tables"][0], "changed": ""} == {**seen, "changed": ""}
    assert (seen["mine"], seen["with_others"], seen["your_turn"]) == (["white", "black"], False, True)
    assert seen["clock"]["left"]["black"] == 7 * 60_000
    assert server.client.get("/api/tables/nothing").status_code == 404


def test_open_tables_are_for_everybody_here_and_others_are_not(server: RunningServer) -> None:
    with server.visitor() as ada, server.visitor() as eve:
        of_all, of_two = ada.new(record=begun())["id"], ada.invite()["id"]
        shown = [
            {table["id"] for table in who.client.get("/api/home").json()["unfinished"]} for who in (ada, eve)
        ]
        assert {of_all, of_two} <= shown[0]
        assert of_all in shown[1]
        assert of_two not in shown[1]


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"game": "chess"},
        {"game": "gipf", "version": "huge"},
        {"game": "gipf", "options": {"extra": 1}},
        {"game": "gipf", "position": "nonsense"},
        {"game": "gipf", "menu": ""},
        {"game": "tzaar", "version": "random", "seed": 10**30},
        {"menu": "/etc/passwd"},
        {"menu": "[links"},
        {"record": "Gipfel record 2\ngame: gipf\n1. zz\nresult: *\n"},
        {"record": "Gipfel record 2\ngame: gipf\n1. " + "e1-e3;" * 10_000 + "\nresult: *\n"},
        {"record": "x", "seed": 1},
        {"game": "gipf", "seats": {"white": {"kind": "engine", "player": "level:99"}}},
        {"game": "gipf", "seats": {"red": {}}},
        {"dragon": True},
        {"game": "gipf", "options": {"self": 1}},
        {"game": "gipf", "options": {"version": "basic"}},
        {"game": "gipf", "seats": {"white": {"kind": "person", "name": "x" * 61}}},
        {"game": "x" * 1000},
        {"x" * 1000: 1},
    ],
    ids=lambda wanted: str(wanted)[:60],
)
def test_no_such_table_can_be_made(server: RunningServer, wanted: dict[str, object]) -> None:
    answer = server.client.post("/api/tables", json=wanted)
    assert answer.status_code == 422
    assert 0 < len(answer.json()["problem"]) < 500


def test_long_lists_come_in_pages(server: RunningServer) -> None:
    listed = server.client.get("/api/tables").json()
    assert not listed["more"]
    rest = server.client.get("/api/tables?from=1").json()["tables"]
    assert [summary["id"] for summary in rest] == [summary["id"] for summary in listed["tables"][1:]]
    assert server.client.get("/api/tables?from=100000").json() == {"tables": [], "more": False}
    assert server.client.get("/api/tables?from=x").status_code == 422
