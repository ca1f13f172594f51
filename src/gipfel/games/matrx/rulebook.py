"""The rulebook of MATRX GIPF."""

from gipfel.games.core.rulebook import Picture, Rulebook, Section, Topic
from gipfel.games.matrx.tips import TIPS
from gipfel.locale import note

RESERVES = "W:Z2 B:T2"
GIPF_PIECES = "i2=Wg,i4=Bg"

AIM = Section(
    Topic.AIM,
    note("The aim"),
    note(
        "This is GIPF with more power. You push pieces in, line up four of your colour and take them "
        "back. New are *pairs*: two discs on top of each other, and the upper one can do something "
        "special, once.\n\n"
        "You win when you have captured all three GIPF-pieces of your opponent, or when your opponent has "
        "no move left."
    ),
)

SETUP = Section(
    Topic.SETUP,
    note("Before you start"),
    note(
        "The board is empty; it has one column more than that of GIPF. Each player has 33 discs in "
        "*reserve*: three GIPF-pieces, and six each of TAMSK, ZÈRTZ, DVONN, YINSH and PÜNCT. White begins."
    ),
)

PIECES = Section(
    Topic.SETUP,
    note("The pieces"),
    note(
        "A *GIPF-piece* is one disc. Two discs of one kind and colour are a *pair*. Any other disc alone is "
        "a *single*. Each of them counts as one piece.\n\n"
        "- While you have a GIPF-piece in reserve, you have to push it in. So the GIPF-pieces come first, "
        "and one that returns later goes in at once.\n"
        "- Otherwise you push in pairs, of any kind of which you have two discs."
    ),
    (
        Picture(
            f"c3=Bt,c4=Wtt,d4=Bz,d5=Wzz,e4=Bd,e5=Wdd,f4=By,f5=Wyy,g3=Bu,g4=Wuu,{GIPF_PIECES} w s {RESERVES}",
            note(
                "White pairs, from left to right: TAMSK, ZÈRTZ, DVONN, YINSH, PÜNCT. "
                "Below them are black singles."
            ),
        ),
    ),
)

TURN = Section(
    Topic.TURN,
    note("Your turn"),
    note(
        "Do one of two things:\n\n"
        "- *Push* a piece in from a dot, as in GIPF. Pieces in its way move on by one spot.\n"
        "- *Use* a ZÈRTZ-, DVONN-, YINSH- or PÜNCT-pair: its upper disc moves, the lower one stays as a "
        "single.\n\n"
        "A TAMSK-pair gives an extra move beside that. When all moves of a turn are made, you take your "
        "rows."
    ),
)

TAMSK = Section(
    Topic.SPECIAL,
    note("TAMSK: one more move"),
    note(
        "It works on the centre, e5. If your push brings your TAMSK-pair there, you get an extra move. Take "
        "the upper disc off and push it in from any dot. If your opponent has pushed the pair there, you "
        "make the extra move first and then your normal one.\n\n"
        "Use it or lose it: if you decline, the disc is out of the game."
    ),
    (
        Picture(
            f"e2=By,e3=Wz,e4=Wtt,{GIPF_PIECES} w s {RESERVES}",
            note("White's push brings the TAMSK-pair to the centre. Its upper disc then enters on the left."),
            play=("Ze1-e5", "+b4"),
        ),
    ),
)

ZERTZ = Section(
    Topic.SPECIAL,
    note("ZÈRTZ: a jump"),
    note(
        "It jumps in a straight line over one or more pieces without a gap, of any colour. It lands on the "
        "first empty spot behind them. Nothing is captured by the jump."
    ),
    (
        Picture(
            f"b3=Wzz,c4=Bg,d5=Wt,e6=Byy,{GIPF_PIECES} w s {RESERVES}",
            note("The upper disc jumps over three pieces. The lower one stays."),
            play=("Zb3>f6",),
        ),
    ),
)

YINSH = Section(
    Topic.SPECIAL,
    note("YINSH: a run"),
    note("It runs in a straight line over empty spots, as far as you like. It does not jump."),
    (
        Picture(
            f"d2=Wyy,d6=Bt,{GIPF_PIECES} w s {RESERVES}",
            note("The upper disc can go to every marked spot. The lower one stays."),
            targets=("b2", "c2", "d3", "d4", "d5", "e2", "e3", "f3", "g3", "h3", "i3"),
        ),
    ),
)

DVONN_AND_PUNCT = Section(
    Topic.SPECIAL,
    note("DVONN and PÜNCT: sit on it"),
    note(
        "The upper disc moves in a straight line to the first piece, near or far, and sits down on it. On "
        "top of that piece there must be an enemy disc of the same kind.\n\n"
        "The spot is yours as long as your disc is on top. What lies below has no effect until it is "
        "uncovered. Then a pair is a pair again and can be used."
    ),
    (
        Picture(
            f"b4=WdBd,d4=Wdd,d6=Bd,e4=Wt,f3=Bd,f5=Bdd,{GIPF_PIECES} w s {RESERVES}",
            note("White's DVONN-disc sits down on a black pair. It could also have gone to b4 or d6."),
            play=("Dd4>f5",),
            targets=("b4", "d6"),
        ),
    ),
)

ROWS = Section(
    Topic.SPECIAL,
    note("Rows"),
    note(
        "Four or more of your colour side by side are a row, with all pieces that continue it without a "
        "gap. You take it at the end of your turn, or at the start if your opponent's turn has made it.\n\n"
        "- GIPF-pieces and singles go.\n"
        "- Of a stack with a disc on enemy ones, only the top goes.\n"
        "- Pairs of either colour stay or go as a whole. You decide about each.\n\n"
        "The row has to be broken: go on until you have no four side by side. Your discs return to your "
        "reserve, enemy ones are captured. If a new row appears when something is uncovered, it is taken, "
        "too."
    ),
    (
        Picture(
            f"e2=Wzz,e3=Wz,e4=Wg,e5=Wy,e6=Byy,e7=By,{GIPF_PIECES} w s {RESERVES}",
            note("White has a row. White decides about the two pairs; the other pieces have to go."),
            targets=("e2", "e6"),
        ),
    ),
)

END = Section(
    Topic.END,
    note("The end"),
    note(
        "You win at once when you have captured the last of your opponent's GIPF-pieces. Your own ones "
        "return to your reserve if you take them.\n\n"
        "You lose when you have to move and cannot: nothing to push and no pair to use. There are no "
        "draws."
    ),
)

VERSIONS = Section(
    Topic.VERSIONS,
    note("The versions"),
    note(
        "There is one version, *standard*. You may agree on two things:\n\n"
        "- A turn begins with rows, then comes an extra move, if there is one. You may agree on the "
        "other order.\n"
        "- An extra move alone does not save you if you have no normal move. You may agree that it does."
    ),
)

POINTING = Section(
    Topic.POINTING,
    note("How to point"),
    note(
        "To push, choose a piece in your tray, then a dot, then the spot next to it. If there is only one "
        "kind of piece to push, you need not choose it.\n\n"
        "To use a pair, point at it and then at its goal. For a TAMSK extra move point at a dot and a spot, "
        "or press *Decline*.\n\n"
        "To take a row, point at it, then at the pairs that stay, then press *Take*."
    ),
)

RULEBOOK = Rulebook(
    note(
        "GIPF with pairs of five kinds. They jump, run, sit down on enemy pieces or give an extra move, "
        "each pair only once."
    ),
    (AIM, SETUP, PIECES, TURN, TAMSK, ZERTZ, YINSH, DVONN_AND_PUNCT, ROWS, END, VERSIONS, POINTING),
    TIPS,
)
