"""Signs on the faces of discs that have a special move. Each kind has a letter, a colour and a sign.

The sign has the colour of the disc's owner, the face that of the kind. The sign alone tells the kind when
colours do not: `t` a dash, `z` a jump, `d` a hole, `y` a furrow, `u` six notches.
"""

from collections.abc import Callable
from math import cos, pi, sin

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element, number
from gipfel.draw.theme import PieceColours

FACE = 0.25
"""The radius of the coloured face, in units of the board."""
COLOURS = {"t": "bronze", "z": "blue", "d": "coral", "y": "violet", "u": "green"}
"""The colour of each kind; any other letter is grey and has no sign."""


def inlay(letter: str, owner: PieceColours, canvas: Canvas, out_of_use: bool = False) -> str:
    """The face in the colour of a kind, or grey."""
    face = canvas.tokens.pieces["grey" if out_of_use else COLOURS.get(letter, "grey")]
    return element("circle", r=FACE * canvas.unit, fill=face.face, stroke=owner.rim)


def sign_of(letter: str, owner: PieceColours, below: str, canvas: Canvas) -> str:
    """The sign of a kind; `below` is the colour that is visible through a hole."""
    return _SIGNS[letter](owner, below, canvas) if letter in _SIGNS else ""


def _dash(owner: PieceColours, below: str, canvas: Canvas) -> str:
    half = number(0.125 * canvas.unit)
    return element("path", d=f"M-{half} 0H{half}", stroke_width=_stroke(canvas))


def _jump(owner: PieceColours, below: str, canvas: Canvas) -> str:
    """From one spot over a piece to the next."""
    x, y, peak = (number(length * canvas.unit) for length in (0.135, 0.075, -0.2))
    return element("path", d=f"M-{x} {y}Q0 {peak} {x} {y}", stroke_width=_stroke(canvas))


def _hole(owner: PieceColours, below: str, canvas: Canvas) -> str:
    """The disc below shows through it."""
    return element("circle", r=0.115 * canvas.unit, fill=owner.face, stroke=owner.seam) + element(
        "circle", r=0.075 * canvas.unit, fill=below, stroke=owner.seam
    )


def _furrow(owner: PieceColours, below: str, canvas: Canvas) -> str:
    """A turned ring."""
    return element("circle", r=0.145 * canvas.unit, stroke_width=_stroke(canvas))


def _notches(owner: PieceColours, below: str, canvas: Canvas) -> str:
    """Six notches, cut into the face from the rim."""
    strokes = []
    for i in range(6):
        x, y = sin(i * pi / 3) * canvas.unit, -cos(i * pi / 3) * canvas.unit
        outer, inner = FACE - 0.02, 0.165
        strokes.append(
            f"M{number(outer * x)} {number(outer * y)}L{number(inner * x)} {number(inner * y)}",
        )
    return element("path", d="".join(strokes), stroke_width=_stroke(canvas))


_SIGNS: dict[str, Callable[[PieceColours, str, Canvas], str]] = {
    "t": _dash,
    "z": _jump,
    "d": _hole,
    "y": _furrow,
    "u": _notches,
}


def _stroke(canvas: Canvas) -> float:
    """The line width of a sign."""
    return 0.6 + 0.05 * canvas.unit
