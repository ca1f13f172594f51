"""Gipfel: the games of the GIPF project, and the system that joins them.

>>> import gipfel
>>> p = gipfel.game("gipf", "standard").start()
>>> p = p.play("e1-e3")
>>> str(p)
'B2W/5/6/wW4B/6/5/B2W b 11/12 0/0 S s'
"""

from gipfel.games.game import Game
from gipfel.games.playthrough import Playthrough
from gipfel.games.position import Decision, Position
from gipfel.games.registry import game, games
from gipfel.games.replay import replay
from gipfel.games.side import BLACK, WHITE, Outcome, Side
from gipfel.notation.errors import (
    GipfelError,
    IllegalDecision,
    NotationError,
    OptionError,
    PositionError,
    RecordError,
    UnknownGame,
)
from gipfel.notation.record import Record, read_record, write_record

__version__ = "0.1.0"

__all__ = [
    "BLACK",
    "WHITE",
    "Decision",
    "Game",
    "GipfelError",
    "IllegalDecision",
    "NotationError",
    "OptionError",
    "Outcome",
    "Playthrough",
    "Position",
    "PositionError",
    "Record",
    "RecordError",
    "Side",
    "UnknownGame",
    "game",
    "games",
    "read_record",
    "replay",
    "write_record",
]
