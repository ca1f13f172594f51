"""What the program says and knows about PÜNCT."""

import re

from gipfel.draw.theme import Accent, Accents
from gipfel.games.core.about import DEMANDING, WIDE, About, Cover, ShortGame, VersionWords
from gipfel.games.core.editing import PieceList
from gipfel.games.core.level_settings import LevelSettings
from gipfel.games.core.search_tuning import SearchTuning
from gipfel.locale import note, say_many


def lead(number: int) -> str:
    """A lead in steps."""
    return say_many("{n} step", "{n} steps", number)


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
        "wTb5:1,wTg2:1,wTl7:1,wTo13:0,wCh13:0,wCj5:1,wEf6:0,wEf9:1,wEh15:1,wEp12:3,wMe1:0,wMe11:1,wLd5:1,wRb6:1,"
        "wRb7:0,bTf10:0,bTn9:1,bTn11:0,bCm12:1,bCp16:2,bEg9:2,bMb9:4,bLj10:1,bLk4:1,bRc10:2,bRo11:4,wTp12:4@2,"
        "wLp10:5@2,bEd9:1@2,bEf10:3@2,bEh9:4@2,bMb9:1@2 b S",
        (-0.6, 0.6, 11),
    ),
    difficulty=DEMANDING,
    accent=Accents(Accent(line="#4b7a1e", box="#4b7a1e"), Accent(line="#a3d05f", box="#a3d05f")),
    editor=PieceList(re.compile(r"([wb][A-Z])([a-q][0-9]+):([0-9])(?:@([0-9]+))?"), orientations=6, levels=6),
    lead=lead,
    length=44,
    # The first few positions looked at are worth most, and there are too few of them for nine levels.
    levels=(
        *(LevelSettings(noise, None) for noise in (12_000, 3000, 1400, 700, 200)),
        *(LevelSettings(noise, 1080) for noise in (500, 110)),
        *(LevelSettings(0, nodes) for nodes in (1640, 5000)),
    ),
    search=WIDE,
    tuning=SearchTuning(looks=80, root_looks=1000, children=20),
    measured="standard",  # good players draw most games of the basic version
    short_game=ShortGame("basic", prefer="tray"),
)
