"""How to play TZAAR well."""

from gipfel.games.core.rulebook import Tip
from gipfel.locale import note

FIXED, RANDOM = "fixed", "random"

TIPS = (
    Tip(
        note("Build while the board is full"),
        note(
            "Early in the game there is always something left to capture. Use your second move to stack: "
            "single pieces cannot take a stack of two.\n\n"
            "Black has captured and now puts a Tzaar on top of a Tott."
        ),
        FIXED,
        "ttttT/TaaaAT/TAzzZAT/TAt.TZA./TAZTtzTt/taztTzat/tazZZat/taAAAt/tTTTT b 2",
        ("c3+d3",),
        ("c3", "d3"),
    ),
    Tip(
        note("Two are one turn from none"),
        note(
            "A turn can have two captures. So a type with two stacks left can be gone at once, yours or your "
            "opponent's. Count the types before every turn.\n\n"
            "Black has two Tzarras. White takes both in one turn and wins."
        ),
        RANDOM,
        ".a2.../...t../.Z2...T2./..A2..z../.Z....a./..z2...../.A...T./....t2./..T.. w 1",
        ("c6xe8", "c2xa2"),
    ),
    Tip(
        note("Climb out of reach"),
        note(
            "Only height protects a stack. Put a type that is rare on top of another stack until nothing can "
            "take it.\n\n"
            "The white stack of three on f6 threatens the stack on c7. Black's Tzaar climbs on top: four are "
            "too high."
        ),
        RANDOM,
        "ATT../a2.t.A2./.A..z2.a2/t......./.z....Z6A/.t6...T3../......./.a2..../A...a b 2",
        ("c5+c7",),
    ),
    Tip(
        note("Leave nothing to capture"),
        note(
            "A player who cannot capture has lost. When few stacks are left, look first at what your "
            "opponent can still take.\n\n"
            "White takes the Tzarra on b5, then stacks the two Totts. Now Black has nothing to capture."
        ),
        RANDOM,
        "....T/.Z..a./..z3..../.....t../..a...../.t..t.../...TT../A...../..... w 1",
        ("b2xb5", "g4+g5"),
        ("g4", "g5"),
    ),
)
