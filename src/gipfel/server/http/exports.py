"""Exports of a table: its record, and pictures."""

import logging
import sys
from importlib.util import find_spec
from subprocess import SubprocessError, run

from gipfel.draw.theme import Theme
from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.notation.record import write_record
from gipfel.server.views import png
from gipfel.server.views.table import marks_of_last_turn
from gipfel.table.table import Table

LOG = logging.getLogger("gipfel.server")

TIMEOUT = 30
"""Seconds for one picture."""


class PictureUnavailable(GipfelError):
    """The library for this kind of picture is not installed or does not work."""


def record_text(table: Table) -> str:
    """The game as a record."""
    return write_record(table.record())


def svg_text(table: Table, at: int | None, theme: str) -> str:
    """The table after `at` decisions, or now. Raises GipfelError."""
    themes = [known.value for known in Theme]
    if theme not in themes:
        raise GipfelError(f"there is no theme {theme[:40]!r}; there are {' and '.join(themes)}")
    at = table.number if at is None else at
    position = table.position_at(at)
    return position.svg(*marks_of_last_turn(table.play.decisions[:at], position), theme=Theme(theme))


def png_bytes(table: Table, at: int | None, theme: str) -> bytes:
    """The same as PNG. Raises GipfelError."""
    text = svg_text(table, at, theme)
    if find_spec("resvg_py") is None:
        raise PictureUnavailable(
            say("For PNG pictures install resvg-py (pip install 'gipfel[png]'), or take the SVG.")
        )
    return _to_png(text)


def _to_png(text: str) -> bytes:
    """A picture as PNG, converted in a process of its own. Raises PictureUnavailable."""
    # With -P the folder of that file is not searched for modules.
    program = [sys.executable, "-P", png.__file__]
    try:
        drawn = run(program, input=text.encode(), capture_output=True, timeout=TIMEOUT, check=True)
    except (OSError, SubprocessError) as error:
        LOG.warning("no picture as PNG: %s", error)
        raise PictureUnavailable(
            say("The picture could not be drawn; take the SVG, or try again.")
        ) from error
    return drawn.stdout
