"""The rulebook of project games: GIPF with potentials, and the contests for them."""

from gipfel.games.core.rulebook import Picture, Rulebook, Section, Topic
from gipfel.locale import note
from gipfel.project.potentials.tips import TIPS

TAMSK6, ONE_KIND, TWELVE, ULTIMATE = "tamsk6", "one-kind", "twelve", "ultimate"
DICE, ONE_SHOT, EVENING, ODYSSEY, MENU = "dice", "one-shot", "evening", "odyssey", "menu"
ALL_KINDS = (ULTIMATE, DICE, ODYSSEY)

PLAYERS = "W:10//B B:10//B 0/0"

AIM = Section(
    Topic.AIM,
    note("The aim"),
    note(
        "This is GIPF with more power. You push pieces in, line up four of your colour and take them back. "
        "New are the *potentials*: small discs on top of your pieces. Each can do something special, "
        "once.\n\n"
        "You win when your opponent has no GIPF-piece left on the board, or has no move left. A potential "
        "can be tied to another game. Then you have to earn its use."
    ),
)

SETUP_TITLE = note("Before you start")

SETUPS = (
    Section(
        Topic.SETUP,
        SETUP_TITLE,
        note(
            "The board is empty. Each player has 18 basic pieces in reserve and six TAMSK-potentials waiting."
        ),
        versions=(TAMSK6,),
    ),
    Section(
        Topic.SETUP,
        SETUP_TITLE,
        note(
            "The board is empty. Each player has 18 basic pieces in reserve and six potentials of one kind "
            "waiting: ZÈRTZ, if you choose no other."
        ),
        versions=(ONE_KIND,),
    ),
    Section(
        Topic.SETUP,
        SETUP_TITLE,
        note(
            "The board is empty. Each player has 18 basic pieces in reserve and twelve potentials waiting. "
            "They are of two kinds, six each: TAMSK and ZÈRTZ, if you choose no others."
        ),
        versions=(TWELVE,),
    ),
    Section(
        Topic.SETUP,
        SETUP_TITLE,
        note(
            "The board is empty. Each player has 21 basic pieces in reserve and three potentials of each "
            "of the five kinds waiting."
        ),
        versions=ALL_KINDS,
    ),
    Section(
        Topic.SETUP,
        SETUP_TITLE,
        note(
            "The board is empty. Each player has 18 basic pieces in reserve and six ZÈRTZ-potentials "
            "waiting. Each player has one challenge."
        ),
        versions=(ONE_SHOT,),
    ),
    Section(
        Topic.SETUP,
        SETUP_TITLE,
        note(
            "The board is empty. Each player has 18 basic pieces in reserve, and three TAMSK- and three "
            "ZÈRTZ-potentials waiting."
        ),
        versions=(EVENING,),
    ),
    Section(
        Topic.SETUP,
        SETUP_TITLE,
        note(
            "Your menu says what you have agreed on: which GIPF, how many basic pieces, which potentials, "
            "and which links. Of a kind that is used there are three to six a player. On top of basic GIPF "
            "there are no GIPF-pieces: you lose only when you have no move."
        ),
        versions=(MENU,),
    ),
)

PIECES = Section(
    Topic.SETUP,
    note("The pieces"),
    note(
        "Two basic pieces on top of each other are a *GIPF-piece*. A basic piece with a potential on top "
        "is a *loaded piece*. Every stack counts as one piece, and its top gives the colour.\n\n"
        "Bring your pieces in, in this order, with White beginning:\n\n"
        "- first GIPF-pieces, at least one, each from two basic pieces;\n"
        "- then loaded pieces, of any kinds;\n"
        "- then basic pieces.\n\n"
        "There is no way back. Your first basic piece sends all your waiting potentials out of the game. "
        "If you have agreed on standard or basic GIPF, the corners are occupied already, and you begin "
        "with loaded pieces."
    ),
    (
        Picture(
            f"c3=Wpt,d4=Wpz,e5=Wpd,f5=Wpy,g5=Wpu,e2=Wpp,e8=Bpp b m {PLAYERS}",
            note("Loaded pieces, from left to right: TAMSK, ZÈRTZ, DVONN, YINSH, PÜNCT."),
            version=ULTIMATE,
        ),
    ),
)

TURN = Section(
    Topic.TURN,
    note("Your turn"),
    note(
        "Do one of two things:\n\n"
        "- *Push* a piece in from a dot, as in GIPF. Pieces in its way move on by one spot.\n"
        "- *Use* a ZÈRTZ-, DVONN-, YINSH- or PÜNCT-potential of yours that lies on top. The basic piece "
        "below it stays behind.\n\n"
        "A TAMSK-potential gives an extra move beside that. When all moves of a turn are made, rows are "
        "taken."
    ),
)

