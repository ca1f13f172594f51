"""The spaces of TAMSK seen from the side: rods, and the rings that lie around them.

`piece.height` is the number of rings. `piece.mark` is the number of rings that still fit, which is the length
of the rod above them; `hidden` if a glass stands in its place; `full` closes the space; `missed` is the
outline of a ring that was not dropped, on top of those that were. A ring without a mark lies in a tray.
"""

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element, number
from gipfel.draw.scene import Piece
from gipfel.draw.theme import PieceColours
from gipfel.games.tamsk.ovals import DEEP, WIDE, front_arc, oval, wall

HOLE = 0.6
"""The size of the hole of a ring."""
STEP = 0.1
"""The thickness of a ring, and the length of rod that it takes. All lengths are in units of the board."""
BASE = 0.15
"""How far the ground of a space lies below its point, so that a high stack is around the point, too."""
ROD = 0.075
"""Half the width of a rod."""
SIDE_TONE, LID_TONE = 0.55, 0.3
"""How much of the colour of lines the parts of a full space have; the rest is the colour of the board."""
SIGNS = {"full": "#", "missed": "?"}
LOOSE = "o"


def draw(piece: Piece, canvas: Canvas) -> str:
    """A space with its rings and the rod above them; or a ring alone."""
    colours = canvas.tokens.pieces[piece.colour]
    if not piece.mark:
        return _shadow(STEP, canvas) + _ring(-STEP / 2, colours, canvas)
    if piece.mark == "missed":
        return _missed(piece.height, canvas)
    if piece.mark == "full":
        return _closed(piece.height, canvas)
    shadow = _shadow(BASE, canvas) if piece.height else ""
    rings = "".join(_ring(level(i + 1), colours, canvas) for i in range(piece.height))
    above = "" if piece.mark == "hidden" else rod((0, level(piece.height)), int(piece.mark), 1, canvas)
    return shadow + _well(canvas) + rings + above


def sign(piece: Piece) -> str:
    """A symbol that shows whether the space is full; none for a space without rings, which is bare board."""
    return SIGNS.get(piece.mark, LOOSE if piece.height else "")


def level(rings: int) -> float:
    """How far the top of a number of rings is below the point of the space."""
    return BASE - STEP * rings


def rod(foot: tuple[float, float], segments: int, size: float, canvas: Canvas) -> str:
    """A rod that rises from its foot: each segment takes one ring."""
    colours = canvas.tokens.pieces["bronze"]
    (x, y), half, step = foot, size * ROD, size * STEP
    top = y - step * segments
    left, right, upper, lower = (number(n * canvas.unit) for n in (x - half, x + half, top, y))
    arc = f"A{number(half * canvas.unit)} {number(half / 2 * canvas.unit)} 0 0 0 {right} "
    heights = [number((y - step * i) * canvas.unit) for i in range(1, segments)]
    grooves = "".join(f"M{left} {height}{arc}{height}" for height in heights)
    face = {"cx": x * canvas.unit, "cy": top * canvas.unit}
    return element(
        "g",
        element("path", d=f"M{left} {upper}V{lower}{arc}{lower}V{upper}", fill=colours.face),
        element("ellipse", **face, rx=half * canvas.unit, ry=half / 2 * canvas.unit, fill=colours.light),
        element("path", d=grooves, fill="none", stroke=colours.seam) if grooves else "",
        stroke=colours.rim,
        stroke_width=0.75 * canvas.line_width,
    )


def closed_part(d: str, tone: float, canvas: Canvas) -> str:
    """A part of a full space: quiet, in a tone between the board and its lines."""
    board, line = canvas.tokens.board, canvas.tokens.line
    return element("path", d=d, fill=board) + element("path", d=d, fill=line, fill_opacity=tone)


def closed_edge(d: str, canvas: Canvas) -> str:
    """A line on a full space."""
    return element("path", d=d, fill="none", stroke=canvas.tokens.line, stroke_opacity=0.7)


# --- Parts of a space -----------------------------------------------------------------------------------


def _ring(top: float, colours: PieceColours, canvas: Canvas) -> str:
    """One ring: first its front, then its upper face with the hole."""
    face, hole = oval(top, 1, canvas), oval(top, HOLE, canvas)
    return element(
        "g",
        element("path", d=wall(top, top + STEP, canvas), fill=colours.side, stroke=colours.seam),
        element("path", d=hole, fill=colours.rim),
        element("path", d=face + hole, fill=colours.face, stroke=colours.rim, fill_rule="evenodd"),
        stroke_width=canvas.line_width,
    )


def _shadow(y: float, canvas: Canvas) -> str:
    """On the ground around the lowest ring, a little to the right."""
    return element(
        "ellipse",
        cx=0.04 * canvas.unit,
        cy=(y + 0.05) * canvas.unit,
        rx=(WIDE + 0.05) * canvas.unit,
        ry=(DEEP + 0.05) * canvas.unit,
        fill=canvas.shadow,
    )


def _well(canvas: Canvas) -> str:
    """The ground of an open space: a hollow with a rim, which invites a glass."""
    tokens = canvas.tokens
    return element(
        "g",
        element("path", d=oval(BASE, 1, canvas), fill=tokens.groove),
        element("path", d=oval(BASE, 0.82, canvas), fill="none", stroke_opacity=0.4),
        stroke=tokens.line,
        stroke_width=1.2 * canvas.line_width,
    )


def _closed(height: int, canvas: Canvas) -> str:
    """A full space: a flat lid in the tones of the board, without hollow or rod."""
    top = level(height)
    front, lid = wall(top, BASE, canvas), oval(top, 1, canvas)
    seams = "".join(front_arc(level(i), 1, canvas) for i in range(1, height))
    return element(
        "g",
        closed_part(front, SIDE_TONE, canvas),
        element("path", d=seams, fill="none", stroke=canvas.tokens.board) if seams else "",
        closed_part(lid, LID_TONE, canvas),
        closed_edge(lid + oval(top, 0.5, canvas), canvas),
        stroke_width=canvas.line_width,
    )


def _missed(height: int, canvas: Canvas) -> str:
    """Where the next ring would lie."""
    return element(
        "path",
        d=oval(level(height + 1), 1.04, canvas),
        fill="none",
        stroke=canvas.accent.line,
        stroke_width=3,
        stroke_dasharray="7 5",
    )
