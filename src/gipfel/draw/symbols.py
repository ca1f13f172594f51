"""Pieces that look alike are drawn once and then referred to, which keeps pictures small."""

from dataclasses import replace

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element
from gipfel.draw.scene import XY, Piece
from gipfel.draw.shapes import shape_of


class Symbols:
    """The symbols of a picture's pieces at one size, each with its id."""

    def __init__(self, canvas: Canvas, kind: str) -> None:
        self._canvas = canvas
        self._kind = kind
        self._ids: dict[Piece, str] = {}
        self._drawn: list[str] = []

    def use(self, piece: Piece, at: XY) -> str:
        """The piece at a point of the picture."""
        return element("use", href=f"#{self._id(piece)}", x=at[0], y=at[1], class_=self._kind)

    def definitions(self) -> str:
        """The markup that `use` refers to."""
        return "".join(self._drawn)

    def _id(self, piece: Piece) -> str:
        look = look_of(piece)
        if look not in self._ids:
            self._ids[look] = f"{self._canvas.prefix}-{self._kind}{len(self._ids)}"
            self._drawn.append(element("g", shape_of(look).draw(look, self._canvas), id=self._ids[look]))
        return self._ids[look]


def look_of(piece: Piece) -> Piece:
    """The piece at the origin, without what is not visible."""
    x, y = piece.at
    cells = tuple((cell[0] - x, cell[1] - y) for cell in piece.cells)
    return replace(piece, at=(0.0, 0.0), cells=cells, target=None, name="")
