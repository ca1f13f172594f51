"""Menus for tests."""

import re

from tests.helpers.paths import ROOT

PAGE = ROOT / "docs" / "menu.md"
EXAMPLE = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)[0]
"""The complete example of the page about menus."""

DICE = (
    "[potentials]\nboth = { yinsh = 3 }\n"
    '[links]\nmode = "challenge"\nyinsh = "die"\nchallenges = "unlimited"\n'
)
DICE_READY = "d2=Wpy,d6=Bp,d7=Wpp,e2=Bpp w m W:10//B B:10//B 0/0 budget:*/*"
"""A position of the menu DICE in which White has a YINSH-potential to use."""

FILES = {
    "dice.toml": DICE,
    "plain.toml": 'game = "gipf"\nversion = "tournament"\n',
    "all.toml": 'title = "All"\npreset = "ultimate"\n[links]\nmode = "challenge"\nchallenges = "unlimited"\n'
    'tamsk = "coin"\nzertz = "zertz blitz"\ndvonn = "highcard"\nyinsh = "die"\npunct = "outside"\n',
    "bad.toml": 'title = "x"\nbaze = 1\n',
}
"""Files with menus, one of them wrong."""
