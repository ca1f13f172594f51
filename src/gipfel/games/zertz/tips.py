"""How to play ZÈRTZ well."""

from gipfel.games.core.rulebook import Tip
from gipfel.locale import note

BASIC = "basic"

TIPS = (
    Tip(
        note("Offer one, take a better one"),
        note(
            "Your opponent has to capture what you offer. Use that to move a marble to where you want it.\n\n"
            "Player 2 needs one more grey marble. A black one on d5 makes the grey one jump to c5, next to "
            "the white one. Then player 2 takes it and wins."
        ),
        BASIC,
        "37 -1W-/--2-/--3W/--4-/--1G2/-3-/1--1 0.0.9 3.3.1 1.4.0 2 -",
        ("Bd5", "-f3"),
    ),
    Tip(
        note("A ring decides the direction"),
        note(
            "A marble cannot jump to a ring that is gone. Before you remove a ring, look at what your "
            "opponent will have to do.\n\n"
            "Without a3 only the white marble on b4 can jump. It takes a grey one and lands on d6, where "
            "player 1 takes it: a white one for a grey one."
        ),
        BASIC,
        "37 -2-/3W1/4G1/7/5W/5/4 4.7.10 0.0.0 0.0.0 1 R",
        ("-a3",),
    ),
    Tip(
        note("Compare all jumps"),
        note(
            "If several marbles can jump, follow each way to its end before you choose. Look also at what "
            "your opponent can take afterwards.\n\n"
            "The marble on b4 takes one. The one on a2 takes three: a black, a white and a grey one."
        ),
        BASIC,
        "37 WW--/-1BW-/4--/-3W--/1W3-/-2G1/4 0.6.8 0.1.0 1.0.1 1 -",
        ("xa2-c4", "xc4-e5", "xe5-g3"),
    ),
    Tip(
        note("Cut marbles off at the edge"),
        note(
            "A marble at the edge that hangs on one ring is nearly yours: remove that ring.\n\n"
            "Player 1 needs two more white marbles. Without b2 the one on a1 is isolated. Then player 2 has "
            "to jump to f3, and player 1 takes the fourth."
        ),
        BASIC,
        "37 W---/-1---/3---/5--/5-/3BW/1W1- 0.6.6 2.1.0 1.1.3 1 R",
        ("-b2",),
    ),
    Tip(
        note("Lead a marble across the board"),
        note(
            "Several offers in succession can bring a marble from one side to the other.\n\n"
            "Player 1 needs one more white marble. The black one on c3 makes it jump to d3. Another one on "
            "e3 makes it jump to f3, where the grey one takes it."
        ),
        BASIC,
        "37 ----/--W--/--3-/6B/-5/-3-/2G- 0.2.7 3.1.0 2.4.2 1 -",
        ("Bc3", "-d2"),
    ),
)
