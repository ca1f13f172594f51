"""The rulebook of DVONN."""

from gipfel.games.core.rulebook import Picture, Rulebook, Section, Topic
from gipfel.games.dvonn.tips import TIPS
from gipfel.locale import note

STANDARD, RANDOM = "standard", "random"

AIM = Section(
    Topic.AIM,
    note("The aim"),
    note(
        "Stacks grow, and the board empties. At the end you put all stacks that show your colour on top of "
        "one another. The player with the higher tower wins.\n\n"
        "Only stacks that stay linked to a red *DVONN piece* survive. Where the red pieces are, there is "
        "life."
    ),
)

SETUP_TITLE = note("Before you start")

SETUPS = (
    Section(
        Topic.SETUP,
        SETUP_TITLE,
        note(
            "The board has 49 spaces. There are 23 white pieces, 23 black ones and three red DVONN "
            "pieces.\n\n"
            "First the board is filled. Players take turns, White begins, and each puts one piece on any "
            "empty space. The three red pieces go first: White, Black, White. Then everyone places pieces "
            "of their own colour.\n\n"
            "When all spaces are full, White makes the first move."
        ),
        (
            Picture(
                "BWBWBWBWB/BWBWBWBWBW/BWRBWRBWRBW/BWBWBWBWBW/WBWBWBWBW W M",
                note("The board is full and the second part of the game begins."),
            ),
        ),
        (STANDARD,),
    ),
    Section(
        Topic.SETUP,
        SETUP_TITLE,
        note(
            "The board has 49 spaces. There are 23 white pieces, 23 black ones and three red DVONN pieces. "
            "They are spread over all spaces by chance. White makes the first move."
        ),
        (
            Picture(
                "WWBRWRBWW/BWWWBWWBBB/WBBWBWBWBWB/WBBWBBWRBW/WBWWBBWBB W M",
                note("The board is full from the start. Every game begins differently."),
            ),
        ),
        (RANDOM,),
    ),
)

TURN = Section(
    Topic.TURN,
    note("Your turn"),
    note(
        "Move one of your stacks. A single piece is a stack too. A stack is yours if your colour is on "
        "top.\n\n"
        "- The whole stack moves in a straight line, in one of six directions.\n"
        "- It moves exactly as many spaces as it is high. All spaces on the way count, empty or not.\n"
        "- It has to land on another stack, of any colour. It never lands on an empty space."
    ),
    (
        Picture(
            "......R../........../.........../..RBWW3..R./......... W M",
            note("The white stack is three high. It has these three goals, exactly three spaces away."),
            targets=("c2", "i2", "i5"),
        ),
        Picture(
            "......R../........../.........../..RBWW3..R./......... W M",
            note("It lands on a red piece. Now it is four high and carries a DVONN piece."),
            play=("f2-i5",),
        ),
    ),
)

ENCLOSED = Section(
    Topic.SPECIAL,
    note("Enclosed stacks"),
    note(
        "A stack with neighbours on all six sides is enclosed and cannot move. At the edge of the board a "
        "side is always open. So only pieces at the edge can move at first.\n\n"
        "A red piece that stands alone never moves. As part of a stack it moves along, and so it can be "
        "carried away."
    ),
    (
        Picture(
            "........./....BB..../....RW2BR.../....BR..../......... W M",
            note("The white stack in the middle is enclosed. White has no move and has to pass."),
            targets=("f3",),
        ),
    ),
)

LOSING_CONTACT = Section(
    Topic.SPECIAL,
    note("Losing contact"),
    note(
        "After every move look for stacks that have lost contact. A stack keeps contact if it holds a red "
        "piece. It also does if an unbroken chain of neighbours leads to a stack with one.\n\n"
        "All others leave the board at once, white and black ones, and perhaps even the stack that has "
        "just moved. They count for nobody. The red pieces themselves are never lost."
    ),
    (
        Picture(
            "R......../........WR/.B........./B2WWWRB..../B........ W M",
            note("Before: the pieces on the left are linked to the red one by a chain of white pieces."),
            targets=("d2", "e2"),
        ),
        Picture(
            "R......../........WR/.B........./B2WWWRB..../B........ W M",
            note("White moves onto the red piece. All stacks on the left lose contact and are gone."),
            play=("d2-e2",),
        ),
    ),
)

END = Section(
    Topic.END,
    note("The end"),
    note(
        "If you have no move but your opponent has one, you pass. You move again as soon as you can. If "
        "you can move, you have to.\n\n"
        "When nobody can move, the game is over. Add up the heights of the stacks with your colour on top. "
        "The higher sum wins; equal sums are a tie. Red pieces that stand alone count for nobody."
    ),
    (
        Picture(
            "........R/........../..W3*....B4*.../........../......... W M",
            note("Nobody can move. Black has four pieces in a stack, White has three: Black wins."),
        ),
    ),
)

VERSIONS = Section(
    Topic.VERSIONS,
    note("The versions"),
    note(
        "The versions differ only in how the board is filled.\n\n"
        "- *Standard*: the players place the pieces, one by one.\n"
        "- *Random*: by chance, different each time. The game begins with the first move and is much shorter."
    ),
)

POINTING = Section(
    Topic.POINTING,
    note("How to point"),
    note(
        "To move, point at one of your stacks, then at the stack it lands on. Stacks without contact "
        "disappear by themselves.\n\n"
        "If you have no move, press *Pass*."
    ),
)

POINTING_TO_PLACE = Section(
    Topic.POINTING,
    note("Placing pieces"),
    note("While the board is being filled, point at an empty space. The right colour is chosen for you."),
    versions=(STANDARD,),
)

RULEBOOK = Rulebook(
    note("Stack on stack, and cut off what your opponent has built: only what is linked to red survives."),
    (AIM, *SETUPS, TURN, ENCLOSED, LOSING_CONTACT, END, VERSIONS, POINTING, POINTING_TO_PLACE),
    TIPS,
)
