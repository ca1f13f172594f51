"""Exports of a table: its record, and pictures."""

import logging
import sys
from enum import Enum
from importlib.util import find_spec
from subprocess import SubprocessError, run
from typing import NamedTuple, TypeVar

from gipfel.draw.theme import BoardTheme, Theme
from gipfel.games.core.shown import marks_of_last_turn
from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.notation.record import write_record
from gipfel.server.analyses.trees import with_tree
from gipfel.server.contract.analysis import AnalysisTree
from gipfel.server.views import png
from gipfel.table.table import Table

LOG = logging.getLogger("gipfel.server")

Kind = TypeVar("Kind", bound=Enum)

TIMEOUT = 30
"""Seconds for one picture."""


class PictureUnavailable(GipfelError):
    """The library for this kind of picture is not installed or does not work."""


def record_text(table: Table, tree: AnalysisTree | None = None) -> str:
    """The game as a record, perhaps with an analysis. Raises GipfelError."""
    record = table.record()
    return write_record(record if tree is None else with_tree(record, table.play, tree))


class PictureQuery(NamedTuple):
    """Which picture of a table is wanted."""

    at: int | None
    """After how many decisions; None means all of them."""
    theme: str
    board: str
    letters: bool


def svg_text(table: Table, query: PictureQuery) -> str:
    """The table as a picture. Raises GipfelError."""
    theme, board = known_look(Theme, query.theme, "theme"), known_look(BoardTheme, query.board, "board theme")
    at = table.number if query.at is None else query.at
    position = table.position_at(at)
    marks = marks_of_last_turn(table.play.decisions[:at], position)
    return position.svg(*marks, theme=theme, board=board, letters=query.letters)


def known_look(kind: type[Kind], name: str, what: str) -> Kind:
    """The member of an enumeration with a name. Raises GipfelError."""
    names = [known.value for known in kind]
    if name not in names:
        raise GipfelError(f"there is no {what} {name[:40]!r}; there are {' and '.join(names)}")
    return kind(name)


def png_bytes(table: Table, query: PictureQuery) -> bytes:
    """The same as PNG. Raises GipfelError."""
    text = svg_text(table, query)
    if find_spec("resvg_py") is None:
        raise PictureUnavailable(
            say("For PNG pictures install resvg-py (pip install 'gipfel[png]'), or take the SVG.")
        )
    return run_program(png.__file__, text.encode(), TIMEOUT)


def run_program(file: str, given: bytes, seconds: float) -> bytes:
    """What a program makes of its input, in a process of its own. Raises PictureUnavailable."""
    # With -P the folder of that file is not searched for modules.
    program = [sys.executable, "-P", file]
    try:
        drawn = run(program, input=given, capture_output=True, timeout=seconds, check=True)
    except (OSError, SubprocessError) as error:
        LOG.warning("no picture: %s", error)
        raise PictureUnavailable(
            say("The picture could not be drawn; take the SVG, or try again.")
        ) from error
    return drawn.stdout
