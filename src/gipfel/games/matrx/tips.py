"""How to play MATRX GIPF well."""

from gipfel.games.core.rulebook import Tip
from gipfel.locale import note

VERSION = "standard"
PLAYERS = "W:Z4D4Y4P4 B:Z4D4Y4P4"

TIPS = (
    Tip(
        note("Jump into the gap with ZÈRTZ"),
        note(
            "A push only fills gaps from the edge. A ZÈRTZ-pair fills one in the middle of a line.\n\n"
            "White's disc jumps over d5 to e5. The row takes Black's last GIPF-piece along."
        ),
        VERSION,
        f"c5=Wzz,d2=Wt,d5=By,e3=Wy,e4=Wg,e6=Wd,e7=Bg,h2=Bz,h5=Wg w s {PLAYERS}",
        ("Zc5>e5",),
    ),
    Tip(
        note("Keep a line open for YINSH"),
        note(
            "A YINSH-pair runs as far as the line is free. At the edge it is safe, and it reaches the middle "
            "in one move.\n\n"
            "White's disc runs from b5 to e5 and completes a row, with Black's last GIPF-piece in it."
        ),
        VERSION,
        f"b5=Wyy,e3=Wz,e4=Wt,e6=Wd,e7=Bg,g4=Bt,h2=Bz,h5=Wg w s {PLAYERS}",
        ("Yb5>e5",),
    ),
    Tip(
        note("Two moves in one turn with TAMSK"),
        note(
            "Two moves in one turn can make a row that nobody saw coming. Push a TAMSK-pair to the centre "
            "when the extra move completes something.\n\n"
            "White's push brings it to e5. The extra move from a4 completes the row, and Black's last "
            "GIPF-piece is taken."
        ),
        VERSION,
        f"c5=Wz,d5=Wy,e2=Bz,e3=Wd,e4=Wtt,f4=Bg,g6=By,h5=Wg w s {PLAYERS}",
        ("Ze1-e5", "+b5"),
    ),
    Tip(
        note("Sit down in their row with DVONN"),
        note(
            "A DVONN- or PÜNCT-disc on an enemy one of the same kind gives you its spot. That breaks a row, "
            "and it works from far away.\n\n"
            "Black threatens a row from a4 that takes White's last GIPF-piece. White sits down on d4."
        ),
        VERSION,
        "b4=By,c4=Bz,d4=Bdd,e5=Wdd,f3=Wg,g5=Wz,h2=Bg w s W:T4Z4Y4 B:Z4Y4P4",
        ("De5>d4",),
        ("d4",),
    ),
    Tip(
        note("A GIPF-piece cannot hide"),
        note(
            "Pairs may stay in a row, a GIPF-piece has to go. So look where three of your "
            "pieces side by side point at one.\n\n"
            "White pushes in from a5. The fourth white piece makes a row that reaches Black's last "
            "GIPF-piece."
        ),
        VERSION,
        f"b5=Wy,c5=Wz,d5=Wuu,e5=Byy,f4=Bg,f7=Bt,g5=Bz,h5=Wg w s {PLAYERS}",
        ("Za5-g3",),
    ),
)
