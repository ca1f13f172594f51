"""What the evaluation of LYNGK sees in positions: captures, own stacks, what can be completed."""

from functools import partial
from random import Random

import pytest

import gipfel
from gipfel.games.core.registry import game_of_position
from gipfel.games.lyngk.evaluation import EVALUATION
from gipfel.games.lyngk.rules import CLAIM, CLAIMING, LIMIT, PHASE, SIX, TAKES_FIVES, height, owner, top
from gipfel.kernel.state import SIDE, State
from tests.helpers.evaluations import ongoing_states, values_of

values = partial(values_of, EVALUATION)


def at(text: str) -> gipfel.Position:
    return game_of_position("lyngk", text).position(text)


CAPTURE = "L5 1/4/7/6/3R3/3(BGIK)2/7/4/1 RB:KG 0:0 1"
EXAMPLE_6 = "L5 1/4/7/3(BR)2/1(KG)1R(GKI)2/3(BGIK)2/7/4/1 R:K 0:0 1"
LINKED = "L5 1/4/5R1/6/3(BRGK)1II/6/7/4/1 I:G 0:0 1"
SIX_TO_MAKE = "L6 1/4/7/6/3(JBRGK)I1G/6/7/4/1 -:- 0:0 1"
SEEN = {
    "a single can complete a stack of four, or be covered by it": (
        CAPTURE,
        {
            "captured stacks": 0,
            "claims left": 0,
            "singles": 1,
            "stacks of four": -1,
            "stacks that can be covered": -1,
            "captures, the owner to act": 1,
            "captures, the opponent to act": -1,
            "the turn": 1,
        },
    ),
    "the same, the opponent to act": (
        CAPTURE[:-1] + "2",
        {"captures, the owner to act": -1, "captures, the opponent to act": 1, "the turn": -1},
    ),
    "worked example 6: both red stacks complete one, and so would a claim of ivory": (
        EXAMPLE_6,
        {"captures, the owner to act": 3, "captures, the opponent to act": -2, "singles": 1},
    ),
    "one that is taken": (
        "L5 1/4/7/3(BR)2/1(KG)2(GKI)2/6/7/4/1 R:K 1:0 2",
        {"captured stacks": 1, "singles": 0},
    ),
    "worked example 19, singles reach it directly and through a LYNGK-point; a claim of black goes down": (
        LINKED,
        {"singles": 2, "stacks of four": 0, "captures, the owner to act": 3},
    ),
    "worked example 24, a claim and a single make a stack of six, or the pile lands on the single": (
        SIX_TO_MAKE,
        {"six: wins, the owner to act": 2, "six: wins, the opponent to act": -2, "six: claims left": 0},
    ),
    "claims of which the other player has none left": (
        "L5 1/I3/7/6/3R1BG/6/7/3K/1 -:IK 0:0 1",
        {"claims left": 2, "stacks that claims would win": 2, "singles": -2},
    ),
    "a pile that the opponent can cover": (
        "L5 1/4/7/6/3(RB)(IG)2/6/7/4/1 B:G 0:0 2",
        {"stacks that can be covered": 0},
    ),
    "a pile that only one player can cover": (
        "L5 1/4/7/6/3(RB)G2/6/7/4/1 B:G 0:0 2",
        {"stacks that can be covered": 1, "moves": 0},
    ),
}


@pytest.mark.parametrize(("text", "seen"), SEEN.values(), ids=SEEN)
def test_features(text: str, seen: dict[str, int]) -> None:
    found = values([*at(text).state])
    assert {name: found[name] for name in seen} == seen


def test_the_start_is_even_but_for_the_turn() -> None:
    for version, turn in (("standard", "the turn"), ("six", "six: the turn")):
        found = values([*gipfel.game("lyngk", version).start(seed=1).state])
        assert found.pop(turn) == 1
        assert not any(found.values())


@pytest.mark.parametrize("version", ["standard", "six"])
def test_captures_that_are_seen_are_there(version: str) -> None:
    """Whoever acts: a stack that can complete one, or a colour after whose claim one can."""
    for state in ongoing_states("lyngk", [version], range(1, 7), 12):
        if state[PHASE] == CLAIMING or (not state[TAKES_FIVES] and state[LIMIT] != SIX):
            continue
        name = "captures" if version == "standard" else "six: wins"
        side, sign = state[SIDE], 1 - 2 * state[SIDE]
        found = values(state)[f"{name}, the owner to act"] * sign
        assert found == completing(state, side)


def completing(state: State, side: int) -> int:
    """The own stacks that complete a full one, and the colours after whose claim one does."""
    position = gipfel.game("lyngk", "six" if state[LIMIT] == SIX else "standard").position_of(state)
    starts = {start for start, colour in full_moves(position) if owner(state, colour) == side}
    claims = [d for d in position.decisions() if d.code >= CLAIM and len(d.text) == 1]
    after = [{colour for _, colour in full_moves(position.play(claim))} for claim in claims]
    colours = [claim.code - CLAIM for claim in claims]
    return len(starts) + sum(colour in found for colour, found in zip(colours, after, strict=True))


def full_moves(position: gipfel.Position) -> list[tuple[int, int]]:
    """Where moves begin that complete a full stack, and the colour that moves."""
    state = position.state
    ends = [divmod(decision.code, 64) for decision in position.decisions() if decision.code < CLAIM]
    return [
        (start, top(state, start))
        for start, goal in ends
        if height(state, start) + height(state, goal) == state[LIMIT]
    ]


def test_what_decisions_promise() -> None:
    position = at(EXAMPLE_6)
    promise = {d.text: EVALUATION.promise(position.state, d.code) for d in position.decisions()}
    assert promise["e4-f4"] >= 1000 > promise["e4-e5"]  # captures, an own colour, a neutral one
    chance = Random(1)
    start = gipfel.game("lyngk").start(seed=1)
    for decision in chance.sample(start.decisions(), 20):
        assert EVALUATION.promise(start.state, decision.code) < 500


def test_nothing_is_urgent_while_all_stacks_are_low() -> None:
    assert not EVALUATION.urgent(gipfel.game("lyngk").start(seed=1).state)
    assert EVALUATION.urgent(at(CAPTURE).state)
