"""What LYNGK draws: the star, towers in which every colour is visible, what is beside the board."""

import re
from collections import Counter
from itertools import pairwise, product
from math import hypot

import pytest

import gipfel
from gipfel.draw.canvas import Canvas
from gipfel.draw.scene import Piece, Scene, Tray
from gipfel.draw.shapes import shape_of
from gipfel.draw.svg import svg
from gipfel.draw.symbols import look_of
from gipfel.draw.target import Target
from gipfel.draw.text import text as terminal
from gipfel.draw.theme import BoardTheme, Theme
from gipfel.games.core.registry import about, game_of_position
from gipfel.games.lyngk import tower
from gipfel.games.lyngk.rules import SPOTS
from tests.helpers.contrast import SHAPE, TEXT, contrast

THEMES = list(product(Theme, BoardTheme))
LATE = "L5 R/3(KR)/J(BI)(GRI)4/(GKB)5/(JRG)3(GRJK)2/1(BGKI)4/(IRB)3(IRK)2/(GBK)2(RIGK)/(BI) GB:K 0:1 1"
LETTERS = "IBRGKJ"


def scene(text: str) -> Scene:
    return game_of_position("lyngk", text).position(text).scene()


def pieces(scene: Scene) -> dict[str, Piece]:
    return {piece.target.name: piece for piece in scene.pieces if piece.target is not None}


def drawn(
    piece: Piece, theme: Theme = Theme.LIGHT, board: BoardTheme = BoardTheme.PLAIN, letters: str = ""
) -> str:
    tokens = theme.tokens_of(board)
    canvas = Canvas(tokens, theme.board_accent(about("lyngk").accent, board), 64.0, "t")
    return shape_of(piece).draw(look_of(piece), canvas)


def a_tower(letters: str, mark: str = "") -> Piece:
    """The letters from the bottom to the top."""
    colour = next(name for name, letter in tower.COLOURS.items() if letter == letters[-1])
    return Piece((0.0, 0.0), "tower", colour, len(letters), mark, letters[-2::-1])


# --- The board ----------------------------------------------------------------------------------------


def test_the_board_is_a_star_with_all_spots_and_names_inside() -> None:
    shown = gipfel.game("lyngk").start(seed=1).scene()
    assert len(shown.places) == 43
    assert len(shown.lines) == len(SPOTS.lines)
    far = [hypot(*corner) for corner in shown.outline]
    assert len(far) == 12
    assert all((one < other) == (number % 2 == 0) for number, (one, other) in enumerate(pairwise(far)))
    assert max(hypot(*label.at) for label in shown.labels) < max(far)
    assert {label.text for label in shown.labels} >= {"a1", "c1", "c7", "e1", "e7", "i1"}


def test_names_of_spots_are_not_hidden_by_towers_of_six() -> None:
    """Nor by the rings of targets round them; text is up to 0.3 high where the board is small."""
    high = tower.LAYER * 6 / 2 + tower.DEPTH
    shown = gipfel.game("lyngk").start(seed=1).scene()
    for label, place in product(shown.labels, shown.places):
        right, up = (abs(one - other) for one, other in zip(label.at, place.at, strict=True))
        beside = right >= tower.WIDTH + 0.15
        assert beside or up - 0.12 >= high, (label.text, place.target.name)
        assert hypot(max(right - 0.15, 0), max(up - 0.15, 0)) >= 0.51, (label.text, place.target.name)


def test_a_terminal_shows_all_names_beside_high_towers() -> None:
    lines = terminal(scene("L6 F/3F/7/6/7/F4F/6F/F2F/F -:- 0:0 1".replace("F", "(IBRGK)"))).splitlines()
    for name in ("a1", "b4", "c7", "d6", "e7", "f6", "g7", "h4", "i1", "h1", "g1", "e1"):
        assert any(name in line.split() for line in lines), name


# --- Towers -------------------------------------------------------------------------------------------


def test_a_tower_names_its_pieces_from_the_top_down() -> None:
    shown = pieces(scene(LATE))
    assert (shown["e1"].mark, shown["e1"].label, shown["e1"].height) == ("1", "RJ", 3)
    assert tower.sign(shown["e1"]) == "G"
    assert shown["e1"].name == "green stack (Player 1)"
    assert shown["e5"].name == "black stack (Player 2)"
    assert shown["a1"].name == "red stack"
    assert (shown["c1"].name, tower.sign(shown["c1"])) == ("joker", "J")


@pytest.mark.parametrize("letters", ["I", "BI", "KGR", "JBRG", "IBRGK", "BRGKIJ"[::-1][1:] + "I"])
def test_every_piece_of_a_tower_is_drawn_in_its_colour_and_order(letters: str) -> None:
    pieces_of = Theme.LIGHT.tokens.pieces
    faces = re.findall(r'<ellipse cy="(\S+)"[^>]* fill="(#\w+)" stroke="#', drawn(a_tower(letters)))
    assert [colour for _, colour in faces] == [pieces_of[tower.PAINTS[letter]].face for letter in letters]
    heights = [float(y) for y, _ in faces]
    assert all(
        below - above == pytest.approx(tower.LAYER * 64, abs=0.02) for below, above in pairwise(heights)
    )


