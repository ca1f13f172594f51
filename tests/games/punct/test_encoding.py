"""What PÜNCT shows to learning programs; conformance tests what every encoding must do."""

import gipfel
from tests.helpers.observations import group_of, planes, scalars

STACKED = "wTa2:0,bTc2:0 w B"


def test_a_piece_is_seen_dot_by_dot() -> None:
    position = gipfel.game("punct", "basic").position(STACKED)
    seen = planes(position)
    assert seen["top piece: PÜNCT"] == {"a2": 1, "c2": 1}
    assert {*seen["top piece: ours"]} == {"a2", "a3", "b3"}
    assert {*seen["top piece: theirs"]} == {"c2", "c3", "d3"}
    assert seen["top piece: to the north"] == {"a2": 1, "c2": 1}
    assert {*seen["top piece: level"].values()} == {1}
    known = scalars(position)
    assert known["our hand: triangle"] == known["their hand: triangle"] == 5
    assert "centre closed" not in known


def test_the_centre_is_closed_at_first_or_always() -> None:
    assert scalars(gipfel.game("punct", "basic").start())["centre closed"] == 1
    assert scalars(gipfel.game("punct", "standard").position("wTa2:0 b S"))["centre closed"] == 1


def test_what_lies_below_is_seen() -> None:
    flat = gipfel.game("punct", "basic").position("wTi9:0,wTi12:0,bTc2:0 w B")
    assert group_of(flat, "i9-i12:0") == "move"
    after = planes(flat.play("i9-i12:0"))
    assert {*after["top piece: level"].values()} == {1, 2}
    assert {*after["piece 2 from the top: theirs"]} == {"i12", "i13", "j13"}


def test_actions_are_composed_of_factors() -> None:
    encoding = gipfel.game("punct").encoding
    add, move = encoding.actions
    assert [number for _, number in add.factors] == [211, 33]
    assert [number for _, number in move.factors] == [7813, 15]
    assert encoding.number_of_actions == 211 * 33 + 7813 * 15
