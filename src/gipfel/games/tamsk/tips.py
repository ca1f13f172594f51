"""How to play TAMSK well."""

from gipfel.games.core.rulebook import Tip
from gipfel.locale import note

LEVEL1, LEVEL2, LEVEL3 = "level1", "level2", "level3"
TIMED = (LEVEL2, LEVEL3)

TIPS = (
    Tip(
        note("Leave the corners for the middle"),
        note(
            "A space at the edge takes one ring, the centre takes four. Glasses in the middle have more ways "
            "to go, and they can go on longer.\n\n"
            "Red begins with a step from a corner straight towards the centre."
        ),
        LEVEL1,
        "T1 0r000b/00000/000000/0b000000r/000000/00000/0r000b 32.32 0.0 r - 0",
        ("a1-b2+",),
    ),
    Tip(
        note("Drop a ring with every move"),
        note(
            "The player with fewer rings left wins, so a move without a ring is half a move. Your opponent "
            "may even steal the place.\n\n"
            "Red makes the last move of the game. With the ring Red wins. Without it Black steals the place, "
            "and the game is a tie."
        ),
        LEVEL1,
        "T1 0100/12r221/123321r/123b4321b/1232r21/12221/1b110 2.3 0.0 r - 0",
        ("b2-a1+",),
    ),
    Tip(
        note("Steal what is left lying"),
        note(
            "If your opponent drops no ring, drop yours there. That is one ring more than they have dropped, "
            "and it costs no move.\n\n"
            "Black has left the ring out on e1. Red steals the place, and moves with a ring as well."
        ),
        LEVEL1,
        "T1 0000b/1r0000/000000/0000000r/0b00000/00000/0r000b 31.32 0.0 r e1 1",
        ("^b1-c2+",),
        versions=(LEVEL1,),
    ),
    Tip(
        note("Shut a glass in"),
        note(
            "A glass whose neighbours are all full never moves again. Put the last ring on its only way "
            "out.\n\n"
            "The black glass in the corner can leave only by b2. Red goes there, and the space is full."
        ),
        LEVEL1,
        "T1 0b100/11000/012r000/010b0100/0010r10/01100/0r00b0 26.26 0.0 r - 0",
        ("c3-b2+",),
    ),
    Tip(
        note("Choose the right glass at the end"),
        note(
            "When few spaces are left, moves decide. Use the space that a glass would lose, and keep other "
            "glasses in the way of your opponent.\n\n"
            "Both glasses on the right can enter f4. The one on g4 has to go: the one on e4 keeps Black out."
        ),
        LEVEL1,
        "T1 0111/02221r/1b23321b/1232b321/1232r21/12211/1111r 2.4 0.0 r - 0",
        ("g4-f4+",),
    ),
    Tip(
        note("Turn the glass that needs it"),
        note(
            "A glass that has run for long gets much time when it is turned. One that was turned a moment "
            "ago gets hardly any.\n\n"
            "Red's glass on c3 has 20 seconds left. Turned over now it has more than two and a half minutes."
        ),
        LEVEL2,
        "T2 0000/101b{95000}00/010r{20000}000/01b{120000}00001r{70000}/000000/01001b{80000}/0r{110000}001 "
        "29.28 0.0 r - 0 @90000 - -",
        ("c3-c2+",),
        versions=TIMED,
    ),
)
