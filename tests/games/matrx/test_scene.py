"""Pictures of MATRX GIPF."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

import gipfel
from gipfel import Position
from gipfel.draw.canvas import Canvas
from gipfel.draw.scene import Scene, Stock
from gipfel.draw.shapes import shape_of
from gipfel.draw.svg import BoardTheme, Theme, svg
from gipfel.draw.target import Target
from gipfel.draw.text import text
from gipfel.draw.theme import COPPER
from tests.helpers.random_games import positions_with_choice

GAME = gipfel.game("matrx")
FULL = "W:T6Z6D6Y6P6 B:T6Z6D6Y6P6"
GIPF_PIECES = "b2=Wg,h2=Wg,i2=Wg,b5=Bg,h5=Bg,i4=Bg"


def at(board: str, rest: str = "w s W:T2Z2D2Y2P2 B:T2Z2D2Y2P2") -> Position:
    """The position with this board, in the order that position texts have."""
    return GAME.position(f"{','.join(sorted(board.split(',')))} {rest}")


def stocks(shown: Scene, owner: str) -> dict[str, Stock]:
    """What lies in a player's tray."""
    return {stock.name: stock for tray in shown.trays if tray.owner == owner for stock in tray.stocks}


def test_pictures_are_complete() -> None:
    for position in positions_with_choice(GAME, seed=1, number=6):
        shown = position.scene()
        for theme in Theme:
            for board in BoardTheme:
                root = ElementTree.fromstring(svg(shown, theme, board=board))
                assert len([e for e in root.iter() if e.get("class") == "piece"]) == len(shown.pieces)
        assert max(map(len, text(shown).splitlines())) <= 80


def test_the_board_has_forty_spots_and_twenty_five_dots() -> None:
    kinds = [place.kind for place in GAME.start().scene().places]
    assert (kinds.count("spot"), kinds.count("dot")) == (40, 25)


STACKS = {
    # stack: the sign in a terminal, the name, the note
    "Wg": ("G", "white GIPF-piece", ""),
    "Bg": ("g", "black GIPF-piece", ""),
    "Wt": ("T", "white TAMSK", ""),
    "Btt": ("t", "black TAMSK-pair", ""),
    "Bz": ("z", "black ZÈRTZ", ""),
    "Wzz": ("Z", "white ZÈRTZ-pair", ""),
    "Wd": ("D", "white DVONN", ""),
    "Byy": ("y", "black YINSH-pair", ""),
    "Wuu": ("P", "white PÜNCT-pair", ""),
    "BdWd": ("D", "white stack, DVONN on top", "d4: white DVONN on black DVONN"),
    "WuuBu": ("p", "black stack, PÜNCT on top", "d4: black PÜNCT on white PÜNCT-pair"),
    "BddWdBdWd": (
        "D",
        "white stack, DVONN on top",
        "d4: white DVONN on black DVONN on white DVONN on black DVONN-pair",
    ),
}


@pytest.mark.parametrize("stack", STACKS)
def test_every_stack_is_drawn(stack: str) -> None:
    sign, name, note = STACKS[stack]
    shown = at(f"d4={stack}").scene()
    (piece,) = shown.pieces
    assert (shape_of(piece).sign(piece), str(piece)) == (sign, name)
    assert [line for line in shown.notes if line.startswith("d4")] == ([note] if note else [])
    assert piece.height == sum(letter.islower() for letter in stack)


def drawing(stack: str, colours: bool = True) -> str:
    """What a stack looks like; without colours only its shapes."""
    (piece,) = at(f"d4={stack}").scene().pieces
    canvas = Canvas(Theme.LIGHT.tokens, Theme.LIGHT.accent(COPPER), 64.0, "")
    drawn = shape_of(piece).draw(piece, canvas)
    return drawn if colours else re.sub(r'(fill|stroke)="#[^"]*"', "", drawn)


def test_stacks_look_different() -> None:
    assert len({drawing(stack) for stack in STACKS}) == len(STACKS)


