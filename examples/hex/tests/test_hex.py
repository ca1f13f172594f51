"""Hex: its rules, and everything that every game must do."""

import pytest
from gipfel.testing import Conformance

import gipfel


class TestHex(Conformance):
    games = ("hex",)


def test_white_joins_the_left_to_the_right() -> None:
    position = gipfel.game("hex").position("2w2/2w2/2w2/2w2/b1b1b w -")
    assert position.play("e3").outcome is None
    position = gipfel.game("hex").position("2w2/2w2/2w2/2w2/bb2b w -")
    assert str(position.play("e3").outcome.winner) == "White"


def test_a_swap_takes_over_the_first_stone_mirrored() -> None:
    position = gipfel.game("hex").start().play("b1")
    assert str(position.play("swap")) == "1b3/5/5/5/5 w -"
    with pytest.raises(gipfel.IllegalDecision, match="only in the second turn"):
        position.play("swap").play("swap")
    with pytest.raises(gipfel.IllegalDecision):
        gipfel.game("hex", swap="off").start().play("b1").play("swap")
