"""How to play GIPF well."""

from gipfel.games.core.rulebook import Tip
from gipfel.locale import note

BASIC, STANDARD, TOURNAMENT = "basic", "standard", "tournament"
WITH_GIPF_PIECES = (STANDARD, TOURNAMENT)

TIPS = (
    Tip(
        note("Let your row take enemies along"),
        note(
            "A row brings your own pieces back. A good row also takes enemy pieces, and they never "
            "return.\n\n"
            "Black pushes in from the lower left. The row takes two white pieces along."
        ),
        BASIC,
        "4/b4/1b4/2b4/2wb2/1www1/4 b 5/5 6/6 B s",
        ("b1-h4",),
    ),
    Tip(
        note("Break a row before it is there"),
        note(
            "Three of one colour that need one more push are a threat. Push across their line, so that one "
            "of them has to leave it.\n\n"
            "Black threatens a row from h1 that takes the white pieces on b4 and c4. White pushes a black "
            "piece out of that line."
        ),
        BASIC,
        "b1w1/2w2/1bb3/7/1b4/bb3/3w w 9/6 3/3 B s",
        ("g1-g4",),
    ),
    Tip(
        note("Play through the middle"),
        note(
            "A piece in the middle stands on three long lines. It helps wherever a row grows, and few pushes "
            "reach it.\n\n"
            "White pushes a piece out of the corner, along a line through the centre."
        ),
        BASIC,
        "b2w/5/6/w5b/6/5/b2w w 12/12 0/0 B s",
        ("a5-c5",),
    ),
    Tip(
        note("Refill your reserve in time"),
        note(
            "Whoever cannot push loses. Have a row ready before your reserve is empty.\n\n"
            "White has one piece left. This push makes a row: five pieces come back, and a black one is "
            "captured. Every other push loses."
        ),
        BASIC,
        "4/4w/wbwwwb/1w2bb1/3w2/5/4 w 1/3 7/8 B s",
        ("c7-f6",),
    ),
    Tip(
        note("Starve your opponent"),
        note(
            "Count both reserves. A player with few pieces needs a row soon, so break every row in sight.\n\n"
            "Black has two pieces left and could make a row from h6. White pushes a black piece out of that "
            "line, and Black runs out of pieces."
        ),
        BASIC,
        "4/4w/6/4b2/w2wbb/4b/4 w 5/2 7/9 B s",
        ("g7-g5",),
        versions=(BASIC,),
    ),
    Tip(
        note("Hunt the GIPF-pieces"),
        note(
            "Without GIPF-pieces the game is lost, and a captured one takes two discs with it. Look for rows "
            "that end at one.\n\n"
            "White has two left. Black pushes in from the upper right, and the row takes one of them."
        ),
        STANDARD,
        "1bw1/1b3/bw4/bwBWBb1/bwbbW1/3b1/2wb b 6/2 3/2 S s",
        ("i5-d4",),
        versions=WITH_GIPF_PIECES,
    ),
    Tip(
        note("Let your GIPF-pieces stand"),
        note(
            "Your own GIPF-pieces may stay when you take a row. Mostly they should: the more of them stand, "
            "the safer you are.\n\n"
            "Black takes the three basic pieces of the row and leaves the GIPF-piece on f5."
        ),
        STANDARD,
        "4/ww2w/2B3/3W1w1/w1bBbb/1b1b1/b1w1 b 7/7 3/1 S s",
        ("xf4,f6,f7",),
        versions=WITH_GIPF_PIECES,
    ),
)
