"""What the program says and knows about DVONN."""

import re
from dataclasses import replace

from gipfel.draw.theme import Accent, Accents
from gipfel.games.core.about import EASY, About, Button, Cover, VersionWords
from gipfel.games.core.editing import Grid
from gipfel.games.core.level_settings import listed_levels
from gipfel.games.core.search_tuning import USUAL
from gipfel.locale import note, say_many


def lead(number: int) -> str:
    """A lead in pieces."""
    return say_many("{n} piece", "{n} pieces", number)


ABOUT = About(
    order=4,
    versions={
        "standard": VersionWords(note("standard"), note("The players fill the board, piece by piece.")),
        "random": VersionWords(
            note("random"), note("The board is filled at random, and the game begins with the first move.")
        ),
    },
    buttons=(Button(note("pass"), note("Pass")),),
    cover=Cover(
        "standard",
        ".....B2W../....W4B6R.B2B/BB.W.....RB/BBB3WWW4.B2WW/.B2...W7*..W W M",
        (0.4, -0.05, 7),
    ),
    difficulty=EASY,
    accent=Accents(Accent(line="#b3362f", box="#b3362f"), Accent(line="#f08377", box="#f08377")),
    editor=Grid(token=re.compile(r"\.|[A-Za-z][0-9]*\**"), empty=".", rows=True),
    lead=lead,
    length=80,
    levels=listed_levels((1000, 660, 180), (27, 160, 790, 2800, 13_000, 60_000)),
    tuning=replace(USUAL, futility=250),  # with 150 a forced win was missed
    opening_turns_of={"standard": 49},  # until all pieces are on the board
)
