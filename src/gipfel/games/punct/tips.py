"""How to play PÜNCT well."""

from gipfel.games.core.rulebook import Tip
from gipfel.locale import note

STANDARD = "standard"

TIPS = (
    Tip(
        note("Keep your pieces in line"),
        note(
            "Count the steps between your pieces and both sides: whoever needs fewer pieces to connect is "
            "ahead. A new piece should go on where the last one ends.\n\n"
            "White's two pieces come from the lower edge. The third one leads on to the upper left."
        ),
        STANDARD,
        "wEi2:0,wMh5:0,bEo14:3,bMn10:1 w S",
        ("+Mf6:0",),
        ("f6", "f7", "g6"),
    ),
    Tip(
        note("Cover a link"),
        note(
            "Only what lies on top counts. One piece that climbs onto a chain can cut it, if your PÜNCT "
            "lands on your own colour.\n\n"
            "White threatens to connect. Black's piece climbs onto d7 and covers the link. Nearly all other "
            "moves lose at once."
        ),
        STANDARD,
        "wTd8:0,wEc6:2,wEi2:0,wEj15:1,wMb9:0,wMh5:0,wLf7:3,wRa6:1,wRi6:2,bCn7:0,bEd7:1,bEh16:2,bEl14:2,"
        "bEo14:3,bMj3:0,bMn10:1,bRa7:1 b S",
        ("a7-d7:2",),
        ("d7", "e7", "e6"),
    ),
    Tip(
        note("Threaten in several ways"),
        note(
            "Your opponent can close one gap in a turn. So make a move after which you can connect in more "
            "than one way.\n\n"
            "With this piece Black is one move short. The triangle at the right can make it in six ways, and "
            "White cannot stop them all."
        ),
        STANDARD,
        "wTd8:0,wEc5:2,wEc6:2,wEi2:0,wEj15:1,wMb9:0,wMh5:0,wLf7:3,wLk5:2,wRa6:1,bTo8:0,bCn7:0,bEd7:1,"
        "bEh16:2,bEl14:2,bEo14:3,bMj3:0,bMn10:1,bLi13:2,wRl5:1@2,bRe8:4@2 b S",
        ("+Lh13:1",),
        ("h13", "i14", "i15"),
    ),
    Tip(
        note("Move before you add"),
        note(
            "Each piece that you add is one less in hand, and a move costs none. A move can also climb: it "
            "links your pieces and cuts the other chain at the same time.\n\n"
            "White's piece climbs from l5 to l8. It covers black dots on l9 and l10, and joins two white "
            "groups."
        ),
        STANDARD,
        "wTg1:1,wCj3:1,wCl7:0,wEf13:1,wEl5:1,wEm12:0,wMm8:0,wMp16:4,wLn14:2,wRo8:3,bCm10:2,bCo9:2,bEe1:1,"
        "bEe13:1,bEj12:0,bEj15:0,bMk8:1,bRk12:2,bRl14:1,wEm12:3@2,bTn9:4@2 w S",
        ("l5-l8:0",),
        ("l8", "l9", "l10"),
    ),
)
