"""The hourglass of TAMSK, seen from the front.

`piece.mark` describes its sand: empty for a plain piece whose sand does not run, `idle` (all sand below,
never turned), `lost` (run out: faint, with a cross), or the seconds above and those of a full glass, as in
`92/180`. The sand is red in the last seconds. A glass on level 2 is held by a player: it is raised, and its
place is outlined. What stands beside it is in `collar` and `last_minute`.
"""

from functools import cache
from math import pi, sin

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element, number
from gipfel.draw.scene import Piece
from gipfel.draw.theme import PieceColours

HEIGHT, WIDTH, NECK = 0.32, 0.255, 0.022
"""The height of each bulb from the neck; half widths of bulb and neck. All in units of the board."""
CAP, CAP_WIDTH, CAP_DEPTH = 0.09, 0.305, 0.06
"""The thickness of the caps, half their width and half their depth."""
POSTS = 0.275
"""How far the posts are from the middle."""
RAISED, LIFTED = 0.1, 0.16
"""The height of the neck above its place, and the extra height of a held glass."""
BESIDE = 0.25
"""How far from the middle something stands beside the neck."""
SLICES = 8
"""In how many steps the outline of a bulb is drawn."""
LEVELS = 60
"""How many levels of sand look different: pictures of a running glass are sent to pages again and again."""
END = 10
"""In the last seconds the sand is red."""

SIGNS = {"red": "R", "black": "B"}


def draw(piece: Piece, canvas: Canvas) -> str:
    """The shadow, the frame, both bulbs with their sand."""
    lost, held = piece.mark == "lost", piece.level > 1
    body = hourglass(piece.mark, canvas.tokens.pieces[piece.colour], canvas)
    if lost:
        body = element("g", body, opacity=0.6) + _cross(canvas)
    raised = RAISED + LIFTED if held else RAISED
    shown = element("g", body, transform=f"translate(0 {number(-raised * canvas.unit)})")
    return _shadow(canvas) + (_outline(canvas) if held else "") + shown


def sign(piece: Piece) -> str:
    """The initial of the colour."""
    return SIGNS[piece.colour]


def hourglass(mark: str, colours: PieceColours, canvas: Canvas, alarms: bool = True) -> str:
    """A glass around its neck, without a shadow; if it alarms, its last sand is red."""
    foot, top = _cap(HEIGHT, colours, canvas), _cap(-HEIGHT - CAP, colours, canvas)
    return (
        _posts(colours, canvas) + foot + _bulbs(canvas) + _sand(mark, alarms, canvas) + _light(canvas) + top
    )


# --- Time ---------------------------------------------------------------------------------------------


def seconds_left(mark: str) -> int | None:
    """The seconds of a glass that runs; None for one that does not."""
    above, slash, _ = mark.partition("/")
    return int(above) if slash else None


def time_left(mark: str) -> str:
    """Minutes and seconds; empty for a glass that does not run."""
    seconds = seconds_left(mark)
    return "" if seconds is None else f"{seconds // 60}:{seconds % 60:02}"


def ends_soon(mark: str) -> bool:
    """Are these the last seconds of a glass?"""
    seconds = seconds_left(mark)
    return seconds is not None and seconds <= END


