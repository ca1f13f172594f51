"""How position texts write the board, so that an editor can change a text without knowing a rule."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Grid:
    """A field of the text goes through all places of the board, line by line, with `/` between lines."""

    field: int = 0
    """The number of the field; spaces separate the fields of a text."""
    token: re.Pattern[str] = re.compile(r"[A-Za-z-]|[0-9]{1,2}")
    """What stands for one place, or for a run of empty ones."""
    empty: str = ""
    """An empty place; if it has no sign of its own, empty places are counted."""
    rows: bool = False
    """Row by row from the top, and not column by column from the left."""
    palette: str = ""
    """A position with the pieces that are offered; by default those of a few random games."""


@dataclass(frozen=True, slots=True)
class PlaceList:
    """The first field lists the occupied places with what stands there, `e5=Wp,e6=Bp`; `-` for none."""

    palette: str = ""
    """A position with the pieces that are offered; by default those of a few random games."""


@dataclass(frozen=True, slots=True)
class PieceList:
    """The first field lists pieces that cover several places and can be turned; `-` for none.

    Each piece has four parts: which piece, the place it is pointed at, its orientation, and its level if it
    lies on others.
    """

    piece: re.Pattern[str]
    """One piece; its groups are the four parts."""
    orientations: int
    """The number of orientations of a piece."""
    levels: int
    """The number of levels."""

    def write(self, piece: str, place: str, orientation: int, level: int) -> str:
        """A piece as it is written in a text: `wRf7:2@2`."""
        return f"{piece}{place}:{orientation}{f'@{level}' if level > 1 else ''}"


EditorForm = Grid | PlaceList | PieceList
