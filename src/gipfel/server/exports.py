"""A table to take away: as a record, as a picture."""

from gipfel.draw.svg import Theme, svg
from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.notation.record import write_record
from gipfel.server.views import last_marks
from gipfel.table.table import Table


class NoPictures(GipfelError):
    """What makes pictures of this kind is not installed."""


def record_text(table: Table) -> str:
    """The game as a record."""
    return write_record(table.record())


def svg_text(table: Table, at: int | None, theme: str) -> str:
    """The table after so many decisions, or now. Raises GipfelError."""
    themes = [known.value for known in Theme]
    if theme not in themes:
        raise GipfelError(f"there is no theme {theme[:40]!r}; there are {' and '.join(themes)}")
    at = table.number if at is None else at
    position = table.position_at(at)
    return svg(position.scene(*last_marks(table.play.decisions[:at], position)), Theme(theme))


def png_bytes(table: Table, at: int | None, theme: str) -> bytes:
    """The same in pixels. Raises GipfelError."""
    text = svg_text(table, at, theme)
    try:
        import resvg_py
    except ImportError as error:
        raise NoPictures(
            say("For PNG pictures install resvg-py (pip install 'gipfel[png]'), or take the SVG.")
        ) from error
    return bytes(resvg_py.svg_to_bytes(svg_string=text))
