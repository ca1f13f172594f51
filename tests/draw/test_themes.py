"""Themes: the contrast of everything that has to be seen or read, on every board and every page."""

import re
from itertools import product

import pytest

from gipfel.draw.css import board_sheet, variables
from gipfel.draw.theme import BoardTheme, Theme, Tokens
from gipfel.games.core.registry import about, game, game_names
from tests.helpers.contrast import SHAPE, TEXT, contrast

ALL = list(product(Theme, BoardTheme))
BOARDS = [board for board in BoardTheme if board is not BoardTheme.PLAIN]
PIECES = ("white", "grey", "black", "red")
"""The colours of pieces that lie on a board or in a tray."""
INLAYS = ("bronze", "blue", "coral", "violet", "green")
"""The colours of the kinds of pieces, inside a rim of the player's colour."""
WITH_BOARD = [name for name in game_names() if game(name).start(seed=1).scene().outline]


def grounds(tokens: Tokens) -> tuple[str, ...]:
    """What pieces lie on: the board and its spaces, and outside of boards the page and its cards."""
    return tokens.board, tokens.well, tokens.page, tokens.panel


def test_contrast_is_measured_as_the_guidelines_define_it() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
    assert contrast("#ffffff", "#000000", "#ffffff") == 1


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("name", game_names())
def test_the_sentence_is_readable_on_every_accent(name: str, theme: Theme) -> None:
    accent = theme.accent(about(name).accent)
    assert contrast(accent.box, theme.tokens.on_accent) >= TEXT
    assert contrast(accent.line, theme.tokens.panel) >= SHAPE


@pytest.mark.parametrize(("theme", "board"), ALL)
def test_texts_are_readable(theme: Theme, board: BoardTheme) -> None:
    tokens = theme.tokens_of(board)
    for colour in (tokens.text, tokens.muted):
        assert contrast(colour, tokens.panel, tokens.page) >= TEXT
    assert contrast(tokens.coordinate, tokens.board, tokens.well) >= TEXT


@pytest.mark.parametrize(("theme", "board"), ALL)
def test_targets_and_lines_are_visible(theme: Theme, board: BoardTheme) -> None:
    tokens = theme.tokens_of(board)
    assert contrast(tokens.target, tokens.board, tokens.well) >= SHAPE
    assert contrast(tokens.line, tokens.board) >= SHAPE
    assert contrast(tokens.dot, tokens.board) >= SHAPE
    assert contrast(theme.on_page(board).target, tokens.page) >= SHAPE  # where there is no board


@pytest.mark.parametrize(("theme", "board"), ALL)
@pytest.mark.parametrize("name", WITH_BOARD)
def test_accents_are_visible_on_boards(name: str, theme: Theme, board: BoardTheme) -> None:
    tokens = theme.tokens_of(board)
    accent = theme.board_accent(about(name).accent, board).line
    assert contrast(accent, tokens.board) >= SHAPE
    assert contrast(tokens.on_accent, accent) >= SHAPE


@pytest.mark.parametrize(("theme", "board"), ALL)
@pytest.mark.parametrize("colour", PIECES)
def test_pieces_are_visible_by_their_face_or_by_their_rim(
    colour: str, theme: Theme, board: BoardTheme
) -> None:
    tokens = theme.tokens_of(board)
    piece = tokens.pieces[colour]
    for ground in grounds(tokens):
        assert max(contrast(piece.face, ground), contrast(piece.rim, ground)) >= SHAPE, (colour, ground)


@pytest.mark.parametrize(("theme", "board"), ALL)
def test_rings_of_a_board_and_what_stands_on_them_are_visible(theme: Theme, board: BoardTheme) -> None:
    tokens = theme.tokens_of(board)
    assert max(contrast(tokens.ring, tokens.page), contrast(tokens.ring_rim, tokens.page)) >= SHAPE
    for colour in ("white", "grey", "black"):
        ball = tokens.pieces[colour]
        assert max(contrast(ball.face, tokens.ring), contrast(ball.seam, tokens.ring)) >= SHAPE, colour


@pytest.mark.parametrize(("theme", "board"), ALL)
def test_players_and_kinds_can_be_told_apart(theme: Theme, board: BoardTheme) -> None:
    pieces = theme.tokens_of(board).pieces
    white, black = pieces["white"].face, pieces["black"].face
    assert contrast(white, black) >= 7
    assert contrast(pieces["red"].face, white) >= TEXT  # numbers on red pieces
    assert contrast(black, pieces["grey"].face) >= TEXT  # letters on grey ones
    for inlay in INLAYS:
        assert contrast(pieces[inlay].face, white, black) >= SHAPE, inlay


@pytest.mark.parametrize("theme", Theme)
def test_the_theme_of_highest_contrast_is_black_and_white(theme: Theme) -> None:
    tokens = theme.tokens_of(BoardTheme.CONTRAST)
    assert {tokens.board, tokens.line} == {"#000000", "#ffffff"}
    assert (tokens.pieces["white"].face, tokens.pieces["black"].face) == ("#ffffff", "#000000")
    assert contrast(tokens.target, tokens.board) >= 7
    assert float(tokens.rim_width) >= 2
    assert tokens.letters == "visible"


# --- Style sheets -------------------------------------------------------------------------------------


def blocks(sheet: str) -> dict[str, dict[str, str]]:
    """The declarations of each selector."""
    found = {}
    for selector, inside in re.findall(r"([^{}]+)\{\n([^{}]+)\}", sheet):
        found[selector.split("{")[-1].strip()] = dict(re.findall(r"([\w-]+): ([^;]+);", inside))
    return found


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_theme_sets_the_same_variables_on_both_pages(board: BoardTheme) -> None:
    sheet = blocks(board_sheet(board, {"one": about(WITH_BOARD[0]).accent}, ["free"]))
    by_page = [
        {selector.partition("]")[2] if "theme" in selector else selector: {*inside}}
        for selector, inside in sheet.items()
        if ".board" in selector and "data-game" not in selector
    ]
    names = [names for one in by_page for names in one.values()]
    assert len(names) == 3  # light, dark by the system, dark by choice
    assert names[0] == names[1] == names[2]
    for theme in Theme:
        other = variables(theme, board)
        assert {name for name, value in other.items() if value != variables(theme)[name]} <= names[0]


def test_a_board_theme_leaves_the_page_alone() -> None:
    for board in BOARDS:
        for theme in Theme:
            plain, other = theme.tokens, theme.tokens_of(board)
            assert (plain.page, plain.panel, plain.text, plain.muted) == (
                other.page,
                other.panel,
                other.text,
                other.muted,
            )
