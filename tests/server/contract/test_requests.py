"""Bodies of requests on positions and menus: which field is wrong is said in one sentence."""

from typing import Any

import pytest

from gipfel.notation.errors import OptionError
from gipfel.server.contract.requests import (
    MenuChoicesRequest,
    MenuTextRequest,
    MovePieceRequest,
    PlacePieceRequest,
    PositionRequest,
    RequestBody,
)

PLACE = {"game": "gipf", "version": "basic", "position": "x"}


@pytest.mark.parametrize(
    ("kind", "body", "problem"),
    [
        (PositionRequest, {}, "game must be a text."),
        (PositionRequest, {"game": None}, "game must be a text."),
        (PositionRequest, {"game": "gipf", "version": 3}, "version must be a text."),
        (PositionRequest, {"game": "gipf", "position": {}}, "position must be a text."),
        (PositionRequest, {"game": "gipf", "options": []}, "The options of a game are names with values."),
        (MovePieceRequest, {**PLACE, "from": None}, "from must be a text."),
        (MovePieceRequest, {**PLACE, "from": "e5"}, "to must be a text."),
        (PlacePieceRequest, PLACE, "at must be a text."),
        (PlacePieceRequest, {**PLACE, "version": None, "at": "e5", "piece": "w"}, "version must be a text."),
        (PlacePieceRequest, {**PLACE, "at": "e5", "piece": None}, "piece must be a text."),
        (MenuChoicesRequest, {"choices": None}, "The choices of a menu are names with values."),
        (MenuChoicesRequest, {"preset": 3}, "preset must be a text."),
        (MenuTextRequest, {"toml": None}, "toml must be a text."),
    ],
)
def test_a_wrong_field_is_named(kind: type[RequestBody], body: dict[str, Any], problem: str) -> None:
    with pytest.raises(OptionError) as error:
        kind.read(body)
    assert str(error.value) == problem


def test_fields_that_may_be_left_out() -> None:
    position = PositionRequest.read({"game": "gipf", "options": None})
    assert (position.version, position.options, position.position) == (None, None, None)
    menu = MenuChoicesRequest.read({})
    assert (menu.preset, menu.choices) == (None, {})


def test_other_fields_are_ignored() -> None:
    moved = MovePieceRequest.read({**PLACE, "from": "e5", "to": "e6", "at": 7})
    assert (moved.origin, moved.to) == ("e5", "e6")
