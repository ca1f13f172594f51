"""What the program says and knows about one game, besides its rules, texts and pictures.

A game's folder may have a module `about` with `ABOUT = About(...)`. Every field has a default, so a game says
only what is special to it, and a game without that module works, too. Texts that players read are notes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from gipfel.draw.theme import COPPER, Accents
from gipfel.games.core.editing import EditorForm
from gipfel.games.core.level_settings import LevelSettings
from gipfel.games.core.options import Option, Value
from gipfel.games.core.search_tuning import FORMER, SearchTuning
from gipfel.locale import say_many

EASY, MEDIUM, DEMANDING = 1, 2, 3
"""How hard the first games are."""

DEEP, WIDE, PLAYOUTS = "deep", "wide", "playouts"
"""The searches: as deep as possible with alpha and beta, best first, or by random games (UCT)."""

LAST = 1000
"""The order of games that do not belong to the series."""


@dataclass(frozen=True, slots=True)
class VersionWords:
    """How a version is presented to players."""

    name: str
    """In the title of a table: `GIPF · basic`."""
    summary: str = ""
    """How it differs from the others, in one line."""
    title: str = ""
    """In a list of all versions, if that differs from the name."""


@dataclass(frozen=True, slots=True)
class OptionWords:
    """How an option is presented to players."""

    title: str
    explanation: str
    """A sentence or a question."""
    values: Mapping[Value, str] = field(default_factory=dict)
    unit: str = ""
    """`ms` for times; the page shows seconds."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button beside the board: the targets of the kind `button`."""

    name: str
    """The name of the target, which sentences also use: `take`."""
    text: str = ""
    """What is written on the button, if that differs: `Take`."""


@dataclass(frozen=True, slots=True)
class Cover:
    """A moment of a game that shows what the game is."""

    version: str
    position: str
    close_up: tuple[float, float, float] | None = None
    """The part of the board to show: its centre and its width, in units of the board; all of it if None."""


@dataclass(frozen=True, slots=True)
class ShortGame:
    """How a complete game can be played quickly; used by tests that play in a browser."""

    version: str = ""
    """The version that ends soonest; the first one if none is named."""
    prefer: str = ""
    """What is pointed at first where possible: a kind of target, or a target such as `button ring`."""


def points(number: int) -> str:
    """A lead in a game that defines no unit for it."""
    return say_many("{n} point", "{n} points", number)


@dataclass(frozen=True, kw_only=True)
class About:
    """What the program says and knows about one game."""

    order: int = LAST
    """The place of the game in the series, and so in every list; games without one follow by title."""
    summary: str = ""
    """The game in a sentence or two, if it has no rulebook; a rulebook has its own."""
    versions: Mapping[str, VersionWords] = field(default_factory=dict)
    options: Mapping[str, OptionWords] = field(default_factory=dict)
    buttons: tuple[Button, ...] = ()
    cover: Cover | None = None
    """The picture on the start page; the start position if there is none."""
    difficulty: int = 0
    """EASY, MEDIUM or DEMANDING; 0 if nobody has said."""
    first: bool = False
    """Is this the game to begin with?"""
    accent: Accents = COPPER
    """The colour of the game."""
    editor: EditorForm | None = None
    """How the position editor changes a position text; without it positions are edited as text."""
    lead: Callable[[int], str] = points
    """A number as a phrase that says what a lead is: `2 rings`."""
    levels: tuple[LevelSettings, ...] = ()
    """The levels of the engine from the lowest up, without the highest; empty for the usual ones."""
    search: str = ""
    """DEEP, WIDE or PLAYOUTS; by default DEEP, or PLAYOUTS if the game has no evaluation."""
    tuning: SearchTuning = FORMER
    """Which techniques the search uses, and how much."""
    opening_turns: int = 2
    """The number of random turns at the start of a game in the arena, so that games differ."""
    opening_turns_of: Mapping[str, int] = field(default_factory=dict)
    """The same for single versions."""
    length: int = 60
    """About how many turns of both sides a game has; an engine with a clock divides its time by them."""
    measured: str = ""
    """The version in which the strength of levels is measured; the first one if none is named."""
    score_against_uct: float = 0.75
    """The score that the highest level should reach against plain tree search."""
    terminal_help: str = ""
    """For a game with time: how decisions are typed at a terminal, in a few lines of up to 80 letters."""
    composed: bool = False
    """Are the options chosen by composing an evening, and not on the start page?"""
    short_game: ShortGame = ShortGame()

    def version_name(self, version: str) -> str:
        """What players call a version, in English: a note if the game has words for it."""
        words = self.versions.get(version)
        return version if words is None else words.name

    def option_words(self, option: Option) -> OptionWords:
        """How an option is presented; with its own name and help if the game has no words for it."""
        return self.options.get(option.name) or OptionWords(option.name.replace("_", " "), option.explanation)

    def turns_to_open(self, version: str) -> int:
        """The number of random turns at the start of a game of a version in the arena."""
        return self.opening_turns_of.get(version, self.opening_turns)
