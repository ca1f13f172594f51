"""The hourglass of TAMSK, seen from the front.

`piece.mark` describes its sand: empty for a plain piece whose sand does not run, `idle` (all sand below,
never turned), `lost` (run out: grey, with a cross), or the seconds above and those of a full glass, `92/180`.
The digit in `piece.label` is the number of rings around it. A glass on level 2 is held by a player:
it is raised, and its place is outlined.
"""

from math import sqrt

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element, number, words
from gipfel.draw.scene import Piece
from gipfel.draw.theme import PieceColours

HEIGHT, WIDTH, NECK = 0.31, 0.2, 0.024
"""The height of each bulb from the neck; half widths of bulb and neck. All in units of the board."""
CAP, RIM, POST = 0.09, 0.075, 0.032
"""The thickness of the caps, their width beyond the bulbs, and half the width of a post."""
RAISED, LIFTED = 0.09, 0.16
"""The height of the neck above its place, and the extra height of a held glass."""

SIGNS = {"red": "R", "black": "B"}
TIMER = "T"


def draw(piece: Piece, canvas: Canvas) -> str:
    """The shadow, both bulbs with their sand, the frame, the number of rings, the time left."""
    colours = canvas.tokens.pieces["grey" if piece.mark == "lost" else piece.colour]
    held = piece.level > 1
    parts = [_bulbs(colours, canvas), *_sand(piece, canvas), _frame(colours, canvas)]
    if piece.mark == "lost":
        parts.append(_cross(canvas.tokens.pieces[piece.colour], canvas))
    raised = RAISED + LIFTED if held else RAISED
    body = element("g", *parts, transform=f"translate(0 {number(-raised * canvas.unit)})")
    return (
        _shadow(canvas)
        + (_outline(canvas) if held else "")
        + body
        + _rings(piece, canvas)
        + _time(piece, canvas)
    )


def sign(piece: Piece) -> str:
    """The initial of the colour, or T for the timer."""
    return SIGNS.get(piece.colour, TIMER)


def time_left(mark: str) -> str:
    """Minutes and seconds; empty for a glass that does not run."""
    above, slash, _ = mark.partition("/")
    return f"{int(above) // 60}:{int(above) % 60:02}" if slash else ""


def _above(mark: str) -> float:
    """The fraction of the sand that is in the upper bulb."""
    above, slash, full = mark.partition("/")
    if not mark:
        return 0.5
    return min(int(above) / int(full), 1.0) if slash else 0.0


def _shadow(canvas: Canvas) -> str:
    bottom = (HEIGHT + CAP - RAISED) * canvas.unit
    return element(
        "ellipse",
        cx=0.04 * canvas.unit,
        cy=bottom,
        rx=1.6 * WIDTH * canvas.unit,
        ry=0.5 * WIDTH * canvas.unit,
        fill=canvas.shadow,
    )


def _bulb(upper: float, lower: float, down: bool, canvas: Canvas) -> str:
    """A slice of a bulb, between two distances from the neck, as a path."""
    sign = 1 if down else -1
    corners = []
    for distance, half in ((upper, -1), (upper, 1), (lower, 1), (lower, -1)):
        width = NECK + (WIDTH - NECK) * distance
        corners.append(
            f"{number(half * width * canvas.unit)} {number(sign * distance * HEIGHT * canvas.unit)}",
        )
    return f"M{'L'.join(corners)}Z"


def _bulbs(colours: PieceColours, canvas: Canvas) -> str:
    d = _bulb(0, 1, False, canvas) + _bulb(0, 1, True, canvas)
    look = {"fill": canvas.tokens.panel, "stroke": colours.rim, "stroke_linejoin": "round"}
    return element("path", d=d, stroke_width=canvas.line_width, **look)


