"""A small board without a game, which shows what a board theme looks like."""

from math import cos, pi, sin

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element, number
from gipfel.draw.paints import paints
from gipfel.draw.scene import XY, Mark, Piece, Place, Scene
from gipfel.draw.svg import UNIT, drawn_board
from gipfel.draw.symbols import Symbols
from gipfel.draw.target import Target
from gipfel.draw.theme import COPPER, BoardTheme, Theme

_CORNERS: tuple[XY, ...] = tuple((sin(i * pi / 3), cos(i * pi / 3)) for i in range(6))
_PLACES = (
    Place(Target("dot", "north"), _CORNERS[0], "dot"),
    Place(Target("dot", "south"), _CORNERS[3], "dot"),
)
_SAMPLE = Scene(
    "",
    "",
    outline=tuple((1.62 * x, 1.62 * y) for x, y in _CORNERS),
    lines=tuple((_CORNERS[i], _CORNERS[i + 3]) for i in range(3)),
    places=_PLACES,
    pieces=(
        Piece(_CORNERS[5], "disc", "white", height=2),
        Piece(_CORNERS[1], "disc", "black"),
        Piece(_CORNERS[2], "disc", "black", height=2),
        Piece(_CORNERS[4], "disc", "white"),
    ),
    marks=(Mark("target", ((0.0, 0.0),)),),
)
_HALF = 1.72 * UNIT


def sample(theme: Theme, board: BoardTheme) -> str:
    """The board as an SVG document."""
    tokens = theme.tokens_of(board)
    canvas = Canvas(tokens, theme.board_accent(COPPER, board), UNIT, "sample")
    pieces = Symbols(canvas, "piece")
    drawn = drawn_board(_SAMPLE, (), canvas, pieces)
    return element(
        "svg",
        element("defs", paints(canvas.prefix, tokens.shadow), pieces.definitions()),
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, (-_HALF, -_HALF, 2 * _HALF, 2 * _HALF))),
    )
