"""What the evaluation of ZÈRTZ sees: captures, sets that are nearly complete, gifts, marbles to cut off."""

from functools import partial

import pytest

import gipfel
from gipfel.games.zertz.evaluation import EVALUATION
from gipfel.games.zertz.rules import CAPTURED, MOST, PHASE, REMOVAL, REMOVE, decisions, play
from gipfel.kernel.state import SIDE, State
from tests.helpers.evaluations import ongoing_states, score_of, values_of

values = partial(values_of, EVALUATION)
score = partial(score_of, EVALUATION)

EMPTY = "4/5/6/7/6/5/4"
PAIR = "4/5/6/2WB3/6/5/4"
REST = "7/6/5/4"
"""The columns from d on, without a marble."""
VERSIONS = ("basic", "tournament", "blitz")


def state_of(text: str) -> State:
    return [*gipfel.game("zertz").position(text).state]


SEEN = {
    "captured marbles": (
        f"37 {EMPTY} 3.6.9 1.2.0 2.0.1 1 -",
        {"white marbles": -1, "grey marbles": 2, "black marbles": -1, "two short": -1},
    ),
    "a white marble wins": (f"37 {EMPTY} 3.8.10 3.0.0 0.0.0 1 -", {"white wins": 1, "grey wins": 0}),
    "a grey marble completes three of each": (
        f"37 {EMPTY} 3.6.7 0.0.0 3.2.3 1 -",
        {"white wins": -1, "grey wins": -1, "black wins": 0},
    ),
    "no white marble is left to win with": (f"37 {EMPTY} 0.8.10 3.0.0 3.0.0 1 -", {"white wins": 0}),
    "nearly a set in blitz": (f"37b {EMPTY} 3.7.9 2.0.0 0.0.0 1 -", {"white wins": 1, "two short": 0}),
    "a gift, once a ring is gone": (
        f"37 {PAIR} 5.8.9 0.0.0 0.0.0 1 R",
        {"white to capture": -1, "grey to capture": 0, "black to capture": -1},
    ),
    "a capture for player 1": (f"37 {PAIR} 5.8.9 0.0.0 0.0.0 1 -", {"black to capture": 1}),
    "a marble behind one ring": (
        f"37 W---/-1-2/--4/{REST} 5.8.10 0.0.0 0.0.0 2 -",
        {"white to cut off": -1, "grey to cut off": 0, "black to cut off": 0, "rings to fill": 0},
    ),
    "a marble behind one ring, which goes now": (
        f"37 W---/-1-2/--4/{REST} 5.8.10 0.0.0 0.0.0 2 R",
        {"white to cut off": -1, "rings to fill": 0},
    ),
    "a marble behind a ring that cannot go": (
        f"37 W---/-4/6/{REST} 5.8.10 0.0.0 0.0.0 1 -",
        {"white to cut off": 0},
    ),
    "two marbles in a row": (
        "37 W---/-G-2/--4/---4/6/5/4 5.7.10 0.0.0 0.0.0 1 -",
        {"white to cut off": 1, "grey to cut off": 1, "black to cut off": 0},
    ),
    "a ring to fill and cut off": (
        f"37 1---/-1-2/--4/{REST} 6.8.10 0.0.0 0.0.0 1 -",
        {"rings to fill": 1, "white to cut off": 0},
    ),
    "a ring to fill cannot be filled once a marble is placed": (
        "37 1---/-1-2/--4/3B3/6/5/4 6.8.9 0.0.0 0.0.0 1 R",
        {"rings to fill": 0},
    ),
    "a separate ring to fill": (f"37 1-2/--3/6/{REST} 6.8.10 0.0.0 0.0.0 2 -", {"rings to fill": -1}),
}


@pytest.mark.parametrize("name", SEEN)
def test_features(name: str) -> None:
    text, expected = SEEN[name]
    version = "blitz" if text.startswith("37b") else "basic"
    seen = values([*gipfel.game("zertz", version).position(text).state])
    assert {feature: seen[feature] for feature in expected} == expected


def claimed_at_most(state: State) -> int:
    """How many marbles a removal can cut off."""
    side = state[SIDE]
    held = CAPTURED + 3 * side
    out = [0] * MOST
    most = 0
    for decision in out[: decisions(state, out)]:
        after = [*state]
        play(after, decision)
        most = max(most, sum(after[held : held + 3]) - sum(state[held : held + 3]))
    return most


@pytest.mark.parametrize("version", VERSIONS)
def test_what_is_to_cut_off_can_be_cut_off(version: str) -> None:
    seen = 0
    for state in ongoing_states("zertz", [version], range(20), 100):
        if state[PHASE] == REMOVAL:
            found = values(state)
            if any(found[f"{colour} to cut off"] for colour in ("white", "grey", "black")):
                seen += 1
                assert claimed_at_most(state) > 0
    assert seen > 0


BETTER_FIRST = {
    "a marble": ((0, 0, 1), (0, 0, 0)),
    "white counts more than grey": ((1, 0, 0), (0, 1, 0)),
    "grey counts more than black": ((0, 1, 0), (0, 0, 1)),
    "three white ones are worth more than three of different colours": ((3, 0, 0), (1, 1, 1)),
    "five black ones are worth more than a mixture": ((0, 0, 5), (1, 2, 2)),
}


@pytest.mark.parametrize("name", BETTER_FIRST)
def test_what_is_better(name: str) -> None:
    better, worse = (
        score(state_of(f"37 {EMPTY} 6.8.10 {'.'.join(map(str, held))} 0.0.0 1 -"))
        for held in BETTER_FIRST[name]
    )
    assert better > worse


def test_captures_are_follow_ups_and_promise_by_colour() -> None:
    state = state_of(f"37 {PAIR} 5.8.9 0.0.0 0.0.0 1 -")
    assert EVALUATION.follow_up(state) == 1
    assert EVALUATION.follow_up(state_of(f"37 {PAIR} 5.8.9 0.0.0 0.0.0 1 R")) == 0
    position = gipfel.game("zertz").position(f"37 {PAIR} 5.8.9 0.0.0 0.0.0 1 -")
    promises = {d.text: EVALUATION.promise(state, d.code) for d in position.decisions()}
    assert promises["xd4-d2"] > promises["xd3-d5"] > 0


def test_a_marble_beside_another_one_promises_little() -> None:
    state = state_of("37 4/5/6/3B3/6/5/4 6.8.9 0.0.0 0.0.0 1 -")
    position = gipfel.game("zertz").position("37 4/5/6/3B3/6/5/4 6.8.9 0.0.0 0.0.0 1 -")
    promises = {d.text: EVALUATION.promise(state, d.code) for d in position.decisions() if d.code < REMOVE}
    assert promises["Wd5"] < promises["Bd5"] < promises["Wd7"] == 0
