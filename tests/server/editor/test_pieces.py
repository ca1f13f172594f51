"""Pieces that are offered, and positions of PÜNCT changed by pointing: pieces that cover several places."""

import pytest

from gipfel.games.core.registry import game
from gipfel.notation.errors import PositionError
from gipfel.server.editor import grid


@pytest.mark.parametrize(
    ("before", "place", "piece", "after"),
    [
        ("- w S", "i5", "wT", "wTi5:0 w S"),
        ("wTi5:0 w S", "i5", "wT", "wTi5:1 w S"),
        ("wTi5:5 w S", "i5", "wT", "wTi5:0 w S"),
        ("wTi5:0 w S", "i5", "", "- w S"),
        ("wTi5:0,bEf4:0 w S", "f4", "", "wTi5:0 w S"),
    ],
)
def test_a_piece_is_laid_down_turned_and_taken_away(before: str, place: str, piece: str, after: str) -> None:
    assert grid.place_piece("punct", "standard", before, place, piece) == after


def test_a_piece_keeps_its_way_if_it_can() -> None:
    assert grid.move_piece("punct", "standard", "wTi5:3 w S", "i5", "j7") == "wTj7:3 w S"


def test_a_piece_at_the_edge_lies_as_it_fits() -> None:
    for piece in grid.palette(game("punct", "standard").start()):
        text = grid.place_piece("punct", "standard", "- w S", "a4", piece["piece"])
        assert str(game("punct", "standard").position(text)) == text


@pytest.mark.parametrize(("place", "piece"), [("i5", "xx"), ("z99", "wT"), ("i5", "wT:0")])
def test_nonsense_is_refused(place: str, piece: str) -> None:
    with pytest.raises(PositionError):
        grid.place_piece("punct", "standard", "- w S", place, piece)


def test_nothing_can_be_moved_from_an_empty_place() -> None:
    with pytest.raises(PositionError, match="No piece"):
        grid.move_piece("punct", "standard", "- w S", "i5", "j7")


def test_the_palette_has_every_piece_in_both_colours() -> None:
    found = {piece["piece"] for piece in grid.palette(game("punct", "basic").start())}
    assert found == {side + kind for side in "wb" for kind in "TCEMLR"}


@pytest.mark.parametrize("version", ["standard", "six"])
def test_lyngk_offers_single_pieces_and_towers(version: str) -> None:
    """Not those that a random game happens to have."""
    found = {piece["piece"] for piece in grid.palette(game("lyngk", version).position(EMPTY[version]))}
    assert {*"IBRGKJ", "(IB)", "(JI)", "(RGK)", "(BRGK)"} <= found
    assert len(found) == 20


EMPTY = {"standard": "L5 1/4/7/6/7/6/7/4/1 -:- 0:0 1", "six": "L6 1/4/7/6/7/6/7/4/1 -:- 0:0 1"}


def test_matrx_gipf_offers_every_pair_and_single_in_both_colours() -> None:
    found = {piece["piece"] for piece in grid.palette(game("matrx").start())}
    assert {
        colour + units for colour in "WB" for units in ("g", *(n * u for u in "tzdyu" for n in (1, 2)))
    } <= found
    assert {"BddWd", "WuuBu"} <= found, "and covered stacks"
