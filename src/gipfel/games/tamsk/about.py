"""What the program says and knows about TAMSK."""

import re

from gipfel.draw.theme import Accent, Accents
from gipfel.games.core.about import MEDIUM, About, Button, Cover, OptionWords, ShortGame, VersionWords
from gipfel.games.core.editing import Grid
from gipfel.games.core.level_settings import listed_levels
from gipfel.games.core.search_tuning import USUAL
from gipfel.locale import note, say_many


def lead(number: int) -> str:
    """A lead in rings."""
    return say_many("{n} ring", "{n} rings", number)


TERMINAL_HELP = note(
    """\
  a1-a2+ or a1a2+   move, with a ring (without the plus: without)
  @d4+              bring in a glass       a1~ ~a2+ ~x   grab, place, put back
  + - ^             ring, no ring, steal   *d4 !         bonus ring, turn timer
On the board o2 are two rings, # is full. Behind a glass stand its rings, x if
it is lost, ~ if it is held, ? if a ring may still fall."""
)

ABOUT = About(
    order=7,
    versions={
        "level1": VersionWords(
            note("level 1"), note("In turns and without time: the glasses are plain pieces.")
        ),
        "level2": VersionWords(
            note("level 2"), note("The sand runs: a glass that is empty stays where it is.")
        ),
        "level3": VersionWords(note("level 3"), note("The sand runs, and a 15-second timer hurries you on.")),
    },
    options={
        "start": OptionWords(
            note("Where the glasses begin"),
            note("On the corners, or in your hand to be placed where you like."),
            {"corners": note("On the corners"), "hand": note("In the hand")},
        ),
        "stagnation": OptionWords(
            note("Turns without a ring"),
            note("The game ends after this number of turns in a row without a new ring."),
        ),
        "full_entry": OptionWords(
            note("Entering a full space"),
            note("What becomes of somebody who tries it."),
            {"reject": note("Not possible"), "lose": note("Loses the game")},
        ),
        "glass": OptionWords(
            note("Glass"), note("How long the sand of a glass runs, in seconds."), unit="ms"
        ),
        "ring_window": OptionWords(
            note("Time for the ring"),
            note("How long you may drop your ring after a move before it can be stolen, in seconds."),
            unit="ms",
        ),
        "timer": OptionWords(note("Timer"), note("How long the timer runs, in seconds."), unit="ms"),
        "timer_side": OptionWords(
            note("Side of the timer"),
            note("Where the timer stands beside the board."),
            {"right": note("Right"), "left": note("Left")},
        ),
    },
    buttons=(
        Button(note("pass"), note("Pass")),
        Button(note("ring"), note("With a ring")),
        Button(note("no ring"), note("Without a ring")),
        Button(note("steal"), note("Steal a ring")),
        Button(note("grab"), note("Lift the glass")),
        Button(note("put back"), note("Put it back")),
        Button(note("timer"), note("Turn the timer")),
        Button(note("bonus"), note("Bonus ring")),
        Button(note("resign"), note("Resign")),
        Button(note("wait"), note("Wait")),
    ),
    cover=Cover(
        "level2",
        "T2 1r{130000}001b{95000}/02101/1202r{42000}20/112b{158000}2211/022111/11r{78000}02b{21000}1/1001 "
        "13.13 0.0 r - 0 @240000 - -",
        (0.1, 0.1, 4.6),
    ),
    difficulty=MEDIUM,
    accent=Accents(Accent(line="#877046", box="#836c46"), Accent(line="#d8c49c", box="#d8c49c")),
    editor=Grid(field=1, token=re.compile(r"[0-9](?:[a-z](?:\{[^}]*\})?)?"), empty="0"),
    lead=lead,
    length=70,
    levels=listed_levels((950, 680, 180), (170, 530, 2000, 7600, 37_000, 190_000)),
    tuning=USUAL,
    terminal_help=TERMINAL_HELP,
    short_game=ShortGame("level1", prefer="button ring"),
)
