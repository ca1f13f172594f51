"""The sentences of an agreement."""

import pytest

from gipfel.locale import using_language
from gipfel.project.menu.menu import menu_of, read_menu
from gipfel.project.menu.sentences import agreement, link_task
from gipfel.project.potentials.agreement import PRESETS

ALL = "three TAMSK, three ZÈRTZ, three DVONN, three YINSH and three PÜNCT"
ON = "A player without GIPF-pieces plays on while there are pieces in reserve."

MENUS = {
    'preset = "evening"': [
        "You play GIPF (tournament) with 18 pieces each.",
        "You both have three TAMSK and three ZÈRTZ.",
        "To use one, win a game of its name first.",
        "If you lose or tie, that potential leaves the game.",
    ],
    'preset = "tamsk6"': [
        "You play GIPF (tournament) with 18 pieces each.",
        "You both have six TAMSK.",
        "Everybody may use them without winning anything first.",
    ],
    'preset = "dice"': [
        "You play GIPF (tournament) with 21 pieces each.",
        f"You both have {ALL}.",
        "If a use is challenged, roll at least as high as your opponent first.",
        "Each of you may challenge without limit.",
        "If you lose, that potential leaves the game.",
        "A tie is enough.",
        ON,
    ],
    'preset = "one-shot"': [
        "You play GIPF (tournament) with 18 pieces each.",
        "You both have six ZÈRTZ.",
        "If a use is challenged, win a game of its name first.",
        "Each of you may challenge once.",
        "If you lose, that potential leaves the game.",
        "A tie is enough.",
    ],
    'base = "basic"': ["You play GIPF (basic) with 15 pieces each.", "Nobody has potentials."],
    'preset = "evening"\nbasics = { black = 20 }\n[potentials.white]\ndvonn = 3\n[links]\n'
    'tamsk = "tamsk"\nzertz = "zertz blitz"\ndvonn = "none"\nfailed = "retry"\ntie = "replay"': [
        "You play GIPF (tournament); White has 18 pieces and Black 20.",
        "White has three TAMSK, three ZÈRTZ and three DVONN.",
        "Black has three TAMSK and three ZÈRTZ.",
        "To use TAMSK, win a game of TAMSK first.",
        "To use ZÈRTZ, win a game of ZÈRTZ (blitz) first.",
        "DVONN: free to use.",
        "If you lose, you may try again in a later turn.",
        "A tie is played again.",
    ],
    'preset = "evening"\n[links.white]\nzertz = "outside chess"\n[links.black]\nzertz = "coin"': [
        "You play GIPF (tournament) with 18 pieces each.",
        "You both have three TAMSK and three ZÈRTZ.",
        "White: To use TAMSK, win a game of TAMSK first.",
        "White: To use ZÈRTZ, win a game of chess first.",
        "Black: To use TAMSK, win a game of TAMSK first.",
        "Black: To use ZÈRTZ, call a coin right first.",
        "If you lose or tie, that potential leaves the game.",
    ],
    'preset = "twelve"\n[links]\nmode = "challenge"\nfailed = "inert"\n[links.black]\nchallenges = 0\n'
    '[clock]\nkind = "increment"\nminutes = 20\nseconds = 10': [
        "You play GIPF (tournament) with 18 pieces each.",
        "You both have six TAMSK and six ZÈRTZ.",
        "If a use is challenged, win a game of its name first.",
        "White may challenge 3 times.",
        "Black may not challenge.",
        "If you lose, that potential stays on its piece, but it can never be used.",
        "A tie is enough.",
        "Each of you has 20 minutes, and for every turn 10 seconds more.",
        "In a linked game each of you has half of the minutes.",
    ],
    'preset = "tamsk6"\n[links]\ntamsk = "coin"\n[options]\ntamsk_unused = "keep"': [
        "You play GIPF (tournament) with 18 pieces each.",
        "You both have six TAMSK.",
        "To use one, call a coin right first.",
        "If you lose, that potential leaves the game.",
        "An extra move that is not wanted: It stays on its piece.",
    ],
    'game = "yinsh"\nversion = "blitz"\n[clock]\nkind = "sudden-death"\nminutes = 5': [
        "You play YINSH · blitz.",
        "Each of you has 5 minutes for the whole game.",
    ],
}


@pytest.mark.parametrize(("text", "sentences"), MENUS.items())
def test_an_agreement_in_plain_words(text: str, sentences: list[str]) -> None:
    assert agreement(read_menu(text)) == sentences


def test_links_that_have_no_effect_are_not_told() -> None:
    off = read_menu('preset = "evening"\n[links]\ndepth = 0')
    assert "Everybody may use them without winning anything first." in agreement(off)
    assert not any("ZÈRTZ first" in said for said in agreement(off))


@pytest.mark.parametrize(
    ("link", "task"),
    [
        ("die", "roll higher than your opponent"),
        ("highcard", "draw a higher card than your opponent"),
        ("outside", "win a game that you play elsewhere"),
        ("outside ludo", "win a game of ludo"),
        ("gipf basic extra_black=2", "win a game of GIPF (basic, Extra pieces for Black: Two)"),
    ],
)
def test_what_has_to_be_done_for_a_link(link: str, task: str) -> None:
    assert link_task(link) == task


@pytest.mark.parametrize("preset", PRESETS)
def test_agreements_are_translated(preset: str) -> None:
    menu = menu_of({"preset": preset})
    english = agreement(menu)
    with using_language("fa"):
        assert not {*agreement(menu)} & {*english}
