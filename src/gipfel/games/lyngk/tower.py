"""The stack of LYNGK: a tower in which the colour of every piece is visible.

The tower is seen from the side, so that the pieces of a stack look like the layers of a cake and hide as
little as possible of the stacks behind. Rings on the upper face tell who has claimed the colour on top: one
ring for player 1, two for player 2, none for a neutral stack. A joker is white and mottled. Stacks of two and
more have their height as a number. Letters, where they are wanted, say the colours of all pieces but jokers.

`piece.colour` is the colour on top, `piece.label` has the letters of the pieces below it from the top down,
and `piece.mark` is a `1` or a `2` for the rings.
"""

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import Value, element, number, words
from gipfel.draw.scene import Piece

WIDTH, DEPTH = 0.41, 0.32
"""Half the width of a face, and half its depth as it is seen from the side."""
LAYER = 0.125
"""The thickness of a piece. All in units of the board."""
BEVEL = 0.965
"""Where the lit edge of a face is, as a part of its width: dark rims alone would not do on dark boards."""
RINGS = {"": (), "1": (0.34,), "2": (0.355, 0.29)}
"""How wide the rings of the players are, as half the width of a face."""
RING = 0.032
FIGURE, LETTER, ONLY_LETTER, EDGE_LETTER = 0.33, 0.2, 0.3, 0.115
"""The sizes of the number, of the letter beside it, of that of a single piece, and of those on edges."""
BESIDE = 0.215
"""How far the letter is from the number."""

COLOURS = {"white": "I", "blue": "B", "red": "R", "green": "G", "black": "K", "grey": "J"}
"""The letter of each colour, as in the notation of positions; jokers are grey in terminals."""
JOKER = "J"
PAINTS = {letter: colour for colour, letter in COLOURS.items()} | {JOKER: "white"}
"""The colours of a theme by letter."""
DARK_ON = "IJ"
"""On these pieces one writes in charcoal, on all others in ivory."""

SPECKS = (
    *((0.05, 0.2, 0.05), (-0.2, 0.12, 0.035), (0.23, -0.05, 0.045), (-0.08, -0.24, 0.04)),
    *((0.16, 0.26, 0.03), (-0.28, -0.08, 0.05), (0.2, -0.25, 0.035), (-0.2, 0.27, 0.04)),
    *((0.31, 0.12, 0.03), (-0.02, 0.33, 0.03), (-0.24, -0.24, 0.03), (0.07, -0.33, 0.03)),
    *((-0.33, 0.06, 0.022), (0.33, 0.01, 0.02), (0.02, -0.15, 0.025), (-0.12, 0.0, 0.025)),
    *((0.11, 0.05, 0.03),),
)
"""The specks of a joker: where each is, and how large."""
EDGE_SPECKS = 0.05, 0.045, 0.1
"""The same on its edge: height, length, and from one to the next."""


def draw(piece: Piece, canvas: Canvas) -> str:
    """The shadow, the pieces from the lowest to the highest, and what stands on the upper face."""
    letters = sign(piece) + piece.label
    high = len(letters)
    faces = [LAYER * (i - high / 2) for i in range(high)]
    layers = (_layer(letter, face, canvas) for letter, face in zip(letters, faces, strict=True))
    return "".join(
        [
            _shadow(high, canvas),
            element("g", *reversed([*layers]), stroke_width=canvas.rim_width),
            _face(faces[0], canvas, fill=canvas.lit, opacity=canvas.tokens.sheen),
            _specks(faces[0], canvas) if letters[0] == JOKER else "",
            _rings(piece.mark, letters[0], faces[0], canvas),
            _inscription(letters[0], high, faces[0], canvas),
            *(
                _edge_letter(letter, face, canvas)
                for letter, face in zip(letters[1:], faces[1:], strict=True)
            ),
        ]
    )


def sign(piece: Piece) -> str:
    """The letter of the colour on top; a terminal writes those of the other pieces behind it."""
    return COLOURS[piece.colour]


def _shadow(high: int, canvas: Canvas) -> str:
    """It grows with the tower."""
    lift, u = LAYER * high, canvas.unit
    size = {"rx": (WIDTH + 0.07 + 0.1 * lift) * u, "ry": (DEPTH + 0.07 + 0.06 * lift) * u}
    return element("ellipse", cx=0.18 * lift * u, cy=(lift / 2 + 0.06) * u, fill=canvas.shadow, **size)


