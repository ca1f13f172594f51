"""The rulebook of TAMSK."""

from gipfel.games.core.rulebook import Picture, Rulebook, Section, Topic
from gipfel.games.tamsk.tips import TIPS
from gipfel.locale import note

LEVEL1, LEVEL2, LEVEL3 = "level1", "level2", "level3"
TIMED = (LEVEL2, LEVEL3)

AIM = Section(
    Topic.AIM,
    note("The aim"),
    note(
        "Get rid of your rings. Each player starts with 32 rings and drops them on the board while moving "
        "hourglasses. When nobody can move any more, the player with fewer rings left wins.\n\n"
        "So keep your own glasses mobile, and shut the other ones in."
    ),
)

SETUP = Section(
    Topic.SETUP,
    note("Before you start"),
    note(
        "Three red and three black glasses stand on the corners of the board, in turns. Red begins.\n\n"
        "A space holds a limited number of rings: one at the edge, then two, then three, and four in the "
        "centre. With that number it is *full*. Rings are never removed, and nobody owns them once they are "
        "dropped.\n\n"
        "You may also agree to start with the glasses in hand. Then your first three turns bring them in, "
        "each on any space that is not full and holds no glass."
    ),
    (
        Picture(
            "T1 0r000b/00000/000000/0b000000r/000000/00000/0r000b 32.32 0.0 r - 0",
            note("The start. The lines separate the spaces for one, two, three and four rings."),
            version=LEVEL1,
        ),
    ),
)

TURN = Section(
    Topic.TURN,
    note("Your turn"),
    note(
        "Move one of your glasses to a space next to it. There must be no glass on it, and it must not be "
        "full. Then you may drop one of your rings there. The ring is not compulsory, but you will want "
        "it.\n\n"
        "If you have no rings left, you go on moving without them."
    ),
    (
        Picture(
            "T1 0000b/01r000/000000/0b000000r/000000/00000/0r000b 31.32 0.0 b - 0",
            note("Black moves from a corner to the space next to it, and drops a ring there."),
            play=("a4-b4+",),
            version=LEVEL1,
        ),
        Picture(
            "T1 0r000b/00000/0000r00/0b004000/000000/00000/0r000b 30.30 0.0 r - 0",
            note(
                "The centre is full with its four rings. The red glass beside it has five other ways to go."
            ),
            targets=("b3", "b4", "c3", "c5", "d5"),
            version=LEVEL1,
        ),
    ),
)

STEALING_BY_TURNS = Section(
    Topic.SPECIAL,
    note("Stealing a ring"),
    note(
        "If your opponent has moved without dropping a ring, you may *steal* the chance. Before you move, "
        "drop one of your own rings on that space. This is possible in your very next turn only. Then you "
        "move as usual, with another ring if you like."
    ),
    (
        Picture(
            "T1 0000b/00r000/000000/0b000000r/000000/00000/0r000b 32.32 0.0 b b2 1",
            note("Red has dropped no ring. Black steals the place, and also drops a ring after moving."),
            play=("^a4-b5+",),
            version=LEVEL1,
        ),
    ),
    (LEVEL1,),
)

PASSING = Section(
    Topic.SPECIAL,
    note("Passing"),
    note(
        "If none of your glasses can move, you pass; you may still steal before that. As soon as you can "
        "move, you have to."
    ),
    versions=(LEVEL1,),
)

SAND = Section(
    Topic.SPECIAL,
    note("The sand"),
    note(
        "Each glass runs for three minutes. At first all sand lies below. A glass is turned over whenever "
        "it is put down, and from then on its sand runs.\n\n"
        "Think before you turn. A glass that has run for 30 seconds has just 30 seconds left afterwards. "
        "One that has run for two and a half minutes gets two and a half minutes.\n\n"
        "When the sand has run through, the glass is *lost*. It stays where it is and blocks the space for "
        "good.\n\n"
        "Your first three moves must use three different glasses, as far as they can move. If you cannot "
        "move at all, you are passed over."
    ),
    (
        Picture(
            "T2 001r{2000}1b{90000}/00000/000000/0b{80000}000001r{170000}/000000/00000/0r{160000}001b{70000} "
            "30.30 0.0 r - 0 @50000 - -",
            note("Before: the red glass at the left edge has only two seconds left."),
            version=LEVEL2,
        ),
        Picture(
            "T2 001r{2000}1b{90000}/00000/000000/0b{80000}000001r{170000}/000000/00000/0r{160000}001b{70000} "
            "30.30 0.0 r - 0 @50000 - -",
            note("After: moved and turned over just in time, it runs for two minutes and 58 seconds."),
            play=("a3-a2+",),
            version=LEVEL2,
        ),
    ),
    TIMED,
)

