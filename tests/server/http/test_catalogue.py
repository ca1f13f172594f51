"""What stands around the tables: the first page, rules, positions, menus; a real application answers."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from gipfel.games.core.registry import game, game_names, game_type
from gipfel.locale import languages
from gipfel.project.menu.menu import read_menu
from gipfel.project.potentials.agreement import OPTIONS, PRESETS
from gipfel.server.app import create_app
from gipfel.server.editor import grid
from gipfel.server.settings import Settings

VERSIONS = [(name, version) for name in game_names() for version in game_type(name).versions]
SIDES = ("white", "black")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    path: Path = tmp_path_factory.mktemp("library") / "tables.sqlite"
    app = create_app(Settings(database_url=f"sqlite:///{path}"))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield client


@pytest.fixture(scope="module")
def home(server: TestClient) -> dict[str, Any]:
    answer: dict[str, Any] = server.get("/api/home").json()
    return answer


# --- The first page -------------------------------------------------------------------------------


def test_every_game_and_version_is_listed(home: dict[str, Any]) -> None:
    listed = [(shown["name"], version["name"]) for shown in home["games"] for version in shown["versions"]]
    assert listed == VERSIONS


def test_every_version_says_how_it_differs(home: dict[str, Any]) -> None:
    for shown in home["games"]:
        assert shown["title"]
        assert shown["summary"]
        for version in shown["versions"]:
            assert version["title"]
            assert version["summary"].endswith(".")
        assert len({version["summary"] for version in shown["versions"]}) == len(shown["versions"])


def test_every_option_of_a_game_is_offered_in_words(home: dict[str, Any]) -> None:
    for shown in home["games"]:
        options = () if shown["name"] == "project" else game_type(shown["name"]).all_options
        assert [choice["name"] for choice in shown["options"]] == [option.name for option in options]
        for choice, option in zip(shown["options"], options, strict=True):
            assert choice["title"] != option.name
            assert choice["explanation"].endswith(".")
            assert choice["default"] == option.default


def test_games_with_time_are_marked(home: dict[str, Any]) -> None:
    real_time = {shown["name"]: shown["real_time"] for shown in home["games"] if shown["real_time"]}
    assert real_time == {"tamsk": ["level2", "level3"]}


def test_pictures_are_whole_and_follow_the_theme(home: dict[str, Any]) -> None:
    for shown in home["games"]:
        _check_picture(shown["picture"])


def _check_picture(markup: str) -> None:
    """A picture is well-formed, refers only to itself and the page's shadow, and has no colours itself."""
    root = ElementTree.fromstring(markup)
    ids = {f"#{node.get('id')}" for node in root.iter() if node.get("id")}
    used = {node.get("href") for node in root.iter() if node.get("href")}
    assert used <= ids
    assert "style" not in {name for node in root.iter() for name in node.attrib}
    assert "var(--" in markup
    assert "<script" not in markup


def test_languages_and_levels(home: dict[str, Any]) -> None:
    assert [known["language"] for known in home["languages"]] == [known.code for known in languages()]
    assert home["levels"] == list(range(1, 11))


def test_unfinished_tables_are_on_the_first_page(server: TestClient) -> None:
    seats = {side: {"kind": "person"} for side in SIDES}
    asked = {"game": "gipf", "version": "basic", "options": {}, "seats": seats}
    table_id = server.post("/api/tables", json=asked).json()["id"]
    found = [table for table in server.get("/api/home").json()["unfinished"] if table["id"] == table_id]
    assert [(table["game"], table["version"], table["outcome"]) for table in found] == [
        ("gipf", "basic", None)
    ]
    server.delete(f"/api/tables/{table_id}")
    assert table_id not in [table["id"] for table in server.get("/api/home").json()["unfinished"]]