def _layer(letter: str, face: float, canvas: Canvas) -> str:
    """One piece, its upper face at y = face: first the edge, then the face."""
    colours = canvas.tokens.pieces[PAINTS[letter]]
    u = canvas.unit
    rx, ry, y, low = (number(length * u) for length in (WIDTH, DEPTH, face, face + LAYER))
    edge = f"M-{rx} {y}V{low}A{rx} {ry} 0 0 0 {rx} {low}V{y}"
    return "".join(
        [
            element("path", d=f"{edge}Z", fill=colours.side),
            _edge_specks(face, canvas) if letter == JOKER else "",
            element("path", d=edge, fill="none", stroke=colours.seam),
            _face(face, canvas, fill=colours.face, stroke=colours.rim),
            _face(face, canvas, BEVEL, fill="none", stroke=colours.light),
        ]
    )


def _face(y: float, canvas: Canvas, scale: float = 1.0, **paint: Value) -> str:
    """An ellipse as large as the upper face, or a part of it."""
    u = canvas.unit
    return element("ellipse", cy=y * u, rx=scale * WIDTH * u, ry=scale * DEPTH * u, **paint)


# --- The joker ----------------------------------------------------------------------------------------


def _specks(y: float, canvas: Canvas) -> str:
    """Dark specks on the upper face."""
    u, flat = canvas.unit, DEPTH / WIDTH
    specks = (
        element("ellipse", cx=right * u, cy=(y + down * flat) * u, rx=size * u, ry=size * flat * u)
        for right, down, size in SPECKS
    )
    return element("g", *specks, fill=canvas.tokens.pieces["black"].face, opacity=0.85)


def _edge_specks(face: float, canvas: Canvas) -> str:
    """A row of specks along the middle of the edge."""
    high, long, apart = (length * canvas.unit for length in EDGE_SPECKS)
    rx, ry, y = (number(length * canvas.unit) for length in (WIDTH, DEPTH, face + LAYER / 2))
    style: dict[str, Value] = {
        "stroke_dasharray": f"{number(long)} {number(apart - long)}",
        "stroke_dashoffset": -long,
    }
    d, dark = f"M-{rx} {y}A{rx} {ry} 0 0 0 {rx} {y}", canvas.tokens.pieces["black"].face
    return element("path", d=d, fill="none", stroke=dark, stroke_width=high, **style)


# --- What stands on the pieces --------------------------------------------------------------------------


def _rings(mark: str, letter: str, y: float, canvas: Canvas) -> str:
    """The rings of the player who has claimed the colour."""
    rings = [_face(y, canvas, half / WIDTH) for half in RINGS[mark]]
    style = {"stroke": _ink(letter, canvas), "stroke_width": number(RING * canvas.unit)}
    return element("g", *rings, fill="none", **style) if rings else ""


def _inscription(letter: str, high: int, y: float, canvas: Canvas) -> str:
    """The number of pieces if there are several, and the letter of the colour for those who want it."""
    if high == 1:
        return _letter(letter, 0.0, y, ONLY_LETTER, canvas)
    figure = _text(str(high), 0.0, y, FIGURE, canvas, font_weight="700", fill=_ink(letter, canvas))
    return figure + _letter(letter, -BESIDE, y, LETTER, canvas)


def _edge_letter(letter: str, face: float, canvas: Canvas) -> str:
    """The letter of a piece inside the stack, on the nearest part of its edge."""
    return _letter(letter, 0.0, face + DEPTH + LAYER / 2, EDGE_LETTER, canvas)


def _letter(letter: str, x: float, y: float, size: float, canvas: Canvas) -> str:
    """A letter that is hidden from those who do not want it; specks say what a joker is."""
    if letter == JOKER:
        return ""
    style = {"font_weight": "600", "fill": _ink(letter, canvas), "visibility": canvas.tokens.letters}
    return _text(letter, x, y, size, canvas, **style)


def _text(text: str, x: float, y: float, size: float, canvas: Canvas, **style: Value) -> str:
    """A number or a letter with its middle at a point."""
    u = canvas.unit
    place = {"text_anchor": "middle", "font_size": number(size * u)}
    return words(text, x * u, (y + 0.36 * size) * u, **place, **style)


def _ink(letter: str, canvas: Canvas) -> str:
    """Charcoal on light pieces, ivory on all others."""
    return canvas.tokens.pieces["black" if letter in DARK_ON else "white"].face
