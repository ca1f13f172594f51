"""What ZÈRTZ shows to learning programs; conformance tests what every encoding must do."""

import pytest

import gipfel
from tests.helpers.observations import group_of, planes, scalars

JUMPING = "37 4/5/4B-/4W2/3W2/1B3/4 4.7.8 0.1.0 0.0.2 1 Jd5"


def test_a_marble_that_must_jump_on_is_seen() -> None:
    position = gipfel.game("zertz", "basic").position(JUMPING)
    seen = planes(position)
    assert seen["jumping marble"] == {"d5": 1}
    assert seen["white marbles"] == {"d5": 1, "e4": 1}
    assert seen["black marbles"] == {"c5": 1, "f2": 1}
    assert len(seen["vacant rings"]) == 36 - 4
    assert scalars(position) == {
        "white in the pool": 4,
        "grey in the pool": 7,
        "black in the pool": 8,
        "our grey marbles": 1,
        "their black marbles": 2,
    }
    assert {group_of(position, decision.text) for decision in position.decisions()} == {"jump"}


def test_a_ring_to_remove_is_a_phase() -> None:
    position = gipfel.game("zertz", "basic").start().play("Wd4")
    assert scalars(position)["removal"] == 1
    assert group_of(position, position.decisions()[0].text) == "remove"


@pytest.mark.parametrize(("rings", "symmetries"), [(40, 2), (43, 2), (44, 2)])
def test_every_layout_has_its_own_size_and_symmetries(rings: int, symmetries: int) -> None:
    game = gipfel.game("zertz", "extended", rings=rings)
    encoding = game.encoding
    assert len(encoding.board) == rings
    encoded = encoding.symmetries(game)
    assert len(encoded) == len(game.symmetries) == symmetries
    position = game.start().play("Wd4")
    state = position.state
    for symmetry, (observation, actions) in zip(game.symmetries, encoded, strict=True):
        image = game.position_of(game.transformed(state, symmetry))
        values = image.observation()[[*observation]]
        assert (values == position.observation()).all()
        assert (image.legal_mask()[[*actions]] == position.legal_mask()).all()
