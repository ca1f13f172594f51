"""What the evaluation of MATRX GIPF sees in positions: units, pairs, stacks, rows to come."""

from functools import partial

import pytest

import gipfel
from gipfel.games.matrx import notation, rules
from gipfel.games.matrx.evaluation import AROUND, EDGE, EVALUATION, MIDDLE
from gipfel.kernel.state import BLACK, WHITE, State
from tests.helpers.evaluations import ongoing_states, values_of

GAME = gipfel.game("matrx")
values = partial(values_of, EVALUATION)


def at(board: str, side: str = "w", white: str = "T2", black: str = "T2") -> State:
    """A state with these stacks and a GIPF-piece of each colour at the edge."""
    return GAME.position(f"{board},i2=Wg,i4=Bg {side} s W:{white} B:{black}").state


def promises(state: State) -> dict[str, int]:
    """What each decision promises, by its text."""
    return {
        notation.write_decision(state, code): EVALUATION.promise(state, code)
        for code in rules.RULES.codes(state)
    }


def test_counts_of_the_board() -> None:
    assert [bits.bit_count() for bits in (MIDDLE, AROUND, EDGE)] == [7, 12, 21]


SEEN = {
    "a pair": (at("e4=Wzz"), {"units on the board": 2, "ZÈRTZ-pairs on the board": 1}),
    "a single": (at("e4=Bz"), {"units on the board": -1, "ZÈRTZ-pairs on the board": 0}),
    "a covered pair": (
        at("e4=BddWd"),
        {"units on the board": -1, "DVONN-pairs on the board": 0, "stacks on enemies": 1},
    ),
    "a covered single": (at("e4=WuBu"), {"units on the board": 0, "stacks on enemies": -1}),
    "a high stack": (at("e4=WddBdWdBd"), {"units on the board": 1, "stacks on enemies": -1}),
    "a higher one": (at("e4=WddBdWdBdWd"), {"units on the board": 2, "stacks on enemies": 1}),
    "an odd reserve": (at("e4=Wz", white="T3Z1"), {"units in reserve": 2, "pairs in reserve": 0}),
    "pairs in reserve": (at("e4=Wz", black="T3Z4"), {"units in reserve": -5, "pairs in reserve": -2}),
    "GIPF-pieces": (
        at("e4=Wz,e6=Bg", white="G1"),
        {"GIPF-pieces": 0, "last GIPF-piece": 0, "GIPF-pieces at the edge": 0},
    ),
    "the last GIPF-piece": (at("e4=Bg"), {"GIPF-pieces": -1, "last GIPF-piece": 1}),
    "the middle": (at("e5=Wz,e4=Wz"), {"pieces on the centre": 1, "pieces in the middle": 2}),
    "around the middle": (at("e3=Bz,e7=Bz"), {"pieces around the middle": -2}),
    "three in line": (at("e4=Wz,e5=Wy,e6=Wz"), {"threes": 2, "captures in sight": 0}),
    "three and an enemy": (
        at("d4=Wz,d5=Wy,d6=Wz,d3=By"),
        {"captures in sight": 1, "GIPF-pieces in sight": 0},
    ),
    "three and a GIPF-piece": (at("d4=Wz,d5=Wy,d6=Wz,d3=Bg"), {"GIPF-pieces in sight": 1}),
    "three on the short line": (at("i3=Wz"), {"threes": 0}),
    "an extra move": (at("e5=Wtt"), {"extra move": 1}),
    "an extra move of the opponent": (at("e5=Btt"), {"extra move": 0}),
}


@pytest.mark.parametrize(("state", "seen"), SEEN.values(), ids=SEEN)
def test_features(state: State, seen: dict[str, int]) -> None:
    found = values(state)
    assert {name: found[name] for name in seen} == seen


def test_units_on_the_board_are_those_that_are_there() -> None:
    for state in ongoing_states("matrx", ["standard"], (1, 2, 3), 60):
        there = [unit for spot in range(rules.NUMBER_OF_SPOTS) for unit in rules.units_on(state, spot)]
        for side in (WHITE, BLACK):
            for kind in range(rules.KINDS):
                assert rules.on_board(state, side, kind) == there.count((side, kind))
        lead = sum(1 - 2 * side for side, kind in there if kind != rules.GIPF)
        assert values(state)["units on the board"] == lead


def test_the_start_is_even_but_for_the_move() -> None:
    found = values(GAME.start().state)
    assert found.pop("to move") == 1
    assert not any(found.values())


def test_rows_promise_most_and_those_of_the_opponent_least() -> None:
    state = at("b3=Bz,c4=Wz,d2=Wz,d3=Wz,d4=Wy,f2=By,f3=Bz,f4=By,g4=Bz,h3=Bz")
    promise = promises(state)
    assert promise["Ta2-d5"] == 1000  # b3 c4 move on, and c4 completes d2 d3 d4 d5
    assert promise["Tj1-f5"] == -500  # i2 h3 g4 move on, and g4 completes f2 f3 f4 f5
    assert promise["Tb4"] == 0


def test_uses_that_make_rows_and_cover_pairs_promise_more() -> None:
    promise = promises(at("d2=Wz,d3=Wz,d4=Wy,b5=Wyy,b3=Wdd,b4=Bdd,f3=Wuu,f5=Bu"))
    assert promise["Db3>b4"] == 200
    assert promise["Pf3>f5"] == 0
    assert promise["Yb5>b4" if "Yb5>b4" in promise else "Yb5>c5"] == 0


def test_rows_with_captured_gipf_pieces_come_first() -> None:
    state = at("e2=Wz,e3=Wz,e4=Wz,e5=Wzz,e6=Bg,e7=Byy")
    promise = promises(state)
    assert promise["xe2,e3,e4,e6*"] == 600
    assert promise["xe2,e3,e4,e5,e6*,e7*"] == 800
    assert EVALUATION.follow_up(state) == 1


def test_follow_ups_are_rows() -> None:
    for state in ongoing_states("matrx", ["standard"], (5, 6), 25):
        assert EVALUATION.follow_up(state) == (rules.RULES.codes(state)[0] >= rules.REMOVE)


def test_urgent_is_where_one_piece_completes_a_row() -> None:
    assert EVALUATION.urgent(at("d2=Wz,d3=Wz,d4=Wy")) == 1
    assert EVALUATION.urgent(at("d2=Wz,d3=Wz,d4=Wy", "b")) == 0
    assert EVALUATION.urgent(at("d2=Wz,d4=Wz,e4=Wy")) == 0


def test_an_extra_move_is_declined_last() -> None:
    promise = promises(at("e5=Wtt"))
    assert promise.pop("+0") < min(promise.values())


def test_the_mirror_does_not_matter() -> None:
    for state in ongoing_states("matrx", ["standard"], (5, 6), 25):
        assert values(rules.transformed(state, rules.SPOTS.symmetries[1])) == values(state)
