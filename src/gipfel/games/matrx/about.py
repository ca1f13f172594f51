"""What the program says and knows about MATRX GIPF."""

from gipfel.draw.theme import Accent, Accents
from gipfel.games.core.about import DEMANDING, About, Button, Cover, OptionWords, VersionWords
from gipfel.games.core.editing import PlaceList
from gipfel.games.core.level_settings import listed_levels
from gipfel.games.core.search_tuning import USUAL
from gipfel.locale import note, say_many


def lead(number: int) -> str:
    """A lead in discs."""
    return say_many("{n} disc", "{n} discs", number)


ABOUT = About(
    order=9,
    versions={
        "standard": VersionWords(
            note("standard"), note("A larger board than in GIPF, and pairs of five kinds.")
        )
    },
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
        "b3=Bzz,c3=Byy,c4=Wg,d3=Wzz,d5=Btt,e2=Bg,e3=BddWd,e4=Wt,e6=Wdd,f2=Wtt,f4=Wuu,f6=Bg,g2=Byy,g3=Wg,g4=Wy,"
        "g5=Bz,h4=Bg,i2=Buu,i3=Wyy w s W:T3Z4D3Y3P4 B:T4Z3D4Y2P4",
        (0.6, -0.55, 6.8),
    ),
    difficulty=DEMANDING,
    accent=Accents(Accent(line="#3a5f7d", box="#3a5f7d"), Accent(line="#8fb8d8", box="#8fb8d8")),
    editor=PlaceList(
        palette="b2=Wg,b3=Bu,c2=WddBd,c4=Wt,c5=Bz,d2=Buu,d3=Bd,d4=Bdd,d5=Wy,d6=Wd,d7=Bt,e2=BuuWu,e3=Wu,e4=Wz,"
        "e6=Wtt,e7=Bzz,f2=BddWd,f3=Bg,f4=Byy,f6=WuuBu,g3=Wdd,g5=Wyy,h2=Btt,h4=By,i2=Wuu,i4=Wzz "
        "w s W:T2Z2 B:T2Z2"
    ),
    lead=lead,
    length=80,
    levels=listed_levels((1000, 450, 110), (750, 2800, 9600, 31_000, 108_000, 400_000)),
    tuning=USUAL,
    opening_turns=6,
    score_against_uct=0.9,
)