def test_kinds_and_pairs_can_be_told_without_colours() -> None:
    singles, pairs = ("Wt", "Wz", "Wd", "Wy", "Wu", "Wg"), ("Wtt", "Wzz", "Wdd", "Wyy", "Wuu")
    assert len({drawing(stack, colours=False) for stack in singles + pairs}) == len(singles + pairs)


def test_a_high_stack_says_its_height() -> None:
    assert ">3</text>" in drawing("BddWd")
    assert "</text>" not in drawing("Bdd")


def test_a_tray_shows_how_many_discs_there_are() -> None:
    shown = at(GIPF_PIECES, "w s W:T5Z1 B:D2").scene()
    white = stocks(shown, "white")
    assert {name: stock.count for name, stock in white.items()} == {
        "TAMSK": 5,
        "ZÈRTZ": 1,
        "out of play": 24,
    }
    assert white["TAMSK"].piece.target == Target("tray", "TAMSK")
    assert white["ZÈRTZ"].piece.target is None, "a pair needs two"
    assert stocks(shown, "black")["DVONN"].piece.target is None, "Black is not to act"


def test_a_disc_in_reserve_looks_used_if_it_waits_for_a_second_one() -> None:
    white = stocks(at(GIPF_PIECES, "w s W:T5Z1 B:D2").scene(), "white")
    canvas = Canvas(Theme.LIGHT.tokens, Theme.LIGHT.accent(COPPER), 64.0, "")
    colours = Theme.LIGHT.tokens.pieces
    for name, colour in (("TAMSK", "bronze"), ("ZÈRTZ", "grey")):
        piece = white[name].piece
        assert colours[colour].face in shape_of(piece).draw(piece, canvas)


def test_only_gipf_pieces_can_be_chosen_while_there_are_some() -> None:
    white = stocks(GAME.start().scene(), "white")
    assert [name for name, stock in white.items() if stock.piece.target] == ["GIPF-pieces"]
    assert white["GIPF-pieces"].count == 3


def test_captured_gipf_pieces_are_shown() -> None:
    shown = at("b2=Wg,h2=Wg,i2=Wg,i4=Bg", f"w s {FULL}").scene()
    captured = stocks(shown, "white")["captured"]
    assert (captured.count, str(captured.piece)) == (2, "black GIPF-piece")
    assert "captured" not in stocks(shown, "black")
    assert shown.notes == ("Out of the game: Black 2 GIPF.",)


def test_lost_discs_are_left_out_where_a_tray_is_full() -> None:
    board, reserves = "b2=Wg,h2=Wg,i2=Wg,i4=Bg", "W:T4Z4D4Y4P4 B:T4Z4D4Y4"
    shown = at(board, f"w s {reserves}").scene()
    assert [*stocks(shown, "white")] == ["TAMSK", "ZÈRTZ", "DVONN", "YINSH", "PÜNCT", "captured"]
    assert stocks(shown, "black")["out of play"].count == 14
    (note,) = shown.notes
    assert note.startswith("Out of the game: White 2 TAMSK, 2 ZÈRTZ")


def test_nothing_can_be_chosen_while_a_row_is_taken() -> None:
    position = at(f"e2=Wz,e3=Wt,e4=Wy,e5=Wd,{GIPF_PIECES}")
    shown = position.scene()
    assert not any(stock.piece.target for tray in shown.trays for stock in tray.stocks)
    assert [len(mark.at) for mark in shown.marks if mark.kind == "row"] == [4]


def test_rows_of_the_opponent_are_not_marked() -> None:
    assert not at(f"e2=Bz,e3=Bt,e4=By,e5=Bd,{GIPF_PIECES}").scene().marks


def test_what_lies_on_a_spot() -> None:
    position = at("d4=BddWd")
    assert GAME.pile(position.state, "d4") == ("white DVONN", "black DVONN", "black DVONN")
    assert GAME.pile(position.state, "d5") == GAME.pile(position.state, "a1") == ()
    assert position.contents("d4") == ("Wd", "Bd", "Bd")