def test_own_engines_only_where_nobody_else_asks(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    for host, offered in (("127.0.0.1", True), ("0.0.0.0", False)):
        with TestClient(create_app(Settings(host, url)), base_url="http://127.0.0.1") as client:
            players = client.get("/api/home").json()["games"][0]["players"]
        assert ("engine" in players) == offered


# --- Rules ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_every_version_has_rules(server: TestClient, name: str, version: str) -> None:
    answer = server.get(f"/api/rules/{name}/{version}")
    assert answer.status_code == 200
    book = answer.json()
    assert book["title"]
    assert book["summary"]
    assert len(book["sections"]) > 3
    assert [known["name"] for known in book["versions"]] == list(game_type(name).versions)
    pictures = [picture for section in book["sections"] for picture in section["pictures"]]
    assert pictures
    for picture in pictures:
        assert picture["caption"]
        _check_picture(picture["svg"])


@pytest.mark.parametrize("where", ["gipf/giant", "chess/basic", "gipf/..%2Fx"])
def test_rules_that_do_not_exist(server: TestClient, where: str) -> None:
    answer = server.get(f"/api/rules/{where}")
    assert answer.status_code == 404
    assert _one_sentence(answer.json()["problem"])


def _one_sentence(text: str) -> bool:
    return 10 < len(text) < 300 and "\n" not in text and "Traceback" not in text


# --- Positions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_the_start_is_a_position(server: TestClient, name: str, version: str) -> None:
    asked = {"game": name, "version": version, "options": {}, "position": ""}
    start = server.post("/api/positions", json=asked).json()
    again = server.post("/api/positions", json={**asked, "position": start["position"]}).json()
    assert again == start
    assert start["sentence"]
    assert start["picture"]["board"]
    assert not start["over"]
    assert start["position"] == str(game(name, version).start(seed=1))


def test_the_text_says_the_version(server: TestClient) -> None:
    asked = {"game": "gipf", "position": "B2W/5/6/W5B/6/5/B2W w 12/12 0/0 S s"}
    assert server.post("/api/positions", json=asked).json()["version"] == "standard"


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
def test_bad_positions_get_one_clear_sentence(server: TestClient, name: str, version: str) -> None:
    good = str(game(name, version).start(seed=1))
    broken = [*BAD, good + " x", good[1:], good[:-3], good.replace("w", "q"), good * 2]
    for text in (text for text in broken if text.strip() != good):
        asked = {"game": name, "version": version, "options": {}, "position": text}
        answer = server.post("/api/positions", json=asked)
        assert answer.status_code == 422, text
        assert _one_sentence(answer.json()["problem"]), answer.json()


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
def test_bad_requests(server: TestClient, body: bytes) -> None:
    answer = server.post("/api/positions", content=body)
    assert 400 <= answer.status_code < 500
    assert _one_sentence(answer.json()["problem"])


# --- Positions, by pointing -----------------------------------------------------------------------

POINTED = [(name, version) for name, version in VERSIONS if grid.can_point(name)]


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


def _edited(server: TestClient, name: str, version: str, text: str, **change: str) -> str:
    asked = {"game": name, "version": version, "position": text, **change}
    answer = server.post("/api/positions/edit", json=asked)
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
    server: TestClient, name: str, version: str, before: str, change: dict[str, str], after: str
) -> None:
    assert _edited(server, name, version, before, **change) == after


@pytest.mark.parametrize(("name", "version"), POINTED)
def test_every_piece_of_the_palette_can_be_laid_down(server: TestClient, name: str, version: str) -> None:
    asked = {"game": name, "version": version, "options": {}, "position": ""}
    start = server.post("/api/positions", json=asked).json()
    assert start["palette"]
    place = next(p["target"][1] for p in start["picture"]["places"] if p["target"][0] != "dot")
    for known in start["palette"]:
        text = _edited(server, name, version, start["position"], at=place, piece=known["piece"])
        assert grid.read_cells(name, version, text)[place] == known["piece"]
        answer = server.post("/api/positions", json={**asked, "position": text})
        assert answer.status_code == 200 or _one_sentence(answer.json()["problem"])


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
def test_what_cannot_be_pointed_at(server: TestClient, change: dict[str, str]) -> None:
    start = {"game": "gipf", "version": "standard", "position": str(game("gipf", "standard").start())}
    answer = server.post("/api/positions/edit", json=start | change)
    assert answer.status_code == 422
    assert _one_sentence(answer.json()["problem"])


def test_the_position_of_a_table(server: TestClient) -> None:
    seats = {side: {"kind": "person"} for side in SIDES}
    asked = {"game": "gipf", "version": "basic", "options": {}, "seats": seats}
    table_id = server.post("/api/tables", json=asked).json()["id"]
    start = str(game("gipf", "basic").start())
    for at in ("", "?at=0"):
        assert server.get(f"/api/tables/{table_id}/position{at}").json() == {"position": start}
    for where in (
        f"{table_id}/position?at=9",
        f"{table_id}/position?at=x",
        f"{table_id}/position?at=²",
        "nowhere/position",
    ):
        assert _one_sentence(server.get(f"/api/tables/{where}").json()["problem"])


# --- Menus ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def offer(server: TestClient) -> dict[str, Any]:
    answer: dict[str, Any] = server.get("/api/menu").json()
    return answer


def test_every_choice_of_a_menu_is_told_in_words(offer: dict[str, Any]) -> None:
    groups = {group["name"] for group in offer["groups"]}
    for choice in offer["choices"]:
        assert choice["group"] in groups
        assert choice["title"]
        assert "_" not in choice["title"]
        assert choice["explanation"].endswith(".") or choice["name"].startswith("clock.")
        for value in choice["values"]:
            assert value["title"]
            assert value["title"] not in ("auto", value["value"])


def test_every_option_can_be_chosen(offer: dict[str, Any]) -> None:
    """Pools are chosen kind by kind; everything else has one choice for each option."""
    single = [option for option in OPTIONS if not option.name.startswith("pool_")]
    beside = ("title", "clock.", "potentials.")
    chosen = [choice for choice in offer["choices"] if not choice["name"].startswith(beside)]
    assert len(chosen) == len(single)
    assert {name for preset in offer["presets"] for name in preset["choices"]} == {
        choice["name"] for choice in offer["choices"]
    }


