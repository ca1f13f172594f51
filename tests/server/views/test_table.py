"""The view of a table: what is taken over from the view before."""

from dataclasses import replace

from gipfel import BLACK, WHITE
from gipfel.server.views.table import KnownParts
from gipfel.table.turns import Turn

A, B, C = (Turn(text, side, at) for text, side, at in (("a1", WHITE, 1), ("b2", BLACK, 2), ("c3", WHITE, 3)))


def test_turns_that_have_not_changed_are_the_same_objects() -> None:
    views = KnownParts()
    before = views.turns([A, B])
    after = views.turns([A, B, C])
    assert all(old is new for old, new in zip(before, after, strict=False))
    assert [turn["text"] for turn in after] == ["a1", "b2", "c3"]


def test_a_turn_that_was_replaced_is_shown() -> None:
    """Several events may become one view: something was undone, and the game went on in another way."""
    views = KnownParts()
    views.turns([A, B, C])
    after = views.turns([A, Turn("x9", BLACK, 2), replace(C)])
    assert [turn["text"] for turn in after] == ["a1", "x9", "c3"]
