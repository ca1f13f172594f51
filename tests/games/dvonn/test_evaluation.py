"""What the evaluation of DVONN sees in positions: places, pieces, contact with red, moves, attacks."""

from functools import partial

import pytest

import gipfel
from gipfel.board import Permutation
from gipfel.games.dvonn import rules
from gipfel.games.dvonn.evaluation import EDGE, EVALUATION
from gipfel.games.dvonn.rules import PASS, RULES, SPACES
from gipfel.kernel.state import State
from tests.helpers.evaluations import ongoing_states, score_of, values_of

values = partial(values_of, EVALUATION)
score = partial(score_of, EVALUATION)

D05 = "......R../........../.........../..RBWW3..R./......... W M"
D07 = "........./....BB..../....RW2BR.../....BR..../......... W M"
D08 = "........./........../RWRB.....BR/........../......... W M"
F1 = "BWBWBWBWB/BWBWBWBWBW/BWRBWRBWRBW/BWBWBWBWBW/WBWBWBWBW W M"


def state_of(text: str) -> State:
    return gipfel.game("dvonn").position(text).state


def random_states() -> list[State]:
    return ongoing_states("dvonn", ["standard"], (5, 6), 30)


def test_the_edge() -> None:
    assert EDGE.bit_count() == 24


SEEN = {
    "moves and what they land on (D-05)": (
        D05,
        {
            "stacks that can move": 2 - 1,
            "moves": 5 - 2,
            "pieces in contact with red": -1,
            "pieces under attack": 4 - 2,
            "red pieces under attack": 3 - 1,
        },
    ),
    "an enclosed stack cannot move (D-07)": (D07, {"stacks that can move": -4, "moves": -13}),
    "red singles (D-08)": (D08, {"pieces in contact with red": -1, "moves": 2 - 2, "red pieces": 0}),
    "a red piece held": (
        "........./........../W2*.RB.....BR/........../......... B M",
        {"red pieces": 1, "pieces in contact with red": 2 - 2, "to move": -1},
    ),
    "places": (
        "........W/........../..R..R..R../........../B........ B P",
        {"pieces placed at the edge": 0, "pieces placed beside red": 0, "spaces the placed pieces touch": 0},
    ),
    "a place beside red": (
        "......B../........../..RW.R..R../........../......... B P",
        {"pieces placed at the edge": -1, "pieces placed beside red": 1, "spaces the placed pieces touch": 2},
    ),
}


@pytest.mark.parametrize(("text", "seen"), SEEN.values(), ids=SEEN)
def test_features(text: str, seen: dict[str, int]) -> None:
    found = values(state_of(text))
    assert {name: found[name] for name in seen} == seen


def test_pieces_count_more_when_few_stacks_are_left() -> None:
    late = values(state_of(D05))
    assert late["pieces when few stacks are left"] > late["pieces while many stacks are left"] > 0
    assert values(state_of(F1))["pieces when few stacks are left"] == 0


def test_whoever_holds_everything_is_winning() -> None:
    assert score(state_of("........./........../W5*W3*RB......./........../......... B M")) > 0
    assert score(state_of("........./........../B5*B3*RW......./........../......... W M")) < 0


@pytest.mark.parametrize("state", [state_of(D07), state_of(D08), state_of(F1)])
def test_only_a_pass_is_a_follow_up(state: State) -> None:
    assert EVALUATION.follow_up(state) == (RULES.codes(state) == [PASS])


def test_high_stacks_and_red_pieces_promise_most_and_moves_that_lose_contact_least() -> None:
    position = gipfel.game("dvonn").position(D05)
    promise = {d.text: EVALUATION.promise(position.state, d.code) for d in position.decisions()}
    assert promise["f2-i5"] == promise["f2-c2"] > 0 > promise["e2-d2"] > promise["e2-f2"]


@pytest.mark.parametrize("symmetry", SPACES.symmetries)
def test_directions_do_not_matter(symmetry: Permutation) -> None:
    for state in random_states():
        assert values(rules.transformed(state, symmetry)) == values(state)
