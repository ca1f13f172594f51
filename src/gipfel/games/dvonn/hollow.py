"""The hollow piece of DVONN: a thick disc with a hole; on a stack the hole makes room for the height.

A red piece has a stud on its rim, and so has a stack for each red piece inside: they can be counted, and
seen without colour. `piece.mark` has a star for each of them, behind the height in `piece.label`.
"""

from math import cos, radians, sin

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element
from gipfel.draw.scene import Piece
from gipfel.draw.shapes.pile import figure, pile, top
from gipfel.draw.theme import PieceColours, Theme
from gipfel.games.dvonn.about import ABOUT

HOLE = 0.14
RIM = 0.33
"""Where the studs sit, and the ring that joins them. All in units of the board."""
STUD = 0.09
APART = 48
"""Degrees between two studs."""


def draw(piece: Piece, canvas: Canvas) -> str:
    """The pile, its studs, and the height or the hole."""
    colours = _colours(piece.colour, canvas)
    y = top(piece.height) * canvas.unit
    height = piece.label.removesuffix(piece.mark)
    reds = 1 if piece.colour == "red" else len(piece.mark)
    return "".join(
        [
            pile(piece.height, colours, canvas),
            _studs(reds, y, piece.colour, canvas) if reds else "",
            figure(height, piece.height, _readable_on(piece.colour, canvas), canvas)
            or _hole(y, colours, canvas),
        ]
    )


def sign(piece: Piece) -> str:
    """The initial of the colour, as in the notation of positions."""
    return piece.colour[0].upper()


def _colours(name: str, canvas: Canvas) -> PieceColours:
    """The tones of a colour. Where a theme has no red pieces, they are made of DVONN's accent."""
    pieces = canvas.tokens.pieces
    if name in pieces:
        return pieces[name]
    red = _accent("white")
    return pieces["black"]._replace(face=red, side=red, light=red)


def _accent(colour: str) -> str:
    """Pieces keep their colour in every theme, so the red on them must: dark on white, light on black."""
    theme = Theme.DARK if colour == "black" else Theme.LIGHT
    return theme.accent(ABOUT.accent).line


def _readable_on(colour: str, canvas: Canvas) -> str:
    """Charcoal on ivory, ivory on everything else."""
    return canvas.tokens.pieces["black" if colour == "white" else "white"].face


def _hole(y: float, colours: PieceColours, canvas: Canvas) -> str:
    """The hole of a single piece: dark inside, its lower edge lit."""
    r, width = HOLE * canvas.unit, canvas.line_width
    return element("circle", cy=y + width, r=r, fill=colours.light) + element(
        "circle", cy=y, r=r, fill=colours.seam, stroke=colours.rim, stroke_width=width
    )


def _studs(number: int, y: float, colour: str, canvas: Canvas) -> str:
    """A ring with studs on the far side of the rim, where no stack in front hides them."""
    radius, red = RIM * canvas.unit, _accent(colour)
    ring = element("circle", cy=y, r=radius, fill="none", stroke=red, stroke_width=0.05 * canvas.unit)
    angles = [radians(APART * (i - (number - 1) / 2)) for i in range(number)]
    studs = (
        element("circle", cx=radius * sin(angle), cy=y - radius * cos(angle), r=STUD * canvas.unit)
        for angle in angles
    )
    outline = _readable_on(colour, canvas)
    return ring + element("g", *studs, fill=red, stroke=outline, stroke_width=canvas.line_width)