def _above(mark: str) -> float:
    """The fraction of the sand that is in the upper bulb, in steps; some until the end."""
    if not mark:
        return 0.5
    seconds = seconds_left(mark)
    if seconds is None:
        return 0.0
    full = int(mark.partition("/")[2])
    return min(-(-seconds * LEVELS // full) / LEVELS, 1.0)


# --- Bulbs and sand -------------------------------------------------------------------------------------


def _half_width(distance: float) -> float:
    """Half the width of a bulb at a distance from the neck, from 0 to 1: round shoulders, a narrow neck."""
    rounded: float = sin(distance * pi / 2) ** 1.35
    return NECK + (WIDTH - NECK) * rounded


@cache
def _filled(share: float) -> float:
    """Up to which distance from the neck a bulb holds a share of its area."""
    steps = [_half_width((i + 0.5) / 200) for i in range(200)]
    wanted, area = share * sum(steps), 0.0
    for i, step in enumerate(steps):
        if area >= wanted:
            return i / 200
        area += step
    return 1.0


def _slice(near: float, far: float, down: bool, canvas: Canvas) -> str:
    """A bulb between two distances from the neck, as a path."""
    sign = 1 if down else -1
    count = max(2, round(SLICES * (far - near)))
    distances = [near + (far - near) * i / count for i in range(count + 1)]
    edge = [(_half_width(d) * canvas.unit, sign * d * HEIGHT * canvas.unit) for d in distances]
    corners = [*((-x, y) for x, y in edge), *reversed(edge)]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "Z"


def _bulbs(canvas: Canvas) -> str:
    """Clear glass, with light on its left."""
    d = _slice(0, 1, False, canvas) + _slice(0, 1, True, canvas)
    look = {"fill": canvas.tokens.panel, "stroke": canvas.tokens.muted, "stroke_linejoin": "round"}
    return element("path", d=d, stroke_width=canvas.line_width, **look)


def _light(canvas: Canvas) -> str:
    """The light on the shoulder of the upper bulb."""
    points = ((-0.72, 0.86), (-0.72, 0.66), (-0.5, 0.44))
    corners = [f"{number(x * WIDTH * canvas.unit)} {number(-y * HEIGHT * canvas.unit)}" for x, y in points]
    return element(
        "path",
        d=f"M{corners[0]}Q{corners[1]} {corners[2]}",
        fill="none",
        stroke=canvas.tokens.pieces["white"].light,
        stroke_opacity=0.55,
        stroke_width=0.035 * canvas.unit,
        stroke_linecap="round",
    )


def _sand(mark: str, alarms: bool, canvas: Canvas) -> str:
    """The sand in both bulbs; its area is proportional to the time."""
    share, pieces = _above(mark), canvas.tokens.pieces
    above = pieces["coral" if alarms and ends_soon(mark) else "sand"]
    parts = [_grains(_slice(0, _filled(share), False, canvas), above, canvas)] if share else []
    if share < 1:
        parts.append(_grains(_slice(_filled(share), 1, True, canvas), pieces["sand"], canvas))
    return "".join(parts) + (_trickle(above, canvas) if seconds_left(mark) else "")


def _grains(d: str, sand: PieceColours, canvas: Canvas) -> str:
    return element("path", d=d, fill=sand.face, stroke=sand.rim, stroke_width=0.6 * canvas.line_width)


def _trickle(sand: PieceColours, canvas: Canvas) -> str:
    """The falling sand of a glass that runs."""
    bottom = number(0.97 * HEIGHT * canvas.unit)
    return element("path", d=f"M0 0V{bottom}", stroke=sand.rim, stroke_width=canvas.line_width)


# --- The frame ------------------------------------------------------------------------------------------


def _cap(y: float, colours: PieceColours, canvas: Canvas) -> str:
    """A cap of a glass in the colour of its side, from y downwards: its front, and its upper face."""
    half, depth = CAP_WIDTH * canvas.unit, CAP_DEPTH * canvas.unit
    top, bottom = y * canvas.unit, (y + CAP) * canvas.unit
    arc = f"A{number(half)} {number(depth)} 0 0 0"
    front = (
        f"M-{number(half)} {number(top)}V{number(bottom)}{arc} {number(half)} {number(bottom)}V{number(top)}Z"
    )
    return element(
        "g",
        element("path", d=front, fill=colours.face),
        element("ellipse", cy=top, rx=half, ry=depth, fill=colours.side),
        stroke=colours.rim,
        stroke_width=canvas.line_width,
    )


def _posts(colours: PieceColours, canvas: Canvas) -> str:
    """Two posts between the caps."""
    x, y = number(POSTS * canvas.unit), number(HEIGHT * canvas.unit)
    return element(
        "path", d=f"M-{x}-{y}V{y}M{x}-{y}V{y}", stroke=colours.face, stroke_width=0.035 * canvas.unit
    )


def _cross(canvas: Canvas) -> str:
    """A cross over a glass that has run out: it never moves again."""
    a, b = number(0.19 * canvas.unit), number(0.25 * canvas.unit)
    cross = f"M-{a}-{b}L{a} {b}M{a}-{b}L-{a} {b}"
    wide, narrow = 3 * canvas.line_width + 2.5, 3 * canvas.line_width
    halo = element("path", d=cross, stroke=canvas.tokens.panel, stroke_width=wide, stroke_linecap="round")
    return halo + element(
        "path", d=cross, stroke=canvas.tokens.text, stroke_width=narrow, stroke_linecap="round"
    )


def _shadow(canvas: Canvas) -> str:
    """On the ground, where rings around the foot hide it."""
    return element(
        "ellipse",
        cx=0.03 * canvas.unit,
        cy=0.25 * canvas.unit,
        rx=1.08 * CAP_WIDTH * canvas.unit,
        ry=1.6 * CAP_DEPTH * canvas.unit,
        fill=canvas.shadow,
    )


def _outline(canvas: Canvas) -> str:
    """The outline of the place that a held glass still occupies."""
    return element(
        "ellipse",
        cy=(HEIGHT + CAP / 2 - RAISED) * canvas.unit,
        rx=1.1 * CAP_WIDTH * canvas.unit,
        ry=1.6 * CAP_DEPTH * canvas.unit,
        fill="none",
        stroke=canvas.accent.line,
        stroke_width=2,
        stroke_dasharray="5 3",
    )
