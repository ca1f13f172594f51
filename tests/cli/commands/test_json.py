"""JSON of `games`, `show` and `moves`: the keys that docs/command-line.md promises."""

import json
import re

import pytest

import gipfel
from tests.helpers.command_line import CROSSING
from tests.helpers.paths import ROOT

POSITION = ["game", "version", "options", "position", "turn", "side", "outcome"]


def test_games(run):
    found = json.loads(run("games", "--json").out)
    assert list(found) == ["games", "problems"]
    assert found["problems"] == []
    names = [game["name"] for game in found["games"]]
    assert set(gipfel.game_names()) == {*names}
    zertz = found["games"][names.index("zertz")]
    assert list(zertz) == ["name", "title", "versions", "default_version", "options"]
    assert (zertz["title"], zertz["default_version"], zertz["versions"][0]) == ("ZÈRTZ", "basic", "basic")
    assert zertz["options"][0] == {
        "name": "rings",
        "help": "how many rings the extended board has",
        "default": 40,
        "values": [40, 43, 44],
        "range": None,
        "versions": ["extended"],
    }


@pytest.mark.parametrize("name", gipfel.game_names())
def test_moves_and_show(run, name):
    shown = json.loads(run("show", name, "--seed", 1, "--json").out)
    listed = json.loads(run("moves", name, "--seed", 1, "--json").out)
    assert list(shown) == POSITION
    assert list(listed) == [*POSITION, "decisions"]
    assert {key: listed[key] for key in POSITION} == shown
    position = gipfel.game(name).start(seed=1)
    assert (shown["position"], shown["side"], shown["outcome"]) == (str(position), "white", None)
    assert [decision["text"] for decision in listed["decisions"]] == [d.text for d in position.decisions()]
    assert listed["decisions"][0]["path"] == [str(target) for target in position.decisions()[0].path]


def test_the_text_of_a_position_can_be_used_again(run):
    shown = json.loads(run("show", "gipf", "--position", CROSSING, "--json").out)
    assert (shown["side"], shown["version"], shown["position"]) == ("black", "basic", CROSSING)


def test_a_game_that_is_over(run):
    text = "61 W1W1W/6/7/8/9/8/7/6/G1G1G 0.0.0 0.0.0 0.0.0 1 -"
    found = json.loads(run("moves", "zertz", "--position", text, "--json").out)
    assert found["outcome"] == {"winner": None, "score": "1/2-1/2", "reason": "no-move"}
    assert (found["side"], found["decisions"]) == (None, [])


def test_every_key_is_documented():
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    documented = {*re.findall(r"^\| `(\w+)`", page, re.MULTILINE)}
    keys = {*POSITION, "decisions", "games", "problems", "name", "title", "versions", "default_version"}
    keys |= {"options", "help", "default", "values", "range", "problem", "winner", "score", "reason"}
    assert keys | {"text", "path"} == documented
