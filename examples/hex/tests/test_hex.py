"""Hex: its rules, and everything that every game must do."""

import pytest

import gipfel
from gipfel.testing import Conformance


class TestHex(Conformance):
    games = ("hex",)


def test_white_joins_the_left_to_the_right() -> None:
    position = gipfel.game("hex").position("2w2/2w2/2w2/2w2/bb1bb w -")
    assert position.play("a1").outcome is None
    outcome = position.play("e3").outcome
    assert outcome is not None
    assert outcome.winner == gipfel.WHITE


def test_a_swap_takes_over_the_first_stone_mirrored() -> None:
    position = gipfel.game("hex").start().play("b1")
    assert str(position.play("swap")) == "1b3/5/5/5/5 w -"
    with pytest.raises(gipfel.IllegalDecision, match="only in the second turn"):
        position.play("swap").play("swap")
    with pytest.raises(gipfel.IllegalDecision):
        gipfel.game("hex", swap="off").start().play("b1").play("swap")


@pytest.mark.parametrize("swap", ["on", "off"])
def test_a_position_text_decides_whether_there_is_a_swap_rule(swap: str) -> None:
    game = gipfel.game("hex", swap=swap)
    for text, said in (("5/5/5/5/5 w s", "on"), ("w4/5/5/5/5 b -", "off"), ("5/5/1bw2/5/5 w -", swap)):
        assert game.position(text).game.options["swap"] == said
    decisions = game.position("5/5/2w2/5/5 b s").decisions()
    assert "swap" in [decision.text for decision in decisions]
