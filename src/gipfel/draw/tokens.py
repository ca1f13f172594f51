"""What a theme consists of: the names of its colours. Their values are in `gipfel.draw.themes`."""

from dataclasses import dataclass
from typing import NamedTuple


class PieceColours(NamedTuple):
    """The tones of a piece."""

    face: str
    rim: str
    """The line around the face: where the face is as light as the board, it makes the piece visible."""
    groove: str
    """A line turned into the face."""
    light: str
    """The lit side of the groove."""
    side: str
    """The edge seen from the front."""
    seam: str
    """The line around the edge, which separates the discs of a pile."""


class Accent(NamedTuple):
    """The colour of a game."""

    line: str
    """For strokes: the last move, rows, the active player."""
    box: str
    """The background of the sentence; it has enough contrast for text."""


class Accents(NamedTuple):
    """The colour of a game on a light and on a dark ground."""

    light: Accent
    dark: Accent


COPPER = Accents(Accent(line="#b5651d", box="#a85b17"), Accent(line="#e8a23d", box="#e8a23d"))
"""The colour of GIPF and of every game without its own."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """All colours of a theme, first those of the page, then those of boards and pieces.

    Numbers that a page replaces by variables are texts.
    """

    page: str
    panel: str
    text: str
    muted: str
    on_accent: str
    """Text on the accent: in the box of the sentence, on marks and pieces."""

    board: str
    edge: str
    inlay: str
    """A thin line inside the edge; the colour of the board if there is none."""
    line: str
    groove: str
    """The lower side of lines, where they are engraved; the colour of the board if they are not."""
    dot: str
    well: str
    """The ground of spaces that are drawn as circles, and of trays."""
    ring: str
    """The body of a board that consists of rings, and below it their outline."""
    ring_rim: str
    coordinate: str
    """Text on the board; labels beside it are `muted`."""
    target: str
    target_width: str
    """How wide the rings around targets are, in pixels."""
    dark_board: bool
    """Is the board dark? Accents on it are those for a dark ground."""
    shadow: float
    """The opacity of shadows, from 0 to 1."""
    sheen: str
    """The opacity of the light on boards and pieces, from 0 to 1."""
    grain: str
    """The opacity of the grain of wood."""
    rim_width: str
    """How wide rims are, 1 being a thin line."""
    letters: str
    """`visible` if letters on pieces say their colours, else `hidden`."""
    pieces: dict[str, PieceColours]
