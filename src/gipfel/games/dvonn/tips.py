"""How to play DVONN well."""

from gipfel.games.core.rulebook import Tip
from gipfel.locale import note

STANDARD = "standard"

TIPS = (
    Tip(
        note("Place beside red"),
        note(
            "A piece beside a red one keeps contact for a long time. Later it can go onto the red piece and "
            "carry it away. Spread your pieces over all three.\n\n"
            "Black places the first piece beside the red one at the lower edge."
        ),
        STANDARD,
        "........./....R...../..R......../......R.../......... B P",
        ("f1",),
        versions=(STANDARD,),
    ),
    Tip(
        note("Land on enemies beside red"),
        note(
            "A move onto an enemy stack gains a stack and takes one away. It counts most beside a red piece, "
            "where stacks survive.\n\n"
            "Black takes the white piece on i5 before it can move away, and now stands beside two red ones."
        ),
        STANDARD,
        "WWBWWBWRR/BWWBBBBWBB/WBWWBBBBWWW/BWBWWBWBBB/WWW2.WRBBW B M",
        ("h5-i5",),
        ("h5", "i5"),
    ),
    Tip(
        note("Take away the link"),
        note(
            "Look for enemy stacks that hang on a single stack. If it is yours, move it away.\n\n"
            "The black stack on b1 has contact through b2 alone. White's stack leaves b2, and both black "
            "pieces are gone. Every other move loses."
        ),
        STANDARD,
        "R......W2./.B..W3...WW2/.B2W4.B5*W6...WW/.W2.W.B4B2RW2./.B2...BBB2. W M",
        ("b2-d2",),
    ),
    Tip(
        note("Carry red away"),
        note(
            "A stack that holds a red piece takes its life along. Whatever lives on it alone is lost when it "
            "leaves.\n\n"
            "Black's stack on f1 holds the only red piece in the middle. It moves to h3, and four "
            "white stacks lose contact."
        ),
        STANDARD,
        "......B2RR/......BB3B./.......BWW3./...W2W6W3.BBB/..W2..B2*..B2 B M",
        ("f1-h3",),
    ),
    Tip(
        note("Count to the end"),
        note(
            "When few moves are left, play them all in your head and add up the stacks.\n\n"
            "Black has two moves. On the red piece the black one would be taken by the white stack on i2. On "
            "top of i4 it is safe, and Black wins."
        ),
        STANDARD,
        "....W3.RB./.....B7*.B5../.........W./......RW4W3./......... B M",
        ("j5-i4",),
        ("j5", "i4"),
    ),
)
