"""The first page and the rules; a real application answers."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

import gipfel
from gipfel.games.core.registry import about, game_type
from gipfel.server.app import create_app
from gipfel.server.settings import Settings
from tests.helpers.own_games import OWN, WITH_RULEBOOK, versions_of
from tests.helpers.random_games import VERSIONS
from tests.helpers.server.problems import is_one_sentence

SIDES = ("white", "black")


@pytest.fixture(scope="module")
def home(client: TestClient) -> dict[str, Any]:
    answer: dict[str, Any] = client.get("/api/home").json()
    return answer


# --- The first page -------------------------------------------------------------------------------


def test_every_game_and_version_is_listed(home: dict[str, Any]) -> None:
    listed = [(shown["name"], version["name"]) for shown in home["games"] for version in shown["versions"]]
    assert listed == VERSIONS


def test_every_version_says_how_it_differs(home: dict[str, Any]) -> None:
    games = {shown["name"]: shown for shown in home["games"]}
    for shown in (games[name] for name in WITH_RULEBOOK):
        assert shown["title"]
        assert shown["summary"]
        for version in shown["versions"]:
            assert version["title"]
            assert version["summary"].endswith(".")
        assert len({version["summary"] for version in shown["versions"]}) == len(shown["versions"])


def test_every_option_of_a_game_is_offered_in_words(home: dict[str, Any]) -> None:
    games = {shown["name"]: shown for shown in home["games"]}
    for shown in (games[name] for name in OWN):
        options = () if shown["name"] == "project" else game_type(shown["name"]).all_options
        assert [choice["name"] for choice in shown["options"]] == [option.name for option in options]
        for choice, option in zip(shown["options"], options, strict=True):
            assert option.name not in about(shown["name"]).options or choice["title"] != option.name
            assert choice["explanation"].endswith((".", "?"))
            assert choice["default"] == option.default


def test_a_newcomer_learns_where_to_begin(home: dict[str, Any]) -> None:
    """One game is the first one; all say how hard they are, and every version how long it takes."""
    own = [shown for shown in home["games"] if shown["name"] in OWN]
    assert [shown["difficulty"] for shown in own if shown["first"]] == [1]
    assert {shown["difficulty"] for shown in own} == {1, 2, 3}
    for version in (version for shown in own for version in shown["versions"]):
        assert version["time"].split()[1] in ("minutes", "hours"), version


def test_covers_are_close_ups_of_the_same_shape(home: dict[str, Any]) -> None:
    for shown in (shown for shown in home["games"] if shown["name"] in OWN):
        box = ElementTree.fromstring(shown["picture"]).attrib["viewBox"].split()
        width, height = map(float, box[2:])
        assert height / width == pytest.approx(3 / 4, abs=0.01), shown["name"]


def test_games_with_time_are_marked(home: dict[str, Any]) -> None:
    real_time = {shown["name"]: shown["real_time"] for shown in home["games"] if shown["real_time"]}
    assert real_time == {"tamsk": ["level2", "level3"]}


def test_pictures_are_whole_and_follow_the_theme(home: dict[str, Any]) -> None:
    for shown in home["games"]:
        _check_picture(shown["picture"])


def _check_picture(markup: str) -> None:
    """A picture is well-formed, refers only to its own parts, and uses the theme's colours."""
    root = ElementTree.fromstring(markup)
    ids = {f"#{node.get('id')}" for node in root.iter() if node.get("id")}
    used = {node.get("href") for node in root.iter() if node.get("href")}
    assert used <= ids
    assert "style" not in {name for node in root.iter() for name in node.attrib}
    assert "var(--" in markup
    assert "<script" not in markup


def test_levels(home: dict[str, Any]) -> None:
    assert home["levels"] == list(range(1, 11))


def test_unfinished_tables_are_on_the_first_page(client: TestClient) -> None:
    seats = {side: {"kind": "person"} for side in SIDES}
    begun = gipfel.Playthrough(gipfel.game("gipf", "basic").start())
    begun.play(begun.position.decisions()[0])
    asked = {"record": gipfel.write_record(begun.record()), "seats": seats}
    table_id = client.post("/api/tables", json=asked).json()["id"]
    found = [table for table in client.get("/api/home").json()["unfinished"] if table["id"] == table_id]
    assert [(table["game"], table["version"], table["outcome"]) for table in found] == [
        ("gipf", "basic", None)
    ]
    client.delete(f"/api/tables/{table_id}")
    assert table_id not in [table["id"] for table in client.get("/api/home").json()["unfinished"]]


def test_own_engines_only_where_nobody_else_asks(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    for host, offered in (("127.0.0.1", True), ("0.0.0.0", False)):
        with TestClient(create_app(Settings(host, url)), base_url="http://127.0.0.1") as client:
            players = client.get("/api/home").json()["games"][0]["players"]
        assert ("engine" in players) == offered


# --- Rules ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "version"), versions_of(WITH_RULEBOOK))
def test_every_version_has_rules(client: TestClient, name: str, version: str) -> None:
    answer = client.get(f"/api/rules/{name}/{version}")
    assert answer.status_code == 200
    book = answer.json()
    assert book["title"]
    assert book["summary"]
    assert len(book["sections"]) > 3
    assert [known["name"] for known in book["versions"]] == list(game_type(name).versions)
    aim = client.get(f"/api/rules/{name}/{version}/aim").json()
    assert aim == {"language": "en", **{key: book["sections"][0][key] for key in ("title", "text")}}
    pictures = [picture for section in book["sections"] for picture in section["pictures"]]
    assert pictures
    for picture in pictures:
        assert picture["caption"]
        _check_picture(picture["svg"])


@pytest.mark.parametrize(("name", "version"), versions_of(WITH_RULEBOOK))
def test_a_table_can_be_made_from_every_tip(client: TestClient, name: str, version: str) -> None:
    for tip in client.get(f"/api/rules/{name}/{version}").json()["tips"]:
        _check_picture(tip["svg"])
        assert tip["title"]
        assert tip["text"]
        start = start_of_table(client, name, tip)
        assert game_type(name)(tip["version"]).position(start).side.name.lower() == tip["side"]


@pytest.mark.parametrize(("name", "version"), versions_of(WITH_RULEBOOK))
def test_every_illustration_can_be_opened(client: TestClient, name: str, version: str) -> None:
    """At a table; what is over, in the editor."""
    sections = client.get(f"/api/rules/{name}/{version}").json()["sections"]
    for picture in (picture for section in sections for picture in section["pictures"]):
        if picture["over"]:
            body = {"game": name, "version": picture["version"], "position": picture["position"]}
            assert client.post("/api/positions", json=body).json()["over"]
        else:
            assert start_of_table(client, name, picture)


def start_of_table(client: TestClient, name: str, shown: dict[str, Any]) -> str:
    """The position in which a table begins that was made from a picture or a tip."""
    seats = {"white": {"kind": "person"}, "black": {"kind": "person"}}
    body = {"game": name, "version": shown["version"], "position": shown["position"], "seats": seats}
    made = client.post("/api/tables", json=body)
    assert made.status_code == 201, made.text
    return str(client.get(f"/api/tables/{made.json()['id']}/position").json()["position"])


@pytest.mark.parametrize("where", ["gipf/giant", "chess/basic", "gipf/..%2Fx"])
def test_rules_that_do_not_exist(client: TestClient, where: str) -> None:
    for address in (f"/api/rules/{where}", f"/api/rules/{where}/aim"):
        answer = client.get(address)
        assert answer.status_code == 404
        assert is_one_sentence(answer.json()["problem"])
