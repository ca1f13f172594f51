"""Patches: the operations between two views turn the first one into the second one."""

from collections.abc import Sequence
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipfel.server.views.patch import operations
from tests.helpers.server.patches import patched

PIECES: list[dict[str, Any]] = [{"name": f"piece {number}"} for number in range(12)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"side": "white"}, {"side": "white"}, []),
        ({"side": "white"}, {"side": "black"}, [["side", "black"]]),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1, "c": 3}}, [["a/c", 3]]),
        ({"a": {"b": 1}}, {"a": {"c": 1}}, [["a", {"c": 1}]]),
        ({"a": {"x/y": 1}}, {"a": {"x/y": 2}}, [["a", {"x/y": 2}]]),
        ({"a": None}, {"a": {"c": 1}}, [["a", {"c": 1}]]),
        (
            {"trays": [{"on": True}, {"on": False}]},
            {"trays": [{"on": True}, {"on": True}]},
            [["trays/1/on", True]],
        ),
        ({"turns": ["a", "b"]}, {"turns": ["a", "b", "c"]}, [["turns", 2, 0, "c"]]),
        ({"turns": ["a", "b", "c"]}, {"turns": ["a"]}, [["turns", 1, 2]]),
        ({"turns": []}, {"turns": ["a"]}, [["turns", ["a"]]]),
    ],
)
def test_operations(old: dict[str, Any], new: dict[str, Any], expected: list[Any]) -> None:
    assert operations(old, new) == expected
    assert patched(old, expected) == new


def test_pieces_that_stay_are_not_sent_again() -> None:
    new = [PIECES[0], PIECES[2], {"name": "new"}, *PIECES[3:]]
    found = operations({"pieces": PIECES}, {"pieces": new})
    assert found == [["pieces", 1, 1], ["pieces", 2, 0, {"name": "new"}]]


def test_values_are_not_changed() -> None:
    old = {"pieces": [*PIECES], "side": "white"}
    before = deepcopy(old)
    patched(old, operations(old, {"pieces": PIECES[3:], "side": "black"}))
    assert old == before


def lists_of_shared_items(chance: Random) -> Sequence[dict[str, Any]]:
    """Some of the same objects in any order, and some that are equal but not the same."""
    some = chance.sample(PIECES, chance.randint(0, len(PIECES)))
    return [dict(item) if chance.random() < 0.2 else item for item in some]


@pytest.mark.parametrize("seed", range(300))
def test_random_lists(seed: int) -> None:
    chance = Random(seed)
    old, new = {"pieces": [*lists_of_shared_items(chance)]}, {"pieces": [*lists_of_shared_items(chance)]}
    assert patched(old, operations(old, new)) == new


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.text("ab/", max_size=2),
    lambda inner: (
        st.lists(inner, max_size=7) | st.dictionaries(st.text("ab/", max_size=2), inner, max_size=3)
    ),
    max_leaves=20,
)


@given(JSON, JSON)
def test_any_values(old: Any, new: Any) -> None:
    assert patched({"x": old}, operations({"x": old}, {"x": new})) == {"x": new}