TAMSK = Section(
    Topic.SPECIAL,
    note("TAMSK: one more move"),
    note(
        "It works on the centre, e5. If your push brings your TAMSK-loaded piece there, you get an extra "
        "move. Take the potential off and push it in from any dot, as a piece of its own. If your opponent "
        "has pushed it there, you make the extra move first and then your normal one.\n\n"
        "Use it or lose it: if you decline, the potential is out of the game."
    ),
    (
        Picture(
            f"e2=Bp,e3=Wp,e4=Wpt,h5=Wpp,h2=Bpp w m {PLAYERS}",
            note(
                "White's push brings the loaded piece to the centre. Its potential then enters on the left."
            ),
            play=("e1-e2", "+a3-b4"),
            version=ULTIMATE,
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
            f"b3=Wpz,c4=Bpp,d5=Wp,e6=Bpy,e2=Wpp w m {PLAYERS}",
            note("White's ZÈRTZ-potential jumps over three pieces. The basic piece stays."),
            play=("Zb3>f6",),
            version=ULTIMATE,
        ),
    ),
)

YINSH = Section(
    Topic.SPECIAL,
    note("YINSH: a run"),
    note("It runs in a straight line over empty spots, as far as you like. It does not jump."),
    (
        Picture(
            f"d2=Wpy,d6=Bp,h5=Wpp,h2=Bpp w m {PLAYERS}",
            note("White's YINSH-potential runs up to the black piece."),
            play=("Yd2>d5",),
            version=ULTIMATE,
        ),
    ),
)

DVONN = Section(
    Topic.SPECIAL,
    note("DVONN: sit on it"),
    note(
        "It jumps onto an enemy piece beside it: a basic piece, or anything with a DVONN-potential on top. "
        "The stack is yours as long as you are on top. What lies below has no effect until it is uncovered."
    ),
    (
        Picture(
            f"c3=Wpd,d4=Bp,h5=Wpp,h2=Bpp w m {PLAYERS}",
            note("White's DVONN-potential sits on a black piece. The spot now counts as white."),
            play=("Dc3>d4",),
            version=ULTIMATE,
        ),
    ),
)

PUNCT = Section(
    Topic.SPECIAL,
    note("PÜNCT: against PÜNCT and GIPF"),
    note(
        "It jumps onto an enemy piece beside it that is loaded with PÜNCT. A used PÜNCT-potential of the "
        "enemy is a goal too if it lies on a PÜNCT-potential of your own. Against a GIPF-piece you "
        "choose:\n\n"
        "- *Neutralise*: the upper disc is captured, and your potential takes its place.\n"
        "- *Convert*: both discs are captured, and two basic pieces of your reserve become a GIPF-piece "
        "there. The potential is out of the game."
    ),
    (
        Picture(
            f"c3=Wpu,d4=Bpp,h5=Wpp,h2=Bpp w m {PLAYERS}",
            note("A black GIPF-piece is neutralised: White has captured one disc and sits on the other."),
            play=("Pc3>d4=N",),
            version=ULTIMATE,
        ),
    ),
)

ROWS = Section(
    Topic.SPECIAL,
    note("Rows"),
    note(
        "Four or more of one colour side by side are a row, with all pieces that continue it without a "
        "gap. The player who moved takes rows first, then the opponent, in the same turn.\n\n"
        "- Basic pieces go. So do used potentials that stand alone.\n"
        "- Of a stack with a used DVONN- or PÜNCT-potential on an enemy piece, only the top goes.\n"
        "- GIPF-pieces and loaded pieces of either colour stay or go as a whole. The owner of the row "
        "decides about each.\n\n"
        "The row has to be broken, unless it is made of GIPF-pieces alone. Your basic pieces return to "
        "your reserve, enemy ones are captured. A potential that leaves the board never comes back. If a "
        "new row appears when something is uncovered, it is taken as well."
    ),
    (
        Picture(
            f"e2=Wpz,e3=Wp,e4=Wp,e5=Bpy,b5=Wpp,b2=Bpp w m {PLAYERS}",
            note("White has a row. White decides about the two loaded pieces; the basic pieces have to go."),
            play=("e1-e2",),
            targets=("e3", "e6"),
            version=ULTIMATE,
        ),
    ),
)

