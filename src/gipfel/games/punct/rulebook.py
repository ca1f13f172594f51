"""The rulebook of PÜNCT."""

from gipfel.games.core.rulebook import Picture, Rulebook, Section, Topic
from gipfel.games.punct.tips import TIPS
from gipfel.locale import note

BASIC, STANDARD = "basic", "standard"

SIX_KINDS = "wTd9:0,wCd4:0,wEh3:0,wMh12:1,wLm8:0,wRm13:0 b B"
CROWD = "wEf7:0,wLf10:0,wRf4:5,wRm14:2,bCm9:1,bEf6:2,bMd6:2,bLi6:2 w B"
ALMOST = "wCh11:0,wCh14:0,wEh1:0,wEh7:0,wEi15:1,bTg15:3,bEg1:0,bEg7:0,bEg10:0,bLh16:2 w B"

AIM = Section(
    Topic.AIM,
    note("The aim"),
    note(
        "Connect two opposite sides of the board with an unbroken chain of your colour. The board has six "
        "sides, so there are three pairs. Any pair will do, for either player.\n\n"
        "Only what can be seen from above counts. You may build over enemy pieces, and your chain may go "
        "up and down."
    ),
)

SETUP = Section(
    Topic.SETUP,
    note("Before you start"),
    note(
        "The board is empty. The shaded middle is the *central hexagon*. Each player has 18 pieces. White "
        "begins.\n\n"
        "Every piece has three dots and covers three spaces. One dot is the coloured *PÜNCT*, the other "
        "two are *minor dots*. You have six straight, six angular and six triangular pieces. They differ "
        "in where the PÜNCT sits, and they are never turned upside down."
    ),
    (
        Picture(
            SIX_KINDS,
            note("The six kinds of pieces. The coloured dot of each is its PÜNCT."),
            version=BASIC,
        ),
    ),
)

TURN = Section(
    Topic.TURN,
    note("Your turn"),
    note(
        "Do one of two things: *add* a piece from your tray, or *move* one of yours on the board. You "
        "cannot pass.\n\n"
        "A new piece goes on three spaces with nothing on them and nothing above them. It never lies on "
        "top of other pieces."
    ),
)

ADDING = (
    Section(
        Topic.TURN,
        note("The first piece"),
        note("White's very first piece must stay out of the central hexagon. After that there is no limit."),
        versions=(BASIC,),
    ),
    Section(
        Topic.TURN,
        note("Keep out of the centre"),
        note(
            "A new piece must never touch the central hexagon, not even with one dot. Pieces that lie on "
            "the board may move into it."
        ),
        (
            Picture(
                "wTi5:0,bEf4:0 w S",
                note("White's triangle cannot be added in the central hexagon, but it can move there."),
                play=("i5-i7:0",),
                version=STANDARD,
            ),
        ),
        (STANDARD,),
    ),
)

MOVING = Section(
    Topic.SPECIAL,
    note("Moving"),
    note(
        "You can move a piece of yours if nothing lies on it or passes over it. Its PÜNCT travels along a "
        "straight line, as far as you like, over whatever is in between. Then you may turn the piece round "
        "its PÜNCT. To turn it on the spot is a move as well."
    ),
    (
        Picture(
            CROWD,
            note("The PÜNCT runs in a straight line across other pieces, and the piece is turned."),
            play=("m14-c4:3",),
            version=BASIC,
        ),
    ),
)

CLIMBING = Section(
    Topic.SPECIAL,
    note("Climbing"),
    note(
        "A moving piece may land on top of others, and come down again later. Two things are needed:\n\n"
        "- The PÜNCT comes down on your own colour. The minor dots may lie on anything.\n"
        "- The piece lies level. A triangle needs three equal heights. Of all others the two ends need "
        "equal heights, and the middle must not be higher.\n\n"
        "If the middle is lower, the piece is a *bridge*. A PÜNCT in the middle of a bridge needs a piece "
        "of your own below it, however deep. Whatever lies under a piece or under a bridge is blocked. "
        "Nothing can be added under a bridge. To come down to the board, a piece needs three empty spaces."
    ),
    (
        Picture(
            CROWD,
            note("White lands on a white piece with the PÜNCT, and with the minor dots on black ones."),
            play=("m14-f7:4",),
            version=BASIC,
        ),
        Picture(
            CROWD,
            note("A bridge: both ends lie on pieces, the middle hangs over an empty space."),
            play=("m14-f7:2",),
            version=BASIC,
        ),
    ),
)

CONNECTION = Section(
    Topic.SPECIAL,
    note("The connection"),
    note(
        "Every space belongs to the colour that is on top there. PÜNCTs and minor dots count alike, at any "
        "height. No piece is ever captured, but a covered link is no link."
    ),
    (
        Picture(
            ALMOST,
            note(
                "The last gap is closed: White connects the lower left side with the upper right one and "
                "wins."
            ),
            play=("+Eh4:0",),
            version=BASIC,
        ),
    ),
)

ENDS = (
    Section(
        Topic.END,
        note("The end"),
        note(
            "You win with a connection. If one move connects both players, the one who moved wins. If it "
            "connects only the opponent, the opponent wins: take care what you uncover.\n\n"
            "The game is a draw when a player has added the last of 18 pieces and nobody is connected. The "
            "same position for the third time is a draw, too. So it is when nothing can be added or moved "
            "any more."
        ),
        versions=(BASIC,),
    ),
    Section(
        Topic.END,
        note("The end"),
        note(
            "You win with a connection. If one move connects both players, the one who moved wins. If it "
            "connects only the opponent, the opponent wins: take care what you uncover.\n\n"
            "When a player has added the last of 18 pieces and nobody is connected, look at the central "
            "hexagon. Whoever shows more spaces there wins; if both show as many, it is a draw. The same "
            "holds if nothing can be added or moved any more.\n\n"
            "The same position for the third time is a draw."
        ),
        versions=(STANDARD,),
    ),
)

VERSIONS = Section(
    Topic.VERSIONS,
    note("The versions"),
    note(
        "- *Basic*: only White's first piece has to avoid the central hexagon. If the pieces run out, it "
        "is a draw.\n"
        "- *Standard*: no piece is ever added in the central hexagon. If the pieces run out, the majority "
        "there decides."
    ),
)

POINTING = Section(
    Topic.POINTING,
    note("How to point"),
    note(
        "To add a piece, choose it in your tray. Then point at the space for its PÜNCT. Press *Turn* until "
        "the piece lies as you like, then *Lay down*.\n\n"
        "To move a piece, point at its PÜNCT, then at the space it goes to. Turn it and lay it down in the "
        "same way. To turn it on the spot, point at the same space twice."
    ),
)

RULEBOOK = Rulebook(
    note("Lay, move and stack pieces of three dots until your colour joins two opposite sides of the board."),
    (AIM, SETUP, TURN, *ADDING, MOVING, CLIMBING, CONNECTION, *ENDS, VERSIONS, POINTING),
    TIPS,
)
