"""What YINSH shows to learning programs; conformance tests what every encoding must do."""

from random import Random

import gipfel
from tests.helpers.observations import group_of, planes, scalars


def test_rings_are_placed_and_moved() -> None:
    position = gipfel.game("yinsh").start()
    assert scalars(position) == {
        "placing": 1,
        "markers": 51,
        "our rings in hand": 5,
        "their rings in hand": 5,
    }
    for space in ("e5", "f5", "g5", "h5", "i5", "e6", "f6", "g6", "h6", "i6"):
        position = position.play(space)
    assert scalars(position) == {"moving": 1, "markers": 51}
    assert {*planes(position)["our rings"]} == {"e5", "g5", "i5", "f6", "h6"}
    after = position.play("e5-e4")
    assert planes(after)["their markers"] == {"e5": 1}
    assert group_of(position, "e5-e4") == "move"


def test_rows_of_either_side_are_told_apart() -> None:
    """Whose move made a row says how the turn goes on: with another decision, or with a move."""
    seen = set()
    for seed in range(30):
        chance, position = Random(seed), gipfel.game("yinsh").start()
        while position.outcome is None:
            known = scalars(position)
            if "row" in known:
                seen.add("our move" if "our move" in known else "their move")
                assert group_of(position, position.decisions()[0].text) == "take"
            position = position.play(chance.choice(position.decisions()))
    assert seen == {"our move", "their move"}
