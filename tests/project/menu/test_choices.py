"""The choices of a menu: their names and groups, and what is said about those that do not fit together."""

from typing import Any

import pytest

from gipfel.project.menu.choices import check, choices, choices_of, groups, presets
from gipfel.project.menu.menu import read_menu


def test_every_choice_has_its_own_name_and_a_group() -> None:
    names = [choice.name for choice in choices()]
    assert len({*names}) == len(names)
    assert {choice.group for choice in choices()} == {group.name for group in groups()}


def test_conditions_name_other_choices() -> None:
    known = {choice.name: {value for value, _ in choice.values} for choice in choices()}
    conditions = [choice.only for choice in choices() if choice.only is not None]
    assert conditions
    assert all({*condition.values} <= known[condition.choice] for condition in conditions)


def test_a_preset_makes_all_choices_and_fits_together() -> None:
    names = {choice.name for choice in choices()}
    for preset in presets():
        assert preset.choices.keys() == names
        checked = check(preset.name, preset.choices)
        assert not checked.problems
        assert choices_of(read_menu(checked.toml)) == preset.choices


@pytest.mark.parametrize(
    ("chosen", "text"),
    [
        ({"potentials.white.tamsk": 1}, "Take at least 3 of a kind, or none of it."),
        (
            {"base": "standard", "basics.white": 6},
            "6 of the pieces stand on the board at the start; take more.",
        ),
        ({"base": "basic", "options.gipf_loss": "on"}, "GIPF basic has no GIPF-pieces that could be lost."),
        ({"dragons": 2}, "There is no choice called dragons."),
    ],
)
def test_problems_in_words(chosen: dict[str, Any], text: str) -> None:
    checked = check(None, chosen)
    assert checked.toml == ""
    assert [problem.text for problem in checked.problems] == [text]


def test_a_kind_that_is_added_on_the_page_is_linked_like_the_others() -> None:
    evening = next(preset.choices for preset in presets() if preset.name == "evening")
    checked = check("evening", {**evening, "potentials.white.dvonn": 3})
    assert read_menu(checked.toml).links["dvonn"] == "dvonn standard"


def test_a_mode_or_a_link_that_is_chosen_on_the_page_is_enough() -> None:
    twelve = next(preset.choices for preset in presets() if preset.name == "twelve")
    mode = read_menu(check("twelve", {**twelve, "links.mode": "challenge"}).toml)
    assert (mode.links["tamsk"], mode.links["zertz"], mode.links["punct"]) == (
        *("tamsk", "zertz basic"),
        "none",
    )
    link = read_menu(check("twelve", {**twelve, "links.tamsk": "die"}).toml)
    assert (link.links["mode"], link.links["tamsk"], link.links["zertz"]) == ("must-win", "die", "none")


def test_one_player_can_have_something_else_on_the_page() -> None:
    evening = next(preset.choices for preset in presets() if preset.name == "evening")
    chosen = {**evening, "links.black.zertz": "outside ludo", "links.white.tamsk": "none"}
    menu = read_menu(check("evening", chosen).toml)
    assert (menu.links_of("white")["tamsk"], menu.links_of("black")["tamsk"]) == ("none", "tamsk")
    assert (menu.links_of("white")["zertz"], menu.links_of("black")["zertz"]) == (
        *("zertz basic",),
        "outside ludo",
    )
    offered = {choice.name: choice for choice in choices()}
    own = offered["links.black.zertz"]
    assert (own.group, own.row, own.column, own.default) == ("players", "ZÈRTZ", "Black", "shared")
    assert own.named is not None
    assert (own.named.value, own.named.longest) == ("outside", 40)
    assert "auto" not in {value for value, _ in own.values}
    assert "shared" not in {value for value, _ in offered["links.zertz"].values}


def test_a_menu_names_mode_links_and_loss() -> None:
    text = check("ultimate", {}).toml
    assert '\nmode = "off"' in text
    assert '\ntamsk = "none"' in text
    assert '\nultimate_loss = "both"' in text
