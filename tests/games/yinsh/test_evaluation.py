"""What the evaluation of YINSH sees in positions: rings removed, rows in the making, what rings can do."""

from functools import partial

import pytest

from gipfel.games.yinsh import notation, rules
from gipfel.games.yinsh.evaluation import EVALUATION
from gipfel.games.yinsh.rules import (
    A_RING,
    IN_HAND,
    MARKER,
    MOVE,
    PHASE,
    POOL,
    REMOVED,
    RING,
    RINGS,
    ROW,
    SPACES,
    STANDARD_TARGET,
)
from gipfel.kernel.state import BLACK, SIDE, WHITE, State
from tests.helpers.evaluations import score_of, values_of

values = partial(values_of, EVALUATION)
score = partial(score_of, EVALUATION)


def spaces(names: str) -> list[int]:
    return [SPACES.index[name] for name in names.split()]


def board(white: str = "", black: str = "", ring: str = "", side: int = WHITE) -> State:
    """A state before a move: markers of both colours and one white ring; all other rings are beside."""
    state = rules.start(STANDARD_TARGET)
    state[PHASE] = MOVE
    state[SIDE] = side
    state[IN_HAND : IN_HAND + 2] = [0, 0]
    for colour, names in ((WHITE, white), (BLACK, black)):
        for space in spaces(names):
            rules.change(state, space, MARKER[colour])
            state[POOL] -= 1
    for space in spaces(ring):
        rules.change(state, space, A_RING)
        state[RINGS] = space
    return state


SEEN = {
    "four in a row, open at both ends": (board(white="f4 f5 f6 f7"), {"four of five": 2, "markers": 4}),
    "four in a row, Black's": (board(black="f4 f5 f6 f7"), {"four of five": -2, "markers": -4}),
    "a gap with an enemy marker": (board(white="f4 f5 f7 f8", black="f6"), {"four of five": 1}),
    "a ring in the gap": (
        board(white="f4 f5 f7 f8", ring="f6"),
        {"four of five": 0, "rows a ring leaves behind": 1, "three of five and a ring": 1},
    ),
    "a ring beside three": (
        board(white="f4 f5 f6", ring="f7"),
        {"three of five and a ring": 1, "rows a ring leaves behind": 0},
    ),
    "four to jump": (
        board(black="f4 f5 f6 f7", ring="f3"),
        {"rows a jump makes": 1, "markers to turn": 4, "rows a ring leaves behind": 0},
    ),
    "four that cannot be jumped": (
        board(black="f4 f5 f6 f7", white="f8 f9 f10", ring="f3"),
        {"rows a jump makes": 0, "markers to turn": 0},
    ),
    "own markers are not worth a jump": (board(white="f4", ring="f3"), {"markers to turn": 0}),
}


@pytest.mark.parametrize(("state", "seen"), SEEN.values(), ids=SEEN)
def test_features(state: State, seen: dict[str, int]) -> None:
    found = values(state)
    assert {name: found[name] for name in seen} == seen


def test_an_empty_board_is_even_but_for_the_move() -> None:
    found = values(rules.start(STANDARD_TARGET))
    assert found.pop("to move") == 1
    assert not any(found.values())


@pytest.mark.parametrize(("phase", "worth"), [(MOVE, 0), (ROW, 1), (RING, 1)])
def test_a_row_just_made_counts_as_a_removed_ring(phase: int, worth: int) -> None:
    state = board(white="f4 f5 f6 f7 f8")
    state[PHASE] = phase
    assert values(state)["rings removed"] == worth
    assert EVALUATION.follow_up(state) == worth


@pytest.mark.parametrize(
    ("state", "urgent"),
    [
        (board(white="f4 f5 f7 f8"), 1),
        (board(white="f4 f5 f7 f8", side=BLACK), 0),
        (board(white="f4 f5 f8"), 0),
    ],
)
def test_urgent_is_where_one_marker_completes_a_row(state: State, urgent: int) -> None:
    assert EVALUATION.urgent(state) == urgent


def test_a_removed_ring_is_worth_more_when_markers_run_out() -> None:
    state = board()
    state[REMOVED] = 1
    early = score(state)
    state[POOL] = 8
    assert score(state) > early > 0


def test_rings_in_the_middle_see_more() -> None:
    assert values(board(ring="f6"))["lines of the rings"] > values(board(ring="a2"))["lines of the rings"]


def test_rows_promise_most_then_markers_turned() -> None:
    state = board(white="f4 f5 f7 f8", black="g6", ring="f6")
    promise = {
        notation.write_decision(state, code): EVALUATION.promise(state, code)
        for code in rules.RULES.codes(state)
    }
    assert promise["f6-h6"] > promise["f6-e6"] > 1000  # both leave five behind, one also turns g6
    assert promise["f6-f3"] < 0  # turns two of its own
