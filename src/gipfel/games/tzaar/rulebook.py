"""The rulebook of TZAAR."""

from gipfel.games.core.rulebook import Picture, Rulebook, Section, Topic
from gipfel.games.tzaar.tips import TIPS
from gipfel.locale import note

FIXED, RANDOM, TOURNAMENT = "fixed", "random", "tournament"

SECOND_MOVE = "...../....../.Z.T2.../.a....A./......../....t.../T....../..tZ../....z w 2"

AIM = Section(
    Topic.AIM,
    note("The aim"),
    note(
        "You have three types of pieces: *Tzaars*, *Tzarras* and *Totts*. You need all three, at all "
        "times. A Tott is plain, a Tzarra has a ring on it, a Tzaar has a ring and a dot.\n\n"
        "You win when your opponent has lost every piece of one type. You also win when your opponent "
        "cannot capture any more."
    ),
)

SETUP_TITLE = note("Before you start")

SETUPS = (
    Section(
        Topic.SETUP,
        SETUP_TITLE,
        note(
            "Each player has 6 Tzaars, 9 Tzarras and 15 Totts. They fill all 60 spaces, always in the same "
            "pattern. In the middle of the board there is a hole. White begins."
        ),
        (
            Picture(
                "ttttT/TaaaAT/TAzzZAT/TAZtTZAT/TAZTtzat/taztTzat/tazZZat/taAAAt/tTTTT w f",
                note("The fixed start. From outside to the middle: Totts, Tzarras, Tzaars, and Totts again."),
            ),
        ),
        (FIXED,),
    ),
    Section(
        Topic.SETUP,
        SETUP_TITLE,
        note(
            "Each player has 6 Tzaars, 9 Tzarras and 15 Totts. They are spread over all 60 spaces by "
            "chance. In the middle of the board there is a hole. White begins."
        ),
        versions=(RANDOM,),
    ),
    Section(
        Topic.SETUP,
        SETUP_TITLE,
        note(
            "Each player has 6 Tzaars, 9 Tzarras and 15 Totts. The board is empty, with a hole in the "
            "middle. White begins. In turns you place one piece of any type on any empty space. Nothing is "
            "captured yet. When all 60 spaces are full, White opens the game."
        ),
        (
            Picture(
                "...../....../......./......../...Z..../......../......./....../..... b p",
                note("White has placed a Tzaar beside the hole. Black answers with a Tott."),
                play=("Td5",),
                version=TOURNAMENT,
            ),
        ),
        (TOURNAMENT,),
    ),
)

TURN = Section(
    Topic.TURN,
    note("Your turn"),
    note(
        "A turn has two moves:\n\n"
        "- First you *capture*. You have to.\n"
        "- Then you do as you like: capture again, *stack*, or pass.\n\n"
        "Only the very first turn of the game is different: White makes one capture, and no second "
        "move.\n\n"
        "A stack moves in a straight line over empty spaces to the first stack it meets. A single piece "
        "counts as a stack. It never jumps, never stops on an empty space and never crosses the hole."
    ),
)

CAPTURING = Section(
    Topic.SPECIAL,
    note("Capturing"),
    note(
        "Move onto an enemy stack that is as high as yours or lower. It leaves the game, and yours takes "
        "its place. The type does not matter, only the height."
    ),
    (
        Picture(
            "t..../.T..../...t.../.A.Z..t./......../..z2...../z...a../....../....A w 1",
            note(
                "The white piece beside the hole can take the two marked ones. The stack of two is too high."
            ),
            targets=("c4", "d7"),
        ),
        Picture(
            "...../..t.../.z2Z2T.../..Aa3..../..t2...../......../....T../....../...tz w 1",
            note("A stack of two has taken another stack of two."),
            play=("c3xc2",),
        ),
    ),
)

STACKING = Section(
    Topic.SPECIAL,
    note("Stacking"),
    note(
        "As your second move you may put one of your stacks on top of another one of yours. The heights "
        "add up, so the new stack is stronger and safer.\n\n"
        "But only the piece on top counts as a type. Pieces below it are hidden for good. If you cover "
        "your own last piece of a type, you lose."
    ),
    (
        Picture(
            SECOND_MOVE,
            note("White's Tzaar goes on top of a stack of two Totts. Now it is one Tzaar, three high."),
            play=("c2+c4",),
        ),
    ),
)

END = Section(
    Topic.END,
    note("The end"),
    note(
        "The types are checked after every single move:\n\n"
        "- If your opponent shows no piece of one type any more, you win at once.\n"
        "- If you show none yourself, you have lost.\n"
        "- If your turn is over and your opponent cannot capture anything, you win.\n\n"
        "There are no draws."
    ),
    (
        Picture(
            SECOND_MOVE,
            note("With the second capture White takes Black's last Tzarra, and wins."),
            play=("c2xd2",),
        ),
    ),
)

VERSIONS = Section(
    Topic.VERSIONS,
    note("The versions"),
    note(
        "The versions differ only in how the board is filled.\n\n"
        "- *Fixed*: always the same pattern. Good for a first game.\n"
        "- *Random*: by chance, different each time.\n"
        "- *Tournament*: the players place their pieces, one by one."
    ),
)

POINTING = Section(
    Topic.POINTING,
    note("How to point"),
    note(
        "Point at one of your stacks, then at the stack it goes to. An enemy stack is captured, your own "
        "is stacked upon. Press *Pass* to end your turn without a second move."
    ),
)

POINTING_TO_PLACE = Section(
    Topic.POINTING,
    note("Placing pieces"),
    note("While the board is being filled, choose a type in your tray, then point at an empty space."),
    versions=(TOURNAMENT,),
)

RULEBOOK = Rulebook(
    note(
        "Capture, then decide: weaken the enemy once more, or strengthen yourself. Never run out of one type."
    ),
    (AIM, *SETUPS, TURN, CAPTURING, STACKING, END, VERSIONS, POINTING, POINTING_TO_PLACE),
    TIPS,
)
