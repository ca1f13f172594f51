"""What the program says and knows about YINSH."""

from gipfel.draw.theme import Accent, Accents
from gipfel.games.core.about import MEDIUM, About, Button, Cover, ShortGame, VersionWords
from gipfel.games.core.editing import Grid
from gipfel.games.core.level_settings import listed_levels
from gipfel.games.core.search_tuning import USUAL
from gipfel.locale import note, say_many


def lead(number: int) -> str:
    """A lead in rings."""
    return say_many("{n} ring", "{n} rings", number)


ABOUT = About(
    order=6,
    versions={
        "standard": VersionWords(note("standard"), note("Three rings win.")),
        "blitz": VersionWords(note("blitz"), note("The first ring wins.")),
    },
    buttons=(Button(note("pass"), note("Pass")),),
    cover=Cover(
        "standard",
        "1b1w/b6/5W2/2bB1bw2/w3b1w3/b1bwbWwww/3bww1bwB/2wwwwWb1/1bwwwwwb/bwbBbbw/b2w w r w 2/2 3",
        (1.4, 0.6, 7.6),
    ),
    difficulty=MEDIUM,
    accent=Accents(Accent(line="#6b4bb0", box="#6b4bb0"), Accent(line="#b79cf0", box="#b79cf0")),
    editor=Grid(),
    lead=lead,
    length=64,
    levels=listed_levels((2000, 630, 240), (50, 360, 1600, 7700, 36_000, 150_000)),
    tuning=USUAL,
    opening_turns=10,  # until all rings are on the board
    score_against_uct=0.9,
    short_game=ShortGame("blitz"),
)
