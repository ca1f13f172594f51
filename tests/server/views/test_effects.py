"""What a decision would do, for the page to show before it is made."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

import gipfel
from gipfel import Position
from gipfel.draw.pictures import picture
from gipfel.games.core.registry import game_of_position
from gipfel.games.core.shown import board_shown
from gipfel.server.contract import server_messages as sent
from gipfel.server.views.effects import effect_of
from gipfel.server.views.pointing import Pointer
from tests.helpers.evenings import mixed_evening
from tests.helpers.random_games import VERSIONS, positions, sample

EXAMPLES = [
    (
        "gipf",
        "b2W/B4/1W4/bw4w/b4B/wBWwb/bwbw w 6/6 0/0 S s",
        "g1-c3",
        {"move": 3, "enter": 1},
        "4 pieces move",
    ),
    (
        "yinsh",
        "4/1w4w/1b6/6W2/b1B3bw2/b1bb3B1/1Bw2wWbw1/B3b2w1/bWWw1w1w/b1Bwb2/w2W b m - 0/0 1",
        "j7-f7",
        {"enter": 1, "move": 1, "flip": 3},
        "black ring on f7, 3 pieces are turned over",
    ),
    (
        "dvonn",
        ".WW.W4..W./BB2WWWW2.W2B2W/B2WBBWR.B3RB2W/.BBWWB2..B./WWW2*.B.BWB B M",
        "i2-i3",
        {"move": 1, "lift": 3},
        "3 pieces leave the board",
    ),
    (
        "zertz",
        "37 -3/5/6/5G1/5B/-4/1B1- 6.7.8 0.0.0 0.0.0 2 -",
        "xe6-c5",
        {"move": 1, "lift": 1},
        "black marble on c5, 1 piece leaves the board",
    ),
    (
        "tzaar",
        "ttttT/TaaaAT/TAzzZAT/TAZtTZAT/TAZTtzat/taztTzat/tazZZat/taAAAt/tTTTT w f",
        "a5xa4",
        {"lift": 1, "move": 1},
        "on a4, 1 piece leaves the board",
    ),
]


def effect(position: Position, text: str) -> sent.Effect:
    """The effect of a decision, by pointing at it."""
    decision = position.decision(text)
    found = Pointer(position).point(decision.path, [position.side], effect=True)[1]
    assert found["decision"] == decision.text
    assert found["effect"] is not None
    return found["effect"]


def kinds(found: sent.Effect) -> dict[str, int]:
    return dict(Counter(change["kind"] for change in found["changes"]))


def lying(pieces: Sequence[sent.Piece]) -> Counter[tuple[object, ...]]:
    return Counter((piece["look"], *piece["at"], piece.get("level")) for piece in pieces)


def assert_leads_to_the_next_picture(position: Position, chance: Random) -> None:
    """The pieces without those that go and with those that come are the pieces of the next picture."""
    scene, choices = position.scene(), position.decisions()
    for decision in chance.sample(choices, min(2, len(choices))):
        after = position.play(decision)
        found = effect_of(scene, decision)
        if board_shown(after) != board_shown(position):
            assert not found["pieces"]
            assert not found["gone"]
            continue
        before, expected = (lying(picture(one)["pieces"]) for one in (scene, after.scene()))
        assert before - lying(found["gone"]) + lying(found["pieces"]) == expected, decision
        assert all(piece["look"] in found["looks"] for piece in found["pieces"])


@pytest.mark.parametrize(("name", "text", "decision", "expected", "words"), EXAMPLES)
def test_what_a_decision_would_do(
    name: str, text: str, decision: str, expected: dict[str, int], words: str
) -> None:
    found = effect(game_of_position(name, text).position(text), decision)
    assert kinds(found) == expected
    assert words in found["text"]


def test_pieces_of_a_block_are_shown_even_if_equal_ones_follow_them() -> None:
    """All pieces of the block are white."""
    position = gipfel.game("gipf", "basic").position("b2w/5/6/b5b/w5/5/b1ww w 11/11 0/0 B s")
    found = effect(position, "h6-h3")
    assert kinds(found) == {"move": 2, "enter": 1}
    assert len(found["pieces"]) == 3
    assert len(found["gone"]) == 2


def test_rows_that_would_result_are_shown() -> None:
    position = gipfel.game("gipf", "basic").position("b2w/b4/6/b5b/w5/5/bwww w 10/10 0/0 B s")
    found = effect(position, "i1-g3")
    assert [row["kind"] for row in found["rows"]] == ["row"]
    assert found["text"] == "2 pieces move, a row is complete"
    assert not effect(position, "a1-b2")["rows"]


def test_an_effect_is_worked_out_only_if_it_is_wanted() -> None:
    position = gipfel.game("gipf").start()
    pointer, decision = Pointer(position), position.decisions()[0]
    assert pointer.point(decision.path, [position.side])[1]["effect"] is None
    assert pointer.point(decision.path[:1], [position.side], effect=True)[1]["effect"] is None


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_effects_lead_from_picture_to_picture(name: str, version: str) -> None:
    chance = Random(5)
    for position in sample(positions(name, version, 1), 8):
        assert_leads_to_the_next_picture(position, chance)


def test_effects_inside_contests() -> None:
    """The board of the contest is shown; what ends it has only changes."""
    chance = Random(3)
    inside = [made.position for made in mixed_evening().decisions if made.position.contest is not None]
    for position in inside[::7]:
        assert_leads_to_the_next_picture(position, chance)
