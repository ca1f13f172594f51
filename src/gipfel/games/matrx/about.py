"""What the program says and knows about MATRX GIPF."""

from gipfel.draw.theme import Accent, Accents
from gipfel.games.core.about import DEMANDING, About, Button, Cover, OptionWords, VersionWords
from gipfel.games.core.editing import PlaceList
from gipfel.games.core.level_settings import level_settings
from gipfel.games.core.search_tuning import USUAL
from gipfel.locale import note, say_many


def lead(number: int) -> str:
    """A lead in discs."""
    return say_many("{n} disc", "{n} discs", number)


ABOUT = About(
    order=9,
    versions={"standard": VersionWords(note("standard"))},
    options={
        "opening_order": OptionWords(
            note("Rows or extra move first"),
            note("What comes first when the opponent has given you both."),
            {"rows-first": note("Rows first"), "extra-first": note("The extra move first")},
        ),
        "lone_extra": OptionWords(
            note("Only an extra move is left"),
            note("Whether an extra move alone saves a player who cannot move otherwise."),
            {"loses": note("The player has lost"), "counts": note("It counts as the turn")},
        ),
    },
    buttons=(Button(note("take"), note("Take")), Button(note("decline"), note("Decline"))),
    cover=Cover(
        "standard",
        "b2=Bz,b3=Bg,b4=Wuu,b5=Wzz,c2=Wuu,c4=Wg,d2=Btt,d7=Bt,e2=Bdd,e3=Wyy,e4=Bz,e5=Bt,e7=Wtt,f3=Bg,f4=Wg,"
        "g2=Byy,g3=Wdd,g4=Bg,g5=Wg,h2=Btt,h3=Buu,i2=Wyy,i3=Wuu w s W:T4Z4D4Y2 B:Z4D4Y4P4",
        (0.4, -0.6, 7.2),
    ),
    difficulty=DEMANDING,
    accent=Accents(Accent(line="#3a5f7d", box="#3a5f7d"), Accent(line="#8fb8d8", box="#8fb8d8")),
    editor=PlaceList(),
    lead=lead,
    length=80,
    levels=level_settings(1000, 125, 60_000),
    tuning=USUAL,
    opening_turns=6,
    score_against_uct=0.9,
)