def test_presets_are_menus(server: TestClient, offer: dict[str, Any]) -> None:
    assert [preset["name"] for preset in offer["presets"]] == list(PRESETS)
    for preset in offer["presets"]:
        checked = _checked(server, preset["name"], preset["choices"])
        assert checked["problems"] == []
        menu = read_menu(checked["toml"])
        assert (menu.preset, menu.changes) == (preset["name"], {})


def _checked(server: TestClient, preset: str, choices: dict[str, Any]) -> dict[str, Any]:
    answer = server.post("/api/menu", json={"preset": preset, "choices": choices})
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def test_every_value_that_is_offered_is_allowed(server: TestClient, offer: dict[str, Any]) -> None:
    for choice in offer["choices"]:
        for value in [known["value"] for known in choice["values"]] + (choice["between"] or []):
            checked = _checked(server, "ultimate", {choice["name"]: value, "options.min_per_kind": 1})
            assert checked["problems"] == [], (choice["name"], value)


@pytest.mark.parametrize(
    ("choices", "wrong"),
    [
        ({"potentials.white.tamsk": 2}, ["potentials.white.tamsk"]),
        ({"potentials.white.tamsk": 2, "options.min_per_kind": 2}, []),
        ({"potentials.black.punct": 7}, ["potentials.black.punct"]),
        ({"base": "standard", "basics.white": 6}, ["basics.white"]),
        ({"base": "basic", "options.gipf_loss": "on"}, ["options.gipf_loss"]),
        ({"links.zertz": "chess"}, ["links.zertz"]),
        ({"links.zertz": "zertz blitz", "links.tie": 3}, ["links.tie"]),
        ({"clock.kind": "increment", "clock.minutes": -1}, ["clock.minutes"]),
        ({"clock.kind": "none", "clock.minutes": -1}, []),
        ({"clock.kind": []}, ["clock.kind"]),
        ({"title": "x" * 200}, ["title"]),
        ({"nothing": 1, "title.x": 2}, ["nothing", "title.x"]),
        (
            {"base": None, "basics.black": {}, "options.gipf_loss": True},
            ["base", "basics.black", "options.gipf_loss"],
        ),
    ],
)
def test_problems_are_told_choice_by_choice(
    server: TestClient, choices: dict[str, Any], wrong: list[str]
) -> None:
    checked = _checked(server, "menu", choices)
    assert sorted(problem["choice"] for problem in checked["problems"]) == sorted(wrong)
    assert all(_one_sentence(problem["text"]) for problem in checked["problems"])
    assert bool(checked["toml"]) == (not wrong)


def test_an_unknown_preset(server: TestClient) -> None:
    [problem] = _checked(server, "ultimatum", {"base": "basic"})["problems"]
    assert problem["choice"] == "preset"
    assert "ultimate" in problem["text"]


def test_a_menu_is_opened_again(server: TestClient, offer: dict[str, Any]) -> None:
    changes = {
        "title": "Friday",
        "potentials.black.tamsk": 6,
        "links.zertz": "zertz blitz",
        "clock.kind": "delay",
    }
    choices = {**offer["presets"][3]["choices"], **changes}
    toml = _checked(server, "ultimate", choices)["toml"]
    opened = server.post("/api/menu", json={"toml": toml}).json()
    assert opened["preset"] == "ultimate"
    assert opened["choices"] == choices


def test_a_menu_of_another_game(server: TestClient) -> None:
    opened = server.post("/api/menu", json={"toml": 'game = "yinsh"\nversion = "blitz"'}).json()
    assert (opened["game"], opened["version"], "choices" in opened) == ("yinsh", "blitz", False)


@pytest.mark.parametrize("toml", ["", "=", 'preset = "x"', "x" * 30_000, 'game = "chess"'])
def test_bad_menus(server: TestClient, toml: str) -> None:
    answer = server.post("/api/menu", json={"toml": toml})
    assert answer.status_code == 422
    assert _one_sentence(answer.json()["problem"])


@pytest.mark.parametrize("body", [{"choices": []}, {"toml": 3}, {"preset": {}}])
def test_bad_menu_requests(server: TestClient, body: dict[str, Any]) -> None:
    answer = server.post("/api/menu", json=body)
    assert answer.status_code == 422
    assert _one_sentence(answer.json()["problem"])


def test_a_table_is_started_with_what_was_composed(server: TestClient, offer: dict[str, Any]) -> None:
    toml = _checked(server, "dice", {**offer["presets"][4]["choices"], "title": "Friday"})["toml"]
    seats = {side: {"kind": "person"} for side in SIDES}
    table_id = server.post("/api/tables", json={"menu": toml, "seats": seats}).json()["id"]
    [table] = [table for table in server.get("/api/home").json()["unfinished"] if table["id"] == table_id]
    assert (table["game"], table["version"], table["title"]) == ("project", "dice", "Friday")
