"""The marker: a small two-sided disc, like those of YINSH; its edge shows the colour that lies below."""

from gipfel.draw.ink import Ink
from gipfel.draw.markup import element, number
from gipfel.draw.scene import Piece
from gipfel.draw.theme import PieceColours

RADIUS = 0.29
LAYER = 0.055
"""In units of the board: two layers, one of each colour."""
SIGNS = {"white": "o", "black": "x"}
OTHER = {"white": "black", "black": "white"}
RING, PIP = 0.165, 0.085
"""A white face has a ring in the middle, a black one a dot: the colour shows in the form as well."""


def draw(piece: Piece, ink: Ink) -> str:
    """From below: the shadow, the layer that lies down, the layer that shows."""
    colours, below = ink.tokens.pieces[piece.colour], ink.tokens.pieces[OTHER[piece.colour]]
    shadow = (RADIUS + 0.08) * ink.unit
    return "".join(
        [
            element("circle", cx=0.02 * ink.unit, cy=0.09 * ink.unit, r=shadow, fill=ink.shadow),
            _layer(0.0, below, ink),
            _layer(-LAYER, colours, ink),
            _middle(piece.colour, colours, ink),
        ]
    )


def sign(piece: Piece) -> str:
    """`o` for white and `x` for black, as in diagrams of Go: among them the letters of rings stand out."""
    return SIGNS[piece.colour]


def _layer(top: float, colours: PieceColours, ink: Ink) -> str:
    """A thin disc, its upper face at y = top: first the edge, then the face."""
    r, y, bottom = (number(length * ink.unit) for length in (RADIUS, top, top + LAYER))
    edge = f"M-{r} {y}V{bottom}A{r} {r} 0 0 0 {r} {bottom}V{y}Z"
    return element(
        "g",
        element("path", d=edge, fill=colours.side, stroke=colours.seam),
        element("circle", cy=top * ink.unit, r=RADIUS * ink.unit, fill=colours.face, stroke=colours.rim),
        stroke_width=_line(ink),
    )


def _middle(colour: str, colours: PieceColours, ink: Ink) -> str:
    """What is pressed into the face."""
    y = -LAYER * ink.unit
    if colour == "black":
        return element("circle", cy=y, r=PIP * ink.unit, fill=colours.rim, stroke=colours.light)
    return element(
        "circle", cy=y, r=RING * ink.unit, fill="none", stroke=colours.rim, stroke_width=1.2 * _line(ink)
    )


def _line(ink: Ink) -> float:
    """How thick lines are: never so thin that they vanish."""
    return 0.5 + 0.0125 * ink.unit
