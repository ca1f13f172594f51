"""The rulebook of ZÈRTZ."""

from gipfel.games.core.rulebook import Picture, Rulebook, Section, Topic
from gipfel.games.zertz.tips import TIPS
from gipfel.locale import note

BASIC, EXTENDED, TOURNAMENT, LARGE, BLITZ = "basic", "extended", "tournament", "large", "blitz"
FULL = (BASIC, EXTENDED, TOURNAMENT, LARGE)
"""The versions with all 24 marbles."""

CHAIN = "37 4/2W2/3GB-/7/3W2/1B3/4 4.7.8 0.0.0 0.0.0 1 -"

AIMS = (
    Section(
        Topic.AIM,
        note("The aim"),
        note(
            "Capture marbles. The marbles belong to nobody; both players place and move all colours. One "
            "of these sets wins:\n\n"
            "- four white marbles,\n"
            "- five grey ones,\n"
            "- six black ones,\n"
            "- or three of each colour."
        ),
        versions=FULL,
    ),
    Section(
        Topic.AIM,
        note("The aim"),
        note(
            "Capture marbles. The marbles belong to nobody; both players place and move all colours. One "
            "of these sets wins:\n\n"
            "- three white marbles,\n"
            "- four grey ones,\n"
            "- five black ones,\n"
            "- or two of each colour."
        ),
        versions=(BLITZ,),
    ),
)

SETUP_TITLE = note("Before you start")

SETUPS = (
    Section(
        Topic.SETUP,
        SETUP_TITLE,
        note(
            "The board is made of 37 loose rings. Beside it lies the *pool*: 6 white, 8 grey and 10 black "
            "marbles. Player 1 begins."
        ),
        versions=(BASIC,),
    ),
    Section(
        Topic.SETUP,
        SETUP_TITLE,
        note(
            "The board is made of 40, 43 or 44 loose rings, as you like. Beside it lies the *pool*: 6 "
            "white, 8 grey and 10 black marbles. Player 1 begins."
        ),
        (
            Picture(
                "44 5/6/7/8/7/6/5 6.8.10 0.0.0 0.0.0 1 -",
                note("The largest of these boards, with 44 rings."),
                version=EXTENDED,
            ),
        ),
        (EXTENDED,),
    ),
    Section(
        Topic.SETUP,
        SETUP_TITLE,
        note(
            "The board is made of 48 loose rings. Beside it lies the *pool*: 6 white, 8 grey and 10 black "
            "marbles. Player 1 begins."
        ),
        (
            Picture(
                "48 5/6/7/8/7/6/5/4 6.8.10 0.0.0 0.0.0 1 -",
                note("The tournament board with its 48 rings."),
                version=TOURNAMENT,
            ),
        ),
        (TOURNAMENT,),
    ),
    Section(
        Topic.SETUP,
        SETUP_TITLE,
        note(
            "The board is made of 61 loose rings. Beside it lies the *pool*: 6 white, 8 grey and 10 black "
            "marbles. Player 1 begins."
        ),
        (
            Picture(
                "61 5/6/7/8/9/8/7/6/5 6.8.10 0.0.0 0.0.0 1 -",
                note("The large board with its 61 rings."),
                version=LARGE,
            ),
        ),
        (LARGE,),
    ),
    Section(
        Topic.SETUP,
        SETUP_TITLE,
        note(
            "The board is made of 37 loose rings. Beside it lies the *pool*: only 5 white, 7 grey and 9 "
            "black marbles. Player 1 begins."
        ),
        versions=(BLITZ,),
    ),
)

