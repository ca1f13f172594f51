"""What the evaluation of TZAAR sees in positions: types, heights, captures."""

from functools import partial

import pytest

import gipfel
from gipfel.games.tzaar import rules
from gipfel.games.tzaar.evaluation import EVALUATION
from gipfel.kernel.state import State
from tests.helpers.evaluations import score_of, values_of

values = partial(values_of, EVALUATION)
score = partial(score_of, EVALUATION)

GAME = gipfel.game("tzaar", "fixed")


def at(text: str) -> State:
    return [*GAME.position(text).state]


LAST_TZAAR = "...../....../..Z2z2.../.a3....A./......../....t.../T....../..t..a/..... w 1"
NO_CAPTURE = "...../....../.zZ3.A2../.....a../.....t../......../T2....../.....t/...az w 1"
SEEN = {
    "worked example 12, the last Tzaar": (
        LAST_TZAAR,
        {
            "types at stake, the enemy to act": 1,
            "high prey of the side to act": 1,
            "pieces in high stacks": -2,
            "height of the highest": -1,
            "stacks out of reach": -1,
            "moves left in the turn": 2,
        },
    ),
    "the same, Black to act": (
        LAST_TZAAR.replace("w 1", "b 1"),
        {
            "types at stake, the enemy to act": -2,
            "types at stake, the owner to act": 1,
            "moves left in the turn": -2,
        },
    ),
    "worked example 14, no black stack can capture": (
        NO_CAPTURE,
        {"stacks": -3, "stacks out of reach": 3, "captures": 2, "hardly any captures": -2},
    ),
}


@pytest.mark.parametrize(("text", "seen"), SEEN.values(), ids=SEEN)
def test_features(text: str, seen: dict[str, int]) -> None:
    found = values(at(text))
    assert {name: found[name] for name in seen} == seen


def test_the_fixed_set_up_is_even_but_for_the_move() -> None:
    found = values(rules.fixed_start())
    assert found.pop("moves left in the turn") == 1
    assert not any(found.values())


def test_pieces_are_safest_where_no_enemy_sees_them() -> None:
    """While pieces are placed: a Tzaar beside a black piece is worse than one far away."""
    position = gipfel.game("tzaar", "tournament").start().play("Te4").play("Ta1")
    assert score([*position.play("Zb1").state]) < score([*position.play("Zi5").state])


def test_what_a_capture_promises() -> None:
    position = GAME.position("...../..t.../.z2Z2T.../..Aa3..../..t2...../......../....T../....../...tz w 1")
    promise = {d.text: EVALUATION.promise(position.state, d.code) for d in position.decisions()}
    assert promise["c3xc2"] > promise["g5xi5"] > promise["c3xb3"]  # high, scarce, neither
    after = position.play("c3xc2")
    promise = {d.text: EVALUATION.promise(after.state, d.code) for d in after.decisions()}
    assert promise["g5xi5"] > promise["-"] > promise["c2+d3"]  # the last Tzaar; the own last Tzarra
