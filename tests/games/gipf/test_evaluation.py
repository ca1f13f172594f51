"""What the evaluation of GIPF sees in positions: discs, GIPF-pieces, the middle, rows to come."""

from functools import partial

import pytest

import gipfel
from gipfel.games.gipf import notation, rules
from gipfel.games.gipf.evaluation import AROUND, BOARD, CENTRE, EVALUATION, MIDDLE
from gipfel.games.gipf.rules import BIT, GIPF, OPENING, PHASE, PIECES, PUSH, SPOTS, STANDARD
from gipfel.kernel.state import BLACK, SIDE, WHITE, State
from tests.helpers.evaluations import ongoing_states, score_of, values_of

values = partial(values_of, EVALUATION)
score = partial(score_of, EVALUATION)

VERSIONS = ("basic", "standard", "tournament")


def board(white: str = "", black: str = "", side: int = WHITE) -> State:
    """A state before a push, with basic pieces beside the three GIPF-pieces of each colour."""
    state = rules.start(STANDARD)
    state[PHASE] = PUSH
    state[SIDE] = side
    for colour, names in ((WHITE, white), (BLACK, black)):
        state[PIECES + colour] |= sum(BIT[SPOTS.index[name]] for name in names.split())
    return state


def changed(state: State, **entries: int) -> State:
    """A state with some other numbers, by the names of White's entries in the rules."""
    after = [*state]
    for name, number in entries.items():
        after[getattr(rules, name)] = number
    return after


def test_counts_of_the_board() -> None:
    assert [bits.bit_count() for bits in (BOARD, CENTRE, MIDDLE, AROUND)] == [37, 1, 7, 12]


SEEN = {
    "the middle": (
        board(white="e5 d4"),
        {"pieces on the centre": 1, "pieces in the middle": 2, "pieces around the middle": 0},
    ),
    "around the middle": (board(black="e3 e7 c4"), {"pieces around the middle": -3}),
    "captured discs": (changed(board(), LOST=2), {"discs": -2}),
    "a small reserve": (changed(board(), RESERVE=1), {"discs in reserve": -11, "lasting reserve": -19}),
    "three in line": (board(white="e4 e5 e6"), {"threes": 2, "captures in sight": 0}),
    "three with a gap": (board(white="d3 d4 d6"), {"threes": 1}),
    "three with an enemy in the gap": (board(white="d3 d4 d6", black="d5"), {"threes": 1}),
    "three and an enemy": (board(white="d4 d5 d6", black="d3"), {"threes": 2, "captures in sight": 1}),
    "three between enemies": (board(black="d4 d5 d6", white="d3 d7"), {"captures in sight": -2}),
    "three and the edge": (board(white="d2 d3 d4"), {"threes": 1}),
    "three around the bend of a line": (board(white="d3 e4 f4"), {"threes": 2}),
    "three that share a spot with three": (board(white="d2 d3 d4 c5 e5 f4"), {"threes": 1}),
}


@pytest.mark.parametrize(("state", "seen"), SEEN.values(), ids=SEEN)
def test_features(state: State, seen: dict[str, int]) -> None:
    found = values(state)
    assert {name: found[name] for name in seen} == seen


@pytest.mark.parametrize("version", VERSIONS)
def test_the_start_is_even_but_for_the_move(version: str) -> None:
    found = values(gipfel.game("gipf", version).start().state)
    assert found.pop("to move") == 1
    assert not any(found.values())


@pytest.mark.parametrize(("pieces", "opening", "last"), [(1, 2, 1), (1, 1, 0), (2, 2, 0), (3, 2, 0)])
def test_the_last_gipf_piece(pieces: int, opening: int, last: int) -> None:
    """It is the last one only if no other can be brought in."""
    state = board()
    black = state[PIECES + BLACK] & state[GIPF]
    state[GIPF] = black | sum(BIT[SPOTS.index[name]] for name in ("b5", "e2", "h5")[:pieces])
    state[OPENING] = opening
    assert values(state)["last GIPF-piece"] == last


@pytest.mark.parametrize("reserve", range(12))
def test_each_disc_in_reserve_counts_less_than_the_one_before(reserve: int) -> None:
    few, more, many = (values(changed(board(), RESERVE=reserve + i))["lasting reserve"] for i in range(3))
    assert more > few
    assert many - few < 2 * (more - few) + 2  # but for rounding


def test_discs_count_most() -> None:
    assert score(changed(board(), LOST=1)) < score(board(black="e5")) < score(board())


def test_rows_promise_most_and_those_of_the_opponent_least() -> None:
    state = board(white="d2 d3 d4 c4", black="b3 f2 f3 f4 g4 h3")
    promise = {
        notation.write_decision(state, code): EVALUATION.promise(state, code)
        for code in rules.RULES.codes(state)
    }
    assert promise["a2-d5"] == 1000  # b3 c4 move on, and c4 completes d2 d3 d4 d5
    assert promise["i2-f5"] == -500  # h3 g4 move on, and g4 completes f2 f3 f4 f5
    assert promise["b4"] == 0


def test_rows_are_taken_without_own_and_with_enemy_gipf_pieces() -> None:
    state = gipfel.game("gipf", "standard").position("B2W/5/6/WwwwB2/6/5/B2W w 9/12 0/0 S s").state
    promise = {
        notation.write_decision(state, code): EVALUATION.promise(state, code)
        for code in rules.RULES.codes(state)
    }
    assert max(promise, key=lambda text: promise[text]) == "xe3,e4,e5,Ge6*"
    assert EVALUATION.follow_up(state) == 1


def test_follow_ups_are_rows() -> None:
    for state in random_states():
        rows = rules.RULES.codes(state)[0] >= rules.STOP
        assert EVALUATION.follow_up(state) == rows


def test_urgent_is_where_one_piece_completes_a_row() -> None:
    assert EVALUATION.urgent(board(white="d2 d3 d4")) == 1
    assert EVALUATION.urgent(board(white="d2 d3 d4", side=BLACK)) == 0
    assert EVALUATION.urgent(board(white="d2 d4 e4")) == 0


def random_states() -> list[State]:
    return ongoing_states("gipf", VERSIONS, (5, 6), 25)


@pytest.mark.parametrize("turned", range(1, 12))
def test_directions_do_not_matter(turned: int) -> None:
    for state in random_states()[::5]:
        assert values(rules.transformed(state, SPOTS.symmetries[turned])) == values(state)
