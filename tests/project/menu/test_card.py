"""The menu card: lengths, kinds, the shelf, trays, and the text for a link."""

import re
from random import Random

import pytest

from gipfel.project.menu import card
from gipfel.project.menu.choices import choices, choices_of
from gipfel.project.menu.menu import Menu, menu_of, read_menu
from gipfel.project.potentials.agreement import PRESETS
from tests.helpers.paths import ROOT


def test_every_preset_has_its_length_as_the_rules_say() -> None:
    rules = (ROOT / "docs" / "rules" / "potentials.md").read_text(encoding="utf-8")
    titles = {length.title.lower(): length for length in card.lengths()}
    for line in re.findall(r"^\| `([a-z0-9-]+)`.*\| ([a-z ]+) \|$", rules, re.M):
        preset, length = line
        assert preset in titles[length].presets
    listed = [preset for length in card.lengths() for preset in length.presets]
    assert sorted(listed) == sorted(PRESETS)


def test_kinds_and_shelf_name_choices_and_values_that_exist() -> None:
    known = {choice.name: choice for choice in choices()}
    for kind in card.kinds():
        for name in (*kind.numbers, kind.link, *kind.own_links):
            assert name in known
        offered = {value for value, _ in known[kind.link].values}
        assert {item.value for item in card.shelf()} | {card.FREE} <= offered
        assert card.SHARED in {value for value, _ in known[kind.own_links[0]].values}
        assert [str(piece) for piece in kind.pieces] == [
            f"{side} {kind.title}-loaded piece" for side in ("white", "black")
        ]


def test_trays_show_every_piece() -> None:
    shown = card.card_of(
        read_menu('preset = "evening"\nbasics = { black = 20 }\n[potentials.black]\npunct = 4')
    )
    white, black = shown.trays
    assert white.text == "18 pieces; three TAMSK and three ZÈRTZ"
    assert black.text == "20 pieces; three TAMSK, three ZÈRTZ and four PÜNCT"
    assert [(pieces.kind, pieces.count) for pieces in black.pieces] == [
        ("basic", 10),
        ("tamsk", 3),
        ("zertz", 3),
        ("punct", 4),
    ]
    assert sum(pieces.count for pieces in white.pieces) == 18
    assert black.pieces[3].task == "win a game of PÜNCT"


def test_more_potentials_than_pieces_are_all_shown() -> None:
    menu = menu_of({"potentials": {"both": dict.fromkeys(("tamsk", "zertz", "dvonn", "yinsh", "punct"), 6)}})
    assert [pieces.count for pieces in card.card_of(menu).trays[0].pieces] == [6] * 5


def test_the_allowed_numbers_follow_the_fine_print() -> None:
    assert card.card_of(menu_of({"preset": "evening"})).numbers == (0, 3, 4, 5, 6)
    assert card.card_of(menu_of({"options": {"min_per_kind": 1}})).numbers == (0, 1, 2, 3, 4, 5, 6)


def test_links_are_shown_for_each_side() -> None:
    links = card.card_of(read_menu('preset = "evening"\n[links.white]\nzertz = "outside ludo"')).links
    white, black = links["zertz"]
    assert (white.title, white.task, white.game) == ("ludo", "win a game of ludo", "")
    assert (black.title, black.game) == ("ZÈRTZ", "zertz")
    assert [link.title for link in links["dvonn"]] == ["", ""]


def test_a_menu_for_another_game_has_sentences_only() -> None:
    shown = card.card_of(read_menu('game = "dvonn"'))
    assert shown.agreement == ("You play DVONN · standard.",)
    assert (shown.trays, shown.links, shown.numbers) == ((), {}, ())


# --- The text for a link --------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_one_line(preset: str) -> None:
    assert card.short_text(menu_of({"preset": preset})) == f'preset = "{preset}"\n'


def test_a_short_text_is_the_same_menu() -> None:
    for seed in range(60):
        menu = _random_menu(Random(seed))
        short = card.short_text(menu)
        assert read_menu(short) == menu, short
        assert len(short) < len(menu.text())
        assert choices_of(read_menu(short)) == choices_of(menu)


def _random_menu(chance: Random) -> Menu:
    links = ("none", "die", "zertz blitz", "outside “go”", "gipf basic extra_black=2")
    kinds = ("tamsk", "zertz", "dvonn", "yinsh", "punct")
    some = [kind for kind in kinds if chance.random() < 0.6]
    clocks = (
        {"kind": "none"},
        {"kind": "increment", "minutes": 0, "seconds": 5},
        {"kind": "correspondence", "days": 3},
    )
    return menu_of(
        {
            "title": chance.choice(("", "Friday", "چهارشنبه = “#1”")),
            "preset": chance.choice([*PRESETS]),
            "basics": {"white": chance.choice(("auto", 20, 30))},
            "potentials": {
                chance.choice(("both", "white")): {kind: chance.choice((0, 3, 6)) for kind in some}
            },
            "links": {
                **{kind: chance.choice(links) for kind in some[:2]},
                "tie": chance.choice(("auto", "replay")),
                "black": {kind: chance.choice(links) for kind in some[2:3]},
            },
            "options": {"tamsk_rows": chance.choice(("after-all", "between"))},
            "clock": chance.choice(clocks),
        }
    )


def test_the_short_text_of_another_game() -> None:
    for text in (
        'game = "yinsh"\nversion = "blitz"',
        'game = "gipf"\nversion = "basic"\n[options]\nextra_black = 2',
    ):
        menu = read_menu(text)
        assert read_menu(card.short_text(menu)) == menu
        assert "#" not in card.short_text(menu)
