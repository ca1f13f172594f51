"""What the program says and knows about LYNGK."""

import re

from gipfel.draw.theme import Accent, Accents
from gipfel.games.core.about import MEDIUM, About, Button, Cover, OptionWords, VersionWords
from gipfel.games.core.editing import Grid
from gipfel.games.core.level_settings import level_settings
from gipfel.games.core.search_tuning import USUAL
from gipfel.locale import note, say_many


def lead(number: int) -> str:
    """A lead in stacks."""
    return say_many("{n} stack", "{n} stacks", number)


ABOUT = About(
    order=8,
    versions={
        "standard": VersionWords(note("standard"), note("Whoever collects more stacks of five wins.")),
        "six": VersionWords(note("stacks of six"), note("The first stack of six wins.")),
    },
    options={
        "claim_takes_fives": OptionWords(
            note("Claims collect stacks of five"),
            note("Does a claim also collect the stacks of five that this colour tops already?"),
            {"on": note("Yes"), "off": note("No")},
        ),
    },
    buttons=(Button(note("pass"), note("Pass")),),
    cover=Cover(
        "standard",
        "L5 R/1R(KI)K/B(BI)G1J1(GK)/(GKB)5/(JRG)3(GRJK)2/1(BG)1(RI)2/(IRB)3(IRK)1(BI)/(GBK)1I(RIGK)/B "
        "G:- 0:0 1",
        (0.0, 0.0, 7.0),
    ),
    difficulty=MEDIUM,
    accent=Accents(Accent(line="#a3376f", box="#a3376f"), Accent(line="#f29ac4", box="#f29ac4")),
    editor=Grid(field=1, token=re.compile(r"\([A-Z]+\)|[A-Z]|[0-9]")),
    lead=lead,
    length=42,
    levels=level_settings(1600, 60, 60_000, growing=1.1),
    tuning=USUAL,
)
