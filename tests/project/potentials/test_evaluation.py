"""What the evaluation of GIPF with potentials sees: GIPF's features, and what potentials are good for."""

from functools import partial

import pytest

import gipfel
from gipfel.games.core.options import Value
from gipfel.games.gipf import evaluation as gipf_evaluation
from gipfel.kernel.state import SIDE, State
from gipfel.project.potentials import notation, rules
from gipfel.project.potentials.evaluation import EVALUATION, FEATURES
from gipfel.project.potentials.rules import (
    BY,
    CONTEST,
    RULES,
    SLOT,
)
from tests.helpers.evaluations import ongoing_states, values_of

values = partial(values_of, EVALUATION)

VERSIONS = ("tamsk6", "twelve", "ultimate", "dice", "one-shot")


def state_of(
    board: str, players: str = "W:10//B B:10//B", side: str = "w", rest: str = "", **options: Value
) -> State:
    """The state before a regular move of a game in which GIPF-pieces may be lost."""
    game = gipfel.game("project", "menu", **{"gipf_loss": "off", **options})
    return game.position(f"{','.join(sorted(board.split()))} {side} m {players} 0/0 {rest}").state


def promises(state: State) -> dict[str, int]:
    return {
        notation.write_decision(state, code): EVALUATION.promise(state, code) for code in RULES.codes(state)
    }


# --- Features -------------------------------------------------------------------------------------


def test_the_features_of_gipf_come_first() -> None:
    assert [*FEATURES][: len(gipf_evaluation.FEATURES)] == [*gipf_evaluation.FEATURES]


LINKED = {"link.mode": "challenge", "link.Z": "die", "pool_white": "Z3", "pool_black": "Z3"}
SEEN = {
    "a loaded piece": (
        state_of("c3=Wpz"),
        {"ZÈRTZ-potentials on the board": 1, "TAMSK-potentials on the board": 0, "spent potentials": 0},
    ),
    "one of each kind": (
        state_of("c2=Bpt c3=Bpz c4=Bpd c5=Bpy c6=Bpu"),
        {f"{name}-potentials on the board": -1 for name in ("TAMSK", "ZÈRTZ", "DVONN", "YINSH", "PÜNCT")},
    ),
    "an inert potential": (
        state_of("c3=Wpz", rest="inert:c3"),
        {"ZÈRTZ-potentials on the board": 0, "spent potentials": 0},
    ),
    "a spent potential": (state_of("c3=Wz d4=Bp"), {"spent potentials": 1}),
    "a potential on an enemy piece": (
        state_of("c3=BpWd"),
        {"spent potentials": 1, "DVONN-potentials on the board": 0, "pieces around the middle": 1},
    ),
    "potentials in hand": (state_of("c3=Wpz d3=Bp", "W:10/Z3/L B:10//B"), {"potentials in hand": 3}),
    "PÜNCT beside a GIPF-piece": (
        state_of("c3=Wpu d4=Bpp g3=Bpu"),
        {"GIPF-pieces beside a PÜNCT-potential": 1, "PÜNCT-potentials on the board": 0},
    ),
    "PÜNCT away from it": (state_of("c3=Wpu e5=Bpp"), {"GIPF-pieces beside a PÜNCT-potential": 0}),
    "TAMSK on the centre": (state_of("e5=Bpt c3=Wp"), {"extra move": -1}),
    "TAMSK beside the centre": (state_of("e4=Bpt c3=Wp"), {"extra move": 0}),
    "challenges": (state_of("c3=Wpz", rest="budget:2/1", **LINKED), {"challenges left": 1}),
    "unlimited challenges": (
        state_of("c3=Wpz", rest="budget:*/*", **LINKED, **{"link.challenges": "unlimited"}),
        {"challenges left": 0},
    ),
    "the last GIPF-piece": (state_of("c3=Wpp d3=Bpp e3=Bpp", gipf_loss="on"), {"last GIPF-piece": 1}),
    "the last GIPF-piece, which may be lost": (state_of("c3=Wpp d3=Bpp e3=Bpp"), {"last GIPF-piece": 0}),
    "Black's turn": (state_of("c3=Wp d3=Bp", side="b"), {"to move": -1}),
}


@pytest.mark.parametrize(("state", "seen"), SEEN.values(), ids=SEEN)
def test_features(state: State, seen: dict[str, int]) -> None:
    found = values(state)
    assert {name: found[name] for name in seen} == seen


@pytest.mark.parametrize("version", gipfel.game("project").versions)
def test_the_start_is_even_but_for_the_move(version: str) -> None:
    found = values(gipfel.game("project", version).start().state)
    assert found.pop("to move") == 1
    assert not any(found.values())


def test_the_turn_counts_not_who_answers() -> None:
    """Black has to allow or challenge, but it is still White who is on turn."""
    state = state_of("c3=Wpz d4=Bp", rest="budget:1/1", **LINKED)
    rules.play(state, notation.read_decision(state, "Zc3>e5"))
    assert (state[SIDE], state[BY]) == (1, 0)
    assert values(state)["to move"] == 1


# --- Where to look first --------------------------------------------------------------------------


def test_rows_are_follow_ups_and_answers_are_not() -> None:
    slots = {(state[SLOT], EVALUATION.follow_up(state)) for state in random_states()}
    assert {slot for slot, follows in slots if follows} == {rules.ROWS}
    assert (rules.ANSWER, 0) in slots


def test_a_push_that_makes_a_row() -> None:
    found = promises(state_of("d2=Wp d3=Wp d4=Wp b3=Bp c4=Wpu"))
    assert found["a2-b3"] == 1000  # c4 is pushed to d5
    assert found["a3-b3"] == 0


def test_a_potential_that_makes_a_row() -> None:
    found = promises(state_of("e2=Wp e3=Wp e5=Wp c2=Wpz d3=Bp"))
    assert found["Zc2>e4"] == 1000


def test_a_gipf_piece_is_a_target() -> None:
    found = promises(state_of("c3=Wpu d4=Bpp"))
    assert found["Pc3>d4=N"] == found["Pc3>d4=C"] == 800


def test_basics_wait_while_potentials_are_in_hand() -> None:
    found = promises(state_of("c3=Wpz d3=Bp", "W:10/Z3/L B:10//B"))
    assert found["a1-b2"] < found["Za1-b2"] == 0


def test_rows_are_taken_without_own_potentials_and_with_enemy_gipf_pieces() -> None:
    state = state_of("e2=Wpz e3=Wp e4=Wp e5=Bpp")
    rules.play(state, notation.read_decision(state, "e1-e2"))
    found = promises(state)
    assert max(found, key=lambda text: found[text]) == "xw:e2,e4,e5,e6"


# --- Contests -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("link_to", "likely"), [("die", [417, 417, 166]), ("coin", [500, 500, 0])])
def test_a_contest_has_the_odds_of_its_kind(link_to: str, likely: list[int]) -> None:
    options = {**LINKED, "link.Z": link_to, "link.mode": "must-win"}
    state = state_of("c3=Wpz d4=Bp", **options)
    agreed = gipfel.game("project", "menu", **options).contest_odds()
    out = [0] * RULES.most
    assert EVALUATION.odds(state, agreed, out) == 0
    rules.play(state, notation.read_decision(state, "Zc3>e5"))
    assert state[SLOT] == CONTEST
    assert EVALUATION.odds(state, agreed, out) == 1
    assert out[:3] == likely


def random_states() -> list[State]:
    return ongoing_states("project", VERSIONS, [3], 30)
