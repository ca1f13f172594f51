"""What the program says and knows about LYNGK."""

import re

from gipfel.draw.theme import Accent, Accents
from gipfel.games.core.about import MEDIUM, About, Button, Cover, OptionWords, VersionWords
from gipfel.games.core.editing import Grid
from gipfel.games.core.level_settings import listed_levels
from gipfel.games.core.search_tuning import USUAL
from gipfel.locale import note, say_many


def lead(number: int) -> str:
    """A lead in stacks."""
    return say_many("{n} stack", "{n} stacks", number)


ABOUT = About(
    order=8,
    versions={
        "standard": VersionWords(note("standard"), note("Whoever collects more stacks of five wins.")),
        "six": VersionWords(note("stacks of six"), note("Whoever first owns a stack of six wins.")),
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
        "L5 1/4/1I1B1(BK)1/1G1(IR)G1/1(KI)1(KGJB)J(GR)1/1(RB)1(BGK)(GI)1/3(JKGI)1R1/4/1 RB:KI 1:1 1",
        (0.2, 0.2, 6.4),
    ),
    difficulty=MEDIUM,
    accent=Accents(Accent(line="#a3376f", box="#a3376f"), Accent(line="#f29ac4", box="#f29ac4")),
    editor=Grid(
        field=1,
        token=re.compile(r"\([A-Z]+\)|[A-Z]|[0-9]"),
        palette="L5 I/BRGK/J(IB)(BR)(RG)(GK)(KI)(JI)/(JB)(IBR)(BRG)(RGK)(GKI)(KIB)/(BRGK)(RGKI)5/6/7/4/1 "
        "-:- 0:0 1",
    ),
    lead=lead,
    length=32,
    levels=listed_levels((1600, 1000, 530), (60, 570, 1800, 4900, 15_000, 60_000)),
    tuning=USUAL,
    score_against_uct=0.9,
)