TURN = Section(
    Topic.TURN,
    note("Your turn"),
    note(
        "If a marble can jump anywhere on the board, you have to capture. Otherwise you place a marble, "
        "and then remove a ring.\n\n"
        "*Place*: take a marble of any colour from the pool and put it on any vacant ring.\n\n"
        "*Remove*: then take a *free* ring off the board. A ring is free if it is vacant and could be slid "
        "out: two sides next to each other must be open. If no ring is free, you remove none.\n\n"
        "When the pool is empty, you place marbles that you have captured yourself."
    ),
    (
        Picture(
            "37 4/5/-5/-2W3/-5/5/4 5.8.10 0.0.0 0.0.0 2 -",
            note("A grey marble is placed, and a ring at the edge is removed. So the board shrinks."),
            play=("Gb3", "-a4"),
            version=BASIC,
        ),
        Picture(
            "37 4/5/-5/-2W3/6/5/4 5.8.10 0.0.0 0.0.0 1 R",
            note("The marked rings are free. All other vacant rings are held by their neighbours."),
            targets=(
                *("a1", "a2", "a3", "a4", "b1", "b5", "c6", "d2", "d7"),
                *("e1", "e6", "f1", "f5", "g1", "g2", "g3", "g4"),
            ),
            version=BASIC,
        ),
    ),
)

CAPTURING = Section(
    Topic.SPECIAL,
    note("Capturing is a must"),
    note(
        "A marble jumps over a marble next to it, in a straight line, onto the vacant ring right behind. "
        "You keep the marble that was jumped. Colours do not matter.\n\n"
        "If the same marble can jump on, it has to. You choose the marble and the way; you need not take "
        "the most. In a turn with captures nothing is placed and no ring is removed.\n\n"
        "Use this: offer a small capture, and your opponent has to go where you want."
    ),
    (
        Picture(
            CHAIN,
            note("It is compulsory to capture here. One of the marked marbles has to jump."),
            targets=("b3", "c4", "c5"),
            version=BASIC,
        ),
        Picture(
            CHAIN,
            note("A chain of three jumps with one marble: it takes a grey, a white and a black one."),
            play=("xb3-d5", "xd5-f3", "xf3-f1"),
            version=BASIC,
        ),
    ),
)

ISOLATING = Section(
    Topic.SPECIAL,
    note("Isolating"),
    note(
        "Rings that are cut off from the rest form a group of their own. If after your turn every ring of "
        "a group holds a marble, you get these marbles, and the rings leave the board. So remove the ring "
        "that links a full group, or fill the last vacant ring of a separate one.\n\n"
        "A group with a vacant ring stays in play."
    ),
    (
        Picture(
            "37 WW--/-1-2/--4/7/6/5/4 4.8.10 0.0.0 0.0.0 1 -",
            note("Before: two white marbles at the left hang on the marked link alone."),
            targets=("b2",),
            version=BASIC,
        ),
        Picture(
            "37 WW--/-1-2/--4/7/6/5/4 4.8.10 0.0.0 0.0.0 1 -",
            note("A marble is placed at the top and the link removed: both white marbles are captured."),
            play=("Bd7", "-b2"),
            version=BASIC,
        ),
    ),
)

END = Section(
    Topic.END,
    note("The end"),
    note(
        "You win when you have a winning set at the end of your turn.\n\n"
        "You also win if your turn leaves no ring on the board. That happens when all rings that are left "
        "hold marbles, and so are yours.\n\n"
        "If you have nothing to place and nothing to capture, you pass. If that is so for both, the game "
        "is a tie. It is also a tie if the same position comes up for the third time; colours do not "
        "matter for that."
    ),
)

VERSIONS = Section(
    Topic.VERSIONS,
    note("The versions"),
    note(
        "- *Basic*: 37 rings.\n"
        "- *Extended*: 40, 43 or 44 rings.\n"
        "- *Tournament*: 48 rings.\n"
        "- *Large*: 61 rings.\n"
        "- *Blitz*: 37 rings, three marbles less, and smaller sets win.\n\n"
        "A bigger board never means more marbles."
    ),
)

POINTING = Section(
    Topic.POINTING,
    note("How to point"),
    note(
        "To place, choose a marble beside the board, then point at a vacant ring. After that point at the "
        "free ring to remove.\n\n"
        "To capture, point at the marble that jumps, then at the ring it lands on. Go on like this while "
        "it can jump.\n\n"
        "If you can do nothing, press *Pass*."
    ),
)

RULEBOOK = Rulebook(
    note("The board shrinks, every capture is compulsory, and a clever sacrifice wins the marbles you need."),
    (*AIMS, *SETUPS, TURN, CAPTURING, ISOLATING, END, VERSIONS, POINTING),
    TIPS,
)
