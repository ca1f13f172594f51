"""PÜNCT as a picture: levels without numbers, contrast, what has won."""

import re
from itertools import pairwise, product
from math import dist

import pytest

import gipfel
from gipfel.draw.canvas import Canvas
from gipfel.draw.picture import picture
from gipfel.draw.scene import Piece
from gipfel.draw.shapes import shape_of
from gipfel.draw.svg import svg
from gipfel.draw.symbols import look_of
from gipfel.draw.text import text
from gipfel.draw.theme import COPPER, BoardTheme, Theme
from gipfel.games.punct.scene import AT
from gipfel.games.punct.tables import BOARD, CENTRAL, SIDE_OF
from tests.helpers.contrast import SHAPE, contrast

BASIC = gipfel.game("punct", "basic")
STANDARD = gipfel.game("punct", "standard")
THEMES = list(product(Theme, BoardTheme))
STEP = BASIC.position("wCh11:0,wCh14:0,wEh1:0,wEh7:0,wEi15:1,bTg15:3,bEg1:0,bEg7:0,bEg10:0,bLh16:2 w B")
"""docs/rules/punct.md, example 15: one more piece, and White is connected."""
BOTH = BASIC.position(
    "wCh11:0,wCh14:0,wEh1:0,wEh4:0,wEh7:0,wEi15:1,bTg15:3,bEg1:0,bEg4:0,bEg7:0,bEg10:0,bLh16:2,bTg4:1@2 b B"
)
"""Example 16: Black can connect both."""
LAST_PIECE = (
    "wTb7:1,wTf11:5,wTi9:0,wTn13:2,wTp9:5,wCi13:2,wCk13:0,wEc10:4,wEe1:0,wEe7:3,wEj5:2,wMa2:0,wMg11:2,"
    "wLi14:2,wLo16:5,wRd10:2,wRj7:1,bTk10:3,bEg7:0 w "
)
"""Example 19."""
SPACE = dict(zip(AT, BOARD.names, strict=True))


def won(position: gipfel.Position) -> list[list[str]]:
    """The spaces of each mark for what has won."""
    return [[SPACE[at] for at in mark.at] for mark in position.scene().marks if mark.kind == "won"]


# --- What has won ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "decision", "column"), [(STEP, "+Eh4:0", "h"), (BOTH, "g4-g13:4", "g"), (BOTH, "g4-d4:4", "h")]
)
def test_the_connection_that_has_won_is_marked(before: gipfel.Position, decision: str, column: str) -> None:
    """From one side of the board to the opposite one, each space beside the next, once the game is over."""
    assert not won(before)
    (chain,) = won(before.play(decision))
    assert {f"{column}{number}" for number in range(2, 14)} <= {*chain}
    (mark,) = before.play(decision).scene().marks
    assert all(dist(one, other) == pytest.approx(1) for one, other in pairwise(mark.at))
    ends = sorted(SIDE_OF[BOARD.index[end]] for end in (chain[0], chain[-1]))
    assert ends in ([0, 1], [2, 3], [4, 5])


def test_the_majority_that_has_won_is_marked() -> None:
    marked = won(STANDARD.position(LAST_PIECE + "S").play("+Ta4:0"))
    assert len(marked) == 6
    assert all(len(spaces) == 1 and CENTRAL[BOARD.index[spaces[0]]] for spaces in marked)
    assert not won(BASIC.position(LAST_PIECE + "B").play("+Ta4:0"))


def test_what_has_won_is_drawn_everywhere() -> None:
    scene = STEP.play("+Eh4:0").scene()
    assert 'class="winning"' in svg(scene)
    assert [mark["kind"] for mark in picture(scene)["marks"]] == ["won"]
    assert "what won" in text(scene)


# --- Levels ---------------------------------------------------------------------------------------------


def drawn(piece: Piece, theme: Theme = Theme.LIGHT, board: BoardTheme = BoardTheme.PLAIN) -> str:
    tokens = theme.tokens_of(board)
    return shape_of(piece).draw(look_of(piece), Canvas(tokens, theme.board_accent(COPPER, board), 64.0, "t"))


def piece_at_level(level: int, colour: str, shape: str = "triple") -> Piece:
    cells = tuple(BOARD.xy(cell) for cell in ((0, 0), (1, 0), (2, 0)))
    return Piece((0.0, 0.0), shape, colour, cells=cells, level=level)


def shifts(markup: str) -> list[tuple[float, float]]:
    """The shifts of the shadow and of the body, in this order."""
    found = re.findall(r'transform="translate\((\S+) (\S+)\)', markup)
    return [(float(x), float(y)) for x, y in found]


@pytest.mark.parametrize("shape", ["triple", "bridge"])
@pytest.mark.parametrize("colour", ["white", "black"])
def test_three_levels_look_like_three_without_a_number(colour: str, shape: str) -> None:
    """With every level the shadow is longer, the body higher, and there is one more line along the edge."""
    looks = [drawn(piece_at_level(level, colour, shape)) for level in (1, 2, 3)]
    assert not any("<text" in look for look in looks)
    shadows = [max(y for _, y in shifts(look)) for look in looks]
    bodies = [min(y for _, y in shifts(look)) for look in looks]
    assert all(other - one > 4 for one, other in pairwise(shadows))
    assert all(one - other > 5 for one, other in pairwise(bodies))
    line = (
        Theme.LIGHT.tokens.pieces["grey"].side
        if colour == "black"
        else Theme.LIGHT.tokens.pieces[colour].seam
    )
    lines = [look.count(f'<g stroke="{line}"') for look in looks]
    assert [number - lines[0] for number in lines] == [0, 1, 2]


def test_a_piece_on_the_board_throws_its_shadow_on_no_neighbour() -> None:
    look = drawn(piece_at_level(1, "white"))
    assert max(max(abs(x), abs(y)) for x, y in shifts(look)) < 0.2 * 64


@pytest.mark.parametrize(("theme", "board"), THEMES)
@pytest.mark.parametrize("colour", ["white", "black"])
def test_pieces_stand_out_from_the_board_and_from_each_other(
    colour: str, theme: Theme, board: BoardTheme
) -> None:
    """By their fill or by the line around them."""
    tokens = theme.tokens_of(board)
    look = drawn(piece_at_level(1, colour), theme, board)
    strokes = re.findall(r'<g stroke="(#\w{6})"[^>]*><path [^>]*stroke-width="([0-9.]+)"', look)
    outline = max(strokes, key=lambda stroke: float(stroke[1]))[0]
    face = tokens.pieces[colour].face
    assert max(contrast(outline, tokens.board), contrast(face, tokens.board)) >= SHAPE
    edges = {stroke for stroke, _ in strokes}
    assert max(contrast(edge, face) for edge in edges) >= 1.5


@pytest.mark.parametrize(("theme", "board"), THEMES)
def test_lines_along_the_edge_are_visible_on_the_face(theme: Theme, board: BoardTheme) -> None:
    tokens = theme.tokens_of(board)
    assert contrast(tokens.pieces["white"].seam, tokens.pieces["white"].face) >= SHAPE
    assert contrast(tokens.pieces["grey"].side, tokens.pieces["black"].face) >= SHAPE


def test_holes_are_drawn_together() -> None:
    """211 spaces, and every one of them three times in few elements: a page has to draw it quickly."""
    ground = picture(STANDARD.start().scene())["board"]
    assert ground.count("h0") == 3 * len(BOARD.names)
    assert ground.count("<path") + ground.count("<circle") < 40
    assert len(ground) < 16_000
