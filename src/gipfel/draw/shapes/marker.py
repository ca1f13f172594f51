"""The marker: a small two-sided disc; its edge shows the colour of the lower side."""

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element, number
from gipfel.draw.scene import Piece
from gipfel.draw.shapes.disc import lit_face
from gipfel.draw.theme import PieceColours

RADIUS = 0.29
LAYER = 0.055
"""In units of the board: two layers, one of each colour."""
SIGNS = {"white": "o", "black": "x"}
OTHER = {"white": "black", "black": "white"}
RING, PIP = 0.165, 0.085
"""A white face has a ring in the middle, a black one a dot, so the sides also differ in shape."""


def draw(piece: Piece, canvas: Canvas) -> str:
    """From below: the shadow, the lower layer, the upper layer."""
    colours, below = canvas.tokens.pieces[piece.colour], canvas.tokens.pieces[OTHER[piece.colour]]
    shadow = (RADIUS + 0.08) * canvas.unit
    return "".join(
        [
            element("circle", cx=0.02 * canvas.unit, cy=0.09 * canvas.unit, r=shadow, fill=canvas.shadow),
            _layer(0.0, below, canvas),
            _layer(-LAYER, colours, canvas),
            lit_face(RADIUS, -LAYER * canvas.unit, canvas),
            _middle(piece.colour, colours, canvas),
        ]
    )


def sign(piece: Piece) -> str:
    """`o` for white and `x` for black, as in diagrams of Go: among them the letters of rings stand out."""
    return SIGNS[piece.colour]


def _layer(top: float, colours: PieceColours, canvas: Canvas) -> str:
    """A thin disc, its upper face at y = top: first the edge, then the face."""
    r, y, bottom = (number(length * canvas.unit) for length in (RADIUS, top, top + LAYER))
    edge = f"M-{r} {y}V{bottom}A{r} {r} 0 0 0 {r} {bottom}V{y}Z"
    return element(
        "g",
        element("path", d=edge, fill=colours.side, stroke=colours.seam),
        element(
            "circle", cy=top * canvas.unit, r=RADIUS * canvas.unit, fill=colours.face, stroke=colours.rim
        ),
        stroke_width=canvas.rim_width,
    )


def _middle(colour: str, colours: PieceColours, canvas: Canvas) -> str:
    """The ring or the dot in the middle of the face."""
    y = -LAYER * canvas.unit
    if colour == "black":
        return element("circle", cy=y, r=PIP * canvas.unit, fill=colours.groove, stroke=colours.light)
    return element(
        "circle",
        cy=y,
        r=RING * canvas.unit,
        fill="none",
        stroke=colours.groove,
        stroke_width=1.2 * canvas.line_width,
    )
