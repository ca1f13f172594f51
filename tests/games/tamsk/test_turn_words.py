"""Turns of TAMSK in the players' words."""

import pytest

import gipfel
from gipfel.games.core.turn_words import TurnWords
from gipfel.locale import using_language
from tests.helpers.browser.prepared_games import random_game


@pytest.mark.parametrize(
    ("text", "words", "time"),
    [
        ("41146 r e6-d7+", "e6–d7, ring", "0:41"),
        ("41146 r e6~", "lifts e6", "0:41"),
        ("125000 b ~d7+", "puts it on d7, ring", "2:05"),
        ("125000 b ~d7", "puts it on d7", "2:05"),
        ("0 b !", "turns the timer", "0:00"),
        ("3723000 b ^", "steals the ring", "62:03"),
        ("5 r *d4", "bonus ring on d4", "0:00"),
        ("5 r ~x", "puts it back", "0:00"),
        ("5 r +", "ring", "0:00"),
        ("5 r -", "no ring", "0:00"),
        ("5 r @~", "lifts a glass", "0:00"),
        ("5 r resign", "resigns", "0:00"),
        ("a1-b2+", "a1–b2, ring", ""),
        ("a1-b2", "a1–b2", ""),
        ("^a4-b5+", "steals a ring, a4–b5, ring", ""),
        ("@d4+", "hand–d4, ring", ""),
        ("pass", "pass", ""),
        ("^pass", "steals a ring, passes", ""),
    ],
)
def test_turns_in_words(text: str, words: str, time: str) -> None:
    level = "level2" if time else "level1"
    assert gipfel.game("tamsk", level).turn_words(text) == TurnWords(words, time)


def test_what_is_no_turn_has_no_words() -> None:
    assert gipfel.game("tamsk").turn_words("e1-e5;xe2,e3") is None


def test_words_are_translated() -> None:
    with using_language("fa"):
        assert gipfel.game("tamsk").turn_words("a1-b2+") == TurnWords("\u2066a1–b2\u2069، حلقه")


@pytest.mark.parametrize("version", ["level1", "level2", "level3"])
def test_every_turn_has_words(version: str) -> None:
    for start in ("corners", "hand"):
        played = random_game("tamsk", version, 3) if start == "corners" else _from_hand(version)
        for turn in played.record().turns:
            words = played.start.game.turn_words(turn.text)
            assert words is not None, turn.text
            assert bool(words.time) == (version != "level1")


def _from_hand(version: str) -> gipfel.Playthrough:
    played = gipfel.Playthrough(gipfel.game("tamsk", version, start="hand").start())
    for _ in range(12):
        played.play(played.position.decisions()[-1])
    return played


def test_other_games_list_their_notation() -> None:
    assert gipfel.game("gipf").turn_words("e1-e3") is None
