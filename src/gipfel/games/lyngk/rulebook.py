"""The rulebook of LYNGK."""

from gipfel.games.core.rulebook import Picture, Rulebook, Section, Topic
from gipfel.games.lyngk.tips import TIPS
from gipfel.locale import note

STANDARD, SIX = "standard", "six"

AIM_TITLE = note("The aim")

AIMS = (
    Section(
        Topic.AIM,
        AIM_TITLE,
        note(
            "Build stacks of five pieces and collect them. A stack is yours if you have claimed the colour "
            "on top of it.\n\n"
            "At first nobody has a colour. During the game each player claims two of the five. Whoever has "
            "collected more stacks at the end wins."
        ),
        versions=(STANDARD,),
    ),
    Section(
        Topic.AIM,
        AIM_TITLE,
        note(
            "Build a stack of six pieces. A stack is yours if you have claimed the colour on top of it. "
            "Whoever completes the first own stack of six wins.\n\n"
            "At first nobody has a colour. During the game each player claims two of the five."
        ),
        versions=(SIX,),
    ),
)

SETUP = Section(
    Topic.SETUP,
    note("Before you start"),
    note(
        "There are eight pieces of each colour: ivory, blue, red, green and black. Three *jokers* are white "
        "with dark specks. All of them are shuffled and fill the board, one on each of the 43 spaces.\n\n"
        "Beside the board lies a *marker* of each colour, for those who claim it. Player 1 begins."
    ),
    (
        Picture(
            "L5 B/KIII/IKRBBRR/BGGIKG/KJKIKRG/GGGRJR/BBRJIIG/RBKK/B -:- 0:0 1",
            note("A start. It is different in every game."),
            version=STANDARD,
        ),
    ),
)

TURN = Section(
    Topic.TURN,
    note("Your turn"),
    note(
        "You put a stack on top of another one. A single piece counts as a stack.\n\n"
        "A stack moves in a straight line over empty spaces to the first stack it meets. It never jumps and "
        "never stops on an empty space. It has to fit:\n\n"
        "- No colour may be twice in a stack.\n"
        "- A stack has at most five pieces; in the version with stacks of six it has six.\n\n"
        "*Neutral* stacks have a colour on top that nobody has claimed. Both players may move them, but "
        "never onto a higher stack. With your own stacks you need not care about heights.\n\n"
        "You may not move a stack of your opponent. But you may cover it."
    ),
    (
        Picture(
            "L5 1/4/7/2KG2/2(IG)RR2/2JB2/7/4/1 I:K 0:0 1",
            note(
                "The neutral red piece in the middle can go onto the marked ones. Red does not go onto red, "
                "and the stack of two is too high."
            ),
            targets=("d3", "d4", "f3", "f4"),
            version=STANDARD,
        ),
    ),
)

CLAIMING = Section(
    Topic.SPECIAL,
    note("Claiming a colour"),
    note(
        "At the beginning of your turn you may claim a neutral colour. From then on only you move the stacks "
        "with this colour on top. In the same turn you make a move, with any stack you like.\n\n"
        "You can claim two colours in a game, and never give one back. The fifth colour remains neutral.\n\n"
        "Stacks of player 1 have one ring on top, stacks of player 2 have two."
    ),
    (
        Picture(
            "L5 1/4/7/3(BR)2/1(KG)1R(GKI)2/3(BGIK)2/7/4/1 R:K 0:0 1",
            note(
                "Player 1 has claimed red. Now the piece in the middle can go onto higher stacks, too. But "
                "one of them has red inside."
            ),
            targets=("e5", "f4", "e2"),
            version=STANDARD,
        ),
    ),
)

LINKING = Section(
    Topic.SPECIAL,
    note("The LYNGK rule"),
    note(
        "Your own stacks can go a long way. Stacks with the same colour on top are *links*: a stack moves "
        "to one, and goes on from there in any direction. It passes as many links as you like and ends on "
        "a stack that is no link.\n\n"
        "Only colours that you have claimed make links. It does not matter how high a link is."
    ),
    (
        Picture(
            "L5 R/2R1/4R2/4R1/5(KGI)1/6/7/4/1 R:K 0:0 1",
            note("The red piece on the left passes three links and lands on a stack of three."),
            play=("a1-e6",),
            version=STANDARD,
        ),
    ),
)

