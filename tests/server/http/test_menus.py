"""Menus: offered, checked, opened, played."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from gipfel.project.menu.menu import read_menu
from gipfel.project.potentials.agreement import OPTIONS, PRESETS
from tests.helpers.check import some_of
from tests.helpers.server.problems import is_one_sentence

SIDES = ("white", "black")


@pytest.fixture(scope="module")
def offer(client: TestClient) -> dict[str, Any]:
    answer: dict[str, Any] = client.get("/api/menu").json()
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


def test_presets_are_menus(client: TestClient, offer: dict[str, Any]) -> None:
    assert [preset["name"] for preset in offer["presets"]] == list(PRESETS)
    for preset in offer["presets"]:
        checked = _checked(client, preset["name"], preset["choices"])
        assert checked["problems"] == []
        menu = read_menu(checked["toml"])
        assert (menu.preset, menu.changes) == (preset["name"], {})


def _checked(client: TestClient, preset: str, choices: dict[str, Any]) -> dict[str, Any]:
    answer = client.post("/api/menu", json={"preset": preset, "choices": choices})
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def test_every_value_that_is_offered_is_allowed(client: TestClient, offer: dict[str, Any]) -> None:
    for choice in offer["choices"]:
        for value in some_of([known["value"] for known in choice["values"]] + (choice["between"] or []), 2):
            checked = _checked(client, "ultimate", {choice["name"]: value, "options.min_per_kind": 1})
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
    client: TestClient, choices: dict[str, Any], wrong: list[str]
) -> None:
    checked = _checked(client, "menu", choices)
    assert sorted(problem["choice"] for problem in checked["problems"]) == sorted(wrong)
    assert all(is_one_sentence(problem["text"]) for problem in checked["problems"])
    assert bool(checked["toml"]) == (not wrong)


def test_an_unknown_preset(client: TestClient) -> None:
    [problem] = _checked(client, "ultimatum", {"base": "basic"})["problems"]
    assert problem["choice"] == "preset"
    assert "ultimate" in problem["text"]


def test_a_menu_is_opened_again(client: TestClient, offer: dict[str, Any]) -> None:
    changes = {
        "title": "Friday",
        "potentials.black.tamsk": 6,
        "links.zertz": "zertz blitz",
        "clock.kind": "delay",
    }
    choices = {**offer["presets"][3]["choices"], **changes}
    toml = _checked(client, "ultimate", choices)["toml"]
    opened = client.post("/api/menu", json={"toml": toml}).json()
    assert opened["preset"] == "ultimate"
    assert opened["choices"] == choices


def test_a_menu_of_another_game(client: TestClient) -> None:
    opened = client.post("/api/menu", json={"toml": 'game = "yinsh"\nversion = "blitz"'}).json()
    assert (opened["game"], opened["version"], "choices" in opened) == ("yinsh", "blitz", False)


@pytest.mark.parametrize("toml", ["", "=", 'preset = "x"', "x" * 30_000, 'game = "chess"'])
def test_bad_menus(client: TestClient, toml: str) -> None:
    answer = client.post("/api/menu", json={"toml": toml})
    assert answer.status_code == 422
    assert is_one_sentence(answer.json()["problem"])


@pytest.mark.parametrize("body", [{"choices": []}, {"toml": 3}, {"preset": {}}])
def test_bad_menu_requests(client: TestClient, body: dict[str, Any]) -> None:
    answer = client.post("/api/menu", json=body)
    assert answer.status_code == 422
    assert is_one_sentence(answer.json()["problem"])


def test_a_table_is_started_with_what_was_composed(client: TestClient, offer: dict[str, Any]) -> None:
    toml = _checked(client, "dice", {**offer["presets"][4]["choices"], "title": "Friday"})["toml"]
    seats = {side: {"kind": "person"} for side in SIDES}
    table_id = client.post("/api/tables", json={"menu": toml, "seats": seats}).json()["id"]
    [table] = [table for table in client.get("/api/home").json()["unfinished"] if table["id"] == table_id]
    assert (table["game"], table["version"], table["title"]) == ("project", "dice", "Friday")


# --- The menu card --------------------------------------------------------------------------------


def test_the_offer_has_lengths_kinds_and_a_shelf(client: TestClient, offer: dict[str, Any]) -> None:
    presets = [preset["name"] for preset in offer["presets"]]
    assert sorted(name for length in offer["lengths"] for name in length["presets"]) == sorted(presets)
    assert all(preset["length"]["measured"] for preset in offer["presets"])
    names = {choice["name"] for choice in offer["choices"]}
    for kind in offer["kinds"]:
        assert {kind["link"], *kind["numbers"].values(), *kind["own_links"].values()} <= names
        assert {*kind["looks"].values()} <= {*offer["looks"]}
    assert {item["group"] for item in offer["shelf"]} == {"game", "chance", "outside"}


def test_a_checked_menu_has_a_card(client: TestClient) -> None:
    card = _checked(client, "evening", {"links.zertz": "die"})["card"]
    assert card["agreement"][1] == "You both have three TAMSK and three ZÈRTZ."
    assert card["length"]["measured"] is False
    assert card["text"] == 'preset = "evening"\nlinks.zertz = "die"\n'
    assert [tray["side"] for tray in card["trays"]] == [*SIDES]
    assert {pieces["look"] for tray in card["trays"] for pieces in tray["pieces"]} <= {*card["looks"]}
    assert card["links"]["zertz"]["black"]["task"] == "roll higher than your opponent"


def test_a_menu_that_does_not_fit_has_no_card(client: TestClient) -> None:
    assert "card" not in _checked(client, "evening", {"potentials.white.zertz": 1})


def test_a_menu_in_a_link_is_limited_before_it_is_read(client: TestClient) -> None:
    for text in ("x" * 20_001, 'title = "' + "x" * 20_000 + '"'):
        answer = client.post("/api/menu", json={"toml": text})
        assert answer.status_code == 422
        assert is_one_sentence(answer.json()["problem"])
        assert "at most 20 kB" in answer.json()["problem"]


def test_the_card_of_any_menu_can_be_opened_again(client: TestClient, offer: dict[str, Any]) -> None:
    for preset in offer["presets"]:
        card = _checked(client, preset["name"], {"title": "Friday", "links.first": "user"})["card"]
        opened = client.post("/api/menu", json={"toml": card["text"]}).json()
        assert (opened["preset"], opened["choices"]["title"]) == (preset["name"], "Friday")
        assert opened["card"] == card
