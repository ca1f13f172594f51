"""Games in notebooks."""

import pytest

import gipfel
from gipfel.games.core.notebook import MOST_TURNS
from gipfel.testing.random_games import played_at_random
from tests.helpers.long_games import long_record
from tests.helpers.markup import closed_html, notebook_html


def shown(game: gipfel.Playthrough) -> str:
    """What a notebook shows, as text."""
    html = notebook_html(game)
    assert "<svg " in html
    return closed_html(html)


@pytest.mark.parametrize("name", gipfel.game_names())
def test_the_turns_and_what_to_do(name: str) -> None:
    game = played_at_random(gipfel.game(name), 1, 12)
    text = shown(game)
    assert game.position.game.full_title in text
    assert all(turn in text for turn in game.turn_texts())
    assert game.position.task in text


def test_a_game_that_is_over_says_how_it_ended() -> None:
    game = played_at_random(gipfel.game("tzaar"), 1, 400)
    assert game.position.outcome is not None
    assert game.position.game.conclusion(game.position.outcome) in shown(game)


def test_a_game_that_has_not_begun() -> None:
    game = gipfel.Playthrough(gipfel.game("gipf").start())
    assert "<ol" not in notebook_html(game)
    assert repr(game) == "<Playthrough gipf basic, 0 decisions>"


def test_of_a_long_game_the_last_turns_are_listed() -> None:
    game = gipfel.replay(gipfel.read_record(long_record(MOST_TURNS + 3)))
    text = shown(game)
    assert "3 turns before" in text
    assert text.count(game.turn_texts()[-1]) >= 1
    assert 'start="4"' in notebook_html(game)
