"""A menu that says something without effect is told so, in one sentence each."""

import pytest

from gipfel.project.menu.choices import check
from gipfel.project.menu.menu import menu
from gipfel.project.potentials.agreement import PRESETS
from tests.helpers.menus import EXAMPLE

MUST_WIN = 'preset = "evening"\n[links]\n'
CHALLENGE = 'preset = "twelve"\n[links]\nmode = "challenge"\n'
DIE = 'preset = "tamsk6"\n[links]\nmode = "challenge"\ntamsk = "die"\n'


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        # What is linked.
        (
            'preset = "tamsk6"\n[links]\nzertz = "die"',
            "links.zertz has no effect: nobody has ZÈRTZ-potentials.",
        ),
        (
            'preset = "tamsk6"\n[links]\nmode = "off"\ntamsk = "die"',
            "links.tamsk has no effect: links are switched off.",
        ),
        (
            'preset = "tamsk6"\n[links]\ndepth = 0\ntamsk = "die"',
            "links.tamsk has no effect: links are switched off.",
        ),
        (f"{DIE}challenges = 0", "links.tamsk has no effect: nobody may challenge."),
        ('base = "standard"\n[links]\nmode = "must-win"', "links.mode has no effect: nothing is linked."),
        (
            'preset = "tamsk6"\n[links]\nmode = "challenge"\ntamsk = "none"',
            "links.mode has no effect: nothing is linked.",
        ),
        # What one player has.
        (
            'preset = "tamsk6"\n[links.white]\nzertz = "die"',
            "links.white.zertz has no effect: White has no ZÈRTZ-potentials.",
        ),
        (
            'preset = "tamsk6"\n[links]\nmode = "off"\n[links.black]\ntamsk = "die"',
            "links.black.tamsk has no effect: links are switched off.",
        ),
        (
            f'{DIE}[links.white]\nchallenges = 0\n[links.black]\ntamsk = "coin"',
            "links.black.tamsk has no effect: White may not challenge.",
        ),
        (
            f"{MUST_WIN}[links.white]\nchallenges = 3",
            "links.white.challenges has no effect: every use must be won, challenged or not.",
        ),
        (
            f'{DIE}[links.black]\ntamsk = "none"\n[links.white]\nchallenges = 3',
            "links.white.challenges has no effect: Black has no linked potentials.",
        ),
        # How links are played.
        (
            f"{MUST_WIN}challenges = 3",
            "links.challenges has no effect: every use must be won, challenged or not.",
        ),
        (
            f'{MUST_WIN}scope = "first"',
            "links.scope has no effect: every use must be won, challenged or not.",
        ),
        (
            f'{CHALLENGE}challenges = "unlimited"\nscope = "first"',
            "links.scope has no effect: challenges are not limited.",
        ),
        (f'{DIE}first = "user"', "links.first has no effect: no kind is linked to a game."),
        (
            'preset = "tamsk6"\n[links]\ntamsk = "coin"\ntie = "use"',
            "links.tie has no effect: a coin cannot be tied.",
        ),
        ('preset = "tamsk6"\n[links]\ntie = "use"', "links.tie has no effect: links are switched off."),
        (
            'preset = "evening"\n[links]\nmode = "off"\nfailed = "inert"',
            "links.failed has no effect: links are switched off.",
        ),
        # Other options.
        (
            'preset = "one-kind"\n[options]\ntamsk_rows = "between"',
            "options.tamsk_rows has no effect: nobody has TAMSK-potentials.",
        ),
        (
            'preset = "one-kind"\n[options]\npunct_vs_gipf = "set-aside"',
            "options.punct_vs_gipf has no effect: nobody has PÜNCT-potentials.",
        ),
        (
            'base = "standard"\n[options]\nloaded_row = "may-stay"',
            "options.loaded_row has no effect: nobody has potentials.",
        ),
        (
            'base = "basic"\n[options]\ngipf_only_row = "must-break"',
            "options.gipf_only_row has no effect: GIPF basic has no GIPF-pieces.",
        ),
        (
            'preset = "tamsk6"\n[options]\ngipf_loss = "off"\nultimate_loss = "both"',
            "options.ultimate_loss has no effect: losing the last GIPF-piece loses nothing.",
        ),
    ],
)
def test_something_without_effect(text, remark):
    written = menu(text)
    assert [*map(str, written.remarks)] == [remark]
    assert written.summary().splitlines()[-1] == remark
    assert menu(written.text()).remarks == written.remarks


@pytest.mark.parametrize(
    "text",
    [
        EXAMPLE,
        'game = "yinsh"',
        *(f'preset = "{preset}"' for preset in PRESETS),
        *(menu(f'preset = "{preset}"').text() for preset in PRESETS),
        'preset = "dice"\n[potentials]\nboth = { tamsk = 0 }',
        'preset = "dice"\n[links]\nmode = "must-win"',
        'preset = "dice"\n[links]\nmode = "off"',
        'preset = "evening"\n[links]\ntie = "replay"\nfirst = "user"',
        f'{CHALLENGE}scope = "first"',
        f"{DIE}challenges = 2",
        'preset = "ultimate"\n[links]\nmode = "must-win"\nyinsh = "none"',
    ],
)
def test_nothing_without_effect(text):
    assert menu(text).remarks == []


def test_the_page_is_told():
    [remark] = check("tamsk6", {"links.zertz": "die"}).remarks
    assert remark.choice == "links.zertz"
    assert remark.text == "“ZÈRTZ is won by” has no effect: nobody has ZÈRTZ-potentials."
    assert check("tamsk6", {"links.tamsk": "die"}).remarks == ()
