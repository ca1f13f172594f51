"""The rings of TAMSK, lying on one another round the place of a glass.

`piece.height` is how many there are. The mark `full` closes the middle: nothing can enter any more. The
mark `missed` is the outline of a ring that was not dropped.
"""

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element, number, words
from gipfel.draw.scene import Piece
from gipfel.draw.theme import PieceColours

OUTER, INNER = 0.42, 0.3
THICKNESS = 0.075
"""All in units of the board."""
SIGNS = {"full": "#", "missed": "?"}
LOOSE = "o"


def draw(piece: Piece, canvas: Canvas) -> str:
    """From the lowest ring up."""
    if piece.mark == "missed":
        return _missed(canvas)
    colours = canvas.tokens.pieces[piece.colour]
    lowest = THICKNESS * piece.height / 2
    tops = [(lowest - THICKNESS * (i + 1)) * canvas.unit for i in range(piece.height)]
    parts = [_shadow(lowest, canvas), *(_ring(top, colours, canvas) for top in tops)]
    if piece.mark == "full":
        parts.append(_plug(tops[-1], colours, canvas))
    return "".join(parts) + _figure(piece.label, tops[-1], canvas)


def sign(piece: Piece) -> str:
    """Whether there is still room."""
    return SIGNS.get(piece.mark, LOOSE)


def _shadow(lowest: float, canvas: Canvas) -> str:
    """On the board round the rings, not within them."""
    y = (lowest + 0.03) * canvas.unit
    d = _circle(OUTER + 0.06, y, canvas) + _circle(INNER, y, canvas)
    return element("path", d=d, fill_rule="evenodd", fill=canvas.shadow)


def _ring(top: float, colours: PieceColours, canvas: Canvas) -> str:
    """One ring: first all of it that is seen below its upper face, then that face."""
    bottom = top + THICKNESS * canvas.unit
    r = number(OUTER * canvas.unit)
    around = f"M-{r} {number(top)}A{r} {r} 0 0 1 {r} {number(top)}"
    side = f"{around}V{number(bottom)}A{r} {r} 0 0 1-{r} {number(bottom)}Z" + _circle(INNER, bottom, canvas)
    face = _circle(OUTER, top, canvas) + _circle(INNER, top, canvas)
    return element(
        "g",
        element("path", d=side, fill=colours.side, stroke=colours.seam),
        element("path", d=face, fill=colours.face, stroke=colours.rim),
        fill_rule="evenodd",
        stroke_width=_line(canvas),
    )


def _circle(radius: float, y: float, canvas: Canvas) -> str:
    """A circle as part of a path."""
    r, width = number(radius * canvas.unit), number(2 * radius * canvas.unit)
    return f"M-{r} {number(y)}a{r} {r} 0 1 0 {width} 0a{r} {r} 0 1 0-{width} 0Z"


def _plug(top: float, colours: PieceColours, canvas: Canvas) -> str:
    """The middle of a full space: closed, with a bar across."""
    bar = number(0.16 * canvas.unit)
    return element(
        "g",
        element("circle", cy=top, r=INNER * canvas.unit, fill=colours.side),
        element(
            "path", d=f"M-{bar} {number(top)}H{bar}", stroke=colours.seam, stroke_width=3 * _line(canvas)
        ),
        stroke_linecap="round",
    )


def _figure(label: str, top: float, canvas: Canvas) -> str:
    """How many there are, in the middle; a glass may hide it."""
    if not label:
        return ""
    size = 0.3 * canvas.unit
    return words(
        label,
        0,
        top + 0.35 * size,
        text_anchor="middle",
        font_size=size,
        font_weight=600,
        fill=canvas.tokens.coordinate,
    )


def _missed(canvas: Canvas) -> str:
    return element(
        "circle",
        r=(OUTER + 0.02) * canvas.unit,
        fill="none",
        stroke=canvas.accent.line,
        stroke_width=3,
        stroke_dasharray="7 5",
    )


def _line(canvas: Canvas) -> float:
    """How thick lines are: never so thin that they vanish."""
    return 0.5 + 0.0125 * canvas.unit