def test_the_shadow_grows_and_the_number_says_the_height() -> None:
    shadows = []
    for high in range(1, 7):
        look = drawn(a_tower("JIBRGK"[-high:]))
        shadows.append(float(re.findall(r' rx="([\d.]+)"', look)[0]))
        numbers = re.findall(r">(\d)</text>", look)
        assert numbers == ([str(high)] if high > 1 else [])
    assert shadows == sorted(shadows)


def test_a_joker_is_mottled_and_ivory_is_not() -> None:
    single = drawn(a_tower("J"))
    assert single.count("<ellipse") > drawn(a_tower("I")).count("<ellipse") + 10
    assert "stroke-dasharray" in drawn(a_tower("JI"))
    assert "stroke-dasharray" not in drawn(a_tower("BI"))


@pytest.mark.parametrize(("mark", "rings"), [("", 0), ("1", 1), ("2", 2)])
def test_rings_tell_whose_a_stack_is(mark: str, rings: int) -> None:
    """So it is visible without colours, and different stacks of one colour never differ in it."""
    look = drawn(a_tower("BGR", mark))
    found = re.search(r'<g fill="none"[^>]*>(.*?)</g>', look)
    assert (found[1].count("<ellipse") if found else 0) == rings


def test_letters_stand_on_all_pieces_but_jokers_for_those_who_want_them() -> None:
    look = drawn(a_tower("JBRG"))
    assert re.findall(r'visibility="hidden"[^>]*>(\w)<', look) == ["G", "R", "B"]
    shown = drawn(a_tower("JBRG"), board=BoardTheme.CONTRAST)
    assert 'visibility="hidden"' not in shown
    assert not re.findall(r">[A-Z]</text>", drawn(a_tower("J")))


@pytest.mark.parametrize(("theme", "board"), THEMES)
def test_pieces_stand_out_from_the_board_and_figures_from_pieces(theme: Theme, board: BoardTheme) -> None:
    tokens = theme.tokens_of(board)
    for letter, colour in tower.PAINTS.items():
        piece = tokens.pieces[colour]
        ink = tokens.pieces["black" if letter in tower.DARK_ON else "white"].face
        edges = (piece.face, piece.rim, piece.light)
        assert max(contrast(edge, tokens.board) for edge in edges) >= SHAPE, letter
        assert contrast(ink, piece.face) >= SHAPE, letter
    assert contrast(tokens.pieces["black"].face, tokens.pieces["white"].face) >= TEXT  # the specks


def test_a_terminal_writes_all_pieces_and_their_colours() -> None:
    shown = terminal(scene(LATE))
    for found in ("GRJ", "KJRG", "IR", "GRI"[::-1]):
        assert found in shown
    assert "G green stack (Player 1)" in shown
    assert all(len(line) <= 80 for line in shown.splitlines())
    six = scene("L6 1/4/3B3/6/4(JBRGKI)2/6/6(JBRGK)/4/1 I:G 0:0 1w")
    assert "IKGRBJ" in terminal(six)


def test_stacks_in_front_are_drawn_last() -> None:
    heights = [round(piece.at[1], 3) for piece in scene(LATE).pieces]
    assert heights == sorted(heights, reverse=True)


# --- Beside the board -----------------------------------------------------------------------------------


def tray(scene: Scene, owner: str) -> Tray:
    return next(one for one in scene.trays if one.owner == owner)


def stocks(tray: Tray) -> dict[str, int]:
    return {stock.name: stock.count for stock in tray.stocks}


def test_markers_of_neutral_colours_can_be_pointed_at() -> None:
    start = gipfel.game("lyngk").start(seed=3)
    neutral = tray(start.scene(), "both")
    assert [stock.piece.target for stock in neutral.stocks] == [
        Target("tray", name) for name in ("ivory", "blue", "red", "green", "black")
    ]
    assert {*stocks(neutral).values()} == {8}
    after = start.play("R").scene()
    assert Target("tray", "red") not in [stock.piece.target for stock in tray(after, "both").stocks]
    assert stocks(tray(after, "white")) == {"red (R)": 8, "collected stacks": 0}
    assert tray(after, "white").active


def test_claims_and_collected_stacks_are_beside_the_board() -> None:
    shown = scene(LATE)
    assert stocks(tray(shown, "white")) == {"green (G)": 1, "blue (B)": 2, "collected stacks": 0}
    assert stocks(tray(shown, "black")) == {"black (K)": 4, "collected stack": 1}
    marks = [(stock.piece.mark, stock.piece.height) for stock in tray(shown, "black").stocks]
    assert marks == [("2", 5), ("2", 1)]  # what wins is first: small pages and sheets cut the end
    assert str(tray(shown, "black").stocks[0].piece) == "Player 2"
    tops = Counter(tower.sign(piece) for piece in shown.pieces)
    assert stocks(tray(shown, "both")) == {"ivory (I)": tops["I"], "red (R)": tops["R"]}


def test_nothing_is_collected_with_stacks_of_six() -> None:
    shown = gipfel.game("lyngk", "six").start(seed=3).play("R").scene()
    assert stocks(tray(shown, "white")) == {"red (R)": 8}


def test_pictures_are_small() -> None:
    """Equal towers are drawn once; the start has six looks on the board."""
    assert len(svg(gipfel.game("lyngk").start(seed=1).scene())) < 60_000
