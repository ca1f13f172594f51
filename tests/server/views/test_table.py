"""The view of a table: what is taken over from the view before."""

from dataclasses import replace

import gipfel
from gipfel import BLACK, WHITE
from gipfel.locale import using_language
from gipfel.server.views.table import KnownParts
from gipfel.table.turns import Turn

GIPF = gipfel.game("gipf")
A, B, C = (Turn(text, side, at) for text, side, at in (("a1", WHITE, 1), ("b2", BLACK, 2), ("c3", WHITE, 3)))


def test_turns_that_have_not_changed_are_the_same_objects() -> None:
    views = KnownParts()
    before = views.turns(GIPF, [A, B])
    after = views.turns(GIPF, [A, B, C])
    assert all(old is new for old, new in zip(before, after, strict=False))
    assert [turn["text"] for turn in after] == ["a1", "b2", "c3"]


def test_a_turn_that_was_replaced_is_shown() -> None:
    """Several events may become one view: something was undone, and the game went on in another way."""
    views = KnownParts()
    views.turns(GIPF, [A, B, C])
    after = views.turns(GIPF, [A, Turn("x9", BLACK, 2), replace(C)])
    assert [turn["text"] for turn in after] == ["a1", "x9", "c3"]


def test_turns_are_sent_in_the_words_of_the_game_and_in_the_language_of_the_page() -> None:
    views, tamsk = KnownParts(), gipfel.game("tamsk", "level2")
    turns = [Turn("41146 r e6-d7+", WHITE, 1)]
    english = views.turns(tamsk, turns)
    assert english == [
        {"text": "41146 r e6-d7+", "side": "white", "at": 1, "words": "e6–d7, ring", "time": "0:41"}
    ]
    with using_language("fa"):
        assert views.turns(tamsk, turns)[0]["words"] == "\u2066e6–d7\u2069، حلقه"
    assert views.turns(tamsk, turns)[0] is english[0]


def test_games_without_words_send_only_their_notation() -> None:
    assert KnownParts().turns(GIPF, [A]) == [{"text": "a1", "side": "white", "at": 1}]
