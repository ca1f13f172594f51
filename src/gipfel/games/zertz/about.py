"""What the program says and knows about ZÈRTZ."""

from dataclasses import replace

from gipfel.draw.theme import Accent, Accents
from gipfel.games.core.about import MEDIUM, About, Button, Cover, OptionWords, ShortGame, VersionWords
from gipfel.games.core.editing import Grid
from gipfel.games.core.level_settings import listed_levels
from gipfel.games.core.search_tuning import USUAL
from gipfel.locale import note, say_many


def lead(number: int) -> str:
    """A lead in marbles."""
    return say_many("{n} marble", "{n} marbles", number)


ABOUT = About(
    order=3,
    versions={
        "basic": VersionWords(note("basic"), note("37 rings. The place to begin.")),
        "extended": VersionWords(note("extended"), note("40 to 44 rings: a little more room.")),
        "tournament": VersionWords(note("tournament"), note("48 rings, as in tournaments.")),
        "large": VersionWords(note("large"), note("61 rings: a long game.")),
        "blitz": VersionWords(note("blitz"), note("37 rings and fewer marbles: ten minutes.")),
    },
    options={
        "rings": OptionWords(note("Rings"), note("How large the board is.")),
        "collusion": OptionWords(
            note("Nobody has a marble left"),
            note("What it is if all marbles lie on the board and nobody can go on."),
            {"tie": note("A draw"), "both-lose": note("Both lose")},
        ),
    },
    buttons=(Button(note("pass"), note("Pass")),),
    cover=Cover("basic", "37 2-1/-1B1G/2W2-/1W1G1--/2GB2/1B1W-/-1-1 3.5.7 0.1.0 1.0.1 1 -", (0, 0.1, 6.4)),
    difficulty=MEDIUM,
    accent=Accents(Accent(line="#2b6cb0", box="#2b6cb0"), Accent(line="#6cb2f0", box="#6cb2f0")),
    editor=Grid(field=1),
    lead=lead,
    length=30,
    levels=listed_levels((950, 490, 110), (140, 510, 3500, 11_000, 62_000, 300_000)),
    tuning=replace(USUAL, hopeless=0),
    score_against_uct=0.9,
    short_game=ShortGame("blitz"),
)