RING_WINDOW = Section(
    Topic.SPECIAL,
    note("The ring window"),
    note(
        "You drop your ring with the move, or within three seconds after it. If you do not, or if you "
        "decline, your opponent has three seconds to *steal* and drop a ring there.\n\n"
        "But nobody has to wait. As soon as your glass is put down, your opponent may go on. Whoever takes "
        "up a glass gives up the chance to steal."
    ),
    versions=TIMED,
)

TIMER = Section(
    Topic.SPECIAL,
    note("The 15-second timer"),
    note(
        "Beside the board stands a small timer. Only the player who is *not* on turn may turn it, and only "
        "when it is empty. It then presses the player on turn.\n\n"
        "If it runs out before you put your glass down, your turn is forfeited. Your opponent is on turn "
        "and earns a *bonus ring*. Within three seconds after moving they may drop an extra ring on any "
        "space that is not full.\n\n"
        "If you were holding a glass, you are late. You may still put it down until your opponent has put "
        "down theirs. If you moved in time, the timer runs out without effect."
    ),
    (
        Picture(
            "T3 0r{i}01b{179000}0/00000/000000/0b{i}001000r{i}/000000/00000/0r{i}000b{i} 32.30 0.0 r - 0 "
            "@17000 12000:r -",
            note("Black has turned the timer. Red has twelve seconds left to move."),
            version=LEVEL3,
        ),
    ),
    (LEVEL3,),
)

ENDS = (
    Section(
        Topic.END,
        note("The end"),
        note(
            "The game ends when nobody can move or steal. It also ends after 40 turns in a row without a "
            "ring. Whoever has fewer rings left wins; with equal numbers it is a tie."
        ),
        (
            Picture(
                "T1 101b1/12221/123321/1233321r/123321r/12221r/1b1b11 1.1 0.0 b - 1",
                note("Black drops the last ring on the last space that can be entered, and wins 0 to 1."),
                play=("a3-a2+",),
                version=LEVEL1,
            ),
        ),
        (LEVEL1,),
    ),
    Section(
        Topic.END,
        note("The end"),
        note(
            "The game ends when nobody can move and no ring may fall any more. It also ends when 40 times "
            "in a row a ring was not dropped. Whoever has fewer rings left wins.\n\n"
            "With equal numbers time decides: the player whose last glass runs longest wins, then the last "
            "but one, and so on. Only if all of that is equal it is a tie."
        ),
        versions=TIMED,
    ),
)

VERSIONS = Section(
    Topic.VERSIONS,
    note("The levels"),
    note(
        "- *Level 1*: turn by turn, without time. The glasses are plain pieces.\n"
        "- *Level 2*: the sand runs. A glass that runs out is lost.\n"
        "- *Level 3*: as level 2, and the 15-second timer drives you on."
    ),
)

POINTING = Section(
    Topic.POINTING,
    note("How to point"),
    note(
        "Point at one of your glasses, then at the space it goes to. Then press *With a ring* or *Without a "
        "ring*. A glass in your hand need not be pointed at: just point at the space."
    ),
)

POINTING_BY_TURNS = Section(
    Topic.POINTING,
    note("Stealing and passing"),
    note("To steal, press *Steal a ring* before you point at your glass. If you cannot move, press *Pass*."),
    versions=(LEVEL1,),
)

POINTING_IN_TIME = Section(
    Topic.POINTING,
    note("In a hurry"),
    note(
        "You can also take a glass up first: press *Lift the glass* and point at it. Then point at the "
        "space, or press *Put it back*. After a move without a ring, *With a ring* still drops it and "
        "*Without a ring* declines it. To steal, press *Steal a ring*."
    ),
    versions=TIMED,
)

POINTING_AT_THE_TIMER = Section(
    Topic.POINTING,
    note("The timer and the bonus"),
    note(
        "To turn the timer, press *Turn the timer* or point at it. For a bonus ring press *Bonus ring*, "
        "then point at a space."
    ),
    versions=(LEVEL3,),
)

RULEBOOK = Rulebook(
    note("Move your hourglasses, drop your rings, and do not let the board or the sand stop you."),
    (
        AIM,
        SETUP,
        TURN,
        STEALING_BY_TURNS,
        PASSING,
        SAND,
        RING_WINDOW,
        TIMER,
        *ENDS,
        VERSIONS,
        POINTING,
        POINTING_BY_TURNS,
        POINTING_IN_TIME,
        POINTING_AT_THE_TIMER,
    ),
    TIPS,
)
