"""What the program says and knows about GIPF."""

from gipfel.games.core.about import MEDIUM, About, Button, Cover, OptionWords, ShortGame, VersionWords
from gipfel.games.core.editing import Grid
from gipfel.games.core.level_settings import listed_levels
from gipfel.games.core.options import Value
from gipfel.games.core.search_tuning import USUAL
from gipfel.locale import note, say_many

HANDICAP: dict[Value, str] = {0: note("No extra pieces"), 1: note("One"), 2: note("Two"), 3: note("Three")}


def lead(number: int) -> str:
    """A lead in discs."""
    return say_many("{n} disc", "{n} discs", number)


ABOUT = About(
    order=1,
    versions={
        "basic": VersionWords(note("basic"), note("Single pieces only. The place to begin.")),
        "standard": VersionWords(
            note("standard"), note("Three double GIPF-pieces each: who loses all of them loses the game.")
        ),
        "tournament": VersionWords(
            note("tournament"),
            note("An empty board: each player decides how many GIPF-pieces to bring in."),
        ),
    },
    options={
        "extra_white": OptionWords(
            note("Extra pieces for White"), note("A head start for the weaker player."), HANDICAP
        ),
        "extra_black": OptionWords(
            note("Extra pieces for Black"), note("A head start for the weaker player."), HANDICAP
        ),
    },
    buttons=(Button(note("take"), note("Take")), Button(note("leave"), note("Leave it"))),
    cover=Cover("standard", "b1wb/bBB1W/W1b3/wwbwwwB/ww2W1/ww3/bww1 w 0/6 0/0 S e", (0.5, -0.9, 7.2)),
    difficulty=MEDIUM,
    editor=Grid(),
    lead=lead,
    length=120,
    levels=listed_levels((1000, 440, 120), (120, 220, 520, 1050, 2400, 5200)),
    tuning=USUAL,
    opening_turns=4,
    score_against_uct=0.9,
    short_game=ShortGame("basic"),
)
