"""What the program says and knows about TZAAR."""

import re

from gipfel.draw.theme import Accent, Accents
from gipfel.games.core.about import EASY, About, Button, Cover, ShortGame, VersionWords
from gipfel.games.core.editing import Grid
from gipfel.games.core.level_settings import listed_levels
from gipfel.games.core.search_tuning import USUAL
from gipfel.locale import note, say_many


def lead(number: int) -> str:
    """A lead in pieces."""
    return say_many("{n} piece", "{n} pieces", number)


ABOUT = About(
    order=2,
    versions={
        "fixed": VersionWords(note("fixed"), note("All pieces begin in a set order.")),
        "random": VersionWords(
            note("random"), note("The pieces are shuffled, so that every game begins differently.")
        ),
        "tournament": VersionWords(
            note("tournament"), note("The players place their pieces in turn before the first capture.")
        ),
    },
    buttons=(Button(note("pass"), note("Pass")),),
    cover=Cover(
        "fixed",
        "ttttT/TaaZ2AT/Tz2.z.AT/TA..z.AT/TAZ3T..at/t..z3T.at/ta...at/t.AAAt/t.aTT w 1",
        (0, -1.2, 7),
    ),
    difficulty=EASY,
    first=True,
    accent=Accents(Accent(line="#96700f", box="#8a660c"), Accent(line="#dcb84a", box="#dcb84a")),
    editor=Grid(token=re.compile(r"\.|[A-Za-z][0-9]*"), empty="."),
    lead=lead,
    length=24,
    levels=listed_levels((1600, 960, 190), (60, 340, 750, 3100, 13_000, 60_000)),
    tuning=USUAL,
    opening_turns_of={"tournament": 60},  # until all pieces are on the board
    score_against_uct=0.9,
    short_game=ShortGame("fixed"),
)
