"""How to play GIPF with potentials well."""

from gipfel.games.core.rulebook import Tip
from gipfel.locale import note

MENU = "menu"

PLAYERS = "W:10//B B:10//B 0/0"

TIPS = (
    Tip(
        note("Aim PÜNCT at a GIPF-piece"),
        note(
            "A PÜNCT-potential beside an enemy GIPF-piece threatens to take it, and nobody can do without "
            "the last one for long.\n\n"
            "Black has one GIPF-piece. White brings in a PÜNCT-loaded piece right beside it, and the attack "
            "cannot be stopped any more."
        ),
        MENU,
        "b3=Bpz,c2=Wpt,h3=Wpp,h5=Bpp w m W:18/T2Z3D3Y3P3/L B:18/T3Z2D3Y3P3/L 0/0",
        ("Pi5-h5",),
    ),
    Tip(
        note("Two moves in one turn with TAMSK"),
        note(
            "Two moves in one turn can make a row that nobody saw coming. Push a TAMSK-potential to the "
            "centre when the extra move completes something.\n\n"
            "White's push brings it to e5. The extra move from a4 completes the row, and Black's last "
            "GIPF-piece is taken."
        ),
        MENU,
        f"c5=Wp,d5=Wp,e2=Bp,e3=Wp,e4=Wpt,f4=Bpp,g6=Bp,h5=Wpp w m {PLAYERS}",
        ("e1-e2", "+a4-b5"),
    ),
    Tip(
        note("Jump into the gap with ZÈRTZ"),
        note(
            "A push only fills gaps from the edge. A ZÈRTZ-potential fills one in the middle of a line.\n\n"
            "White's potential jumps over d5 to e5. The row takes Black's last GIPF-piece along."
        ),
        MENU,
        f"c5=Wpz,d2=Wp,d5=Bp,e3=Wp,e4=Wp,e6=Wp,e7=Bpp,h2=Bp,h5=Wpp w m {PLAYERS}",
        ("Zc5>e5",),
    ),
    Tip(
        note("Keep a line open for YINSH"),
        note(
            "A YINSH-potential runs as far as the line is free. At the edge it is safe, and it reaches the "
            "middle in one move.\n\n"
            "White's potential runs from b5 to e5 and completes a row, with Black's last GIPF-piece in it."
        ),
        MENU,
        f"b5=Wpy,e3=Wp,e4=Wp,e6=Wp,e7=Bpp,g4=Bp,h2=Bp,h5=Wpp w m {PLAYERS}",
        ("Yb5>e5",),
    ),
    Tip(
        note("Sit down in their row with DVONN"),
        note(
            "A DVONN-potential on an enemy piece gives you its spot. That breaks a row and keeps a piece of "
            "yours on the board.\n\n"
            "Black threatens a row from a4 that takes White's last GIPF-piece. White sits down on d4."
        ),
        MENU,
        f"b4=Bp,c4=Bp,d4=Bp,e5=Wpd,f3=Wpp,g5=Wp,h2=Bpp w m {PLAYERS}",
        ("De5>d4",),
        ("d4",),
    ),
)
