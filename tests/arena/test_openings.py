"""Random openings."""

import re

import pytest

import gipfel
from gipfel.arena.openings import NoOpening, opening, usual_turns
from tests.helpers.random_games import VERSIONS


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_an_opening_leads_to_a_game_that_goes_on(name: str, version: str) -> None:
    game = gipfel.game(name, version)
    turns = usual_turns(game)
    found = {str(opening(game, turns, 1, number).position) for number in range(4)}
    assert len(found) == 4, "openings differ"
    again = opening(game, turns, 1, 2).position
    assert again == opening(game, turns, 1, 2).position, "and can be had again"
    assert again.turn == turns
    assert again.outcome is None


@pytest.mark.parametrize(
    ("name", "version"), [("dvonn", "standard"), ("yinsh", "blitz"), ("tzaar", "tournament")]
)
def test_the_usual_opening_sets_all_pieces_up(name: str, version: str) -> None:
    """Setting up and moving are written differently: one place, or two."""
    game = gipfel.game(name, version)
    placing, moving = opening(game, usual_turns(game) - 1, 1, 1), opening(game, usual_turns(game), 1, 1)
    assert not re.search("[-x]", placing.position.decisions()[0].text)
    assert re.search("[-x]", moving.position.decisions()[0].text)


def test_openings_longer_than_the_game_are_refused() -> None:
    with pytest.raises(NoOpening, match="ask for fewer"):
        opening(gipfel.game("zertz", "blitz"), 500, 1, 1)
