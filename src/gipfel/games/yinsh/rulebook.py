"""The rulebook of YINSH."""

from gipfel.games.core.rulebook import Picture, Rulebook, Section, Topic
from gipfel.games.yinsh.tips import TIPS
from gipfel.locale import note

STANDARD, BLITZ = "standard", "blitz"

AIMS = (
    Section(
        Topic.AIM,
        note("The aim"),
        note(
            "Make rows of five markers of your colour. For each row you take one of your own rings off the "
            "board. The first player to remove *three* rings wins.\n\n"
            "Every row brings you closer, and leaves you with one ring less to play with."
        ),
        versions=(STANDARD,),
    ),
    Section(
        Topic.AIM,
        note("The aim"),
        note(
            "Make a row of five markers of your colour. For that row you take one of your own rings off "
            "the board. The first player to remove *one* ring wins."
        ),
        versions=(BLITZ,),
    ),
)

SETUP = Section(
    Topic.SETUP,
    note("Before you start"),
    note(
        "Each player has five rings. There are 51 *markers*, white on one side and black on the other. "
        "They belong to nobody and lie in a common *pool*.\n\n"
        "The board is empty. White begins. In turns you place one ring on any empty space, until all ten "
        "are on the board. Then White moves first."
    ),
    (
        Picture(
            "3B/4W2/5B2/5W3/2WB6/9/BW4B3/4W4/8/7/4 w m - 0/0 3",
            note("All ten rings are placed. The markers are still in the pool."),
            version=STANDARD,
        ),
    ),
)

TURN = Section(
    Topic.TURN,
    note("Your turn"),
    note(
        "Choose one of your rings. A marker from the pool, your colour up, goes inside it. Then the ring "
        "moves away in a straight line, and the marker stays behind.\n\n"
        "- The ring crosses empty spaces, as many as you like.\n"
        "- It may jump over markers of any colour if they lie without a gap. Then it stops on the very "
        "next space, which must be empty.\n"
        "- It never jumps over rings."
    ),
    (
        Picture(
            "1B2/1b4W/2w4W/3wB4/4B2wb1/4w4/W2b1W4/9/7B/3B3/1W2 b m - 0/0 3",
            note("Where the black ring in the middle can go. Behind a jump there is only one place to stop."),
            targets=("e1", "e2", "e3", "e4", "e6", "e7", "e10", "f5", "h5"),
            version=STANDARD,
        ),
    ),
)

FLIPPING = Section(
    Topic.SPECIAL,
    note("Turning markers over"),
    note(
        "All markers that a ring has jumped are turned over: white becomes black, black becomes white. The "
        "marker you have just put down is not turned."
    ),
    (
        Picture(
            "1B2/5BW/1B5W/2w6/W2w6/3b5/W3w5/4b4/7B/3B3/1W2 b m - 0/0 3",
            note("Before: a black ring at the lower left, and five markers on its line."),
            targets=("c2", "i8"),
            version=STANDARD,
        ),
        Picture(
            "1B2/5BW/1B5W/2w6/W2w6/3b5/W3w5/4b4/7B/3B3/1W2 b m - 0/0 3",
            note("After: the ring has jumped all five, and each shows its other side."),
            play=("c2-i8",),
            version=STANDARD,
        ),
    ),
)

ROWS = Section(
    Topic.SPECIAL,
    note("Five in a row"),
    note(
        "Five markers of your colour side by side in a straight line are a *row*. Rings do not count. You "
        "have to take the five markers, and they return to the pool. Then you take one of your rings off "
        "the board; any ring will do.\n\n"
        "If more than five lie in line, choose any five that are side by side. If two of your rows cross, "
        "choose one; what is left of the other stays, unless it is still a row. Rows that share no marker "
        "are all taken, one ring for each.\n\n"
        "A move can make rows for both players. The player who moved takes theirs first. Then the opponent "
        "does the same, and goes on with a normal turn."
    ),
    (
        Picture(
            "1B2/2W2B1/3b4/3w4W/3Wb5/2w6/2w6B/1w3B3/7B/4W2/3W w m - 0/0 3",
            note("White's ring moves up and leaves a marker behind. That marker completes the row."),
            play=("e4-e6",),
            version=STANDARD,
        ),
        Picture(
            "1B2/2W2B1/3b4/3w4W/3wwW4/2w6/2w6B/1w3B3/7B/4W2/3W w r w 0/0 3",
            note("White takes the five markers, and then the ring at the right edge."),
            play=("xd4-h4", "xk10"),
            version=STANDARD,
        ),
    ),
)

ENDS = (
    Section(
        Topic.END,
        note("The end"),
        note(
            "You win at once when you remove your third ring. If a move completes the last row for both "
            "players, the one who moved wins.\n\n"
            "If the pool is empty when a ring should move, whoever has removed more rings wins. With equal "
            "numbers it is a draw.\n\n"
            "If none of your rings can move, you pass. If both players pass in succession, rings are "
            "compared in the same way."
        ),
        versions=(STANDARD,),
    ),
    Section(
        Topic.END,
        note("The end"),
        note(
            "You win at once when you remove your first ring. If a move makes a row for both players, the "
            "one who moved wins.\n\n"
            "If the pool is empty when a ring should move, it is a draw.\n\n"
            "If none of your rings can move, you pass. If both players pass in succession, it is a draw."
        ),
        versions=(BLITZ,),
    ),
)

VERSIONS = Section(
    Topic.VERSIONS,
    note("The versions"),
    note(
        "- *Standard*: three removed rings win.\n"
        "- *Blitz*: one removed ring wins. Everything else is the same."
    ),
)

POINTING = Section(
    Topic.POINTING,
    note("How to point"),
    note(
        "To place a ring, point at an empty space.\n\n"
        "To move, point at one of your rings, then at the space it goes to.\n\n"
        "To take a row, point at a marker that belongs to this row alone. If rows overlap, you can point "
        "at both ends of the five you mean. Then point at the ring that leaves the board.\n\n"
        "If no ring can move, press *Pass*."
    ),
)

RULEBOOK = Rulebook(
    note(
        "Rings run, jump and turn markers over. Five of your colour in a row cost you a ring, and that is "
        "good."
    ),
    (*AIMS, SETUP, TURN, FLIPPING, ROWS, *ENDS, VERSIONS, POINTING),
    TIPS,
)
