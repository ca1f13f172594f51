"""What the program says and knows about PÜNCT."""

import re

from gipfel.draw.theme import Accent, Accents
from gipfel.games.core.about import WIDE, About, Cover, ShortGame, VersionWords
from gipfel.games.core.editing import PieceList
from gipfel.games.core.level_settings import LevelSettings
from gipfel.locale import note, say_many


def lead(number: int, words: str) -> str:
    """A lead in steps."""
    return say_many("{number} step", "{number} steps", number, number=words)


ABOUT = About(
    order=5,
    versions={
        "basic": VersionWords(
            note("basic"),
            note("Pieces may be placed in the centre. If nobody connects two sides, it is a draw."),
        ),
        "standard": VersionWords(
            note("standard"),
            note("The centre must be reached by moving, and decides if nobody connects two sides."),
        ),
    },
    cover=Cover(
        "standard",
        "wTi14:5,wTo12:2,wCc11:1,wCk7:1,wEl10:2,wMg11:4,wMi3:2,wLc3:2,wLg4:1,bTb3:5,bTc8:5,bTd7:4,bTf12:3,"
        "bTn12:5,bCn8:0,bCp16:2,bEl5:0,bEo17:5,bMe9:0,bMl15:4,bLf5:5,bLp14:3,bRe3:2,bRl14:1 b S",
    ),
    accent=Accents(Accent(line="#4b7a1e", box="#4b7a1e"), Accent(line="#a3d05f", box="#a3d05f")),
    editor=PieceList(re.compile(r"([wb][A-Z])([a-q][0-9]+):([0-9])(?:@([0-9]+))?"), orientations=6, levels=6),
    lead=lead,
    # The first few positions looked at are worth most, and there are too few of them for nine levels.
    levels=(
        *(LevelSettings(noise, None) for noise in (12_000, 3000, 1400, 700, 200)),
        *(LevelSettings(noise, 480) for noise in (1000, 150)),
        *(LevelSettings(0, nodes) for nodes in (1100, 8000)),
    ),
    search=WIDE,
    measured="standard",  # good players draw most games of the basic version
    short_game=ShortGame("basic", prefer="tray"),
)