CONTESTS = Section(
    Topic.SPECIAL,
    note("Links and contests"),
    note(
        "A kind of potential can have a *link*: to a game, a die, a coin, cards, or anything you play "
        "elsewhere. To use such a potential you first win its *contest*:\n\n"
        "- You announce your whole move. It binds you.\n"
        "- The contest is played. The GIPF board waits meanwhile.\n"
        "- If you win, the move is made. If you lose or tie, the potential leaves the game. Its basic "
        "piece stays, and you make another move.\n\n"
        "With a die or cards the higher one wins. With a coin you call heads or tails. For a game, lots "
        "decide who begins the first time, and then you take turns. To resign a contest is to lose it, not "
        "the whole game; both of you may agree on a tie. At a table with a clock a linked game has one of "
        "its own, with half the minutes.\n\n"
        "You may agree on *challenges* instead, as in *With dice* and *One challenge*. Then your opponent "
        "allows a use or challenges it, and only a challenge leads to a contest. Challenges are counted, and "
        "a tie is enough for you.\n\n"
        "Each of you may have other potentials, links and challenges than the other one. What you play "
        "elsewhere one of you reports, and the other confirms it. If you disagree, the report is withdrawn, "
        "or both of you agree to play again or to let a coin decide."
    ),
    (
        Picture(
            f"c3=Wpz,d4=Bp,h5=Wpp,h2=Bpp w m {PLAYERS} budget:*/*",
            note("White has announced a jump. Black may allow it, or ask for the dice."),
            play=("Zc3>e5",),
            version=DICE,
        ),
    ),
)

END = Section(
    Topic.END,
    note("The end"),
    note(
        "You lose at once when you have no GIPF-piece left on the board. One that is covered or converted "
        "does not count. If one row takes the last ones of both players, the player who takes it wins.\n\n"
        "You also lose when it is your turn and you have no move: nothing to push and no potential to use. "
        "An empty reserve alone does not lose. There are no draws."
    ),
    versions=(TAMSK6, ONE_KIND, TWELVE, ONE_SHOT, EVENING, MENU),
)

ULTIMATE_END = Section(
    Topic.END,
    note("The end"),
    note(
        "You lose when you have neither a GIPF-piece on the board nor a basic piece in reserve. One that is "
        "covered or converted does not count, and a potential that you could use does not help. You look "
        "when a turn is over and all rows are dealt with. If it holds for both players, the player whose "
        "turn it was wins.\n\n"
        "You also lose when it is your turn and you have no move: nothing to push and no potential to use. "
        "There are no draws."
    ),
    versions=ALL_KINDS,
)

VERSIONS = Section(
    Topic.VERSIONS,
    note("The versions"),
    note(
        "- *Six TAMSK*: six TAMSK-potentials each.\n"
        "- *One kind*: six of one kind.\n"
        "- *Twelve*: six each of two kinds.\n"
        "- *Ultimate GIPF*: 21 basic pieces, three of every kind.\n"
        "- *With dice*: Ultimate GIPF, and every use can be challenged with a die, without limit.\n"
        "- *One challenge*: six ZÈRTZ-potentials, each linked to a game of ZÈRTZ, and one challenge each.\n"
        "- *An evening*: three TAMSK- and three ZÈRTZ-potentials; to use one, you first win its game.\n"
        "- *Odyssey*: Ultimate GIPF, and to use a potential you first win the game of its name.\n"
        "- *From nothing*: whatever you agree on.\n\n"
        "Without a link a potential is free."
    ),
)

POINTING = Section(
    Topic.POINTING,
    note("How to point"),
    note(
        "To push, choose a piece in your tray, then a dot, then the spot next to it. If there is only one "
        "kind of piece to push, you need not choose it.\n\n"
        "To use a potential, point at it and then at its goal. With PÜNCT against a GIPF-piece press "
        "*Neutralise* or *Convert*. For a TAMSK extra move point at a dot and a spot, or press "
        "*Decline*.\n\n"
        "To take a row, point at it, then at the pieces that stay, then press *Take*. A row that may stand "
        "can be left with *Leave it*. To answer an announcement, press *Allow it* or *Challenge*. In a "
        "contest point as in that game, or press the buttons of a coin or a report."
    ),
)

RULEBOOK = Rulebook(
    note("GIPF, in which pieces carry powers from the other games, and a power may have to be won first."),
    (
        AIM,
        *SETUPS,
        PIECES,
        TURN,
        TAMSK,
        ZERTZ,
        YINSH,
        DVONN,
        PUNCT,
        ROWS,
        CONTESTS,
        END,
        ULTIMATE_END,
        VERSIONS,
        POINTING,
    ),
    TIPS,
)
