"""How to play YINSH well."""

from gipfel.games.core.rulebook import Tip
from gipfel.locale import note

STANDARD = "standard"

TIPS = (
    Tip(
        note("Turn their row into yours"),
        note(
            "Enemy markers in line are a row for you as well: one jump turns them all over.\n\n"
            "Four black markers lie side by side. White jumps over them and leaves a fifth white one behind."
        ),
        STANDARD,
        "4/3W3/3b2B1/1B1b3W1/3b2w1B1/2b1w1W2/3b1B4/4W2B1/8/3W3/4 w m - 0/0 3",
        ("b4-g4",),
    ),
    Tip(
        note("Put a ring into the gap"),
        note(
            "A ring inside your own markers is a strong threat: when it moves away, it leaves the last "
            "marker behind. Nobody can jump over it or occupy its space.\n\n"
            "White's ring moves between four white markers. It completes the row with the next move."
        ),
        STANDARD,
        "4/2b3B/1W6/4w2W1/4w2bB1/6Wb1/3w2B3/2w3WB1/5bB1/3W3/4 w m - 0/0 3",
        ("c2-f5",),
    ),
    Tip(
        note("One turned marker breaks a row"),
        note(
            "Look for rows that your opponent can complete, and turn one of their markers over in time.\n\n"
            "The black ring on g4 only has to move away to complete a row. White jumps over the marker on "
            "f4, which turns white."
        ),
        STANDARD,
        "4/1B5/3b2B1/3b3W1/2Wb2w1B1/2b1w1W2/2B7/4w2B1/3W4/5W1/4 w m - 0/0 3",
        ("e3-g5",),
    ),
    Tip(
        note("Give up the ring you need least"),
        note(
            "A row costs a ring, and four rings have to do the work of five. Keep those in the middle and "
            "those that stop enemy rows.\n\n"
            "White removes the ring at the edge. The one on d6 must stay: without it Black completes a row."
        ),
        STANDARD,
        "b1W1/wbbw2w/1BWb4/b4Ww2/5Bw1b1/4Wbwbb/4BwWB2/4wb1b1/4bB1b/7/1w2 w o w 0/0 3",
        ("xa4",),
    ),
)