JOKERS = Section(
    Topic.SPECIAL,
    note("Jokers"),
    note(
        "A joker stands for a colour that is missing. Alone it never moves, and it is never a link. But "
        "every stack may land on it, and a stack may contain several jokers."
    ),
    (
        Picture(
            "L5 1/4/7/2R3/3J(JI)2/2I(JB)2/7/4/1 I:B 0:0 1",
            note(
                "A stack with a joker goes onto another one with a joker. It could also have gone onto the "
                "single joker."
            ),
            play=("e5-f4",),
            targets=("e4",),
            version=STANDARD,
        ),
    ),
)

COLLECTING = Section(
    Topic.SPECIAL,
    note("Collecting stacks"),
    note(
        "When your move completes a stack of five with your colour on top, you collect it. It leaves the "
        "board and counts for you.\n\n"
        "A stack of five with a neutral colour on top stays where it is. It does not move any more, and it "
        "is in the way. Whoever claims its colour collects it at once."
    ),
    (
        Picture(
            "L5 1/4/7/3(BR)2/1(KG)1R(GKI)2/3(BGIK)2/7/4/1 R:K 0:0 1",
            note("Red was missing in this stack of four. Player 1 collects five pieces."),
            play=("e4-f4",),
            version=STANDARD,
        ),
    ),
    (STANDARD,),
)

SIX_PIECES = Section(
    Topic.SPECIAL,
    note("Stacks of six"),
    note(
        "Nothing leaves the board. A stack of six has all five colours and a joker, or fewer colours and "
        "more jokers. So every joker is precious.\n\n"
        "If your move completes a stack of six with your colour on top, you have won. With a neutral colour "
        "on top nobody wins: the stack stays where it is, even if somebody claims the colour later."
    ),
    (
        Picture(
            "L6 1/4/3B3/6/3(BRGKI)J2/6/7/4/1 I:G 0:0 1",
            note("Player 1 has claimed ivory. The stack of five goes onto the joker and wins."),
            play=("e4-e5",),
            version=SIX,
        ),
    ),
    (SIX,),
)

END_TITLE = note("The end")

ENDS = (
    Section(
        Topic.END,
        END_TITLE,
        note(
            "If you cannot move, you have to claim a colour that gives you a move. If that is not possible, "
            "you pass. When neither player can go on, the game is over.\n\n"
            "Whoever has collected more stacks wins. If both have the same number, look at the board. "
            "Whoever has more own stacks of four wins. If that is equal, stacks of three decide, then those "
            "of two, then single pieces. If everything is equal, it is a tie."
        ),
        versions=(STANDARD,),
    ),
    Section(
        Topic.END,
        END_TITLE,
        note(
            "If you cannot move, you have to claim a colour that gives you a move. If that is not possible, "
            "you pass. When neither player can go on, the game is over.\n\n"
            "If nobody has completed an own stack of six, look at the board. Whoever has more own stacks "
            "of five wins. If that is equal, stacks of four decide, and so on. If everything is equal, it is "
            "a tie."
        ),
        versions=(SIX,),
    ),
)

VERSIONS = Section(
    Topic.VERSIONS,
    note("The versions"),
    note(
        "- *Standard*: stacks of five are collected.\n"
        "- *Stacks of six*: nothing is collected, and whoever first owns a stack of six wins."
    ),
)

POINTING = Section(
    Topic.POINTING,
    note("How to point"),
    note(
        "Point at a stack, then at the stack on top of which it goes. To claim a colour, point at its marker "
        "beside the board first. The number beside a colour says how many stacks have it on top.\n\n"
        "If you can do nothing, press *Pass*."
    ),
)

RULEBOOK = Rulebook(
    note("Stack different colours, claim two of them in time, and link your way to stacks of five."),
    (*AIMS, SETUP, TURN, CLAIMING, LINKING, JOKERS, COLLECTING, SIX_PIECES, *ENDS, VERSIONS, POINTING),
    TIPS,
)
