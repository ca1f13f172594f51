"""The rulebook of GIPF."""

from gipfel.games.core.rulebook import Picture, Rulebook, Section, Topic
from gipfel.games.gipf.tips import TIPS
from gipfel.locale import note

BASIC, STANDARD, TOURNAMENT = "basic", "standard", "tournament"
WITH_GIPF_PIECES = (STANDARD, TOURNAMENT)

AIM = Section(
    Topic.AIM,
    note("The aim"),
    note(
        "You push pieces in from the edge of the board. Four of your colour in a row come back to you, so "
        "that you can play them again. Enemy pieces that continue such a row are captured.\n\n"
        "Keep your reserve alive and starve the other one. You win when your opponent has to bring in a "
        "piece and has none left."
    ),
)

SECOND_AIM = Section(
    Topic.AIM,
    note("A second way to win"),
    note("You also win when your opponent has no *GIPF-piece* left on the board."),
    versions=WITH_GIPF_PIECES,
)

SETUPS = (
    Section(
        Topic.SETUP,
        note("Before you start"),
        note(
            "Each player has 15 pieces. Three of them stand on corners of the play area, white and black "
            "in turns. The other 12 are your *reserve*. White begins.\n\n"
            "A weaker player may get one, two or three extra pieces in reserve."
        ),
        (
            Picture(
                "b2w/5/6/w5b/6/5/b2w w 12/12 0/0 B s",
                note("The start. The crossings of the lines are spots, the points at the edge are dots."),
                version=BASIC,
            ),
        ),
        (BASIC,),
    ),
    Section(
        Topic.SETUP,
        note("Before you start"),
        note(
            "Each player has 18 discs. Two discs on top of each other are a *GIPF-piece*; a single disc is "
            "a *basic piece*. Three GIPF-pieces of each colour stand on the corners of the play area. The "
            "other 12 discs are your *reserve*. White begins."
        ),
        (
            Picture(
                "B2W/5/6/W5B/6/5/B2W w 12/12 0/0 S s",
                note("The start: six GIPF-pieces, each two discs high."),
                version=STANDARD,
            ),
        ),
        (STANDARD,),
    ),
    Section(
        Topic.SETUP,
        note("Before you start"),
        note(
            "The board is empty. Each player has 18 discs in *reserve*. A single disc is a *basic piece*; "
            "two discs on top of each other are a *GIPF-piece*. White begins.\n\n"
            "Your first piece must be a GIPF-piece. After that you may bring in more of them, one a turn. "
            "Your first basic piece ends this for good: from then on you play basic pieces only."
        ),
        (
            Picture(
                "4/5/6/6W/6/5/4 b 16/18 0/0 Tgn s",
                note("White has begun with a GIPF-piece. Black pushes it on with another one."),
                play=("Gd8-f7",),
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
        "Each turn you bring in exactly one piece from your reserve. You cannot pass.\n\n"
        "The new piece starts on a *dot* and is pushed to a *spot* next to it. If a piece stands there, it "
        "moves on by one spot. So does every piece behind it, up to the first gap. Colours do not "
        "matter.\n\n"
        "Nothing is ever pushed off the board. A line without a gap is full, and nobody can push into it."
    ),
    (
        Picture(
            "b2w/5/6/wbw3b/6/5/b2w w 11/11 0/0 B s",
            note("White pushes in from below. Three pieces move up by one spot; the gap stops the push."),
            play=("e1-e5",),
            version=BASIC,
        ),
        Picture(
            "wbwb/5/6/w5b/6/5/b2w w 11/11 0/0 B s",
            note("The line on the left is full. From the two ringed dots nobody can push along it."),
            targets=("b1", "b6"),
            version=BASIC,
        ),
    ),
)

ROWS = Section(
    Topic.SPECIAL,
    note("Four in a row"),
    note(
        "Four or more pieces of your colour side by side on a line are a *row*. To the row belongs every "
        "piece, of either colour, that continues it without a gap. You have to take the whole row, whoever "
        "made it.\n\n"
        "- Your own pieces go back to your reserve.\n"
        "- Enemy pieces are captured. They are out of the game."
    ),
    (
        Picture(
            "3w/3w1/3b2/bbb1w1b/6/5/4 b 12/10 0/0 B s",
            note("Black has pushed from the upper left and has four in a row. A white piece extends it."),
            play=("a5-e5",),
            version=BASIC,
        ),
        Picture(
            "3b/3w1/3w2/bbbbw1b/6/5/4 b 12/9 0/0 B e",
            note("Four pieces return to Black, one white piece is captured. Beyond the gap a piece stays."),
            play=("xe2,e3,e4,e5,e6*",),
            version=BASIC,
        ),
    ),
)

SEVERAL_ROWS = Section(
    Topic.SPECIAL,
    note("Several rows"),
    note(
        "The player who has pushed takes rows first. The other player takes theirs at the start of the "
        "next turn, and then still has to push.\n\n"
        "Where two rows of yours cross, you choose which one to take. The other one is taken as well if it "
        "still has four of your pieces side by side. Otherwise the rest stays."
    ),
    (
        Picture(
            "w3/1w1b1/2bb2/2b1bb1/2b3/1w3/4 b 12/8 0/0 B s",
            note("One push, two crossing rows. Black takes one of them; the other one is broken by that."),
            play=("a1-e5",),
            version=BASIC,
        ),
    ),
)

GIPF_PIECES = Section(
    Topic.SPECIAL,
    note("GIPF-pieces in a row"),
    note(
        "A GIPF-piece is pushed and counted like any other piece. But in a row that you take, you decide "
        "about every GIPF-piece, white or black: it stays, or it goes. Basic pieces always go.\n\n"
        "If you take one of your own, two single discs return to your reserve. If you take one of your "
        "opponent's, both discs are captured.\n\n"
        "A row of nothing but GIPF-pieces need not be taken. As long as it stands, you may take pieces "
        "from it before and after each of your pushes."
    ),
    (
        Picture(
            "3b/3b1/3w2/BbW1wwW/6/5/B3 w 11/11 0/0 S s",
            note(
                "The whole middle line is one white row. White usually keeps the two white GIPF-pieces and "
                "takes the black one."
            ),
            play=("a5-e5",),
            targets=("e2", "e4", "e8"),
            version=STANDARD,
        ),
    ),
    WITH_GIPF_PIECES,
)

ENDS = (
    Section(
        Topic.END,
        note("The end"),
        note(
            "You lose when it is your turn, you have taken your rows, and your reserve is empty. After "
            "your last piece your opponent still moves. If that move gives you a row, you are saved.\n\n"
            "There are no draws."
        ),
        versions=(BASIC,),
    ),
    Section(
        Topic.END,
        note("The end"),
        note(
            "You lose at once when your last GIPF-piece leaves the board, even if you took it yourself. If "
            "one row takes the last ones of both players, the player who takes the row wins.\n\n"
            "You also lose when it is your turn, you have taken your rows, and your reserve is empty. "
            "After your last disc your opponent still moves. If that move gives you a row, you are "
            "saved.\n\n"
            "There are no draws."
        ),
        versions=WITH_GIPF_PIECES,
    ),
)

VERSIONS = Section(
    Topic.VERSIONS,
    note("The versions"),
    note(
        "- *Basic*: 15 pieces each, no GIPF-pieces. Only an empty reserve loses.\n"
        "- *Standard*: 18 discs each. Three GIPF-pieces a side stand on the board from the start, and no "
        "new ones can be made.\n"
        "- *Tournament*: 18 discs each and an empty board. You decide how many GIPF-pieces to begin with. "
        "Until your first basic piece, discs that return may form GIPF-pieces again."
    ),
)

POINTING = Section(
    Topic.POINTING,
    note("How to point"),
    note(
        "To push, point at a dot and then at the spot next to it. An empty spot at the edge can be pointed "
        "at directly.\n\n"
        "To take a row, point at it; rows that wait for you are marked. Where rows cross, point again for "
        "the other one, and press *Take this row*."
    ),
)

POINTING_AT_GIPF_PIECES = Section(
    Topic.POINTING,
    note("Pointing at GIPF-pieces"),
    note(
        "If a row holds GIPF-pieces, point at the row, then at every GIPF-piece that is to stay. Point "
        "again to change your mind. Then press *Take*. A row of GIPF-pieces alone can also be left: press "
        "*Leave it*."
    ),
    versions=WITH_GIPF_PIECES,
)

POINTING_AT_THE_TRAY = Section(
    Topic.POINTING,
    note("Choosing a piece"),
    note(
        "While you may bring in both kinds, first choose a basic piece or a GIPF-piece in your tray, then "
        "the dot."
    ),
    versions=(TOURNAMENT,),
)

RULEBOOK = Rulebook(
    note(
        "Push pieces in from the edge, line up four of your colour, and take them back together with what "
        "they caught."
    ),
    (
        AIM,
        SECOND_AIM,
        *SETUPS,
        TURN,
        ROWS,
        SEVERAL_ROWS,
        GIPF_PIECES,
        *ENDS,
        VERSIONS,
        POINTING,
        POINTING_AT_GIPF_PIECES,
        POINTING_AT_THE_TRAY,
    ),
    TIPS,
)
