"""Gipfel: the games of the GIPF project, and the system that joins them.

>>> import gipfel
>>> p = gipfel.game("gipf", "standard").start()
>>> p = p.play("e1-e3")
>>> str(p)
'B2W/5/6/wW4B/6/5/B2W b 11/12 0/0 S s'
"""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, BinaryIO

from gipfel import project  # noqa: F401 - makes GIPF with potentials known
from gipfel.games.core import registry
from gipfel.games.core.board_access import BoardPiece
from gipfel.games.core.decision import Decision, LegalDecisions
from gipfel.games.core.game import Game
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Position
from gipfel.games.core.registry import game_names
from gipfel.games.core.replay import replay
from gipfel.games.core.side import BLACK, WHITE, Outcome, Side
from gipfel.games.core.story import PlayedContest, story
from gipfel.notation.collection import GameProblem, Place, games_in, read_collection
from gipfel.notation.errors import (
    GipfelError,
    IllegalDecision,
    MenuError,
    NotationError,
    NotYourTurn,
    OptionError,
    PositionError,
    RecordError,
    UnknownGame,
)
from gipfel.notation.record import Evaluation, Record, RecordTurn, read_record, write_record

if TYPE_CHECKING:
    from gipfel.arena.match import play_match
    from gipfel.project.menu.menu import Menu

__version__ = "0.1.0"

__all__ = [
    "BLACK",
    "WHITE",
    "BoardPiece",
    "Decision",
    "Evaluation",
    "Game",
    "GameProblem",
    "GipfelError",
    "IllegalDecision",
    "LegalDecisions",
    "MenuError",
    "NotYourTurn",
    "NotationError",
    "OptionError",
    "Outcome",
    "Place",
    "PlayedContest",
    "Playthrough",
    "Position",
    "PositionError",
    "Record",
    "RecordError",
    "RecordTurn",
    "Side",
    "UnknownGame",
    "game",
    "game_names",
    "games_in",
    "menu",
    "play_match",
    "read_collection",
    "read_record",
    "replay",
    "story",
    "write_collection",
    "write_record",
]


def game(name: str, version: str | None = None, **options: Any) -> Game:
    """A game in a version (the first one if none is named) with its options.

    Case and accents of its name do not matter: `PÜNCT` is `punct`. Raises UnknownGame or OptionError.
    """
    return registry.game(registry.known_name(name), version, **options)


def menu(source: str | os.PathLike[str]) -> "Menu":
    """The menu in a TOML text or file: what two players agreed on. Raises MenuError."""
    from gipfel.project.menu.menu import menu

    return menu(source)


def write_collection(target: str | os.PathLike[str] | BinaryIO, records: Iterable[Record]) -> int:
    """Write many records to a file, and return how many there were.

    The ending of the name decides the format: `.gipfel` or `.txt` for records, `.jsonl`, `.parquet`,
    `.arrow`; texts with `.gz` behind it are compressed. The file is written completely or not at all. An open
    binary file gets records. Raises RecordError.
    """
    from gipfel.notation.collection_writer import write_collection

    return write_collection(target, records)


def __getattr__(name: str) -> object:
    """Names that need more than the games; what they need is imported when one of them is first used."""
    if name == "play_match":
        from gipfel.arena.match import play_match

        return play_match
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
