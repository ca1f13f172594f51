"""The ring: a thick open ring; the board is visible through it."""

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import circle_path, element, number
from gipfel.draw.scene import Piece
from gipfel.draw.theme import PieceColours

OUTER, INNER = 0.45, 0.27
THICKNESS = 0.1
GROOVES: dict[str, tuple[float, ...]] = {"white": (0.36,), "black": ()}
"""All in units of the board. Only white rings have a groove, so the sides also differ in shape."""


def draw(piece: Piece, canvas: Canvas) -> str:
    """From below: the shadow, the side with the far wall of the hole, the upper face, the grooves."""
    colours = canvas.tokens.pieces[piece.colour]
    top = -THICKNESS / 2
    return "".join(
        [
            _open(OUTER + 0.05, INNER, THICKNESS, canvas, fill=canvas.shadow),
            _side(canvas, fill=colours.side, stroke=colours.seam),
            _open(OUTER, INNER, top, canvas, fill=colours.face, stroke=colours.rim),
            _open(OUTER, INNER, top, canvas, fill=canvas.lit, opacity=canvas.tokens.sheen),
            *(_groove(radius, top, colours, canvas) for radius in GROOVES[piece.colour]),
        ]
    )


def sign(piece: Piece) -> str:
    """The initial of the colour as a capital, as in the notation of positions."""
    return piece.colour[0].upper()


def _open(outer: float, inner: float, y: float, canvas: Canvas, **paint: str) -> str:
    """A flat ring, its centre at y."""
    d = circle_path(outer * canvas.unit, y * canvas.unit) + circle_path(inner * canvas.unit, y * canvas.unit)
    return element("path", d=d, fill_rule="evenodd", stroke_width=canvas.rim_width, **paint)


def _side(canvas: Canvas, **paint: str) -> str:
    """The visible sides of the ring below its upper face."""
    r, half = number(OUTER * canvas.unit), number(THICKNESS / 2 * canvas.unit)
    around = f"M-{r}-{half}A{r} {r} 0 0 1 {r}-{half}V{half}A{r} {r} 0 0 1-{r} {half}Z"
    d = around + circle_path(INNER * canvas.unit, THICKNESS / 2 * canvas.unit)
    return element("path", d=d, fill_rule="evenodd", stroke_width=canvas.rim_width, **paint)


def _groove(radius: float, y: float, colours: PieceColours, canvas: Canvas) -> str:
    """A turned ring: a dark line, and a light one just below it."""
    r, width = radius * canvas.unit, canvas.line_width
    return element(
        "g",
        element("circle", cy=y * canvas.unit + width, r=r, stroke=colours.light),
        element("circle", cy=y * canvas.unit, r=r, stroke=colours.groove),
        fill="none",
        stroke_width=width,
    )
