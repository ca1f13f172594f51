"""What people are told who look at a position and do not play it."""

import re

import pytest

import gipfel
from gipfel.locale import using_language
from gipfel.server.views.whose_turn import whose_turn
from tests.helpers.evenings import mixed_evening
from tests.helpers.random_games import VERSIONS, positions, sample


@pytest.mark.parametrize(
    ("name", "version", "expected"),
    [
        ("gipf", "basic", "It is White's turn."),
        ("zertz", "basic", "It is Player 1's turn."),
        ("tamsk", "level3", "It is Red's turn."),
        ("project", "evening", "It is White's turn."),
    ],
)
def test_it_says_whose_turn_it_is(name: str, version: str, expected: str) -> None:
    assert whose_turn(gipfel.game(name, version).start()) == expected


def test_it_is_said_in_the_language_of_the_page() -> None:
    with using_language("fa"):
        assert whose_turn(gipfel.game("gipf").start()) == "نوبت سفید است."


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_nobody_is_told_to_point_at_anything(name: str, version: str) -> None:
    for position in sample(positions(name, version, seed=1), 12):
        assert not re.search(r"\b(point at|choose|press)\b", whose_turn(position), re.IGNORECASE)


def test_a_finished_game_tells_how_it_ended() -> None:
    end = gipfel.game("dvonn").position("........R/........../..W3*....B4*.../........../......... W M")
    assert whose_turn(end) == end.task
    assert "Black" in end.task


def test_contests_are_named() -> None:
    told = {whose_turn(decision.position) for decision in mixed_evening().decisions}
    assert {"ZÈRTZ contest. It is Player 1's turn.", "It is Black's turn."} < told
    assert any("roll the die" in text for text in told)