def _sand(piece: Piece, canvas: Canvas) -> list[str]:
    """The sand in both bulbs; the area is proportional to the time, so the height grows with its root."""
    edge = sqrt(_above(piece.mark))
    parts = [_bulb(0, edge, False, canvas)] if edge else []
    if edge < 1:
        parts.append(_bulb(edge, 1, True, canvas))
    sand = canvas.tokens.pieces["sand"]
    grains = element(
        "path", d="".join(parts), fill=sand.face, stroke=sand.rim, stroke_width=0.6 * canvas.line_width
    )
    return [grains, _trickle(sand, canvas)] if time_left(piece.mark) else [grains]


def _trickle(sand: PieceColours, canvas: Canvas) -> str:
    """The falling sand of a glass that runs."""
    bottom = number(0.95 * HEIGHT * canvas.unit)
    return element("path", d=f"M0 0V{bottom}", stroke=sand.rim, stroke_width=0.7 * canvas.line_width)


def _frame(colours: PieceColours, canvas: Canvas) -> str:
    """Two caps and two posts in the colour of the side."""
    half, thick, tall, post = (length * canvas.unit for length in (WIDTH + RIM, CAP, HEIGHT, POST))
    caps = [
        element("rect", x=-half, y=y, width=2 * half, height=thick, rx=0.3 * thick)
        for y in (-tall - thick, tall)
    ]
    middle = half - 1.6 * post
    posts = [element("rect", x=x - post, y=-tall, width=2 * post, height=2 * tall) for x in (-middle, middle)]
    return element("g", *posts, *caps, fill=colours.face, stroke=colours.rim, stroke_width=canvas.line_width)


def _cross(colours: PieceColours, canvas: Canvas) -> str:
    """A cross over a glass that has run out: it never moves again."""
    a, b = number(0.2 * canvas.unit), number(0.27 * canvas.unit)
    cross = f"M-{a}-{b}L{a} {b}M{a}-{b}L-{a} {b}"
    wide, narrow = 3.2 * canvas.line_width + 2, 3.2 * canvas.line_width
    halo = element("path", d=cross, stroke=canvas.tokens.panel, stroke_width=wide, stroke_linecap="round")
    return halo + element("path", d=cross, stroke=colours.face, stroke_width=narrow, stroke_linecap="round")


def _outline(canvas: Canvas) -> str:
    """The outline of the place that a held glass still occupies."""
    return element(
        "ellipse",
        cy=(HEIGHT + CAP / 2 - RAISED) * canvas.unit,
        rx=1.5 * WIDTH * canvas.unit,
        ry=0.45 * WIDTH * canvas.unit,
        fill="none",
        stroke=canvas.accent.line,
        stroke_width=2,
        stroke_dasharray="5 3",
    )


def _rings(piece: Piece, canvas: Canvas) -> str:
    """The number of rings that the glass hides, in a small ring next to its upper cap."""
    if not piece.label[:1].isdigit():
        return ""
    colours = canvas.tokens.pieces["grey"]
    x, y, size = 0.36 * canvas.unit, -0.36 * canvas.unit, 0.18 * canvas.unit
    ring = element(
        "circle",
        cx=x,
        cy=y,
        r=0.72 * size,
        fill=canvas.tokens.panel,
        stroke=colours.side,
        stroke_width=1.8 * canvas.line_width,
    )
    return ring + _figures(piece.label[0], x, y, size, canvas)


def _time(piece: Piece, canvas: Canvas) -> str:
    """The time left in figures, on a small plate below the glass."""
    time = time_left(piece.mark)
    if not time:
        return ""
    size = 0.2 * canvas.unit
    width, y = (0.6 * len(time) + 0.5) * size, 0.43 * canvas.unit
    plate = element(
        "rect",
        x=-width / 2,
        y=y - 0.62 * size,
        width=width,
        height=1.24 * size,
        rx=0.4 * size,
        fill=canvas.tokens.panel,
        opacity=0.92,
    )
    return plate + _figures(time, 0, y, size, canvas)


def _figures(text: str, x: float, y: float, size: float, canvas: Canvas) -> str:
    """A centred line of digits."""
    return words(
        text,
        x,
        y + 0.35 * size,
        text_anchor="middle",
        font_size=size,
        font_weight=600,
        fill=canvas.tokens.text,
    )
